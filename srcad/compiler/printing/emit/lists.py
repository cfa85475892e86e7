"""Lists at run time, as Python writes them."""

from __future__ import annotations

import ast

from codegen.description import Comment
from srcad.compiler.ir.avals import AnyAval, Aval, OptionalAval, SequenceAval
from srcad.compiler.ir.lists import LAST
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import Atom, Lit, Loop, Op, Value, is_none
from srcad.compiler.printing.emit.writer import (
    Writer,
    call,
    dtype_name,
    literal,
    method,
    name,
    subscript,
    unless_none,
    writes,
)
from srcad.compiler.printing.packing import Pack, list_pack, same_form, within
from srcad.compiler.printing.schedule import Item


def list_change(writer: Writer, op: Op) -> ast.stmt:
    """``xs.append(x)``, ``xs[k] = x``, ``s.add(x)`` and the like."""
    owner = writer.atom(op.args[0])
    if op.primitive.startswith("set_"):
        word = op.primitive.removeprefix("set_")
        return ast.Expr(method(owner, word, *map(writer.atom, op.args[1:])))
    match op.primitive:
        case "list_append":
            return ast.Expr(method(owner, "append", writer.atom(op.args[1])))
        case "list_insert":
            item, place = map(writer.atom, op.args[1:])
            return ast.Expr(method(owner, "insert", place, item))
        case "list_extend":
            return ast.Expr(method(owner, "extend", _items(writer, op.args[1])))
        case "list_reverse":
            return ast.Expr(method(owner, "reverse"))
        case "list_cut":
            rest = ast.Slice(writer.atom(op.args[1]), None, None)
            return ast.Delete([ast.Subscript(owner, rest, ast.Del())])
        case "list_set_slice":
            where: ast.expr = _slice_of(writer, op.args[2:])
        case _:
            where = writer.atom(op.args[2])
    target = ast.Subscript(owner, where, ast.Store())
    return ast.Assign([target], writer.atom(op.args[1]))


def _items(writer: Writer, atom: Atom) -> ast.expr:
    """What a list is extended by: of an array the rows."""
    rows = writer.plan.folded.get(atom) if isinstance(atom, Value) else None
    if rows is not None and rows.primitive == "unstack" and not rows.attribute("axis"):
        return writer.atom(rows.args[0])
    return _plain(writer, atom)


def with_statements(
    paragraph: list[ast.stmt], item: Item, statements: list[ast.stmt]
) -> list[ast.stmt]:
    """A paragraph, and what an item is written as. A loop of a single statement that
    appends to a list, which is made before it, is a comprehension.

    ``xs = []; for a in ...: x = f(a); xs.append(x)`` is ``xs = [f(a) for a in ...]``.
    """
    whole = [*paragraph, *statements]
    if not isinstance(item, Loop) or not _is_one_statement(item):
        return whole
    made = _comprehension(whole[-2:])
    return whole if made is None else [*whole[:-2], made]


def _is_one_statement(loop: Loop) -> bool:
    """Whether a loop, which carries one list or nothing, is all of one statement."""
    carried = [is_list(start.aval) for start in loop.starts]
    origins = {one.origin.shown for one in (loop, *loop.body.ops) if one.origin}
    return carried in ([], [True]) and len(origins) == 1


def _comprehension(statements: list[ast.stmt]) -> ast.stmt | None:
    match statements:
        case [
            ast.Assign([ast.Name(xs)], ast.List([])) as start,
            ast.For(
                target,
                source,
                [Comment(text=""), *before, ast.Expr(ast.Call() as last)],
            ),
        ]:
            item = last.args[0]
            if ast.dump(last.func) != ast.dump(method(name(xs), "append").func):
                return None
        case _:
            return None
    match before:
        case []:
            pass
        case [ast.Assign([ast.Name(word)], value)]:
            if not isinstance(item, ast.Name) or item.id != word:
                return None
            item = value
        case _:
            return None
    read = (node for part in (item, source) for node in ast.walk(part))
    if any(isinstance(node, ast.Name) and node.id == xs for node in read):
        return None
    loop = ast.comprehension(target, source, [], 0)
    return ast.Assign(start.targets, ast.ListComp(item, [loop]))


def blank() -> ast.Name:
    """The target of what nobody reads."""
    return ast.Name("_", ast.Store())


def in_form(writer: Writer, source: Atom, wanted: Pack) -> ast.expr:
    """``source``; of a list of tuples the one part that is wanted, as a list."""
    value = writer.atom(source)
    if not isinstance(source, Value) or not is_list(source.aval):
        return value
    return _taken(value, source.aval, list_pack(source, writer.packs), wanted)


def _taken(value: ast.expr, aval: AnyAval, pack: Pack, wanted: Pack) -> ast.expr:
    """The one part that is wanted of the tuples of a list, and of those of the lists
    that are its elements."""
    if same_form(pack, wanted):
        return value
    listed = aval.inner if isinstance(aval, OptionalAval) else aval
    assert isinstance(listed, SequenceAval)
    assert wanted.width == 1
    word = "items" if is_list(listed.element) else "item"
    item: ast.expr = name(word)
    if is_list(listed.element):
        item = _taken(item, listed.element, within(pack), within(wanted))
    parts: list[ast.expr] = [blank() for _ in range(pack.width)]
    parts[pack.position] = ast.Name(word, ast.Store())
    pattern = parts[0] if pack.width == 1 else ast.Tuple(parts, ast.Store())
    taken: ast.expr = ast.ListComp(item, [ast.comprehension(pattern, value, [], 0)])
    if listed is aval:
        return taken
    missing = ast.Compare(value, [ast.Is()], [ast.Constant(None)])
    return ast.IfExp(missing, ast.Constant(None), taken)


