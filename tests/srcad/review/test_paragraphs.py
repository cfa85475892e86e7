"""The diff by paragraph."""

import pytest

from srcad.review.paragraphs import line_diff, paragraphs, word_diff
from tests.srcad.review.conftest import GOLDEN, edited


def found(old, new):
    return [
        (one.status, one.section, one.heading)
        for one in paragraphs(old, new)
        if one.status != "unchanged"
    ]


def test_nothing_has_changed(digits):
    every = paragraphs(digits, digits)
    assert {one.status for one in every} == {"unchanged"}
    lines = [line for one in every for line in one.new]
    assert [one for one in lines if one] == [one for one in digits.split("\n") if one]


def test_a_local_that_is_renamed_changes_no_other_paragraph(digits):
    new = edited(digits, (" picked", " taken"), ("(picked", "(taken"))
    assert found(digits, new) == [
        ("renamed", "forward", "return ops.cross_entropy(logits, target)")
    ]
    (one,) = [p for p in paragraphs(digits, new) if p.status == "renamed"]
    assert one.names == (("picked", "taken"),)


def test_a_heading_quotes_the_name_in_the_other_half():
    old = (GOLDEN / "gradients" / "spiking_neuron.py").read_text()
    changed = found(old, edited(old, ("fired", "shot")))
    assert {status for status, *_ in changed} == {"renamed"}
    assert {section for _, section, _ in changed} == {"forward", "backward"}


def test_a_rename_that_is_none(small):
    """Two names become one: that is another program."""
    new = edited(small, ("    dy = dout * h * 2.0", "    dh = dout * h * 2.0"))
    assert found(small, new) == [("changed", "backward", "out = h * y * self.scale")]


def test_a_statement_that_is_edited_heads_its_paragraph(small):
    new = edited(small, ("ops.tanh(x)", "ops.sin(x)"), ("np.tanh(x)", "np.sin(x)"))
    assert found(small, new) == [
        ("changed", "forward", "h = ops.sin(x)"),
        ("changed", "backward", "h = ops.sin(x)"),
    ]
    one = next(p for p in paragraphs(small, new) if p.status == "changed")
    assert list(line_diff(one)) == [
        "-    # h = ops.tanh(x)",
        "-    h = np.tanh(x)",
        "+    # h = ops.sin(x)",
        "+    h = np.sin(x)",
    ]
    pieces = word_diff(one)
    assert [piece for piece in pieces if piece[0] != " "] == [
        *(("-", "tanh"), ("+", "sin")) * 2
    ]


def test_paragraphs_that_are_new_gone_and_moved(small):
    first = "    # h = ops.tanh(x)\n    h = np.tanh(x)\n\n"
    second = "    # out = h * y * self.scale\n    out = h * y * 2.0\n\n"
    added = "    # k = x + y\n    k = x + y\n\n"
    assert found(small, edited(small, (first, first + added))) == [
        ("new", "forward", "k = x + y")
    ]
    assert found(edited(small, (first, first + added)), small) == [
        ("gone", "forward", "k = x + y")
    ]
    ((status, section, _),) = found(
        small, edited(small, (first + second, second + first))
    )
    assert (status, section) == ("moved", "forward")


def test_no_module():
    with pytest.raises(ValueError, match="SIGNATURE"):
        paragraphs("x = 1\n", "x = 2\n")


def test_a_docstring_belongs_to_its_head(small):
    text = edited(
        small, ('residuals)``."""', 'residuals)``.\n\n    More is said.\n    """')
    )
    new = edited(text, ("More is said", "Less is said"))
    changed = [one for one in paragraphs(text, new) if one.status != "unchanged"]
    assert [(one.section, one.heading) for one in changed] == [
        ("forward", "def forward(x, y):")
    ]


def test_a_number_is_one_word(small):
    new = edited(small, ("out = h * y * 2.0", "out = h * y * 1.5e-3"))
    (one,) = [
        p
        for p in paragraphs(small, new)
        if p.status == "changed" and p.section == "forward"
    ]
    pieces = [piece for piece in word_diff(one) if piece[0] != " "]
    assert pieces == [("-", "2.0"), ("+", "1.5e-3")]
