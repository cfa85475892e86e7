"""``scipy.optimize``: least squares, and fits of curves."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import (
    aside,
    implicit,
    is_known,
    parameter_count,
    slope,
    solved,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.bounds import (
    is_without,
    limits_of,
    projected,
    within,
)
from srcad.compiler.evaluate.scipy.solving import (
    called,
    given,
    of_array,
    others,
    start,
    texts,
)


class Fit(NamedTuple):
    """What ``least_squares`` gives of a minimum that was found."""

    x: Any
    cost: Any
    fun: Any
    success: bool = True


@defines(optimize.least_squares, arrays="x0")
def least_squares(
    fun,
    x0,
    jac="2-point",
    bounds=(-np.inf, np.inf),
    method="trf",
    ftol=1e-8,
    xtol=1e-8,
    gtol=1e-8,
    x_scale=None,
    loss="linear",
    f_scale=1.0,
    max_nfev=None,
    args=(),
):
    x0, function = start(x0), called(fun, args)
    words = {"method": method, "ftol": ftol, "xtol": xtol, "gtol": gtol}
    words |= given(x_scale=x_scale, max_nfev=max_nfev, **texts(jac=jac))
    functions = {"fun": (function, fun), **others(args, jac=jac)}
    cost = half_square_of(function)
    if loss != "linear":
        cost = half_loss_of(function, loss, f_scale)
        words |= {"loss": loss, "f_scale": f_scale}
    equation = lambda x: slope(cost, x)  # noqa: E731
    if not is_without(bounds):
        low, high = limits_of(bounds, x0)
        words["bounds"] = low, high
        equation = projected(cost, low, high)
    x = solved("optimize.least_squares", functions, x0, (x0,), words, ".x")
    x = implicit(equation, x, of_array)
    return Fit(x, cost(x), function(x))


@defines(optimize.leastsq, arrays="x0")
def leastsq(
    func,
    x0,
    args=(),
    Dfun=None,
    *,
    ftol=1.49012e-08,
    xtol=1.49012e-08,
    gtol=0.0,
    maxfev=0,
    epsfcn=None,
    factor=100,
    diag=None,
):
    x0, function = start(x0), called(func, args)
    words = {"ftol": ftol, "xtol": xtol, "gtol": gtol, "maxfev": maxfev}
    words |= {"factor": factor, **given(epsfcn=epsfcn, diag=diag)}
    functions = {"func": (function, func), **others(args, Dfun=Dfun)}
    x = solved("optimize.leastsq", functions, x0, (x0,), words, "[0]")
    return implicit(lambda x: slope(half_square_of(function), x), x, of_array), 1


def half_square_of(function):
    def half_square(x):
        value = function(x)
        return 0.5 * np.sum(value * value)

    return half_square


def half_loss_of(function, loss, scale):
    """Half the sum of what a loss makes of the squares of residuals."""
    if not is_known(loss) or loss not in ("soft_l1", "huber", "cauchy", "arctan"):
        unsupported("`loss` is one of SciPy's names here")
    if not is_known(scale):
        unsupported("`f_scale` is known here")

    def half_loss(x):
        square = (function(x) / scale) ** 2
        if loss == "soft_l1":
            lost = 2 * (np.sqrt(1 + square) - 1)
        elif loss == "huber":
            far = square > 1
            lost = np.where(far, 2 * np.sqrt(np.where(far, square, 1.0)) - 1, square)
        elif loss == "cauchy":
            lost = np.log1p(square)
        else:
            lost = np.arctan(square)
        return 0.5 * scale**2 * np.sum(lost)

    return half_loss


@defines(optimize.curve_fit, arrays="xdata ydata p0 sigma")
def curve_fit(
    f,
    xdata,
    ydata,
    p0=None,
    sigma=None,
    absolute_sigma=False,
    check_finite=True,
    bounds=(-np.inf, np.inf),
    method=None,
    *,
    maxfev=None,
    max_nfev=None,
    **tolerances,
):
    xdata, ydata = np.asarray(xdata, np.float64), np.asarray(ydata, np.float64)
    if ydata.ndim != 1 or (sigma is not None and sigma.ndim > 1):
        unsupported("`ydata` has one axis, and `sigma` no more")
    if check_finite and not (np.all(np.isfinite(xdata)) and np.all(np.isfinite(ydata))):
        raise ValueError("array must not contain infs or NaNs")
    bounded = not is_without(bounds)
    if p0 is not None:
        p0 = start(p0)
    elif bounded:
        p0 = within(*limits_of(bounds, np.ones(parameter_count(f))))
    else:
        p0 = np.ones(parameter_count(f))
    if method is None:
        method = "trf" if bounded else "lm"

    def residual(x):
        left = f(xdata, *x) - ydata
        return left if sigma is None else left / sigma

    if method == "lm":
        if bounded:
            unsupported("the method 'lm' has no bounds")
        most = 0 if maxfev is None else maxfev
        x, _ = optimize.leastsq(residual, p0, maxfev=most, **tolerances)
    else:
        more = {"max_nfev": maxfev if max_nfev is None else max_nfev, **tolerances}
        x = optimize.least_squares(residual, p0, method=method, bounds=bounds, **more).x

    def covariance(x):
        columns = np.stack([column(residual, x, one) for one in np.eye(x.shape[0])])
        inverse = np.linalg.inv(columns @ columns.T)
        if absolute_sigma:
            return inverse
        free = ydata.shape[0] - x.shape[0]
        if free <= 0:
            raise ValueError("there are no more samples than parameters")
        return inverse * (np.sum(residual(x) ** 2) / free)

    return x, aside(covariance, x)


def column(function, x, one):
    """The derivative of a function along ``one``: of its gradients, which are linear in
    the cotangent that they are of."""

    def along(weights):
        return np.sum(one * slope(lambda x: np.sum(weights * function(x)), x))

    return slope(along, np.zeros_like(function(x)))
