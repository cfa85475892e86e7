"""Partial derivatives, driven by the table: a new row is tested by being there."""

import math
import warnings

import numpy as np
import pytest

from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.primitives import PRIMITIVES
from tests.srcad.compiler.differentiate.vjp import (
    aval_of,
    check_primitive,
    function_of,
    vjp,
)

PARTIALS = {
    name: row.derivative
    for name, row in PRIMITIVES.items()
    # SciPy's are entered when they are called, and have rows of their own.
    if isinstance(row.derivative, tuple) and not row.library
}
OF_NUMBERS = {"float", "greatest", "least", "magnitude"}
ROWS = sorted(PARTIALS.keys() - OF_NUMBERS)

# Where complex numbers say the derivative.
ANALYTIC = {
    "add",
    "subtract",
    "multiply",
    "divide",
    "negative",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "square",
    "sin",
    "cos",
    "tan",
    "arcsin",
    "arccos",
    "arctan",
    "sinh",
    "cosh",
    "tanh",
    "arcsinh",
    "arccosh",
    "arctanh",
    "power",
    "sinc",
}
# Ranks 0 to 3, axes of size 1, axes of size 0.
SHAPES = [(), (1,), (3,), (2, 3), (1, 3), (2, 1, 2), (0,), (2, 0)]
PAIRS = [
    *((shape, shape) for shape in SHAPES),
    *[((), (3,)), ((3,), ()), ((3,), (2, 3)), ((2, 3), (3,)), ((1,), (3,))],
    *[((2, 1), (1, 3)), ((2, 3), (2, 1)), ((1, 1, 2), (2, 1)), ((0, 3), (3,))],
    *[((2, 0), (1,)), ((1,), (0,))],
]
# Tried in turn, until a primitive is finite (and has a derivative) all over one.
INTERVALS = [(-0.9, 0.9), (0.1, 0.9), (1.1, 3.0)]


def arity(name):
    return len(PARTIALS[name])


def interval(name):
    """Where a primitive is defined: its values are finite and not NaN."""
    for low, high in INTERVALS:
        points = np.linspace(low, high, 41)
        others = points[::-1] * 0.97
        args = (points, others)[: arity(name)]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if np.isfinite(PRIMITIVES[name].evaluate(*args)).all():
                return low, high
    raise AssertionError(f"{name} is finite in none of {INTERVALS}")


def draw(name, *shapes, dtype=np.float64):
    """Arguments in the primitive's domain, no two alike, none near 0."""
    low, high = interval(name)
    random = np.random.default_rng(3)
    arguments = []
    for shape in shapes:
        values = random.uniform(low, high, shape)
        values = np.where(np.abs(values) < 0.05, 0.07, values)
        arguments.append(np.asarray(values, dtype)[()])
    if name in ("maximum", "minimum", "fmax", "fmin"):
        arguments[1] = arguments[1] + np.asarray(0.013, dtype)
    return arguments


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", [row for row in ROWS if arity(row) == 1])
def test_of_one(name, shape):
    check_primitive(name, draw(name, shape), analytic=name in ANALYTIC)


@pytest.mark.parametrize("shapes", PAIRS, ids=str)
@pytest.mark.parametrize("name", [row for row in ROWS if arity(row) == 2])
def test_of_two(name, shapes):
    values = draw(name, *shapes)
    check_primitive(
        name, values, analytic=name in ANALYTIC, second=sum(map(len, shapes)) < 5
    )


def test_rows_of_more_than_two_would_not_be_tested():
    assert {arity(row) for row in ROWS} == {1, 2}


@pytest.mark.parametrize("shapes", PAIRS, ids=str)
@pytest.mark.parametrize("name", ["multiply", "divide", "arctan2"])
def test_named_sizes_that_turn_out_to_be_1_or_equal(name, shapes):
    check_primitive(name, draw(name, *shapes), named=True, second=False)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("name", ROWS)
def test_dtypes(name, dtype):
    """In a narrow dtype: that dtype, and the wide one's values but for rounding."""
    shapes = [(2, 3), (3,)][: arity(name)]
    wide = draw(name, *shapes)
    values = [np.asarray(value, dtype) for value in wide]
    wide = [np.asarray(value, np.float64) for value in values]
    out = PRIMITIVES[name].evaluate(*values)
    dout = np.ones(out.shape)
    found = []
    for args in (values, wide):
        joint = vjp(function_of(name, list(map(aval_of, args)), {}), [True] * len(args))
        found.append(run(joint, *args, dout.astype(args[0].dtype))[1:])
    for narrow, exact, value in zip(*found, values, strict=True):
        assert narrow.dtype == value.dtype
        assert narrow.shape == value.shape
        bound = {"float32": 1e-4, "float16": 6e-2}[dtype]
        scale = np.max(np.abs(exact))
        assert np.all(np.abs(narrow - exact) <= bound * scale), (narrow, exact)


