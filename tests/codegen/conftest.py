"""What the tests of codegen share: subprocesses that see this checkout."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
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


@pytest.fixture
def no_waiting() -> Iterator[None]:
    """What waits for the other end of a pipe fails, instead of waiting for ever."""

    def stop(*arguments: object) -> None:
        raise AssertionError("still waiting")

    previous = signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)
