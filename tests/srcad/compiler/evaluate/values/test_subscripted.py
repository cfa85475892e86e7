"""What is made by a subscript: what Python asks of them."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds
from tests.srcad.compiler.side_by_side import result

KINDS = (
    Kind(
        "grid of places",
        one="np.mgrid",
        other="np.ogrid",
        read="it[0:3][1] * x[0]",
        asked=(
            "it[0:2, 0:3][0]",
            "it[0:1:3j]",
        ),
        refused={
            "SRC013": (
                # what Python shows of a MGridClass is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a MGridClass and
                "path is",
                "path isinstance",
                "loop is",
            ),
        },
    ),
    Kind(
        "flat",
        one="np.outer(x, x).flat",
        other="(x * 2).flat",
        read="sum(it)",
        asked=(
            "it[1]",
            "it[1:3]",
            "len(it)",
            "list(it)",
            "y = np.outer(x, x)\ny.flat[1] = x[0]\ny",
            "y = x * 2\ny.flat[:] = 1.0\ny",
        ),
        refused={
            "SRC013": (
                # `it` is an iterator that may be gone through twice
                "closure",
                # this must be known at compile time
                "in",
                "text in",
                "chosen",
                "chosen is",
                # what Python shows of a flatiter is not known at compile time
                "f-string",
                "print",
                "print inside",
                # a Flat cannot be used as an array
                "asarray",
            ),
            "SRC012": (
                # `__next__` of a flatiter is not supported
                "next",
                # an operator of `x.flat` is not supported
                "!=",
                "== number",
                "== None",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a flatiter and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a flatiter and No
                "path or None",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


def test_concatenators():
    # Python goes through one of them without an end, so that it is not asked all.
    def program(x):
        columns = np.c_[x, x * x]
        return np.r_[x, 0.0, x[0]].sum() * columns[1, 1] + len(np.r_[0:3])

    assert result(program, np.array([0.5, 1.2, -0.7]))


def test_flat_is_gone_through_once():
    def program(x):
        elements, total = x.flat, 0.0
        for v in elements:
            total = total + v
        for v in elements:
            total = total + v * 10
        return total

    with pytest.raises(srcad.CompileError, match="`elements` is an iterator that may"):
        srcad.grad(program)(np.array([0.5, 1.2, -0.7]))


# ---------------------------------------------------------------- x.flat, more than once


def under_another_name(x):
    first = x.flat
    second = first
    return sum(first) + sum(second)


def side_by_side_with_itself(x):
    flat = x.flat
    return sum(a * b for a, b in zip(flat, flat, strict=False))


def by_a_function(x):
    flat = x.flat

    def total():
        return sum(flat)

    return total() + 2 * total()


def after_a_path(x):
    flat, total = x.flat, 0.0
    if x[0] > 0:
        for v in flat:
            total = total + v * v
    for v in flat:
        total = total + v
    return total


def after_a_break(x):
    flat, total = x.flat, 0.0
    for v in flat:
        total = total + v * v
        break
    for v in flat:
        total = total + v
    return total


def in_a_loop(x):
    flat, total = x.flat, 0.0
    while total < 20.0:
        total = total + 9.0
        for v in flat:
            total = total + v
    return total


def backwards(x):
    return sum(reversed(x.flat))


TWICE = [
    *(under_another_name, side_by_side_with_itself, by_a_function, after_a_path),
    *(after_a_break, in_a_loop, backwards),
]


@pytest.mark.parametrize("program", TWICE, ids=lambda program: program.__name__)
def test_who_goes_through_x_flat_again_is_refused(program):
    with pytest.raises(srcad.CompileError, match=r"gone through|iterator|reversible"):
        srcad.value_and_grad(program)(np.array([0.5, 1.2, 2.0]))


def anew_each_time(x):
    total = 0.0
    for row in x:
        for v in x.flat:
            total = total * 0.5 + v * row
    return total


def given_to_a_function(x):
    def total(items):
        return sum(v * v for v in items)

    flat = x.flat
    return total(flat) * flat[1] + total(x.flat)


def on_one_path(x):
    flat, total = np.outer(x, x).flat, 0.0
    if x[0] > 0:
        for v in flat:
            total = total * 0.5 + v
    return total


@pytest.mark.parametrize("program", [anew_each_time, given_to_a_function, on_one_path])
def test_x_flat_is_gone_through_once(program):
    assert result(program, np.array([0.5, 1.2, -0.7]))
    assert result(program, np.array([-0.5, 1.2, -0.7]))
