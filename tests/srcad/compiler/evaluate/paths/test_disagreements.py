"""What is said of two objects that differ where two paths meet."""

import numpy as np
import pytest

import srcad


class Node:
    def __init__(self, at, after=None):
        self.at, self.after = at, after


def nodes(x):
    node = Node(x[0]) if x[0] > 0 else Node(x[1], Node(x[2]))
    return node.at


def keys(x):
    table = {"a": x[0]} if x[0] > 0 else {"b": x[0]}
    return table["a"]


def parts(x):
    pair = ({"k": [x[0]]}, 1.0) if x[0] > 0 else ({"k": "none"}, 2.0)
    return x[0] * pair[1]


def no_list(x):
    found = None
    for v in x:
        if v > 0:
            if found is None:
                found = []
            found.append(v)
    return sum(found) if found else x[0]


def lengths(x):
    found = None
    if x[0] > 0:
        found = [x[0]]
    elif x[1] > 0:
        found = [x[0], x[1]]
    return sum(found) if found else x[0]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (nodes, "a Node and a Node, of which 'after' is None and a Node"),
        (keys, "a dict and a dict, of which one has 'a'"),
        (parts, "of which 'k' is a list and "),
        (no_list, "let it be an empty list, and not None"),
        (lengths, "let it be an empty list, and not None"),
    ],
)
def test_it_is_said_in_what_they_differ(program, words):
    with pytest.raises(srcad.CompileError) as caught:
        srcad.grad(program)(np.array([0.5, 0.3, -0.2]))
    assert words in str(caught.value)
