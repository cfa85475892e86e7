"""Results are those of the program: their dtypes, and which of several they are."""

import math

import numpy as np
import pytest

import srcad
from srcad import grad, value_and_grad
from srcad.compiler.diagnostics.errors import CompileError

X = np.array([0.5, -1.5, 2.0])
ROWS = np.arange(6, dtype=np.uint8).reshape(2, 3)

PROGRAMS = {
    "max of a float32 and a number": (lambda x: max(x.sum(), 0.3), X[:2]),
    "min of a float32 and an int": (lambda x: min(x.sum(), 0), X),
    "max of no elements and a number": (lambda x: max(x.sum(), 0.3), X[:0]),
    "max of three": (lambda x: max(x[0], 0.75, x[1]) * x[2], X),
    "max of what is 0 and 0.0": (lambda x: max(x[0] * 0, 0.0), X),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_extreme_has_the_type_of_what_it_is(name, dtype):
    function, x = PROGRAMS[name]
    x = x.astype(dtype)
    out, dx = value_and_grad(function)(x)
    expected = function(x)
    assert (type(out), out) == (type(expected), expected)
    assert dx.dtype == x.dtype


@pytest.mark.parametrize("order", [(np.nan, 1.0), (1.0, np.nan)], ids=["first", "last"])
def test_an_extreme_keeps_the_first_where_nothing_is_greater(order):
    for function in (lambda x, y: max(x, y) * 2.0, lambda x, y: min(x, y) * 2.0):
        out, (dx, dy) = value_and_grad(function, (0, 1))(*order)
        np.testing.assert_equal(out, function(*order))
        assert (dx, dy) == (2.0, 0.0)


NARROW = {
    "sum of rows": (lambda k, y: sum(k) * y, (ROWS, 1.5)),
    "sum of a vector": (lambda k, y: sum(k) * y, (ROWS[0].astype(np.int32), 1.5)),
    "cube of bools": (lambda k, y: k**3 * y, (X > 0, 2.0)),
    "square of ints by a float": (lambda k, y: k**2.0 * y, (ROWS, 2.0)),
    "greater of an int and a float": (lambda k, y: max(k.sum(), 0.3) * y, (ROWS, 2.0)),
}


@pytest.mark.parametrize("name", NARROW)
def test_integers_stay_as_wide_as_they_are(name):
    function, arguments = NARROW[name]
    out, dy = value_and_grad(function, 1)(*arguments)
    expected = np.asarray(function(*arguments))
    assert np.asarray(out).dtype == expected.dtype
    np.testing.assert_array_equal(out, expected)
    step = 1e-6
    beside = function(arguments[0], arguments[1] + step)
    np.testing.assert_allclose(dy, (np.sum(beside) - np.sum(expected)) / step, 1e-5)


def test_the_integers_of_a_sum_wrap_around():
    k = np.full((2, 2), 200, np.uint8)
    out, _ = value_and_grad(lambda k, y: (sum(k), y), 1)(k, 1.0)
    assert out[0].tolist() == [144, 144]


def test_a_product_with_a_number_has_the_dtype_of_both():
    x = X.astype(np.float32)
    for function in (np.dot, np.inner):
        out, (dx, dy) = value_and_grad(lambda a, b, f=function: f(a, b), (0, 1))(x, 1.1)
        expected = function(x, 1.1)
        assert (out.dtype, expected.dtype) == (np.float64, np.float64)
        np.testing.assert_array_equal(out, expected)
        assert dx.dtype == np.float32
        np.testing.assert_allclose(dy, x.sum())


def test_a_power_of_small_integers_is_differentiated_in_full():
    k = np.array([1, 2, 100], np.int8)
    dy = grad(np.power, 1)(k, 1.25)
    np.testing.assert_allclose(
        dy, np.sum(k**1.25 * np.log(k.astype(float))), rtol=1e-12
    )


def test_a_power_by_bools():
    dx = grad(np.power)(X, X > 0)
    assert dx.tolist() == [1.0, 0.0, 1.0]


def test_an_angle_beside_small_integers():
    k = np.array([100, 120], np.int8)
    dx = grad(np.arctan2)(X[:2], k)
    wide = k.astype(float)
    np.testing.assert_allclose(dx, wide / (X[:2] ** 2 + wide**2), rtol=1e-12)


WHOLE = {
    "a place": np.argmax,
    "a comparison": lambda x: x > 0,
    "a cast": lambda x: x.astype(int),
    "several": lambda x: (np.argmin(x), [x < 0, 1]),
}


@pytest.mark.parametrize("name", WHOLE)
def test_integers_have_no_gradient(name):
    function = WHOLE[name]
    with pytest.raises(
        CompileError, match=r"returns (int64|bool).* has no gradient"
    ) as e:
        grad(function)(X)
    assert e.value.diagnostics[0].code == "SRC022"
    with pytest.raises(CompileError, match="has no gradient"):
        grad(lambda x: np.sum(grad(function)(x)) + x.sum())(X)


def test_integers_beside_floats_and_constants_have_gradients():
    assert grad(lambda x: (np.argmax(x), x.sum()))(X).tolist() == [1.0, 1.0, 1.0]
    assert grad(lambda x: 3)(X).tolist() == [0.0, 0.0, 0.0]
    assert grad(np.floor)(X).tolist() == [0.0, 0.0, 0.0]


def test_an_array_of_no_elements():
    x = X * 1.0
    for function in (
        lambda x: np.array([v * v for v in x if v > 10.0]).sum() + x.sum(),
        lambda x: np.sum([v * v for v in x if v > 10.0]) + x.sum(),
    ):
        out, dx = value_and_grad(function)(x)
        assert (out, dx.tolist()) == (1.0, [1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="at least one array"):
        grad(lambda x: np.stack([v * v for v in x if v > 10.0]).sum())(x)


def test_a_number_that_becomes_an_array_in_a_loop():
    def grown(x):
        total = 0.5
        for k in range(len(x)):
            total = total + x[k : k + 1] * total
        return total

    out, dx = value_and_grad(grown)(X)
    np.testing.assert_allclose(out, 0.5 * np.prod(1 + X, keepdims=True))
    np.testing.assert_allclose(dx, out / (1 + X))


def test_a_root_of_zero_that_nothing_is_differentiated_by():
    def roots(x):
        total = 0.0
        for value in x:
            total = total**0.5 + value
        return total

    with np.errstate(divide="ignore"):
        out, dx = value_and_grad(roots)(np.array([2.0, 3.0]))
    assert out == roots([2.0, 3.0])
    np.testing.assert_allclose(dx, [0.5 * 2.0**-0.5, 1.0])
    with np.errstate(divide="ignore"):
        assert grad(lambda x: x**0.5)(0.0) == np.inf


@pytest.mark.parametrize(
    "function",
    [
        *(lambda x: np.sum(x) / 0, lambda x: x / 0.0, lambda x: np.mean(x) / -0.0),
        *(lambda x: np.divide(x, 0), lambda x: np.where(x > 0.0, x / 0, x)),
    ],
)
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_what_is_divided_by_a_known_zero_is_as_in_numpy(function, kind):
    x = X.astype(kind)
    with np.errstate(all="ignore"):
        out, slope = value_and_grad(function)(x)
        np.testing.assert_array_equal(out, function(x))
    assert slope.dtype == kind
    # Infinite with a sign, or no number: never one that is finite.
    assert not np.isfinite(slope[[0, 2]]).any()


def test_a_number_of_python_that_is_divided_by_zero_raises():
    with pytest.raises(ZeroDivisionError):
        grad(lambda x: x / 0)(2.0)


def inverse(v):
    return v**-1.0, v * 2.0


def unread(x):
    (x * 0.0) ** -1
    return x * x


def unread_in_a_loop(x):
    total = x
    for _ in range(int(x.shape[0])):
        other = (x * 0.0) ** -2.0  # noqa: F841
        total = total * x
    return total


def unread_in_structures(x):
    both = {"a": (x * 0.0) ** -1, "b": x}
    pairs = [((v * 0.0) ** -1, v * v) for v in x]
    return both["b"] * sum(square for _, square in pairs)


def unread_of_a_function(x):
    _, twice = inverse(x * 0.0)
    return twice + x**3


def unread_on_a_path(x):
    if x.sum() > 0:
        y = (x * 0.0) ** -1  # noqa: F841
    return x * x


@pytest.mark.parametrize(
    "function",
    [
        *(unread, unread_in_a_loop, unread_in_structures),
        *(unread_of_a_function, unread_on_a_path),
    ],
)
@pytest.mark.parametrize("kind", [np.asarray, srcad.Tensor])
def test_zero_to_a_negative_power_that_nobody_reads(function, kind):
    with np.errstate(divide="ignore"):
        given = np.asarray(grad(function)(kind(X)))
        steps = [
            (function(X + h).sum() - function(X - h).sum()) / 2e-6
            for h in 1e-6 * np.eye(3)
        ]
    np.testing.assert_allclose(given, steps, rtol=1e-5, atol=1e-5)


def test_an_array_of_a_loop_that_is_as_long_as_the_loop_says():
    def last(x):
        for _ in range(3):
            positive = np.array([value * value for value in x if value > 0.0])
        return positive.sum()

    assert grad(last)(X).tolist() == [1.0, 0.0, 4.0]


def test_a_place_that_only_some_paths_return_is_no_float():
    def first_pair(x):
        for i in range(len(x)):
            for j in range(i):
                if x[i] * x[j] > 0.2:
                    return x[i] * x[j] * x.sum()
            for j in range(i):
                if x[i] * x[j] < -9.0:
                    return j
        return x[0] * 2.0

    with pytest.raises(CompileError, match="different on the two paths"):
        grad(first_pair)(X)


n = 5.0


def of_the_module(x):
    y = n * x  # noqa: F823
    n = 3.0  # noqa: F841
    return y


def of_the_function_around(x):
    n = 2.0

    def counted():
        n += 1.0  # noqa: F823
        return n

    return x * counted()


def in_a_loop(x):
    n, total = 0.0, x.sum()

    def grow():
        n += 1.0  # noqa: F823, F841

    while total < 30.0:
        total = total * 1.5 + 1.0
        grow()
    return total * x * n


def deleted(x):
    n = 2.0

    def forget():
        del n  # noqa: F821

    forget()
    return x * n


@pytest.mark.parametrize(
    "function", [of_the_module, of_the_function_around, in_a_loop, deleted]
)
def test_a_name_that_is_bound_later_is_no_other_name(function):
    with pytest.raises(UnboundLocalError):
        function(X)
    with pytest.raises(CompileError, match="the name `n` is not bound here"):
        grad(function)(X)


def test_a_comprehension_binds_no_name_of_the_function():
    k = 2.0

    def function(x):
        first = sum(k * v for k, v in enumerate(x))
        return first * k

    assert grad(function)(X).tolist() == [0.0, 2.0, 4.0]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x[x[0] > 0, None].sum() * x,
        lambda x: x[True, 0] * x,
        lambda x: math.sin(x[0])[x[0] > 0] * x,
    ],
)
def test_one_truth_beside_others_or_of_a_number_is_refused(function):
    with pytest.raises(CompileError, match="one truth as an index"):
        grad(function)(X)


