"""f-strings that Python 3.11 reads as later versions do."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.printing import print_expression


def printed(source):
    return print_expression(ast.parse(source, mode="eval").body)


@pytest.mark.parametrize(
    "source",
    [
        'f"dout has shape {dout.shape}; expected {out.shape}"',
        'f"{x!r}"',
        'f"{x!r:>{width}}"',
        'f"{x:.3f} of {y:>8}"',
        'f"{{literal}} {x}"',
        "f\"{params['fc1.weight']}\"",
        "f\"{f('a', b)}\"",
        'f"{x + 1}"',
        'f"{x != y}"',
        'f"{a if b else c}"',
        'f"{(a, b)}"',
        'f"{(lambda: 1)}"',
        'f"{(a if b else lambda: 1)}"',
        'f"{f(lambda: 1)}"',
        'f"{ {1: 2}[1]}"',
        'f"{(n := 3)}"',
        "f'say \"{x}\"'",
        'f"line\\n{x}\\\\"',
        'f""',
    ],
)
def test_prints_as_a_person_writes(source):
    assert printed(source) == source


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f'{x}'", 'f"{x}"'),
        ('f"{x=}"', 'f"x={x!r}"'),
        ('f"{x}" "{y}"', 'f"{x}{{y}}"'),
        ('f"""{d["a"]}"""', "f\"{d['a']}\""),
        ("f'''it's {d[\"a\"]}'''", "f\"it's {d['a']}\""),
    ],
)
def test_prints_simpler_than_written(source, expected):
    assert printed(source) == expected


def test_quotes_within_quotes_differ():
    key = ast.Subscript(ast.Name("d"), ast.Constant("k"), ast.Load())
    inner = ast.JoinedStr([ast.FormattedValue(key, -1)])
    outer = ast.JoinedStr([ast.Constant("<"), ast.FormattedValue(inner, -1)])
    text = print_expression(outer)
    assert text == "f\"<{f'''{d['k']}'''}\""
    assert eval(text, {"d": {"k": 1}}) == "<1"


def test_a_backslash_in_an_expression_becomes_a_format_call():
    call = ast.parse(r'"\n".join(x)', mode="eval").body
    node = ast.JoinedStr(
        [
            ast.Constant("{a} "),
            ast.FormattedValue(
                call, ord("r"), ast.JoinedStr([ast.FormattedValue(ast.Name("w"), -1)])
            ),
        ]
    )
    text = print_expression(node)
    assert text == r'"{{a}} {!r:{}}".format("\n".join(x), w)'
    assert eval(text, {"x": "ab", "w": ">8"}) == r"{a}   'a\nb'"


def test_a_specification_that_no_literal_can_hold_is_refused():
    node = ast.JoinedStr(
        [ast.FormattedValue(ast.Name("x"), -1, ast.JoinedStr([ast.Constant("{")]))]
    )
    with pytest.raises(TypeError, match="specification"):
        print_expression(node)


names = st.sampled_from(["x", "y"]).map(lambda name: ast.Name(name, ast.Load()))
texts = st.text(st.sampled_from("ab'\"\\\n{}#:! é\t"), max_size=6)
values = st.recursive(
    names | texts.map(ast.Constant),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2).map(lambda items: ast.Tuple(items, ast.Load())),
        st.lists(
            st.one_of(
                texts.map(ast.Constant),
                st.builds(
                    ast.FormattedValue,
                    inner,
                    st.sampled_from([-1, ord("r"), ord("a"), ord("s")]),
                ),
            ),
            max_size=3,
        ).map(ast.JoinedStr),
    ),
    max_leaves=8,
)


@pytest.mark.long
@settings(max_examples=300)
@given(st.lists(st.builds(ast.FormattedValue, values, st.just(-1)), max_size=3))
def test_printed_f_strings_have_the_value(fields):
    node = ast.JoinedStr([ast.Constant("'"), *fields, ast.Constant('"')])
    variables = {"x": "it's", "y": 1.5}
    text = print_expression(node)
    tree = ast.fix_missing_locations(ast.Expression(node))
    expected = eval(compile(tree, "<tree>", "eval"), dict(variables))
    assert eval(text, dict(variables)) == expected
    assert "\n" not in text
