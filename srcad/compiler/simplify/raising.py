"""What may raise at run time, as NumPy does: an index out of range, shapes that do not
fit, a matrix that has no inverse. A maximum is taken to have elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from srcad.compiler.ir.avals import Aval, ShapeAval
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    array_aval,
    blocks_of,
    walk,
)
from srcad.compiler.reading.sizes import Dim

# What numbers of Python may raise in.
DIVISIONS = ("divide", "floor_divide", "remainder", "power")


# What the values of indices are below, and how long lists are.
Below = Mapping[Atom, Dim]


def may_raise(op: Operation, below: Below = MappingProxyType({})) -> bool:
    """Whether an operation may raise."""
    match op:
        case Call() if op.function.quiet:
            return False
        case Call():
            parts = walk(op.function.body)
            return op.function.recursion is None and any(map(may_raise, parts))
        case Op():
            return _op_may_raise(op, below)
    return False


def indices_below(ops: Iterable[Operation]) -> dict[Atom, Dim]:
    """The sizes that are known of indices to be above them: of those of loops over
    ranges from 0 on, and of elements of what gives the places of an order. Of a list of
    known items, how many there are."""
    found: dict[Atom, Dim] = {}
    places: dict[Atom, Dim] = {}
    for op in ops:
        match op:
            case Loop(bounds=(start, stop, step)):
                size = stop.value if isinstance(stop, Lit) else array_aval(stop).size
                if start == Lit(0) and step == Lit(1) and size is not None:
                    found[op.body.params[0]] = size
                _note_carried(op, found)
            case Loop():
                _note_carried(op, found)
            case If():
                _note_left(op, found)
            case Op("list_of"):
                found[op.result] = len(op.args)
            case Op("list_set") if op.args[0] in found:
                found[op.result] = found[op.args[0]]
            case Op("getitem") if op.args[0] in places and op.result.aval.is_scalar:
                found[op.result] = places[op.args[0]]
            case Op() if PRIMITIVES[op.primitive].places:
                array = array_aval(op.args[0])
                if array.ndim == 1:
                    places[op.result] = array.shape[0]
    return found


def _note_carried(loop: Loop, found: dict[Atom, Dim]) -> None:
    """Of lists that iterations leave as long as they were, how long they are."""
    for start, param, end, result in zip(
        loop.starts, loop.carry_params, loop.body.results, loop.results, strict=False
    ):
        if start in found and _as_long_as(loop.body, end) is param:
            found[param] = found[result] = found[start]


def _note_left(op: If, found: dict[Atom, Dim]) -> None:
    """The same of lists that both sides leave so."""
    for k, result in enumerate(op.results):
        then, orelse = (_as_long_as(one, one.results[k]) for one in blocks_of(op))
        if then is orelse and then in found:
            found[result] = found[then]


def _as_long_as(block: Block, xs: Atom) -> Atom:
    """The list from outside of a block that one in it is, but for its elements."""
    made = {one: op for op in block.ops for one in op.results}
    while True:
        match made.get(xs) if isinstance(xs, Value) else None:
            case Op("list_set", args=args):
                xs = args[0]
            case Loop(results=results) as op if xs in results[: op.carries]:
                k = results.index(xs)
                if _as_long_as(op.body, op.body.results[k]) is not op.carry_params[k]:
                    return xs
                xs = op.starts[k]
            case If(results=results) as op:
                k = results.index(xs)
                then, orelse = (_as_long_as(b, b.results[k]) for b in blocks_of(op))
                if then is not orelse:
                    return xs
                xs = then
            case _:
                return xs


def _op_may_raise(op: Op, below: Below) -> bool:
    shapes = [arg.aval.shape for arg in op.args if isinstance(arg.aval, Aval)]
    if op.sure:
        return False
    match op.primitive:
        case "getitem":
            return _is_unsure(op.attribute("index"), op.args[0], op.args[1:], below)
        case "setitem" | "add_at":
            array, value, *rest = op.args
            narrow = value.aval.is_scalar
            index = op.attribute("index")
            return not narrow or _is_unsure(index, array, tuple(rest), below)
        case "reshape":
            return not _is_whole(op)
        case "squeeze":
            (shape,) = shapes
            return any(shape[axis] != 1 for axis in op.attribute("axis"))
        case "matmul":
            left, right = shapes
            return left[-1] != right[-2 if len(right) > 1 else 0]
        case "concatenate" | "stack":
            axis = op.attribute("axis") if op.primitive == "concatenate" else -1
            others = {tuple(d for k, d in enumerate(s) if k != axis) for s in shapes}
            return len(others) > 1
        case "list_pop":
            return not op.attribute("exact")
        case "list_get" | "list_set":
            items, place = op.args[0], op.args[-1]
            exact = ("exact", True) in op.attributes
            return not (exact or _is_in_list(place, below.get(items), below))
        case "int" | "float":
            return op.primitive == "int" or shapes != [()]
        case "left_shift" | "right_shift" if array_aval(op.result).weak:
            many = op.args[1]
            return not (isinstance(many, Lit) and many.value >= 0)
    row = PRIMITIVES[op.primitive]
    if row.raises:
        return True
    if op.of_python:
        return True
    if op.primitive in DIVISIONS and array_aval(op.result).weak:
        known = isinstance(op.args[1], Lit) and op.args[1].value
        return not known or is_of_no_negative(op)
    return row.elementwise and not broadcast_for_sure(op)


def _is_in_list(place: Atom, length: Dim | None, below: Below) -> bool:
    """Whether a place is one in a list, as far as is known how long that is."""
    if length is None:
        return False
    if isinstance(place, Lit):
        return isinstance(length, int) and -length <= place.value < length
    return below.get(place) == length


def is_of_no_negative(op: Op) -> bool:
    """Whether this is a power that Python makes complex of a negative number, and that
    is made to raise: the exponent is a constant above 0, and no integer."""
    if op.primitive != "power" or not isinstance(op.args[1], Lit):
        return False
    value = op.args[1].value
    return type(value) is float and value > 0 and not value.is_integer()


def _is_unsure(index: Index, array: Atom, rest: tuple[Atom, ...], below: Below) -> bool:
    """Whether an index may be out of range."""
    shape = array_aval(array).shape
    entries = index.expanded(len(shape), rest)
    axes = iter(shape)
    for entry in entries:
        if entry is None:
            continue
        size = next(axes)
        if isinstance(entry, Ref):
            if below.get(rest[entry.position]) != size:
                return True
            continue
        if isinstance(entry, int):
            if not isinstance(size, int) or not -size <= entry < size:
                return True
    return False


def _is_whole(op: Op) -> bool:
    """Whether the sizes of a new shape are known to fit."""
    if op.args[1].aval == ShapeAval((-1,)):
        return True
    old, new = array_aval(op.args[0]).shape, array_aval(op.result).shape
    if len(new) <= 1 and not (len(old) and not new):
        return len(old) == len(new) or all(isinstance(dim, int) for dim in (*old, *new))
    named = [[dim for dim in shape if dim != 1] for shape in (old, new)]
    return named[0] == named[1] or all(isinstance(dim, int) for dim in (*old, *new))


def broadcast_for_sure(op: Op) -> bool:
    """Whether the shapes of the operands are known to broadcast."""
    shapes = [arg.aval.shape for arg in op.args if isinstance(arg.aval, Aval)]
    longest = max(shapes, key=len, default=())
    for shape in shapes:
        for dim, other in zip(shape[::-1], longest[::-1], strict=False):
            if dim not in (1, other) and other != 1:
                return False
    return True
