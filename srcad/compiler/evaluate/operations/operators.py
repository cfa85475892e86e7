"""Operators on run-time values: promotion, folding of numbers, emission."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import aval_of, box_of
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.mixed_precision import (
    cast_atom,
    dtype_of_operator,
)
from srcad.compiler.evaluate.operations.special import (
    COMPARISONS,
    NAMES,
    PYTHON,
    WORDS,
    special_method,
)
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.undecided import note_classes
from srcad.compiler.ir.avals import (
    PYTHON_CLASSES,
    AnyAval,
    Aval,
)
from srcad.compiler.ir.numbers import NARROW, numbers_of
from srcad.compiler.ir.own_class import settled
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.promotion import (
    PromotionError,
    floating_dtype,
    promote,
    promote_with_scalar,
)
from srcad.compiler.ir.shapes import DtypeError, is_tensor, target_dims
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    Lit,
    Op,
    Value,
    applications,
    array_aval,
)
from srcad.compiler.reading.protocol import mark, precision_of_symbol
from srcad.compiler.reading.sizes import is_known, size_product, size_sum
from srcad.compiler.reading.world import users_code, users_comparison
from srcad.compiler.simplify.raising import DIVISIONS


def operator_name(node: ast.operator | ast.unaryop | ast.cmpop) -> str:
    """The primitive of an operator, which is not ``not``, ``is`` or ``in``."""
    return NAMES[type(node)]


def asked(op: Operation, left: Any, right: Any) -> Any:
    """What the left operand makes of an operator, or the right one."""
    first, second = kind_of(left), kind_of(right)
    if not second.stands_in and _goes_first(op, left, right):
        result = second.reflected(op, left, right)
        if result is not NotImplemented:
            return result
    result = first.binary(op, left, right)
    if result is NotImplemented:
        result = second.reflected(op, left, right)
    return result


def _goes_first(op: Operation, left: Any, right: Any) -> bool:
    """Whether the right operand is asked before the left one: its class is derived from
    the other's, and has an answer of its own. Of a comparison it may be inherited."""
    one, other = kind_of(left).class_of(left), type(right)
    if one is other or one is object or not issubclass(other, one):
        return False
    word = WORDS[op.name][1]
    words = ("ne", "eq") if word == "ne" else (word,)
    if all(special_method(op.frame, right, w) is None for w in words):
        return False
    name = f"__{word}__"
    return op.name in COMPARISONS or getattr(one, name, None) is not getattr(
        other, name
    )


def apply_binary(frame: Frame, name: str, left: Any, right: Any, node: ast.AST) -> Any:
    """``left`` (operator) ``right``, computed or emitted."""
    op = Operation(name, frame, node)
    with raising_of_dtypes(frame, node):
        result = asked(op, left, right)
    if result is not NotImplemented:
        return result
    first, second = kind_of(left), kind_of(right)
    if not first.stands_in and not second.stands_in:
        return computed(op, left, right)
    fits = first.operand(op, left, right) is not NotImplemented
    wrong = right if fits else left
    missing = mark(wrong, "_srcad_message")
    what = kind_of(wrong).class_name(wrong)
    message = f"a {what} cannot be an operand of an array"
    help = "" if missing else "operands are numbers, arrays and Tensors"
    with frame.at_first(wrong):
        if wrong is None:
            # In the words that Python has for a number beside it.
            computed(op, *(item if item is None else 0.0 for item in (left, right)))
        frame.refuse("SRC013", missing or message, node, help=help)


@contextlib.contextmanager
def raising_of_dtypes(frame: Frame, node: ast.AST) -> Iterator[None]:
    """The TypeError that NumPy raises for dtypes is the program's, where a handler
    waits for it; elsewhere the refusal says more."""
    try:
        yield
    except DtypeError as error:
        raised, awaits = error.__cause__, frame.session.handlers.await_one
        if raised is None or frame.source.library or not awaits(type(raised)):
            raise
        with frame.raises(node, TypeError):
            raise raised from None


