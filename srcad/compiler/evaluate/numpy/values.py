"""What functions of NumPy take and give: numbers, arrays, shapes, copies, views."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.dtype_names import dtype_of
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.objects import (
    Box,
    aval_of,
    box_of,
    is_iterator,
    is_number,
    is_parameter,
)
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.special import call_special
from srcad.compiler.evaluate.paths.checks import needed
from srcad.compiler.evaluate.storage.list_arrays import stacked
from srcad.compiler.evaluate.storage.list_items import (
    is_list_box,
    is_of_rows,
    is_run_time_list,
)
from srcad.compiler.evaluate.storage.nested_lists import holds_lists
from srcad.compiler.evaluate.undecided import (
    classes_apart,
    fits_as_array,
    has_apart,
    of_a_path,
    refuse_apart,
)
from srcad.compiler.ir.avals import (
    PYTHON_CLASSES,
    Aval,
    ShapeAval,
    is_whole,
)
from srcad.compiler.ir.shapes import DtypeError, normal_axes
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, array_aval
from srcad.compiler.reading.protocol import mark, tensor_class
from srcad.compiler.reading.world import users_code


def is_plain(item: Any) -> bool:
    """Whether an object is a number known at compile time."""
    return isinstance(item, bool | int | float | complex | np.generic)


def plain(item: Any) -> Any:
    """A NumPy number computed at compile time, as a number of Python."""
    return (
        item.item() if isinstance(item, np.float64 | np.complex128 | np.bool_) else item
    )


def described(item: Any) -> str:
    """An argument, as an error tells of it."""
    of = kind_of(item)
    return of.described(item) if of.stands_in else f"{item!r}"


@dispatch.number.answered
def number(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The argument of an array function: lists and tuples become arrays."""
    if is_list_box(item):
        rows = of_rows(frame, item, node)
        if is_list_box(rows):
            return stacked(frame, rows, 0, array=True)
        return number(frame, rows, node)
    if is_number(item) or is_parameter(item):
        return item
    if is_iterator(item) or kind_of(item).is_lazy:
        # NumPy makes an array of it that holds this one object.
        help = "make a list of it first: `list(...)`"
        frame.refuse(
            "SRC013", "an iterator is no array of its elements", node, help=help
        )
    if isinstance(item, range):
        return frame.session.literal_box(np.asarray(item))
    if isinstance(item, tuple | list):
        return frame.session.box(array_of(frame, item, node))
    made = call_special(frame, item, "array", [], node)
    if made is not NotImplemented:
        return number(frame, made, node)
    atom = kind_of(item).in_array(frame, item, node)
    if atom is not NotImplemented:
        return frame.session.box(atom)
    frame.refuse(
        "SRC013",
        f"a {type(item).__name__} cannot be used as an array",
        node,
        help="arrays are made of numbers, and of tuples and lists of these",
    )


def of_rows(frame: Frame, xs: Any, node: ast.AST) -> Any:
    """A list of run time that an array is made of: lists and tuples in it are arrays.
    Others are as they are."""
    if not (holds_lists(xs) if is_list_box(xs) else is_of_rows(xs)):
        return xs
    return dispatch.inline(frame, _rows_as_arrays, [xs], {}, node)


def _rows_as_arrays(rows: Any) -> Any:
    return [np.array(row) for row in rows]


def as_array(frame: Frame, item: Any, node: ast.AST) -> Atom:
    """The atom of an argument that is used as an array."""
    return frame.session.atom(needed_number(frame, item, node))


