"""What is computed without a look for cycles, and on one chunk of frames."""

import gc
import resource

import pytest

from codegen.undisturbed import undisturbed


def leaf(*, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0, m=0, n=0, o=0):
    """A frame that is larger than that of what calls it."""


def calls_below(depth):
    """The pages that a loop of calls asks the system for, so many frames below."""
    if depth:
        return calls_below(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(100):
        leaf()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_no_depth_is_a_bad_one():
    # Somewhere a chunk ends, and each of the calls would ask for the next one.
    assert max(undisturbed(calls_below, depth) for depth in range(300)) < 50


def test_the_collector_is_as_it_was():
    seen = []
    assert undisturbed(lambda a, b: seen.append(gc.isenabled()) or a + b, 1, 2) == 3
    assert seen == [False]
    assert gc.isenabled()
    gc.disable()
    try:
        undisturbed(leaf)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_an_error_goes_through():
    def fails():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        undisturbed(fails)
    assert gc.isenabled()
