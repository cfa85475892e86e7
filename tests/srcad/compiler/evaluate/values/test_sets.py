"""Sets, whose order is the compiler's own where Python has none."""

import numpy as np

from tests.srcad.compiler.derivatives import check
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
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
