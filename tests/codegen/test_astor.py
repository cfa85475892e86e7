"""Expressions as a person writes them: fewest parentheses, ordinary spelling."""

import ast
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.printing import print_expression


def parse(source):
    return ast.parse(source, mode="eval").body


def printed(source):
    return print_expression(parse(source))


# Each is printed exactly as it stands here.
AS_WRITTEN = """
x
-x
+x
~x
not x
not x == y
-x + y
x - (y - z)
x - y - z
x + (y + z)
(x + y) * z
x / (y * z)
x * y / z
x @ w.T + b
x @ (y @ z)
x ** 2
x ** -0.5
x ** y ** z
(x ** y) ** z
(-x) ** 2
-x ** 2
(-1) ** n
2 ** -n
x ** (y + 1)
(x + 1) ** 2
x < y
x < y <= z
(x < y) == z
x is None
x is not None
x not in (None, y)
x and y or z
x and (y or z)
x or y and z
(x or y) and z
not (x and y)
not x and y
x if c else y
(x if c else y) + 1
x if c else y if d else z
(x if c else y) if d else z
x if (c if d else e) else y
None if a is None else np.zeros_like(a)
lambda: 0
lambda x: x + 1
lambda x, y=1, *rest, key, other=2, **options: (x, y)
lambda x, /, y, *, z: x
lambda x=(1, 2): x
(lambda x: x)(y)
lambda: lambda: 0
f()
f(x)
f(x, *y, key=z, **options)
f(*(x or y))
f(**(x or y))
np.zeros((n, 3), dtype=np.float32)
np.zeros_like(x)[..., None]
x.sum(axis=0)
x.sum(axis=(0, 1), keepdims=True)
f(x)(y).z[0]
(x + y).T
(-x).sum()
(x if c else y).sum()
"a".join(x)
(1).real
1.0.real
x[0]
x[-1]
x[i + 1]
x[1:]
x[:-1]
x[::2]
x[a:b:c]
x[1:, None]
x[..., None]
x[:, 0]
x[:, ::-1]
x[i, j]
x[(i,)]
x[1:,]
x[()]
x[:, *rest]
x[(..., *rest)]
x[(a, b):c]
x[a if b else c:]
x[i][j]
x[y[i], :]
()
(x,)
x, y
(x, y), z
(x,), {"w": dw}
[]
[x]
[x, y]
[*x, *y]
[*(x or y), z]
[x if c else y, z]
{x}
{*x, *y}
{}
{"a": 1, "b": (x, y)}
{**x, "a": 1}
{**(x or y)}
{x + 1: y if c else z}
[x + 1 for x in y]
[x for x in y if x > 0 if c]
[x for a in b for x, y in a]
[(x, y) for x, y in zip(a, b)]
[x for x in (a if c else b)]
[x for x in a or b if (p if q else r)]
{x for x in y}
{k: v + 1 for k, v in x.items()}
(x for x in y)
f(x for x in y)
f((x for x in y), z)
tuple(np.ones_like(part) for part in out)
any(want not in (None, have) for want, have in zip(a, b))
(x := 1)
(x := (y, z))
(x := (y for y in z))
f((x := 1))
await x
await x + 1
(await x).y
await x ** 2
None
True
...
0
1.5
1e-5
2j
1 + 2j
"text"
b"bytes"
not (yield)
(yield x) + 1
"""


