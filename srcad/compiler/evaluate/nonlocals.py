"""``nonlocal``: variables of a function that one defined in it writes.

As long as the function runs whose variable it is, paths and iterations join it with its
other names: it is lent to the function that writes it, and given back. When it has
returned, the variable is a *cell*, an item of a dict of its own, and is joined as any
item is. Where it is written on a path of a third function, which does not join those
names, the variable is one from the definition of the function that writes it
(``Ways.cells``).
"""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import local_names, nodes, written_inside
from srcad.compiler.evaluate.frame import MISSING, Frame
from srcad.compiler.evaluate.heap import Variable
from srcad.compiler.evaluate.objects import Conflict, conflict_of
from srcad.compiler.evaluate.scope import Cell, Scope, cell_of
from srcad.compiler.evaluate.signals import NeedsStatic


def take_turn(frame: Frame, other: Frame, names: dict[str, Any]) -> None:
    """Join the scope of ``other``, as a generator whose names are ``names``, where
    no function has changed them since."""
    own = {**names, **(frame.taken_away() if frame.captured else {})}
    borrowed, frame.borrowed = frame.borrowed, {}
    kept = {name: item for name, item in own.items() if name not in borrowed}
    frame.scope, frame.suffix = Scope(kept), ""
    frame.share(other)
    for name, (_, _, node) in borrowed.items():
        borrow(frame, name, node)


def borrow(frame: Frame, name: str, node: ast.AST) -> None:
    """``nonlocal name``: until the function returns, the variable is its own."""
    owner = frame.parent and frame.parent.binder(name)
    assert owner is not None, name
    if owner.scope is frame.scope and owner is frame.parent:
        # They take turns: the variable is that of the owner all the time.
        frame.own = local_names(frame.source.node)
        return
    before = owner.names[owner.key(name)]
    if cell := cell_of(before):
        frame.cells[name] = cell
        return
    if conflict_of(before) is not None:
        note_cell(frame, node)
    frame.borrowed[name] = (owner, before, node)
    frame.assign(name, before)
    message = f"`{name}` is read while a function that writes it runs"
    help = "pass the value as an argument, and return the new one"
    owner.assign(name, Conflict("SRC011", message, help))


def is_in_cell(frame: Frame, name: str) -> bool:
    """Whether a variable of a function around is a cell."""
    owner = frame.parent and frame.parent.binder(name)
    return owner is not None and cell_of(owner.names.get(owner.key(name))) is not None


def held(frame: Frame, name: str) -> Any:
    """What a variable holds that is written here, in a cell or not; else MISSING."""
    cell = frame.cell(name)
    return frame.names.get(frame.key(name), MISSING) if cell is None else cell.item


def note_cell(frame: Frame, node: ast.AST) -> None:
    """Note a statement whose variables would have to be cells."""
    frame.session.builder.sizes.reading.cells[frame.source.span(node)] = None


def define(frame: Frame, definition: ast.AST) -> None:
    """What a function that is defined here writes on the paths of others is a cell."""
    cells = frame.session.builder.sizes.reading.ways.cells
    if not cells or frame.session.control[frame.mark :]:
        return
    for node in nodes(definition, ast.Nonlocal):
        for name in node.names if frame.source.span(node) in cells else ():
            if frame.own is None:
                _as_cell(frame, name)


def end(frame: Frame) -> None:
    """What functions that are left of this one write are cells from now on."""
    for name in written_inside(frame.source.node) if frame.captured else ():
        _as_cell(frame, name)


def _as_cell(frame: Frame, name: str) -> None:
    """Keep a variable of a frame in a cell from now on."""
    item = frame.scope.names.get(frame.key(name), MISSING)
    known = item is not MISSING and conflict_of(item) is None
    if known and name not in frame.borrowed and cell_of(item) is None:
        contents = frame.session.own({name: item})
        frame.scope.names[frame.key(name)] = Cell(contents, name)


def give_back(frame: Frame, error: BaseException | None = None) -> None:
    """Give what was borrowed its new value; the old one where an ``error`` is on its
    way out that the program has not raised itself, so that no handler goes on."""
    session = frame.session
    lasts = error is None or (
        isinstance(error, CompileError)
        and session.handlers.raised_in(error, session.nesting) is not None
    )
    for name, (owner, before, node) in frame.borrowed.items():
        now = frame.names.get(frame.key(name), MISSING)
        variable = Variable(owner.scope, owner.key(name))
        session.wrote(variable, before)
        owner.assign(name, now if lasts and now is not MISSING else before)
        if session.tracing:
            note_cell(frame, node)
        inside = session.control[owner.mark :]
        if lasts and any(frame.scope is not owner.scope for frame in inside):
            message = f"another function writes `{name}` under a run-time condition"
            if any(loop.unrolls and loop.told for loop in session.loops):
                raise NeedsStatic(message, label="is written")
            note_cell(frame, node)
            help = "pass the value as an argument, and return the new one"
            frame.refuse("SRC011", message, node, help=help)
