"""The special functions that srcad writes in NumPy, against SciPy."""

import numpy as np
import pytest
from scipy import special

import srcad
from srcad import Tensor, ops

X = np.concatenate([np.linspace(-8.3, 30, 151), [1e-5, 0.5, 1.0, 2.0, 1e3, 1e6]])
Y = np.concatenate([np.linspace(-0.9999, 0.9999, 99), [1 - 1e-10, 1e-12]])


def close(have, want, error):
    have = np.asarray(have, np.float64)
    assert np.max(np.abs(have - want) / np.maximum(1, np.abs(want))) < error


@pytest.mark.parametrize(("dtype", "error"), [(np.float64, 1e-13), (np.float32, 1e-6)])
def test_values(dtype, error):
    x, y = X.astype(dtype), Y.astype(dtype)
    close(ops.digamma(Tensor(x)).asnumpy(), special.psi(x.astype(np.float64)), error)
    close(ops.lgamma(Tensor(x)).asnumpy(), special.gammaln(x.astype(np.float64)), error)
    y = y[np.abs(y) < 1]
    close(ops.erfinv(Tensor(y)).asnumpy(), special.erfinv(y.astype(np.float64)), error)
    q = np.linspace(0.1, 20, 40).astype(dtype)
    for s in (1.1, 2, 3.5, 9):
        found = ops.zeta(float(s), Tensor(q)).asnumpy()
        assert found.dtype == dtype
        want = special.zeta(float(s), q.astype(np.float64))
        np.testing.assert_allclose(found, want, rtol=error)
    for n in (1, 2, 5):
        found = ops.polygamma(n, Tensor(q)).asnumpy()
        want = special.polygamma(n, q.astype(np.float64))
        np.testing.assert_allclose(found, want, rtol=error)
    found = ops.mvlgamma(Tensor(q + 2), 4).asnumpy()
    close(found, special.multigammaln(q.astype(np.float64) + 2, 4), error)


def test_where_they_are_not_defined():
    whole = Tensor(np.array([0.0, -1.0, -2.0]))
    assert np.isnan(ops.digamma(whole).asnumpy()).all()
    assert np.isposinf(ops.lgamma(whole).asnumpy()).all()
    edges = ops.erfinv(Tensor(np.array([1.0, -1.0, 1.5, 0.0]))).asnumpy()
    np.testing.assert_array_equal(edges, [np.inf, -np.inf, np.nan, 0.0])
    s, q = Tensor(np.array([1.0, 0.5, 2.0])), Tensor(np.array([2.0, 2.0, -1.5]))
    np.testing.assert_array_equal(ops.zeta(s, q).asnumpy(), [np.inf, np.nan, np.nan])


def test_derivatives():
    x = np.array([-2.7, -0.4, 0.3, 1.7, 12.0])
    slope = srcad.grad(lambda x: ops.lgamma(x).sum())(Tensor(x)).asnumpy()
    np.testing.assert_allclose(slope, special.psi(x), rtol=1e-12)
    x = np.abs(x)
    slope = srcad.grad(lambda x: ops.digamma(x).sum())(Tensor(x)).asnumpy()
    np.testing.assert_allclose(slope, special.polygamma(1, x), rtol=1e-11)
    slope = srcad.grad(lambda x: ops.zeta(3.0, x).sum())(Tensor(x)).asnumpy()
    np.testing.assert_allclose(slope, -3 * special.zeta(4.0, x), rtol=1e-11)
    y = Tensor(np.array([-0.9, 0.2, 0.99]))
    slope = srcad.grad(lambda y: ops.erfinv(y).sum())(y).asnumpy()
    want = np.sqrt(np.pi) / 2 * np.exp(special.erfinv(y.asnumpy()) ** 2)
    np.testing.assert_allclose(slope, want, rtol=1e-12)


@pytest.mark.parametrize("name", ["lgamma", "digamma", "erfinv", "zeta", "igamma"])
def test_compiled_the_dtype_is_that_of_the_input(name):
    function = getattr(ops, name)
    x = Tensor(np.array([0.3, 0.6], np.float32))

    def program(x):
        out = function(x + 1.5, x) if name in ("zeta", "igamma") else function(x)
        return out, x * 1

    (out, _), slope = srcad.value_and_grad(program)(x)
    assert out.dtype == srcad.float32
    assert slope.dtype == srcad.float32


def test_polygamma_of_no_order_is_refused():
    with pytest.raises(ValueError, match="n must be positive"):
        ops.polygamma(0, Tensor([1.0]))
