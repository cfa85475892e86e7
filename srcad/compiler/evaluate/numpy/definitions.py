"""Functions of NumPy that are defined in Python, in terms of others.

The compiler reads their source like any other. Each has the name of NumPy's function,
and those of its parameters that are supported.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from srcad.compiler.evaluate.contents import PerhapsReal
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    certain,
    differ,
    dtype_of,
    emit,
    filled,
    fixed,
    is_known,
    mismatch,
    negative,
    perhaps_real,
    places,
    unsupported,
    viewed,
    wants,
)
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves
from srcad.compiler.evaluate.known import known_array, static
from srcad.compiler.evaluate.numpy.registry import (
    OF_NONE,
    Handler,
    Unsupported,
    as_method,
    at_compile_time,
    bind,
    call_numpy,
    computed,
    inlined,
    register,
)
from srcad.compiler.evaluate.numpy.unknown import ASKED_ITSELF, name_of
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    emitted,
    needed_number,
    number,
    view_of,
)
from srcad.compiler.evaluate.objects import Box, box_of, is_number, size_of
from srcad.compiler.evaluate.operations.operators import emit_elementwise
from srcad.compiler.evaluate.operations.subscripts import make_index
from srcad.compiler.ir.avals import is_complex
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.shapes import DtypeError, normal_axes
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Atom, Lit, Op, Value, array_aval
from srcad.compiler.reading.sizes import is_natural, least
from srcad.compiler.reading.source import underlying

DEFINITIONS: dict[Any, Callable[..., Any]] = {}


def defines(
    *functions: Any,
    arrays: str = "a",
    method: str | None = None,
    shared: bool = False,
    analytic: bool = False,
    known: bool = False,
) -> Callable[[Any], Any]:
    """Enter the definition of functions of NumPy.

    ``arrays`` names the parameters that are arrays: lists and numbers given for those
    are arrays when the definition gets them. ``method`` is as in ``entry``. It is
    ``analytic`` if it says what NumPy does with complex numbers as well. With ``known``
    NumPy itself is called where all that is given is known, arrays as well.
    """

    def enter(definition: Any) -> Any:
        for function in functions:
            DEFINITIONS[function] = definition
            words = tuple(arrays.split())
            if known:
                ASKED_ITSELF[function] = True
            register(function, _handler(function, definition, words, analytic, known))
        if method is not None:
            as_method(functions[0], method, shared)
        return definition

    return enter


def there(word: str) -> list[Any]:
    """The function of NumPy that has this name, where this NumPy has it."""
    return [getattr(np, word)] if hasattr(np, word) else []


def _handler(
    function: Any,
    definition: Any,
    arrays: tuple[str, ...],
    analytic: bool,
    known: bool,
) -> Handler:
    plain = underlying(definition)
    assert plain is not None
    signature = inspect.signature(plain)

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        alone = known and not has_box([*args, *keywords.values()])
        if alone or at_compile_time(args, keywords):
            return computed(frame, function, args, keywords, node)
        bound = bind(signature, args, keywords)
        for name, item in bound.arguments.items():
            if name in arrays and item is not None:
                default = signature.parameters[name].default
                may_lack = default is None or function in OF_NONE
                given = number if may_lack else needed_number
                bound.arguments[name] = given(frame, item, node)
        if not analytic and _has_complex(bound.arguments):
            name = name_of(function)
            raise DtypeError(f"`{name}` of complex numbers is not supported")
        return inlined(frame, plain, list(bound.args), node, bound.kwargs)

    return handler


def _has_complex(arguments: dict[str, Any]) -> bool:
    return any(
        is_complex(leaf.aval)
        if isinstance(leaf, Box)
        else np.iscomplexobj(leaf) and is_number(leaf)
        for leaf in leaves(arguments)
    )


# ------------------------------------------------- what only the compiler can do itself


def _itself(function: Callable[..., Any]) -> Callable[[Handler], Handler]:
    def enter(handler: Handler) -> Handler:
        register(function, handler)
        return handler

    return enter


@_itself(emit)
def _emit(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    name, *arrays = args
    atoms = [as_array(frame, item, node) for item in arrays]
    known = {word: _of_python(static(frame, keywords[word], node)) for word in keywords}
    row = PRIMITIVES[name]
    if row.results == 1:
        return emitted(frame, name, *atoms, **known)
    values = frame.session.builder.emit_all(name, *atoms, **known)
    for value, word in zip(values, row.word.split(), strict=True):
        value.hint = word
    return tuple(map(frame.session.box, values))


def _of_python(item: Any) -> Any:
    """An attribute as it is written: numbers of NumPy are numbers of Python."""
    if isinstance(item, tuple):
        return tuple(map(_of_python, item))
    return item.item() if isinstance(item, np.generic) else item


@_itself(is_known)
def _is_known(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return not has_box(args)


@_itself(certain)
def _certain(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    (condition,) = args
    if not isinstance(condition, Box):
        return bool(condition)
    found = known_array(frame.session, condition.value)
    return found is not None and bool(found)


@_itself(differ)
def _differ(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    left, right = map(size_of, args)
    if left is None or right is None:
        return emit_elementwise(frame, "not_equal", *args)
    sizes = frame.session.builder.sizes
    if left == right or (isinstance(left, int) and isinstance(right, int)):
        return left != right
    if not isinstance(left, int) and not isinstance(right, int):
        if sizes.value(left) == sizes.value(right) is not None:
            # Sizes of inputs that are equal in the call are one in the module.
            sizes.same(left, right, "the sizes differ")
    return emit_elementwise(frame, "not_equal", *args)


@_itself(negative)
def _negative(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    count = size_of(args[0])
    if isinstance(count, int) or (count is not None and is_natural(count)):
        return isinstance(count, int) and count < 0
    return emit_elementwise(frame, "less", args[0], 0)


@_itself(filled)
def _filled(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    shape = array_aval(as_array(frame, args[0], node)).shape
    return all((least(dim) or 0) > 0 for dim in shape)


@_itself(wants)
def _wants(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    return frame.session.atom(args[0]) in frame.session.varied


# What zeros are put together by, place by place.
_PLACING = frozenset(("full", "add_at", "getitem", "transpose"))


@_itself(places)
def _places(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A cotangent is added up in an array of zeros, place by place."""
    builder = frame.session.builder
    made = {op.result: op for op in builder.backwards() if type(op) is Op}

    def placed(atom: Atom) -> Atom | None:
        op = made.get(atom) if isinstance(atom, Value) else None
        if op is None or op.primitive not in _PLACING:
            return None
        if op.primitive == "full":
            if op.args[1] != Lit(0):
                return None
            kept = dict(op.attributes) | {"dtype": "bool"}
            return builder.emit("full", op.args[0], Lit(False), **kept)
        part, more = placed(op.args[0]), op.args[1:]
        if part is None:
            return None
        name = op.primitive
        if name == "add_at":
            inner = placed(more[0])
            name = "add_at" if inner else "setitem"
            more = (inner or Lit(True), *more[1:])
        return builder.emit(name, part, *more, **dict(op.attributes))

    found = placed(frame.session.atom(args[0]))
    return None if found is None else frame.session.box(found)


