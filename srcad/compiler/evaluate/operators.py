"""Operators on run-time values: promotion, folding of numbers, emission."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate import list_methods
from srcad.compiler.evaluate.changes import change, extension, refuse_unsafe_write
from srcad.compiler.evaluate.dispatch import number
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.lists import is_run_time_list
from srcad.compiler.evaluate.maybe import present
from srcad.compiler.evaluate.mixed_precision import cast_atom
from srcad.compiler.evaluate.objects import (
    Box,
    Iteration,
    Maybe,
    RuntimeString,
    is_number,
    is_optional,
    is_parameter_like,
    is_written_in_place,
)
from srcad.compiler.evaluate.sequences import refuse_unsure_keys
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.special import binary, in_place, is_user_object
from srcad.compiler.evaluate.strings import string_operation
from srcad.compiler.evaluate.wording import refuse_effect
from srcad.compiler.ir.avals import (
    PYTHON_CLASSES,
    Aval,
    ShapeAval,
    without_none,
)
from srcad.compiler.ir.primitives import OPERATORS, PRIMITIVES
from srcad.compiler.ir.promotion import (
    PromotionError,
    floating_dtype,
    promote,
    promote_with_scalar,
)
from srcad.compiler.ir.shapes import DtypeError, is_tensor
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, Lit, Value, array_aval
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.sizes import size_product, size_sum
from srcad.compiler.reading.world import users_code

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
    ast.BitAnd: "bitwise_and",
    ast.BitOr: "bitwise_or",
    ast.BitXor: "bitwise_xor",
    ast.LShift: "left_shift",
    ast.RShift: "right_shift",
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}
_PYTHON: dict[str, Callable[..., Any]] = {**OPERATORS, "matmul": operator.matmul}


def binary_name(node: ast.operator) -> str:
    """The primitive of a binary operator."""
    return _BINARY[type(node)]


def compare_name(node: ast.cmpop) -> str | None:
    """The primitive of a comparison; None for ``is`` and ``in``."""
    return _COMPARE.get(type(node))


def apply_binary(frame: Frame, name: str, left: Any, right: Any, node: ast.AST) -> Any:
    """``left`` (operator) ``right``, computed or emitted."""
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        left, right = (
            present(frame.session, item) if isinstance(item, Maybe) else item
            for item in (left, right)
        )
    if is_user_object(left) or is_user_object(right):
        result = binary(frame, name, left, right, node)
        if result is not NotImplemented:
            return result
    if not has_box(left) and not has_box(right):
        return _python(frame, name, (left, right), node)
    if name != "multiply" or not (_repeats(left) or _repeats(right)):
        left, right = as_arrays(frame, left, right, node)
    for item in (left, right):
        if is_run_time_list(item):
            if name == "add":
                return list_methods.plus(frame, left, right, node)
            if name == "multiply":
                return list_methods.times(frame, left, right, node)
            frame.refuse(
                "SRC012",
                f"`{name}` of a list that is built at run time is not supported",
                node,
                help="stack it with `np.stack`, or append in a loop",
            )
    if isinstance(left, str | RuntimeString) or isinstance(right, RuntimeString):
        return string_operation(frame, name, left, right, node)
    if isinstance(left, tuple | list) or isinstance(right, tuple | list):
        if not (is_number(left) or is_number(right)) or isinstance(left, str):
            return _python(frame, name, (left, right), node)
        other = left if isinstance(right, tuple | list) else right
        if name in ("add", "multiply") and not isinstance(other, Box):
            return _python(frame, name, (left, right), node)
        if name == "multiply" and is_whole(other):
            if isinstance(left, list) or isinstance(right, list):
                return list_methods.times(frame, left, right, node)
            help = "make it a list, or an array with `np.tile`"
            message = "a tuple as long as run time knows is not supported"
            frame.refuse("SRC013", message, node, help=help)
    if isinstance(left, dict) and isinstance(right, dict) and name == "bitwise_or":
        return frame.session.own(left | right)
    if not is_number(left) and not is_parameter_like(left):
        _refuse_operand(frame, left, node)
    if not is_number(right) and not is_parameter_like(right):
        _refuse_operand(frame, right, node)
    return emit_elementwise(frame, name, left, right)


def as_arrays(frame: Frame, left: Any, right: Any, node: ast.AST) -> tuple[Any, Any]:
    """What NumPy compares element by element: a sequence beside an array, or beside a
    number of NumPy's, is an array."""
    first = number(frame, left, node) if _is_array_beside(right, left) else left
    second = number(frame, right, node) if _is_array_beside(left, right) else right
    return first, second


