"""Values that may be one object at run time: views made in a loop, and ``is``."""

import numpy as np
import pytest

from srcad import Parameter, Tensor, grad, nn, value_and_grad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -0.4, 1.2, 0.9])


def reshaped(x):
    y = x * x
    for _ in range(3):
        z = y.reshape(-1, 1)
    z[0] = 3.0
    return y * z[:, 0]


def of_the_index(x):
    y = x * x
    for k in range(3):
        z = y[k:]
    z[0] = 3.0
    return y * z[0]


def written_afterwards(x):
    y = x * x
    for k in range(3):
        z = y[k:]
    y[2] = 3.0
    return y * z[0]


def on_some_paths(x):
    y = x * x
    for value in x:
        if value > 0:
            z = y[::-1]
    y[0] = 3.0
    return y * z


def while_it_lasts(x):
    y, k = x * x, 0
    while k < x.sum():
        z = y[::-1]
        k += 1
    y[0] = 3.0
    return y * z


def left_early(x):
    y = x * x
    for k in range(len(x)):
        z = y[k:]
        if x[k] > 100:
            break
    z[0] = 3.0
    return y * 1.0


def of_the_carry_beside_it(x):
    rows, u, v = np.outer(x, x), x * 1.0, x * 2.0
    for _ in x:
        u *= x[0]
        u = rows[0]
        u, v = v, u
    return rows[0] * u


def of_the_carry_before_it(x):
    rows, u, v = np.outer(x, x), x * 1.0, x * 2.0
    for _ in x:
        u, v = v, u
        v *= x[0]
        v = rows[1]
    return rows[1] * v * u


def of_what_became_another(x):
    rows, others = np.outer(x, x), np.outer(x, x) * 0.5
    for k in range(len(x)):
        row = rows[0]
        if k < 1:
            if x[0] > 1:
                rows = others.T
            else:
                row = rows[1]
        row[:] = others[:, 0] * 0.7
    return rows[1] * row


@pytest.mark.parametrize(
    "function",
    [
        *(reshaped, of_the_index, written_afterwards),
        *(on_some_paths, while_it_lasts, left_early, of_what_became_another),
    ],
)
def test_a_view_of_a_loop_is_not_written_past(function):
    with pytest.raises(CompileError) as caught:
        grad(function)(X)
    assert caught.value.diagnostics[0].code == "SRC015"


@pytest.mark.parametrize("function", [of_the_carry_beside_it, of_the_carry_before_it])
def test_a_short_loop_is_written_out_where_it_would_be(function):
    assert result(lambda x: np.sum(function(x) * np.arange(1.0, 5.0)), X)


def an_element(x):
    last, total = None, 0.0
    for value in x:
        total += value * value
        last = value
    return total if last is value else total * last


def an_array(x):
    y = x * 1.0
    for _ in range(2):
        z = y
    return x * 2 if z is y else x


def of_a_branch(x):
    y = x if x[0] > 0 else x * 2
    return x * 2 if y is x else x


@pytest.mark.parametrize("function", [an_element, an_array, of_a_branch])
def test_whether_values_are_one_object_is_not_guessed(function):
    with pytest.raises(CompileError, match="whether two run-time values are one"):
        grad(function)(X)


def test_two_inputs_may_be_one_array():
    function = grad(lambda x, w: x * 2 if w is x else x * w)
    with pytest.raises(CompileError, match="whether two run-time values are one"):
        function(X, X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x * 2 if (y := x) is x else x * y,
        lambda x: x * 2 if x * 1.0 is x else x * 3,
        lambda x: x * 2 if x.copy() is not x else x * 3,
        lambda x: x * 2 if x.reshape(2, 2) is x else x * 3,
        lambda x: x * 2 if np.asarray(x) is x else x * 3,
        lambda x: x * 2 if x.sum() is None else x * 3,
        lambda x: x * 2 if [x, x * 2][0] is x else x * 3,
    ],
)
def test_what_is_known_of_identity(function):
    out, _ = value_and_grad(function)(X)
    np.testing.assert_array_equal(out, function(X))


def returned_at_once(x):
    y = x * x
    while y.sum() < 3.0:
        y = y * x
        return y
    return y


@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_a_loop_that_returns_at_once(scale):
    x = X * scale
    out, dx = value_and_grad(returned_at_once)(x)
    np.testing.assert_allclose(out, returned_at_once(x))
    power = 3 if np.sum(x * x) < 3.0 else 2
    np.testing.assert_allclose(dx, power * x ** (power - 1))


