"""A list, or what is like one, that changes while there is an iterator over it: as in
Python, or refused.

Some iterators read it when they are asked, as Python's do; of those that have read it
before the change is refused.
"""

import itertools

import numpy as np
import pytest

import srcad
from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of, result

X = np.array([0.9, 0.3, 0.4, 1.2, 0.7])

HEAD = """\
import collections
import itertools


def each(xs):
    for v in xs:
        yield v


def others(xs):
    yield from xs


class Bag:
    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        return iter(self.xs)


class Row:
    def __init__(self, xs):
        self.xs = list(xs)

    def __getitem__(self, k):
        return self.xs[k]

    def __len__(self):
        return len(self.xs)


class Walk(Row):
    def __iter__(self):
        for v in self.xs:
            yield v


class Held(Row):
    def __iter__(self):
        return iter(self.xs)


def f(x):
    xs = []
    z = x[0]
"""
# How the list comes to be: run time knows its length, its elements, or nothing.
GROWS = {
    "length": (
        "for k in range(3):",
        "    if x[k] > -5:",
        "        xs.append(z * x[k])",
    ),
    "elements": ("for v in x:", "    xs.append(v * z)"),
    "nothing": ("xs = [z * x[1], z * x[2], x[0]]",),
}
# An iterator, and what is asked of each of its elements.
ITERATORS = {
    "enumerate": ("enumerate(xs)", "s[1]"),
    "zip": ("zip(xs, xs)", "s[1]"),
    "zip with others": ("zip(xs, [1.0, 2.0, 3.0, 4.0, 5.0])", "s[0] * s[1]"),
    "reversed": ("reversed(xs)", "s"),
    "iter": ("iter(xs)", "s"),
    "map": ("map(lambda v: v * v, xs)", "s"),
    "filter": ("filter(lambda v: v > 0.1, xs)", "s"),
    "generator expression": ("(v * v for v in xs)", "s"),
    "chain": ("itertools.chain(xs, xs)", "s"),
    "from_iterable": ("itertools.chain.from_iterable([xs, xs])", "s"),
    "pairwise": ("itertools.pairwise(xs)", "s[0] * s[1]"),
    "accumulate": ("itertools.accumulate(xs)", "s"),
    "islice": ("itertools.islice(xs, 2)", "s"),
    "cycle": ("itertools.islice(itertools.cycle(xs), 7)", "s"),
    "zip_longest": ("itertools.zip_longest(xs, [1.0] * 9, fillvalue=0.5)", "s[0]"),
    "takewhile": ("itertools.takewhile(lambda v: v > -9, xs)", "s"),
    "starmap": ("itertools.starmap(lambda a, b: a * b, zip(xs, xs))", "s"),
    "generator": ("each(xs)", "s"),
    "yield from": ("others(xs)", "s"),
    "accumulate of a generator": ("itertools.accumulate(each(xs))", "s"),
    "zip with a generator": ("zip(each(xs), xs)", "s[0] * s[1]"),
    "__iter__": ("Bag(xs)", "s"),
    "deque": ("iter(collections.deque(xs))", "s"),
    "slice": ("xs[:]", "s"),
}
CHANGES = {
    "append": ("xs.append(x[3])",),
    "set": ("xs[0] = x[4] * 3",),
    "pop": ("xs.pop()",),
    "insert": ("xs.insert(0, x[3])",),
    "clear": ("xs.clear()",),
    "extend": ("xs += [x[3], x[4]]",),
    "perhaps": ("if x[1] > 0.5:", "    xs.append(x[2] * x[3])"),
    "nothing": ("pass",),
}
# What else is gone through, and how it is changed.
INSIDE = {
    "append": ("xs.xs.append(x[3])",),
    "set": ("xs.xs[0] = x[4] * 3",),
    "attribute": ("xs.xs = [x[1], x[1] * x[2]]",),
    "perhaps": ("if x[1] > 0.5:", "    xs.xs.append(x[2] * x[3])"),
    "perhaps set": ("if x[1] > 0.1:", "    xs.xs[1] = x[2] * x[3]"),
}
DICTS = {
    "set": ("d[2] = x[0] * x[1]",),
    "add": ("d[9] = x[2]",),
    "del": ("del d[1]",),
    "update": ("d.update({0: x[3] * 4})",),
    "perhaps set": ("if x[1] > 0.1:", "    d[1] = x[3] * 3"),
    "perhaps add": ("if x[1] > 5.0:", "    d[9] = x[2]"),
    "loop": ("for k in range(2):", "    d[k] = d[k] * x[3]"),
    "new": ("d |= {1: x[0] * 9}",),
}
KNOWN = {
    "append": ("xs.append(9)",),
    "extend": ("xs += bytes(2)",),
    "pop": ("xs.pop()",),
    "reverse": ("xs.reverse()",),
    "perhaps": ("if x[1] > 0.1:", "    xs.append(7)"),
}
OTHERS = {
    "numbers": ("xs = [1.0, 2.0, 3.0]", CHANGES),
    "values": ("d = {k: v * z for k, v in enumerate(x)}; xs = d.values()", DICTS),
    "keys": ("d = {k: v * z for k, v in enumerate(x)}; xs = d", DICTS),
    "bytearray": ("xs = bytearray(b'abc')", KNOWN),
    "UserList": ("xs = collections.UserList([1.0, 2.0])", KNOWN),
    "UserList of x": ("xs = collections.UserList([z, x[1]])", CHANGES),
    "Row": ("xs = Row([x[1], z * x[2]])", INSIDE),
    "Row of numbers": ("xs = Row([1.0, 2.0])", INSIDE),
    "Row of x": ("xs = Row(x)", INSIDE),
    "Walk": ("xs = Walk([x[1], z * x[2]])", INSIDE),
    "Held": ("xs = Held([x[1], z * x[2]])", INSIDE),
    "Held of numbers": ("xs = Held([1.0, 2.0])", INSIDE),
}
# Where the change is, and how the iterator is gone through.
PLACES = {
    "before": "e = {made}\n{change}\nfor s in e:\n    t = t * 0.5 + {part}",
    "in a comprehension": "e = {made}\n{change}\nt = sum([({part}) * 1.5 for s in e])",
    "in the loop": (
        "e = {made}\nfor s in e:\n    t = t * 0.5 + {part}\n    n += 1\n"
        "    if n == 2:\n{inside}\n    if n > 8:\n        break"
    ),
    "in the loop over it": (
        "for s in {made}:\n    t = t * 0.5 + {part}\n    n += 1\n"
        "    if n == 2:\n{inside}\n    if n > 8:\n        break"
    ),
}
ROWS = list(itertools.product(ITERATORS, CHANGES, GROWS, PLACES))
OTHER_ROWS = [
    row
    for name, (_, changes) in OTHERS.items()
    for row in itertools.product(ITERATORS, changes, [name], PLACES)
]


