import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from srcad.cli import main
from tests import processes

PYPROJECT = """\
[project]
name = "demo"

[tool.srcad]
golden = "golden"

[[tool.srcad.targets]]
name = "square"
cell = "models/square.py::Square"
init = { factor = 2.0 }
inputs = { x = "float32[n, 3]" }

[[tool.srcad.targets]]
cell = "models/square.py::Cubic"
inputs = { x = "float32[n]" }
"""

SQUARE = """\
from srcad import nn


class Square(nn.Cell):
    def __init__(self, factor=1.0):
        super().__init__()
        self.factor = factor

    def construct(self, x):
        y = x * self.factor
        return y * y


class Cubic(nn.Cell):
    def construct(self, x):
        return x * x * x
"""


@dataclass
class Result:
    code: int
    out: str
    err: str


class Project:
    """A project in a temporary folder, and the command line run in it."""

    def __init__(self, folder: Path, capsys) -> None:
        self.folder = folder
        self.capsys = capsys
        self.written = 0

    def write(self, path: str, text: str) -> Path:
        """Write a file, a second after the last one: Python takes a module for the
        one it compiled where the second and the size are the same."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.written += 1
        second = int(time.time()) + self.written
        os.utime(file, (second, second))
        return file

    def read(self, path: str) -> str:
        return (self.folder / path).read_text()

    def replace(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        assert old in text
        self.write(path, text.replace(old, new))

    def files(self) -> dict[str, bytes]:
        """Every file of the project, with its content."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }

    def run(self, *arguments: str) -> Result:
        """Run the command line in this process."""
        self.capsys.readouterr()
        code = main(arguments)
        captured = self.capsys.readouterr()
        return Result(code, captured.out, captured.err)

    def process(self, *arguments: str) -> Result:
        """Run the command line in a process of its own."""
        done = processes.run(arguments, self.folder, os.environ)
        return Result(done.returncode, done.stdout, done.stderr)

    def python(self, *arguments: str, **environment: str) -> Result:
        """Run the command line in a Python that starts anew."""
        done = subprocess.run(
            [sys.executable, "-m", "srcad", *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def accept_all(self) -> None:
        """Make the golden files of everything as it is now."""
        self.run("check", "-q")
        assert self.run("accept", "--all", "-q").code == 0


@pytest.fixture
def empty(tmp_path, monkeypatch, capsys):
    """An empty folder, with a cache of its own and no CI around it."""
    folder = tmp_path / "demo"
    folder.mkdir()
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("CI", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(folder)
    return Project(folder, capsys)


@pytest.fixture
def project(empty):
    """A project with two targets and no golden files yet."""
    empty.write("pyproject.toml", PYPROJECT)
    empty.write("models/square.py", SQUARE)
    return empty
