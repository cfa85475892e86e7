"""Find the tests that are too slow for `make test`, and leave them to `make test-more`.

    .venv/bin/python tools/slow_tests.py

Runs what `make test` runs, and adds the tests that took half a second or more to
tests/slow.txt. A line that does not belong there any more is taken out by hand.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SLOW = ROOT / "tests" / "slow.txt"
SECONDS = 0.5
QUICK = "not long and not pythons and not numba and not rest"

# A line of pytest's durations: seconds, the phase, and which test it is.
DURATION = re.compile(r"^ *([0-9.]+)s (?:call|setup) +(tests/.+?) *$", re.MULTILINE)


def main() -> int:
    """Run the tests, and list what is new."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", QUICK]
    command += ["--durations=0", f"--durations-min={SECONDS}"]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode:
        print(run.stdout, run.stderr, sep="\n", file=sys.stderr)
        return run.returncode
    listed = set(SLOW.read_text(encoding="utf-8").splitlines())
    found = {test for _, test in DURATION.findall(run.stdout)} - listed
    for test in sorted(found):
        print(test)
    lines = [f"{test}\n" for test in sorted(listed | found)]
    SLOW.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