def test_a_tensor_of_one_element_as_a_number():
    class Scaled(nn.Cell):
        def __init__(self):
            super().__init__()
            self.a = Parameter(Tensor(np.array([2.0])), name="a")

        def construct(self, x):
            return x * float(self.a)

    cell = Scaled()
    x = Tensor(X)
    assert cell(x).asnumpy().tolist() == (2 * X).tolist()
    dx, (da,) = grad(cell, 0, cell.trainable_params())(x)
    assert dx.asnumpy().tolist() == [2.0] * 4
    np.testing.assert_allclose(da.asnumpy(), [X.sum()])


def test_a_number_that_becomes_an_array_of_one_element():
    def counted(x):
        count = 0.0
        for value in x:
            count = (count + value).reshape(-1)
        return count * 2.0

    out, dx = value_and_grad(counted)(X)
    np.testing.assert_allclose(out, counted(X))
    assert out.shape == (1,)
    assert dx.tolist() == [2.0] * 4


def test_a_write_into_what_loops_have_bound():
    def written(x):
        for _ in range(2):
            for _ in range(3):
                h = x * 3.0
        h[0] = x[0] * x[0]
        return h

    out, dx = value_and_grad(written)(X)
    np.testing.assert_allclose(out, written(X))
    np.testing.assert_allclose(dx, [2 * X[0], 3.0, 3.0, 3.0])


@pytest.mark.parametrize("first", [0.0, 1.0, 5.0])
def test_a_list_that_grows_behind_a_loop_that_may_have_returned(first):
    def listed(x):
        rows = []
        for row in x:
            if row[0] > 3.0:
                return x[0] * 2.0
        rows.append(x[0])
        if x[0, 0] > 0.5:
            rows.append(x[1] * x[0])
        return sum(rows)

    x = np.array([[first, 0.5], [0.25, 2.0]])
    out, dx = value_and_grad(listed)(x)
    np.testing.assert_allclose(out, listed(x))
    step = 1e-6 * np.cos(np.arange(4.0)).reshape(2, 2)
    change = np.sum(listed(x + step) - listed(x - step))
    np.testing.assert_allclose(np.sum(dx * step), change / 2, rtol=1e-6)


def test_an_integer_that_a_loop_binds_on_one_path():
    def size_or_element(x):
        if x[0] > 0:
            for _ in range(2):
                r = x.shape[0]
        else:
            r = x[0]
        return r * x

    for sign in (1.0, -1.0):
        out, _ = value_and_grad(size_or_element)(sign * X)
        np.testing.assert_allclose(out, size_or_element(sign * X))


def test_a_constant_that_a_loop_binds_on_one_path():
    def constant_or_element(x, times):
        if x[0] > 0:
            for _ in range(times):
                r = 2
        else:
            r = x[0]
        return r * x

    for sign in (1.0, -1.0):
        out, _ = value_and_grad(constant_or_element)(sign * X, 2)
        np.testing.assert_allclose(out, constant_or_element(sign * X, 2))
    with pytest.raises(UnboundLocalError):
        value_and_grad(constant_or_element)(X, 0)


def test_a_variable_that_a_loop_leaves_unbound_holds_nothing_else():
    """The element has the name ``r`` in the module as well, and is read before."""

    def number_or_element(x, times):
        if x[0] > 0:
            for _ in range(times):
                r = 2.0
        else:
            r = x[0]
        return r * x

    out, dx = value_and_grad(number_or_element)(X, 2)
    np.testing.assert_array_equal((out, dx), (2 * X, [2.0] * len(X)))
    with pytest.raises(UnboundLocalError):
        value_and_grad(number_or_element)(X, 0)


def test_a_name_that_is_a_string_on_one_path_is_not_what_it_is_on_the_other():
    def string_or_element(x):
        if x[0] > 0:
            for element in x:
                if element > 0:
                    r = "positive"
        else:
            r = x[0]
        return r * x

    with pytest.raises(CompileError, match="`r`"):
        grad(string_or_element)(X)


def a_bool_at_first(x):
    seen, total = False, 0.0
    for i in range(x.shape[0]):
        total = total * (1.5 if seen is not False else 1.0) + x[i]
        seen = seen - (x[i] > 100)
    return total


def an_int_at_first(x):
    k, total = 0, 0.0
    for i in range(x.shape[0]):
        total = total + (x[i] if isinstance(k, int) else 2 * x[i])
        k = k + 0.5
    return total


def an_int_on_one_path(x):
    k = 1 if x[0] > 0 else 1.5
    return x * k if type(k) is int else x


