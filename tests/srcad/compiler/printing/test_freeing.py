"""``del`` behind the paragraph that mentions an array last."""

import ast
import itertools
import tracemalloc

import numpy as np
import pytest

from codegen.description import Comment
from srcad.compiler.printing.emit.freeing import freed, worth_freeing
from srcad.compiler.printing.emit.held import Held
from tests.srcad.compiler.derivatives import check, generate


def body_of(text):
    """A body with `#` lines as headings."""
    body = []
    for line in text.split("\n"):
        body += [Comment(line[1:])] if line.startswith("#") else ast.parse(line).body
    return body


def written(text, arrays):
    """A body with `#` lines as headings, after the pass."""
    found = freed(body_of(text), arrays.split())
    return [
        f"#{one.text}" if isinstance(one, Comment) else ast.unparse(one)
        for one in found
    ]


PARAGRAPHS = """\
#
a = f(x)
b = a * 2
#second
c = a + b
b = c + 1
#third
d = [b for b in c]
#
return d"""


def test_behind_the_last_paragraph_that_mentions_it():
    found = written(PARAGRAPHS, "a b c d")
    assert found[found.index("b = c + 1") + 1] == "del a"
    # Before the return nothing is worth it.
    assert "".join(found).count("del") == 1


def test_arrays_alone_and_what_is_assigned_here():
    assert "del a" not in written(PARAGRAPHS, "b c x")


@pytest.mark.parametrize(
    "line", ["if x:\n    a = 1", "for a in x:\n    pass", "a, b = x", "a += 1"]
)
def test_what_may_not_be_bound_is_left(line):
    body = [
        Comment(""),
        *ast.parse(line).body,
        Comment("next"),
        *ast.parse("c = x").body,
        Comment(""),
        ast.Return(ast.Name("c", ast.Load())),
    ]
    assert not any(isinstance(one, ast.Delete) for one in freed(body, {"a", "b"}))


def test_a_loop_that_mentions_it_keeps_it_for_its_paragraph():
    body = [
        *ast.parse("a = f(x)").body,
        Comment("loop"),
        *ast.parse("for i in x:\n    c = a[i]").body,
        Comment("next"),
        *ast.parse("d = c").body,
        Comment(""),
        *ast.parse("e = d").body,
    ]
    found = [
        ast.unparse(one) for one in freed(body, {"a"}) if not isinstance(one, Comment)
    ]
    assert found == ["a = f(x)", "for i in x:\n    c = a[i]", "del a", "d = c", "e = d"]


# One after the other: each array is made of the one before.
CHAIN = "\n".join(
    ["#\na = f(x)", *(f"#\n{n} = f({m})" for m, n in itertools.pairwise("abcdef"))]
)
CHAIN += "\n#\nreturn f"


def chosen(text, amounts, kept=0, **bases):
    return worth_freeing(body_of(text), Held(amounts, bases, kept))


def test_a_long_half_frees_what_its_peak_is_made_of():
    # Two arrays are there at once; without the lines there would be all six.
    assert chosen(CHAIN, dict.fromkeys("abcdef", 8)) == set("abcd")


def test_what_is_small_stays():
    longer = CHAIN.replace("\n#\nb =", "\n#\ns = f(x)\n#\nb =")
    amounts = {**dict.fromkeys("abcdef", 80), "s": 1}
    assert chosen(longer, amounts) == set("abcd")
    # In a line that is there anyway it is freed.
    assert chosen(longer.replace("f(a)", "f(a, s)"), amounts) == set("abcds")


def test_beside_many_residuals_nothing_is_worth_it():
    equal = dict.fromkeys("abcdef", 8)
    assert chosen(CHAIN, equal, kept=60) == set("abcd")
    assert chosen(CHAIN, equal, kept=300) == set()


def test_few_arrays_are_not_worth_it():
    # Freed, `c` and `d` would make 80 of 98.
    small = {"a": 1, "b": 1, "c": 8, "d": 8, "e": 40, "f": 40}
    assert chosen(CHAIN, small) == set()


def test_a_view_and_its_array_are_freed_together():
    text = CHAIN.replace("d = f(c)", "d = f(c, b)")
    equal = {**dict.fromkeys("acdef", 8), "b": 0}
    # The view `b` is read in the fourth paragraph: until then there is `a`, and with
    # `c` and `d` that is the peak.
    assert chosen(text, equal, b="a") == set()
    assert chosen(text, {**equal, "e": 16}, b="a") == set("abcd")


def deep(x, w, v, u):
    a = np.tanh(x @ w)
    b = np.exp(a) * np.sin(a)
    c = b / (1.0 + b * b)
    d = np.tanh(c @ v) * np.sin(c)
    e = np.exp(-d * d) * np.cos(d) * d
    return np.sum(np.sin(e @ u))


MATRICES = ["float64[n, m]", *["float64[m, m]"] * 3]


def test_the_gradient_of_a_long_half_is_right():
    assert "    del " in generate(deep, MATRICES).text
    check(deep, MATRICES, orders=(1, 2))


def test_its_peak_is_lower():
    text = generate(deep, MATRICES).text
    lines = text.split("\n")
    peaks = []
    for one in (text, "\n".join(x for x in lines if not x.startswith("    del "))):
        space = {}
        exec(one, space)
        arrays = np.ones((2000, 50)), *[np.full((50, 50), 0.1)] * 3
        _, residuals = space["forward"](*arrays)
        tracemalloc.start()
        space["backward"](residuals, 1.0)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[0] < 0.8 * peaks[1]