def _is_array_beside(item: Any, other: Any) -> bool:
    """Whether ``other`` is a sequence, beside an array or a number of NumPy's."""
    aval = without_none(item.aval) if isinstance(item, Box) else None
    if isinstance(aval, Aval) and not aval.weak and not aval.tensor:
        axes = aval.ndim
    elif isinstance(item, np.ndarray | np.generic):
        axes = item.ndim
    else:
        return False
    if other is None and axes and not is_optional(item):
        raise NeedsStatic("an array is compared with None element by element")
    sequence = isinstance(other, tuple | list | range | dict | Iteration)
    if not sequence and not is_run_time_list(other):
        return False
    if is_optional(item):
        raise NeedsStatic("this may be None", label="is compared with a sequence")
    return True


def is_whole(item: Any) -> bool:
    """Whether an object is a run-time value that is one whole number."""
    aval = item.aval if isinstance(item, Box) else None
    if not isinstance(aval, Aval) or aval.ndim:
        return False
    return np.dtype(aval.dtype).kind in "iu"


def _repeats(item: Any) -> bool:
    """Whether an object repeats a list that it is multiplied by: a whole number."""
    if isinstance(item, Box):
        return is_whole(item) and not item.holds
    return isinstance(item, int | np.integer)


def is_number_like(item: Any) -> bool:
    """Whether an object is a number, an array or a Parameter."""
    return is_number(item) or is_parameter_like(item)


def _refuse_operand(frame: Frame, item: Any, node: ast.AST) -> None:
    missing = mark(item, "_srcad_message")
    message = f"a {type(item).__name__} cannot be an operand of an array"
    help = "" if missing else "operands are numbers, arrays and Tensors"
    frame.refuse("SRC013", missing or message, node, help=help)


def operands(frame: Frame, items: tuple[Any, ...], node: ast.AST) -> None:
    """Python's own operator is applied to objects, at compile time."""
    door = frame.session.door
    for item in items:
        found = users_code(item)
        if found is item:
            continue  # a function is compared, and not called
        if found is not None and not isinstance(found, type):
            name = getattr(found, "__qualname__", repr(found))
            help = "write it with attributes, or in a function with `@srcad.static`"
            message = f"`{name}` would run while compiling"
            frame.refuse("SRC012", message, node, help=help)
    if len(items) == 2 and any(map(is_user_object, items)):
        door.identity(*items)
    for item in items:
        door.content(item)


def _python(frame: Frame, name: str, args: tuple[Any, ...], node: ast.AST) -> Any:
    operands(frame, args, node)
    try:
        result = _PYTHON[name](*args)
        return frame.session.own(result) if isinstance(result, list) else result
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def emit_elementwise(frame: Frame, name: str, *items: Any, hint: str = "") -> Any:
    """Apply an element-wise primitive or ``matmul`` to numbers."""
    session = frame.session
    atoms = tuple(session.atom(present(session, item)) for item in items)
    if any(isinstance(item, np.float64) for item in items):
        atoms = _with_float64(frame, items, atoms)
    if session.computing is not None:
        atoms = tuple(cast_atom(session, atom, session.computing) for atom in atoms)
    if name in _OF_NUMBERS and all(map(_is_pythons_bool, atoms)):
        atoms = tuple(session.builder.emit("int", atom) for atom in atoms)
    elif name == "power" and _is_pythons_bool(atoms[1]) and not is_tensor(atoms):
        atoms = atoms[0], session.builder.emit("int", atoms[1])
    size = _size_arithmetic(name, atoms)
    if isinstance(size, int):
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
    if size is not None and isinstance(value.aval, Aval):
        value.aval = replace(value.aval, size=size)
    return session.box(value)


# What Python gives an int for, where both are bools.
_OF_NUMBERS = (
    *("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power"),
    *("left_shift", "right_shift"),
)


def _is_pythons_bool(atom: Atom) -> bool:
    aval = atom.aval
    return isinstance(aval, Aval) and aval.dtype == "bool" and aval.weak


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


