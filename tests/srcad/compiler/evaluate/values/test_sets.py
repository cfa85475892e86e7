"""Sets, whose order is the compiler's own where Python has none."""

import numpy as np

from tests.srcad.compiler.derivatives import check
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
@dataclasses.dataclass
class Point:
    a: object
    b: object


@dataclasses.dataclass(frozen=True, order=True)
class Fixed:
    a: object
    b: object


class Plain:
    def __init__(self, a, b):
        self.a = a
        self.b = b


class Spoken:
    def __init__(self, a):
        self.a = a

    def __str__(self):
        return "spoken"

    def __repr__(self):
        return "shown"
"""

KINDS = (
    Kind(
        "set",
        one="{1, 2}",
        other="{2, 3}",
        read="sum(it)*1.5",
        asked=(
            "it | other == {1, 2, 3}",
            "it & other == {2}",
            "it - other == {1}",
            "it ^ other == {1, 3}",
            "it < {1, 2, 3}",
            "it.union([5])",
            "list(it)",
            "it.isdisjoint(other)",
            "{1} in {frozenset({1}), 2}",
            "it |= other\nlen(it)",
            "it.add(7)\nsum(it)",
            "it.discard(1)\nlist(it)",
            "it.pop()",
            "3 in it",
        ),
        refused={},
    ),
    Kind(
        "frozenset",
        one="frozenset({1, 2})",
        other="frozenset({2, 3})",
        read="sum(it)*1.5",
        asked=(
            "it | other == {1, 2, 3}",
            "it & other == {2}",
            "it - other == {1}",
            "it ^ other == {1, 3}",
            "it < {1, 2, 3}",
            "it.union([5])",
            "list(it)",
            "it.isdisjoint(other)",
            "{1} in {frozenset({1}), 2}",
            "it |= other\nlen(it)",
            "it.add(7)\nsum(it)",
            "it.discard(1)\nlist(it)",
            "it.pop()",
            "3 in it",
        ),
        refused={
            "SRC019": (
                # `this` is different on the two paths that lead here: a frozenset and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a frozenset and N
                "path or None",
            ),
            "SRC013": (
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
        },
    ),
    Kind(
        "set of objects",
        one="{Plain(x[0], 1.0)}",
        other="{Plain(x[1], 2.0)}",
        read="[one.a for one in it][0]",
        space=SPACE,
        # It is joined by what it holds; in the others, objects are chosen as they are,
        # and one program does the one or the other.
        unasked=("loop swaps",),
        asked=(
            "len(it | other)",
            "it.pop().a",
            "it.add(Plain(x[2], 1.0))\nlen(it)",
            "it == set(it)",
        ),
        refused={
            "SRC013": (
                # what Python shows of a Plain is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "chosen",
                # in which order Python goes through this set is not known
                "path",
                "loop",
                "path or None",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


def texts(x):
    total = 0.0
    for word in {"cc", "a", "bbb"}:
        total = total + x[len(word)] * len(word)
    return total * np.sin(x)


def test_the_texts_of_a_set():
    check(texts, ["float64[4]"], draws=2)
