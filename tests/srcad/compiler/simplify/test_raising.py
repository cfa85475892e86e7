"""What NumPy raises, the module raises too, though nobody reads the result."""

import re

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import check, generate, text_of
from tests.srcad.compiler.side_by_side import result

PROGRAMS = []


def program(*inputs):
    def enter(function):
        PROGRAMS.append((function, inputs))
        return function

    return enter


X, A, XY, XK = (
    ("float64[n]",),
    ("float64[n, n]",),
    ("float64[n]", "float64[m]"),
    ("float64[n]", "int64"),
)


@program(*X)
def an_element(x):
    x[10]
    return x * x


@program(*X)
def elements(x):
    y = x[np.array([0, 9])]  # noqa: F841
    return x * x


@program(*X)
def a_mask(x):
    y = x[np.array([True, False])]  # noqa: F841
    return x * x


@program(*XK)
def a_condition(x, k):
    if x[k] > 0:
        y = x
    else:
        y = x
    return y * y


@program(*XK)
def a_write(x, k):
    h = np.zeros(3)
    h[k] = 1.0
    return x * x


@program(*X)
def a_write_into_a_list(x):
    xs = [v for v in x if v > 1]
    xs[2] = x[0]
    return x * x


@program(*X)
def writes_into_a_list(x):
    xs = [0.0] * len([v for v in x if v > 1])
    for i in range(3):
        xs[i] = x[0]
    return x * x


@program(*XK)
def a_write_into_a_list_of_known_items(x, k):
    xs = [x[0], x[1]]
    xs[k] = x[0]
    return x * x


@program(*X)
def in_a_loop(x):
    for i in range(5):
        t = x[i]  # noqa: F841
    return x * x


@program(*X)
def a_shape(x):
    y = x.reshape(7, -1)  # noqa: F841
    return x * x


@program(*X)
def an_axis_that_is_no_unit(x):
    y = x.squeeze(0)  # noqa: F841
    return x * x


@program(*XY)
def shapes_that_do_not_broadcast(x, y):
    z = x + y  # noqa: F841
    return x * x


@program(*XY)
def a_write_of_another_shape(x, y):
    h = x * 1.0
    h[:] = y
    return x * x


@program(*XY)
def rows_of_other_lengths(x, y):
    z = np.stack([x, y])  # noqa: F841
    return x * x


@program(*A)
def an_inverse(a):
    b = np.linalg.inv(a)  # noqa: F841
    return a * a


@program(*A)
def a_solution(a):
    b = np.linalg.solve(a, a[0])  # noqa: F841
    return a * a


@program(*A)
def a_factor(a):
    b = np.linalg.cholesky(a)  # noqa: F841
    return a * a


@program(*X)
def a_division(x):
    y = 1 // int(x[0] * 0)  # noqa: F841
    return x * x


def helper(x):
    return x[10]


@program(*X)
def in_a_function(x):
    helper(x)
    return x * x


ARGUMENTS = {
    "float64[n]": np.array([1.0, 2.0, 3.0]),
    "float64[m]": np.array([1.0, 2.0]),
    "float64[n, n]": np.array([[1.0, 2.0], [2.0, 4.0]]),
    "int64": 7,
}


@pytest.mark.parametrize(
    ("function", "inputs"), PROGRAMS, ids=lambda item: getattr(item, "__name__", "")
)
def test_what_numpy_raises_is_raised_in_the_forward_half(function, inputs):
    given = [ARGUMENTS[text] for text in inputs]
    with pytest.raises((ValueError, IndexError, ZeroDivisionError)) as expected:
        function(*given)
    module = generate(function, inputs)
    names = function.__code__.co_varnames
    with pytest.raises(expected.type, match=re.escape(str(expected.value))):
        module.call(dict(zip(names, given, strict=False)))


def popped(x):
    xs = []
    for v in x:
        xs.append(v)
    xs.pop(7)
    return x * x


def deleted(x):
    xs = []
    for v in x:
        xs.append(v)
    del xs[7]
    return x * x


@pytest.mark.parametrize("function", [popped, deleted])
def test_an_element_that_a_list_does_not_have_cannot_be_taken_out(function):
    module = generate(function, ["float64[n]"])
    module.call({"x": np.ones(8)})
    with pytest.raises(IndexError):
        module.call({"x": np.ones(7)})


def harmless(x, w):
    y = x + 1.0
    z = y * x
    z[:2]
    t = z.reshape(-1)
    u = np.exp(t) @ np.ones_like(x)
    v = np.linalg.det(w) + w[0, 1] + np.stack([x, y])[0].sum() + u  # noqa: F841
    return x * x


def test_what_cannot_raise_is_left_out():
    text = text_of(harmless, ["float64[n]", "float64[2, 2]"])
    assert "out = x * x" in text
    for word in ("np.exp", "det", "np.stack", "reshape", "[:2]"):
        assert word not in text
    check(harmless, ["float64[n]", "float64[2, 2]"])


def read_before_a_division(x):
    k, n = (1, 2) if x[0] > 0 else (9, 0)
    x[k]
    quotient = 6 // n
    return x[k] * quotient


def test_a_read_raises_before_what_raises_something_else():
    value_and_grad = srcad.value_and_grad(read_before_a_division)
    out, dx = value_and_grad(np.array([1.0, 2.0]))
    assert out == 6
    np.testing.assert_array_equal(dx, [0, 3])
    with pytest.raises(IndexError):
        value_and_grad(np.array([-1.0, 2.0]))


def a_write_that_is_caught(x):
    xs = [v for v in x if v > 0]
    try:
        xs[2] = x[0]
        return x[1]
    except IndexError:
        return x[0] * 3


def a_write_into_a_part_that_is_caught(x):
    rows = [[v] for v in x if v > 0]
    k = 1
    try:
        rows[1][0] = x[0]
        k = 2
    except IndexError:
        return x[0] * 3
    return x[1] * k


@pytest.mark.parametrize(
    "function", [a_write_that_is_caught, a_write_into_a_part_that_is_caught]
)
@pytest.mark.parametrize("first", [1.5, -1.5])
def test_a_write_into_a_list_that_nobody_reads_is_caught(function, first):
    for second in (0.7, -0.7):
        assert result(function, [first, second, 0.3])


def tables(x):
    table = [0.0] * 4
    pair = [x[0], x[-1]]
    pair[0], pair[1] = pair[1], pair[0]
    for i in range(4):
        if x[0] > i:
            table[i] = x[-1]
        for k in range(4):
            table[k] = x[0]
    return x * x


def test_a_write_at_a_place_that_a_list_has_is_left_out():
    text = text_of(tables, ["float64[n]"])
    assert not re.search(r"^ +(table|pair)", text, re.MULTILINE)
    check(tables, ["float64[n]"])