def augmented(frame: Frame, name: str, old: Any, value: Any, node: ast.AST) -> Any:
    """``old op= value``: in place where the object can be changed, else a new value."""
    old = current(old)
    result = kind_of(old).augmented(Operation(name, frame, node), old, value)
    if result is NotImplemented:
        result = apply_binary(frame, name, old, value, node)
    return result


SIGNS = {"negative": "-", "positive": "+", "invert": "~"}


def apply_unary(frame: Frame, name: str, item: Any, node: ast.AST) -> Any:
    """``-item``, ``+item`` or ``~item``."""
    op, kind = Operation(name, frame, node), kind_of(item)
    result = kind.unary(op, item)
    if result is not NotImplemented:
        return result
    if not kind.stands_in:
        return computed(op, item)
    message = f"bad operand type for unary {SIGNS[name]}: '{kind.class_name(item)}'"
    frame.refuse("SRC021", f"TypeError: {message}", node)


def whole(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A number as its parts are given: of a bool of Python an int."""
    is_bool = aval_of(item).is_bool and aval_of(item).weak
    return apply_unary(frame, "positive", item, node) if is_bool else item


def is_whole(item: Any) -> bool:
    """Whether an object is a run-time value that is one whole number."""
    aval = aval_of(item)
    return aval.is_scalar and np.dtype(aval.dtype).kind in "iu"


def is_number_like(item: Any) -> bool:
    """Whether an object is a number, an array or a Parameter."""
    return kind_of(item).is_numeric


def numeric_aval(frame: Frame, item: Any) -> AnyAval:
    """What is known of such an object; of all else, that it is no number."""
    return (frame.session.atom(item) if is_number_like(item) else NONE).aval


def operands(
    frame: Frame,
    items: tuple[Any, ...],
    node: ast.AST,
    depth: int = 4,
    run_by: Callable[..., Any] = users_code,
) -> None:
    """Python's own operator is applied to objects, at compile time; to those inside of
    them too, down to ``depth``. ``run_by`` finds what it would run of the user's."""
    door = frame.session.door
    for item in items:
        found = run_by(item, depth)
        if found is item:
            continue  # a function is compared, and not called
        if found is not None:
            name = getattr(found, "__qualname__", repr(found))
            help = "write it with attributes, or in a function with `@srcad.static`"
            message = f"`{name}` would run while compiling"
            frame.refuse("SRC012", message, node, help=help)
    for item in items:
        door.content(item)


def computed(op: Operation, *items: Any) -> Any:
    """What Python computes of objects that it knows."""
    # `[item] * 2` and `[item] + items` ask nothing of an item.
    joined = op.name in ("add", "multiply")
    # Sets, too, ask what is in them for nothing else.
    sets = all(isinstance(item, set | frozenset) for item in items)
    compared = sets or op.name in ("equal", "not_equal")
    run_by = users_comparison if compared else users_code
    operands(op.frame, items, op.node, 0 if joined else 4, run_by)
    with op.frame.at_first(*items), op.frame.raises(op.node, Exception):
        result = PYTHON[op.name](*items)
    return op.frame.session.own(result)


def emit_elementwise(frame: Frame, name: str, *items: Any, hint: str = "") -> Any:
    """Apply an element-wise primitive or ``matmul`` to numbers."""
    session = frame.session
    atoms = tuple(session.atom(present(session, item)) for item in items)
    if any(map(_is_double, items)):
        atoms = tuple(in_double(frame, items, atoms))
    precision = precision_of_symbol(name)
    dtype = dtype_of_operator(session, precision, (atom.aval for atom in atoms))
    if dtype is not None:
        atoms = tuple(cast_atom(session, atom, dtype) for atom in atoms)
    several = {box_of(item).value for item in items if box_of(item).classes}
    atoms = settled(name, {}, atoms, several)
    if name in _OF_INTS and not is_tensor(atoms):
        atoms = _with_ints(session, name, atoms)
    size = _size_arithmetic(name, atoms)
    if is_known(size):
        return size
    if PRIMITIVES[name].promotes:
        atoms = promoted(frame, name, atoms)
    if PRIMITIVES[name].widens:
        atoms = _wide_enough(frame, name, atoms)
    bools = not session.arrays and _are_tensors_of_bools(atoms)
    if bools and name == "subtract":
        name = "logical_xor"  # NumPy refuses; MindSpore subtracts modulo 2
    if bools and name in ("remainder", "power"):
        raise DtypeError(f"{name} of two bools is not supported")
    value = session.builder.emit(name, *atoms, hint=hint)
    if bools and name == "floor_divide":
        value = session.builder.emit("astype", value, dtype="bool")
    if size is not None:
        value.aval = replace(array_aval(value), size=size)
    if name in _OF_COMPLEX and _is_pythons_complex(items, atoms):
        value.aval = replace(array_aval(value), weak=True)
    made = session.box(value)
    note_classes(frame, made, PRIMITIVES[name].evaluate, items)
    return made


def note_pythons(frame: Frame, name: str, left: Any, right: Any) -> None:
    """Note of the operator that was emitted last that it may be applied to numbers of
    Python, where run time alone knows that, or it is waited for what these raise."""
    ops = frame.session.builder.ops
    last = ops[-1] if ops else None
    if not isinstance(last, Op) or last.primitive != name or name not in DIVISIONS:
        return
    divisor = last.args[1]
    if name != "power" and isinstance(divisor, Lit) and divisor.value:
        return
    awaited = frame.session.handlers.await_one(*_OF_DIVISIONS)
    if array_aval(last.result).weak and not awaited:
        return
    before = tuple(frame.session.builder.before() if awaited else ())
    # The sum of a list is one of Python's where the list is empty.
    found = numbers_of(Block((), before, ()))
    classes = PYTHON_CLASSES.values()
    if all(
        atom.aval.weak or atom in found or not box_of(item).classes.isdisjoint(classes)
        for item, atom in zip((left, right), last.args, strict=True)
    ):
        ops[-1] = replace(last, of_python=True)


_OF_DIVISIONS = (ZeroDivisionError, OverflowError)


# What a complex number of Python does itself, of a float64 of NumPy, which is a float.
_OF_COMPLEX = ("add", "subtract", "multiply", "divide", "power")


def _is_pythons_complex(items: tuple[Any, ...], atoms: tuple[Atom, ...]) -> bool:
    left, right = (atom.aval for atom in atoms)
    number = right.is_scalar and not right.tensor and not box_of(items[1]).holds
    return left.weak and left.is_complex and number and right.dtype == "float64"


# What Python gives an int for, of two bools; of others beside an int.
_OF_BOOLS = ("bitwise_and", "bitwise_or", "bitwise_xor")
_OF_INTS = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power"),
    *("left_shift", "right_shift", *_OF_BOOLS),
)


