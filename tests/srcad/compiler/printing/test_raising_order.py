"""What raises first in a program does so in its module, though it is used later on."""

import contextlib
import io

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

_HEAD = """\
import math

def raising(v):
    if v > 0:
        raise KeyError("above")
    return v

def shown(v):
    print("shown", v)
    return v

def f(x):
    i = 0 if x[1] < 0 else 7
    n = int(x[1] < 0)
    xs = list(x)
    {}

def caught(x):
    i = 0 if x[1] < 0 else 7
    n = int(x[1] < 0)
    xs = list(x)
    r = 0.0
    try:
        {}
        r = float(out)
    except (IndexError, ZeroDivisionError):
        r = x[2]
    except (KeyError, ValueError):
        r = x[3]
    return float(r)
"""
_POINTS = (
    [1.5012, 0.3023, 0.897, -2.203],
    [0.703, -1.3018, 2.1047, 0.4021],
    [-0.6013, 1.2027, -0.3519, 1.7041],
    [-0.6013, -1.2027, -0.3519, 1.7041],
)
_VALUES = (
    "x[i] + raising(x[0])",
    "xs[i] * raising(x[0])",
    "1 // n - raising(x[0])",
    "1.0 if 1 // n < raising(x[0]) else x[2]",
    "x[0] + x[i] + raising(x[0])",
    "xs[xs.index(xs[i])] - raising(x[0])",
    "x[i] + math.log(x[0])",
    "(1 // n) * math.sqrt(x[0])",
    "x[i] + (math.log(x[0]) if x[2] > -9 else 2.0)",
    "{'a': x[i] + raising(x[0])}['a']",
    "x[i] + sum(raising(v) for v in x)",
    "(lambda a, b: b * a)(math.log(x[0]), x[i])",
)


@pytest.mark.parametrize("value", _VALUES)
def test_what_raises_first_is_caught(tmp_path, value):
    module = module_of(tmp_path, "caught", _HEAD.format("", f"out = {value}"))
    assert all(result(module.caught, x) for x in _POINTS)


@pytest.mark.parametrize("value", [one for one in _VALUES if "math" not in one])
def test_what_raises_first_is_raised(tmp_path, value):
    module = module_of(tmp_path, "raised", _HEAD.format(f"return float({value})", "0"))
    gradient = srcad.value_and_grad(module.f)
    for x in map(np.array, _POINTS):
        assert _raised(gradient, x) is _raised(module.f, x)


def _raised(function, x):
    """The class of what a function raises; None where it raises nothing."""
    try:
        function(x)
    except Exception as error:
        return type(error)
    return None


_IN_ORDER = """\
def f(x):
    i = 3 if x[0] < 0 else 7
    n = int(x[1] < 0)
    try:
        r = (lambda a, b: b * a)(x[i], 1 // n)
    except IndexError:
        r = x[2]
    except ZeroDivisionError:
        r = x[3] * 2
    return float(r * x[1])

def looped(x):
    i = 3 if x[0] < 0 else 7
    n = int(x[1] < 0)
    try:
        r = x[i] + (1 // n if x[2] > -9 else 2)
    except IndexError:
        r = x[2]
    except ZeroDivisionError:
        r = x[3] * 2
    return float(r * x[1])

def tested(x):
    i = 3 if x[0] < 0 else 7
    s, k = x[1], 0
    try:
        while x[i - k] + (x[k] // int(x[1] < 0) if x[2] > 0 else x[k]) < 1.0 and k < 3:
            k += 1
            s = s * x[0]
    except ZeroDivisionError:
        s = x[2]
    except IndexError:
        s = x[3]
    return float(s)
"""


@pytest.mark.parametrize("name", ["f", "looped", "tested"])
def test_where_handlers_wait_what_may_raise_stays_before_what_else_may(tmp_path, name):
    function = vars(module_of(tmp_path, "ordered", _IN_ORDER))[name]
    assert all(result(function, x) for x in _POINTS)


_CELLS = """\
import srcad

class Inner(srcad.nn.Cell):
    def construct(self, x, i, n):
        return x[i] + (1 // n if x[2] > -9 else 2)

class Outer(srcad.nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Inner()
        self.second = Inner()

    def construct(self, x):
        n = int(x[1] < 0)
        i = 3 if x[0] < 0 else 7
        try:
            r = self.first(x, i, n)
        except IndexError:
            r = x[2]
        except ZeroDivisionError:
            r = x[3] * 2
        return r * x[1] + self.second(x, 0, 1)
"""


def test_a_function_of_the_module_raises_in_order_for_who_calls_it(tmp_path):
    cell = module_of(tmp_path, "cells", _CELLS).Outer()
    x = np.array(_POINTS[0])
    out, _ = srcad.value_and_grad(cell)(srcad.Tensor(x))
    np.testing.assert_allclose(out.asnumpy(), x[2] * x[1] + x[0] + 1)


def test_what_raises_does_so_before_something_is_printed(tmp_path):
    text = _HEAD.format("return float(x[i] * shown(x[2]))", "0")
    gradient = srcad.value_and_grad(module_of(tmp_path, "printed", text).f)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        with pytest.raises(IndexError):
            gradient(np.array(_POINTS[0]))
        assert not printed.getvalue()
        gradient(np.array(_POINTS[1]))
    assert printed.getvalue() == "shown 2.1047\n"


_HOOK = """\
import srcad

def raising(g):
    if g[1] > 5:
        raise KeyError("above")
    return g

class Net(srcad.nn.Cell):
    def construct(self, x):
        def hook(g):
            return g[0][7] + raising(g[0])

        return (srcad.ops.HookBackward(hook)(x * 2) * x * x).sum()
"""


def test_a_hook_raises_in_order_in_the_backward_half(tmp_path):
    net = module_of(tmp_path, "hooked", _HOOK).Net()
    for x in ([1.0, 1.0], [1.0, 4.0]):
        with pytest.raises(IndexError):
            srcad.value_and_grad(net)(srcad.Tensor(np.array(x)))
