"""What a gradient gives back shares storage with nothing but what NumPy would share."""

import itertools

import numpy as np
import pytest

from srcad import grad, value_and_grad, vjp

X = np.arange(1.0, 4.0)
Y = X + 1.0
M = np.arange(6.0).reshape(2, 3)


def doubled(x):
    total = x
    for _ in range(3):
        total = total + x
    return total


def written(x, y):
    copy = x * 1.0
    copy[0] = y[0]
    return copy


def nothing_yet(x, n):
    total = x
    k = 0
    while k < n:
        total = total * 1.0
        k += 1
    return total


def inner(x, y):
    return grad(lambda a, b: np.sum(a + b), (0, 1))(x, y)


PROGRAMS = {
    "x + y": (lambda x, y: x + y, X, Y),
    "sum": (lambda x, y: np.sum(x + y), X, Y),
    "x": (lambda x: x, X),
    "transposed": (lambda x: x.T, M),
    "transposed twice": (lambda x: (x.T + 0).T, M),
    "x * 1.0": (lambda x: x * 1.0, X),
    "x ** 1": (lambda x: x**1, X),
    "x + 0.0": (lambda x: x + 0.0, X),
    "-(-x)": (lambda x: -(-x), X),  # noqa: B002
    "x / 1": (lambda x: x / 1, X),
    "x - 0": (lambda x: x - 0, X),
    "on one path": (lambda x: x * 1.0 if x[0] > 0 else x, X),
    "on the other path": (lambda x: x * 1.0 if x[0] < 0 else x, X),
    "in a loop": (lambda x: nothing_yet(x, x[0]), X),
    "in no iteration": (lambda x: nothing_yet(x, 0.0 * x[0]), X),
    "astype": (lambda x: x.astype(np.float64), X),
    "copy": (lambda x: x.copy(), X),
    "the same twice": (lambda x: (x, x), X),
    "two of one": (lambda x: (x * 1.0, x), X),
    "concatenated": (lambda x, y: np.concatenate([x, y]), X, Y),
    "stacked": (lambda x, y: np.stack([x, y]), X, Y),
    "reshaped": (lambda x: x.reshape(-1), M),
    "reshaped, new": (lambda x: x.reshape(3, 2) * 1.0, M),
    "a mean over one": (lambda x: x.mean(axis=0), X[None]),
    "broadcast": (lambda x: np.broadcast_to(x, (2, 3)) * 1, X),
    "a dict": (lambda d: d["a"] + d["b"], {"a": X, "b": Y}),
    "a list": (lambda xs: xs[0] + xs[1] + xs[2], [X, Y, 2 * X]),
    "a loop": (doubled, X),
    "a write": (written, X, Y),
    "an inner gradient": (inner, X, Y),
    "a slice": (lambda x: x[:], X),
}


def arrays(item):
    """The arrays of a structure."""
    if isinstance(item, dict):
        item = list(item.values())
    if isinstance(item, tuple | list):
        return [array for part in item for array in arrays(part)]
    return [item] if isinstance(item, np.ndarray) and item.ndim else []


def sharing(first, second):
    """Which arrays of the two structures share storage, by place."""
    pairs = itertools.product(enumerate(arrays(first)), enumerate(arrays(second)))
    return {(j, k) for (j, a), (k, b) in pairs if np.shares_memory(a, b)}


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_two_gradients_are_one_array(name):
    function, *inputs = PROGRAMS[name]
    out, given = value_and_grad(function, tuple(range(len(inputs))))(*inputs)
    found = arrays(given)
    assert found
    for one, other in itertools.combinations(found, 2):
        assert not np.shares_memory(one, other)
    assert not sharing(given, inputs)
    assert not sharing(given, out)
    for one in found:
        one += 1.0  # none is a read-only view


@pytest.mark.parametrize("name", sorted(set(PROGRAMS) - {"an inner gradient"}))
def test_the_output_shares_what_numpy_shares(name):
    function, *inputs = PROGRAMS[name]
    out, _ = value_and_grad(function)(*inputs)
    plain = function(*inputs)
    assert sharing(out, inputs) == sharing(plain, inputs)
    assert sharing(out, out) == sharing(plain, plain)


@pytest.mark.parametrize("name", sorted(set(PROGRAMS) - {"a dict", "a list"}))
def test_no_gradient_is_its_cotangent(name):
    function, *inputs = PROGRAMS[name]
    out, pullback = vjp(function, *inputs)
    ones = [np.ones_like(part) for part in arrays(out)]
    dout = tuple(ones) if isinstance(out, tuple) else (ones or [np.float64(1.0)])[0]
    first, second = pullback(dout), pullback(dout)
    assert not sharing(first, dout)
    assert not sharing(first, second)


def flat_and_reversed(x):
    return np.flip(x).ravel()


def flat_and_as_it_is(x):
    wide = np.broadcast_to(x.sum(), (4,))
    return wide.ravel(), wide


def one_or_the_other(x):
    first = +x
    second = first + 0.0
    chosen = first if first[0] > second[0] else second
    return chosen, first


@pytest.mark.parametrize(
    "function", [flat_and_reversed, flat_and_as_it_is, one_or_the_other]
)
def test_results_share_no_storage_where_those_of_the_program_do_not(function):
    x = np.asfortranarray(X)

    def shared(results):
        parts = [x, *results] if isinstance(results, tuple) else [x, results]
        pairs = itertools.combinations(range(len(parts)), 2)
        return {(i, k) for i, k in pairs if np.shares_memory(parts[i], parts[k])}

    assert shared(value_and_grad(function)(x)[0]) <= shared(function(x))


def test_a_contiguous_array_of_a_view_is_a_copy():
    def function(x):
        turned = x.T
        return turned, np.ascontiguousarray(turned)

    (turned, copied), dx = value_and_grad(function)(M)
    assert np.shares_memory(turned, M)
    assert not np.shares_memory(copied, M)
    assert copied.flags.c_contiguous
    assert dx.tolist() == [[2.0] * 3] * 2


def test_a_contiguous_array_of_a_diagonal_is_a_copy():
    def function(x):
        diagonal = np.diag(np.outer(x, x))
        return diagonal, np.ascontiguousarray(diagonal)

    (diagonal, copied), dx = value_and_grad(function)(M[0])
    assert not np.shares_memory(diagonal, copied)
    assert dx.tolist() == (4 * M[0]).tolist()
