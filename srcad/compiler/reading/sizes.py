"""Symbolic sizes: the sizes of arrays that a module is made for, by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import gcd
from typing import TypeAlias, TypeGuard


@dataclass(frozen=True, slots=True)
class Size:
    """``sum(coefficient * name) + constant``, in normal form (names sorted)."""

    terms: tuple[tuple[str, int], ...]
    constant: int = 0

    def __str__(self) -> str:
        parts: list[str] = []
        for name, factor in self.terms:
            sign = "-" if factor < 0 else "+" if parts else ""
            text = name if abs(factor) == 1 else f"{abs(factor)} * {name}"
            parts.append(f"{sign} {text}" if parts else f"{sign}{text}")
        if self.constant:
            parts.append(f"{'-' if self.constant < 0 else '+'} {abs(self.constant)}")
        return " ".join(parts)


Dim: TypeAlias = int | Size


def is_known(dim: object) -> TypeGuard[int]:
    """Whether a size is a number, and has no name in it."""
    return isinstance(dim, int)


def named_size(name: str) -> Size:
    """The size that is called ``name``."""
    return Size(((name, 1),))


def size_sum(left: Dim, right: Dim, factor: int = 1) -> Dim:
    """``left + factor * right``."""
    terms: dict[str, int] = {}
    constant = 0
    for dim, scale in ((left, 1), (right, factor)):
        if isinstance(dim, int):
            constant += scale * dim
        else:
            constant += scale * dim.constant
            for name, coefficient in dim.terms:
                terms[name] = terms.get(name, 0) + scale * coefficient
    kept = tuple(sorted((name, c) for name, c in terms.items() if c))
    return Size(kept, constant) if kept else constant


def size_product(left: Dim, right: Dim) -> Dim | None:
    """``left * right`` where one of them is an int, else None."""
    if isinstance(right, int):
        left, right = right, left
    return size_sum(0, right, left) if isinstance(left, int) else None


def least(dim: Dim) -> int | None:
    """What a size is at least, where that is known: one that the user named is 1 or
    more; what is computed from it may be 0."""
    if isinstance(dim, int):
        return dim
    named = all(name.isidentifier() and factor > 0 for name, factor in dim.terms)
    return dim.constant + sum(factor for _, factor in dim.terms) if named else None


def is_sum(dim: Size) -> bool:
    """Whether a size is a sum of those that the user named."""
    return dim.constant >= 0 and least(dim) is not None


def is_natural(dim: Dim) -> bool:
    """Whether a number is 0 or more, whatever the sizes that the user named are."""
    known = least(dim)
    return known is not None and known >= 0


def size_at(dim: Dim, sizes: Mapping[str, int]) -> int | None:
    """What a size is for these; None where one of its names is not among them."""
    if isinstance(dim, int):
        return dim
    if any(name not in sizes for name, _ in dim.terms):
        return None
    return dim.constant + sum(factor * sizes[name] for name, factor in dim.terms)


def solved(left: Dim, right: Dim, inputs: Collection[str]) -> tuple[str, Dim] | None:
    """A name, and the sum of other sizes that it is where ``left`` equals ``right``;
    None where no name is such a sum.

    A size of an input, which are the names ``inputs``, is not said by others than
    those: inputs are checked first.
    """
    rest = size_sum(left, right, -1)
    if isinstance(rest, int):
        return None
    divisor = gcd(rest.constant, *(factor for _, factor in rest.terms))
    found: list[tuple[bool, str, Dim]] = []
    for name, factor in rest.terms:
        # The others on the other side: all of them are added, and none is divided.
        others = [(one, -k // factor) for one, k in rest.terms if one != name]
        constant = -rest.constant // factor
        if abs(factor) != divisor or min([constant, *(k for _, k in others)]) < 0:
            continue
        given = name in inputs
        if not given or all(one in inputs for one, _ in others):
            found.append((given, name, Size(tuple(others), constant)))
    if not found:
        return None
    _, name, size = min(found, key=lambda one: one[:2])
    return name, size_sum(0, size)


_TERM = re.compile(r"([+-]?) ?(?:(\d+)(?: ?\* ?([^\W\d]\w*))?|([^\W\d]\w*)) ?")


@cache
def sum_in(text: str) -> Size | None:
    """The sum of sizes that is shown as ``text``; None where it is a name, or a number,
    or anything else."""
    if text.isidentifier() or text.isdigit():
        return None
    total: Dim = 0
    place = 0
    while place < len(text):
        term = _TERM.match(text, place)
        if term is None:
            return None
        sign, number, scaled, name = term.groups()
        if place and not sign:
            return None
        word, factor = name or scaled, int(number or 1)
        part: Dim = factor if word is None else Size(((word, factor),))
        total = size_sum(total, part, -1 if sign == "-" else 1)
        place = term.end()
    return total if isinstance(total, Size) else None


@dataclass(slots=True)
class Fitting:
    """Whether sizes are as their words say: a number, a name that stands for one size
    everywhere, or a sum of names, which may be known later than the sum is met."""

    sizes: dict[str, int] = field(default_factory=dict)
    sums: list[tuple[Size, int]] = field(default_factory=list)

    def fits(self, words: Iterable[str], shape: Iterable[int | None]) -> bool:
        """Note sizes, None for what is not known; False where they do not fit."""
        for word, have in zip(words, shape, strict=True):
            if have is None:
                continue
            total = None if word.isidentifier() else sum_in(word)
            if total is not None:
                self.sums.append((total, have))
                continue
            want = int(word) if word.isdigit() else self.sizes.setdefault(word, have)
            if want != have:
                return False
        return True

    def sums_fit(self) -> bool:
        """Whether the sums are as large as their parts; what is unknown fits."""
        known = ((size_at(size, self.sizes), have) for size, have in self.sums)
        return all(total in (None, have) for total, have in known)
