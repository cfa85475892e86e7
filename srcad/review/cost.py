"""What a module costs, as formulas in the named sizes.

The counts of a run at many sizes (``counting``) are polynomials in them, loop by loop;
``cost_of`` finds these, and multiplies by how often each loop runs. Where run time says
that, it is a name of its own: ``steps``.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from srcad.review.counting import loops
from srcad.review.formulas import Formula, fitted, monomials, of_name
from srcad.review.modules import Parsed

KINDS = ("operations", "residuals", "temporaries")
_SPARE = 10
_LARGEST = 14
_MOST = 90

Where = tuple[int, ...]
Samples = Sequence[Mapping[str, Mapping[Where, int]]]


@dataclass(frozen=True, slots=True)
class Cost:
    """A formula for each of ``KINDS``; None where it depends on the data, or where the
    module could not be run, which ``reason`` says. ``counted`` is what was counted at
    ``sizes``."""

    operations: Formula | None = None
    residuals: Formula | None = None
    temporaries: Formula | None = None
    reason: str = ""
    counted: Mapping[str, int] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)

    def of(self, kind: str) -> Formula | None:
        """The formula of a kind."""
        found: Formula | None = getattr(self, kind)
        return found


@dataclass(frozen=True, slots=True)
class CostChange:
    """The costs of both modules, and the sizes of the target."""

    old: Cost
    new: Cost
    sizes: Mapping[str, int]

    def __str__(self) -> str:
        reasons = [one.reason for one in (self.new, self.old) if one.reason]
        if self.new.reason:
            return f"not counted: {reasons[0]}"
        return " · ".join(self._kind(kind) for kind in KINDS)

    def _kind(self, kind: str) -> str:
        old, new = self.old.of(kind), self.new.of(kind)
        unit = "" if kind == "operations" else " bytes"
        if new is None or (old is None and not self.old.reason):
            return self._counted(kind, unit)
        if old is None or old == new:
            same = "" if old is None else " as before"
            return f"{kind} {new}{unit}{same}{self._at([new], unit)}"
        apart = str(new - old)
        sign = "" if apart.startswith("-") else "+"
        numbers = self._at([old, new], unit)
        return f"{kind} {old} -> {new}{unit}, {sign}{apart}{numbers}"

    def _counted(self, kind: str, unit: str) -> str:
        """What was counted once, where there is no formula."""
        old, new = self.old.counted.get(kind), self.new.counted.get(kind)
        where = ", ".join(f"{n}={size}" for n, size in self.new.sizes.items())
        where = f"{unit} at {where}" if where else unit
        before = ""
        if old is not None and self.old.sizes == self.new.sizes:
            before = "" if old == new else f"{old:_} -> "
        same = " as before" if old == new and old is not None else ""
        return f"{kind} {before}{new:_}{where}{same} (they depend on the data)"

    def _at(self, formulas: Sequence[Formula], unit: str) -> str:
        names = {name for one in formulas for name in one.names}
        known = {name: size for name, size in self.sizes.items() if name in names}
        if not known:
            return ""
        where = ", ".join(f"{name}={size}" for name, size in known.items())
        numbers = " -> ".join(str(one.at(known)) for one in formulas)
        return f" (at {where}: {numbers}{unit})"


def sizes_to_count(names: Sequence[str]) -> list[dict[str, int]]:
    """The sizes to count at: some more than the formulas have coefficients. Without
    names, only the data differ."""
    if not names:
        return [{} for _ in range(_SPARE)]
    source = random.Random(0)
    wanted = min(len(_candidates(names)) + _SPARE, _MOST)
    found: list[dict[str, int]] = []
    for _ in range(20 * wanted):
        one = {name: source.randint(2, _LARGEST) for name in names}
        if one not in found:
            found.append(one)
        if len(found) == wanted:
            break
    return found


def _candidates(names: Sequence[str]) -> list[tuple[str, ...]]:
    return monomials(names, 3 if len(names) < 5 else 2)


def cost_of(
    module: Parsed, sizes: Sequence[Mapping[str, int]], samples: Sequence[Any]
) -> Cost:
    """The formulas for what was counted at ``sizes``; None in ``samples`` is where the
    module raised."""
    pairs = zip(sizes, samples, strict=False)
    kept = [(one, _read(sample)) for one, sample in pairs if sample is not None]
    if not kept:
        return Cost(reason="it raises at the sizes that were tried")
    finder = _Finder(module, [one for one, _ in kept], [two for _, two in kept])
    first, sample = kept[0]
    counted = {kind: sum(sample[kind].values()) for kind in KINDS}
    operations, residuals, temporaries = (finder.total(kind) for kind in KINDS)
    return Cost(operations, residuals, temporaries, "", counted, first)


def _read(sample: Mapping[str, Any]) -> dict[str, dict[Where, int]]:
    return {
        kind: {tuple(where): int(count) for where, count in listed}
        for kind, listed in sample.items()
    }


def _as_kept(sample: Mapping[str, Mapping[Where, int]]) -> dict[str, Any]:
    """A sample as if a loop had made what the caller has lent it: each iteration keeps
    as much then, and what is lent is taken off outside of it."""
    bytes_lent = sample["lent"].get((), 0)
    inside = [where for where in sample["residuals"] if where]
    found: dict[str, Any] = dict(sample)
    if bytes_lent and inside:
        for kind, sign in (("residuals", 1), ("temporaries", -1)):
            moved = Counter({**sample[kind]})
            moved[inside[0]] += sign * bytes_lent
            moved[()] -= sign * bytes_lent
            found[kind] = dict(moved)
    return found


class _Finder:
    """Formulas for the counts of one module, loop by loop."""

    def __init__(
        self,
        module: Parsed,
        sizes: Sequence[Mapping[str, int]],
        samples: Samples,
    ) -> None:
        self.sizes = sizes
        self.samples = samples
        self.candidates = _candidates(module.sizes())
        self.kinds = loops(module.text)
        self.taken = set(module.sizes())
        self.symbols: dict[str, list[Fraction | None]] = {}
        self.outer: set[str] = set()
        self.trips: dict[Where, Formula] = {(): Formula({(): Fraction(1)})}
        every = {where for one in samples for where in one["trips"]}
        for where in sorted(every, key=lambda one: (len(one), one)):
            self.trips[where] = self.trips[where[:-1]] * self._trips(where)

    def total(self, kind: str) -> Formula | None:
        """The formula of a kind: the sum over loops of each iteration's."""
        found = []
        for samples in (self.samples, [_as_kept(one) for one in self.samples]):
            total = self._sum(kind, samples)
            if total is not None and self._holds(total, kind):
                found.append(total)
        # Where all loops run equally long, parts of a byte fit as well.
        whole = [one for one in found if one.is_whole]
        return (whole or found)[0] if found else self._whole(kind)

    def _sum(self, kind: str, samples: Samples) -> Formula | None:
        total = Formula()
        for where in sorted({where for one in samples for where in one[kind]}):
            series = self._per_trip(kind, where, where, samples)
            each = self._fitted(series)
            if each is None or where not in self.trips:
                return None
            total += each * self.trips[where]
        return total

    def _holds(self, formula: Formula, kind: str) -> bool:
        """Whether a formula gives what was counted at each size."""
        for number, sample in enumerate(self.samples):
            known = dict(self.sizes[number])
            steps = {name: series[number] for name, series in self.symbols.items()}
            if any(one is None or one.denominator > 1 for one in steps.values()):
                continue
            known |= {name: int(one or 0) for name, one in steps.items()}
            counted = Fraction(sum(sample[kind].values()))
            if formula.at(known).terms.get((), Fraction(0)) != counted:
                return False
        return True

    def _whole(self, kind: str) -> Formula | None:
        """The formula of a total, of which no part belongs to an iteration: as where
        each keeps what the one before it has made."""
        outer = {n: s for n, s in self.symbols.items() if n in self.outer and all(s)}
        sizes = [
            {**one, **{name: int(series[k] or 0) for name, series in outer.items()}}
            for k, one in enumerate(self.sizes)
        ]
        totals = [Fraction(sum(sample[kind].values())) for sample in self.samples]
        names = [*self.sizes[0], *outer]
        return fitted(sizes, totals, monomials(names, 3 if len(names) < 3 else 2))

    def _trips(self, where: Where) -> Formula:
        series = self._per_trip("trips", where, where[:-1], self.samples)
        kind = self.kinds.get(where[-1], "open")
        known = [name for name, other in self.symbols.items() if _alike(other, series)]
        if kind != "open" and not (known and kind == "items"):
            found = self._fitted(series)
            if found is not None:
                return found
        if known:
            return of_name(known[0])
        name, number = "steps", 1
        while name in self.taken:
            number += 1
            name = f"steps_{number}"
        self.taken.add(name)
        self.symbols[name] = series
        if len(where) == 1:
            self.outer.add(name)
        return of_name(name)

    def _per_trip(
        self, kind: str, where: Where, per: Where, samples: Samples
    ) -> list[Fraction | None]:
        """A count over a loop's iterations, at each size; None for no iteration."""
        found: list[Fraction | None] = []
        for sample in samples:
            trips = sample["trips"].get(per, 0) if per else 1
            count = sample[kind].get(where, 0)
            found.append(Fraction(count, trips) if trips else None)
        return found

    def _fitted(self, series: Sequence[Fraction | None]) -> Formula | None:
        pairs = [
            (sizes, one)
            for sizes, one in zip(self.sizes, series, strict=True)
            if one is not None
        ]
        if not pairs:
            return Formula()
        if len({one for _, one in pairs}) == 1:
            return Formula({(): pairs[0][1]} if pairs[0][1] else {})
        sizes, values = [one for one, _ in pairs], [two for _, two in pairs]
        return fitted(sizes, values, self.candidates)


def _alike(one: Sequence[Fraction | None], two: Sequence[Fraction | None]) -> bool:
    pairs = list(zip(one, two, strict=True))
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    return bool(known) and all(a == b for a, b in known)
