"""Sets of the keys of dicts, which run time knows."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def tables(x):
    a, b = {}, {}
    for v in x:
        a[int(v)] = v
        b[int(2 * v)] = v * v
    return a, b


def of_views(x):
    a, b = tables(x)
    s = 0.0
    for k in sorted(a.keys() & b.keys()):
        s = s * 0.5 + a[k] * b[k]
    for k in sorted(a.keys() | b.keys()):
        s = s * 0.5 + a.get(k, 2.0) * b.get(k, 3.0)
    for k in sorted(a.keys() - b.keys()):
        s = s * 0.5 + a[k]
    for k in sorted(a.keys() ^ b.keys(), reverse=True):
        s = s * 0.5 + a.get(k, 1.0)
    return s


def of_sets(x):
    a, b = tables(x)
    s = 0.0
    for k in sorted(set(a) & set(b)):
        s = s * 0.5 + a[k] * b[k]
    for k in sorted(set(a) ^ set(b)):
        s = s * 0.5 + a.get(k, 2.0) * b.get(k, 3.0)
    some, rest = set(a) & {0, 1}, {0, 1} - set(a)
    return s + len(some) * x[0] + len(rest) * x[1] + len({0, 1} | set(a)) * x[2]


def with_known_keys(x):
    a, _ = tables(x)
    e, s = {0: 1.0, 1: 2.0}, 0.0
    for k in sorted(a.keys() - e.keys()):
        s += a[k]
    for k in sorted(e.keys() & a.keys()):
        s += a[k] * e[k]
    for k in sorted(e.keys() | a.keys()):
        s += k * x[0]
    return s + sum(a.keys() - {0}) * x[1] + len(a.keys() - [0]) * x[2]


def compared(x):
    a, b = tables(x)
    found = (
        a.keys() & b.keys(),
        a.keys() == b.keys(),
        a.keys() <= b.keys(),
        set(a) < set(b),
        set(b) > set(a),
        b.keys() >= a.keys(),
        a.keys() == {0, 1, -1},
        {0, 1, 2} == a.keys(),
        a.keys() == [0],
        a.keys().isdisjoint([1]),
        0 in (a.keys() - b.keys()),
    )
    s = 0.0
    for i, one in enumerate(found):
        if one:
            s += x[i % 4] * (i + 1)
    return s + max(a.keys() | b.keys()) * x[1] + min(set(a)) * x[2]


def of_texts(x):
    d = {}
    for v in x:
        d["p" if v > 0 else "n"] = v
    s = sum(d[k] for k in sorted(d.keys() - {"n"}))
    return s + len(d.keys() | {"q"}) * x[0]


def what_is_no_set(x):
    a, _ = tables(x)
    try:
        return len(set(a) & [1]) * x[0]
    except TypeError:
        return x[1] * (2 if isinstance(set(a), set) else 3)


PROGRAMS = [of_views, of_sets, with_known_keys, compared, of_texts, what_is_no_set]
POINTS = [
    [0.71, -1.31, 2.1, 0.43],
    [1.61, 0.83, 0.27, 1.19],
    [0.37, 0.61, 0.87, -0.53],
    [0.1, 1.2, 0.2, 0.3],
]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", PROGRAMS)
def test_a_set_of_keys(function, point):
    assert result(function, point)


def gone_through(x):
    a, b = tables(x)
    return sum(a[k] for k in a.keys() & b.keys())


def ordered_by_less(x):
    a, b = tables(x)
    return sorted(a.keys() | b.keys(), key=lambda k: k % 2)[0] * x[0]


@pytest.mark.parametrize("function", [gone_through, ordered_by_less])
def test_its_order_is_not_known(function):
    with pytest.raises(srcad.CompileError, match="in which order") as error:
        srcad.grad(function)(np.array([0.7, 1.3]))
    assert error.value.diagnostics[0].code == "SRC013"
