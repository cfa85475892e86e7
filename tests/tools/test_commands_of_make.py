"""What ``make test-long`` and continuous integration run is what is said of them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import drawn
from tools.hunting.families import FAMILIES

ROOT = Path(__file__).resolve().parents[2]
PROMISED = {
    *("random", "mutants", "sharing", "structures", "dtypes", "crowds", "kills"),
    "hostile",
}


def printed(target: str) -> str:
    """The commands of a target of the Makefile, which are not run."""
    command = ["make", "-n", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.skipif(not shutil.which("make"), reason="make is not there")
def test_the_long_tests_hunt_in_each_family_for_a_minute() -> None:
    commands = printed("test-long")
    assert re.search(r"tools/hunt\.py all --minutes 1 ", commands)
    assert re.search(r"tools/hunt\.py stale ", commands)
    assert "-m 'long and not numba'" in commands


@pytest.mark.long
def test_all_are_all_the_families() -> None:
    command = [sys.executable, "tools/hunt.py", "all", "--cases", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert names == [family.name for family in FAMILIES if family.settled]
    assert set(names) >= PROMISED


def test_over_the_commits_every_row_is_drawn() -> None:
    rows = [f"test_of_a_table[{k}]" for k in range(600)]
    shares = [drawn(rows, f"3 {commit}") for commit in "abcdefghijklmnopqrstuvwxyz"]
    assert all(150 < sum(share) < 250 for share in shares)
    assert all(any(of_row) for of_row in zip(*shares, strict=True))
    assert shares[0] == drawn(rows, "3 a")
    assert all(drawn(rows, "1"))


def test_continuous_integration_runs_the_tests_and_then_each_python() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    targets = [line.split()[1] for line in lines if line.startswith("make ")]
    assert targets[0] == "test"
    assert "test-pythons" in targets
    recipe = (ROOT / "Makefile").read_text().partition("\ntest-pythons:")[2]
    recipe = recipe.partition("\n\n")[0]
    assert "pytest -n auto -m pythons" in recipe
    assert "tools/pythons.py --others" in recipe
    assert "demo test-short" in recipe
