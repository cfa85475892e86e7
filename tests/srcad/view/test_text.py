"""Code as HTML."""

import html
import re

import pytest

from srcad.view.text import coloured, escaped, hidden_in, indent_class, inline, plain

TAGS = re.compile(r"<[^>]+>")


def test_nothing_of_a_text_is_markup():
    text = 'x = \'</script><b a="1">\' & "\'"'
    shown = escaped(text)
    assert "<" not in shown
    assert html.unescape(shown) == text


@pytest.mark.parametrize(
    "character",
    ["\u202e", "\u2066", "\u200b", "\u00ad", "\ufeff", "\u00a0", "\u3164", "\ufe0f"]
    + ["\x00", "\x1b", "\r", "\u2028", "\u2800", "\ud800", "\U000e0041"],
)
def test_a_hidden_character_is_seen(character):
    number = f"U+{ord(character):04X}"
    text = f"a{character}b"
    assert f">{number}</mark>" in escaped(text)
    assert character not in escaped(text)
    assert plain(text) == f"a{number}b"
    assert hidden_in(text) == {character: 1}
    assert f">{number}</mark>" in coloured(f"x = '{text}'")[0]
    escaped(text).encode()  # also where the text could not be written


@pytest.mark.parametrize("text", ["x\ty", "Grüße", "שלום", "変数", "é"])
def test_others_stay(text):
    assert escaped(text) == text
    assert not hidden_in(text)


def test_colours_leave_the_text_as_it_is():
    text = (
        'def f(x):\n    """Two\n    lines."""\n    return 1 if x else f"{x}<b>"  # c\n'
    )
    lines = coloured(text)
    assert [html.unescape(TAGS.sub("", line)) for line in lines] == text.split("\n")
    assert '<span class="k">def</span>' in lines[0]
    assert lines[2] == '<span class="s">    lines.&quot;&quot;&quot;</span>'
    assert '<span class="n">1</span>' in lines[3]
    assert '<span class="c"># c</span>' in lines[3]


def test_what_is_no_python_is_shown_all_the_same():
    text = "def (:\n  '''never\n  ended <"
    lines = coloured(text)
    assert [html.unescape(TAGS.sub("", line)) for line in lines] == text.split("\n")


def test_words_between_backticks_are_code():
    assert inline("see `a<b` here") == "see <code>a&lt;b</code> here"


def test_the_indentation_by_which_a_line_is_wrapped():
    assert [indent_class(" " * n + "x") for n in (0, 3, 4, 9, 80)] == [
        *("i0", "i0", "i4", "i8", "i40")
    ]
