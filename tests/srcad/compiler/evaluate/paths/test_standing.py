"""Elements of lists that functions return, or that may be None, are refused to be changed
where it is not known that the list has the change."""

import numpy as np
import pytest

import srcad
from srcad import CompileError


class Ball:
    def __init__(self, v):
        self.v = v


def a_dict_that_a_search_returns(x):
    rows = [{"m": v} for v in x if v > -3.0]

    def find():
        for r in rows:
            if r["m"] > 0:
                return r
        return None

    r = find()
    if r is not None:
        r["m"] = 5.0
    return rows[0]["m"] * x[1]


def an_array_that_a_search_returns(x):
    rows = [np.array([v, 1.0]) for v in x if v > -3.0]
    r = next((r for r in rows if r[0] > 0), None)
    if r is not None:
        r *= 2.0
    return sum(r[0] for r in rows)


def a_list_that_a_search_returns(x):
    rows = [[v, 1.0] for v in x if v > -3.0]

    def find():
        for r in rows:
            if r[0] > 0:
                return r
        return rows[-1]

    r = find()
    r.append(2.0)
    return sum(sum(r) for r in rows)


def an_object_that_a_search_returns(x):
    bs = [Ball(v) for v in x]

    def find():
        for b in bs:
            if b.v > 0:
                return b
        return Ball(1.0)

    r = find()
    r.v += 1
    return sum(b.v for b in bs) + r.v


def an_element_or_none_beside_a_write(x):
    rows = [{"v": v} for v in x if v > -3.0]
    r = rows[0] if x[0] > 0 else None
    rows[1]["v"] += 1.0
    return x[0] if r is None else x[1]


def an_element_or_none_beside_a_loop_of_writes(x):
    rows = [{"v": v} for v in x if v > -3.0]
    r = rows[0] if x[0] > 0 else None
    for q in rows:
        q["v"] += 1.0
    if r is not None:
        r["v"] += 10.0
    return sum(q["v"] for q in rows)


def two_that_are_sought_in_a_dict(x):
    d = {int(v * 3): {"v": v} for v in x}
    r, q = d.get(5), d.get(3)
    if q is not None:
        q["v"] += 2.0
    return x[0] if r is None else x[1]


def an_array_or_none_beside_a_loop_of_writes(x):
    rows = [np.array([v, 0.5]) for v in x if v > -1.0]
    rows.append(np.array([x[3], 1.0]))
    o = rows[0] if x[0] > 0 else None
    for r in rows:
        r[0] += 1.0
    return x[1] if o is None else o[0]


def an_element_of_two_parts_or_none(x):
    rows = [{"a": v, "b": 1.0} for v in x if v > -3.0]
    r = rows[0] if x[0] > 0 else None
    rows[1]["a"] += 1.0
    return x[0] if r is None else r["a"]


def the_last_that_fits(x):
    try:
        rows = [{"a": v, "b": 1.0} for v in x if v > -3.0]
        r = None
        for q in rows:
            if q["a"] > 0:
                r = q
        if r is not None:
            r["a"] *= 3.0
        return sum(q["a"] * q["b"] for q in rows)
    except ValueError:
        return -1000.0 * x[0]


REFUSED = (
    a_dict_that_a_search_returns,
    an_array_that_a_search_returns,
    a_list_that_a_search_returns,
    an_object_that_a_search_returns,
    an_element_or_none_beside_a_write,
    an_element_or_none_beside_a_loop_of_writes,
    two_that_are_sought_in_a_dict,
    an_array_or_none_beside_a_loop_of_writes,
    an_element_of_two_parts_or_none,
    the_last_that_fits,
)


@pytest.mark.parametrize("program", REFUSED)
def test_a_write_that_may_be_one_to_a_list_is_refused(program):
    with pytest.raises(CompileError, match="SRC015"):
        srcad.grad(program)(np.array([-0.8, 1.5, 1.9, 1.3]))
