"""A traceback through a module shows the user's statement beside the generated one."""

import math
import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn

pytestmark = pytest.mark.usefixtures("as_printed")


def line_of(mark):
    with open(__file__) as file:
        rows = [k for k, line in enumerate(file, 1) if line.endswith(f"# {mark}\n")]
    (row,) = rows
    return row


def solve(a, b):
    scaled = 2.0 * a
    return np.linalg.solve(scaled, b).sum()  # singular


def guarded(x):
    for row in x:
        if row.sum() < 0.0:
            raise ValueError("a negative row")  # negative
    return x.sum()


class Own(nn.Cell):
    def construct(self, x):
        y = x * 2.0
        return y

    def bprop(self, x, out, dout):
        if dout.sum() > 0:
            raise RuntimeError("from the bprop")
        return (dout,)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.own = Own()

    def construct(self, x):
        return self.own(x) + 1.0  # own


def raised(kind, function, *args):
    with pytest.raises(kind) as info:
        srcad.grad(function)(*args)
    return info.value


@pytest.mark.parametrize("again", [False, True])
def test_the_statement_is_named(again):
    singular = np.zeros((2, 2)), np.ones(2)
    if again:  # by the fast path
        srcad.grad(solve)(np.eye(2), np.ones(2))
    error = raised(np.linalg.LinAlgError, solve, *singular)
    (note,) = error.__notes__
    assert note.startswith("forward, for ")
    place = f"test_statements.py:{line_of('singular')}: return np.linalg.solve"
    assert place in note
    shown = "".join(traceback.format_exception(error))
    assert "np.linalg.solve(scaled, b)" in shown  # the generated one
    assert shown.rstrip().endswith("# singular")


def test_an_exception_of_the_user_s_own():
    error = raised(ValueError, guarded, np.array([[1.0], [-1.0]]))
    assert str(error) == "a negative row"
    assert f":{line_of('negative')}: raise ValueError" in error.__notes__[-1]


def test_the_backward_half():
    error = raised(RuntimeError, Net(), Tensor(np.ones(2, np.float32)))
    (note,) = error.__notes__
    assert note.startswith("backward, for ")
    assert f":{line_of('own')}: return self.own(x)" in note


def test_a_refusal_has_none():
    error = raised(srcad.CompileError, lambda x: math.gcd(x), np.ones(2))
    assert not getattr(error, "__notes__", [])


def test_an_error_before_the_module_runs_has_none():
    error = raised(TypeError, solve, np.eye(2))
    assert not getattr(error, "__notes__", [])


def test_pdb_lists_the_generated_code(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np, srcad\n\n\ndef f(x):\n    y = 2.0 * x\n"
        "    return np.linalg.inv(y).sum()\n\n\nsrcad.grad(f)(np.zeros((2, 2)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pdb", str(program)],
        input="c\nu\nu\nl\nq\nq\n",
        cwd=Path(srcad.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "y = 2.0 * x" in done.stdout
    assert "->\t    out_inv = np.linalg.inv(y)" in done.stdout