@pytest.mark.parametrize("function", [a_bool_at_first, an_int_on_one_path])
def test_the_class_of_a_number_is_not_guessed(function):
    with pytest.raises(CompileError):
        grad(function)(X)


def test_an_array_of_objects():
    def of_objects(x):
        return np.array([1.0, np.array]) * x[0]

    with pytest.raises(CompileError, match="dtype object"):
        grad(of_objects)(X)


def rows_of_what_is_bound_anew(x):
    h, total = x.copy(), 0.0
    for row in h:
        h[0] = row * 0.5
        total = total + (row * row).sum()
        h = x.copy()
    return total


def rows_beside_others(x):
    h, total = x.copy(), 0.0
    for (_, row), _ in zip(enumerate(h), x, strict=False):
        h[0] = row * 0.5
        total = total + (row * row).sum()
        h = h * 2.0
    return total


@pytest.mark.parametrize("function", [rows_of_what_is_bound_anew, rows_beside_others])
def test_what_a_loop_goes_through_may_have_lost_its_name(function):
    assert result(lambda x: function(np.stack([x, x * 2, x + 1])), X)


def grows_as_run_time_says(x):
    xs, total = [x[0]], 0.0
    for v in xs:
        total = total + v * v
        if total < 3:
            xs.append(v + 0.5)
    return total


def grows_beside_an_array(x):
    xs, total = [1.0, 2.0], 0.0
    for v, w in zip(x, xs, strict=False):
        total = total + v * w
        if len(xs) < 3:
            xs.append(3.0)
    return total


@pytest.mark.parametrize("function", [grows_as_run_time_says, grows_beside_an_array])
def test_a_list_that_grows_while_it_is_gone_through(function):
    with pytest.raises(CompileError, match="while it is gone through"):
        grad(function)(X)


def test_rows_of_what_is_written():
    def halved(x):
        h, total = x.copy(), 0.0
        for row in h:
            h[0] = row * 0.5
            total = total + (row * row).sum()
        return total

    x = np.arange(8.0).reshape(4, 2)
    out, dx = value_and_grad(halved)(x)
    assert out == halved(x)
    step = 1e-6 * np.cos(np.arange(8.0)).reshape(4, 2)
    change = (halved(x + step) - halved(x - step)) / 2
    np.testing.assert_allclose(np.sum(dx * step), change, rtol=1e-6)


def pairs(x):
    return zip([x], [2 * x], strict=True)


def numbered(x):
    return x, enumerate([x, x])


def on_two_paths(x):
    if x[0] > 0:
        parts = enumerate([x, 2 * x])
    else:
        parts = enumerate([2 * x, x])
    return sum(k * part for k, part in parts) + sum(part for _, part in parts)


@pytest.mark.parametrize("function", [pairs, numbered, on_two_paths])
def test_an_iterator_is_no_list(function):
    with pytest.raises(CompileError, match="an iterator"):
        grad(function)(X)


def shown_method(x):
    print(x.copy)
    return x * 2


def shown_function(x):
    print([lambda: x])
    return x * 2


def shown_iterator(x):
    print(enumerate([x]))
    return x * 2


@pytest.mark.parametrize("function", [shown_method, shown_function, shown_iterator])
def test_what_python_alone_can_show(function):
    with pytest.raises(CompileError, match="what Python shows of a"):
        grad(function)(X)


def test_an_array_without_axes_repeats_no_list():
    def repeated(x):
        squares = [value * value for value in x if value > 0.0]
        return np.sum(np.array(len(squares)) * squares)

    out, gradient = value_and_grad(repeated)(X)
    count = np.sum(X > 0)
    assert out == repeated(X)
    np.testing.assert_allclose(gradient, np.where(X > 0, 2 * count * X, 0))


def none_on_one_path(s):
    if s > 0.0:
        nothing = None if s > 1.0 else s
    return s * (2.0 if nothing is None else 3.0)


def none_behind_one_path(s):
    if s > 0.0:
        nothing = s
    if s > 1.0:
        nothing = None
    return s * (2.0 if nothing is None else 3.0)


def none_in_a_loop(s):
    for _ in range(int(s > 1.0)):
        nothing = None if s > 2.0 else s
    return s * (2.0 if nothing is None else 3.0)


@pytest.mark.parametrize(
    "function", [none_on_one_path, none_behind_one_path, none_in_a_loop]
)
def test_what_may_be_none_and_may_not_be_bound(function):
    with pytest.raises(CompileError, match="may be None here, and may not be bound"):
        grad(function)(np.float64(0.5))