@pytest.mark.parametrize("source", AS_WRITTEN.strip().splitlines())
def test_prints_as_a_person_writes(source):
    node = parse(source)
    assert print_expression(node) == source
    assert ast.dump(parse(print_expression(node))) == ast.dump(node)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("((x))", "x"),
        ("(x + y) + z", "x + y + z"),
        ("(x * y) @ z", "x * y @ z"),
        ("x if (c) else (y if d else z)", "x if c else y if d else z"),
        ("(x > 0) * y", "(x > 0) * y"),
        ("f(*(x + y))", "f(*x + y)"),
        ("[(x + y) for x in (a)]", "[x + y for x in a]"),
        ("{(x + y): 1}", "{x + y: 1}"),
        ("lambda: (x if c else y)", "lambda: x if c else y"),
        ("x[(i, j)]", "x[i, j]"),
        ("x[i,]", "x[(i,)]"),
        ("'a'", '"a"'),
        ("1E5", "100000.0"),
        ("1e-05", "1e-5"),
        ("u'a'", '"a"'),
        ("1j * 2", "1j * 2"),
        ("0x10", "16"),
        ("1_000", "1000"),
        ("((yield))", "yield"),
    ],
)
def test_prints_simpler_than_written(source, expected):
    assert printed(source) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (-1, "-1"),
        (-0.5, "-0.5"),
        (-0.0, "-0.0"),
        (math.inf, 'float("inf")'),
        (-math.inf, 'float("-inf")'),
        (math.nan, 'float("nan")'),
        (-2j, "-2j"),
        (1 - 2j, "1 - 2j"),
        (1.5 + 2.5j, "1.5 + 2.5j"),
        (complex(math.inf, 0), 'complex(float("inf"), 0.0)'),
        (np.float64(0.1), "0.1"),
        ((1, -2), "1, -2"),
        ((), "()"),
    ],
)
def test_constants_that_the_parser_never_makes(value, expected):
    assert print_expression(ast.Constant(value)) == expected


def test_a_negative_constant_is_an_operation():
    """Printed without thought, ``-1 ** n`` would be ``-(1 ** n)``."""
    minus_one, n = ast.Constant(-1), ast.Name("n")
    assert print_expression(ast.BinOp(minus_one, ast.Pow(), n)) == "(-1) ** n"
    assert print_expression(ast.BinOp(n, ast.Pow(), minus_one)) == "n ** -1"
    assert print_expression(ast.BinOp(n, ast.Sub(), minus_one)) == "n - -1"
    attribute = ast.Attribute(minus_one, "real", ast.Load())
    assert print_expression(attribute) == "(-1).real"
    part = ast.BinOp(ast.Constant(1 + 2j), ast.Mult(), n)
    assert print_expression(part) == "(1 + 2j) * n"


@pytest.mark.parametrize(
    "node", [ast.Constant(frozenset({1})), ast.Constant(np.int64(1)), ast.Interactive()]
)
def test_what_has_no_spelling_is_refused(node):
    with pytest.raises(TypeError):
        print_expression(node)


def test_a_node_may_stand_in_two_places():
    """The printer must not be misled by what an earlier visit left on the node."""
    total = parse("a + b")
    product = ast.BinOp(total, ast.Mult(), ast.Name("c"))
    attribute = ast.Attribute(total, "T", ast.Load())
    assert print_expression(total) == "a + b"
    assert print_expression(product) == "(a + b) * c"
    assert print_expression(attribute) == "(a + b).T"
    assert print_expression(ast.Tuple([total, product, total], ast.Load())) == (
        "a + b, (a + b) * c, a + b"
    )


def test_a_long_sum_does_not_exhaust_the_stack():
    node = ast.Name("x0")
    for index in range(3000):
        node = ast.BinOp(node, ast.Add(), ast.Name(f"x{index}"))
    assert print_expression(node).count(" + ") == 3000


def test_no_line_is_broken():
    source = "f(" + ", ".join(f"argument_{index}=value" for index in range(40)) + ")"
    assert printed(source) == source


# Round trips over expressions of every kind

names = st.sampled_from(["x", "y", "np"]).map(lambda name: ast.Name(name, ast.Load()))
numbers = st.integers(0, 99) | st.floats(0, allow_nan=False, allow_infinity=False)
constants = st.one_of(
    numbers, st.text(max_size=4), st.binary(max_size=3), st.none(), st.booleans()
).map(ast.Constant)
operators = st.sampled_from(
    [
        getattr(ast, name)()
        for name in ("Add", "Sub", "Mult", "Div", "MatMult", "Pow", "Mod", "BitOr")
    ]
)
unary_operators = st.sampled_from([ast.USub(), ast.UAdd(), ast.Invert(), ast.Not()])
comparisons = st.sampled_from([ast.Lt(), ast.Eq(), ast.NotIn(), ast.Is()])


