"""Changes of lists, dicts and sets by functions and methods that nobody reads."""

import array
import collections
import shelve
import textwrap

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

HEAD = """
import array
import bisect
import collections
import functools
import heapq
import itertools
import operator

import numpy as np
"""

# What is made, what changes it, and what is read of it.
CHANGES = [
    ("[1, 2]", "o.__setitem__(0, 5)", "o[0]"),
    ("[1, 2]", "operator.setitem(o, 0, 5)", "o[0]"),
    ("[1, 2]", "operator.delitem(o, 0)", "o[0]"),
    ("[1, 2]", "operator.iadd(o, [3])", "len(o)"),
    ("[1, 2]", "o.__iadd__([3])", "len(o)"),
    ("[1, 2]", "o.__init__([3])", "len(o)"),
    ("[1, 2]", "list.append(o, 5)", "len(o)"),
    ("[1, 2]", "list.reverse(o)", "o[0]"),
    ("[1, 2]", "heapq.heappush(o, 0)", "o[0]"),
    ("[3, 1, 2]", "heapq.heapify(o)", "o[0]"),
    ("[1, 3]", "bisect.insort(o, 2)", "o[1]"),
    ("[1, 3]", "functools.partial(o.append, 3)()", "len(o)"),
    ("[1, 3]", "list(map(o.append, [1, 2]))", "len(o)"),
    ("[1, 3]", "list(map(o.__setitem__, [0, 1], [7, 8]))", "o[1]"),
    ("[1, 3]", "list(filter(o.append, [3, 1, 2]))", "len(o)"),
    ("[[1, 2], [3]]", "list(map(list.pop, o))", "len(o[0])"),
    ("[[1], [3]]", "list(map(list.append, o, [5, 6]))", "len(o[0])"),
    ("[[3, 1], [2]]", "list(map(heapq.heapify, o))", "o[0][0]"),
    ("[[3, 1], [2]]", "list(map(operator.iadd, o, o))", "len(o[0])"),
    ("[[3, 1]]", "list(itertools.starmap(list.append, [(o[0], 1)]))", "len(o[0])"),
    ("{'a': 1}", "dict.update(o, a=3)", "o['a']"),
    ("{'a': 1}", "o.__setitem__('a', 3)", "o['a']"),
    ("{'a': 1}", "dict.__setitem__(o, 'a', 3)", "o['a']"),
    ("{'a': 1}", "o.__ior__({'a': 3})", "o['a']"),
    ("collections.OrderedDict(a=1, b=2)", "o.move_to_end('a')", "list(o)[0] == 'a'"),
    ("collections.Counter('aa')", "o.subtract('a')", "o['a']"),
    ("collections.Counter('aa')", "o['b'] += 1", "o['b']"),
    ("collections.deque([1, 2])", "o.__setitem__(0, 4)", "o[0]"),
    ("collections.defaultdict(int)", "o['a'] += 2", "o['a']"),
    ("{1}", "set.add(o, 2)", "len(o)"),
    ("bytearray(b'ab')", "o.append(3)", "len(o)"),
    ("array.array('d', [1.0])", "o.append(3.0)", "len(o)"),
    ("type('C', (), {'v': 1})", "type.__setattr__(o, 'v', 2)", "o.v"),
    ("iter([1, 2, 3, 4, 5])", "o.__next__()", "next(o, 7)"),
    ("(k for k in range(5))", "o.__next__()", "next(o, 7)"),
]

STATEMENTS = {
    "once": "CHANGE",
    "if": "if x[0] > 0.0:\n    CHANGE",
    "for": "for v in x:\n    CHANGE",
    "while": "w = 0.1\nwhile w < x[1]:\n    CHANGE\n    w = w * 2.0",
}


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize(("made", "change", "read"), CHANGES)
def test_a_change_is_seen_or_refused(made, change, read, statement, tmp_path):
    lines = STATEMENTS[statement].replace("CHANGE", change)
    body = f"o = {made}\n{lines}\nreturn ({read}) * x[0]"
    text = f"{HEAD}\n\ndef function(x):\n{textwrap.indent(body, '    ')}\n"
    function = module_of(tmp_path, "in_place", text).function
    for x in ((0.5, 0.7, 1.2, 0.3), (-0.5, 0.7, 1.2, 0.3), (1.5, 0.05, 1.2, 0.3)):
        works = result(function, x)
        if statement == "once" and "type.__setattr__" not in change:
            assert works


def test_a_list_from_outside_is_not_changed():
    outside = [1, 2]

    def function(x):
        list.append(outside, 3)
        return x * len(outside)

    with pytest.raises(srcad.CompileError, match="changes a list"):
        srcad.grad(function)(np.float64(2.0))
    assert outside == [1, 2]


