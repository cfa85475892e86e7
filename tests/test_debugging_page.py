"""docs/debugging.md prints what its program prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "debugging.md").read_text()


def test_the_program_prints_what_the_page_shows(tmp_path):
    programs = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    outputs = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "model.py").write_text("".join(programs))
    done = subprocess.run(
        [sys.executable, "model.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "".join(outputs)
