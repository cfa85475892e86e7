"""What a compilation has read: all that a module has to be built anew for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.source import Source


@dataclass(slots=True, eq=False)
class Reading:
    """Sources in the order in which they were read; hyper-parameters; globals.

    ``facts`` are attributes of Cells by their path, ``globals_read`` constants of
    modules: (module, name, fingerprint).
    """

    sources: dict[Source, None] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    globals_read: set[tuple[str, str, str]] = field(default_factory=set)