OUTSIDE = {
    "bytearray": (bytearray(b"ab"), "append", 9),
    "array": (array.array("d", [1.0]), "extend", [2.0]),
    "UserList": (collections.UserList([1.0]), "append", 3.0),
    "deque": (collections.deque([1.0], 1), "append", 3.0),
    "Shelf": (shelve.Shelf({}), "update", {"a": 1.0}),
    "+=": (bytearray(b"ab"), "__iadd__", b"c"),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_from_outside_is_changed(name):
    outside, method, item = OUTSIDE[name]
    before = list(outside)

    def function(x):
        getattr(outside, method)(item)
        return x * sum(outside)

    with pytest.raises(srcad.CompileError, match="outside of what is differentiated"):
        srcad.grad(function)(np.float64(2.0))
    assert list(outside) == before


IN_PLACE = [
    ("bytearray(b'ab')", "b += b'x'", "sum(o)"),
    ("bytearray(b'ab')", "b *= 2", "sum(o)"),
    ("collections.UserList([1.0])", "b += [2.0]", "sum(o)"),
    ("collections.Counter('ab')", "b += collections.Counter('b')", "sum(o.values())"),
    ("collections.Counter('ab')", "b -= collections.Counter('b')", "len(o)"),
    ("collections.deque([1.0])", "b += [x[0]]", "sum(o)"),
    ("{1.0}", "b |= {2.0}", "len(o)"),
    ("{'a': 1.0}", "b |= {'a': 2.0}", "o['a']"),
    ("[1.0]", "b += [x[1]]", "o[-1]"),
]


@pytest.mark.parametrize(("made", "change", "read"), IN_PLACE)
def test_an_augmented_assignment_is_seen_under_another_name(
    made, change, read, tmp_path
):
    body = f"o = {made}\nb = o\n{change}\nreturn ({read}) * x[0]"
    text = f"{HEAD}\n\ndef function(x):\n{textwrap.indent(body, '    ')}\n"
    function = module_of(tmp_path, "in_place", text).function
    assert result(function, (0.5, 0.7))


def test_an_entry_of_a_dict_with_a_key_that_is_no_name_is_joined(tmp_path):
    text = """
        def function(x):
            d = {k: v * x[0] for k, v in enumerate(x)}
            e = d.values()
            if x[0] > 0.3:
                d[1] = x[1] * 3.0
            t = 0.0
            for v in e:
                t = t * 0.5 + v
            return t
    """
    function = module_of(tmp_path, "keys", textwrap.dedent(text)).function
    assert result(function, (0.5, 0.7))
    assert result(function, (0.2, 0.7))


LAYER = """
import numpy as np


class Layer:
    def __init__(self, w):
        self.w = w

    def __call__(self, x):
        self.x = x * self.w
        return np.tanh(self.x)


def deep(x):
    layer = Layer(x[0])
    y = x
    for k in range(3):
        y = layer(y)
    return np.sum(y) + np.sum(layer.x)


def of_each(x):
    layer = Layer(x[0])
    y = x
    for v in x:
        y = layer(y * v)
    return np.sum(y)


def momentum(x):
    m, w = {}, x
    for k in range(4):
        for name in ("a", "b"):
            m[name] = 0.9 * m.get(name, 0.0) + w[k % 2]
        w = w - 0.1 * m["a"]
    return w[0] + m["b"]
"""


@pytest.mark.parametrize("name", ["deep", "of_each", "momentum"])
def test_a_loop_may_make_attributes_and_keys(name, tmp_path):
    function = getattr(module_of(tmp_path, "layers", LAYER), name)
    assert result(function, (0.5, 0.7))


def test_what_else_a_generator_has_is_refused():
    def function(x):
        def values():
            yield x

        return values().gi_running * x

    with pytest.raises(srcad.CompileError, match="`gi_running` of a generator"):
        srcad.grad(function)(np.float64(2.0))


@pytest.mark.parametrize(
    "read",
    [
        *("o[1] + len(o)", "sum(o.tolist())", "sum(v for v in o) * o.count(2.5)"),
        *("o.index(2.5)", "(3.0 if 2.5 in o else 1.0)", "len(o[1:]) * o.itemsize"),
    ],
)
@pytest.mark.parametrize("code", "df")
def test_an_array_of_pythons_is_read(tmp_path, read, code):
    text = f"o = array.array({code!r}, [1.5, 2.5, float('inf')])\n"
    text += f"def function(x):\n    return (x**2).sum() * min({read}, 1e9)\n"
    module = module_of(tmp_path, "arrays", f"{HEAD}\n{text}")
    assert result(module.function, (0.5, 0.7))
    module.o[0] = 7.5
    assert result(module.function, (0.5, 0.7))
    module.o.append(2.5)
    assert result(module.function, (0.5, 0.7))
