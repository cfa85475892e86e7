"""Which names of a function are read again."""

import ast
import textwrap

import numpy as np
import pytest

import srcad
from srcad.compiler.evaluate.liveness import live_names
from tests.srcad.compiler.side_by_side import result

PROGRAMS = {
    "bound_again": ("a = x\nHERE\na = 2\nreturn a", "x"),
    "read_later": ("a = x\nHERE\nreturn a", "a x"),
    "read_here": ("HERE(a)\na = 1\nreturn a", "HERE a x"),
    "on_a_path": ("HERE\nif x:\n    a = 1\nreturn a", "a x"),
    "on_both": ("HERE\nif x:\n    a = 1\nelse:\n    a = 2\nreturn a", "x"),
    "in_a_loop": ("for k in x:\n    HERE\n    b = a\n    a = k\n", "a k x"),
    "of_a_loop": ("for k in x:\n    a = k\n    HERE\n", "x"),
    "no_iteration": ("HERE\nfor k in x:\n    pass\nreturn k", "k x"),
    "left": (
        "while x:\n    HERE\n    if x:\n        break\n    a = 1\nreturn a",
        "a x",
    ),
    "gone_on": (
        "while x:\n    HERE\n    if x:\n        continue\n    a = 1\nreturn a",
        "a x",
    ),
    "caught": ("try:\n    HERE\n    a = 1\nexcept E:\n    return a", "E a x"),
    "at_last": ("try:\n    HERE\n    a = 1\nfinally:\n    f(a)", "a f x"),
    "left_at_last": (
        "for k in x:\n    try:\n        pass\n    except E:\n        HERE\n"
        "        break\n    finally:\n        f(a)",
        "E a f x",
    ),
    "suppressed": ("with x:\n    HERE\n    a = 1\nreturn a", "a x"),
    "closed_over": ("def f():\n    return a\nHERE\na = 1", "a x"),
    "lazy": ("g = (a for _ in x)\nHERE\na = 1\nreturn g", "_ a g x"),
    "eager": ("g = sum(a for _ in x)\nHERE\na = 1\nreturn g", "g x"),
    "changed": ("HERE\na += 1\nreturn x", "a x"),
    "an_item": ("HERE\na[0] = 1\nreturn x", "a x"),
    "unpacked": ("HERE\na, (b, *c) = x\nreturn a, b, c", "x"),
    "matched": ("HERE\nmatch x:\n    case [a]:\n        pass\nreturn a", "a x"),
    "returned": ("if x:\n    HERE\n    return x\nreturn a", "x"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_live_in_a_statement(name):
    text, expected = PROGRAMS[name]
    function = ast.parse(f"def f(x):\n{textwrap.indent(text, '    ')}").body[0]
    here = next(
        one
        for one in ast.walk(function)
        if isinstance(one, ast.Expr) and ast.unparse(one).startswith("HERE")
    )
    known = {"HERE", *expected.split()}
    assert live_names(function, here, ()) | {"x", "HERE"} == known | {"x"}


@pytest.mark.parametrize("text", ["yield a", "locals()", "f = 1\nreturn eval('a')"])
def test_it_is_not_told_where_all_may_be_read(text):
    function = ast.parse(f"def f(a):\n{textwrap.indent(text, '    ')}").body[0]
    assert live_names(function, function.body[0], ()) is None


def test_a_function_of_the_program_may_go_through_a_generator_later():
    function = ast.parse("def f(x, a):\n    g = sum(a for _ in x)\n    a = 1").body[0]
    assert "a" not in live_names(function, function.body[1], ())
    assert "a" in live_names(function, function.body[1], {"sum": sum})


class P:
    def __init__(self, x):
        self.x = x


def filtered(x):
    ps = [P(v) for v in x]
    near = [p for p in ps if p.x > 0]
    s = sum(p.x for p in near)
    for p in ps:
        p.x += 0.1 * s
    return sum(p.x**2 for p in ps)


def filtered_in_a_loop(x):
    ps = [P(v) for v in x]
    for v in x:
        near = [p for p in ps if p.x > v]
        s = sum(p.x for p in near)
        ps[0].x += 0.1 * s
    return sum(p.x**2 for p in ps)


def one_of_two(x):
    a = x * 2
    b = a if x[0] > 0 else x * 3
    t = b.sum()
    a[0] = 5.0
    return a.sum() * t


def rows_in_pairs(x):
    rows = np.stack([x, 2 * x], axis=1)
    for _ in range(2):
        force = np.zeros_like(rows)
        for i, one in enumerate(rows):
            for other in rows:
                force[i] += one - other
        rows += 0.05 * force
    return np.sum(rows**2)


def the_best_so_far(x):
    best, most = None, -1e9
    for k in range(3):
        y = np.sin(x * k)
        score = (y * x).sum()
        if score > most:
            best, most = y, score
    best[0] += 1
    return (best**2).sum() + most


@pytest.mark.parametrize(
    "function",
    [filtered, filtered_in_a_loop, one_of_two, rows_in_pairs, the_best_so_far],
)
@pytest.mark.parametrize("point", [[0.7, 1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, 1.7]])
def test_what_is_not_read_again_hinders_no_write(function, point):
    assert result(function, point)


def read_again(x):
    a = x * 2
    b = a if x[0] > 0 else x * 3
    a[0] = 5.0
    return a.sum() + b[0]


def read_in_the_next_iteration(x):
    a, b, t = x * 2, x * 3, 0.0
    for v in x:
        t += b[0]
        if v > 0.5:
            b = a
        a[0] += v
    return t + a.sum()


def read_where_it_raises(x):
    a = x * 2
    b = a if x[0] > 0 else x * 3
    try:
        a[0] = 5.0
        b = a * 1.0
        if x[1] > 0:
            raise ValueError
    except ValueError:
        return a.sum() + b[0]
    return b.sum()


@pytest.mark.parametrize(
    "function", [read_again, read_in_the_next_iteration, read_where_it_raises]
)
def test_what_is_read_again_does(function):
    with pytest.raises(srcad.CompileError, match="SRC015"):
        srcad.grad(function)(np.array([0.7, 1.3, 2.1, 0.4]))
