"""The table of NumPy's functions that the compiler knows, and how one is called.

A function that is not in the table is refused where it gets a run-time value: NumPy's
own source is never read as if it were the user's.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

import numpy as np

from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.families import enter_family, usual
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.evaluate.numpy.values import (
    as_array,
    emitted,
    holding,
    is_plain,
    not_none,
    number,
    of_class_of_numpy,
    plain,
    written,
)
from srcad.compiler.evaluate.objects import Box, aval_of, is_written_in_place
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.mixed_precision import on_arrays
from srcad.compiler.evaluate.operations.operators import raising_of_dtypes
from srcad.compiler.evaluate.operations.subscripts import check_dtype, write_array
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.undecided import refuse_undecided
from srcad.compiler.ir.primitives import primitive
from srcad.compiler.ir.shapes import Rule
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import array_aval

Handler: TypeAlias = Callable[[Frame, list[Any], dict[str, Any], ast.AST], Any]
TABLE: dict[Any, Handler] = {}


_OUT = "assign the result, as in `y[:] = ...`"
_USUAL = "leave it at its default, or write the same in other functions of NumPy"


class Unsupported(ShapeError):
    """An argument, or a mode, of a function that the compiler otherwise knows."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


@dispatch.numpy_handler.answered
def numpy_handler(callee: Any) -> Handler | None:
    """How a call of this function of NumPy is evaluated; None if it is none."""
    enter_family(callee)
    callee = usual(callee)
    try:
        known = callee in TABLE
    except TypeError:
        return None
    if not known:
        return None

    def called(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        return call_numpy(frame, callee, args, keywords, node)

    return called


def call_numpy(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """Call a function of the table: what goes wrong went wrong at the user's call."""
    if frame.source.library:
        return _called(frame, callee, args, keywords, node)
    # A definition computes with dtypes in ways of its own.
    itself = isinstance(callee, np.ufunc)
    raising = raising_of_dtypes(frame, node) if itself else contextlib.nullcontext()
    with refused_as(frame, name_of(callee), node), raising:
        return _called(frame, callee, args, keywords, node)


@contextlib.contextmanager
def refused_as(frame: Frame, name: str, node: ast.AST) -> Iterator[None]:
    """What is not supported in here is told of a function of this name."""
    try:
        yield
    except Unsupported as error:
        help = error.help.replace("{name}", name) or _USUAL
        frame.refuse("SRC012", f"`{name}`: {error}", node, help=help)


def _called(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """The call; where there is an ``out``, its result is written into that."""
    args, keywords = list(args), dict(keywords)
    words = _by_place(callee)
    if "out" in words and len(args) > (place := words.index("out")):
        keywords.update(zip(words[place:], args[place:], strict=False))
        del args[place:]
    out, where = keywords.pop("out", None), True
    if isinstance(callee, np.ufunc):
        if isinstance(out, tuple) and len(out) == 1:
            (out,) = out
        if callee.nout == 1 and len(args) == callee.nin + 1 and out is None:
            out = args.pop()
        where = keywords.pop("where", True)
        keywords = {k: v for k, v in keywords.items() if not _is_usual(k, v)}
    if callee in OF_NONE:
        pass
    elif isinstance(callee, np.ufunc):
        # Of None it raises itself.
        args = [present(frame.session, item) for item in args]
    else:
        args[:1] = [not_none(frame, item, node) for item in args[:1]]
    if out is None:
        if where is not True:
            help = "write it with `np.where`, or pass an `out` that has the rest"
            raise Unsupported("with `where` it needs an `out`", help)
        refuse_undecided(frame, callee, args, keywords, node)
        return _as_numpy_gives(
            frame, callee, TABLE[callee](frame, args, keywords, node)
        )
    target = written(frame, out, node)
    if where is not True:
        inlined(frame, write_where, [callee, args, where, target], node, keywords)
        return target
    result = number(frame, TABLE[callee](frame, args, keywords, node), node)
    _write_out(frame, target, result, isinstance(callee, np.ufunc), node)
    return target


@functools.cache
def _by_place(callee: Any) -> tuple[str, ...]:
    """The parameters of a function of NumPy that can be given by their places."""
    try:
        parameters = inspect.signature(callee).parameters.values()
    except ValueError:
        # Before NumPy 2.4 what is written in C has no signature.
        return _WORDS.get(callee.__name__, ())
    named = inspect.Parameter.KEYWORD_ONLY
    return tuple(one.name for one in parameters if one.kind < named)


_WORDS = {
    "concatenate": ("arrays", "axis", "out"),
    "dot": ("a", "b", "out"),
    "reduce": ("array", "axis", "dtype", "out", "keepdims", "initial", "where"),
    "accumulate": ("array", "axis", "dtype", "out"),
    "reduceat": ("array", "indices", "axis", "dtype", "out"),
}


# What says something of None as well.
OF_NONE = dict.fromkeys(
    (np.size, np.ndim, np.shape, np.iterable, np.equal, np.not_equal, np.array_equal)
)


# What every ufunc takes, and how it is without.
_OF_UFUNCS = {"casting": "same_kind", "order": "K", "subok": True}


def _is_usual(name: str, item: Any) -> bool:
    """Whether an argument of a ufunc is as if it were left out."""
    if name not in _OF_UFUNCS or not isinstance(item, str | bool):
        return False
    return item == _OF_UFUNCS[name]


# What gives an array where others give a number; a number where it computes with
# arrays; a copy where it reads a part; a number of Python; a view that is not written
# into.
_ARRAYS = dict.fromkeys(
    (np.where, np.select, np.real_if_close, np.i0, np.tensordot, np.require)
)
_NUMBERS = dict.fromkeys(
    (np.polyval, np.kron, np.nanmedian, np.nanpercentile, np.nanquantile)
)
_COPIES = dict.fromkeys((np.take, np.choose))
_OF_PYTHON = dict.fromkeys(
    (np.size, np.ndim, np.count_nonzero, np.real, np.imag, np.linalg.matrix_rank)
)
_WINDOWS = np.lib.stride_tricks.sliding_window_view
_READ_ONLY = dict.fromkeys(
    (np.diagonal, np.diag, np.linalg.diagonal, np.broadcast_to, _WINDOWS)
)


def _as_numpy_gives(frame: Frame, callee: Any, found: Any) -> Any:
    """A result as what NumPy gives a caller, who may write into it."""
    aval = aval_of(found)
    if frame.source.library or not aval.is_numeric or aval.tensor:
        return found
    if callee not in _OF_PYTHON:
        found = of_class_of_numpy(frame, found)
    if callee in _COPIES or (callee in _NUMBERS and not aval.ndim):
        return frame.session.box(found.value)
    if callee in _ARRAYS and not aval.weak and not is_written_in_place(found):
        return holding(frame.session.box(found.value))
    if callee in _READ_ONLY and found.view is not None:
        found.view = replace(found.view, read_only=True)
    return found


def _write_out(
    frame: Frame, target: Box, result: Any, broadcasts: bool, node: ast.AST
) -> None:
    """Write a result into an ``out``, where NumPy would."""
    have = array_aval(frame.session.atom(result))
    want = array_aval(target.value)
    check_dtype(have, want)
    fits = (have.shape, have.dtype) == (want.shape, want.dtype)
    if not broadcasts and not fits:
        raise Unsupported(f"{have} is not known to fit into {want}", _OUT)
    write_array(frame, target, ..., result, node)


def write_where(function, arrays, where, out, **keywords):
    """``out[where] = function(...)`` of the elements there: the others may be such
    that it has no derivative."""
    mask = np.broadcast_to(where, out.shape)
    chosen = [np.broadcast_to(array, out.shape)[mask] for array in arrays]
    out[mask] = function(*chosen, **keywords)


def register(function: Any, handler: Handler) -> None:
    """Enter a function; NumPy may have two names for one, of which the first counts."""
    TABLE.setdefault(function, handler)


@dataclass(frozen=True, slots=True)
class Method:
    """A method of an ndarray: the signature that NumPy declares, and what a call means.

    ``call`` is given the frame and the node, then the array, then by name the arguments
    that are not NumPy's defaults. A Tensor has a ``shared`` one as an ndarray has it.
    """

    signature: inspect.Signature
    call: Callable[..., Any]
    shared: bool


METHODS: dict[str, Method] = {}
F = TypeVar("F", bound=Callable[..., Any])


def method(name: str, parameters: str, shared: bool = False) -> Callable[[F], F]:
    """The function evaluates calls of a method of an ndarray.

    ``parameters`` are those of NumPy's signature, as one writes them.
    """
    stub = eval(f"lambda self, {parameters}: None", {"np": np})

    def enter(call: F) -> F:
        assert name not in METHODS, name
        METHODS[name] = Method(inspect.signature(stub), call, shared)
        return call

    return enter


def as_method(function: Any, parameters: str, shared: bool) -> None:
    """The method of the same name is the function, of the array."""

    def call(frame: Frame, node: ast.AST, box: Any, **given: Any) -> Any:
        return call_numpy(frame, function, [box], given, node)

    method(function.__name__, parameters, shared)(call)


def entry(
    *functions: Any, method: str | None = None, shared: bool = False
) -> Callable[[F], F]:
    """Enter a handler that takes frame and node, then NumPy's own parameters.

    ``method`` has the parameters of the ndarray's method of the same name.
    """

    def enter(handler: F) -> F:
        parameters = inspect.Signature(
            list(inspect.signature(handler).parameters.values())[2:]
        )

        def wrapped(
            frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
        ) -> Any:
            bound = bind(parameters, args, keywords)
            return handler(frame, node, *bound.args, **bound.kwargs)

        for function in functions:
            register(function, wrapped)
        if method is not None:
            as_method(functions[0], method, shared)
        return handler

    return enter


def of_numpy(function: Any, infer: Rule, derivative: Any, **more: Any) -> None:
    """Enter the primitive that a function of NumPy is, with its attributes by name."""
    written = name_of(function)
    primitive(function.__name__, infer, function, derivative, function=written, **more)


def of_arrays(
    function: Any, arrays: str, infer: Rule, derivative: Any, **more: Any
) -> None:
    """Enter a function of arrays alone, and the primitive that a call of it is.

    ``arrays`` are NumPy's names of them; what ``more`` may say is in ``Primitive``.
    """
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(word, kind) for word in arrays.split()]

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        given = bind(inspect.Signature(parameters), args, keywords).args
        atoms = [as_array(frame, item, node) for item in given]
        return emitted(frame, function.__name__, *atoms)

    of_numpy(function, infer, derivative, **more)
    register(function, handler)


def bind(
    signature: inspect.Signature, args: list[Any], keywords: dict[str, Any]
) -> inspect.BoundArguments:
    """The arguments by name; what is NumPy's default is as if it were left out."""
    for key in [k for k, item in keywords.items() if k not in signature.parameters]:
        if keywords[key] is None or keywords[key] is np._NoValue:
            keywords = {k: item for k, item in keywords.items() if k != key}
    try:
        return signature.bind(*args, **keywords)
    except TypeError as error:
        bare = [
            one.replace(annotation=inspect.Parameter.empty)
            for one in signature.parameters.values()
        ]
        help = f"what is supported is `{{name}}{inspect.Signature(bare)}`"
        if "'out'" in str(error):
            help = _OUT
        raise Unsupported(str(error), help) from None


def at_compile_time(args: list[Any], keywords: dict[str, Any]) -> bool:
    """Whether a call gets numbers and structures of numbers alone."""
    items = [*args, *keywords.values()]
    return not has_box(items) and all(_is_small(item) for item in items)


def _is_small(item: Any) -> bool:
    if isinstance(item, tuple | list):
        return all(map(_is_small, item))
    return is_plain(item) or isinstance(item, str | None | type | np.dtype)


def computed(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """The call, made now."""
    result = call_directly(frame, callee, args, keywords, node)
    return plain(result) if frame.source.library else result


def inlined(
    frame: Frame,
    definition: Any,
    args: list[Any],
    node: ast.AST,
    keywords: dict[str, Any] | None = None,
) -> Any:
    """A function of the library, read in the place of the call."""
    with on_arrays(frame.session):
        return inline(frame, definition, args, keywords or {}, node)


def refuse_given(**arguments: Any) -> None:
    """Refuse arguments that would change the result and are not supported."""
    for name, item in arguments.items():
        if item is not None and item is not np._NoValue:
            help = _OUT if name == "out" else ""
            raise Unsupported(f"the argument `{name}` is not supported", help)


def refuse_order(order: Any) -> None:
    """Refuse an order of the elements other than NumPy's usual one."""
    if order != "C":
        help = "transpose it before, and after: that is what the order F does"
        raise Unsupported("another order than C or F is not supported", help)


def first_axis(function: Any) -> Handler:
    """``np.add.reduce`` is ``np.sum``, but along the first axis where none is given."""

    def handler(
        frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
    ) -> Any:
        if len(args) < 2 and "axis" not in keywords:
            keywords = {**keywords, "axis": 0}
        return TABLE[function](frame, args, keywords, node)

    return handler
