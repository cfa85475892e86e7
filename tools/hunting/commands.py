"""A small project in a folder, and the command line run in it."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from srcad.cli import main

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
import numpy as np

from srcad import nn

WEIGHTS = np.linspace(0.0, 1.0, 40)


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


def weighted(x):
    return (x * WEIGHTS[: x.shape[0]]).sum()
"""
SCRIPT = """\
import numpy as np

import srcad


def f(x):
    return (x * np.sin(x)).sum()


print(srcad.grad(f)(np.arange(3.0)))
"""
FILES = {
    "pyproject.toml": PYPROJECT,
    "models/square.py": SQUARE,
    "script.py": SCRIPT,
}


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    code: object
    out: str
    err: str

    @property
    def clean(self) -> bool:
        """Whether it ended as a command may: with a code, and no traceback of ours."""
        ours = "defect of srcad" in self.err or "Traceback" in self.err
        return self.code in (0, 1, 2, 130) and not ours


def written(folder: Path, files: dict[str, str | bytes]) -> None:
    """Write a project's files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        path.write_bytes(data)


def command(folder: Path, words: list[str]) -> Said:
    """Run a command in a folder, in this process."""
    out, err = io.StringIO(), io.StringIO()
    for name in ("CI", "NO_COLOR", "FORCE_COLOR"):
        os.environ.pop(name, None)
    os.chdir(folder)
    sys.stdin = io.StringIO("")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code: object = main(words)
        except SystemExit as error:
            code = error.code
    return Said(code, out.getvalue(), err.getvalue())


def contents(folder: Path, *parts: str) -> dict[str, bytes]:
    """The files under some folders of a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for part in parts
        for path in sorted((folder / part).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def shell(files: dict[str, str | bytes], lines: list[list[str]]) -> str:
    """A program that writes the files into a new folder and runs commands there."""
    return f"""import os
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = {files!r}
COMMANDS = {lines!r}

folder = Path(tempfile.mkdtemp())
for name, content in FILES.items():
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
for words in COMMANDS:
    print("$ srcad", *words)
    done = subprocess.run([sys.executable, "-m", "srcad", *words], cwd=folder)
    print("exit code", done.returncode)
"""
