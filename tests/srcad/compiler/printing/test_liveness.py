"""When variables live, and which of them meet."""

import random

import pytest

from srcad.compiler.printing.liveness import Life


def drawn(seed: int) -> tuple[Life, set[int], set[int]]:
    """A life, its marks, and the steps at which it lives."""
    chance = random.Random(seed)
    life, marks, lived, step = Life(), set(), set(), 0
    for _ in range(chance.randrange(6)):
        start = step + chance.randrange(1, 6)
        step = start + chance.randrange(5)
        life.starts.append(start)
        life.ends.append(step)
        lived.update(range(start, step + 1))
    for mark in sorted(chance.sample(range(40), chance.randrange(6))):
        life.marks.append(mark)
        marks.add(mark)
    return life, marks, lived


def steps(life: Life) -> tuple[set[int], set[int]]:
    pairs = zip(life.starts, life.ends, strict=True)
    return set(life.marks), {k for start, end in pairs for k in range(start, end + 1)}


@pytest.mark.parametrize("seed", range(200))
def test_two_meet_where_one_is_assigned_while_the_other_lives(seed):
    first, marks, lived = drawn(seed)
    second, its_marks, its_lived = drawn(seed + 1000)
    meets = bool(marks & its_lived or its_marks & lived)
    assert first.meets(second) == second.meets(first) == meets


@pytest.mark.parametrize("seed", range(200))
def test_the_life_of_both_is_that_of_either(seed):
    first, marks, lived = drawn(seed)
    second, its_marks, its_lived = drawn(seed + 1000)
    both = first.copy().joined(second.copy())
    assert steps(both) == (marks | its_marks, lived | its_lived)
    assert both.marks == sorted(set(both.marks))
    assert both.starts == sorted(both.starts)
    assert all(a < b for a, b in zip(both.ends, both.starts[1:], strict=False))
