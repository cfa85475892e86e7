"""What a function reads of the world: noticed, or refused, also inside of helpers."""

import collections
import functools
import os
import subprocess
import sys
import time
import types
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES

X = np.array([1.0, 2.0, 3.0])
ITERATOR = iter([1.0, 2.0])
GENERATOR = (value for value in [1.0, 2.0])


def length_of_this_file():
    with open(__file__) as file:
        return len(file.read())


def now():
    return time.perf_counter()


def text():
    return Path(__file__).read_text()


WORLDLY = {
    "a file": lambda x: (x * length_of_this_file()).sum(),
    "the clock": lambda x: (x * now()).sum(),
    "a path": lambda x: (x * len(text())).sum(),
    "an iterator": lambda x: (x * next(ITERATOR)).sum(),
    "a generator": lambda x: (x * sum(GENERATOR)).sum(),
    "the random state of NumPy": lambda x: (x * np.random.normal()).sum(),
    "an address": lambda x: (x * id(X)).sum(),
}


@pytest.mark.parametrize("what", WORLDLY)
def test_what_differs_from_call_to_call_is_refused(what):
    with pytest.raises(CompileError) as caught:
        srcad.grad(WORLDLY[what])(X)
    assert "SRC025" in {one.code for one in caught.value.diagnostics}


def test_variables_of_the_environment(monkeypatch):
    def function(x):
        return (x * float(os.environ.get("SRCAD_TEST_SCALE", "1"))).sum()

    gradient = srcad.grad(function)
    assert gradient(X).tolist() == [1.0] * 3
    for value in ("2.5", "4"):
        monkeypatch.setenv("SRCAD_TEST_SCALE", value)
        assert gradient(X).tolist() == [float(value)] * 3
    monkeypatch.delenv("SRCAD_TEST_SCALE")
    assert gradient(X).tolist() == [1.0] * 3


def test_no_method_of_the_users_runs_while_compiling():
    ran = []

    class Value:
        def __init__(self, number):
            self.number = number

        def __getattr__(self, name):
            ran.append(name)
            raise KeyError(name)

    value = Value(2.0)
    assert srcad.grad(lambda x: (x * value.number).sum())(X).tolist() == [2.0] * 3
    assert ran == []


def test_a_cached_property_is_that_of_the_object():
    class Holder:
        def __init__(self):
            self.number = 2.0

        @functools.cached_property
        def twice(self):
            return 2 * self.number

    holder = Holder()
    gradient = srcad.grad(lambda x: (x * holder.twice).sum())
    assert gradient(X).tolist() == [4.0] * 3
    holder.number = 5.0
    assert gradient(X).tolist() == [10.0] * 3
    assert holder.twice == 10.0
    holder.number = 1.0
    assert gradient(X).tolist() == [10.0] * 3


def test_static_functions_run_once():
    calls = []

    @srcad.static
    def table(count):
        calls.append(count)
        return tuple(float(k) ** 2 for k in range(count))

    gradient = srcad.grad(lambda x: (x * table(3)[2]).sum())
    assert [gradient(X).tolist() for _ in range(3)] == [[4.0] * 3] * 3
    assert calls == [3]
    with pytest.raises(TypeError, match="static marks a function"):
        srcad.static(3)


def test_a_static_method_of_what_holds_run_time_values_is_read():
    class Scale:
        def __init__(self, factor):
            self.factor = factor

        @srcad.static
        def times(self, count):
            return self.factor * count

    gradient = srcad.grad(lambda x: Scale(x.sum()).times(3) * x)
    assert gradient(X).tolist() == [6 * X.sum().item()] * 3


@pytest.mark.parametrize(
    ("before", "after"),
    [(0.0, -0.0), (1, 1.0), (True, 1), (1.0, np.float32(1.0)), (2.0, float("nan"))],
)
def test_numbers_are_told_apart_as_python_does(before, after):
    class Holder:
        pass

    holder = Holder()

    def function(x):
        return (np.arctan2(holder.number, -x) * x).sum()

    gradient = srcad.grad(function)
    for number in (before, after, before):
        holder.number = number
        with np.errstate(all="ignore"):
            expected = srcad.grad(lambda x, n=number: (np.arctan2(n, -x) * x).sum())(X)
            np.testing.assert_array_equal(gradient(X), expected)
            assert gradient(X).dtype == expected.dtype


def test_the_keys_of_a_dict_may_be_tuples():
    table = {(1, 2): 3.0}
    gradient = srcad.grad(lambda x: (x * table[1, 2]).sum())
    assert gradient(X).tolist() == [3.0] * 3
    table.clear()
    table[2, 2] = 3.0
    with pytest.raises(CompileError):
        gradient(X)


def variants():
    """The modules in use, one for each time that something was compiled."""
    return [module for modules in MODULES.values() for module in modules]


def test_what_a_view_of_a_dict_shows():
    MODULES.clear()
    held = {"a": 2.0, "w": np.arange(1.0, 4.0)}
    view = types.MappingProxyType(held)
    gradient = srcad.grad(lambda x: (x * view["a"] * view["w"]).sum())
    for _ in range(3):
        assert gradient(X).tolist() == [2.0, 4.0, 6.0]
    assert len(variants()) == 1
    held["a"] = 5.0
    assert gradient(X).tolist() == [5.0, 10.0, 15.0]
    held["w"] = np.ones(3)  # another array of its kind: an input, nothing is compiled
    assert gradient(X).tolist() == [5.0] * 3
    assert len(variants()) == 2


def test_the_order_of_an_ordered_dict():
    MODULES.clear()
    table = collections.OrderedDict(a=1.0, b=2.0)
    gradient = srcad.grad(lambda x: (x * next(iter(table.values()))).sum())
    for _ in range(3):
        assert gradient(X).tolist() == [1.0] * 3
    assert len(variants()) == 1
    table.move_to_end("a")
    assert gradient(X).tolist() == [2.0] * 3


def test_arrays_in_an_ordered_dict_keep_its_order():
    table = collections.OrderedDict(a=np.ones(3), b=np.arange(3.0))
    table.move_to_end("a")
    gradient = srcad.grad(lambda x: (x * next(iter(table.values()))).sum())
    assert gradient(X).tolist() == [0.0, 1.0, 2.0]
    table.move_to_end("b")
    assert gradient(X).tolist() == [1.0] * 3


OPTIMIZED = """
import numpy as np, srcad
def function(x):
    scale = 3.0 if __debug__ else 2.0
    assert (scale := scale + 1.0)
    return np.sum(x) * scale
print(srcad.grad(function)(np.ones(2))[0], function(np.ones(1)))
"""


def test_without_assertions(tmp_path):
    """`python -O` has another program, with one store."""
    (tmp_path / "program.py").write_text(OPTIMIZED)
    variables = {**os.environ, "SRCAD_CACHE_DIR": str(tmp_path / "store")}
    for flags, number in ((), "4.0"), (("-O",), "2.0"), ((), "4.0"):
        command = [sys.executable, *flags, "program.py"]
        said = subprocess.check_output(command, cwd=tmp_path, env=variables, text=True)
        assert said.split() == [number, number]