@_itself(dtype_of)
def _dtype_of(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    made = call_numpy(frame, np.asarray, args, {}, node)
    dtype = np.dtype(array_aval(frame.session.atom(made)).dtype)
    classes = box_of(args[0]).classes | box_of(made).made_of
    if {np.dtype(one) for one in classes} - {dtype}:
        raise Unsupported(
            "whether it gives ints or floats depends on the path",
            "make them floats on all paths, or give the dtype",
        )
    return dtype


@_itself(perhaps_real)
def _perhaps_real(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    whole, source = args
    reading = frame.session.builder.sizes.reading
    found = PerhapsReal(whole, (source,))
    if reading.ways.real:
        return kind_of(found).settled(frame, found, node)
    reading.perhaps_real = True
    return found


@_itself(fixed)
def _fixed(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    (size,) = args
    if has_box(size):
        aval = array_aval(frame.session.atom(size))
        if aval.size is not None:
            frame.session.builder.sizes.fix(aval.size)
        raise Unsupported("a size that it needs is not known while compiling")


@_itself(viewed)
def _viewed(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    owner, key = args
    array = frame.session.atom(owner)
    index, rest = make_index(frame, key, node)
    return view_of(frame, owner, array, "getitem", *rest, index=index)


@_itself(axis_in)
def _axis_in(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    axis, rank = args
    return normal_axes((axis,), rank)[0]


@_itself(mismatch)
def _mismatch(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    raise ShapeError(args[0])


@_itself(unsupported)
def _unsupported(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    raise Unsupported(args[0])
