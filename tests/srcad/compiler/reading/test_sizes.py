"""Sums of sizes: read, compared, and solved for one of them."""

import pytest

from srcad.compiler.reading.sizes import (
    Fitting,
    Size,
    named_size,
    size_sum,
    solved,
    sum_in,
)

A, B, C = map(named_size, "abc")


def times(factor, size, more=0):
    return size_sum(more, size, factor)


@pytest.mark.parametrize(
    "size",
    [
        times(4, A),
        times(1, A, 3),
        times(2, A, times(-1, B)),
        times(-3, A, times(2, B, 5)),
        times(1, A, -12),
    ],
    ids=str,
)
def test_a_sum_is_read_as_it_is_shown(size):
    assert sum_in(str(size)) == size


def test_spaces_do_not_matter():
    assert sum_in("4*a") == sum_in("4 * a")
    assert sum_in("a+2*b+1") == sum_in("a + 2 * b + 1")


@pytest.mark.parametrize(
    "text",
    ["a", "12", "4a", "a b", "a * 4", "max(a, b)", "?a1 + b", "len(range(a)[1:])"],
)
def test_what_is_no_sum_of_names(text):
    assert sum_in(text) is None


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        # w[3 * a :] is as large as a.
        (times(-3, A, B), A, ("b", times(4, A))),
        (times(2, A), times(4, B), ("a", times(2, B))),
        (times(4, A), 64, ("a", 16)),
        (times(1, A, -3), B, ("a", times(1, B, 3))),
        (times(1, A, B), C, ("c", times(1, A, B))),
        # None is a multiple of the other, or there is no size below 0, or half of one.
        (times(2, A), times(3, B), None),
        (times(2, A), times(1, B, -1), ("b", times(2, A, 1))),
        (times(2, A), 5, None),
        (times(1, A, times(1, B)), 7, None),
        (A, A, None),
    ],
)
def test_equal_sums_are_solved_for_a_name(left, right, found):
    assert solved(left, right, ()) == found
    assert solved(right, left, ()) == found


def test_a_size_of_an_input_is_said_by_others_of_inputs():
    left, right = A, times(2, B)
    assert solved(left, right, ("a", "b")) == ("a", right)
    assert solved(left, right, ("b",)) == ("a", right)
    assert solved(left, right, ("a",)) is None


def test_sums_are_compared_when_all_sizes_are_known():
    for n, fits in ((8, True), (9, False)):
        fitting = Fitting()
        assert fitting.fits(("4 * a", "3"), (n, 3))
        assert fitting.sums_fit()
        assert fitting.fits(("a",), (2,))
        assert fitting.sums_fit() is fits
    assert not Fitting().fits(("a", "a"), (2, 3))
    assert not Fitting().fits(("3",), (2,))
    assert Fitting().fits(("a", "a"), (2, None))
    assert isinstance(sum_in("4 * a"), Size)
