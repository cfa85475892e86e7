"""``del`` behind the paragraph that mentions an array last."""

import ast

import pytest

from codegen.description import Comment
from srcad.compiler.printing.emit.freeing import freed


def written(text, arrays):
    """A body with `#` lines as headings, after the pass."""
    body = []
    for line in text.split("\n"):
        body += [Comment(line[1:])] if line.startswith("#") else ast.parse(line).body
    found = freed(body, arrays.split())
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
