"""What is said to those who write it as another tool has it."""

import pytest

import srcad
from srcad import nn
from srcad.compiler.diagnostics.errors import CompileError

MODEL = """
from srcad import nn


class Net(nn.Cell):
    def construct(self, x):
        return (x.detach() * x).sum()


class Torch(nn.Cell):
    def forward(self, x):
        return (x * x).sum()


class Moved(nn.Cell):
    def construct(self, x):
        return x.cuda().sum()


def called(x):
    return Net(x)
"""
ARGUMENTS = """
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", required=True)
parser.parse_args()


def f(x):
    return x
"""


@pytest.mark.parametrize(
    ("target", "code", "hint"),
    [
        ("theirs.py:Net", "SRC001", "is written `theirs.py::Net`"),
        ("theirs.py::Torch", "SRC003", "call its `forward` `construct`"),
        ("theirs.py::Net", "SRC012", "write `ops.stop_gradient(x)`"),
        ("theirs.py::Moved", "SRC012", "arrays are NumPy's"),
        ("theirs.py::called", "SRC013", "as in `self.net = Net(...)`"),
        ("arguments.py::f", "SRC006", 'under `if __name__ == "__main__":`'),
        ("notes.ipynb::Net", "SRC001", "jupyter nbconvert --to script"),
    ],
)
def test_what_is_meant(project, target, code, hint):
    project.write("theirs.py", MODEL)
    project.write("arguments.py", ARGUMENTS)
    project.write("notes.ipynb", "{}")
    result = project.run("generate", target, "--input", "x=float32[3]")
    assert result.code == (2 if code == "SRC001" else 1)
    assert f"error[{code}]" in result.err
    assert hint in result.err


def test_a_file_in_the_place_of_a_folder(project):
    result = project.run("generate", "square", "-o", "out/square.py")
    assert result.code == 2
    assert "-o names a folder" in result.err
    assert not (project.folder / "out").exists()


def test_a_review_where_nothing_is_configured(project):
    (project.folder / "pyproject.toml").unlink()
    assert "no pyproject.toml here says `[tool.srcad]`" in project.run("review").err


def test_the_class_of_a_cell_is_no_cell():
    class Net(nn.Cell):
        def construct(self, x):
            return x.sum()

    with pytest.raises(CompileError, match=r"`Net` is a class, and no Cell yet"):
        srcad.grad(Net)(srcad.Tensor([1.0]))
