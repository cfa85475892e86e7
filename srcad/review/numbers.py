"""What the old module and the new one give for the same arrays."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.review.modules import Array, Parsed
from srcad.review.running import Run

# What rounding in another order makes of a number, in units of its precision.
_ROUNDING = 1000
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Compared:
    """An output or a cotangent in both: ``what`` is "same" (to the bit), "close" (as
    far apart as rounding makes them), "moved" or "other" (another shape or dtype).

    ``relative`` is the largest difference over the largest value, at worst.
    """

    name: str
    what: str
    relative: float = 0.0
    detail: str = ""

    def __str__(self) -> str:
        match self.what:
            case "same":
                return f"{self.name} bitwise same"
            case "close":
                return f"{self.name} max rel {self.relative:.0e}"
            case "moved":
                return f"{self.name} moved {self.relative:.0e}"
        return f"{self.name} {self.detail}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The comparison of each output and cotangent, or why there is none; ``notes`` say
    what is in one module alone, and where one of them raises."""

    compared: tuple[Compared, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def bitwise(self) -> bool:
        """Whether all numbers are the same to the bit, and all were compared."""
        same = all(one.what == "same" for one in self.compared)
        return bool(self.compared) and same and not self.reason and not self.notes

    def __str__(self) -> str:
        if self.reason:
            return "; ".join([f"not compared: {self.reason}", *self.notes])
        return "; ".join([" · ".join(self._words()), *self.notes])

    def _words(self) -> list[str]:
        same = [one.name for one in self.compared if one.what == "same"]
        apart = [one for one in self.compared if one.what != "same"]
        apart.sort(key=lambda one: (one.name != "out", -one.relative))
        words = []
        if len(same) > _SHOWN:
            words = [f"{_counted(same)} bitwise same"]
        elif same:
            words = [f"{', '.join(same)} bitwise same"]
        words += [str(one) for one in apart[:_SHOWN]]
        if len(apart) > _SHOWN:
            words.append(f"{len(apart) - _SHOWN} more are apart")
        return words or ["nothing floating to compare"]


def _counted(names: Sequence[str]) -> str:
    outs = [name for name in names if name.split("[")[0] == "out"]
    rest = len(names) - len(outs)
    return f"{', '.join(outs)} and {rest} gradients" if outs else f"{rest} gradients"


@dataclass(frozen=True, slots=True)
class Matched:
    """The arguments of two modules: ``fixed`` are the sizes that one of them names and
    the other writes out, ``apart`` those whose sizes cannot agree, in words. ``alone``
    says of what only one has that it is new or gone, and ``renamed`` maps a new name to
    the old one of what is the same but for its name, group by group."""

    fixed: Mapping[str, int]
    apart: Sequence[str]
    alone: Mapping[str, str]
    renamed: Mapping[tuple[str, str], str]

    def words(self) -> list[str]:
        """What is to be said of those that are in one module, or renamed."""
        said = [f"{old} is {new} now" for (_, new), old in self.renamed.items()]
        return [*said, *(f"{name} is {what}" for name, what in self.alone.items())]

    def cotangents(self) -> dict[str, str]:
        """The new names of gradients by the old ones."""
        found = {}
        for (group, new), old in self.renamed.items():
            sign = "d" if group == "inputs" else ""
            found[sign + old] = sign + new
        return found

    def tells(self, one: Compared) -> bool:
        """Whether a gradient is there alone because its argument is."""
        names = {one.name, one.name.removeprefix("d")}
        is_alone = one.detail in _ALONE.values()
        return is_alone and not names.isdisjoint(self.alone)


_ALONE = {False: "is gone", True: "is new"}


def matched(old: Parsed, new: Parsed) -> Matched:
    """How the arguments of two modules belong together."""
    fixed: dict[str, int] = {}
    apart, alone = [], {}
    before, after = old.arrays(), new.arrays()
    renamed = _renamed(before, after)
    for key in dict.fromkeys([*before, *after]):
        one, two = before.get(key), after.get(key)
        if one is None or two is None:
            if key not in renamed and key not in _old_keys(renamed):
                alone[key[1]] = "gone" if two is None else "new"
        elif not (isinstance(one, Array) and isinstance(two, Array)):
            if one != two:
                apart.append(f"{key[1]} is another structure")
        elif not _agree(one, two, fixed):
            apart.append(f"{key[1]} {one} -> {two}")
    return Matched(fixed, apart, alone, renamed)


def _old_keys(renamed: Mapping[tuple[str, str], str]) -> set[tuple[str, str]]:
    return {(group, old) for (group, _), old in renamed.items()}


def _renamed(
    before: Mapping[tuple[str, str], Any], after: Mapping[tuple[str, str], Any]
) -> dict[tuple[str, str], str]:
    """The old names by the new ones: of groups in which as many are new as are gone,
    each in its turn with the same dtype and sizes."""
    found: dict[tuple[str, str], str] = {}
    for group in dict.fromkeys(key[0] for key in before):
        gone = [key for key in before if key[0] == group and key not in after]
        new = [key for key in after if key[0] == group and key not in before]
        forms = [before[key] for key in gone], [after[key] for key in new]
        if gone and forms[0] == forms[1]:
            found |= {key: old[1] for key, old in zip(new, gone, strict=True)}
    return found


def _agree(one: Array, two: Array, fixed: dict[str, int]) -> bool:
    if len(one.shape) != len(two.shape):
        return False
    for before, after in zip(one.shape, two.shape, strict=True):
        match before, after:
            case (str(word), int(size)) | (int(size), str(word)) if word.isidentifier():
                if fixed.setdefault(word, size) != size:
                    return False
            case (int(), int()) if before != after:
                return False
    return True


def shared(old: Parsed, new: Parsed) -> str:
    """The arguments that are the same in both, in words."""
    before, after = old.arrays(), new.arrays()
    names = [key[1] for key in before if before[key] == after.get(key)]
    return f"the same in both: {', '.join(names)}" if names else "nothing is the same"


def compared(old: Run, new: Run) -> tuple[list[Compared], list[str]]:
    """Each output and cotangent at its worst point, and notes on what raises."""
    found: dict[str, Compared] = {}
    notes = []
    for before, after in zip(old.points, new.points, strict=False):
        match before, after:
            case str(), str():
                notes.append(f"both raise {after}")
            case str(), _:
                notes.append(f"the old one raises {before}")
            case _, str():
                notes.append(f"the new one raises {after}")
            case dict(), dict():
                for one in _at(before, after):
                    worst = found.get(one.name, one)
                    found[one.name] = max(worst, one, key=_badness)
    # Where both raise at some sizes alone, the function is not defined there.
    if found:
        notes = [note for note in notes if not note.startswith("both")]
    return list(found.values()), list(dict.fromkeys(notes))


def _badness(one: Compared) -> tuple[int, float]:
    return ("same", "close", "moved", "other").index(one.what), one.relative


def _at(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Compared]:
    found = []
    for name in dict.fromkeys([*before, *after]):
        if name not in before or name not in after:
            found.append(Compared(name, "other", 0.0, _ALONE[name in after]))
        else:
            found.append(_compared(name, before[name], after[name]))
    return found


def _compared(name: str, old: np.ndarray, new: np.ndarray) -> Compared:
    if old.shape != new.shape:
        return Compared(name, "other", 0.0, f"shape {old.shape} -> {new.shape}")
    if old.dtype == new.dtype and old.tobytes() == new.tobytes():
        return Compared(name, "same")
    if {old.dtype.kind, new.dtype.kind} - {"f", "c"}:
        same = np.array_equal(old, new)
        return Compared(name, "close" if same else "moved", 0.0 if same else math.inf)
    relative = _relative(old, new)
    eps = max(float(np.finfo(one.dtype).eps) for one in (old, new))
    what = "close" if relative <= _ROUNDING * eps else "moved"
    return Compared(name, what, relative)


def _relative(old: np.ndarray, new: np.ndarray) -> float:
    """The largest difference over the largest value; NaN is equal to itself."""
    if not np.array_equal(np.isfinite(old), np.isfinite(new)):
        return math.inf
    finite = np.isfinite(old)
    if not np.array_equal(old[~finite], new[~finite], equal_nan=True):
        return math.inf
    wide = np.complex128 if "c" in (old.dtype.kind, new.dtype.kind) else np.float64
    one, two = old[finite].astype(wide), new[finite].astype(wide)
    apart = float(np.max(np.abs(one - two), initial=0.0))
    size = float(max(np.max(np.abs(part), initial=0.0) for part in (one, two)))
    return apart / size if apart else 0.0
