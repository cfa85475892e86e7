"""What a compilation takes grows with the program, and not faster.

Counted are calls of functions, which are the same at each run; ``tools/compile_bench.py``
measures time.
"""

import math
import sys

import pytest

from codegen.stages import Stages
from srcad.build import generate
from srcad.compiler import driver
from srcad.gradient import call, modules
from tools.benchmarks.programs import FAMILIES, gradient_of

SIZES = {
    "straight_line": (40, 160),
    "helper": (5, 20),
    "rows_written": (1, 3),
    "perceptron": (6, 24),
    "layers_of_arrays": (6, 24),
}
# Each copy that writes need is put in by a pass of its own, over what has aliases.
MOST = {"rows_written": 1.3}


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


def test_all_sizes_that_are_related_are_found_by_one_lowering(monkeypatch):
    """Those of each layer are one another's, and the first of each bias is 1."""
    lowered = []
    lower = driver._lower

    def counted_lower(request, sizes):
        lowered.append(request)
        return lower(request, sizes)

    monkeypatch.setattr(driver, "_lower", counted_lower)
    (family,) = (one for one in FAMILIES if one.name == "layers_of_arrays")
    counted(*family.make(5), monkeypatch)
    assert len(lowered) == 2
