"""Parameters that are updated on the path to something that is raised.

A module gives the new values beside its output, so who raises gives none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.types import Call, Opaque, Operation, blocks_of


def written_parameters(session: Session) -> list[tuple[str, Box]]:
    """The parameters that the function being lowered has given another value."""
    return [
        (name, box)
        for name, box in session.parameter_boxes.items()
        if box.value is not session.parameters[name][1]
    ]


def check_kept(session: Session, ops: Iterable[Operation]) -> None:
    """Refuse operations that raise what nobody catches, where the program has updated
    a Parameter itself: what layers of the library count is of no more use then."""
    given = (
        (name, session.parameters[name][0]) for name, _ in written_parameters(session)
    )
    layers = session.counted_by_layers
    written = [parameter for _, parameter in given if id(parameter) not in layers]
    for op in _raises(ops) if written else ():
        if op.raises is not None and not session.handlers.await_one(op.raises):
            raise CompileError(
                Diagnostic(
                    "SRC023",
                    f"the Parameter `{written[0].name}` is updated before this raises",
                    span_of_origin(op.origin),
                    f"{op.raises.__name__} leaves, and the update is lost",
                    "raise first, and update then",
                )
            )


def _raises(ops: Iterable[Operation]) -> Iterator[Opaque]:
    """The statements in operations that raise something."""
    for op in ops:
        if isinstance(op, Opaque) and op.raises is not None:
            yield op
        if isinstance(op, Call):
            yield from _raises(op.function.body.ops)
        for block in blocks_of(op):
            yield from _raises(block.ops)