@pytest.mark.parametrize(
    "place",
    [lambda x: x > 0.0, lambda x: [0, 1], lambda x: slice(1, 3), lambda x: x[0] > -9.0],
    ids=["mask", "places", "slice", "truth"],
)
def test_integers_that_floats_are_added_to_in_place(place):
    """NumPy raises for what is an array; a number is replaced, and cast."""

    def program(x):
        counts = (x * 3.0).astype(int)
        counts[place(x)] += 2.7
        return counts * x

    with pytest.raises(TypeError):
        program(X)
    with pytest.raises(CompileError, match="float64 cannot be put into an array"):
        grad(program)(X)

    def of_one(x):
        counts = (x * 3.0).astype(int)
        counts[0] += 2.7
        return counts * x

    out, _ = value_and_grad(of_one)(X)
    np.testing.assert_array_equal(out, of_one(X))


def test_a_rounded_number_is_an_integer_of_python():
    def written(x):
        found = np.zeros_like(x)
        for k in range(round(x.shape[0])):
            found[k] = x[k] * round(x[0] * 4.2)
        return found, round(x.sum())

    (out, whole), dx = value_and_grad(written)(X)
    assert (type(whole), whole) == (int, 1)
    assert out.tolist() == [1.0, -3.0, 4.0]
    assert dx.tolist() == [2.0, 2.0, 2.0]


