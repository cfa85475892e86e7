"""Polynomials in named sizes, and finding one that gives counted numbers."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

Monomial = tuple[str, ...]  # its factors, sorted; one that is there twice is squared
_TERMS = 6


@dataclass(frozen=True, slots=True)
class Formula:
    """A sum of products of names, with rational coefficients; none of them is zero."""

    terms: Mapping[Monomial, Fraction] = field(default_factory=dict)

    def __add__(self, other: "Formula") -> "Formula":
        found = dict(self.terms)
        for monomial, factor in other.terms.items():
            found[monomial] = found.get(monomial, Fraction(0)) + factor
        return Formula({m: factor for m, factor in found.items() if factor})

    def __sub__(self, other: "Formula") -> "Formula":
        return self + Formula({m: -factor for m, factor in other.terms.items()})

    def __mul__(self, other: "Formula") -> "Formula":
        total = Formula()
        for (one, a), (two, b) in itertools.product(
            self.terms.items(), other.terms.items()
        ):
            total += Formula({tuple(sorted((*one, *two))): a * b})
        return total

    def at(self, sizes: Mapping[str, int]) -> "Formula":
        """With numbers in the place of names."""
        total = Formula()
        for monomial, factor in self.terms.items():
            for name in monomial:
                factor *= sizes.get(name, 1)
            rest = tuple(name for name in monomial if name not in sizes)
            total += Formula({rest: factor} if factor else {})
        return total

    @property
    def names(self) -> set[str]:
        """The names in it."""
        return {name for monomial in self.terms for name in monomial}

    @property
    def is_whole(self) -> bool:
        """Whether all coefficients are integers."""
        return all(factor.denominator == 1 for factor in self.terms.values())

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        order = sorted(self.terms, key=lambda monomial: (-len(monomial), monomial))
        words = [_term(monomial, self.terms[monomial]) for monomial in order]
        rest = f" + {len(words) - _TERMS} more terms" if len(words) > _TERMS else ""
        text = " + ".join(words[:_TERMS]) + rest
        return text.replace("+ -", "- ")


def of_name(name: str) -> Formula:
    """The name alone."""
    return Formula({(name,): Fraction(1)})


def _term(monomial: Monomial, factor: Fraction) -> str:
    powers = Counter(monomial)
    names = [f"{n}**{p}" if p > 1 else n for n, p in powers.items()]
    number = abs(factor.numerator)
    shown = [*([] if number == 1 and names else [f"{number:_}"]), *names]
    text = "*".join(shown)
    if factor.denominator > 1:
        text += f"/{factor.denominator}"
    return f"-{text}" if factor < 0 else text


def monomials(names: Sequence[str], degree: int) -> list[Monomial]:
    """All products of at most ``degree`` names."""
    return [
        tuple(sorted(chosen))
        for count in range(degree + 1)
        for chosen in itertools.combinations_with_replacement(names, count)
    ]


def fitted(
    sizes: Sequence[Mapping[str, int]],
    counted: Sequence[Fraction],
    candidates: Iterable[Monomial],
) -> Formula | None:
    """The polynomial that gives exactly what was counted at all sizes, or None."""
    known = list(candidates)
    if len(sizes) <= len(known) or not sizes:
        return None
    rows = [[_at(monomial, one) for monomial in known] for one in sizes]
    values = np.array([float(one) for one in counted])
    solved, *_ = np.linalg.lstsq(np.array(rows, float), values, rcond=None)
    factors = [Fraction(float(one)).limit_denominator(24) for one in solved]
    for row, value in zip(rows, counted, strict=True):
        if sum(f * one for f, one in zip(factors, row, strict=True)) != value:
            return None
    return Formula({m: f for m, f in zip(known, factors, strict=True) if f})


def _at(monomial: Monomial, sizes: Mapping[str, int]) -> int:
    value = 1
    for name in monomial:
        value *= sizes[name]
    return value
