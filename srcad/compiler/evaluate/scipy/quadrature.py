"""``scipy.integrate``: of functions of one number, by SciPy's own quadrature."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import integrate

from srcad.compiler.evaluate.intrinsics import quadrature as by_scipy
from srcad.compiler.evaluate.intrinsics import unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.solving import called, given


@defines(integrate.quad, arrays="")
def quad(
    func,
    a,
    b,
    args=(),
    full_output=0,
    epsabs=1.49e-8,
    epsrel=1.49e-8,
    limit=50,
    points=None,
    weight=None,
):
    if full_output or weight is not None:
        unsupported("`full_output` and `weight` are not supported")
    function, options = called(func, args, ()), {}
    if epsabs != 1.49e-8 or epsrel != 1.49e-8:
        options = {"epsabs": epsabs, "epsrel": epsrel}
    if limit != 50:
        options = {**options, "limit": limit}
    options = {**options, **given(points=points)}
    return by_scipy("quad", {"func": (function, func)}, 1.0, (a, b), options)


@defines(integrate.quad_vec, arrays="")
def quad_vec(
    f,
    a,
    b,
    epsabs=1e-200,
    epsrel=1e-8,
    norm="2",
    limit=10000,
    points=None,
    quadrature=None,
    *,
    args=(),
):
    function = called(f, args)
    options = {"epsabs": epsabs, "epsrel": epsrel, "norm": norm, "limit": limit}
    options = {**options, **given(points=points, quadrature=quadrature)}
    return by_scipy("quad_vec", {"f": (function, f)}, 1.0, (a, b), options)


@defines(integrate.fixed_quad, arrays="")
def fixed_quad(func, a, b, args=(), n=5):
    """Gauss and Legendre's rule of order ``n``, whose function takes an array."""
    if np.isinf(a) or np.isinf(b):
        raise ValueError("Gaussian quadrature is only available for finite limits.")
    places, weights = np.polynomial.legendre.leggauss(n)
    values = func((b - a) * (places + 1) / 2.0 + a, *args)
    return (b - a) / 2.0 * np.sum(weights * values, axis=-1), None


NESTED = "write it as a `quad` of a function that calls `quad`"


@defines(integrate.dblquad, arrays="")
def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    unsupported(NESTED)


@defines(integrate.tplquad, arrays="")
def tplquad(
    func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8
):
    unsupported(NESTED)


@defines(integrate.nquad, arrays="")
def nquad(func, ranges, args=None, opts=None, full_output=False):
    unsupported(NESTED)
