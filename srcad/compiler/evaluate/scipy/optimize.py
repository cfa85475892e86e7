"""``scipy.optimize``: SciPy's own solvers, and the derivative of what they find.

That is by the implicit function theorem, at the solution that was found: by all that
the function reads, not by where the search began. It is as exact as the solution.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import (
    aside,
    implicit,
    parameter_count,
    slope,
    solved,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines

EPSILON = float(4 * np.finfo(float).eps)
# What is found is like one of these: a number of NumPy, or a float of Python.
NUMBER, FLOAT = np.zeros(()), 1.0
OF_FLOATS = ("brentq", "brenth", "bisect", "ridder")


class Root(NamedTuple):
    """What ``root_scalar`` gives of a root that was found."""

    root: Any
    converged: bool = True


class Found(NamedTuple):
    """What ``root``, ``minimize`` and their kin give of what was found."""

    x: Any
    fun: Any
    success: bool = True


# ------------------------------------------------------------- the theorem, transposed


def of_number(pull, x, dx):
    """``-f'(x) w = dx``."""
    return -dx / pull(1.0)


def of_array(pull, x, dx):
    """``-J^T w = dx``, with the Jacobian row by row."""
    size = x.shape[0]
    jacobian = np.zeros((size, size))
    for k, row in enumerate(np.eye(size)):
        jacobian[k] = pull(row)
    return -np.linalg.solve(jacobian.T, dx)


def rule_for(x):
    if x.ndim > 1:
        unsupported("what is looked for has more than one axis")
    return of_array if x.ndim else of_number


def called(function, args, shape=None):
    """A function of the first argument alone, in double precision."""
    more = args if isinstance(args, tuple) else (args,)

    def alone(x):
        value = np.asarray(function(x, *more), np.float64)
        if shape == () and value.ndim:
            unsupported("its function gives a number")
        return value

    return alone


def start(x):
    """Where a search in several dimensions begins: an array of one axis."""
    x = np.asarray(x, np.float64)
    if x.ndim > 1:
        unsupported("`x0` has one axis")
    return np.reshape(x, (1,)) if x.ndim == 0 else x


# -------------------------------------------------------------- the root of one number


def limits(xtol, rtol, maxiter):
    return {"xtol": xtol, "rtol": rtol, "maxiter": maxiter}


@defines(optimize.brentq, arrays="")
def brentq(f, a, b, args=(), xtol=2e-12, rtol=EPSILON, maxiter=100):
    function, options = called(f, args, ()), limits(xtol, rtol, maxiter)
    x = solved("optimize.brentq", {"f": (function, f)}, FLOAT, (a, b), options)
    return implicit(function, x, of_number)


@defines(optimize.brenth, arrays="")
def brenth(f, a, b, args=(), xtol=2e-12, rtol=EPSILON, maxiter=100):
    function, options = called(f, args, ()), limits(xtol, rtol, maxiter)
    x = solved("optimize.brenth", {"f": (function, f)}, FLOAT, (a, b), options)
    return implicit(function, x, of_number)


@defines(optimize.bisect, arrays="")
def bisect(f, a, b, args=(), xtol=2e-12, rtol=EPSILON, maxiter=100):
    function, options = called(f, args, ()), limits(xtol, rtol, maxiter)
    x = solved("optimize.bisect", {"f": (function, f)}, FLOAT, (a, b), options)
    return implicit(function, x, of_number)


@defines(optimize.ridder, arrays="")
def ridder(f, a, b, args=(), xtol=2e-12, rtol=EPSILON, maxiter=100):
    function, options = called(f, args, ()), limits(xtol, rtol, maxiter)
    x = solved("optimize.ridder", {"f": (function, f)}, FLOAT, (a, b), options)
    return implicit(function, x, of_number)


@defines(optimize.toms748, arrays="")
def toms748(f, a, b, args=(), k=1, xtol=2e-12, rtol=EPSILON, maxiter=100):
    function, options = called(f, args, ()), {"k": k, **limits(xtol, rtol, maxiter)}
    x = solved("optimize.toms748", {"f": (function, f)}, NUMBER, (a, b), options)
    return implicit(function, x, of_number)


