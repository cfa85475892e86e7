"""Every change of every kind of object, under every kind of other name and statement.

An object is made, gets another name or place, is changed, and all of it is read: what
comes of it is held against Python's own run and finite differences of it.
"""

import copy
import dataclasses
import textwrap
from typing import Any

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

# The changes are separated by bars.
OBJECTS = {
    "list": (
        "[x[0], x[1] * 2, x[2]]",
        """
o[0] = x[1] * x[2] | o.append(x[0] * x[1]) | o += [x[2], x[0]] | o.reverse() | o.pop()
del o[0] | o.insert(0, x[2] * 3) | o[1:] = [x[0]] | o[0], o[1] = o[1], o[0]
o.extend(x) | o *= 2 | o.sort() | o.clear() | o[-1] *= x[1] | o.remove(o[1])
o = o + [x[0]] | o += x
""",
    ),
    "array": (
        "x * 1.5",
        """
o[0] = x[1] * x[2] | o += x | o *= 2.0 | o[:] = x[::-1] | o[1:] *= x[0] | o.fill(x[2])
o[::-1][0] = x[1] | o[o > 1.0] = x[0] | o.sort() | np.add.at(o, [0, 0], x[1])
o[[0, 1]] = o[[1, 0]] | o -= o.mean() | o.reshape(3, 1)[0] = x[1] | o[0] += o[1]
np.copyto(o, x * 3) | o = o + 1.0 | o.put([0], x[1]) | o[...] = x[0]
np.multiply(o, x, out=o)
""",
    ),
    "matrix": (
        "np.outer(x, x)",
        """
o[0] = x | o[0][1] = x[2] | o[:, 1] = x * 2 | o.T[0] = x | o[0, 1] += x[0]
o[1] *= x[0] | o += x | o[0], o[1] = o[1].copy(), o[0].copy() | o[1:][0] = x
np.fill_diagonal(o, x) | o.ravel()[0] = x[1] | o[[0, 1]] += 1.0 | row = o[1]; row += x
row = o[1]; row[0] = x[2]
""",
    ),
    "dict": (
        "{'a': x[0], 'b': x[1]}",
        """
o['a'] = x[1] * x[2] | o['c'] = x[2] | o.update(a=x[2] * 2) | del o['a'] | o.pop('b')
o['b'] += x[0] | o.setdefault('d', x[1]) | o.clear() | o |= {'a': x[2]} | o.popitem()
""",
    ),
    "object": (
        "Holder(x * 2.0)",
        """
o.item = x[1] * x[2] | o.item[0] = x[2] | o.item += x | o.item = o.item * x
o.item *= 3.0 | o.extra = x[0]; o.item = o.extra * x | setattr(o, 'item', x[2])
""",
    ),
    "long_list": (
        "[v * 2 for v in x]",
        """
o[0] = x[1] * x[2] | o.append(x[0] * x[1]) | o += [x[2], x[0]] | o.reverse() | o.pop()
del o[0] | o.insert(0, x[2] * 3) | o.extend(x) | o[-1] *= x[1] | o[1:] = [x[0]]
o.sort() | o.pop(0)
""",
    ),
    "list_of_lists": (
        "[[x[0]], [x[1], x[2]]]",
        """
o[0][0] = x[1] * x[2] | o[0].append(x[2]) | o.append(o[0]) | o[1] = o[0]
o[0] += [x[1]] | row = o[1]; row[0] = x[0] * 2 | o[0], o[1] = o[1], o[0]
""",
    ),
    "list_of_arrays": (
        "[x * 1.0, x * 2.0]",
        """
o[0][1] = x[0] * 3 | o[0] += x | o[0] = o[1] | a = o[0]; a *= 2.0
for a in o: a[0] = x[1] | o.append(o[0]) | o[1], o[0] = o[0], o[1]
""",
    ),
}

NAMES = """
pass | p = o | p = (o, o) | p = [o] | p = {'k': o} | p = Holder(o) | p = copy.copy(o)
p = o[:1] | p = o[0] | p = lambda: o | p = o if x[1] > 0.0 else None
p = (lambda u: u)(o) | p, *_ = o, 1 | p = o.T if hasattr(o, 'T') else o | p = list(o)
p = copy.deepcopy(o)
"""