def comprehensions(inner):
    return st.builds(
        ast.comprehension,
        st.sampled_from(["a", "(a, b)"]).map(store),
        inner,
        st.lists(inner, max_size=2),
        st.just(0),
    )


def store(source):
    return ast.parse(f"for {source} in c: 0").body[0].target


def parameters(inner):
    return st.lists(inner, max_size=2).map(
        lambda defaults: ast.arguments(
            [], [ast.arg("a"), ast.arg("b")], None, [], [], None, defaults
        )
    )


def slices(inner):
    optional = st.none() | inner
    slice_ = st.builds(ast.Slice, optional, optional, optional)
    indices = st.lists(slice_ | inner, min_size=1, max_size=3)
    return slice_ | inner | st.builds(ast.Tuple, indices, st.just(ast.Load()))


def expressions(simpler):
    inner = st.deferred(lambda: simpler)  # of which a report shows only the name
    load = st.just(ast.Load())
    starred = inner | st.builds(ast.Starred, inner, load)
    several = st.lists(starred, max_size=3)
    generators = st.lists(comprehensions(inner), min_size=1, max_size=2)
    keywords = st.lists(
        st.builds(ast.keyword, st.sampled_from(["key", None]), inner), max_size=2
    )
    compared = st.lists(st.tuples(comparisons, inner), min_size=1, max_size=2)
    entries = st.lists(st.tuples(st.none() | inner, inner), max_size=3)
    return st.one_of(
        st.builds(ast.UnaryOp, unary_operators, inner),
        st.builds(ast.BinOp, inner, operators, inner),
        st.builds(
            ast.BoolOp,
            st.sampled_from([ast.And(), ast.Or()]),
            st.lists(inner, min_size=2, max_size=3),
        ),
        st.builds(
            lambda left, rest: ast.Compare(left, *map(list, zip(*rest, strict=True))),
            inner,
            compared,
        ),
        st.builds(ast.IfExp, inner, inner, inner),
        st.builds(ast.Lambda, parameters(inner), inner),
        st.builds(ast.Attribute, inner, st.just("T"), load),
        st.builds(ast.Subscript, inner, slices(inner), load),
        st.builds(ast.Call, inner, several, keywords),
        st.builds(ast.Tuple, several, load),
        st.builds(ast.List, several, load),
        st.builds(ast.Set, st.lists(starred, min_size=1, max_size=2)),
        st.builds(
            lambda pairs: (
                ast.Dict(*map(list, zip(*pairs, strict=True)))
                if pairs
                else ast.Dict([], [])
            ),
            entries,
        ),
        st.builds(ast.ListComp, inner, generators),
        st.builds(ast.SetComp, inner, generators),
        st.builds(ast.GeneratorExp, inner, generators),
        st.builds(ast.DictComp, inner, inner, generators),
        st.builds(ast.NamedExpr, st.just(store("n")), inner),
        st.builds(ast.Yield, st.none() | inner),
        st.builds(ast.YieldFrom, inner),
        st.builds(ast.Await, inner),
    )


@pytest.mark.long
@settings(max_examples=600)
@given(st.recursive(names | constants, expressions, max_leaves=12))
def test_printing_and_parsing_gives_the_expression_back(node):
    text = print_expression(node)
    (statement,) = ast.parse(f"z = {text}").body
    assert ast.dump(statement.value) == ast.dump(node)
    assert "\n" not in text


@pytest.mark.long
@settings(max_examples=100)
@given(st.recursive(names | constants, expressions, max_leaves=12))
def test_printing_twice_gives_the_same(node):
    assert print_expression(node) == print_expression(node)


def test_importing_astor_warns_of_nothing():
    command = [sys.executable, "-W", "error", "-c", "import codegen._statements"]
    subprocess.run(command, check=True)
