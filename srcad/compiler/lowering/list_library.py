"""Python's functions of a list, for one that is built at run time; read as source."""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations


def sum_of(values, start):
    """``sum(values, start)``."""
    total = start
    for value in values:
        total = total + value
    return total


def greatest_of(values):
    """``max(values)``: the first of equals, as Python has it."""
    best = values[0]
    for value in values:
        if value > best:
            best = value
    return best


def least_of(values):
    """``min(values)``."""
    best = values[0]
    for value in values:
        if value < best:
            best = value
    return best
