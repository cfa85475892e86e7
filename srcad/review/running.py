"""Two modules run on the same arrays, each in a process of its own.

``run_both`` chooses the points: named sizes above 1, then each of them at 1. An
argument that both modules have gets the same numbers in both, rounded to the narrower
of two dtypes; a size that one module names and the other writes out is that number.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from srcad.review.modules import Array, Parsed, size_of

SEED = 0
# Seconds that one module may take.
PATIENCE = 60.0
_USUAL = (3, 5, 4, 6, 2)
_POINTS = 5

Sizes = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where modules are run: ``path`` is where they import from; ``sizes`` and
    ``ranges`` are those of the target."""

    path: tuple[str, ...] = ()
    sizes: Sizes = field(default_factory=dict)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """What one module gave: at each point arrays by name, or an error in words; and
    the counts of each sample."""

    points: tuple[dict[str, np.ndarray] | str, ...]
    attempts: tuple[Any, ...]
    samples: tuple[Any, ...]

    def named(self, names: Mapping[str, str]) -> "Run":
        """The same with other names for what was given."""
        points = tuple(
            {names.get(key, key): value for key, value in one.items()}
            if isinstance(one, dict)
            else one
            for one in self.points
        )
        return replace(self, points=points)


class CannotRun(Exception):
    """A module is handed what cannot be drawn, or its process says nothing."""


def arguments_of(
    module: Parsed,
    sizes: Sizes,
    setting: Setting,
    other: Parsed | None = None,
    renamed: Mapping[tuple[str, str], str] | None = None,
) -> list[dict[str, Any]]:
    """What to draw for a module; raises CannotRun for what is no array. ``renamed`` has
    the names that arguments had, by which they are drawn."""
    found = []
    theirs = {} if other is None else other.arrays()
    for (group, name), leaf in module.arrays().items():
        if not isinstance(leaf, Array) or leaf.dtype == "object":
            raise CannotRun(f"`{name}` is no array")
        try:
            shape = [size_of(dim, sizes) for dim in leaf.shape]
        except (KeyError, ValueError) as error:
            raise CannotRun(f"`{name}` is {leaf}") from error
        one: dict[str, Any] = {
            "group": group,
            "name": name,
            "dtype": leaf.dtype,
            "shape": shape,
        }
        before = (renamed or {}).get((group, name))
        if before is not None:
            one["drawn_as"] = before
        if group == "inputs" and name in setting.ranges:
            one["range"] = list(setting.ranges[name])
        beside = theirs.get((group, name))
        if isinstance(beside, Array) and beside.dtype != leaf.dtype:
            one["through"] = _narrower(leaf.dtype, beside.dtype)
        found.append(one)
    return found


def _narrower(one: str, two: str) -> str | None:
    kinds = [np.dtype(name) for name in (one, two)]
    floats = [kind for kind in kinds if kind.kind == "f"]
    return min(floats, key=lambda kind: kind.itemsize).name if floats else None


def points_of(names: Sequence[str], sizes: Sizes) -> list[dict[str, int]]:
    """The sizes to run at: usual ones, each at 1, all at 1."""
    usual = {
        name: sizes.get(name, _USUAL[index % len(_USUAL)])
        for index, name in enumerate(names)
    }
    found = [usual, *({**usual, name: 1} for name in names), dict.fromkeys(names, 1)]
    distinct = [one for k, one in enumerate(found) if one not in found[:k]]
    return (
        distinct[: _POINTS - 1] + distinct[-1:] if len(distinct) > _POINTS else distinct
    )


def integers_of(module: Parsed, sizes: Sizes) -> list[tuple[int, int]]:
    """Ranges for indices: below all sizes that are written out, then below all."""
    shapes = [
        leaf.shape for leaf in module.arrays().values() if isinstance(leaf, Array)
    ]
    written = {dim for shape in shapes for dim in shape if isinstance(dim, int)} - {
        0,
        1,
    }
    smallest = [min(some) for some in (written, {*written, *sizes.values()}) if some]
    return [(0, limit) for limit in dict.fromkeys(smallest)] or [(0, 2)]


def run(
    module: Parsed,
    points: Sequence[Mapping[str, Any]],
    samples: Sequence[Mapping[str, Any]],
    setting: Setting,
) -> Run:
    """Run a module in a process; raises CannotRun where that ends without an answer."""
    task = {
        "text": module.text,
        "path": [*setting.path, *(path for path in sys.path if path)],
        "points": list(points),
        "samples": list(samples),
        "seed": SEED,
    }
    with tempfile.TemporaryDirectory(prefix="srcad-review-") as folder:
        words = json.dumps({**task, "folder": folder})
        start = f"import sys; sys.path[:] = {task['path']!r}; "
        command = "from srcad.review.process import main; main()"
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-c", start + command],
                input=words,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CannotRun(f"it runs for more than {PATIENCE:.0f} s") from None
        try:
            return _answer(Path(folder), len(points), module)
        except (OSError, ValueError, KeyError, TypeError) as error:
            last = (done.stderr.strip().splitlines() or ["without a word"])[-1]
            raise CannotRun(f"its process ended: {last[:200]}") from error


def _answer(folder: Path, count: int, module: Parsed) -> Run:
    answer = json.loads((folder / "answer.json").read_text())
    points: list[dict[str, np.ndarray] | str] = []
    for number, said in enumerate(answer["points"][:count]):
        if "error" in said:
            points.append(str(said["error"]))
            continue
        with np.load(folder / f"{number}.npz", allow_pickle=False) as arrays:
            values = [arrays[f"a{k}"] for k in range(len(said["names"]))]
        names = [_shown(str(name), module.cotangents) for name in said["names"]]
        points.append(dict(zip(names, values, strict=True)))
    attempts = tuple(said.get("attempt") for said in answer["points"])
    return Run(tuple(points), attempts, tuple(answer.get("samples", ())))


def _shown(name: str, cotangents: Sequence[str]) -> str:
    """A cotangent's name as ``backward`` says it."""
    if not name.startswith("#"):
        return name
    number, bracket, rest = name[1:].partition("[")
    known = int(number) < len(cotangents)
    return (cotangents[int(number)] if known else f"gradient {number}") + bracket + rest
