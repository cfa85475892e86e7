"""What needs an object that is None on a path raises there, as Python does, and what
hands it on does not."""

import functools
import itertools
import operator
from dataclasses import dataclass

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.derivatives import text_of
from tests.srcad.compiler.side_by_side import result

X = np.array([0.5, 1.2, 2.0])


@dataclass
class Pair:
    low: float
    high: float
    scale = 3.0

    def count(self):
        return 2.0

    def __add__(self, other):
        return 4.0


def pair_or_none(x):
    return Pair(x[0], x[1]) if x.sum() > 0 else None


def two_or_none(x):
    return (x, 2 * x) if x.sum() > 0 else None


def length(x):
    return x.sum() * len(two_or_none(x))


def length_of_a_part(x):
    pair = (two_or_none(x), x)
    return x.sum() * len(pair[0])


def element(x):
    items = (1, 2) if x.sum() > 0 else None
    return x.sum() * (1 if 1 in items else 2)


def no_element(x):
    items = (1, x[0]) if x.sum() > 0 else None
    return x.sum() * (1 if 5 not in items else 2)


def gone_through(x):
    count = 0.0
    for _ in two_or_none(x):
        count = count + 1.0
    return x.sum() * count


def array_gone_through(x):
    found = x[:2] * 2 if x.sum() > 0 else None
    count = 0.0
    for _ in found:
        count = count + 1.0
    return x.sum() * count


def taken_apart(x):
    _, _ = two_or_none(x)
    return x.sum() * 2


def given_with_a_star(x):
    def count(*items):
        return len(items)

    return x.sum() * count(*two_or_none(x))


def made_a_list(x):
    return x.sum() * len(list(two_or_none(x)))


def added_to(x):
    return x.sum() * len(two_or_none(x) + (x,))


def known_item(x):
    items = ("a", x) if x.sum() > 0 else None
    return x.sum() * (2 if items[0] == "a" else 3)


def of_the_class(x):
    return x.sum() * pair_or_none(x).scale


def method(x):
    return x.sum() * pair_or_none(x).count()


def operator_of_the_class(x):
    return x.sum() * (pair_or_none(x) + 1)


def axes(x):
    found = x * 2 if x.sum() > 0 else None
    return x.sum() * found.ndim