STATEMENTS = [
    "CHANGE",
    "if x[0] > 0.5:\n    CHANGE",
    "if x[0] < 0.5:\n    pass\nelse:\n    CHANGE",
    "for i in range(2):\n    CHANGE",
    "for i in range(len(x) - 1):\n    CHANGE",
    "w = 0.0\nwhile w < 1.5:\n    CHANGE\n    w = w + x[0]",
    "changed(o, x)",
    "try:\n    CHANGE\nfinally:\n    pass",
    "for v in x:\n    if v > 1.0:\n        CHANGE",
    "if x[0] > 0.5:\n    t = o\n    CHANGE\n    t = None",
    "for v in x:\n    CHANGE\n    if v < 1.0:\n        break",
    "for i in range(2):\n    for v in x[:2]:\n        if v > 1.0:\n            CHANGE",
]

HEAD = '''
import copy
import numpy as np

class Holder:
    def __init__(self, item):
        self.item = item

def number(v, x):
    """A number of anything."""
    if v is None:
        return 0.25 + x[0]
    if isinstance(v, Holder):
        return number(v.item, x) * 2
    if isinstance(v, dict):
        items = [number(w, x) * (i + 2) for i, w in enumerate(v.values())]
        return sum(items, 0.0 * x[0])
    if isinstance(v, (list, tuple)):
        s = 0.0 * x[0]
        for i, w in enumerate(v):
            s = s + number(w, x) * (i + 1)
        return s
    places = np.arange(np.size(v)).reshape(np.shape(v))
    return np.sum(v * (1.0 + places) * x[0])

def changed(o, x):
'''

X = (1.31, 0.72, 2.13)


def split(text):
    found = [one.strip() for line in text.split("\n") for one in line.split(" | ")]
    return [one for one in found if one]


def program(number, made, change, named, statement):
    """A function of ``x``: an object, another name, the change, and what is read."""
    lines = [f"o = {made}", named]
    for line in statement.split("\n"):
        pad, found, _ = line.partition("CHANGE")
        lines.append(textwrap.indent(change, pad) if found else line)
    lines.append("r = number(o, x)")
    if named != "pass":
        lines.append("p = p() if callable(p) else p")
        lines.append("r = r + number(p, x) * 7")
    body = textwrap.indent("\n".join([*lines, "return r"]), "    ")
    return f"def of_{number}(x):\n{body}\n"


CHANGES = [
    (kind, change) for kind, (_, text) in OBJECTS.items() for change in split(text)
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "change"), CHANGES)
def test_a_change_is_seen_by_every_name(kind, change, tmp_path):
    made, lines = OBJECTS[kind][0], change.replace("; ", "\n")
    names, shift = split(NAMES), CHANGES.index((kind, change))
    count = len(STATEMENTS)
    chosen = [
        (named, STATEMENTS[(place * 5 + shift + more) % count])
        for place, named in enumerate(names)
        for more in (0, count // 2)
    ]
    programs = [program(k, made, lines, *one) for k, one in enumerate(chosen)]
    helper = textwrap.indent(f"{lines}\nreturn o", "    ")
    module = module_of(tmp_path, "changes", "\n".join([HEAD + helper, *programs]))
    for k in range(len(chosen)):
        result(getattr(module, f"of_{k}"), X)


def copied_long_list(x):
    import copy

    o = [v * 2 for v in x]
    p = copy.copy(o)
    q = copy.deepcopy(o)
    o[0] = x[1] * x[2]
    return np.stack(p) * x + np.stack(o) + np.stack(q)


def joined_dicts(x):
    o = {"a": x, "b": x * x}
    p = o
    o |= {"a": x * 3.0, "c": x}
    return p["a"] * p["b"] * p["c"] * len(p)


class Bag:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, key):
        return self.items[key]

    def __setitem__(self, key, item):
        self.items[key] = item


def array_of_a_bag_in_place(x):
    bag = Bag([x * 1.0, x * 2])
    first = bag[0]
    bag[0] += 1
    return first * first + bag[0] * x


