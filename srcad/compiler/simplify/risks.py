"""What the operations of a module may raise at run time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from numpy.exceptions import AxisError
from numpy.linalg import LinAlgError

from srcad.compiler.ir.catches import RAISE_AGAIN
from srcad.compiler.ir.primitives import OPERATORS, PRIMITIVES
from srcad.compiler.ir.types import (
    Call,
    Exit,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    array_aval,
    blocks_of,
    walk,
)
from srcad.compiler.simplify.kept import is_kept
from srcad.compiler.simplify.raising import (
    Below,
    broadcast_for_sure,
    indices_below,
    may_raise,
)
from srcad.compiler.simplify.unbound import is_read

# What no operation on arrays raises whose dtypes and ranks are known.
DECIDED = (ImportError, AttributeError, NameError, KeyError, TypeError, StopIteration)
# What raises nothing, if the shapes fit: on numbers of Python and on arrays.
_TOTAL = (
    *("add", "subtract", "multiply", "negative", "absolute", "maximum", "minimum"),
    *("greatest", "least", "larger", "smaller", "above", "below", "magnitude"),
    *("less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "not"),
    *("logical_and", "logical_or", "logical_not", "where", "float", "bool"),
    *("list_of", "list_append", "list_extend", "list_len", "list_keep"),
)
# And, on arrays, NumPy's functions that are element-wise.
_TOTAL_ON_ARRAYS = (
    *("shape", "size_of", "make_shape", "full", "copy", "constant", "transpose"),
    *("astype", "sum", "any", "all", "divide", "power"),
)


Kinds = Sequence[type[BaseException]]


def is_risky(kinds: Kinds, op: Operation) -> bool:
    """Whether an operation may raise, at run time, what handlers of some kinds of
    exceptions are for."""
    if is_raise(op, kinds):
        return True
    if all(issubclass(kind, DECIDED) for kind in kinds):
        return False
    # NumPy raises it where it is told to; who catches all does not wait for it.
    floating = any(kind in (FloatingPointError, ArithmeticError) for kind in kinds)
    if floating:
        inside = (one for one in _inside(op, kinds) if not isinstance(one, If | Loop))
        return not all(map(_tells_whole_numbers, inside))
    return may_raise_any(op, kinds)


def _tells_whole_numbers(op: Operation) -> bool:
    """Whether an operation computes a truth value of such, or of whole numbers."""
    if not isinstance(op, Op) or not op.results:
        return False
    if not all(one.aval.is_bool for one in op.results):
        return False
    return not any(one.aval.is_inexact for one in op.args)


def is_unclear(kinds: Kinds, op: Operation) -> bool:
    """Whether a module does not say of an operation, as Python does, that what it reads
    is not there."""
    absent = _awaited(kinds, UnboundLocalError, KeyError)
    return any(
        _is_taken_for_there(kinds, one) or (absent and is_read(one))
        for one in _inside(op)
    )


def _awaited(kinds: Kinds, *raised: type[BaseException]) -> bool:
    return any(issubclass(one, kind) for one in raised for kind in kinds)


# What NumPy, and Python, raise where they find None in the place of an array.
_OF_NONE = (TypeError, AttributeError, ValueError, IndexError, AxisError, LinAlgError)


def _is_taken_for_there(kinds: Kinds, op: Operation) -> bool:
    """Whether what may be None is used as if it were not, where handlers may wait for
    what that raises: what takes arrays says many things of it."""
    if not isinstance(op, Op) or op.primitive != "present" or op.sure:
        return False
    if not op.args[0].aval.is_optional:
        return False
    if array_aval(op.result).is_scalar:
        return _awaited(kinds, TypeError, AttributeError)
    return _awaited(kinds, *_OF_NONE)


def is_raise(op: Operation, kinds: Kinds = (BaseException,)) -> bool:
    """Whether an operation has a statement in it that raises one of some kinds."""
    effects = (one for one in _inside(op, kinds) if isinstance(one, Opaque))
    return any(one.raises is not None and _raises(one, kinds) for one in effects)


def _raises(op: Opaque, kinds: Kinds) -> bool:
    """Whether it raises one of some kinds: what is raised again may be of any class
    below the one that is known of it."""
    assert op.raises is not None
    below = (issubclass(kind, op.raises) for kind in kinds)
    return _awaited(kinds, op.raises) or (op.template == RAISE_AGAIN and any(below))


def may_raise_any(op: Operation, kinds: Kinds = (BaseException,)) -> bool:
    """Whether an operation may raise, at run time, one of some kinds."""
    inside = list(_inside(op, kinds))
    below = indices_below(inside)
    return any(_may_raise(one, kinds, below) for one in inside)


def _inside(op: Operation, kinds: Kinds = ()) -> Iterator[Operation]:
    """An operation and those in it, but for attempts that catch all of some kinds."""
    if kinds and isinstance(op, If) and op.catches:
        caught = tuple(kind for catch in op.catches for kind in catch.kinds)
        if all(issubclass(kind, caught) for kind in kinds):
            return
    yield op
    for block in blocks_of(op):
        for one in block.ops:
            yield from _inside(one, kinds)


def _may_raise(op: Operation, kinds: Kinds, below: Below) -> bool:
    match op:
        case If() | Exit() | Loop():
            return False
        case Opaque() if is_read(op):
            return _awaited(kinds, UnboundLocalError)
        case Opaque() if op.raises is not None:
            return _raises(op, kinds)
        case Op() if op.sure or not any(map(_is_of_operations, kinds)):
            return False
        case Op(primitive="getitem" | "setitem"):
            of_one = _is_of_one(op)
            raised = [IndexError] if of_one else [IndexError, ValueError]
            return _awaited(kinds, *raised) and (not of_one or may_raise(op, below))
        case Op():
            if op.origin is not None and op.origin.contexts:
                return True
            weak = op.results[0].aval.weak or op.of_python
            total = op.primitive in _TOTAL
            on_arrays = op.primitive in _TOTAL_ON_ARRAYS or (
                PRIMITIVES[op.primitive].elementwise and op.primitive not in OPERATORS
            )
            if not total and (weak or not on_arrays):
                return op.primitive not in ("size_of", "make_shape", "shape")
            return not broadcast_for_sure(op)
    return True


def _is_of_one(op: Op) -> bool:
    """Whether an operation reads, or writes one number as it is."""
    if op.primitive == "getitem":
        return True
    array, value = (array_aval(arg) for arg in op.args[:2])
    return value.is_scalar and value.dtype == array.dtype


def _is_of_operations(kind: type[BaseException]) -> bool:
    """Whether it may be raised by what NumPy or Python does: the user's own are not."""
    return kind.__module__.partition(".")[0] in ("builtins", "numpy", "scipy")


def is_seen(op: Operation) -> bool:
    """Whether an operation is done for its effect, or is where a block is left."""
    match op:
        case Opaque():
            return not is_kept(op)
        case Call():
            recursion = op.function.recursion
            if recursion is not None:
                return recursion.effects
            return any(map(is_seen, walk(op.function.body)))
    return isinstance(op, Exit)


def raises_behind(
    position: Sequence[tuple[list[Operation], int]],
    risky: Callable[[Operation], bool],
    ended: int,
) -> bool:
    """Whether operations, so many of the outermost, may raise behind a position: behind
    it in its block, or behind the branches that this stands in.

    The position has the operations of each block around, and how many are before it.
    """
    (ops, count), *inner = position
    blocks = [(ops[:ended], count), *inner]
    *around, (ops, count) = blocks
    if any(map(risky, ops[count:])):
        return True
    for ops, count in around:
        behind = ops[count:]
        found = (k for k, op in enumerate(behind) if isinstance(op, If | Loop))
        place = next(found, None)
        if place is not None and isinstance(behind[place], If):
            del behind[place]
        if any(map(risky, behind)):
            return True
    return False
