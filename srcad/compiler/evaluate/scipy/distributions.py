"""How distributions of SciPy are entered: what each has, at once or frozen.

As in SciPy the parameters of a shape come first, then ``loc`` and ``scale``, each by
its place or by its name; what is given back is in double precision.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from srcad.compiler.evaluate.intrinsics import is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines

Form = Callable[..., Any]


class Frozen(NamedTuple):
    """A distribution with its parameters."""

    distribution: Any
    args: Any
    kwds: Any

    def logpdf(self, x):
        return self.distribution.logpdf(x, *self.args, **self.kwds)

    def pdf(self, x):
        return self.distribution.pdf(x, *self.args, **self.kwds)

    def cdf(self, x):
        return self.distribution.cdf(x, *self.args, **self.kwds)

    def logcdf(self, x):
        return self.distribution.logcdf(x, *self.args, **self.kwds)

    def sf(self, x):
        return self.distribution.sf(x, *self.args, **self.kwds)

    def logsf(self, x):
        return self.distribution.logsf(x, *self.args, **self.kwds)

    def ppf(self, q):
        return self.distribution.ppf(q, *self.args, **self.kwds)

    def isf(self, q):
        return self.distribution.isf(q, *self.args, **self.kwds)

    def mean(self):
        return self.distribution.mean(*self.args, **self.kwds)

    def var(self):
        return self.distribution.var(*self.args, **self.kwds)

    def std(self):
        return self.distribution.std(*self.args, **self.kwds)

    def median(self):
        return self.distribution.median(*self.args, **self.kwds)

    def logpmf(self, k):
        return self.distribution.logpmf(k, *self.args, **self.kwds)

    def pmf(self, k):
        return self.distribution.pmf(k, *self.args, **self.kwds)


def given(names, args, kwds):
    """The parameters in their order: those of the shape, ``loc`` and ``scale``."""
    return [np.asarray(one, np.float64) for one in as_given(names, args, kwds)]


def as_given(names, args, kwds):
    """The same; what is known stays as it is."""
    values = {"loc": 0.0, "scale": 1.0}
    for name, value in zip(names, args):  # noqa: B905
        values[name] = value
    if len(args) > len(names):
        unsupported(f"it takes the parameters {', '.join(names)}")
    for name, value in kwds.items():
        if name not in names:
            unsupported(f"it has no parameter `{name}`")
        if name in names[: len(args)]:
            raise TypeError(f"it got multiple values for argument {name!r}")
        values[name] = value
    for name in names:
        if name not in values:
            unsupported(f"the parameter `{name}` is missing")
    return [values[name] for name in names]


# A constant stands where a number is outside: so one that is NaN goes through the
# formula, as in SciPy, and stays NaN.


def inside(z, low, high, value, otherwise):
    """``value`` at the numbers from ``low`` to ``high``."""
    return np.where((z < low) | (z > high), otherwise, value)


def within(z, low, high, safe):
    """The numbers from ``low`` to ``high``, and for others one that is safe."""
    return np.where((z < low) | (z > high), safe, z)


def where_valid(value, domain, names, args, kwds, scaled=True, with_loc=False):
    """``value`` where the parameters are in the domain, elsewhere NaN; the domain is
    one of those of the shape, or of these ``with_loc``."""
    values = [
        one if is_known(one) and np.ndim(one) == 0 else np.asarray(one, np.float64)
        for one in as_given(names, args, kwds)
    ]
    conditions = list(domain(*values[: names.index("loc") + with_loc]))
    if scaled and "scale" in names:
        conditions.append(values[-1] > 0)
    valid = True
    for condition in conditions:
        if not is_known(condition) or not condition:
            valid = condition if valid is True else valid & condition
    # As a sum it is a number where the value is one, unlike what `where` gives.
    return value if valid is True else value + np.where(valid, 0.0, np.nan)


def enter(
    distribution: Any,
    *shapes: str,
    log_density: Form,
    cdf: Form,
    sf: Form,
    ppf: Form,
    mean: Form,
    var: Form,
    isf: Form | None = None,
    domain: Form = lambda: (),
    **others: Form,
) -> None:
    """Enter a distribution on the real numbers, of what holds at ``loc=0, scale=1``.

    ``domain`` gives the conditions on the parameters of the shape; where one does not
    hold, or the scale is not positive, all is NaN. ``logcdf`` and ``logsf`` may be
    among the others.
    """
    names = (*shapes, "loc", "scale")
    others = {"cdf": cdf, "sf": sf, **others}
    others.setdefault("logcdf", lambda z, *shape: np.log(cdf(z, *shape)))
    others.setdefault("logsf", lambda z, *shape: np.log(sf(z, *shape)))
    _enter_quantiles(distribution, names, ppf, isf, domain)
    _enter_moments(distribution, names, mean, var, domain)

    enter_density(distribution, names, log_density, domain)
    for word, form in others.items():
        standard = _at_standard(names, form, domain)
        defines(getattr(distribution, word), arrays="x")(standard)


def enter_density(
    distribution: Any, names: tuple[str, ...], log_density: Form, domain: Form
) -> None:
    """Enter the density alone, and what is frozen; ``domain`` is as in ``enter``."""

    def logpdf(x, *args, **kwds):
        *shape, loc, scale = given(names, args, kwds)
        standard = (np.asarray(x, np.float64) - loc) / scale
        # The logarithm of a scale that is not positive makes it NaN, or infinite.
        value = log_density(standard, *shape) - np.log(scale)
        return where_valid(value, domain, names, args, kwds, scaled=False)

    def pdf(x, *args, **kwds):
        return np.exp(logpdf(x, *args, **kwds))

    defines(distribution.logpdf, arrays="x")(logpdf)
    defines(distribution.pdf, arrays="x")(pdf)
    defines(distribution, arrays="")(freezing(distribution))


def _at_standard(names: tuple[str, ...], form: Form, domain: Form) -> Form:
    def standardised(x, *args, **kwds):
        *shape, loc, scale = given(names, args, kwds)
        value = form((np.asarray(x, np.float64) - loc) / scale, *shape)
        return where_valid(value, domain, names, args, kwds)

    return standardised


def _enter_quantiles(
    distribution: Any,
    names: tuple[str, ...],
    lower: Form,
    upper: Form | None,
    domain: Form,
) -> None:
    def ppf(q, *args, **kwds):
        *shape, loc, scale = given(names, args, kwds)
        value = loc + scale * lower(probability(q), *shape)
        return where_valid(value, domain, names, args, kwds)

    def median(*args, **kwds):
        return ppf(0.5, *args, **kwds)

    defines(distribution.ppf, arrays="q")(ppf)
    defines(distribution.median, arrays="")(median)
    if upper is not None:
        _enter_upper_quantiles(distribution, names, upper, domain)


def _enter_upper_quantiles(
    distribution: Any, names: tuple[str, ...], form: Form, domain: Form
) -> None:
    def isf(q, *args, **kwds):
        *shape, loc, scale = given(names, args, kwds)
        value = loc + scale * form(probability(q), *shape)
        return where_valid(value, domain, names, args, kwds)

    defines(distribution.isf, arrays="q")(isf)


def probability(q):
    """Probabilities in double precision; what is none is NaN."""
    wide = np.asarray(q, np.float64)
    return np.where((wide >= 0) & (wide <= 1), wide, np.nan)


def _enter_moments(
    distribution: Any,
    names: tuple[str, ...],
    first: Form,
    second: Form,
    domain: Form,
) -> None:
    """The mean, the variance and its root; what has no ``scale`` has it at 1."""

    def parts(args, kwds):
        values = given(names, args, kwds)
        if "scale" not in names:
            values = [*values, 1.0]
        return values

    def mean(*args, **kwds):
        *shape, loc, scale = parts(args, kwds)
        value = loc + scale * first(*shape)
        return where_valid(value, domain, names, args, kwds)

    def placed(*parameters):
        """What does not depend on ``loc`` has its shape all the same, and is NaN there
        where it is."""
        loc = parameters[-1]
        return (*domain(*parameters[:-1]), loc == loc)

    def var(*args, **kwds):
        *shape, _, scale = parts(args, kwds)
        value = scale * scale * second(*shape)
        return where_valid(value, placed, names, args, kwds, with_loc=True)

    def std(*args, **kwds):
        return np.sqrt(var(*args, **kwds))

    for word, form in (("mean", mean), ("std", std), ("var", var)):
        defines(getattr(distribution, word), arrays="")(form)


def freezing(distribution: Any) -> Form:
    def frozen(*args, **kwds):
        return Frozen(distribution, args, kwds)

    return frozen


def enter_discrete(
    distribution: Any,
    *shapes: str,
    log_mass: Form,
    cdf: Form,
    sf: Form,
    mean: Form,
    var: Form,
    domain: Form,
) -> None:
    """Enter a distribution on the whole numbers; ``domain`` is as in ``enter``."""
    names = (*shapes, "loc")
    _enter_moments(distribution, names, mean, var, domain)
    _enter_sums(distribution, names, cdf, sf, domain)

    def logpmf(k, *args, **kwds):
        *shape, loc = given(names, args, kwds)
        count = np.asarray(k, np.float64) - loc
        # There is no mass, and no derivative, between the whole numbers.
        whole = np.floor(count)
        value = np.where(whole < count, -np.inf, log_mass(whole, *shape))
        return where_valid(value, domain, names, args, kwds)

    def pmf(k, *args, **kwds):
        return np.exp(logpmf(k, *args, **kwds))

    defines(distribution.logpmf, arrays="k")(logpmf)
    defines(distribution.pmf, arrays="k")(pmf)
    defines(distribution, arrays="")(freezing(distribution))


def _enter_sums(
    distribution: Any, names: tuple[str, ...], cdf: Form, sf: Form, domain: Form
) -> None:
    """The sums of the mass up to a number, and above it."""

    def summed(form):
        def of_counts(k, *args, **kwds):
            *shape, loc = given(names, args, kwds)
            value = form(np.floor(np.asarray(k, np.float64) - loc), *shape)
            return where_valid(value, domain, names, args, kwds)

        return of_counts

    defines(distribution.cdf, arrays="k")(summed(cdf))
    defines(distribution.sf, arrays="k")(summed(sf))