def list_of_a_bag_in_place(x):
    bag = Bag([[x[0]], x * 2])
    first = bag[0]
    bag[0] += [x[1] * 3]
    return len(first) * x + bag[0][-1] ** 2


def counted_among_values(x):
    items = [x[0], np.floor(x[2]), 2.0]
    return x * items.count(2.0) + x * x * items.index(2.0)


def removed_among_values(x):
    items = [x[0], np.floor(x[2]), x[1], 2.0]
    items.remove(2.0)
    return x * items[1] + items[-1]


def copied_array_of_rank_0(x):
    h = np.zeros(())
    k = copy.copy(h)
    k[...] = x[0]
    return h * x.sum() + k * x


@dataclasses.dataclass
class Pair:
    first: Any
    second: Any


def dict_of_a_record(x):
    pair = Pair(x * 1.0, [x * 2])
    parts = dataclasses.asdict(pair)
    pair.first[0] = 5.0 * x[1]
    pair.second[0][1] = 7 * x[0]
    return parts["first"] ** 2 + parts["second"][0] ** 2


def tuple_of_a_record(x):
    pair = Pair(x * 1.0, {"a": x * 3})
    parts = dataclasses.astuple(pair)
    parts[1]["a"][0] = 0.0
    return pair.second["a"] ** 2 + parts[1]["a"] * x


def dict_of_a_record_with_a_long_list(x):
    pair = Pair(x, [])
    for v in x:
        pair.second.append(v * 2)
    parts = dataclasses.asdict(pair)
    pair.second.append(x[0])
    pair.second[0] = x[1] * 5
    return parts["second"][0] * len(parts["second"]) * x


def asks_a_long_list_for_attributes(x):
    items = []
    for v in x:
        items.append(v)
    x = x * 2.0 if hasattr(items, "append") else x
    return x * 3.0 if hasattr(items, "shape") else x


def asks_a_tuple_that_may_be_none(x):
    y = None
    if x[0] < 1.0:
        y = (x[0], x[1])
    return x * 2.0 if hasattr(y, "index") else x


def looks_for_a_tuple(x):
    items = ((x[0], 1.0), (2.0, 1.0))
    return x * items.index((2.0, 1.0))


@pytest.mark.parametrize(
    "function",
    [
        looks_for_a_tuple,
        copied_long_list,
        joined_dicts,
        counted_among_values,
        removed_among_values,
        copied_array_of_rank_0,
        dict_of_a_record,
        tuple_of_a_record,
        dict_of_a_record_with_a_long_list,
        asks_a_long_list_for_attributes,
        array_of_a_bag_in_place,
        list_of_a_bag_in_place,
    ],
)
def test_what_was_wrong_once(function):
    x = np.array(X)
    out, gradient = srcad.value_and_grad(lambda x: np.sum(function(x)))(x)
    np.testing.assert_allclose(out, np.sum(function(x)))
    steps = 1e-6 * np.eye(3)
    ends = [np.sum(function(x + d) - function(x - d)) / 2e-6 for d in steps]
    np.testing.assert_allclose(gradient, ends, rtol=1e-6)


def asks_what_may_be_none(x):
    y = None
    if x[0] < 1.0:
        y = x * 2
    return x * 2.0 if hasattr(y, "shape") else x


@pytest.mark.parametrize(
    "function", [asks_what_may_be_none, asks_a_tuple_that_may_be_none]
)
@pytest.mark.parametrize("first", [0.5, 1.5])
def test_what_may_be_none_is_asked_for_an_attribute(function, first):
    x = np.array([first, 2.0, 3.0])
    out, slope = srcad.value_and_grad(lambda x: np.sum(function(x)))(x)
    assert out == function(x).sum()
    np.testing.assert_array_equal(slope, np.full(3, 2.0 if first < 1.0 else 1.0))


def loses_a_key(x):
    o = {"a": x, "b": x * 2}
    if x[0] > 1.0:
        del o["a"]
    return sum(o.values())


def gets_a_key(x):
    o = {"a": x}
    if x[0] > 1.0:
        o["b"] = x * 2
    return sum(o.values())


