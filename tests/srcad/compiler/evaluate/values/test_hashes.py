"""What `hash` and `id` give: a number that is handed on, and is asked for nothing."""

import copy

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

X = np.array([0.5, 1.2, -0.7])


class Thing:
    def __init__(self, value):
        self.value = value


def handed_on(x):
    numbers = [hash("a"), id(x)]
    first, _ = numbers
    return x[0] * len(numbers) if first is numbers[0] else x[1]


def copied(x):
    number = hash("a")
    return x[0] if copy.copy(number) is number else x[1]


def of_the_class_of_ints(x):
    return x[0] if isinstance(hash("a"), int) else x[1]


def a_key(x):
    one, other = Thing(x[0]), Thing(x[1])
    found = {id(one): x[2], id(other): 2.0}
    return found[id(one)] * one.value if id(one) in found else x[1]


def compared_as_keys(x):
    one, other = Thing(x[0]), Thing(x[1])
    return x[0] if id(one) == id(one) != id(other) else x[1]


def of_a_set(x):
    try:
        hash({1.0})
    except TypeError:
        return x[0]
    return x[1]


ANSWERED = [handed_on, copied, of_the_class_of_ints, a_key, compared_as_keys, of_a_set]


@pytest.mark.parametrize("program", ANSWERED, ids=lambda program: program.__name__)
def test_what_is_known(program):
    assert result(program, X)


REFUSED = [
    lambda x: x[0] * hash("a"),
    lambda x: x[0] if hash("a") else x[1],
    lambda x: x[0] if hash("a") > 2 else x[1],
    lambda x: x[0] if -hash("a") == 2 else x[1],
    lambda x: x[hash("a") % 2],
    lambda x: x[: hash("a")].sum(),
    lambda x: sum(x[0] for _ in range(hash("a") % 3)),
    lambda x: x[0] * len(f"{hash('a')}"),
    lambda x: x[0] * {3: 1.0}.get(hash("a"), 2.0),
]


@pytest.mark.parametrize("program", REFUSED)
def test_what_another_process_would_say_otherwise(program):
    with pytest.raises(srcad.CompileError, match=r"SRC025|SRC013"):
        srcad.grad(program)(X)
