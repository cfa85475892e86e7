"""What a call of a recursive function keeps, as a tuple in the layout of its form.

The layout is that of the function that is printed first. Another one that keeps the
same may have more, or less, in the lists of its loops: it writes them over.
"""

from __future__ import annotations

import ast

from srcad.compiler.ir.avals import OptionalAval, ResidualsForm
from srcad.compiler.ir.types import Atom, Op, Value
from srcad.compiler.printing.emit.lists import blank, in_form
from srcad.compiler.printing.emit.writer import (
    Writer,
    literal,
    name,
    unless_none,
    writes,
)
from srcad.compiler.printing.packing import (
    Pack,
    columns,
    layout_of,
    list_pack,
    same_layout,
)


@writes("residuals")
def _residuals(writer: Writer, op: Op) -> ast.expr:
    form: ResidualsForm = op.attribute("form")
    layout = writer.packs.module.layouts[form]
    if same_layout(layout_of(op.args, writer.packs), layout):
        kept = columns(op.args, writer.packs)
        return ast.Tuple([writer.whole(atom) for atom in kept], ast.Load())
    groups: dict[object, list[tuple[Pack | None, Atom]]] = {}
    for place, (pack, arg) in enumerate(zip(layout, op.args, strict=True)):
        key = place if pack is None else pack.key
        groups.setdefault(key, []).append((pack, arg))
    return ast.Tuple([_group(writer, one) for one in groups.values()], ast.Load())


def _group(writer: Writer, members: list[tuple[Pack | None, Atom]]) -> ast.expr:
    """One variable of the layout, out of those that it has here."""
    pack, first = members[0]
    if pack is None:
        return _guarded(writer, first, in_form(writer, first, Pack(first, 0, 1)))
    places = {one.position: arg for one, arg in members if one is not None}
    if pack.bundled:
        parts = [
            in_form(writer, places[k], pack.inner or Pack(places[k], 0, 1))
            if k in places
            else literal(None)
            for k in range(pack.width)
        ]
        return _guarded(writer, first, ast.Tuple(parts, ast.Load()))
    sources: dict[object, tuple[ast.expr, list[ast.expr]]] = {}
    words: dict[int, str] = {}
    for place, arg in places.items():
        assert isinstance(arg, Value)
        own = list_pack(arg, writer.packs)
        blanks: list[ast.expr] = [blank() for _ in range(own.width)]
        _, pattern = sources.setdefault(own.key, (writer.atom(arg), blanks))
        words[place] = "item" if len(places) == 1 else f"item_{place}"
        pattern[own.position] = ast.Name(words[place], ast.Store())
    elements = [
        name(words[k]) if k in words else literal(None) for k in range(pack.width)
    ]
    targets = [_one_or_tuple(pattern, ast.Store()) for _, pattern in sources.values()]
    lists = [source for source, _ in sources.values()]
    over = lists[0] if len(lists) == 1 else ast.Call(name("zip"), lists, [])
    loop = ast.comprehension(_one_or_tuple(targets, ast.Store()), over, [], 0)
    element = _one_or_tuple(elements, ast.Load())
    return _guarded(writer, first, ast.ListComp(element, [loop]))


def _one_or_tuple(parts: list[ast.expr], use: ast.expr_context) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.Tuple(parts, use)


def _guarded(writer: Writer, atom: Atom, made: ast.expr) -> ast.expr:
    """None where what something is made of is None."""
    simple = isinstance(made, ast.Name | ast.Constant | ast.IfExp)
    if simple or not isinstance(atom.aval, OptionalAval):
        return made
    return unless_none(writer.whole(atom), made)