@pytest.mark.parametrize("name", [row for row in ROWS if arity(row) == 2])
@pytest.mark.parametrize("pair", [("float32", "float64"), ("float64", "float32")])
def test_mixed_dtypes(name, pair):
    """Each cotangent has the dtype of its own argument."""
    values = [
        np.asarray(value, dtype)
        for value, dtype in zip(draw(name, (3,), (3,)), pair, strict=True)
    ]
    out = PRIMITIVES[name].evaluate(*values)
    joint = vjp(function_of(name, list(map(aval_of, values)), {}), [True, True])
    parts = run(joint, *values, np.ones_like(out))[1:]
    assert [str(part.dtype) for part in parts] == list(pair)


@pytest.mark.parametrize("name", [row for row in ROWS if arity(row) == 2])
def test_an_integer_beside_a_float(name):
    values = [np.array([2.3, 3.6]), np.array([2, 1])]
    if name in ("maximum", "minimum", "fmax", "fmin"):
        values[0] = values[0] - 1.5
    check_primitive(name, values)


def test_float_of_an_array_of_rank_zero():
    values = [np.float64(0.4)]
    joint = vjp(function_of("float", list(map(aval_of, values)), {}), [True])
    assert run(joint, *values, 2.5)[1] == 2.5


# ------------------------------------------------------------- at points that matter


def gradients(name, *values):
    values = [np.float64(value) for value in values]
    joint = vjp(function_of(name, list(map(aval_of, values)), {}), [True] * len(values))
    with np.errstate(all="ignore"):
        return [float(part) for part in run(joint, *values, np.float64(1.0))[1:]]


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        # The first takes all where the two are equal, as in MindSpore.
        ("maximum", (2.0, 2.0), [1.0, 0.0]),
        ("minimum", (2.0, 2.0), [1.0, 0.0]),
        ("fmax", (2.0, np.nan), [1.0, 0.0]),
        ("fmax", (np.nan, 2.0), [0.0, 1.0]),
        ("fmin", (2.0, np.nan), [1.0, 0.0]),
        ("fmin", (np.nan, 2.0), [0.0, 1.0]),
        ("absolute", (0.0,), [0.0]),
        ("multiply", (0.0, 3.0), [3.0, 0.0]),
        ("power", (2.0, 0.0), [0.0, np.log(2.0)]),
        ("power", (3.0, 1.0), [1.0, 3.0 * np.log(3.0)]),
        ("power", (0.0, 2.0), [0.0, 0.0]),
        ("power", (0.0, 1.0), [1.0, 0.0]),
        ("power", (0.0, 0.0), [0.0, 0.0]),
        ("remainder", (7.5, 2.0), [1.0, -3.0]),
        ("remainder", (-7.5, 2.0), [1.0, 4.0]),
        ("logaddexp", (1000.0, 1000.0), [0.5, 0.5]),
        ("logaddexp", (-1000.0, 1000.0), [0.0, 1.0]),
        ("hypot", (3.0, 4.0), [0.6, 0.8]),
        ("hypot", (0.0, 0.0), [0.0, 0.0]),
        ("hypot", (0.0, -2.0), [0.0, -1.0]),
        ("tanh", (400.0,), [0.0]),
        ("square", (0.0,), [0.0]),
    ],
)
def test_special_points(name, values, expected):
    found = gradients(name, *values)
    assert np.allclose(found, expected, rtol=1e-12, atol=0), found


@pytest.mark.parametrize("power", [0, 1, 2, 3])
def test_whole_powers_at_zero(power):
    """``x ** 2`` and its like have a derivative at 0, and no NaN comes of the rule."""
    x = np.array([0.0, -1.5])
    joint = vjp(
        function_of("power", [aval_of(x), aval_of(np.int64(power))], {}), [True, False]
    )
    with np.errstate(all="ignore"):
        (found,) = run(joint, x, np.int64(power), np.ones(2))[1:]
    expected = power * x ** max(power - 1, 0)
    assert np.array_equal(found, expected), found


@pytest.mark.parametrize("point", [0.0, 1e-9, 0.05, 0.0999, 0.1001, -0.3])
def test_sinc_near_zero(point):
    """The derivative of sin(pi x) / (pi x) by its series, to many digits."""
    powers = [
        (-1) ** k * np.pi ** (2 * k) / math.factorial(2 * k + 1) for k in range(25)
    ]
    value = np.array([point])
    first = sum(c * 2 * k * point ** (2 * k - 1) for k, c in enumerate(powers) if k)
    second = sum(
        c * 2 * k * (2 * k - 1) * point ** (2 * k - 2)
        for k, c in enumerate(powers)
        if k
    )
    joint = vjp(function_of("sinc", [aval_of(value)], {}), [True])
    assert np.allclose(run(joint, value, np.ones(1))[1], first, rtol=1e-12, atol=1e-15)
    again = vjp(joint, [True, False])
    found = run(again, value, np.ones(1), np.zeros(1), np.ones(1))[-1]
    assert np.allclose(found, second, rtol=1e-9)
