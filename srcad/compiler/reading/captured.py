"""Captured arrays: what a function reads from outside is an input of its module."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.reading import protocol
from srcad.compiler.reading.paths import ROOT, Path, Resolver, shown
from srcad.compiler.reading.protocol import mark

_NAMED = (
    "attribute",
    "part",
    "slot",
    "cell",
    "parameter",
    "item",
    "list item",
    "dict item",
    "tuple item",
)


@dataclass(frozen=True, slots=True, eq=False)
class Captured:
    """Stands in the evaluation for an array that was read from outside.

    It is found by its ``path``, and named by the path that it is ``called`` by. A
    number is ``printed``, and nothing else is done with it.
    """

    array: Any
    path: Path
    called: Path
    printed: bool = False

    name = property(lambda self: self.key)

    __srcad_parameter__ = True
    requires_grad = False

    @property
    def is_tensor(self) -> bool:
        """Whether it is a Tensor, and not an ndarray."""
        return not isinstance(self.array, np.ndarray)

    @property
    def key(self) -> str:
        """What it is called in the module: ``self.w``, ``data``, ``table[0]``."""
        return key_of(self.called)

    @property
    def word(self) -> str:
        """What the array is called where it was found: the last name of its path."""
        words: list[str] = []
        path: Path | None = self.called
        while path is not None:
            key = path.key[1] if path.step == "slot" else path.key
            if isinstance(key, str) and key.isidentifier():
                words.append(key)
                break
            words.append(str(key))
            path = path.base
        found = re.sub(r"\W+", "_", "_".join(words[::-1])).strip("_")
        return found if found.isidentifier() else f"captured_{found}"

    def variable(self, cell: str) -> str:
        """What it is called inside of the Cell with the key ``cell``."""
        inside = self.key.removeprefix(f"{cell}.")
        simple = re.fullmatch(r"[\w.]+(\[[^][]*\][\w.]*)*", inside)
        word = re.sub(r"\W+", "_", inside).strip("_") if simple else self.word
        # The layers of a SequentialCell are numbers.
        return word if word.isidentifier() else f"layer_{word}"

    def asnumpy(self) -> Any:
        """The ndarray."""
        return self.array.asnumpy() if self.is_tensor else self.array


def captured_of(item: object) -> Captured | None:
    """The array from outside that an object stands for; None of all else."""
    return item if isinstance(item, Captured) else None


def key_of(path: Path) -> str:
    """A path as it is written in the source; one that leads to a Cell in a Cell as
    MindSpore names Parameters: ``self.blocks.0.mask``."""
    parts: list[str] = []
    while path.base is not None and path.step in _NAMED:
        if path.base.step in ("module", "globals"):
            return f"{path.key}{''.join(parts[::-1])}"
        key = path.key[1] if path.step == "slot" else path.key
        subscript = isinstance(key, int) or "item" in path.step
        parts.append(f"[{key!r}]" if subscript else f".{key}")
        path = path.base
    if path.step == "closure":
        return f"{path.key}{''.join(parts[::-1])}"
    base = "self" if path == ROOT else shown(path)
    return base + "".join(parts[::-1])


def path_by_cells(path: Path, resolve: Resolver) -> Path:
    """The path by way of the names that Cells have in the outermost of them."""
    steps = [path]
    while steps[-1].base is not None:
        steps.append(steps[-1].base)
    cells = [one for one in steps[::-1] if protocol.is_cell(resolve(one))]
    if not cells:
        return path
    first, last = cells[0], cells[-1]
    name = protocol.name_of(resolve(last), resolve(first))
    if name is None:
        return path
    found = first
    for word in name.split(".") if name else ():
        found = found.then("cell", word)
    for one in steps[: steps.index(last)][::-1]:
        found = found.then(one.step, one.key)
    return found


def is_captured_array(item: Any) -> bool:
    """Whether an object is an ndarray or a Tensor, but no Parameter."""
    if isinstance(item, np.ndarray):
        return True
    kind = type(item)
    is_tensor = mark(kind, "__srcad_tensor__") is True
    return is_tensor and mark(kind, "__srcad_parameter__") is not True
