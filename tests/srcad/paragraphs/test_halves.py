"""Modules cut into paragraphs."""

from srcad.paragraphs.halves import halves_of, normal

MODULE = '''\
"""A module."""


def own_forward(x):
    """Return."""
    # y = x * 2
    y = x * 2

    return y, None


def forward(x):
    """Return."""
    n = 1

    # while n < 3:
    kept = []
    while n < 3:
        # if x > n:
        test = x > n
        if test:
            x = x * 2
        elif x > 9:
            x = x + 1
        else:
            x = x - 1

        n = n + 1
    x = x[
        0
    ]

    return x, kept


def helper(x):
    return x


def backward(residuals, dout):
    """Return."""
    # n = act(x), with the hooks `one` and `two`
    return (dout,)
'''


def test_halves_and_no_helpers():
    halves = halves_of(MODULE)
    assert [(half.name, half.kind) for half in halves] == [
        ("own_forward", "forward"),
        ("forward", "forward"),
        ("backward", "backward"),
    ]
    assert [(half.first, half.last) for half in halves] == [(4, 9), (12, 33), (40, 43)]


def test_paragraphs_hold_each_other():
    half = halves_of(MODULE)[1]
    rows = [(p.heading, p.above, p.rows) for p in half.paragraphs]
    assert rows[:3] == [
        ("", None, [14]),
        ("while n < 3:", None, [16, 17, 18, 29, 30, 31]),
        ("if x > n:", 1, [19, 20, 21, 23, 25]),
    ]
    assert [p.above for p in half.paragraphs[3:]] == [2, 2, 2, 1, None]
    assert half.owners[26] == 5  # the branch of `else`
    assert 27 not in half.owners  # a blank line


def test_a_hook_is_told_apart_from_the_statement():
    (paragraph,) = halves_of(MODULE)[2].paragraphs
    assert paragraph.heading == "n = act(x)"
    assert paragraph.hook == "`one` and `two`"


def test_one_form_of_a_statement():
    assert normal("return  x*y") == normal("out = x * y")
    assert normal("elif x>0:") == normal("if x > 0:") == "if x > 0:"
    assert normal("for i in  range(3):") == "for i in range(3):"
    assert normal("match degree:") == "match degree:"
    assert normal("case 1|2 if y:") == "case 1 | 2 if y:"
    assert normal("no python  at all") == "no python at all"
