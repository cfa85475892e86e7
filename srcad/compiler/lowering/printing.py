"""What is printed at run time: structures of run-time values as Python expressions."""

from __future__ import annotations

from typing import Any

from srcad.compiler.avals import Aval
from srcad.compiler.ir import Opaque
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.objects import Box, is_parameter
from srcad.compiler.lowering.session import Session

_TENSOR = "from srcad import Tensor"


def emit_print(frame: Frame, args: list[Any]) -> None:
    """A print, kept in program order. What descends from Tensors is shown as such."""
    session = frame.session
    atoms: list[Any] = []
    imports: list[str] = []
    words = [expression_template(session, item, atoms, imports) for item in args]
    builder = session.builder
    builder.ops.append(
        Opaque(
            f"print({', '.join(words)})",
            tuple(atoms),
            (),
            tuple(dict.fromkeys(imports)),
            function=lambda *values: print(*values),
            origin=builder.origin,
            phase=builder.phase,
        )
    )


def expression_template(
    session: Session,
    item: Any,
    atoms: list[Any],
    imports: list[str],
    plain: bool = False,
) -> str:
    """An expression with ``{k}`` for the atoms, which are appended to ``atoms``.

    With ``plain``, Tensors stay arrays.
    """
    if isinstance(item, Box) or is_parameter(item):
        atom = session.atom(item)
        atoms.append(atom)
        place = "{" + str(len(atoms) - 1) + "}"
        if isinstance(atom.aval, Aval) and atom.aval.tensor and not plain:
            imports.append(_TENSOR)
            return f"Tensor({place})"
        return place
    if isinstance(item, tuple | list):
        parts = [
            expression_template(session, part, atoms, imports, plain) for part in item
        ]
        if isinstance(item, list):
            return f"[{', '.join(parts)}]"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if isinstance(item, str | int | float | bool | None):
        return repr(item).replace("{", "{{").replace("}", "}}")
    return repr(repr(item)).replace("{", "{{").replace("}", "}}")