def indented(lines, by):
    return "\n".join(" " * by + line for line in "\n".join(lines).split("\n"))


def made(name):
    """The lines that make what is gone through, and its changes."""
    if name in GROWS:
        return GROWS[name], CHANGES
    line, changes = OTHERS[name]
    return (line,), changes


def program(row):
    iterator, change, name, place = row
    text_of_it, part = ITERATORS[iterator]
    lines, changes = made(name)
    text = PLACES[place].format(
        made=text_of_it,
        part=part,
        change="\n".join(changes[change]),
        inside=indented(changes[change], 8),
    )
    body = [*lines, "t = 0.0", "n = 0", text, "return t + x[0] * 0.0"]
    return f"{HEAD}{indented(body, 4)}\n"


@pytest.mark.parametrize("row", sampled(ROWS, 47), ids="-".join)
def test_it_is_as_in_python_or_refused(row, tmp_path):
    module = module_of(tmp_path, "program", program(row))
    try:
        result(module.f, X)
    except IndexError:
        # A list that became shorter while it is gone through backwards.
        assert row[0] == "reversed"
        assert row[1] in ("pop", "clear")
    except srcad.CompileError:
        # It says that an empty list has no elements, which nobody asks for.
        assert row[1] == "clear"


@pytest.mark.parametrize("row", sampled(OTHER_ROWS, 97), ids="-".join)
def test_what_is_like_a_list_is_as_in_python_or_refused(row, tmp_path):
    module = module_of(tmp_path, "program", program(row))
    try:
        result(module.f, X)
    except srcad.CompileError:
        assert row[1] == "clear"


@pytest.mark.parametrize("iterator", ["enumerate", "zip", "iter", "map", "generator"])
@pytest.mark.parametrize("change", ["append", "set", "insert", "perhaps"])
def test_what_is_asked_later_is_seen(iterator, change, tmp_path):
    text = program((iterator, change, "length", "before"))
    assert result(module_of(tmp_path, "program", text).f, X)


@pytest.mark.parametrize(
    "iterator", ["accumulate", "zip_longest", "starmap", "pairwise"]
)
@pytest.mark.parametrize("change", ["append", "set", "pop"])
def test_what_was_read_already_is_not_changed(iterator, change, tmp_path):
    text = program((iterator, change, "nothing", "before"))
    module = module_of(tmp_path, "program", text)
    with pytest.raises(srcad.CompileError, match="while an iterator over it is in use"):
        srcad.grad(module.f)(X)
