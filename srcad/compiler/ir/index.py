"""The index of a subscript: a compile-time template with run-time values in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import EllipsisType
from typing import Any, TypeAlias

import numpy as np

from srcad.compiler.ir.types import Atom, array_aval


@dataclass(frozen=True, slots=True)
class Ref:
    """Stands for the run-time argument at ``position`` (of those after the array)."""

    position: int


Entry: TypeAlias = int | EllipsisType | slice | Ref | None


@dataclass(frozen=True, slots=True)
class Index:
    """``x[...]``: ints, slices, None, ``...`` and references to run-time values.

    The bounds of a slice are ints, None or references. ``distinct`` says that, by the
    values of its arrays, it selects no element twice.
    """

    entries: tuple[Entry, ...]
    tuple_form: bool = False
    distinct: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        """``[$0, 1:]``: ``$0`` stands for the first argument behind the array."""

        def one(entry: Entry) -> str:
            if isinstance(entry, Ref):
                return f"${entry.position}"
            if isinstance(entry, slice):
                bounds = (entry.start, entry.stop, entry.step)
                first, last, step = ("" if b is None else one(b) for b in bounds)
                return f"{first}:{last}:{step}" if step else f"{first}:{last}"
            return "..." if entry is Ellipsis else str(entry)

        words = ", ".join(map(one, self.entries))
        alone = self.tuple_form and len(self.entries) == 1
        if not self.entries:
            words = "()" if self.tuple_form else words
        return f"[{words},]" if alone else f"[{words}]"

    def __hash__(self) -> int:
        return hash(repr(self.entries))

    def axes(self, args: tuple[Atom, ...]) -> int:
        """How many axes of the array the entries stand for, without ``...``."""
        used = 0
        for entry in self.entries:
            if isinstance(entry, Ref):
                aval = array_aval(args[entry.position])
                used += aval.ndim if aval.dtype == "bool" and aval.ndim else 1
            elif isinstance(entry, int | slice):
                used += 1
        return used

    def expanded(
        self, ndim: int, args: tuple[Atom, ...]
    ) -> list[int | slice | Ref | None]:
        """One entry an axis (or None for a new one), ``...`` written out."""
        used = self.axes(args)
        out: list[int | slice | Ref | None] = []
        seen = False
        for entry in self.entries:
            if entry is Ellipsis:
                out.extend([slice(None)] * (ndim - used))
                seen = True
            elif entry is None or isinstance(entry, int | slice | Ref):
                out.append(entry)
        if not seen:
            out.extend([slice(None)] * (ndim - used))
        return out

    def without_ellipsis(self, ndim: int, args: tuple[Atom, ...]) -> Index:
        """The same where ``...`` stands for no axis, and ints for all: then it would
        make of the element a view of rank 0, which a later write changes."""
        named = tuple(entry for entry in self.entries if entry is not Ellipsis)
        ints = all(isinstance(entry, int | Ref) for entry in named)
        elements = ints and not self.has_arrays(args) and self.axes(args) == ndim > 0
        if not elements or Ellipsis not in self.entries:
            return self
        return Index(named, tuple_form=True)

    @property
    def only_adds_axes(self) -> bool:
        """Whether every element is selected, with new axes at most."""
        whole = (slice(None), None, Ellipsis)
        return all(any(entry == one for one in whole) for entry in self.entries)

    def has_arrays(self, args: tuple[Atom, ...]) -> bool:
        """Whether an array selects (a copy is made), not only ints and slices."""
        return any(
            isinstance(entry, Ref) and array_aval(args[entry.position]).ndim > 0
            for entry in self.entries
        )

    def adjacent(self) -> bool:
        """Whether the selecting entries stand side by side."""
        kinds = ["s" if isinstance(e, int | Ref) else "-" for e in self.entries]
        return "-" not in "".join(kinds).strip("-")

    def repeats(self, args: tuple[Atom, ...]) -> bool:
        """Whether one element may be selected twice (integer arrays)."""
        return not self.distinct and any(
            isinstance(entry, Ref)
            and array_aval(args[entry.position]).ndim > 0
            and array_aval(args[entry.position]).dtype != "bool"
            for entry in self.entries
        )

    def bind(self, args: tuple[Any, ...]) -> Any:
        """The index that NumPy takes, with ``args`` in the place of references."""

        def one(entry: Any) -> Any:
            if isinstance(entry, Ref):
                return args[entry.position]
            if isinstance(entry, slice):
                return slice(one(entry.start), one(entry.stop), one(entry.step))
            return entry

        entries = tuple(one(entry) for entry in self.entries)
        return entries if self.tuple_form or len(entries) != 1 else entries[0]


# ``x[...]``: every element.
WHOLE = Index((Ellipsis,))


def reads_view(index: Index, result_ndim: int, args: tuple[Atom, ...]) -> bool:
    """Whether ``x[index]`` shares the storage of ``x``."""
    return result_ndim > 0 and not index.has_arrays(args)


def is_integer(value: object) -> bool:
    """Whether ``value`` is an int that can index (bools cannot)."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
