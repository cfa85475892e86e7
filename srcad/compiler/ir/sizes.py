"""What is known of the sizes of a call, beyond their names."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from srcad.compiler.reading.record import Reading
from srcad.compiler.reading.sizes import (
    Dim,
    Size,
    named_size,
    size_at,
    size_sum,
    solved,
)


class ShapeError(ValueError):
    """The shapes of the operands do not fit."""

    code = "SRC016"


class SizesRelated(Exception):
    """Named sizes turned out to be related, as ``Reading.related`` says."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is known of named sizes beyond their names.

    ``hints`` holds the sizes of the call that a module is built for. Where a module
    is built ahead of time there are none, and nothing is concluded. Since every part
    of a compilation has it at hand, it also holds what the compilation has read.
    """

    hints: Mapping[str, int]
    reading: Reading = field(default_factory=Reading, compare=False, repr=False)

    def value(self, dim: Dim) -> int | None:
        return size_at(dim, self.hints)

    def form(self, dim: Dim) -> Dim | None:
        """A size as what it is in this call, a sum of those that the call names: of
        ``w[n:]``, where that is not empty, the size of ``w`` less ``n``."""
        if isinstance(dim, int):
            return dim
        total: Dim = dim.constant
        for name, factor in dim.terms:
            known: Dim | None = named_size(name) if name in self.hints else None
            known = self.reading.forms.get(name, known)
            if known is None:
                return None
            total = size_sum(total, known, factor)
        return total

    def _asked(self) -> None:
        """Count a comparison, and end what is in vain: a size that turns out to be a
        number does so early, as a rule, and most of those that do, soon after."""
        reading = self.reading
        reading.asked += 1
        if reading.first and reading.enough and reading.asked > reading.enough:
            raise SizesRelated

    def _note(self, name: str, dim: Dim) -> None:
        reading = self.reading
        reading.related.append((name, dim))
        if isinstance(dim, int) and not reading.enough:
            reading.enough = 2 * reading.asked + 16

    def note_slice(self, dim: Dim, whole: Dim, part: slice) -> None:
        """Note what ``dim``, the size of ``range(whole)[part]``, is in this call."""
        if isinstance(dim, int) or not is_name(dim) or part.step not in (None, 1):
            return
        end = self.form(whole)
        if end is None or dim.terms[0][0] in self.hints:
            return
        start = self._place(0 if part.start is None else part.start, end)
        stop = self._place(whole if part.stop is None else part.stop, end)
        if start is not None and stop is not None:
            length = size_sum(stop, start, -1)
            empty = (self.value(length) or 0) < 0
            self.reading.forms[dim.terms[0][0]] = 0 if empty else length

    def _place(self, bound: Dim, end: Dim) -> Dim | None:
        """The place that the bound of a slice is in this call, from 0 to the end."""
        place, last = self.form(bound), self.value(end)
        value = None if place is None else self.value(place)
        if place is None or value is None or last is None:
            return None
        if value < 0:
            place, value = size_sum(place, end), value + last
        return 0 if value < 0 else end if value > last else place

    def fix(self, dim: Dim) -> None:
        """Compile again with ``dim`` as the number that it is in this call.

        Nothing happens where that is not known: ahead of time, or for a size that data
        decide. The name of a size that was computed has those that it came from in it.
        """
        for name in re.findall(r"(?<![?\w])[A-Za-z_]\w*", str(dim)):
            if name in self.hints:
                self.reading.related.append((name, self.hints[name]))
        self.settled()

    def settled(self) -> None:
        """Begin anew where sizes have turned out to be related, with all of them."""
        if self.reading.related:
            raise SizesRelated

    def broadcast(self, left: Dim, right: Dim) -> Dim:
        """The size that ``left`` and ``right`` broadcast to."""
        self._asked()
        if left == right or right == 1:
            return left
        if left == 1:
            return right
        if isinstance(left, int) and isinstance(right, int):
            raise ShapeError(f"sizes {left} and {right} do not broadcast")
        related = self._relate(left, right)
        if related is not None:
            return related
        for dim in (left, right):
            if isinstance(dim, int):
                return dim
        return self._larger(left, right)

    def _larger(self, left: Dim, right: Dim) -> Dim:
        """Either of two sizes, of which one may be 1."""
        made = larger(left, right)
        one, other = self.form(left), self.form(right)
        if one is not None and other is not None and isinstance(made, Size):
            first = (self.value(one) or 0) >= (self.value(other) or 0)
            if is_name(made) and made.terms[0][0] not in self.hints:
                self.reading.forms[made.terms[0][0]] = one if first else other
        return made

    def _relate(self, left: Dim, right: Dim) -> Dim | None:
        """Note that two sizes are equal in this call, or that one of them is 1, and
        give what they broadcast to; None where neither is so.

        The compilation goes on, to find others, and begins anew at ``settled``.
        """
        first, second = self.value(left), self.value(right)
        if first is None or second is None:
            return self._relate_forms(left, right)
        for dim, known, other in ((left, first, right), (right, second, left)):
            if isinstance(dim, Size) and is_name(dim):
                name = dim.terms[0][0]
                if first == second and (isinstance(other, int) or is_name(other)):
                    self._note(name, other)
                    return left
                if known == 1 and first != second:
                    self._note(name, 1)
                    return other
        if first != second and 1 not in (first, second):
            raise ShapeError(f"sizes {first} and {second} do not broadcast")
        return self._relate_forms(left, right)

    def _relate_forms(self, left: Dim, right: Dim) -> Dim | None:
        """The same for sums of named sizes, and for slices: ``w[3 * n :]`` is as large
        as ``n`` where ``w`` is ``4 * n``."""
        one, other = self.form(left), self.form(right)
        if one is None or other is None or self.value(one) != self.value(other):
            return None
        found = solved(one, other, self.reading.taken)
        if found is None:
            return None
        self.reading.related.append(found)
        return left

    def alike(self, left: Dim, right: Dim) -> bool:
        """Whether two sizes that have names are equal in this call: they are one in the
        module, as those are that broadcast."""
        named = [dim for dim in (left, right) if isinstance(dim, Size) and is_name(dim)]
        equal = self.value(left) is not None and self.value(left) == self.value(right)
        if equal and len(named) == 2:
            self._note(named[0].terms[0][0], right)
        return equal and len(named) == 2

    def same(self, left: Dim, right: Dim, what: str) -> Dim:
        """The size that both are, for what does not broadcast."""
        self._asked()
        if left == right:
            return left
        if isinstance(left, int) and isinstance(right, int):
            raise ShapeError(f"{what}: {left} and {right}")
        first, second = self.value(left), self.value(right)
        if first is not None and second is not None and first != second:
            raise ShapeError(f"{what}: {first} and {second}")
        if first is None or second is None:
            self._identify(left, right)
        self._relate(left, right)
        return left if isinstance(left, int) else right

    def _identify(self, left: Dim, right: Dim) -> None:
        """A size of a captured array has to be that of an input: it is called so."""
        inputs = self.reading.taken
        for dim, other in ((left, right), (right, left)):
            if isinstance(dim, Size) and isinstance(other, Size) and is_name(dim):
                name = dim.terms[0][0]
                is_input = is_name(other) and other.terms[0][0] in inputs
                if name in self.hints and name not in inputs and is_input:
                    self.reading.related.append((name, other))


def larger(left: Dim, right: Dim) -> Dim:
    """Either of two sizes of which one may be 1; each stands in the name but once."""
    parts = dict.fromkeys([*alternatives(left), *alternatives(right)])
    for dim in (left, right):
        if len(parts) == len(alternatives(dim)):
            return dim
    return named_size(f"max({', '.join(sorted(parts))})")


def alternatives(dim: Dim) -> list[str]:
    """The sizes of which ``dim`` is one: the arguments of its ``max``, or itself."""
    text = str(dim)
    if not (isinstance(dim, Size) and is_name(dim) and text.startswith("max(")):
        return [text]
    parts, depth = [""], 0
    for letter in text[len("max(") : -1]:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def is_name(dim: Size) -> bool:
    """Whether a size is just a name."""
    return dim.constant == 0 and len(dim.terms) == 1 and dim.terms[0][1] == 1


_unknown = itertools.count(1)


def unknown_size(hint: str) -> Size:
    """A size that is known at run time only, equal to no other; shown as ``?``."""
    return named_size(f"?{hint}{next(_unknown)}")


def is_unknown(dim: Dim) -> bool:
    """Whether a size is one of those that ``unknown_size`` makes."""
    return isinstance(dim, Size) and is_name(dim) and str(dim).startswith("?")


def names_in(dim: Dim) -> set[str]:
    """The names of unknown sizes that a size is computed from."""
    return set(re.findall(r"\?[~\w]+", str(dim)))


def varying_size() -> Size:
    """A size in which the elements of a list differ: whoever reads one renews it."""
    return unknown_size("~")


def is_varying(dim: Dim) -> bool:
    """Whether a size is one of those that ``varying_size`` makes."""
    return is_unknown(dim) and str(dim).startswith("?~")