def test_a_number_that_is_an_int_at_first():
    want = [1.0, *[2.0] * (len(X) - 1)]
    np.testing.assert_array_equal(grad(an_int_at_first)(X), want)


def an_int_and_then_of_numpy(x):
    total = 1
    for v in x:
        total = total * (2 if isinstance(total, int) else 3) * v
    return total


def test_the_class_of_a_number_that_becomes_one_of_numpy():
    product = 2 * 3 ** (len(X) - 1) * np.prod(X)
    out, gradient = value_and_grad(an_int_and_then_of_numpy)(X)
    assert out == pytest.approx(product)
    np.testing.assert_allclose(gradient, product / X)


def test_the_rows_of_an_array_are_not_rounded():
    def rounded(x):
        return np.sum(round(x))

    with pytest.raises(CompileError, match="doesn't define __round__"):
        grad(rounded)(X)


def test_what_is_refused_in_a_loop_over_a_generator_without_end():
    def endless(x):
        while True:
            yield x

    def consumer(x):
        found = []
        for v in endless(x):
            found.add(v)
            if len(found) == 2:
                break
        return found[0]

    with pytest.raises(CompileError, match="add"):
        grad(consumer)(X)


def summed_bools(x):
    return sum([x[0] > x[1], x[1] < 3.0]) * x[0]


def added_bools_of_python(x):
    first = bool(x[0] > x[1])
    return (first + True) * x[0] + (~first) * x[1]


def added_bools_of_numpy(x):
    return (np.less(float(x[0]), 2.0) + np.less(float(x[1]), 3.0)) * x[0]


def compared_with_a_list(x):
    return np.sum((x != [5.0, 0.0, 5.0, 0.0]) * x) + np.sum((x > (0.5,) * 4) * x)


def one_of_two_truths(x):
    return np.sum(((x[0] > 0.5) or (x > 1.0)) * x)


def an_array_of_one_element(x):
    return bool(x[1:2]) * x[0]


def an_array_without_axes(x):
    return x[0] * (2.0 if isinstance(np.array(x[1]), np.ndarray) else 3.0)


OF_ITS_KIND = [
    summed_bools,
    added_bools_of_python,
    added_bools_of_numpy,
    compared_with_a_list,
    an_array_of_one_element,
    an_array_without_axes,
    one_of_two_truths,
]


@pytest.mark.parametrize("function", OF_ITS_KIND)
def test_operators_by_the_kind_of_their_operands(function):
    out, gradient = value_and_grad(function)(X)
    assert np.allclose(out, function(X), rtol=1e-12)
    steps = 1e-6 * np.eye(4)
    wanted = [(function(X + d) - function(X - d)) / 2e-6 for d in steps]
    assert np.allclose(gradient, wanted, atol=1e-6)


def same_word(x):
    word = "".join(["a", "b"])
    return x * (2.0 if word is "ab" else 3.0)  # noqa: F632


def a_float_has_no_sum(x):
    return float(x[0]).sum() * x


def plus_of_bools(x):
    return np.sum(+(x > 0.0) * x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (same_word, "equal constants"),
        (a_float_has_no_sum, "'float' object has no attribute 'sum'"),
        (plus_of_bools, "of bools, which NumPy has not"),
    ],
)
def test_what_python_or_numpy_would_not_do(function, message):
    with pytest.raises(CompileError, match=message):
        grad(function)(X)


def handed_out_in_an_expression(v):
    for item in v:
        (yield np.sin(item)) or 1


def numbered_and_left(x):
    total = 0.0
    for i, a in enumerate(handed_out_in_an_expression(x), 1):
        if a > 0.9:
            break
        total = total + i * a
    return total


def test_a_generator_that_is_left_in_an_expression_behind_another():
    for x in (np.array([0.7, -1.2, 2.0, 0.3]), np.array([0.1, 0.2, 0.3])):
        left = np.flatnonzero(np.sin(x) > 0.9)
        count = left[0] if left.size else x.size
        expected = np.where(np.arange(x.size) < count, np.cos(x), 0.0)
        expected = expected * np.arange(1, x.size + 1)
        np.testing.assert_allclose(grad(numbered_and_left)(x), expected, rtol=1e-12)


def ints_behind_a_float(x):
    items = [1.5]
    for i in range(len(x)):
        items.append(i)
    total = 0.0
    for item in items:
        total = total + (x[item] if isinstance(item, int) else item)
    return total


def test_the_class_of_a_number_in_a_list_of_several():
    with pytest.raises(CompileError, match="a bool, an int or a float is not known"):
        grad(ints_behind_a_float)(X)