def _with_float64(
    frame: Frame, items: tuple[Any, ...], atoms: tuple[Atom, ...]
) -> tuple[Atom, ...]:
    """The operands; a float64 of NumPy, unlike a number of Python, is one where it
    meets arrays of fewer bits."""
    avals = [atom.aval for atom in atoms]
    narrow = any(isinstance(a, Aval) and a.dtype in _NARROW for a in avals)
    if frame.source.library or not narrow or is_tensor(atoms):
        return atoms
    emit = frame.session.builder.emit
    return tuple(
        emit("astype", atom, dtype="float64") if isinstance(item, np.float64) else atom
        for item, atom in zip(items, atoms, strict=True)
    )


_NARROW = ("float16", "float32")


def _are_tensors_of_bools(atoms: tuple[Atom, ...]) -> bool:
    avals = [atom.aval for atom in atoms]
    return all(isinstance(a, Aval) and a.dtype == "bool" for a in avals) and any(
        isinstance(a, Aval) and a.tensor for a in avals
    )


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
    cast = frame.session.builder.cast
    new = tuple(
        atom if isinstance(atom, Lit) else cast(atom, wanted) for atom in values
    )
    if all(isinstance(atom, Lit) for atom in new):
        new = values
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
    return atom if isinstance(atom, Lit) else Value(replace(aval, shape=()))


def _size_arithmetic(name: str, atoms: tuple[Atom, ...]) -> Any:
    """The symbolic value of arithmetic on sizes, where there is one."""
    if name not in ("add", "subtract", "multiply") or len(atoms) != 2:
        return None
    sizes = []
    for atom in atoms:
        aval = atom.aval
        if not isinstance(aval, Aval) or aval.size is None:
            return None
        sizes.append(aval.size)
    if name == "multiply":
        return size_product(*sizes)
    return size_sum(sizes[0], sizes[1], 1 if name == "add" else -1)


def augmented(frame: Frame, name: str, old: Any, value: Any, node: ast.AST) -> Any:
    """``old op= value``: in place on an array of NumPy, else a new value."""
    if is_user_object(old):
        result = in_place(frame, name, old, value, node)
        if result is not NotImplemented:
            return result
    # NumPy adds a list and an array as two arrays: this is no `extend`.
    adds = name == "add" and (is_run_time_list(value) or not is_number_like(value))
    if isinstance(old, list) and (adds or name == "multiply"):
        return _augmented_list(frame, name, old, value, node)
    if isinstance(old, dict) and isinstance(value, dict) and name == "bitwise_or":
        change(frame, old, node)
        refuse_unsure_keys(frame, value, node)
        old.update(value)
        return old
    if is_run_time_list(old) and adds:
        list_methods.list_method(frame, old, "extend", [value], node)
        return old
    if is_run_time_list(old) and name == "multiply":
        list_methods.times_in_place(frame, old, value, node)
        return old
    if isinstance(old, np.ndarray):
        refuse_effect(frame, "this writes into an array", node)
    new = apply_binary(frame, name, old, value, node)
    if not is_written_in_place(old):
        return new
    refuse_unsafe_write(frame, old, node)
    session = frame.session
    aval, result = array_aval(old.value), array_aval(new.value)
    if not np.can_cast(result.dtype, aval.dtype, casting="same_kind"):
        raise DtypeError(f"{result.dtype} cannot be put into an array of {aval.dtype}")
    if result.ndim != aval.ndim:
        raise ShapeError(f"{result} does not fit into {aval}")
    changed = session.builder.cast(new.value, aval.dtype)
    if old.view is None and isinstance(changed, Value) and isinstance(old.value, Value):
        changed.hint, changed.named = old.value.hint, old.value.named
    session.write(old, changed)
    return old


def _augmented_list(
    frame: Frame, name: str, old: list[Any], value: Any, node: ast.AST
) -> list[Any]:
    """``xs += ys`` and ``xs *= k`` of a list that is known item by item."""
    if name == "multiply":
        change(frame, old, node, resizes=True, unknown=has_box(value))
        old *= value
        return old
    items = extension(frame, old, value, node)
    change(frame, old, node, resizes=True, sample=items[0] if items else 0.0)
    old += items
    return old


def shape_parts(frame: Frame, value: Atom) -> tuple[Any, ...]:
    """A run-time shape as a tuple of ints and boxes."""
    aval = value.aval
    assert isinstance(aval, ShapeAval)
    session = frame.session
    parts: list[Any] = []
    for axis, dim in enumerate(aval.dims):
        if isinstance(dim, int):
            parts.append(dim)
        else:
            parts.append(session.box(session.builder.emit("size_of", value, axis=axis)))
    return tuple(parts)