def _with_ints(
    session: Session, name: str, atoms: tuple[Atom, ...]
) -> tuple[Atom, ...]:
    """The operands, with ints for bools of Python."""
    bools = [atom.aval.is_bool and atom.aval.weak for atom in atoms]
    if not all(atom.aval.weak for atom in atoms):
        bools = [name == "power" and bools[k] and k > 0 for k in range(len(atoms))]
    elif name in _OF_BOOLS and all(bools):
        return atoms
    elif not all(bools):
        # Those that a function gave are printed as NumPy's.
        given = {
            op.result
            for op in applications(session.builder.before() if any(bools) else ())
            if op.primitive == "present"
        }
        bools = [atom in given for atom in atoms]
    return tuple(
        session.builder.emit("int", atom) if a_bool else atom
        for atom, a_bool in zip(atoms, bools, strict=True)
    )


def _wide_enough(frame: Frame, name: str, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """The operands; beside floats, integers narrower than those are cast to floats."""
    builder = frame.session.builder
    kinds = [np.dtype(array_aval(atom).dtype) for atom in atoms]
    if not any(kind.kind == "f" for kind in kinds):
        return atoms
    wanted = PRIMITIVES[name].infer(atoms, {}, builder.sizes).dtype
    return tuple(
        builder.cast(atom, wanted)
        if not array_aval(atom).weak and kind.kind in "biu" and kind.itemsize < 8
        else atom
        for atom, kind in zip(atoms, kinds, strict=True)
    )


def in_double(frame: Frame, items: Sequence[Any], atoms: Sequence[Atom]) -> list[Atom]:
    """The operands; a number of NumPy in double precision, unlike one of Python, is one
    where it meets arrays of fewer bits."""
    narrow = any(atom.aval.dtype in NARROW for atom in atoms)
    if not narrow or is_tensor(tuple(atoms)):
        return list(atoms)
    cast = frame.session.builder.cast
    return [
        cast(atom, np.asarray(item).dtype.name) if _is_double(item) else atom
        for item, atom in zip(items, atoms, strict=True)
    ]


def _is_double(item: Any) -> bool:
    """Whether a known number is an array in double precision, or, to NumPy, as good as
    one: an integer of a class of its own, such as a member of an IntEnum."""
    if isinstance(item, np.ndarray):
        return item.dtype.name in ("float64", "complex128")
    return isinstance(item, int) and type(item) not in (int, bool)


def _are_tensors_of_bools(atoms: tuple[Atom, ...]) -> bool:
    avals = [atom.aval for atom in atoms]
    return all(a.is_bool for a in avals) and any(a.tensor for a in avals)


def promoted(frame: Frame, name: str, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """The operands, cast where MindSpore promotes otherwise than NumPy does."""
    avals = [array_aval(atom) for atom in atoms]
    values = atoms[1:] if name == "where" else atoms
    given = [array_aval(atom) for atom in values]
    # Numbers alone have no dtype that another is promoted to.
    if not any(aval.tensor for aval in avals) or all(aval.weak for aval in given):
        return atoms
    wanted = mindspore_dtype(name, given)
    scalars = tuple(_scalar(atom) for atom in atoms)
    infer = PRIMITIVES["multiply" if name in ("matmul", "subtract") else name].infer
    if infer(scalars, {}, frame.session.builder.sizes).dtype == wanted:
        return atoms
    cast = frame.session.builder.cast_value
    new = tuple(cast(atom, wanted) for atom in values)
    return (atoms[0], *new) if name == "where" else new


def mindspore_dtype(name: str, avals: list[Aval]) -> str:
    """The dtype in which MindSpore computes; a DtypeError where it refuses."""
    arrays = [np.dtype(aval.dtype) for aval in avals if not aval.weak]
    dtype = arrays[0]
    try:
        for other in arrays[1:]:
            dtype = promote(dtype, other)
        for aval in avals:
            if aval.weak:
                dtype = promote_with_scalar(dtype, PYTHON_CLASSES[aval.dtype])
    except PromotionError as error:
        raise DtypeError(str(error)) from None
    return (floating_dtype(dtype) if name == "divide" else dtype).name


def _scalar(atom: Atom) -> Atom:
    aval = array_aval(atom)
    return atom if atom.is_literal else Value(replace(aval, shape=()))


def _size_arithmetic(name: str, atoms: tuple[Atom, ...]) -> Any:
    """The symbolic value of arithmetic on sizes, where there is one."""
    if name not in ("add", "subtract", "multiply") or len(atoms) != 2:
        return None
    sizes = []
    for atom in atoms:
        if atom.aval.size is None:
            return None
        sizes.append(atom.aval.size)
    if name == "multiply":
        return size_product(*sizes)
    return size_sum(sizes[0], sizes[1], 1 if name == "add" else -1)


def shape_parts(frame: Frame, value: Atom) -> tuple[Any, ...]:
    """A run-time shape as a tuple of ints and boxes."""
    session = frame.session
    parts: list[Any] = []
    for axis, dim in enumerate(target_dims(value)):
        if is_known(dim):
            parts.append(dim)
        else:
            parts.append(session.box(session.builder.emit("size_of", value, axis=axis)))
    return tuple(parts)
