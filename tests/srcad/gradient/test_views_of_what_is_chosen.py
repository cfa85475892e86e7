"""A write through what run time has chosen of what it has chosen, and through a list in
a list in a list, is seen under the other names, or refused."""

import numpy as np
import pytest

from srcad import grad
from srcad.compiler.diagnostics.errors import CompileError

X = np.array([0.7, -0.4, 1.2, 0.9])


def a_view_of_a_view(x):
    y = np.stack([x, x * x])
    rows = y[:, None] if x[0] > 0 else y[:, np.newaxis]
    row = rows[0] if x[1] > 0 else rows[1]
    row += 1.0
    return y * y


def by_its_axes(x):
    y = np.stack([x, x * x])
    turned = y.T if x[0] > 0 else y.transpose()
    back = turned.T if x[1] > 0 else turned.transpose()
    if x[2] > 0:
        back[0] = 3.0
    return y * y


def an_attribute(x):
    class Held:
        pass

    y, held, other = x.copy(), Held(), Held()
    held.v = y if x[0] > 0 else y[::-1]
    other.v = held.v[:2] if x[1] > 0 else held.v[2:]
    other.v *= 2.0
    return y * x


def without_axes_of_a_list(x):
    y = np.array(x[0])
    z = [y, y][int(x[1] > 0)]
    y[...] = x[2]
    return z * x


def without_axes_in_a_list(x):
    y, found = np.array(2.0), []
    for v in x:
        if v > 0:
            found.append(y)
    for one in found:
        one += x[0]
    return y * x


def views_without_axes_in_a_list(x):
    y, found = x.copy(), []
    for k in range(3):
        if y[k] > 0:
            found.append(y[k, ...])
    for one in found:
        one += 1.0
    return y * x


def in_a_copy_of_a_list(x):
    found = []
    for v in x:
        if v > 0:
            found.append(np.array(v))
    for one in list(found):
        one += 1.0
    return sum(found) * x


def without_axes_or_none(x):
    y = np.array(2.0)
    z = next((y for v in x if v > 1.0), None)
    if z is None:
        return x
    y[...] = x[0]
    return z * x


def without_axes_of_a_generator(x):
    y = np.array(x[0])
    z = next(y for _ in range(1))
    y[...] = x[1]
    return z * x


def in_a_list_in_a_list(x):
    a, b = [x[0]], [x[1]]
    rows = [[a, [1.0]], [b, [1.0]]]
    rows[int(x[2] > 0)][0].append(x[3])
    return sum(a) + 2 * sum(b)


def deeper(x):
    a, b = [[x[0]]], [[x[1]]]
    rows = [[a], [b]]
    rows[int(x[2] > 0)][0][0].append(x[3])
    return sum(map(sum, a)) + 2 * sum(map(sum, b))


def read_before(x):
    a, b = [x[0]], [x[1]]
    rows = [[a], [b]]
    row = rows[int(x[2] < 0)]
    a.append(x[3])
    return sum(row[0]) * x


def in_dicts_that_are_chosen(x):
    a, b = [x[0]], [x[1]]
    rows = [{"k": [a]}, {"k": [b]}]
    rows[int(x[2] > 0)]["k"][0].append(x[3])
    return sum(a) + 2 * sum(b)


def read_from_another_list(x):
    known = [[x[0]], [x[1]]]
    a = known[int(x[2] > 0)]
    rows = [[a], [a]]
    rows[int(x[1] > 0)][0].append(x[3])
    return sum(known[0]) + 2 * sum(known[1])


def one_of_two_lists(x):
    a, b = [x[0], x[2]], [x[1]]
    one = [a, b][int(x[2] > 0)]
    rows = [[one, [1.0]], [one, [1.0]]]
    rows[int(x[1] > 0)][0].append(x[3])
    return sum(a) + 2 * sum(b)


@pytest.mark.parametrize(
    "function",
    [
        *(a_view_of_a_view, by_its_axes, an_attribute),
        *(without_axes_of_a_list, without_axes_in_a_list, without_axes_or_none),
        *(views_without_axes_in_a_list, in_a_copy_of_a_list),
        *(without_axes_of_a_generator, in_a_list_in_a_list, deeper, read_before),
        *(in_dicts_that_are_chosen, read_from_another_list, one_of_two_lists),
    ],
)
def test_a_write_is_not_overlooked(function):
    with pytest.raises(CompileError) as caught:
        grad(function)(X)
    assert caught.value.diagnostics[0].code == "SRC015"
