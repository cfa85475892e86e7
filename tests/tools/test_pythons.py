"""The environments that the tests of other Pythons run in."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MAKE = """
import sys
from pathlib import Path
from tools import pythons
pythons.ENVIRONMENTS = Path(sys.argv[1])
print(pythons.environment("%d.%d" % sys.version_info[:2], Path(sys.argv[2])))
"""


@pytest.mark.pythons
def test_one_that_several_ask_for_at_once_is_made_once(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("")
    command = [sys.executable, "-c", MAKE, str(tmp_path / "made"), str(nothing)]
    askers = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    answers = [asker.communicate(timeout=240) for asker in askers]
    assert [asker.returncode for asker in askers] == [0, 0, 0, 0], answers
    [own] = {said.strip() for said, _ in answers}
    done = subprocess.run([own, "-c", "print(1)"], capture_output=True, check=True)
    assert done.stdout == b"1\n"
