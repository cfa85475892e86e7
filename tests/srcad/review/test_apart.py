"""What is other in a statement, in the words of a reviewer."""

import pytest

from srcad.review.apart import changed_words


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("h = self.relu(x)", "h = self.gelu(x)", "self.relu -> self.gelu"),
        ("y = x", "y = x * 2.5", "x -> x * 2.5"),
        ("y = x", "y = x", ""),
        ("y = (x)", "y = x", ""),
        # A number alone says too little.
        ("y = x + 1", "y = x + 2", "x + 1 -> x + 2"),
        ("y = x[1:]", "y = x[:]", "x[1:] -> x[:]"),
        ("y = x.sum(axis=2)", "y = x.sum(axis=1)", "axis=2 -> axis=1"),
        (
            "y = x.sum(axis=(1, 2))",
            "y = x.sum(axis=(0, 2))",
            "axis=(1, 2) -> axis=(0, 2)",
        ),
        ("n = 3", "n = 4", "n = 3 -> n = 4"),
        ("y = -1.0 * x", "y = -2.0 * x", "-1.0 * x -> -2.0 * x"),
        # Nor does one factor of several.
        ("y = a * a * a", "y = a * a", "a * a * a -> a * a"),
        ("if x > 1:", "if x < 1:", "x > 1 -> x < 1"),
        ("for i in range(3):", "for i in range(4):", "range(3) -> range(4)"),
        ("while f(x) > 1:", "while g(x) > 1:", "f -> g"),
        ("def f(a, b=1):", "def f(a, b=2):", "b=1 -> b=2"),
        ("def f(a, *, b=1):", "def f(a, *, b=2):", "b=1 -> b=2"),
        ("def f(a):", "def f(a, b):", "f(a) -> f(a, b)"),
        ("def f(a):", "def g(a):", "f(a) -> g(a)"),
        ("def f(a):", "@g\ndef f(a):", "f -> @g f"),
        ("y = f'{x}a'", "y = f'{x}b'", "f'{x}a' -> f'{x}b'"),
        ("y = f(*a)", "y = f(*b)", "a -> b"),
        ("y = x", "y += x", "y = x -> y += x"),
        # What is no statement, or too long, is told by its words.
        ("else:", "if x:", "else -> if x"),
    ],
)
def test_the_smallest_that_says_it(old, new, said):
    assert changed_words(old, new) == said


def test_what_is_long_is_told_by_the_words_that_differ():
    terms = ", ".join(f"one_{k}" for k in range(20))
    said = changed_words(f"y = f({terms})", f"y = f({terms}, axis=2)")
    assert said == "f(...) -> f(..., axis=2)"
    said = changed_words(f"y = f(0, {terms}, 1, k=a)", f"y = f(0, {terms}, 1, 2, k=a)")
    assert said == "f(..., ...) -> f(..., 2, ...)"
    said = changed_words(f"def f({terms}):", f"def f({terms}, axis):")
    assert said == "f(...) -> f(..., axis)"
    said = changed_words(f"y = f({terms})", f"return g({terms})")
    assert len(said) < 130
