"""Several specialisations in one module: each keeps its own code and attributes."""

import importlib
import inspect
import linecache
import re
import sys

import numpy as np
import pytest

from srcad import Tensor, grad, nn, ops, value_and_grad
from srcad.gradient import default_store
from srcad.gradient.modules import MODULES

X = [1.0, 2.0]


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    MODULES.clear()
    yield
    default_store.cache_clear()


def gradient(cell, *inputs):
    """Return value and gradient as lists, and the text of the module."""
    out, dx = value_and_grad(cell)(*map(Tensor, inputs))
    ((module,),) = MODULES.values()
    return out.tolist(), dx.tolist(), inspect.getsource(module.module)


def defined(text):
    names = re.findall(r"^(?:def|class) (\w+)", text, re.MULTILINE)
    assert len(names) == len(set(names)), names
    return names


class Power(nn.Cell):
    def __init__(self, exponent):
        super().__init__()
        self.exponent = exponent

    def construct(self, x):
        return x**self.exponent


class Surrogate(nn.Cell):
    def __init__(self, slope):
        super().__init__()
        self.slope = slope

    def construct(self, x):
        return x * self.slope

    def bprop(self, x, out, dout):
        return (dout * self.slope * 10,)


class Sum(nn.Cell):
    def __init__(self, *parts):
        super().__init__()
        self.parts = nn.CellList(parts)

    def construct(self, x):
        return self.parts[0](x) + self.parts[1](x) * x


def test_two_cells_of_one_class():
    out, dx, text = gradient(Sum(Power(2), Power(3)), X)
    # x^2 + x^4
    assert (out, dx) == ([2.0, 20.0], [6.0, 36.0])
    names = defined(text)
    assert {"power_forward", "power_2_forward"} <= set(names)
    assert {"power_backward", "power_2_backward"} <= set(names)


def test_the_halves_of_a_pair_have_one_number():
    _, _, text = gradient(Sum(Power(2), Power(3)), X)
    forward = re.search(r"def (power\w*)_forward\(x\):[^#]*#[^#]*x \* x\n", text)
    backward = re.search(r"def (power\w*)_backward[^#]*#[^#]*2 \* dout \* x\n", text)
    assert forward is not None
    assert backward is not None
    assert forward[1] == backward[1]


def test_two_bprops_of_one_class():
    out, dx, text = gradient(Sum(Surrogate(2.0), Surrogate(3.0)), X)
    # 2 x + 3 x x, and its surrogate derivative 20 + 30 x + 3 x
    assert (out, dx) == ([5.0, 16.0], [53.0, 86.0])
    assert {"Surrogate", "Surrogate_2"} <= set(defined(text))
    for number in ("", "_2"):
        half = re.search(
            rf"def surrogate{number}_backward(?:.*\n)+?\s+return (.*)", text
        )
        assert half is not None
        assert half[1].startswith(f"Surrogate{number}()")


def test_equal_cells_share_their_code():
    _, dx, text = gradient(Sum(Surrogate(2.0), Surrogate(2.0)), X)
    assert dx == [20 + 20 + 2.0, 20 + 40 + 4.0]
    assert [name for name in defined(text) if name.lower().startswith("surr")] == [
        "Surrogate",
        "surrogate_forward",
        "surrogate_backward",
    ]


def test_two_classes_of_one_name():
    def made(factor):
        class Layer(nn.Cell):
            def construct(self, x):
                return ops.tanh(x) * factor

        return Layer()

    out, dx, text = gradient(Sum(made(2.0), made(3.0)), X)
    t = np.tanh(X)
    np.testing.assert_allclose(out, 2 * t + 3 * t * X, rtol=1e-6)
    slope = 1 - t * t
    np.testing.assert_allclose(dx, 2 * slope + 3 * slope * X + 3 * t, rtol=1e-6)
    assert {"layer_forward", "layer_2_forward"} <= set(defined(text))


def test_one_cell_at_two_ranks():
    class Both(nn.Cell):
        def __init__(self):
            super().__init__()
            self.part = Power(2)

        def construct(self, x):
            return self.part(x).sum() + self.part(x.sum())

    out, dx, text = gradient(Both(), X)
    assert (out, dx) == (5.0 + 9.0, [2.0 + 6.0, 4.0 + 6.0])
    defined(text)


def test_squeeze_without_axes_depends_on_the_sizes_of_the_call():
    def squeezed(x):
        return ops.squeeze(x) * 2.0

    function = value_and_grad(squeezed)
    for shape in [(3, 1, 2), (3, 2, 2), (1, 1, 1), (4, 1, 2), (3, 1, 2)]:
        x = Tensor(np.ones(shape, np.float32))
        out, dx = function(x)
        assert out.shape == squeezed(x).shape
        assert dx.shape == shape


@pytest.mark.parametrize(
    "text",
    [
        "def program(x):\n    return {}\n",
        "class Program:\n    def f(self, x):\n        return {}\n\nprogram = Program().f\n",
    ],
)
def test_texts_that_are_executed_without_a_name_are_told_apart(text, monkeypatch):
    """Their functions are of no module, their classes, it seems, of ``builtins``."""

    def made(expression):
        path, source = f"<{expression}>", text.format(expression)
        lines = source.splitlines(keepends=True)
        monkeypatch.setitem(linecache.cache, path, (len(source), None, lines, path))
        space = {}
        exec(compile(source, path, "exec"), space)
        return space["program"]

    def loss_of(program):
        return lambda x: program(x).sum()

    x = Tensor([3.0])
    found = [grad(loss_of(made(f"x * {k}")))(x).asnumpy()[0] for k in (2, 5, 7)]
    assert found == [2, 5, 7]


class Applied(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, x):
        return self.function(ops.sin(x))


@pytest.fixture
def of_two_modules(tmp_path, monkeypatch):
    """Functions of one text, which read another number each."""
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for number in (2, 3):
        name = f"scaled_by_{number}"
        text = f"FACTOR = {number}.0\n\n\ndef scaled(x):\n    return x * FACTOR\n"
        (tmp_path / f"{name}.py").write_text(text)
        found.append(importlib.import_module(name).scaled)
    yield found
    for function in found:
        del sys.modules[function.__module__]


def test_functions_of_one_text_in_two_modules(of_two_modules):
    """Each reads the names of its own module: nothing is used again."""
    two, three = of_two_modules
    x = Tensor(np.zeros(2))
    net = Applied(two)
    gradient_of_net = grad(lambda x: ops.sum(net(x)))
    assert gradient_of_net(x).asnumpy().tolist() == [2.0, 2.0]
    net.function = three
    assert gradient_of_net(x).asnumpy().tolist() == [3.0, 3.0]
    both = nn.SequentialCell([Applied(two), Applied(three)])
    assert grad(both)(x).asnumpy().tolist() == [6.0, 6.0]
