"""Floats as a person writes them: ``1 - 0.9`` for 0.09999999999999998.

A form is used only where Python computes the very same float from it.
"""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Iterator
from fractions import Fraction

# A float with fewer digits than this reads well as it is.
_DIGITS = 12
_LARGEST = 1000


@functools.cache
def short_form(value: float) -> ast.expr | None:
    """An expression that gives ``value`` exactly; None where none is shorter."""
    if len(repr(value).lstrip("-")) < _DIGITS or not math.isfinite(value):
        return None
    if value.is_integer():
        return None
    for text in _candidates(value):
        node = ast.parse(text, mode="eval").body
        found = eval(text, {"__builtins__": {}, "np": _Constants})
        if type(found) is float and repr(found) == repr(value):
            return node
    return None


class _Constants:
    pi = math.pi
    e = math.e


def _candidates(value: float) -> Iterator[str]:
    # p / q
    ratio = Fraction(value).limit_denominator(_LARGEST)
    if ratio.denominator > 1 and abs(ratio.numerator) <= _LARGEST:
        yield f"{ratio.numerator} / {ratio.denominator}"
    # 1 - a
    rest = 1 - value
    for digits in range(1, 6):
        yield f"1 - {round(rest, digits)!r}"
    yield f"1 - {float(f'{rest:.3g}')!r}"
    # p / q * pi
    multiple = Fraction(value / math.pi).limit_denominator(12)
    yield from _multiples(multiple, "np.pi")
    # (p / q) ** 0.5, 1 / p ** 0.5, (p / (q * pi)) ** 0.5
    if value > 0:
        square = Fraction(value * value).limit_denominator(100)
        if square.numerator == 1:
            yield f"1 / {square.denominator} ** 0.5"
        yield from (f"{text} ** 0.5" for text in _quotients(square))
        under = Fraction(value * value * math.pi).limit_denominator(100)
        above = f"{under.numerator}"
        below = "np.pi" if under.denominator == 1 else f"({under.denominator} * np.pi)"
        yield f"({above} / {below}) ** 0.5"


def _multiples(ratio: Fraction, word: str) -> Iterator[str]:
    above, below = ratio.numerator, ratio.denominator
    if above == 0:
        return
    text = {1: word, -1: f"-{word}"}.get(above, f"{above} * {word}")
    yield text if below == 1 else f"{text} / {below}"


def _quotients(ratio: Fraction) -> Iterator[str]:
    if ratio.denominator == 1:
        yield f"{ratio.numerator}"
    elif ratio.numerator:
        yield f"({ratio.numerator} / {ratio.denominator})"