@defines(optimize.newton, arrays="x0 x1")
def newton(
    func,
    x0,
    fprime=None,
    args=(),
    tol=1.48e-08,
    maxiter=50,
    fprime2=None,
    x1=None,
    rtol=0.0,
):
    x0 = np.asarray(x0, np.float64)
    if x0.ndim:
        unsupported("`x0` is a number here")
    more = others(args, fprime=fprime, fprime2=fprime2)
    functions = {"func": (called(func, args, ()), func), **more}
    options = {"tol": tol, "maxiter": maxiter, "rtol": rtol} | given(x1=x1)
    x = solved("optimize.newton", functions, x0, (x0,), options)
    return implicit(functions["func"][0], x, of_number)


def others(args, **functions):
    """The further functions that are given, each with what it is called after."""
    return {
        word: (called(one, args), one)
        for word, one in functions.items()
        if not (one is None or isinstance(one, str))
    }


def texts(**options):
    """Of functions, or words for what SciPy does in their place, the words."""
    return {word: item for word, item in options.items() if isinstance(item, str)}


def given(**options):
    """The options that are not left at their default."""
    return {word: item for word, item in options.items() if item is not None}


@defines(optimize.root_scalar, arrays="x0 x1")
def root_scalar(
    f,
    args=(),
    method=None,
    bracket=None,
    fprime=None,
    fprime2=None,
    x0=None,
    x1=None,
    xtol=None,
    rtol=None,
    maxiter=None,
    options=None,
):
    if isinstance(fprime, bool) or isinstance(fprime2, bool):
        unsupported("`fprime` and `fprime2` are functions here")
    more = others(args, fprime=fprime, fprime2=fprime2)
    functions = {"f": (called(f, args, ()), f), **more}
    words = given(method=method, bracket=bracket, x0=x0, x1=x1)
    words |= given(xtol=xtol, rtol=rtol, maxiter=maxiter, options=options)
    by_bracket = method is None and bracket is not None
    of_float = by_bracket or (method is not None and method.lower() in OF_FLOATS)
    like = FLOAT if of_float else NUMBER
    x = solved("optimize.root_scalar", functions, like, (), words, ".root")
    return Root(implicit(functions["f"][0], x, of_number))


@defines(optimize.fixed_point, arrays="x0")
def fixed_point(func, x0, args=(), xtol=1e-8, maxiter=500, method="del2"):
    x0 = np.asarray(x0, np.float64)
    function = called(func, args)

    def change(x):
        value = function(x)
        if value.shape != x.shape:
            raise ValueError("what the function gives is of another shape")
        return value - x

    options = {"xtol": xtol, "maxiter": maxiter, "method": method}
    functions = {"func": (function, func)}
    x = solved("optimize.fixed_point", functions, x0, (x0,), options)
    return implicit(change, x, rule_for(x0))


# ------------------------------------------------------------- the root of an equation


@defines(optimize.root, arrays="x0")
def root(fun, x0, args=(), method="hybr", jac=None, tol=None, options=None):
    if isinstance(jac, bool):
        unsupported("`jac` is a function here, or left out")
    x0 = start(x0)
    functions = {"fun": (called(fun, args), fun), **others(args, jac=jac)}
    words = {"method": method} | given(tol=tol, options=options)
    x = solved("optimize.root", functions, x0, (x0,), words, ".x")
    function = functions["fun"][0]

    def equation(x):
        value = function(x)
        if value.ndim != 1:
            unsupported("its function gives an array of one axis")
        if value.shape[0] != x.shape[0]:
            raise ValueError("there are not as many equations as unknowns")
        return value

    x = implicit(equation, x, of_array)
    return Found(x, function(x))


@defines(optimize.fsolve, arrays="x0")
def fsolve(
    func,
    x0,
    args=(),
    fprime=None,
    *,
    col_deriv=0,
    xtol=1.49012e-08,
    maxfev=0,
    factor=100,
):
    options = {"xtol": xtol, "maxfev": maxfev, "factor": factor, "col_deriv": col_deriv}
    return optimize.root(func, x0, args, jac=fprime, options=options).x