def asks_all_values(x):
    o = {"a": x[0] > 0.0}
    if x[0] > 1.0:
        o["b"] = x[1] > 1.0
    return x * (2.0 if all(o.values()) else 3.0)


def asks_for_a_key(x):
    o = {"a": x}
    if x[0] > 1.0:
        o["b"] = x * 2
    return x * (2.0 if "b" in o else 3.0)


def counts_the_keys(x):
    o = {"a": x}
    for v in x:
        if v > 1.0:
            o["b"] = x * 2
    return x * len(o)


@pytest.mark.parametrize(
    "function",
    [loses_a_key, gets_a_key, asks_all_values, asks_for_a_key, counts_the_keys],
)
@pytest.mark.parametrize("first", [0.5, 1.5])
def test_run_time_knows_the_keys_of_a_dict(function, first):
    x = np.array([first, 2.0, 3.0])
    assert result(lambda x: np.sum(function(x)), x)


def the_last_of_a_loop(x):
    hs = []
    for v in x:
        h = x * v
        hs.append(h)
    hs[-1] += x
    return np.sum(h * hs[0])


def put_twice_on_one_path(x):
    o = [x * 1.0, x * 2.0]
    if x[0] > 0.5:
        o.append(o[0])
    o[0] += x
    return np.sum(o[-1] * x)


def read_before(x):
    o = [x * 1.0, x * 2.0]
    if x[0] > 0.5:
        o.append(x * 3)
    p = o[0]
    o[0] += x
    return np.sum(p * x)


def read_before_a_loop(x):
    o = []
    for v in x:
        o.append(x * v)
    p = o[1]
    for i in range(len(x)):
        o[i] *= 2.0
    return np.sum(p * x)


def of_the_list_alone(x):
    o = []
    for v in x:
        o.append(x * v)
    for i in range(len(x)):
        o[i] *= 2.0
    return np.sum(np.stack(o) * x)


def a_list_of_the_same(x):
    o = []
    for v in x:
        o.append(x * v)
    p = list(o)
    o[0] += x
    return np.sum(np.stack(p) * x)


def one_array_in_each_place(x):
    h = x * 1.0
    o = []
    for _ in x:
        o.append(h)
    o[0] += x
    return np.sum(np.stack(o) * x)


def put_in_another_place(x):
    o = []
    for v in x:
        o.append(x * v)
    o[1] = o[0]
    o[0] += x
    return np.sum(np.stack(o) * x)


def read_into_a_tuple(x):
    o = []
    for v in x:
        o.append(x * v)
    q = (o, o[0])
    o[0] += x
    return np.sum(q[1] * x)


CHANGED_IN_A_LIST = [
    the_last_of_a_loop,
    put_twice_on_one_path,
    read_before,
    read_before_a_loop,
    a_list_of_the_same,
    one_array_in_each_place,
    put_in_another_place,
    read_into_a_tuple,
]


@pytest.mark.parametrize("function", CHANGED_IN_A_LIST)
def test_an_array_of_a_list_that_is_changed_in_place(function):
    with pytest.raises(srcad.CompileError, match="may be known under another name"):
        srcad.grad(function)(np.array(X))


def in_an_order(x):
    o = [v * x for v in x]
    p = sorted(o, key=lambda u: u[0])
    o[1] += x
    return np.sum(np.stack(p) * x[0])


def taken_by_indices(x):
    o = [v * x for v in x]
    p = [o[k] for k in np.argsort(x)]
    o[1] += x
    return np.sum(np.stack(p) * x[0])


def put_into_another_list(x):
    o = [v * x for v in x]
    p = []
    for u in o:
        p.append(u)
    p[1] += x
    return np.sum(np.stack(o) * x[0])


def chosen_into_another_list(x):
    o = [v * x for v in x]
    p = [u for u in o if u[0] > 0.5]
    p[1] += x
    return np.sum(np.stack(o) * x[0])


def the_greatest_one(x):
    o = [v * x for v in x]
    best = o[0]
    for u in o:
        if u[0] > best[0]:
            best = u
    o[11] += x
    return np.sum(best * x[0])


