"""Sizes that are sums of others: known at compile time, and checked at each call."""

import inspect

import numpy as np
import pytest

import srcad
from srcad.gradient.modules import MODULES


def gates(w, x, c):
    """Four gates of one product, as large as the state."""
    n = c.shape[0]
    z = x @ w
    return np.sum(z[:n] * c + z[n : 2 * n] * z[2 * n : 3 * n] * np.tanh(z[3 * n :]))


def gates_by_hand(w, x, c):
    n = c.shape[0]
    a, i, f, g = np.split(x @ w, [n, 2 * n, 3 * n])
    t = np.tanh(g)
    dg = i * f * (1 - t * t)
    dg = dg if g.size == n else dg.sum(keepdims=True)
    dz = np.concatenate([c, f * t, i * t, dg])
    return np.outer(x, dz), w @ dz, a


def differences(x, y):
    """A stencil: one array is longer than the other."""
    return np.sum((x[3:] - x[:-3]) * y)


def drawn(*shapes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def modules():
    return [one for known in MODULES.values() for one in known]


def the_module():
    (only,) = modules()
    return only.module


def compare(found, expected):
    for one, two in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-12)


@pytest.mark.parametrize("calls", [1, 3], ids=["once", "again"])
def test_slices_as_large_as_another_array(calls):
    gradient = srcad.grad(gates, (0, 1, 2))
    for n in range(2, 2 + calls):
        args = drawn((5, 4 * n), 5, n)
        compare(gradient(*args), gates_by_hand(*args))
    module = the_module()
    assert module.SIGNATURE["inputs"]["w"][1] == ("x0", "4 * c0")
    assert "unbroadcast" not in inspect.getsource(module)


def test_the_module_names_what_is_no_such_sum():
    w, x, c = drawn((5, 8), 5, 2)
    srcad.grad(gates, (0, 1, 2))(w, x, c)
    module = the_module()
    out, grads = module.value_and_grad(w, x, c)
    compare(grads, gates_by_hand(w, x, c))
    assert out == gates(w, x, c)
    with pytest.raises(ValueError, match=r"w has 9 in the place of 4 \* c0 in"):
        module.value_and_grad(np.ones((5, 9)), x, c)


@pytest.mark.parametrize("fresh", [False, True], ids=["one process", "from the store"])
def test_other_sizes_have_a_module_of_their_own(fresh):
    """The last gate of one element is broadcast, so its gradient is a sum."""
    gradient = srcad.grad(gates, (0, 1, 2))
    fits = drawn((5, 8), 5, 2)
    for shapes in [((5, 8), 5, 2), ((5, 7), 5, 2), ((5, 12), 5, 3)]:
        args = drawn(*shapes)
        compare(gradient(*args), gates_by_hand(*args))
        if fresh:
            MODULES.clear()
    compare(gradient(*fits), gates_by_hand(*fits))
    assert fresh or len(modules()) == 2


def wide(z, c):
    return np.sum(z[3:] * c)


def test_what_is_cut_off_in_one_call_is_not_in_another():
    """A slice of five elements, times one: no sum of sizes, and no module of one."""
    gradient = srcad.grad(wide, (0, 1))
    for n, m in [(5, 2), (8, 5), (4, 1), (8, 1), (3, 1), (5, 2)]:
        z, c = drawn(n, m)
        dz, dc = gradient(z, c)
        np.testing.assert_array_equal(dz, [0] * 3 + (np.zeros(n - 3) + c).tolist())
        np.testing.assert_allclose(dc, z[3:] if m > 1 else [z[3:].sum()])


def test_a_number_is_in_the_sum():
    x, y = drawn(9, 6)
    dx, dy = srcad.grad(differences, (0, 1))(x, y)
    np.testing.assert_allclose(dy, x[3:] - x[:-3])
    np.testing.assert_allclose(dx, np.r_[np.zeros(3), y] - np.r_[y, np.zeros(3)])
    module = the_module()
    assert module.SIGNATURE["sums"] == {"y0 + 3": {"y0": 1, "1": 3}}
    assert "unbroadcast" not in inspect.getsource(module)
    assert module.value_and_grad(np.ones(5), np.ones(2))[0] == 0
    with pytest.raises(ValueError, match=r"x has 6 in the place of y0 \+ 3 in"):
        module.value_and_grad(np.ones(6), np.ones(2))


WEIGHT, STATE = drawn((5, 8), 2)


def captured(x):
    return gates(WEIGHT, x, STATE)


def test_sizes_of_captured_arrays(monkeypatch):
    (x,) = drawn(5)
    for n in (20, 30, 20):
        w, c = drawn((5, 4 * n), n)
        monkeypatch.setitem(globals(), "WEIGHT", w)
        monkeypatch.setitem(globals(), "STATE", c)
        for _ in range(2):
            compare([srcad.grad(captured)(x)], gates_by_hand(w, x, c)[1:2])
    module = modules()[0].module
    assert module.SIGNATURE["sums"] == {"4 * STATE0": {"STATE0": 4}}
    arrays = {"WEIGHT": np.ones((5, 79)), "STATE": np.ones(20)}
    arrays = dict(zip(module.SIGNATURE["captured"], arrays.values(), strict=True))
    with pytest.raises(ValueError, match="WEIGHT has 79 in the place"):
        module.value_and_grad(x, captured=arrays)
