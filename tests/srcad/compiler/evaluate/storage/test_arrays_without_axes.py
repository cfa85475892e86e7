"""Arrays without axes under two names, in loops: a write is seen, or refused."""

import numpy as np
import pytest

import srcad

X = np.array([0.5, 1.5, 2.0, 3.0])


def bound_in_a_range(x):
    y = np.array(2.0)
    for _ in range(2):
        z = y
    y[...] = x[0]
    z[()] *= x[1]
    return y * x.sum()


def bound_for_each_row(x):
    y = np.zeros(())
    for _ in x:
        z = y
    y[...] = x[0]
    z[...] *= x[1]
    return y * x.sum()


def only_the_new_name_is_written(x):
    y = np.array(2.0)
    for _ in range(2):
        z = y
    z[()] *= x[1]
    return y * x.sum()


def only_the_old_name_is_written(x):
    y = np.array(2.0)
    for _ in range(2):
        z = y
    y[()] *= x[1]
    return z * x.sum()


def written_through_a_view(x):
    y = np.array(2.0)
    for _ in range(2):
        z = y
    y[...] = x[0]
    z[None][0] *= x[1]
    return y * x.sum()


def bound_on_two_paths(x):
    y = np.array(2.0)
    if x[0] > 0:
        z = y
    else:
        z = y
    y[...] = x[0]
    z[()] *= x[1]
    return y * x.sum()


def of_a_view_of_an_element(x):
    y = np.zeros(3)
    for _ in range(2):
        z = y[1, ...]
    z[...] = x[1]
    return z * x.sum() + y[1]


def of_a_view_without_axes(x):
    y = np.zeros(3)
    for _ in x:
        z = y[1:2].reshape(())
    y[1] = x[1]
    return z * x.sum() + y[1]


def of_views_on_two_paths(x):
    y = np.zeros(3)
    z = y[1, ...] if x[0] > 0 else y[2, ...]
    z[...] = x[1]
    return z * x.sum() + y[1]


def written_by_a_function(x):
    y = np.zeros(3)

    def put(part, value):
        part[...] = value

    for v in x:
        put(y[1, ...], v)
    return x.sum() + y[1]


def written_element_by_element(x):
    y = np.zeros(4)
    for k, v in enumerate(x):
        z = y[k, ...]
        z += v
    return x.sum() * y.sum()


def summed(x):
    s = np.zeros(())
    for v in x:
        s += v
    return s * x.sum()


def summed_under_two_names(x):
    s = np.array(0.0)
    t = s
    for v in x:
        s += v
    return t * x.sum()


def made_anew_in_the_loop(x):
    s = np.array(0.0)
    t = s
    for v in x:
        s = s + v
    return t * x.sum() + s


def written_while_it_holds(x):
    s = np.array(1.0)
    k = 0
    while k < 3:
        s[()] = s * x[k]
        k += 1
    return s * x.sum()


def bound_and_written_in_each_iteration(x):
    s = np.array(1.0)
    for v in x:
        u = s
        u += v
    return s * x.sum()


REFUSED = [
    bound_in_a_range,
    bound_for_each_row,
    only_the_new_name_is_written,
    only_the_old_name_is_written,
    written_through_a_view,
    of_a_view_of_an_element,
    of_views_on_two_paths,
]
FOLLOWED = [
    bound_on_two_paths,
    summed,
    summed_under_two_names,
    made_anew_in_the_loop,
    written_while_it_holds,
    bound_and_written_in_each_iteration,
    written_by_a_function,
    written_element_by_element,
]


@pytest.mark.parametrize("program", FOLLOWED)
def test_a_write_is_seen(program):
    value, gradient = srcad.value_and_grad(program)(X)
    assert value == pytest.approx(program(X))
    steps = np.eye(4) * 1e-6
    slopes = [(program(X + d) - program(X - d)) / 2e-6 for d in steps]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("program", REFUSED)
def test_a_write_that_is_not_followed_is_refused(program):
    with pytest.raises(srcad.CompileError, match="also known under another name"):
        srcad.grad(program)(X)


def test_a_view_of_what_was_written_since_is_refused():
    with pytest.raises(srcad.CompileError, match="a view of an array that has been"):
        srcad.grad(of_a_view_without_axes)(X)