def popped_into_another_list(x):
    o = [v * x for v in x]
    q = []
    while len(o) > 6:
        q.append(o.pop())
    q[0] += x
    return np.sum(np.stack(o) * x[0]) + np.sum(np.stack(q) * x[1])


def in_a_list_of_two(x):
    o = [v * x for v in x]
    p = [o[0], o[1]]
    o[1] += x
    return np.sum(p[1] * x)


def read_by_a_function_that_is_left(x):
    o = [v * x for v in x]

    def make():
        y = o[1]
        return lambda: y

    get = make()
    o[1] *= 3.0
    return np.sum(get() * x)


def zipped(x):
    o = [v * x for v in x]
    z = list(zip(o, o, strict=True))
    o[1] += x
    return np.sum(z[1][0] * x)


def its_first_again_at_the_end(x):
    o = [v * x for v in x]
    o.extend(o[:1])
    o[0] += x
    return np.sum(o[-1] * x)


IN_ANOTHER_LIST = [
    in_an_order,
    taken_by_indices,
    put_into_another_list,
    chosen_into_another_list,
    the_greatest_one,
    in_a_list_of_two,
    read_by_a_function_that_is_left,
    zipped,
    its_first_again_at_the_end,
]


@pytest.mark.parametrize("function", IN_ANOTHER_LIST)
def test_an_array_that_another_list_holds_as_well(function):
    x = np.linspace(0.5, 2.0, 12)
    assert not result(function, x)


def test_an_array_that_is_in_another_list_by_now():
    assert result(popped_into_another_list, np.linspace(0.5, 2.0, 12))


def views_of_values(x):
    d = {"a": x, "b": x * 2}
    values = iter(d.values())
    first = next(values)
    d["b"] = x * x * x
    return np.sum(first * next(values))


@pytest.mark.parametrize("function", [*IN_ANOTHER_LIST, views_of_values])
def test_what_is_changed_is_as_python_has_it_or_refused(function):
    result(function, np.array(X))


def test_an_iterator_over_values_sees_what_is_set():
    assert result(views_of_values, np.array(X))


def test_an_array_that_a_list_alone_holds():
    x = np.array(X)
    out, gradient = srcad.value_and_grad(of_the_list_alone)(x)
    np.testing.assert_allclose(out, of_the_list_alone(x))
    np.testing.assert_allclose(gradient, 4 * x * x.sum() + 2 * np.sum(x * x))


def grown_in_a_loop_inside(x):
    xs, s = [x, x * 2], 0.0
    for i, v in enumerate(xs):
        for t in x:
            if t > 1.0:
                xs.append(v * t)
        s = s + np.sum(v)
        if i > 3:
            break
    return s


def grown_while_an_iterator_waits(x):
    xs = [x, x * 2]
    rest = iter(xs)
    s = np.sum(next(rest))
    for t in x:
        xs.append(x * t)
    for v in rest:
        s = s + np.sum(v)
    return s


def grown_beside_what_is_zipped(x):
    xs, s = [x, x * 2], 0.0
    for v, w in zip(xs, reversed(xs), strict=False):
        for t in x:
            xs.append(x * t)
        s = s + np.sum(v * w)
    return s


def grown_by_a_comprehension(x):
    xs = [x, x * 2]
    sums = [
        np.sum(v) * len([xs.append(x * k) for k in range(2)])
        if len(xs) < 6
        else np.sum(v)
        for v in xs
    ]
    return sum(sums)


def summed_by_a_comprehension(x):
    d = {"a": x, "b": x * 2}
    return sum([np.sum(v) + (d.update(b=x * 5) or 0.0) for v in d.values()])


GROWN = [
    *(grown_in_a_loop_inside, grown_while_an_iterator_waits),
    *(grown_beside_what_is_zipped, grown_by_a_comprehension),
    summed_by_a_comprehension,
]


@pytest.mark.parametrize("function", GROWN)
def test_a_list_is_gone_through_as_it_is_by_then(function):
    result(function, np.array(X))


@pytest.mark.parametrize("function", GROWN[3:])
def test_a_comprehension_sees_what_it_changes(function):
    assert result(function, np.array(X))
