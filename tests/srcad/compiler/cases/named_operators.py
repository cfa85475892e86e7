"""Operators and writes by their special names, and by those of ``operator``."""

import operator

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def written_by_name(x):
    y = x.copy()
    y.__setitem__(0, x[0] * 3)
    y.__setitem__(slice(1, None), x[1:] * x[0])
    for i in range(x.shape[0]):
        y.__setitem__(i, y[i] * x[0])
    return (y * y).sum()


@case("float64[n]")
def in_place_by_name(x):
    y = x.copy()
    other = y
    y.__iadd__(x * x)
    same = y.__imul__(x)
    same[0] = x[0] * 2
    return (other * y * same).sum()


@case("float64[n]", draws=3)
def by_operator(x):
    y = x.copy()
    if x[0] > 0:
        operator.setitem(y, 0, x[0] * x[0])
    other = operator.isub(y, x * x)
    total = operator.iadd(x[0], other.sum())
    items, kept = [x[0], total], {"a": total}
    operator.setitem(items, 0, total * 2)
    operator.setitem(kept, "b", items[0])
    return (y * other).sum() * kept["a"] + kept["b"]


@case("float64[n]")
def without_a_write(x):
    doubled = map(operator.methodcaller("__mul__", 2.0), x)
    return x.__mul__(x).__add__(1.0).__pow__(2).sum() + sum(doubled) * np.sin(x).sum()
