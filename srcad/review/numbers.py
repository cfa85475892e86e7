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


def conflicts(old: Parsed, new: Parsed) -> tuple[dict[str, int], list[str], list[str]]:
    """The sizes that one module names and the other writes out; the arguments whose
    sizes cannot agree, in words; those that only one module has, in words."""
    fixed: dict[str, int] = {}
    apart, alone = [], []
    before, after = old.arrays(), new.arrays()
    for key in dict.fromkeys([*before, *after]):
        one, two = before.get(key), after.get(key)
        if one is None or two is None:
            alone.append(f"{key[1]} is {'gone' if two is None else 'new'}")
        elif not (isinstance(one, Array) and isinstance(two, Array)):
            if one != two:
                apart.append(f"{key[1]} is another structure")
        elif not _agree(one, two, fixed):
            apart.append(f"{key[1]} {one} -> {two}")
    return fixed, apart, alone


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
            found.append(Compared(name, "other", 0.0, _gone_or_new(name in after)))
        else:
            found.append(_compared(name, before[name], after[name]))
    return found


def _gone_or_new(new: bool) -> str:
    return "is new" if new else "is gone"


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