class Given:
    """No array."""


def a_class(x):
    return Given


def a_class_out_of_a_loop(x):
    while True:
        return Given


def a_class_on_one_path(x):
    for i in range(3):
        if x[i] > 0:
            return Given
    return Given


@pytest.mark.parametrize(
    "program", [a_class, a_class_out_of_a_loop, a_class_on_one_path]
)
def test_a_class_is_no_result(program):
    with pytest.raises(CompileError, match="returns a function"):
        grad(program)(np.array([0.5, -1.0, 2.0]))


BOOLS = {
    "bool": lambda x: bool(x[0] > 0),
    "bool of a number": lambda x: bool(x[0]),
    "bool of both": lambda x: bool(x[0] > 0 and x[1] > 0),
    "bool of any": lambda x: bool(np.any(x > 1)),
    "by a path": lambda x: bool(x[1] > 0) if x[0] > 0 else False,
    "not": lambda x: not x[0],
    "of Python's numbers": lambda x: float(x[0]) > 0,
    "one of NumPy's": lambda x: x[0] > 0,
}


@pytest.mark.parametrize("name", BOOLS)
def test_a_bool_is_one_of_python_or_of_numpy(name):
    made = BOOLS[name]
    function = value_and_grad(lambda x: (x.sum(), made(x)), has_aux=True)
    for x in (X, -X):
        (_, out), _ = function(x)
        assert type(out) is type(made(x))
        assert out == made(x)
