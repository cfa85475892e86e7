"""Dicts into which one path alone puts a key, and what is no number under it."""

from collections import OrderedDict, defaultdict

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, -1.7], [0.5, 0.3, 0.9, 2.2]]


def a_text(x):
    d = {}
    if x[0] > 0:
        d["B"] = "A"
    return x[1] if "B" in d else x[2]


def the_way_back(x):
    best = {"A": 0.0, "B": 1.0, "C": 0.5}
    before = {}
    for u, v, w in (("A", "B", x[0]), ("B", "C", x[1]), ("A", "C", x[2])):
        if best[u] + w < best[v]:
            best[v] = best[u] + w
            before[v] = u
    node, hops = "C", 0
    while node in before and hops < 4:
        node = before[node]
        hops += 1
    return best["C"] * x[3] + hops * x[0]


def from_nothing(x):
    before = {"A": None}
    if x[0] > 0:
        before["B"] = "A"
    if x[1] > 0:
        before["C"] = "B" if x[2] > 0 else "A"
    node, hops = "C" if "C" in before else "A", 0
    while node is not None:
        node = before.get(node)
        hops += 1
    return hops * x[3] + x[0]


def texts_in_a_tuple(x):
    d = OrderedDict()
    if x[0] > 0:
        d["C"] = ("a", x[2])
    if x[1] > 0:
        d["D"] = ("b", x[3])
    return sum(v * (2 if name == "b" else 3) for name, v in d.values()) * len(d)


def a_list_of_one(x):
    points = dict(zip(("ann", "bob"), x, strict=False))
    won = defaultdict(list)
    who = "ann"
    if points["ann"] > points["bob"]:
        who = "bob"
    won[who].append(x[2])
    return sum(sum(one) for one in won.values()) + points[who]


def lists_of_groups(x):
    groups = defaultdict(list)
    for v in x:
        groups["pos" if v > 0 else "neg"].append(float(v))
    return sum(groups["pos"]) * 2 + len(groups["neg"]) * x[0] + sum(groups["neg"][:1])


def a_list_with_a_name(x):
    d, more = {}, [x[1]]
    if x[0] > 0:
        d["B"] = more
    more.append(x[2])
    return sum(d["B"]) * x[3] if "B" in d else x[2] * len(more)


def a_list_that_is_changed_there(x):
    d, more = {}, [x[1]]
    if x[0] > 0:
        d["B"] = more
        d["B"].append(x[3])
    return sum(d.get("B", [])) + 2 * sum(more)


def what_is_not_there(x):
    d = {}
    if x[0] > 0:
        d["B"] = "A"
    return x[1] if d["B"] == "A" else x[2]


PROGRAMS = [
    a_text,
    the_way_back,
    from_nothing,
    texts_in_a_tuple,
    a_list_of_one,
    lists_of_groups,
]
# An alias may be refused, and is never wrong.
ALIASES = [a_list_with_a_name, a_list_that_is_changed_there]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_put_under_a_key_on_one_path(program, x):
    assert result(program, x)


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", ALIASES)
def test_a_list_that_is_put_under_a_key_on_one_path(program, x):
    result(program, x)


def test_a_key_that_no_path_has_put_there_raises():
    function = srcad.value_and_grad(what_is_not_there)
    assert function(np.array(POINTS[0]))[0] == POINTS[0][1]
    with pytest.raises(KeyError):
        function(np.array(POINTS[1]))


class Named:
    pass


def an_attribute(x):
    it = Named()
    if x[0] > 0:
        it.word = "a"
    return x[1] if it.word == "a" else x[2]


def a_dict_that_grows(x):
    d = {}
    if x[0] > 0:
        d["f"] = {"a": [], "b": iter([1.0])}
    if x[1] > 0:
        d["f"]["a"].append(x[2])
    return x[0] * len(d)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (an_attribute, "`word` is set on one path only"),
        (a_dict_that_grows, "the key 'f' is put into a dict on one path only"),
    ],
)
def test_what_one_path_sets_is_said(program, message):
    with pytest.raises(srcad.CompileError) as refused:
        srcad.grad(program)(np.array(POINTS[0]))
    said = refused.value.diagnostics[0]
    assert (said.code, said.message) == ("SRC020", message)
    assert said.help == "do so on every path"
