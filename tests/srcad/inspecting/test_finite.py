"""``srcad.debug``: the source line of the first NaN or infinity."""

import linecache
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops

pytestmark = pytest.mark.usefixtures("as_printed")
HERE = "test_finite.py"
ROOT = Path(__file__).parents[3]


def line_of(text):
    """The line of this file that holds a text and a mark."""
    with open(__file__) as file:
        rows = [k for k, line in enumerate(file, 1) if line.endswith(f"# {text}\n")]
    (row,) = rows
    return row


def root(x):
    y = np.sqrt(x)  # root
    for _ in range(2):
        y = y * x  # in the loop
    return y.sum()


def test_everything_is_finite():
    found = srcad.debug(root)(np.array([1.0, 2.0]))
    assert not found
    assert (found.first, found.nan, found.infinity) == (None, None, None)
    assert str(found) == "every value is finite, forward and backward"


def test_a_nan_in_the_forward_half():
    found = srcad.debug(root)(np.array([1.0, -2.0, -3.0]))
    one = found.nan
    assert one is found.first
    assert (one.half, one.line, one.name) == ("forward", line_of("root"), "y")
    assert one.path.endswith(HERE)
    assert (one.index, one.count, one.size) == ((1,), 2, 3)
    assert one.code == "y = np.sqrt(x)"
    assert one.operands == {"x": (-3.0, 1.0)}


def inverse_root(x):
    return (np.sqrt(x) * 3.0).sum()  # inverse


def test_an_infinity_in_the_backward_half_alone():
    found = srcad.debug(inverse_root)(np.array([4.0, 0.0]))
    one = found.infinity
    assert found.nan is None
    assert (one.half, one.line) == ("backward", line_of("inverse"))
    assert one.name == "dx"
    assert one.index == (1,)
    assert "/" in one.code


def overflow(x):
    y = np.exp(x)  # overflow
    return (y - y).sum()  # difference


def test_both_kinds_are_told_apart():
    found = srcad.debug(overflow)(np.array([800.0]))
    assert found.infinity is found.first
    assert (found.infinity.line, found.nan.line) == (
        *(line_of("overflow"), line_of("difference")),
    )
    text = str(found)
    assert text.index("the first infinity") < text.index("the first NaN")
    assert f"{found.infinity.line} |     y = np.exp(x)  # overflow" in text
    assert "where x is in [800, 800]" in text


def test_an_argument_is_looked_at_first():
    found = srcad.debug(root)(np.array([1.0, np.inf]))
    one = found.first
    assert (one.half, one.name, one.kind, one.line) == ("argument", "x", "inf", 0)


class Layer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.zeros(2, np.float32)), "weight")

    def construct(self, x):
        h = x * self.weight
        return ops.log(h).sum()  # layer


class Own(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (dout * x / 0.0,)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.own = Own()

    def construct(self, x):
        return self.own(x) + 1.0  # net


def test_a_cell_keeps_its_parameters_and_the_user_s_arrays():
    layer, x = Layer(), Tensor(np.ones(2, np.float32))
    found = srcad.debug(layer)(x)
    assert found.infinity.half == "forward"
    assert found.infinity.line == line_of("layer")
    assert layer.weight.asnumpy().tolist() == [0.0, 0.0]
    assert x.asnumpy().tolist() == [1.0, 1.0]


def test_what_a_bprop_gives():
    found = srcad.debug(Net())(Tensor(np.ones(2, np.float32)))
    assert found.first.half.endswith("backward")
    assert found.first.kind == "inf"
    alone = srcad.debug(Own())(Tensor(np.ones(2, np.float32))).first
    assert alone.half == "backward"
    assert alone.name == "the result"
    assert "bprop" in alone.code


def test_a_gradient_function_is_taken_for_what_it_differentiates():
    found = srcad.debug(srcad.grad(root))(np.array([-1.0]))
    assert found.nan.line == line_of("root")


class Noise(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)
        self.set_train()

    def construct(self, x):
        return self.drop(x)


def test_no_random_number_is_used_up():
    srcad.set_seed(3)
    x = Tensor(np.ones(5, np.float32))
    first = srcad.value_and_grad(Noise())(x)[0].asnumpy()
    srcad.set_seed(3)
    srcad.debug(Noise())(x)
    assert np.array_equal(srcad.value_and_grad(Noise())(x)[0].asnumpy(), first)


def refused(x):
    return open(x)


def test_errors():
    with pytest.raises(srcad.CompileError, match="SRC"):
        srcad.debug(refused)(np.ones(2))
    with pytest.raises(TypeError, match="is needed"):
        srcad.debug(3)(np.ones(2))


PROGRAM = """\
import numpy as np
import srcad

def f(x):
    y = np.sqrt(x)
    return y.sum()

print(srcad.debug(f)(np.array([-1.0])).first.line)
"""


def test_a_module_that_was_stored_for_a_file_elsewhere(tmp_path):
    """The store knows a module by the text of what it was made from, not by its place."""
    environment = {**os.environ, "SRCAD_CACHE_DIR": str(tmp_path / "cache")}
    printed = []
    for name, above in (("first", ""), ("second", "# moved\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "model.py").write_text(above + PROGRAM)
        done = subprocess.run(
            [sys.executable, "model.py"],
            cwd=folder,
            env={**environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        printed.append(done.stdout)
        shutil.rmtree(folder)
    assert printed == ["5\n", "6\n"]


def test_without_a_source_the_module_s_own_statement_is_named():
    names = {"np": np}
    text = "def g(x):\n    return np.log(x).sum()\n"
    linecache.cache["<gone>"] = (len(text), None, text.splitlines(True), "<gone>")
    exec(compile(text, "<gone>", "exec"), names)
    debugger = srcad.debug(names["g"])
    debugger(np.ones(2))
    del linecache.cache["<gone>"]
    found = debugger(np.array([0.0, 1.0])).first
    assert (found.half, found.path, found.line) == ("forward", "", 0)
    assert found.code == "out = np.log(x).sum()"


def test_a_complex_value_that_is_no_number():
    def spectrum(x):
        y = np.log(x) * 1j
        return np.sum(np.abs(y) ** 2)

    with np.errstate(all="ignore"):
        found = srcad.debug(spectrum)(np.array([1.0, 0.0]))
    assert "np.log" in str(found)