def needed_number(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``number`` of what must not be None."""
    return not_none(frame, number(frame, item, node), node)


def not_none(frame: Frame, item: Any, node: ast.AST) -> Any:
    """An argument that NumPy makes an array of, where it is not None."""
    return needed(frame, item, "an array is needed here, not None", node)


def emitted(frame: Frame, primitive: str, *atoms: Atom, **attributes: Any) -> Box:
    """What a primitive gives."""
    return frame.session.box(
        frame.session.builder.emit(primitive, *atoms, **attributes)
    )


def written(frame: Frame, item: Any, node: ast.AST) -> Box:
    """What a function writes into: an array that is made here."""
    if not aval_of(item).is_numeric:
        help = "make the array here, as in `y = np.zeros(3)`"
        message = "this writes into what is no array of this code"
        frame.refuse("SRC011", message, node, help=help)
    return box_of(item)


def of_rank_0(frame: Frame, atom: Atom) -> Atom:
    """A number of Python as an array, where the methods of one are needed."""
    aval, builder = array_aval(atom), frame.session.builder
    if not aval.weak:
        return atom
    made = builder.full(builder.emit("make_shape"), atom, aval.dtype)
    made.aval = replace(array_aval(made), size=aval.size)
    return made


def of_class_of_numpy(frame: Frame, found: Any) -> Any:
    """What a function of NumPy's gives, which is no number of Python: also of what may
    be one, as run time decides."""
    aval = aval_of(found)
    several = not found.holds and aval.dtype == "float64" and bool(_pythons(found))
    if aval.is_bool or not (may_be_pythons(found) or several):
        return found
    value = frame.session.builder.emit("astype", found.value, dtype=aval.dtype)
    value.aval = replace(array_aval(value), size=aval.size)
    made = frame.session.box(value)
    made.holds = found.holds
    numpys = (np.dtype(one).type for one in found.classes)
    made.classes = frozenset(numpys) - {np.dtype(aval.dtype).type}
    return made


def may_be_pythons(item: Any) -> bool:
    """Whether a run-time value is a number of Python, or may be one, which NumPy takes
    for one of the same dtype."""
    aval, classes = aval_of(item), box_of(item).classes
    same = all(np.dtype(one) == aval.dtype for one in classes)
    return bool(aval.weak) or (same and bool(_pythons(item)))


def _pythons(item: Any) -> frozenset[type]:
    """The classes of Python that a run-time number may have."""
    scalar = aval_of(item).is_scalar
    return box_of(item).classes & {*PYTHON_CLASSES.values()} if scalar else frozenset()


def of_own_dtype(frame: Frame, item: Any, node: ast.AST) -> Any:
    """An operand of what makes arrays of all of them first: a number of Python's gives
    way to none of the others."""
    found = needed_number(frame, item, node)
    if frame.source.library or not frame.session.atom(found).aval.weak:
        return found
    if box_of(found) is found:
        return frame.session.box(of_rank_0(frame, found.value))
    return np.asarray(found)[()]


def axis_of(frame: Frame, axis: Any, aval: Aval, node: ast.AST) -> tuple[int, ...]:
    """The axes meant, sorted and not negative."""
    axis = static(frame, axis, node)
    if axis is not None and not isinstance(axis, int | tuple | list | np.integer):
        raise ShapeError(f"an axis is an int, not {axis!r}")
    return normal_axes(axis, aval.ndim)


def one_axis(frame: Frame, axis: Any, aval: Aval, node: ast.AST) -> int:
    """The one axis meant, not negative."""
    axes = axis_of(frame, axis, aval, node)
    if isinstance(axis, tuple | list) or len(axes) != 1:
        raise ShapeError(f"one axis is needed here, not {axis!r}")
    return axes[0]


def dtype_name(dtype: Any) -> str:
    """The name of the dtype that is asked for. Raises DtypeError where it is none of
    numbers: an array of objects, of texts or of dates is none that is computed with."""
    name = dtype_of(dtype)
    if name is None:
        raise DtypeError(f"{described(dtype)} is not a dtype")
    return name


def cast_of_a_kind(
    frame: Frame, item: Any, dtype: Any, casting: Any = "same_kind"
) -> Any:
    """A cast as by `cast_to`. Raises DtypeError where the rule does not allow it."""
    have, want = array_aval(frame.session.atom(item)).dtype, dtype_name(dtype)
    if not np.can_cast(have, want, casting):
        raise DtypeError(f"{have} is not cast to {want} here: the rule is {casting!r}")
    return cast_to(frame, item, dtype)


def cast_to(frame: Frame, item: Any, dtype: Any, asked: bool = True) -> Any:
    """``x.astype(dtype)``; always a new array. ``asked`` says that it is the program's
    own cast, and not that of an operator."""
    name = dtype_name(dtype)
    session = frame.session
    if session.precision.dtype and np.dtype(name).kind == "f":
        name = session.precision.dtype
    atom = whatever_class(frame, item)
    aval = array_aval(atom)
    if aval.dtype == name and not (aval.weak or box_of(item).classes):
        if atom in of_a_path(frame):
            # In double precision it is on either path, and from there it is cast.
            wide = np.result_type(name, np.float64).name
            atom = session.builder.emit("astype", atom, dtype=wide)
            return session.box(session.builder.emit("astype", atom, dtype=name))
        return copy_of(frame, item) if not aval.tensor else session.wrap(atom)
    value = session.builder.emit("astype", atom, dtype=name)
    if asked and _is_the_programs(frame):
        session.precision.casts.add(value)
        if aval.tensor and aval.is_float and is_whole(value.aval):
            # MindSpore passes a gradient through it.
            value.aval = replace(array_aval(value), exact=True)
            session.integers = True
    return session.box(value)


def whatever_class(frame: Frame, item: Any) -> Atom:
    """The atom of what is cast; of what may be a number of Python, such a number."""
    atom = frame.session.atom(item)
    if not classes_apart(frame, item) or not array_aval(atom).is_float:
        return atom
    return frame.session.builder.emit("float", atom)


def _is_the_programs(frame: Frame) -> bool:
    """Whether the program casts here, itself or by a function that does just that."""
    one: Frame | None = frame
    while one is not None and one.source.library:
        if getattr(one.source.node, "name", "") not in _CASTS:
            return False
        one = one.caller
    return one is not None


_CASTS = (
    *("cast", "astype", "to", "type", "type_as", "float", "double", "half"),
    *("int", "long", "short", "byte", "bool"),
)


def make_tensor(
    frame: Frame, kind: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """``Tensor(array, dtype)`` of a run-time array: a copy that counts as a Tensor."""
    if mark(kind, "__srcad_parameter__"):
        help = "make it in `__init__`; it is written with `ops.assign`"
        frame.refuse("SRC012", "a Parameter of run-time values", node, help=help)
    session = frame.session
    dtype = args[1] if len(args) > 1 else keywords.get("dtype")
    value = as_array(frame, args[0] if args else keywords["input_data"], node)
    if dtype is not None:
        value = session.atom(cast_to(frame, session.box(value), dtype))
    copy = session.builder.emit("copy", value)
    copy.aval = replace(array_aval(copy), tensor=True)
    return session.box(copy)


def own_tensor(frame: Frame, kind: Any, made: Any, node: ast.AST) -> Any:
    """What a class has made of what is known: a Tensor that was found to be written is
    a value of run time."""
    if kind is not tensor_class():
        return made
    session, span = frame.session, frame.source.span(node)
    if span in session.builder.sizes.reading.ways.tensors:
        return session.box(session.builder.emit("copy", session.constant(made)))
    session.made[id(made)] = made, span
    session.note_tensor(made)
    return made


def holding(box: Any) -> Any:
    """An array that is made here: one without axes is written in place as well."""
    box.holds = not array_aval(box.value).ndim
    return box


def copy_of(frame: Frame, item: Any) -> Any:
    """A copy: a new value in a new box, free of what the old one is a view of."""
    session = frame.session
    atom = session.atom(item)
    if array_aval(atom).ndim:
        atom = session.builder.emit("copy", atom)
    elif not frame.source.library:
        atom = of_rank_0(frame, atom)
    made = session.box(atom)
    made.made_of, made.classes = box_of(item).made_of, box_of(item).classes
    return made


def shape_atom(frame: Frame, shape: Any) -> Atom:
    """A shape as an atom: of an int, or of a tuple of ints and boxes."""
    session = frame.session
    if isinstance(shape, Box) and isinstance(shape.aval, ShapeAval):
        return shape.value
    parts = shape if isinstance(shape, tuple | list) else (shape,)
    if any(map(is_run_time_list, leaves(shape))):
        session.note_collected()
    for part in parts:
        if isinstance(part, Box) and (not part.aval.is_scalar or part.aval.is_float):
            if part.classes:
                raise ShapeError("whether a shape is made of ints is not known")
            raise ShapeError("a shape is made of ints")
    return session.builder.emit("make_shape", *(session.atom(part) for part in parts))


def view_of(
    frame: Frame,
    source: Any,
    array: Atom,
    primitive: str,
    *rest: Atom,
    **attributes: Any,
) -> Any:
    """The box of a view of ``source``, whose value is ``array``; of a number of Python,
    which none is a view of, of what is made of it."""
    session = frame.session
    if may_be_pythons(source) and not frame.source.library:
        made = of_class_of_numpy(frame, source)
        array = of_rank_0(frame, session.atom(made))
        return session.box(session.builder.emit(primitive, array, *rest, **attributes))
    if isinstance(source, Box) and not array_aval(array).tensor:
        return session.view(source, array, primitive, *rest, **attributes)
    return session.box(session.builder.emit(primitive, array, *rest, **attributes))


def transpose(frame: Frame, item: Any, axes: tuple[int, ...]) -> Any:
    array = frame.session.atom(item)
    if axes == tuple(range(len(axes))):
        own = isinstance(item, Box) and not array_aval(array).tensor
        return item if own else frame.session.box(array)
    return view_of(frame, item, array, "transpose", axes=axes)


@dispatch.array_of.answered
def array_of(frame: Frame, items: Any, node: ast.AST, dtype: str | None = None) -> Atom:
    """An array of a nested list; of numbers alone it is a constant."""
    session = frame.session
    if not has_box(items) and users_code(items) is None:
        return session.constant(np.asarray(items, dtype=dtype))
    if isinstance(items, int | float | complex | str):
        atom: Atom = kind_of(items).in_array(frame, items, node)
        return atom
    # A class that is derived from a list may say what is gone through.
    parts = sequence_parts(frame, items, node)
    if dtype is not None:
        atoms = [_for_cast(frame, item, dtype, node) for item in parts]
        atoms = [session.builder.cast(atom, dtype) for atom in atoms]
        return session.builder.emit("stack", *atoms, axis=0)
    items = [needed_number(frame, item, node) for item in parts]
    atoms = [session.atom(item) for item in items]
    avals = [array_aval(atom) for atom in atoms]
    apart = has_apart(frame, items)
    if not all(aval.weak for aval in avals):
        dtype = _joint_dtype(avals)
    if apart and not fits_as_array(frame, items, dtype):
        refuse_apart(frame, node)
    if dtype is not None:
        atoms = [session.builder.cast(atom, dtype) for atom in atoms]
    made = session.builder.emit("stack", *atoms, axis=0)
    if apart:
        session.decided.add(made)
    return made


def _for_cast(frame: Frame, item: Any, dtype: str, node: ast.AST) -> Atom:
    """A number or a list in an array that is cast: with the class of either path."""
    if isinstance(item, tuple | list) and has_apart(frame, [item]):
        return array_of(frame, item, node, dtype)
    if is_list_box(item) and classes_apart(frame, item):
        return frame.session.atom(cast_to(frame, number(frame, item, node), dtype))
    return whatever_class(frame, needed_number(frame, item, node))


def _joint_dtype(avals: list[Aval]) -> str:
    """That of an array of these. A number of Python does not give way in it, as it
    does to an array that it is added to; beside a Tensor it does."""
    tensors = any(aval.tensor for aval in avals)
    kinds = [aval.dtype for aval in avals if not (tensors and aval.weak)]
    return np.result_type(*kinds).name
