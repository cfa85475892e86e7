"""Operations that are no part of a loop nest.

Each is printed by a function that a file of its family enters in a table.
"""

from __future__ import annotations

import srcad.compiler.compiled.along  # Their files enter the table.
import srcad.compiler.compiled.products
import srcad.compiler.compiled.rearranged
import srcad.compiler.compiled.windows
import srcad.compiler.compiled.writes  # noqa: F401
from srcad.compiler.compiled.forms import (
    NotCompiled,
)
from srcad.compiler.compiled.numbers import print_number
from srcad.compiler.compiled.registry import PRINTERS
from srcad.compiler.compiled.writer import (
    Writer,
)
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Op


def print_operation(writer: Writer, op: Op) -> None:
    """The statements of an operation on its own."""
    found = PRINTERS.get(op.primitive)
    if found is not None:
        found(writer, op)
        return
    aval = op.results[0].aval
    if PRIMITIVES[op.primitive].elementwise and isinstance(aval, Aval):
        print_number(writer, op)
        return
    raise NotCompiled(f"`{op.primitive}`")