def _plain(writer: Writer, atom: Atom) -> ast.expr:
    """A list whose elements are the values themselves."""
    return in_form(writer, atom, Pack(atom, 0, 1))


@writes("copy")
def _copy(writer: Writer, op: Op) -> ast.expr:
    source = _plain(writer, op.args[0])
    if isinstance(source, ast.ListComp):
        return source
    (arg,) = op.args
    if isinstance(arg.aval, Aval) and writer.may_be_number(arg):
        return call("np.copy", source)
    made = method(source, "copy")
    return unless_none(source, made) if isinstance(arg.aval, OptionalAval) else made


@writes("list_of")
def _list_of(writer: Writer, op: Op) -> ast.expr:
    return ast.List([writer.atom(arg) for arg in op.args], ast.Load())


@writes("list_pop")
def _list_pop(writer: Writer, op: Op) -> ast.expr:
    xs, place = op.args
    places = [] if place == LAST else [writer.atom(place)]
    return method(writer.atom(xs), "pop", *places)


def list_taken(writer: Writer, op: Op) -> ast.stmt:
    """``del xs[k]``, or ``xs.pop(k)`` alone."""
    if ("deleted", True) not in op.attributes:
        return ast.Expr(writer.op(op))
    xs, place = map(writer.atom, op.args)
    return ast.Delete([ast.Subscript(xs, place, ast.Del())])


@writes("list_get")
def _list_get(writer: Writer, op: Op) -> ast.expr:
    return subscript(_plain(writer, op.args[0]), writer.atom(op.args[1]))


def _slice_of(writer: Writer, bounds: tuple[Atom, ...]) -> ast.Slice:
    return ast.Slice(*(None if is_none(b) else writer.atom(b) for b in bounds))


@writes("list_slice")
def _list_slice(writer: Writer, op: Op) -> ast.expr:
    return subscript(_plain(writer, op.args[0]), _slice_of(writer, op.args[1:]))


@writes("list_plus")
def _list_plus(writer: Writer, op: Op) -> ast.expr:
    left, right = (_plain(writer, arg) for arg in op.args)
    return ast.BinOp(left, ast.Add(), right)


@writes("list_repeat")
def _list_repeat(writer: Writer, op: Op) -> ast.expr:
    return ast.BinOp(_plain(writer, op.args[0]), ast.Mult(), writer.atom(op.args[1]))


@writes("list_len")
def _list_len(writer: Writer, op: Op) -> ast.expr:
    return ast.Call(name("len"), [writer.atom(op.args[0])], [])


@writes("list_sum")
def _list_sum(writer: Writer, op: Op) -> ast.expr:
    xs = _plain(writer, op.args[0])
    if "sum" not in writer.names.names.values():
        return call("sum", xs)
    writer.imports["import builtins"] = None
    return call("builtins.sum", xs)


@writes("list_fsum")
def _list_fsum(writer: Writer, op: Op) -> ast.expr:
    return call(f"{writer.math()}.fsum", _plain(writer, op.args[0]))


@writes("list_place")
def _list_place(writer: Writer, op: Op) -> ast.expr:
    xs, place = op.args
    length = call("len", writer.atom(xs))
    others = ast.BinOp(length, ast.Sub(), literal(1))
    if isinstance(place, Lit) and place.value >= 0:
        return call("min", writer.atom(place), others)
    if isinstance(place, Lit):
        start = ast.BinOp(length, ast.Sub(), literal(1 - place.value))
        return call("max", start, literal(0))
    # Python's own answer for an int of any sign.
    rest = call("slice", writer.atom(place), literal(None))
    return subscript(method(rest, "indices", others), literal(0))


@writes("list_index", "list_count")
def _list_question(writer: Writer, op: Op) -> ast.expr:
    xs, item = _plain(writer, op.args[0]), writer.atom(op.args[1])
    return method(xs, op.primitive.removeprefix("list_"), item)


@writes("list_contains")
def _list_contains(writer: Writer, op: Op) -> ast.expr:
    xs, item = _plain(writer, op.args[0]), writer.atom(op.args[1])
    return ast.Compare(item, [ast.In()], [xs])


@writes("list_equal")
def _list_equal(writer: Writer, op: Op) -> ast.expr:
    left, right = (_plain(writer, xs) for xs in op.args)
    return ast.Compare(left, [ast.Eq()], [right])


@writes("list_stack", "list_join")
def _joined(writer: Writer, op: Op) -> ast.expr:
    word = "np.stack" if op.primitive == "list_stack" else "np.concatenate"
    array = op.primitive == "list_stack" and op.attribute("array")
    if array:
        word = "np.array"
    keywords = {"axis": literal(op.attribute("axis"))} if op.attribute("axis") else {}
    if isinstance(array, str):
        keywords["dtype"] = dtype_name(array)
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
