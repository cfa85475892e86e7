"""Symbolic sizes: the sizes of arrays that a module is made for, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


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
