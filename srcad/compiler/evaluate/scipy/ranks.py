"""``scipy.stats``: ranks, what follows from them alone, and what is there most often.

A rank stays the same until it jumps, and so does what is said of ranks.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    differ,
    emit,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.relations import Correlated
from srcad.compiler.evaluate.scipy.rows import name_of
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import array_aval


class Commonest(NamedTuple):
    """What is there most often, and how often."""

    mode: Any
    count: Any


def check_samples(nan_policy, keepdims=False):
    if nan_policy != "propagate":
        unsupported("`nan_policy` is 'propagate' here")
    if not is_known(keepdims):
        unsupported("`keepdims` is known before")


def enter(function: Any, infer: Any, words: str, **defaults: Any) -> None:
    """Enter a function of ``scipy.stats`` that has no derivative."""
    name = name_of("scipy.stats", function)
    several = words if " " in words else ""

    def evaluate(*samples: Any, **options: Any) -> Any:
        found = function(*samples, **options)
        return tuple(found) if several else found

    primitive(
        name,
        infer,
        evaluate,
        "none",
        results=len(words.split()),
        raises=True,
        number=True,
        function=name,
        library="scipy.stats",
        word=words,
        text=lambda op: Text(op.args, shown(op, **defaults)),
    )


# ---------------------------------------------------------------------------- ranks


def _ranked(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    whole = attributes["method"] != "average"
    return result_of(args, array_aval(args[0]).shape, "int64" if whole else "float64")


enter(stats.rankdata, _ranked, "ranks", method="average", axis=None)


@defines(stats.rankdata)
def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    check_samples(nan_policy)
    if not is_known(method):
        unsupported("`method` is known before")
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise ValueError(f'unknown method "{method}"')
    if axis is None:
        if a.ndim != 1:
            a = np.ravel(a)
    else:
        axis = axis_in(axis, a.ndim)
    if axis == 0 and a.ndim == 1:
        axis = None
    return emit("stats.rankdata", a, method=method, axis=axis)


# ------------------------------------------------------- whether ranks go together


def _pair(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    sizes.same(
        array_aval(args[0]).shape[0],
        array_aval(args[1]).shape[0],
        "there are not as many of both",
    )
    number = result_of(args, (), "float64")
    return number, number


enter(stats.spearmanr, _pair, "statistic pvalue", alternative="two-sided")
enter(
    stats.kendalltau,
    _pair,
    "statistic pvalue",
    method="auto",
    variant="b",
    alternative="two-sided",
)


def check_pair(x, y, alternative):
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    if differ(x.shape[0], y.shape[0]):
        raise ValueError("there are not as many of both")


@defines(stats.spearmanr, arrays="a b")
def spearmanr(a, b=None, axis=0, nan_policy="propagate", alternative="two-sided"):
    check_samples(nan_policy)
    if b is None or (axis is not None and (a.ndim != 1 or b.ndim != 1)):
        unsupported("it takes two samples of one axis here")
    a, b = np.ravel(a), np.ravel(b)
    check_pair(a, b, alternative)
    return Correlated(*emit("stats.spearmanr", a, b, alternative=alternative))


@defines(stats.kendalltau, arrays="x y")
def kendalltau(
    x,
    y,
    *,
    method="auto",
    nan_policy="propagate",
    variant="b",
    alternative="two-sided",
):
    check_samples(nan_policy)
    if variant not in ("b", "c") or method not in ("auto", "asymptotic", "exact"):
        raise ValueError(f"Unknown variant {variant!r}, or method {method!r}")
    x, y = np.ravel(x), np.ravel(y)
    check_pair(x, y, alternative)
    found = emit(
        "stats.kendalltau",
        x,
        y,
        method=method,
        variant=variant,
        alternative=alternative,
    )
    return Correlated(*found)


# ------------------------------------------------------------ what there is most often


def _commonest(args: Args, attributes: Attributes, _: Sizes) -> tuple[Aval, ...]:
    aval, axis = array_aval(args[0]), attributes["axis"]
    shape = (*aval.shape[:axis], *aval.shape[axis + 1 :])
    return result_of(args, shape, aval.dtype), result_of(args, shape, "int64")


enter(stats.mode, _commonest, "mode count", axis=0)


@defines(stats.mode)
def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    check_samples(nan_policy, keepdims)
    if a.ndim == 0 or a.dtype.kind not in "iuf":
        unsupported("it takes a sample of numbers here")
    if axis is None:
        if keepdims:
            unsupported("without an axis `keepdims` is False here")
        a, axis = np.ravel(a), 0
    axis = axis_in(axis, a.ndim)
    value, count = emit("stats.mode", a, axis=axis)
    if a.dtype.kind == "f":
        # Those that are equal stay so where they go on together.
        apart = a - np.expand_dims(value, axis)
        shares = np.where(apart == 0, apart, 0.0)
        value = value + np.sum(shares, axis) / np.maximum(count, 1).astype(a.dtype)
    if keepdims:
        value, count = np.expand_dims(value, axis), np.expand_dims(count, axis)
    return Commonest(value, count)
