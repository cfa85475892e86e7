"""Lists at run time, as Python writes them."""

from __future__ import annotations

import ast

from srcad.compiler.avals import OptionalAval
from srcad.compiler.emit.expressions import (
    Writer,
    call,
    literal,
    method,
    name,
    subscript,
    writes,
)
from srcad.compiler.ir import Atom, Op, Value, is_none
from srcad.compiler.lists import LAST
from srcad.compiler.packing import Pack, list_pack, same_form
from srcad.compiler.storage import is_list


def list_change(writer: Writer, op: Op) -> ast.stmt:
    """``xs.append(x)``, ``xs[k] = x`` and ``xs.pop()``."""
    owner = writer.atom(op.args[0])
    if op.primitive == "list_append":
        return ast.Expr(method(owner, "append", writer.atom(op.args[1])))
    if op.primitive == "list_drop":
        return ast.Expr(method(owner, "pop"))
    if op.primitive == "list_set_slice":
        where: ast.expr = _slice_of(writer, op.args[2:])
    else:
        where = writer.atom(op.args[2])
    target = ast.Subscript(owner, where, ast.Store())
    return ast.Assign([target], writer.atom(op.args[1]))


def popped(statements: list[ast.stmt]) -> list[ast.stmt]:
    """``x = ... xs[-1]`` before ``xs.pop()`` as ``x = ... xs.pop()``."""
    out: list[ast.stmt] = []
    for statement in statements:
        before = out[-1] if out else None
        if _is_pop(statement) and isinstance(before, ast.Assign):
            assert isinstance(statement, ast.Expr)
            assert isinstance(statement.value, ast.Call)
            replaced = _LastRead(statement.value).visit(before.value)
            if replaced is not None:
                out[-1] = ast.Assign(before.targets, replaced)
                continue
        out.append(statement)
    return out


class _LastRead:
    """Puts ``xs.pop()`` in the place of ``xs[-1]``, the one mention of ``xs``."""

    def __init__(self, pop: ast.Call) -> None:
        assert isinstance(pop.func, ast.Attribute)
        self._pop = pop
        self._owner = ast.dump(pop.func.value)
        self._last = ast.dump(_last(pop.func.value))

    def visit(self, expression: ast.expr) -> ast.expr | None:
        """The expression, changed; None where that cannot be done."""
        mentions = [n for n in ast.walk(expression) if ast.dump(n) == self._owner]
        reads = [n for n in ast.walk(expression) if ast.dump(n) == self._last]
        if len(mentions) != 1 or len(reads) != 1:
            return None
        if reads[0] is expression:
            return self._pop
        for node in ast.walk(expression):
            for field, part in ast.iter_fields(node):
                if part is reads[0]:
                    setattr(node, field, self._pop)
                elif isinstance(part, list) and reads[0] in part:
                    part[part.index(reads[0])] = self._pop
        return expression


def _is_pop(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr == "pop"
    )


def _last(owner: ast.expr) -> ast.expr:
    return subscript(owner, literal(LAST.value))


def blank() -> ast.Name:
    """The target of what nobody reads."""
    return ast.Name("_", ast.Store())


def in_form(writer: Writer, source: Atom, wanted: Pack) -> ast.expr:
    """``source``; of a list of tuples the one part that is wanted, as a list."""
    value = writer.atom(source)
    if not isinstance(source, Value) or not is_list(source.aval):
        return value
    pack = list_pack(source, writer.packs)
    if same_form(pack, wanted) or pack.width == 1:
        return value
    parts: list[ast.expr] = [blank() for _ in range(pack.width)]
    parts[pack.position] = ast.Name("item", ast.Store())
    pattern = ast.Tuple(parts, ast.Store())
    loop = ast.comprehension(pattern, value, [], 0)
    taken: ast.expr = ast.ListComp(name("item"), [loop])
    if isinstance(source.aval, OptionalAval):
        missing = ast.Compare(value, [ast.Is()], [ast.Constant(None)])
        return ast.IfExp(missing, ast.Constant(None), taken)
    return taken


def _plain(writer: Writer, atom: Atom) -> ast.expr:
    """A list whose elements are the values themselves."""
    return in_form(writer, atom, Pack(atom, 0, 1))


@writes("copy")
def _copy(writer: Writer, op: Op) -> ast.expr:
    source = _plain(writer, op.args[0])
    if isinstance(source, ast.ListComp):
        return source
    return method(source, "copy")


@writes("list_of")
def _list_of(writer: Writer, op: Op) -> ast.expr:
    return ast.List([writer.atom(arg) for arg in op.args], ast.Load())


@writes("list_get")
def _list_get(writer: Writer, op: Op) -> ast.expr:
    return subscript(_plain(writer, op.args[0]), writer.atom(op.args[1]))


def _slice_of(writer: Writer, bounds: tuple[Atom, ...]) -> ast.Slice:
    lower, upper = (None if is_none(b) else writer.atom(b) for b in bounds)
    return ast.Slice(lower, upper, None)


@writes("list_slice")
def _list_slice(writer: Writer, op: Op) -> ast.expr:
    return subscript(_plain(writer, op.args[0]), _slice_of(writer, op.args[1:]))


@writes("list_plus")
def _list_plus(writer: Writer, op: Op) -> ast.expr:
    left, right = (_plain(writer, arg) for arg in op.args)
    return ast.BinOp(left, ast.Add(), right)


@writes("list_len")
def _list_len(writer: Writer, op: Op) -> ast.expr:
    return ast.Call(name("len"), [writer.atom(op.args[0])], [])


@writes("list_stack", "list_join")
def _joined(writer: Writer, op: Op) -> ast.expr:
    word = "np.stack" if op.primitive == "list_stack" else "np.concatenate"
    keywords = {"axis": literal(op.attribute("axis"))} if op.attribute("axis") else {}
    return call(word, _plain(writer, op.args[0]), **keywords)


@writes("unstack")
def _unstack(writer: Writer, op: Op) -> ast.expr:
    array, axis = writer.atom(op.args[0]), op.attribute("axis")
    if axis:
        array = call("np.moveaxis", array, literal(axis), literal(0))
    return ast.Call(name("list"), [array], [])


@writes("split_like")
def _split_like(writer: Writer, op: Op) -> ast.expr:
    array, parts = writer.atom(op.args[0]), _plain(writer, op.args[1])
    axis = op.attribute("axis")
    size = subscript(ast.Attribute(name("part"), "shape", ast.Load()), literal(axis))
    loop = ast.comprehension(ast.Name("part", ast.Store()), parts, [], 0)
    sizes = ast.ListComp(size, [loop])
    places = subscript(call("np.cumsum", sizes), ast.Slice(None, literal(-1), None))
    keywords = {"axis": literal(axis)} if axis else {}
    return call("np.split", array, places, **keywords)
