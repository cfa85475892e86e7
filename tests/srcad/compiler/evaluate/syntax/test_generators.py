"""Generators: the order of what they and their consumers do, and what is refused."""

import itertools

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate


def loud(v):
    print("start")
    for item in v:
        print(f"{item:.1f} is next")
        yield item * 2.0
    print("end")


def broken_off(x):
    total = 0.0
    for a in loud(x):
        print(f"got {a:.1f}")
        if a > 3.0:
            break
        total = total + a
    print("done")
    return total


def together(x):
    total = 0.0
    for a, b in zip(loud(x), x[:-1], strict=False):
        print(f"got {a:.1f}")
        total = total + a * b
    for b, a in zip(x[:-1], loud(x), strict=False):
        print(f"got {a:.1f}")
        total = total + a * b
    return total


def asked(x):
    return x.sum() if any(v > 3.0 for v in loud(x)) else x.sum() * 2.0


def collected(x):
    items = list(loud(x))
    print("collected")
    return sum(items)


def summed(x):
    return sum(v * v for v in loud(x))


def in_parts(x):
    def steps():
        print("one")
        yield x
        print("two")
        yield x * 2.0
        print("three")

    values = steps()
    print("made")
    first = next(values)
    print("between")
    second = next(values)
    print("end")
    return (first * second).sum()


def one_behind_the_other(x):
    def noisy(k):
        print("begin")
        yield x * k
        print("done")

    total = 0.0
    for a in itertools.chain(noisy(1.0), noisy(2.0)):
        print("got")
        total = total + a.sum()
    return total


def next_of_it(x):
    return next(loud(x))


@pytest.mark.parametrize(
    "function",
    [
        *(broken_off, together, asked, collected, summed),
        *(in_parts, one_behind_the_other, next_of_it),
    ],
)
def test_effects_are_in_the_order_of_python(function, capsys):
    x = np.array([0.5, 1.0, 2.0, 3.0])
    expected = function(x), capsys.readouterr().out
    module = generate(function, ["float64[n]"])
    out, _ = module.forward(x)
    assert (out, capsys.readouterr().out) == expected


def test_a_generator_gives_its_values_once():
    def f(x):
        values = loud(x)
        total = 0.0
        for a in values:
            total = total + a
        for a in values:
            total = total * 100.0 + a
        return total + sum(values)

    module = generate(f, ["float64[n]"])
    x = np.array([0.5, 1.0])
    assert module.forward(x)[0] == f(x)


def two_at_once(x):
    return sum(a * b for a, b in zip(loud(x), loud(x), strict=False))


def made_outside_of_a_loop(x):
    values = loud(x)
    total = 0.0
    for _ in x:
        for a in values:
            total = total + a
    return total


@pytest.mark.parametrize("function", [two_at_once, made_outside_of_a_loop])
def test_what_needs_two_turns_at_once_is_refused(function):
    with pytest.raises(CompileError) as caught:
        generate(function, ["float64[n]"])
    assert caught.value.diagnostics[0].code == "SRC013"


def test_an_array_that_is_handed_out_and_written_again_is_not_collected():
    def f(x):
        h = np.zeros(2)

        def put(v):
            h[0] = v
            return h

        rows = [put(v) for v in x]
        total = 0.0
        for row in rows:
            total = total + row[0]
        return total

    with pytest.raises(CompileError, match="this array is also in a list"):
        generate(f, ["float64[n]"])
