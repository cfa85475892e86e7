"""Hooks of Cells and Parameters, as they are read."""

from __future__ import annotations

from typing import Any

from srcad.compiler.reading import protocol
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.paths import Path


def hooks_of_cell(door: Door, cell: Any) -> Any:
    """The hooks of a Cell."""
    path = door.paths.get(id(cell))
    if path is not None:
        door.note(path, "hooks", cell)
        for kind in ("forward_pre", "forward", "backward_pre", "backward"):
            _read(door, path, f"_{kind}_hooks", cell)
    return protocol.hooks(cell)


def hooks_of_parameter(door: Door, parameter: Any) -> tuple[Any, ...]:
    """The hooks of a Parameter."""
    path = door.paths.get(id(parameter))
    if path is not None:
        _read(door, path, "_hooks", parameter)
    return protocol.tensor_hooks(parameter)


def _read(door: Door, path: Path, name: str, owner: Any) -> None:
    hooks = getattr(owner, name, {})
    if hooks:
        place = path.then("attribute", name)
        for k, hook in enumerate(hooks.values()):
            door.read(place.then("value", k), hook)
