"""The sizes of a call, in what is said of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic


def sizes_of(arrays: Mapping[str, Any]) -> dict[str, int]:
    """The name that each size of the arguments has while it is compiled, and the size:
    ``{"x0": 2, "x1": 3}`` of ``x``."""
    return {
        f"{name}{axis}": size
        for name, array in arrays.items()
        if not isinstance(array, float)
        for axis, size in enumerate(array.shape)
    }


def tell_sizes(error: CompileError, arrays: Mapping[str, Any]) -> None:
    """Let an error tell the sizes of these arguments in the place of their names; what
    it quotes of the source stays."""
    sizes = sizes_of(arrays)
    if not sizes:
        return
    names = "|".join(map(re.escape, sorted(sizes, key=len, reverse=True)))
    pattern = re.compile(rf"(`[^`]*`)|(?<![\w.])({names})(?!\w)")

    def said(text: str) -> str:
        return pattern.sub(lambda found: found[1] or str(sizes[found[2]]), text)

    def told(item: Diagnostic) -> Diagnostic:
        return replace(item, message=said(item.message), label=said(item.label))

    error.args = error.diagnostics = tuple(map(told, error.diagnostics))
