"""What is done with a set of whole numbers that run time has.

The evaluation knows each of these by itself (``values.number_sets``); what is written
here says what it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Members = set[int]


def display(*items: int) -> Members:
    """``{x, y}``."""
    return set(items)


def of(items: Iterable[int]) -> Members:
    """``set(items)``, of a list or a set."""
    return set(items)


def given(items: Any) -> Iterable[int]:
    """What a set is made of, in turn: what another one holds, or a list."""
    return list(items)


def ordered(items: Any) -> Members:
    """What another set holds, whose order has a say."""
    return set(items)


def unordered(items: Any) -> Members:
    """The same, where it has none."""
    return set(items)


def count(members: Members) -> int:
    """``len(members)``."""
    return len(members)


def is_in(members: Members, x: int) -> bool:
    """``x in members``."""
    return x in members


def listed(members: Members) -> list[int]:
    """``list(members)``."""
    return list(members)


def without(members: Members, others: Members) -> Members:
    """``members - others``."""
    return members - others


def both(members: Members, others: Members) -> Members:
    """``members & others``."""
    return members & others


def either(members: Members, others: Members) -> Members:
    """``members | others``."""
    return members | others


def one(members: Members, others: Members) -> Members:
    """``members ^ others``."""
    return members ^ others


def add(members: Members, x: int) -> None:
    """``members.add(x)``."""
    members.add(x)


def discard(members: Members, x: int) -> None:
    """``members.discard(x)``."""
    members.discard(x)


def pop(members: Members) -> int:
    """``members.pop()``."""
    return members.pop()


def clear(members: Members) -> None:
    """``members.clear()``."""
    members.clear()


def update(members: Members, others: Iterable[int]) -> None:
    """``members.update(others)``."""
    members.update(others)


def difference_update(members: Members, others: Iterable[int]) -> None:
    """``members -= others``."""
    members.difference_update(others)


def intersection_update(members: Members, others: Iterable[int]) -> None:
    """``members &= others``."""
    members.intersection_update(others)


def symmetric_difference_update(members: Members, others: Iterable[int]) -> None:
    """``members ^= others``."""
    members.symmetric_difference_update(others)
