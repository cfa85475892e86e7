"""Means and variances of Python's ``statistics``; the functions are read as source.

Python adds up fractions, and rounds once at the end. Here sums are rounded once
(``math.fsum``), and what is made of them again: the last digit may be another one.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import ast
import math
import statistics
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.builtin_table import Handler, builtin
from srcad.compiler.evaluate.dispatch import Args, Keywords, call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.library.orders import elements
from srcad.compiler.evaluate.storage.list_items import is_run_time_list
from srcad.compiler.evaluate.storage.lists import (
    lists_of,
)
from srcad.compiler.ir.lists import element_of


def mean(data):
    """``statistics.mean(data)``."""
    if len(data) < 1:
        raise statistics.StatisticsError("mean requires at least one data point")
    return math.fsum(data) / len(data)


def fmean(data, weights=None):
    """``statistics.fmean(data, weights)``."""
    if len(data) < 1:
        raise statistics.StatisticsError("fmean requires at least one data point")
    if weights is None:
        return math.fsum(data) / len(data)
    if len(weights) != len(data):
        raise statistics.StatisticsError("data and weights must be the same length")
    total = math.fsum(weights)
    if total == 0:
        raise statistics.StatisticsError("sum of weights must be non-zero")
    return math.fsum([x * w for x, w in zip(data, weights, strict=True)]) / total


def geometric_mean(data):
    """``statistics.geometric_mean(data)``."""
    if len(data) < 1 or min(data) <= 0:
        raise statistics.StatisticsError(
            "geometric mean requires a non-empty dataset containing positive numbers"
        )
    return math.exp(math.fsum([math.log(x) for x in data]) / len(data))


def harmonic_mean(data):
    """``statistics.harmonic_mean(data)``."""
    if len(data) < 1:
        raise statistics.StatisticsError(
            "harmonic_mean requires at least one data point"
        )
    if min(data) < 0:
        raise statistics.StatisticsError(
            "harmonic mean does not support negative values"
        )
    return len(data) / math.fsum([1 / x for x in data]) if min(data) > 0 else 0.0


def squares(data, centre):
    """The sum of squared differences from the mean, or from ``centre``."""
    if centre is None:
        centre = math.fsum(data) / len(data)
    return math.fsum([(x - centre) * (x - centre) for x in data])


def variance(data, xbar=None):
    """``statistics.variance(data, xbar)``."""
    if len(data) < 2:
        raise statistics.StatisticsError("variance requires at least two data points")
    return squares(data, xbar) / (len(data) - 1)


def pvariance(data, mu=None):
    """``statistics.pvariance(data, mu)``."""
    if len(data) < 1:
        raise statistics.StatisticsError("pvariance requires at least one data point")
    return squares(data, mu) / len(data)


def stdev(data, xbar=None):
    """``statistics.stdev(data, xbar)``; where it is 0 it has no slope, which is 0."""
    if len(data) < 2:
        raise statistics.StatisticsError("stdev requires at least two data points")
    square = squares(data, xbar) / (len(data) - 1)
    return math.sqrt(square) if square > 0 else 0.0


def pstdev(data, mu=None):
    """``statistics.pstdev(data, mu)``; where it is 0 it has no slope, which is 0."""
    if len(data) < 1:
        raise statistics.StatisticsError("pstdev requires at least one data point")
    square = squares(data, mu) / len(data)
    return math.sqrt(square) if square > 0 else 0.0


def _read(definition: Any, as_given: bool) -> Handler:
    """What a definition gives; ``as_given`` says that it is of the numbers' own dtype,
    where they are NumPy's."""

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        given, *others = args or [named["data"]]
        named = {word: item for word, item in named.items() if word != "data"}
        data = elements(frame, given, node)
        dtype = _dtype(frame, data, node) if as_given else None
        found = inline(frame, definition, [data, *others], named, node)
        if dtype is not None:
            return call(frame, np.dtype(dtype).type, [found], {}, node)
        return found

    return handler


def _dtype(frame: Frame, data: Any, node: ast.AST) -> str | None:
    """The dtype of numbers of NumPy's, None of Python's; refused where ``statistics``
    itself takes no others beside them, or gives a whole number."""
    known = not is_run_time_list(data)
    avals = [
        frame.session.atom(one).aval if known else element_of(one.value)
        for one in (data if known else lists_of(data))
    ]
    numbers = all(aval.is_scalar and not aval.tensor for aval in avals)
    floats = any(aval.is_float for aval in avals)
    own = {aval.dtype for aval in avals if not aval.weak}
    beside = {aval.dtype for aval in avals if aval.weak and aval.is_float}
    alike = len(own) < 2 and (own <= {"float64"} or not beside)
    if (known or len(avals) == 1) and numbers and floats and alike:
        if all(aval.is_float for aval in avals if not aval.weak):
            return own.pop() if own else None
    frame.refuse(
        "SRC013",
        "`statistics` takes numbers here that are floats of one dtype",
        node,
        help="write the function of NumPy in its place",
    )


for _function, _definition, _as_given in (
    (statistics.mean, mean, True),
    (statistics.fmean, fmean, False),
    (statistics.geometric_mean, geometric_mean, False),
    (statistics.harmonic_mean, harmonic_mean, True),
    (statistics.variance, variance, True),
    (statistics.pvariance, pvariance, True),
    (statistics.stdev, stdev, False),
    (statistics.pstdev, pstdev, False),
):
    builtin(_function)(_read(_definition, _as_given))