# --------------------------------------------------------------------------- minima


@defines(optimize.minimize, arrays="x0")
def minimize(
    fun,
    x0,
    args=(),
    method=None,
    jac=None,
    hess=None,
    hessp=None,
    bounds=None,
    constraints=(),
    tol=None,
    callback=None,
    options=None,
):
    if bounds is not None or constraints != () or callback is not None:
        unsupported("`bounds`, `constraints` and `callback` are not supported")
    if hessp is not None or isinstance(jac, bool):
        unsupported("`jac` and `hess` are functions here, and there is no `hessp`")
    x0, function = start(x0), called(fun, args, ())
    words = given(method=method, tol=tol, options=options, **texts(jac=jac, hess=hess))
    functions = {"fun": (function, fun), **others(args, jac=jac, hess=hess)}
    x = solved("optimize.minimize", functions, x0, (x0,), words, ".x")
    x = implicit(lambda x: slope(function, x), x, of_array)
    return Found(x, function(x))


@defines(optimize.minimize_scalar, arrays="")
def minimize_scalar(
    fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None
):
    function = called(fun, args, ())
    words = given(bracket=bracket, bounds=bounds, method=method, tol=tol)
    words |= given(options=options)
    functions = {"fun": (function, fun)}
    x = solved("optimize.minimize_scalar", functions, NUMBER, (), words, ".x")
    if bounds is not None:
        low, high = bounds
        near = np.sqrt(np.finfo(float).eps) * abs(x) + accuracy(tol, options)
        if min(x - low, high - x) < 2 * near:
            raise RuntimeError("the minimum is at a bound, so it is no stationary one")
    x = implicit(lambda x: slope(function, x), x, of_number)
    return Found(x, function(x))


def accuracy(tol, options):
    """How close the search comes to a minimum at a bound."""
    if tol is not None:
        return tol
    return 1e-5 if options is None else options.get("xatol", 1e-5)


@defines(optimize.least_squares, arrays="x0")
def least_squares(
    fun,
    x0,
    jac="2-point",
    method="trf",
    ftol=1e-8,
    xtol=1e-8,
    gtol=1e-8,
    x_scale=None,
    max_nfev=None,
    args=(),
):
    x0, function = start(x0), called(fun, args)
    words = {"method": method, "ftol": ftol, "xtol": xtol, "gtol": gtol}
    words |= given(x_scale=x_scale, max_nfev=max_nfev, **texts(jac=jac))
    functions = {"fun": (function, fun), **others(args, jac=jac)}
    x = solved("optimize.least_squares", functions, x0, (x0,), words, ".x")
    cost = half_square_of(function)
    x = implicit(lambda x: slope(cost, x), x, of_array)
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


@defines(optimize.curve_fit, arrays="xdata ydata p0 sigma")
def curve_fit(
    f,
    xdata,
    ydata,
    p0=None,
    sigma=None,
    absolute_sigma=False,
    *,
    maxfev=0,
    **tolerances,
):
    xdata, ydata = np.asarray(xdata, np.float64), np.asarray(ydata, np.float64)
    if ydata.ndim != 1 or (sigma is not None and sigma.ndim > 1):
        unsupported("`ydata` has one axis, and `sigma` no more")
    if not (np.all(np.isfinite(xdata)) and np.all(np.isfinite(ydata))):
        raise ValueError("array must not contain infs or NaNs")
    p0 = np.ones(parameter_count(f)) if p0 is None else start(p0)

    def residual(x):
        left = f(xdata, *x) - ydata
        return left if sigma is None else left / sigma

    x, _ = optimize.leastsq(residual, p0, maxfev=maxfev, **tolerances)

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


class Fit(NamedTuple):
    """What ``least_squares`` gives of a minimum that was found."""

    x: Any
    cost: Any
    fun: Any
    success: bool = True
