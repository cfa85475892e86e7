"""What a primitive is, and the one table of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from srcad.compiler.ir.shapes import Rule

# What the result shares with the first argument: nothing (fresh), its storage as a
# view, or its storage because the argument was written in place.
Storage = Literal["fresh", "view", "write"]


@dataclass(frozen=True, slots=True)
class Primitive:
    """What the passes know of a primitive."""

    name: str
    infer: Rule
    evaluate: Callable[..., Any]
    storage: Storage = "fresh"
    elementwise: bool = False
    # Cheap enough to be computed again rather than kept for the backward half.
    cheap: bool = False


PRIMITIVES: dict[str, Primitive] = {}


def add(
    name: str,
    infer: Rule,
    evaluate: Callable[..., Any],
    storage: Storage = "fresh",
    elementwise: bool = False,
    cheap: bool = False,
) -> None:
    """Enter a primitive; a name stands for one."""
    assert name not in PRIMITIVES, name
    PRIMITIVES[name] = Primitive(name, infer, evaluate, storage, elementwise, cheap)
