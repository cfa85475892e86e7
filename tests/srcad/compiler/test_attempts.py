"""What is told of a program that was tried in several ways."""

import numpy as np
import pytest

import srcad


def filled(x):
    d = {}
    for v in x:
        d[int(v)] = v
    return d


def shown_behind(x):
    d = filled(x)
    print(d)
    return sum(d.values())


def a_key_of_another_kind(x):
    d = {int(v): v for v in x}
    d[None] = x[0]
    return sum(d.values())


def an_operator_that_it_lacks(x):
    d = filled(x)
    return len(d.items() & filled(x).items()) * x[0]


def refused_where_it_is_filled(x):
    d = {}
    for v in x:
        d[int(v)] = iter([v])
        next(d[int(v)])
    return x[0]


def first_of(function):
    with pytest.raises(srcad.CompileError) as error:
        srcad.grad(function)(np.array([0.7, 1.3]))
    return error.value.diagnostics[0]


@pytest.mark.parametrize(
    ("function", "text", "made"),
    [
        (shown_behind, "print(d)", "line 10"),
        (a_key_of_another_kind, "d[None] = x[0]", "line 23"),
    ],
)
def test_what_is_done_with_a_dict_of_two_lists_is_told(function, text, made):
    told = first_of(function)
    assert told.span.text.strip() == text
    assert told.note.endswith(
        f"run time alone knows the keys of what is made in {made}"
    )


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (an_operator_that_it_lacks, "d[int(v)] = v"),
        (refused_where_it_is_filled, "d[int(v)] = iter([v])"),
    ],
)
def test_else_what_was_refused_at_first_is_told(function, text):
    told = first_of(function)
    assert told.span.text.strip() == text
    assert "must be known at compile time" in told.message
