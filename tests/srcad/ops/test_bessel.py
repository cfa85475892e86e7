"""Bessel and incomplete gamma functions, against SciPy, and where they end."""

import numpy as np
import pytest
from scipy import special

import srcad
from srcad import Tensor, ops

X = np.concatenate(
    [np.geomspace(1e-9, 1, 20), np.linspace(1, 60, 237), [2, 25, 32, 1e4]]
)
FIRST = {
    "bessel_j0": special.j0,
    "bessel_j1": special.j1,
    "bessel_i0e": special.i0e,
    "bessel_i1e": special.i1e,
    "bessel_i0": special.i0,
    "bessel_i1": special.i1,
}
SECOND = {
    "bessel_y0": special.y0,
    "bessel_y1": special.y1,
    "bessel_k0": special.k0,
    "bessel_k1": special.k1,
    "bessel_k0e": special.k0e,
    "bessel_k1e": special.k1e,
}


@pytest.mark.parametrize("name", FIRST | SECOND)
def test_values(name):
    x = X if name in SECOND else np.concatenate([-X, [0.0], X])
    x = x[np.abs(x) < 600] if name[7] in "ik" and name[-1] != "e" else x
    want = (FIRST | SECOND)[name](x)
    found = getattr(ops, name)(Tensor(x)).asnumpy()
    assert np.max(np.abs(found - want) / np.maximum(1, np.abs(want))) < 2e-14
    if name[7] in "ik":
        np.testing.assert_allclose(found, want, rtol=2e-13)
    single = getattr(ops, name)(Tensor(x.astype(np.float32)))
    assert single.dtype == srcad.float32
    assert getattr(ops, name)(Tensor([np.nan])).asnumpy() != 0


def test_the_ends():
    ends = Tensor(np.array([0.0, -1.0]))
    for name in ("bessel_k0", "bessel_k1", "bessel_k0e", "bessel_k1e"):
        assert np.isposinf(getattr(ops, name)(ends).asnumpy()).all()
    for name in ("bessel_y0", "bessel_y1"):
        assert np.isneginf(getattr(ops, name)(ends).asnumpy()).all()
    assert np.isfinite(ops.bessel_i0(Tensor(np.float32(91.0))).asnumpy())
    with pytest.raises(TypeError, match="floating"):
        ops.bessel_j0(Tensor([1, 2]))


@pytest.mark.parametrize("name", ["bessel_j1", "bessel_i1"])
def test_all_derivatives_at_0(name):
    # x / 2 -+ x^3 / 16: no division by x is left.
    def third(x):
        def second(x):
            first = srcad.grad(lambda x: getattr(ops, name)(x).sum())
            return srcad.grad(lambda x: first(x).sum())(x).sum()

        return srcad.grad(second)(x)

    x = Tensor(np.zeros(1))
    slope = srcad.grad(lambda x: getattr(ops, name)(x).sum())(x).asnumpy()
    np.testing.assert_allclose(slope, 0.5)
    sign = -1 if name == "bessel_j1" else 1
    np.testing.assert_allclose(third(x).asnumpy(), sign * 3 / 8, rtol=1e-14)


A, G = np.meshgrid([1e-3, 0.3, 1.0, 2.5, 30.0, 3e3], np.geomspace(1e-6, 4e3, 60))


def test_incomplete_gamma():
    below = ops.igamma(Tensor(A), Tensor(G)).asnumpy()
    above = ops.igammac(Tensor(A), Tensor(G)).asnumpy()
    np.testing.assert_allclose(below, special.gammainc(A, G), rtol=1e-11)
    np.testing.assert_allclose(above, special.gammaincc(A, G), rtol=1e-11, atol=1e-300)
    a = Tensor(np.array([1.0, 2.0, 0.0, -1.0, 2.0]))
    x = Tensor(np.array([0.0, np.inf, 1.0, 1.0, -1.0]))
    np.testing.assert_array_equal(ops.igamma(a, x).asnumpy()[:2], [0, 1])
    np.testing.assert_array_equal(ops.igammac(a, x).asnumpy()[:2], [1, 0])
    assert np.isnan(ops.igamma(a, x).asnumpy()[2:]).all()


def test_slopes_of_incomplete_gamma_by_both():
    a, x = np.meshgrid([0.2, 1.0, 3.0, 40.0], [0.1, 0.9, 4.5, 39.0, 60.0])
    step = 1e-5

    def slopes(a, x):
        both = srcad.grad(lambda a, x: ops.igammac(a, x).sum(), (0, 1))
        return [part.asnumpy() for part in both(Tensor(a), Tensor(x))]

    def curved(a, x):
        first = srcad.grad(lambda a, x: ops.igammac(a, x).sum(), (0, 1))
        both = srcad.grad(lambda a, x: first(a, x)[0].sum(), (0, 1))
        return [part.asnumpy() for part in both(Tensor(a), Tensor(x))]

    by_a, by_x = slopes(a, x)
    difference = special.gammaincc(a + step, x) - special.gammaincc(a - step, x)
    np.testing.assert_allclose(by_a, difference / (2 * step), rtol=1e-6, atol=1e-9)
    difference = special.gammaincc(a, x + step) - special.gammaincc(a, x - step)
    np.testing.assert_allclose(by_x, difference / (2 * step), rtol=1e-6, atol=1e-9)
    twice, mixed = curved(a, x)
    difference = slopes(a + step, x)[0] - slopes(a - step, x)[0]
    np.testing.assert_allclose(twice, difference / (2 * step), rtol=1e-6, atol=1e-9)
    difference = slopes(a, x + step)[0] - slopes(a, x - step)[0]
    np.testing.assert_allclose(mixed, difference / (2 * step), rtol=1e-6, atol=1e-9)


def test_the_slope_at_0_is_that_of_the_power():
    slope = srcad.grad(lambda a, x: ops.igamma(a, x).sum(), 1)
    found = slope(Tensor([0.5, 1.0, 2.0]), Tensor([0.0, 0.0, 0.0])).asnumpy()
    np.testing.assert_array_equal(found, [np.inf, 1, 0])
