"""Captured arrays: what a function reads from outside is an input of its module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.reading.paths import ROOT, Path, shown

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
    """Stands in the evaluation for an array that was read from outside."""

    array: Any
    path: Path

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
        path, parts = self.path, list[str]()
        while path.base is not None and path.step in _NAMED:
            if path.base.step == "module":
                return f"{path.key}{''.join(parts[::-1])}"
            key = path.key[1] if path.step == "slot" else path.key
            subscript = isinstance(key, int) or "item" in path.step
            parts.append(f"[{key!r}]" if subscript else f".{key}")
            path = path.base
        if path.step == "closure":
            return f"{path.key}{''.join(parts[::-1])}"
        base = "self" if path == ROOT else shown(path)
        return base + "".join(parts[::-1])

    @property
    def word(self) -> str:
        """What the array is called where it was found: the last name of its path."""
        words: list[str] = []
        path: Path | None = self.path
        while path is not None:
            key = path.key[1] if path.step == "slot" else path.key
            if isinstance(key, str) and key.isidentifier():
                words.append(key)
                break
            words.append(str(key))
            path = path.base
        return "_".join(words[::-1]).replace("-", "") or "captured"

    def asnumpy(self) -> Any:
        """The ndarray."""
        return self.array.asnumpy() if self.is_tensor else self.array


def is_captured_array(item: Any) -> bool:
    """Whether an object is an ndarray or a Tensor, but no Parameter."""
    if isinstance(item, np.ndarray):
        return True
    kind = type(item)
    return getattr(kind, "__srcad_tensor__", False) is True and not getattr(
        kind, "__srcad_parameter__", False
    )
