"""Strings, bytes, numbers and docstrings as a person writes them."""

import ast
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen import literals


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("float32[N, 3]", '"float32[N, 3]"'),
        ("", '""'),
        ("it's", '"it\'s"'),
        ('say "x"', "'say \"x\"'"),
        ('it\'s "x"', "'it\\'s \"x\"'"),
        ("a\nb\tc\\d", r'"a\nb\tc\\d"'),
        ("\x00\x7f\xa0\u200b\ufeff\U000e0001", r'"\x00\x7f\xa0\u200b\ufeff\U000e0001"'),
        ("\ud800", r'"\ud800"'),
        ("größe ∂x 🎉", '"größe ∂x 🎉"'),
    ],
)
def test_string_literal(value, expected):
    assert literals.string_literal(value) == expected


# Mostly what quoting is about, in runs.
texts = st.text() | st.text(st.sampled_from("\"'\\\na"), max_size=9)


@given(texts)
def test_string_literal_has_the_value(value):
    literal = literals.string_literal(value)
    assert ast.literal_eval(literal) == value
    assert len(literal.splitlines()) == 1


@given(texts, st.sampled_from(literals.QUOTES))
def test_escaped_text_has_the_value_in_any_quotes(value, quote):
    assert ast.literal_eval(quote + literals.escape(value, quote) + quote) == value


@given(st.binary())
def test_bytes_literal_has_the_value(value):
    assert ast.literal_eval(literals.bytes_literal(value)) == value


def test_bytes_literal():
    assert literals.bytes_literal(b"a'\x00\xff") == 'b"a\'\\x00\\xff"'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (1e-05, "1e-5"),
        (1e-10, "1e-10"),
        (2.5e-08, "2.5e-8"),
        (1e5, "100000.0"),
        (1e6, "1e6"),
        (1.25e9, "1.25e9"),
        (1234567.0, "1234567.0"),
        (1e16, "1e16"),
        (1e100, "1e100"),
        (True + 1, "2"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_number_literal(value, expected):
    assert literals.number_literal(value) == expected


def test_number_literal_of_a_subclass_is_a_plain_number():
    class Loud(float):
        def __repr__(self):
            return "Loud()"

    assert literals.number_literal(Loud(0.5)) == "0.5"


@given(st.floats(min_value=0, allow_infinity=False))
def test_number_literal_has_the_value(value):
    result = ast.literal_eval(literals.number_literal(value))
    assert result == value
    assert type(result) is float


def test_is_negative_sees_negative_zero():
    assert literals.is_negative(-0.0)
    assert not literals.is_negative(0.0)
    assert literals.is_negative(-1)
    assert math.copysign(1, 0.0) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One line.", ['"""One line."""']),
        ("", ['""""""']),
        (
            "First.\n\n    Indented as in a file.\n        Deeper.\n    ",
            ['"""First.', "", "Indented as in a file.", "    Deeper.", '"""'],
        ),
        ("\n    First below.\n    ", ['"""First below."""']),
        ("First.\nSecond.", ['"""First.', "Second.", '"""']),
        ('He said "x"', ['"""He said "x\\""""']),
        ("a \\ b", ['"""a \\\\ b"""']),
        ('three """ quotes', ['"""three \\"\\"\\" quotes"""']),
        ("tab\tin\r\n  windows", ['"""tab     in', "windows", '"""']),
        ("trailing   \n  spaces  ", ['"""trailing', "spaces", '"""']),
    ],
)
def test_docstring_lines(text, expected):
    assert literals.docstring_lines(text) == expected


@given(texts.map(lambda text: text.replace("\n", "").replace("\r", "")))
def test_docstring_of_one_line_has_the_value(text):
    (literal,) = literals.docstring_lines(text)
    assert ast.literal_eval(literal) == text.expandtabs().strip(" ")


@given(st.lists(texts.map(lambda text: "".join(text.split()))))
def test_docstring_of_several_lines_has_the_value(lines):
    lines = ["first", *lines, "last"]
    literal = "\n".join(literals.docstring_lines("\n".join(lines)))
    assert ast.literal_eval(literal) == "\n".join([*lines, ""])
