"""Functions of elements that NumPy calls for each element (``np.vectorize``)."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Kind, has_box, kind
from srcad.compiler.evaluate.numpy.applied import vectorized
from srcad.compiler.evaluate.numpy.registry import entry, inlined, refused_as
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.values.run_time import StandIn


@dataclass(frozen=True, slots=True, eq=False)
class Vectorized:
    """What ``np.vectorize`` makes in code that is compiled."""

    pyfunc: Any
    otypes: Any
    excluded: Any
    signature: Any


@entry(np.vectorize)
def _vectorize(
    frame: Frame,
    node: ast.AST,
    pyfunc: Any,
    otypes: Any = None,
    doc: Any = None,
    excluded: Any = None,
    cache: Any = False,
    signature: Any = None,
) -> Any:
    return Vectorized(pyfunc, otypes, excluded, signature)


class _ByElement(Kind):
    """A call of it calls a function for each element."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        words = ("pyfunc", "otypes", "excluded", "signature")
        parts = [self.part(frame, callee, word, node) for word in words]
        with refused_as(frame, "np.vectorize", node):
            return inlined(frame, vectorized, [*parts, *args], node, keywords)

    def part(self, frame: Frame, item: Any, word: str, node: ast.AST) -> Any:
        return getattr(item, word)


@kind(Vectorized)
class MadeHere(_ByElement, StandIn):
    """One that the program makes."""

    python_class = np.vectorize

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box(item.pyfunc, depth - 1)


@kind(np.vectorize)
class Known(_ByElement):
    """One that was there before."""

    def part(self, frame: Frame, item: Any, word: str, node: ast.AST) -> Any:
        return attribute(frame, item, word, node)
