"""Loops that walk along objects which hold one another, down to None."""

from dataclasses import dataclass

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [-0.6013, 1.2027, -0.3519, 1.7041]]


class Node:
    def __init__(self, value, after=None, word="a"):
        self.value, self.after, self.word = value, after, word


@dataclass(frozen=True)
class Link:
    value: float
    after: object = None


class Tree:
    def __init__(self, key, value):
        self.key, self.value, self.left, self.right = key, value, None, None

    def in_order(self):
        left = self.left.in_order() if self.left else []
        return [*left, self.value, *(self.right.in_order() if self.right else [])]


def of_one_node(x):
    at = Node(x[0])
    total = 0.0
    while at is not None:
        total += at.value * (1 if at.word == "a" else 2)
        at = at.after
    return total * x[1]


def of_one_node_that_is_written(x):
    at = first = Node(x[0])
    while at is not None:
        at.value = at.value * 2
        at = at.after
    return first.value * x[1]


def of_one_frozen_link(x):
    at = Link(x * 2)
    while at:
        last = at
        at = at.after
    return (last.value * x).sum()


def of_one_dict(x):
    at = {"value": x[0], "after": None}
    while at:
        last = at["value"]
        at = at["after"]
    return last * x[1]


def of_one_tuple(x):
    at = (x[0], None)
    total = x[1]
    while at is not None and total < 5:
        total += at[0] ** 2
        at = at[1]
    return total


def of_a_node_or_more(x):
    at, total, k = Node(x[0]), 0.0, 0
    while at is not None:
        total += at.value
        k += 1
        at = Node(at.value * 0.5) if total < 3 and k < 6 else at.after
    return total * x[1]


def in_a_long_loop(x):
    at, total = Node(x[0]), 0.0
    for k in range(30):
        if at is None:
            total += 0.1 * k
            continue
        total += at.value
        at = at.after
    return total * x[1]


def put_behind_a_parent(root, key, value):
    at = root
    while at is not None:
        parent = at
        at = at.left if key < at.key else at.right
    if key < parent.key:
        parent.left = Tree(key, value)
    else:
        parent.right = Tree(key, value)


def put_by_return(at, key, value):
    while True:
        if key < at.key:
            if at.left is None:
                at.left = Tree(key, value)
                return
            at = at.left
        else:
            if at.right is None:
                at.right = Tree(key, value)
                return
            at = at.right


def put_by_break(root, key, value):
    at = root
    while True:
        if key < at.key:
            if at.left is None:
                at.left = Tree(key, value)
                break
            at = at.left
        else:
            if at.right is None:
                at.right = Tree(key, value)
                break
            at = at.right


def in_a_tree(put):
    def program(x):
        root = Tree(5, x[0])
        for key, value in zip([2, 8, 1, 3], x * x, strict=True):
            put(root, key, value)
        first, *_, last = values = root.in_order()
        return sum(k * one for k, one in enumerate(values)) * first + last

    program.__name__ = put.__name__
    return program


CHAINS = [of_one_node, of_one_node_that_is_written, of_one_frozen_link, of_one_dict]
CHAINS += [of_one_tuple, of_a_node_or_more, in_a_long_loop]
TREES = map(in_a_tree, [put_behind_a_parent, put_by_return, put_by_break])


@pytest.mark.parametrize("program", [*CHAINS, *TREES], ids=lambda one: one.__name__)
def test_chains_in_loops(program):
    assert all(result(program, x) for x in POINTS)
