"""``scipy.optimize``: SciPy's own solvers, and the derivative of what they find.

That is by the implicit function theorem, at the solution that was found: by all that
the function reads, not by where the search began. It is as exact as the solution.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import implicit, slope, solved, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy import assignments as assignments
from srcad.compiler.evaluate.scipy import constraints as constrained
from srcad.compiler.evaluate.scipy import fits as fits
from srcad.compiler.evaluate.scipy import nonnegative as nonnegative
from srcad.compiler.evaluate.scipy.bounds import METHODS, bounds_of, projected
from srcad.compiler.evaluate.scipy.solving import (
    called,
    given,
    of_array,
    of_number,
    others,
    rule_for,
    start,
    texts,
)

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
    if callback is not None:
        unsupported("`callback` is not supported")
    if hessp is not None or isinstance(jac, bool):
        unsupported("`jac` and `hess` are functions here, and there is no `hessp`")
    x0, function = start(x0), called(fun, args, ())
    words = given(method=method, tol=tol, options=options, **texts(jac=jac, hess=hess))
    functions = {"fun": (function, fun), **others(args, jac=jac, hess=hess)}
    equation = lambda x: slope(function, x)  # noqa: E731
    low, high = None, None
    if bounds is not None:
        if not (method is None or method.lower() in METHODS):
            unsupported(f"the method {method!r} has no bounds")
        low, high = bounds_of(bounds, x0)
        words["bounds"] = np.stack((low, high), axis=1)
        equation = projected(function, low, high)
    limits = constrained.constraints_of(constraints, x0)
    if not limits:
        x = solved("optimize.minimize", functions, x0, (x0,), words, ".x")
        return found_by(function, implicit(equation, x, of_array))
    if not (method is None or method.lower() in constrained.METHODS):
        unsupported("`constraints` are of 'SLSQP' and 'trust-constr' alone")
    more, named = constrained.named(limits)
    functions = {**functions, **more}
    x = solved("optimize.minimize", functions, x0, (x0,), words, ".x", named)
    return found_by(function, constrained.solution(function, x, limits, low, high))


def found_by(function, x):
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
    equation = lambda x: slope(function, x)  # noqa: E731
    if bounds is not None:
        equation = projected(function, *bounds)
    return found_by(function, implicit(equation, x, of_number))
