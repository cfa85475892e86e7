"""Rules that are functions: shapes, joining, products of matrices, reductions.

A rule without examples, and without a call in ``numpy_rows``, fails.
"""

import inspect

import numpy as np
import pytest

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sizes import ShapeError
from tests.srcad.compiler.differentiate.examples import EXAMPLES
from tests.srcad.compiler.differentiate.vjp import (
    aval_of,
    check_primitive,
    function_of,
    vjp,
)
from tests.srcad.compiler.evaluate.all_rows import ROWS
from tests.srcad.compiler.evaluate.library import test_cmath, test_math_functions
from tests.srcad.compiler.evaluate.scipy import test_matrix_logarithms
from tests.srcad.compiler.simplify import test_sinking

BPROPS = {name for name, row in PRIMITIVES.items() if callable(row.derivative)}


def test_every_rule_is_tried():
    """Here, or by a call that finite differences are taken of."""
    assert set(EXAMPLES) <= BPROPS
    called = {word for row in ROWS for word in row.function.__code__.co_names}
    others = BPROPS - set(EXAMPLES)
    # Those of numbers of Python have derivatives that are known.
    of_numbers = {name for name in others if name.startswith("math.")}
    tried = inspect.getsource(test_math_functions)
    assert all(f'"{name[5:]}"' in tried or name in tried for name in of_numbers)
    of_complex = {name for name in PRIMITIVES if name.startswith("cmath.")}
    assert of_complex == {f"cmath.{one.__name__}" for one in test_cmath.ANALYTIC}
    others -= of_numbers
    tried = inspect.getsource(test_sinking)
    assert " max(" in tried
    assert " min(" in tried
    others -= {"greatest", "least"}
    # Its last digits differ from call to call.
    assert "logm" in test_matrix_logarithms.logarithm.__code__.co_names
    others -= {"linalg.logm"}
    words = {(PRIMITIVES[name].function or name).split(".")[-1] for name in others}
    assert words <= called


def label(value):
    return str(np.shape(value)) if isinstance(value, np.ndarray) else str(value)


TRIED = [
    pytest.param(name, values, attributes, id=f"{name}-{k}")
    for name, cases in sorted(EXAMPLES.items())
    for k, (values, attributes) in enumerate(cases)
]


def shaped(name, values):
    """The arguments, with shapes as arguments that are no arrays."""
    return list(values)


@pytest.mark.parametrize(("name", "values", "attributes"), TRIED)
def test_against_finite_differences(name, values, attributes):
    if name in WITH_A_SHAPE:
        check_with_a_shape(name, values, attributes)
    else:
        check_primitive(name, values, attributes, second=np.size(values[0]) < 7)


NAMED = {
    *("matmul", "sum", "max", "where", "concatenate", "mean", "repeat", "tile", "roll"),
    *("tril", "diag", "trace", "cumprod", "pad", "inv", "det"),
}


@pytest.mark.parametrize(
    ("name", "values", "attributes"),
    [param for param in TRIED if param.values[0] in NAMED],
)
def test_named_sizes(name, values, attributes):
    """Nothing is known of the sizes but their names."""
    check_primitive(name, values, attributes, named=name != "concatenate", second=False)


# LAPACK has no half precision.
LINEAR_ALGEBRA = {"inv", "det", "solve", "cholesky"}


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"full", "astype", "linspace"}))
def test_dtypes(name, dtype):
    """A cotangent has the dtype of what it is the cotangent of."""
    if name in LINEAR_ALGEBRA and dtype == "float16":
        with pytest.raises(ShapeError, match="float16"):
            function_of(name, [Aval(dtype, (2, 2)), Aval(dtype, (2,))], {})
        return
    values, attributes = next(case for case in EXAMPLES[name] if np.ndim(case[0][0]))
    if name in WITH_A_SHAPE:
        values = values[:1]
    values = [v.astype(dtype) if v.dtype.kind == "f" else v for v in values]
    function = made(name, values, EXAMPLES[name], attributes)
    wrt = [value.dtype.kind == "f" for value in values]
    aval = function.body.results[0].aval
    assert aval.dtype == dtype
    shape = tuple(aval.shape)
    parts = run(vjp(function, wrt), *values, np.ones(shape, dtype))[1:]
    assert {part.dtype.name for part in parts} == {dtype}


# ------------------------------------------------------------ primitives with a shape

WITH_A_SHAPE = {"reshape", "broadcast_to", "unbroadcast", "full"}


def made(name, values, cases, attributes):
    if name not in WITH_A_SHAPE:
        return function_of(name, list(map(aval_of, values)), attributes)
    shape = next(case[0][1] for case in cases if np.ndim(case[0][0]))
    return with_a_shape(name, values[0], shape, attributes)


def with_a_shape(name, value, shape, attributes):
    """``lambda x: primitive(x, shape)`` for a shape that is known."""
    from srcad.compiler.ir.builder import Builder
    from srcad.compiler.ir.types import Function, Lit, Value

    builder = Builder()
    param = Value(aval_of(value), "x", named=True)
    target = builder.emit("make_shape", *map(Lit, shape))
    args = (target, param) if name == "full" else (param, target)
    result = builder.emit(name, *args, **attributes)
    return Function(name, builder.block((param,), (result,)), 1)


def check_with_a_shape(name, values, attributes):
    from tests.srcad.compiler.differentiate.vjp import check_function

    shape, value = values if name == "full" else values[::-1]
    function = with_a_shape(name, value, shape, attributes)
    check_function(function, [value])
    check_function(
        vjp(function, [True]), [value, np.ones_like(run(function, value)[0])]
    )


# -------------------------------------------------------------- at points that matter


def gradient(name, value, **attributes):
    function = function_of(name, [aval_of(value)], attributes)
    out = run(function, value)[0]
    return run(vjp(function, [True]), value, np.ones_like(out))[1]


def test_equal_extrema_share_the_cotangent():
    value = np.array([[2.0, 5.0, 5.0], [1.0, 1.0, 1.0]])
    largest = gradient("max", value, axis=(1,), keepdims=False)
    assert largest.tolist() == [[0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]]
    smallest = gradient("min", value, axis=(0, 1), keepdims=False)
    assert smallest.tolist() == [[0, 0, 0], [1 / 3, 1 / 3, 1 / 3]]


@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_a_product_with_zeros(zeros):
    value = np.array([2.0, 3.0, 4.0])
    value[:zeros] = 0
    expected = [np.prod(np.delete(value, k)) for k in range(3)]
    found = gradient("prod", value, axis=(0,), keepdims=False)
    assert found.tolist() == expected


def test_where_keeps_nan_of_the_other_side_out():
    """``where(x > 0, log(x), 0)`` has the derivative 0 where x is below 0."""
    from srcad.compiler.ir.builder import Builder
    from srcad.compiler.ir.types import Function, Lit, Value

    builder = Builder()
    param = Value(aval_of(np.zeros(2)), "x")
    inside = builder.emit("greater", param, Lit(0))
    result = builder.emit(
        "where", inside, builder.emit("multiply", param, param), Lit(0.0)
    )
    function = Function("f", builder.block((param,), (result,)), 1)
    found = run(vjp(function, [True]), np.array([3.0, -1.0]), np.array([1.0, np.nan]))[
        1
    ]
    assert found.tolist() == [6.0, 0.0]
