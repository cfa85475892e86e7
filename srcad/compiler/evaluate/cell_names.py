"""What Cells and their Parameters are called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.evaluate.settings import While, setting
from srcad.compiler.reading import protocol


@dataclass(slots=True, eq=False)
class CellNames:
    """Names by the ``id`` of what has them.

    ``parameters`` are those of Parameters in the module, ``local`` what the Cell that
    is being lowered calls them, whose key is ``key``. ``paths`` are the attribute paths
    of the Cells, ``attributes`` those that they were first called by.
    """

    parameters: dict[int, str] = field(default_factory=dict)
    paths: dict[int, str] = field(default_factory=dict)
    attributes: dict[int, str] = field(default_factory=dict)
    local: dict[int, str] = field(default_factory=dict)
    key: str = ""

    def inside(self, cell: Any, key: str) -> While:
        """Parameters are called as the Cell calls them: equal layers read alike."""
        names = {id(item): name for name, item in protocol.parameters(cell)}
        return setting(self, local=names, key=key)

    def named(self, parameter: Any) -> str:
        """A name in the module for a Parameter that has none yet."""
        name: str = parameter.name
        known, count = name, 1
        while known in self.parameters.values():
            count += 1
            known = f"{name}_{count}"
        self.parameters[id(parameter)] = known
        return known