PROGRAMS = [
    *(length, length_of_a_part, element, no_element, gone_through, taken_apart),
    *(array_gone_through, given_with_a_star, made_a_list, added_to, known_item),
    *(of_the_class, method, operator_of_the_class, axes),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_what_none_cannot_do_raises(program):
    value, gradient = srcad.value_and_grad(program)(X)
    assert value == pytest.approx(program(X))
    np.testing.assert_allclose(gradient, np.full(3, program(X) / X.sum()))
    with pytest.raises((TypeError, AttributeError)) as plain:
        program(-X)
    with pytest.raises(plain.type, match="None"):
        srcad.value_and_grad(program)(-X)


# Of ``v``, an array that may be None, and of ``x``, which is none of that.
OF_AN_ARRAY = [
    lambda v, x: -v,
    lambda v, x: +v,
    lambda v, x: abs(v),
    lambda v, x: v[1],
    lambda v, x: v[1:],
    lambda v, x: v[[0, 2, 0]],
    lambda v, x: v[v > 0.5],
    lambda v, x: v[:, None] * x,
    lambda v, x: v.sum(),
    lambda v, x: v.reshape(3, 1) @ v.copy().reshape(1, 3),
    lambda v, x: np.sum(v),
    lambda v, x: np.mean(v, axis=0),
    lambda v, x: np.exp(v),
    lambda v, x: np.maximum(x, v),
    lambda v, x: np.linalg.norm(v),
    lambda v, x: np.dot(x, v),
    lambda v, x: np.einsum("i,i", x, v),
    lambda v, x: np.interp(x * 0.7, np.arange(3.0), v),
    lambda v, x: np.concatenate([x, v]) ** 2,
    lambda v, x: np.array([x, v]) ** 2,
    lambda v, x: np.transpose(v) * np.expand_dims(v, 0) * np.squeeze(v),
    lambda v, x: sum(v) * max(v) * min(v),
    lambda v, x: sorted(v)[0],
    lambda v, x: [a * b for a, b in zip(x, v, strict=True)][1],
    lambda v, x: list(v)[2] * tuple(v)[1],
]


def differences(program, x):
    steps = 1e-6 * np.eye(3)
    return np.array([(program(x + step) - program(x - step)) / 2e-6 for step in steps])


@pytest.mark.parametrize("use", OF_AN_ARRAY)
def test_what_an_array_is_used_for(use):
    """It is done where the array is there, and raises where it is None."""

    def program(x):
        found = x * 2 if x[0] > 0 else None
        return np.sum(use(found, x))

    value, gradient = srcad.value_and_grad(program)(X)
    assert value == pytest.approx(program(X))
    np.testing.assert_allclose(gradient, differences(program, X), rtol=1e-6)
    # The sum of None is None to NumPy.
    with pytest.raises((TypeError, AttributeError), match=r"None|operand|ufunc"):
        srcad.value_and_grad(program)(-X)


def test_none_has_a_size():
    def program(x):
        found = x * 2 if x[0] > 0 else None
        return np.sum(x) * np.size(found)

    for x in (X, -X):
        value, gradient = srcad.value_and_grad(program)(x)
        assert value == program(x)
        np.testing.assert_allclose(gradient, differences(program, x), rtol=1e-6)


def test_bounds_that_may_be_none_are_none():
    def program(x):
        low = x[1] if x[0] > 0 else None
        return np.sum(np.clip(x, low, None) ** 2)

    for x in (X, -X):
        value, gradient = srcad.value_and_grad(program)(x)
        assert value == program(x)
        np.testing.assert_allclose(gradient, differences(program, x), rtol=1e-6)


def test_what_is_known_to_be_there_is_not_asked_again():
    def program(x):
        found = two_or_none(x)
        if found is None:
            return x.sum()
        first, second = found
        return (first * second).sum() * len(found)

    _, gradient = srcad.value_and_grad(program)(X)
    np.testing.assert_allclose(gradient, 8 * X)
    np.testing.assert_allclose(srcad.value_and_grad(program)(-X)[1], np.ones(3))
    assert "NoneType" not in text_of(program, ["float64[n]"])


# ------------------------------------------------------------------------ handed on


class Holder:
    pass


def as_attribute(x):
    holder = Holder()
    setattr(holder, "found", two_or_none(x))  # noqa: B010
    return x.sum() * (2 if holder.found is None else 3)


def as_default(x):
    found = getattr(Holder(), "found", two_or_none(x))
    return x.sum() * (2 if found is None else 3)


def as_last(x):
    found = next(iter([]), two_or_none(x))
    return x.sum() * (2 if found is None else 3)


def as_argument(x):
    def chosen(found):
        return 2 if found is None else 3

    return x.sum() * functools.partial(chosen, two_or_none(x))()


def as_start(x):
    def both(found, v):
        return (v, v) if found is None else (found[0].sum() + v, found[1].sum() * v)

    first, second = functools.reduce(both, x, two_or_none(x))
    return first * second


def repeated(x):
    total = 0.0
    for found in itertools.repeat(two_or_none(x), 2):
        total = total + (2 if found is None else found[0].sum())
    return x.sum() * total


def of_keys(x):
    found = dict.fromkeys("ab", two_or_none(x))["b"]
    return x.sum() * (2 if found is None else 3)


def negated(x):
    return x.sum() * (2 if operator.not_(two_or_none(x)) else 3)


HANDED = [
    *(as_attribute, as_default, as_last, as_argument, as_start, repeated, of_keys),
    negated,
]


@pytest.mark.parametrize("x", [X, -X], ids=["there", "none"])
@pytest.mark.parametrize("program", HANDED, ids=lambda program: program.__name__)
def test_what_hands_it_on_keeps_that_it_may_be_none(program, x):
    assert result(program, x)


def has_it(x):
    return x.sum() * (2 if hasattr(pair_or_none(x), "low") else 3)


def either(x):
    return getattr(pair_or_none(x), "low", 3 * x[2]) ** 2


def array_has_it(x):
    found = x * 2 if x.sum() > 0 else None
    return x.sum() * (2 if hasattr(found, "shape") else 3)


@pytest.mark.parametrize("x", [X, -X], ids=["there", "none"])
@pytest.mark.parametrize("program", [has_it, either, array_has_it])
def test_run_time_knows_what_attributes_it_has(program, x):
    assert result(program, x)


# ------------------------------------------------------------------------- compared


def array_or_none(x):
    return x * 2 if x.sum() > 0 else None


def any_is_equal(x):
    return x.sum() * (2 + np.any(array_or_none(x) == 1.5))


def none_is_equal(x):
    return x.sum() * (2 + np.any(~(array_or_none(x) != 1.5)))


def counted(x):
    found = array_or_none(x)
    return x.sum() * (2 + np.count_nonzero(x == found))


@pytest.mark.parametrize("program", [any_is_equal, none_is_equal, counted])
def test_an_array_that_may_be_none_is_not_compared(program):
    with pytest.raises(srcad.CompileError, match="this may be None") as caught:
        srcad.value_and_grad(program)(X)
    assert caught.value.diagnostics[0].code == "SRC013"


def test_an_array_that_is_there_is_compared():
    def program(x):
        found = array_or_none(x)
        if found is not None and np.any(found == 2.4):
            return x.sum() * 2
        return x.sum()

    np.testing.assert_allclose(srcad.value_and_grad(program)(X)[1], np.full(3, 2.0))
    np.testing.assert_allclose(srcad.value_and_grad(program)(-X)[1], np.ones(3))


def nothing_where_positive(x):
    if x[0] > 0:
        return None
    return x * 2


def nothing_once_positive(x):
    for v in x:
        if v > 0:
            return None
    return np.exp(x) * x


@pytest.mark.parametrize("program", [nothing_where_positive, nothing_once_positive])
def test_zeros_for_an_output_that_is_none_are_of_the_shape_of_the_input(program):
    gradient = srcad.value_and_grad(program)
    value, dx = gradient(np.array([-1.0, -2.0]))
    assert np.array_equal(value, program(np.array([-1.0, -2.0])))
    value, dx = gradient(np.array([1.0, 2.0]))
    assert value is None
    assert dx.tolist() == [0.0, 0.0]


def never_bound(x):
    before = None
    for _ in range(4):
        if x.sum() > 100:
            x = x + before
        x = x * 0.5
    return x


def never_filled(x):
    found = []
    for k in range(len(x)):
        if x[k] > 100:
            x = x + found[0]
    return x


def compared_with_what_is_never_bound(x):
    best = None
    for v in x:
        if v > 100 and v > best:
            x = x * 2
    return x


def less(a, b):
    return a - b


def less_in_the_end(n, a, b):
    return a - b if n <= 0 else less_in_the_end(n - 1, a, b)


def in_a_helper(x):
    before = None
    for v in x:
        if v > 100:
            x = x + less(v, before)
    return x


def in_a_recursion(x):
    before = None
    for v in x:
        if v > 100:
            x = x + less_in_the_end(2, v, before)
    return x


def in_a_comprehension(x):
    before = None
    for v in x:
        if v > 100:
            x = x + sum([w - before for w in x])
    return x


def in_a_loop_in_it(x):
    before = None
    for k in range(len(x)):
        for j in range(k):
            if x[j] > 100:
                x = x + before * x[k]
    return x


def in_a_generator(x):
    def differences():
        before = None
        for v in x:
            if v > 100:
                yield v - before
            yield v

    return sum(differences()) * x


@pytest.mark.parametrize(
    "program",
    [
        *(in_a_helper, in_a_recursion, in_a_comprehension, in_a_loop_in_it),
        *(in_a_generator, never_bound, never_filled, compared_with_what_is_never_bound),
    ],
)
def test_a_path_on_which_no_iteration_helps_raises_as_in_python(program):
    gradient = srcad.value_and_grad(program)
    value, _ = gradient(X)
    assert np.array_equal(value, program(X))
    x = np.array([150.0, 60.0, 120.0])
    with pytest.raises((TypeError, IndexError)) as expected:
        program(x.copy())
    with pytest.raises(expected.type):
        gradient(x)


def in_place(x):
    y = x * 2 if x[0] > 0 else None
    y += 1
    return np.sum(x)


def of_all_elements(x):
    y = x * 2 if x[0] > 0 else None
    if x[1] > 0:
        y[:] = 3.0
    return np.sum(x)


def of_one_element(x):
    y = x * 2 if x[0] > 0 else None
    y[0] += 3.0
    return np.sum(x)


@pytest.mark.parametrize("program", [in_place, of_all_elements, of_one_element])
def test_a_write_that_nobody_reads_raises_where_it_is_none(program):
    x = np.array([0.7, 1.3])
    compiled = srcad.grad(program)
    np.testing.assert_array_equal(compiled(x), np.ones(2))
    for function in (program, compiled):
        with pytest.raises(TypeError, match=r"None"):
            function(-x * [1.0, -1.0])


def in_a_product(x):
    k = 2 if x[0] > 0 else None
    return x[1] * (k + 1)


def in_a_bound(x):
    k = 1 if x[0] > 0 else None
    return np.sum(x[: k + 1])


def in_an_index(x):
    k = 0 if x[0] > 0 else None
    return x[k + 1] * 2


@pytest.mark.parametrize("program", [in_a_product, in_a_bound, in_an_index])
def test_what_is_computed_of_the_one_number_that_it_may_be_raises(program):
    x = np.array([0.7, 1.3])
    assert result(program, x)
    for function in (program, srcad.grad(program)):
        with pytest.raises(TypeError, match=r"NoneType"):
            function(-x)
