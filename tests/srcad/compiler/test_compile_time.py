"""What a compilation takes grows with the program, and not faster.

Counted are calls of functions, which are the same at each run; ``tools/compile_bench.py``
measures time.
"""

import math
import sys

import numpy as np
import pytest

from codegen.stages import Stages
from srcad.build import generate
from srcad.compiler import driver
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradient import call, modules
from tools.benchmarks.programs import FAMILIES, gradient_of

SIZES = {
    "straight_line": (40, 160),
    "appended_on_paths": (10, 40),
    "bound_on_a_path": (10, 40),
    "helper": (5, 20),
    "rows_written": (1, 3),
    "perceptron": (6, 24),
    "layers_of_arrays": (6, 24),
    "vision_transformer": (4, 16),
    "resnet": (8, 20),
}
# Each copy that writes need is put in by a pass of its own, over what has aliases.
MOST = {"rows_written": 1.3}
# Of blocks that are alike one is evaluated, differentiated and written.
MOST |= {"vision_transformer": 0.06, "resnet": 0.5}


def counted(function, args, monkeypatch) -> int:
    """How many functions are called by the compilation of a first gradient."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    def built(request, store):
        sys.setprofile(count)
        try:
            return generate(request, Stages())
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(call, "build", built)
    # Programs of one size are of one code.
    modules.MODULES.clear()
    modules.FAST_PATHS.clear()
    gradient_of(function)(*args)
    return calls


@pytest.mark.long
@pytest.mark.parametrize("name", SIZES)
def test_a_compilation_is_linear_in_the_size_of_the_program(name, monkeypatch):
    (family,) = (one for one in FAMILIES if one.name == name)
    small, large = SIZES[name]
    counted(*family.make(small), monkeypatch)  # what is read but once
    before, after = (counted(*family.make(n), monkeypatch) for n in (small, large))
    growth = math.log(after / before) / math.log(large / small)
    assert growth < MOST.get(name, 1.1)


PRICES = {}


def over_a_dict(x):
    total = 0.0
    for _, price in PRICES.items():
        total += price
    return np.sum(x) * total


@pytest.mark.long
def test_a_loop_over_a_dict_is_linear_in_its_length(monkeypatch):
    calls = []
    for size in (50, 50, 200):  # at first, what is read but once
        PRICES.update(enumerate(np.linspace(0.0, 1.0, size).tolist()))
        calls.append(counted(over_a_dict, (np.ones(3),), monkeypatch))
    assert calls[2] < 4 * calls[1]


@pytest.mark.parametrize("depth", [5, 10])
def test_all_sizes_that_are_related_are_found_by_one_lowering(depth, monkeypatch):
    """Those of each layer are one another's, and the first of each bias is 1: the first
    lowering ends there."""
    lowered = []
    lower = driver._lower

    def counted_lower(request, sizes):
        lowered.append(request)
        return lower(request, sizes)

    monkeypatch.setattr(driver, "_lower", counted_lower)
    (family,) = (one for one in FAMILIES if one.name == "layers_of_arrays")
    counted(*family.make(depth), monkeypatch)
    assert len(lowered) == 3


def multiplied(x, y):
    return np.sum(np.sin(x) * y)


def compared(x, y):
    return np.sum(np.sin(x) * y) if x.shape == y.shape else np.sum(x)


@pytest.mark.parametrize(("function", "count"), [(multiplied, 1), (compared, 2)])
def test_sizes_of_inputs_that_are_one_another(function, count, monkeypatch):
    """Both have one name; where the program compares them, the answer is known."""
    requests = []
    lower = driver._lower

    def counted_lower(request, sizes):
        requests.append(request)
        return lower(request, sizes)

    monkeypatch.setattr(driver, "_lower", counted_lower)
    inputs = (("x", parse_aval("float64[n]")), ("y", parse_aval("float64[m]")))
    hints = (("n", 2), ("m", 2))
    request = Request(function, inputs, None, "f", hints=hints)
    text = generate(request, Stages()).text
    assert len(requests) == count
    assert '"inputs": {"x": (float64, ("n",)), "y": (float64, ("n",))}' in text
    assert "x_condition" not in text
    assert "unbroadcast" not in text
