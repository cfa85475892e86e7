"""dtype promotion in eager code and in generated code: one table, the same answers.

Every pair of dtypes, Tensor with Tensor, with Parameter and with a Python number, in
every operator. That the eager answers are MindSpore's was looked up in MindSpore 2.10,
pair by pair; tests/srcad/test_dtypes.py has the rules.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import default_store

DTYPES = (
    *("bool", "uint8", "int8", "int16", "int32", "int64"),
    *("float16", "float32", "float64"),
)
NUMBERS = (True, 2, 2.5)
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))
    default_store.cache_clear()
    yield
    default_store.cache_clear()


def array(dtype: str) -> np.ndarray:
    return np.array([1, 1] if dtype == "bool" else [3, 2]).astype(dtype)


class Pairs(nn.Cell):
    """One operator on everything that a Tensor of one dtype can meet."""

    def __init__(self, function: Callable[[Any, Any], Any], refused: set[str]):
        super().__init__()
        self.function = function
        self.refused = refused
        for dtype in DTYPES:
            setattr(self, f"p_{dtype}", Parameter(Tensor(array(dtype)), f"p_{dtype}"))
        self.constant = Tensor(array("float16"))

    def meet(self, key, left, right):
        return () if key in self.refused else (self.function(left, right),)

    def construct(self, t, others, x):
        results = ()
        for dtype in DTYPES:
            parameter = getattr(self, f"p_{dtype}")
            results = results + self.meet(f"t {dtype}", t, others[dtype])
            results = results + self.meet(f"{dtype} t", others[dtype], t)
            results = results + self.meet(f"t p {dtype}", t, parameter)
        results = results + self.meet("constant", t, self.constant)
        for number in NUMBERS:
            results = results + self.meet(f"t {number}", t, number)
            results = results + self.meet(f"{number} t", number, t)
        return results, x * 1


def refused_eagerly(function: Callable[[Any, Any], Any], dtype: str) -> set[str]:
    """The pairs that an eager call refuses with a TypeError."""
    t, refused = Tensor(array(dtype)), set()
    pairs: dict[str, tuple[Any, Any]] = {"constant": (t, Tensor(array("float16")))}
    for other in DTYPES:
        right = Tensor(array(other))
        pairs |= {f"t {other}": (t, right), f"{other} t": (right, t)}
        pairs[f"t p {other}"] = (t, Parameter(right, "p"))
    for number in NUMBERS:
        pairs |= {f"t {number}": (t, number), f"{number} t": (number, t)}
    for key, (left, right) in pairs.items():
        try:
            function(left, right)
        except TypeError:
            refused.add(key)
            with pytest.raises((CompileError, TypeError)):
                srcad.grad(lambda x, a, b: (function(a, b), x))(
                    Tensor([1.0]), left, right
                )
    return refused


# One of each kind: of numbers of any dtype, of floats, with bools refused, of truths.
QUICK = ("+", "/", "**", "<")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.long)
        for name in OPERATORS
    ],
)
def test_a_pair_has_the_same_dtype_compiled(name: str, dtype: str):
    function = OPERATORS[name]
    net = Pairs(function, refused_eagerly(function, dtype))
    others = {other: Tensor(array(other)) for other in DTYPES}
    t, x = Tensor(array(dtype)), Tensor(np.array([1.0], np.float32))
    eager, _ = net(t, others, x)
    (found, _), _ = srcad.value_and_grad(net, 2)(t, others, x)
    assert len(found) == len(eager) > 20
    assert [r.dtype for r in found] == [r.dtype for r in eager]
    for have, want in zip(found, eager, strict=True):
        np.testing.assert_allclose(have.asnumpy(), want.asnumpy(), rtol=1e-6)


def test_bools_as_mindspore_has_them():
    """From MindSpore 2.10: ``//`` of bools is a bool, ``%`` and ``**`` are refused."""
    true = Tensor([True])
    assert (true // true).dtype == (true * true).dtype == srcad.bool_
    assert (true / true).dtype == srcad.float32
    for function in (OPERATORS["%"], OPERATORS["**"]):
        with pytest.raises(TypeError, match="bool"):
            function(true, true)
        assert function(true, 2).dtype == srcad.int64
