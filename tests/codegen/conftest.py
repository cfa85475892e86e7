"""What the tests of codegen share: subprocesses that see this checkout."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run_python(tmp_path: Path) -> Callable[..., str]:
    """Run Python source in a new process, in another folder, and return its output."""

    def run(source: str, *arguments: object, **environment: str) -> str:
        variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        completed = subprocess.run(
            [sys.executable, "-c", source, *map(str, arguments)],
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert completed.returncode == 0, completed.stderr
        return completed.stdout

    return run
