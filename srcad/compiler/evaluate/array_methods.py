"""Methods of an ndarray: each binds the signature that NumPy declares for it.

What NumPy would not accept raises as it does there. An argument at NumPy's default is
as if it were left out; any other goes to the function of the same name, or is used
here: none is accepted and ignored.
"""

# The stubs are NumPy's own signatures, not annotated there either.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import ast
import inspect
from typing import Any

import numpy as np

from srcad.compiler.evaluate.dispatch import numpy_handler
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.functions import unfitting
from srcad.compiler.evaluate.numpy_calls import writes
from srcad.compiler.evaluate.numpy_calls.registry import Unsupported
from srcad.compiler.evaluate.numpy_calls.values import cast_to, copy_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.subscripts import read_array
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.ir.types import Lit, Value, array_aval


class Signatures:
    """The methods that are known, as NumPy declares them."""

    # fmt: off
    def all(
        self, axis=None, dtype=None, out=None, keepdims=False, *, where=True
    ): ...
    def any(
        self, axis=None, dtype=None, out=None, keepdims=False, *, where=True
    ): ...
    def argmax(self, axis=None, out=None, *, keepdims=False): ...
    def argmin(self, axis=None, out=None, *, keepdims=False): ...
    def argsort(self, axis=-1, kind=None, order=None, *, stable=None): ...
    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True): ...
    def clip(
        self, min=None, max=None, out=None, *, where=True, casting="same_kind",
        order="K", dtype=None, subok=True, signature=None,
    ): ...
    def compress(self, condition, axis=None, out=None): ...
    def conj(self): ...
    def conjugate(self): ...
    def copy(self, order="C"): ...
    def cumprod(self, axis=None, dtype=None, out=None): ...
    def cumsum(self, axis=None, dtype=None, out=None): ...
    def diagonal(self, offset=0, axis1=0, axis2=1): ...
    def dot(self, b, out=None): ...
    def fill(self, value, /): ...
    def flatten(self, order="C"): ...
    def item(self, /, *args): ...
    def max(
        self, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True
    ): ...
    def mean(
        self, axis=None, dtype=None, out=None, keepdims=False, *, where=True
    ): ...
    def min(
        self, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True
    ): ...
    def nonzero(self): ...
    def prod(
        self, axis=None, dtype=None, out=None, keepdims=False,
        initial=np._NoValue, where=True,
    ): ...
    def ravel(self, order="C"): ...
    def repeat(self, repeats, axis=None): ...
    def reshape(self, /, *shape, order="C", copy=None): ...
    def round(self, decimals=0, out=None): ...
    def searchsorted(self, v, side="left", sorter=None): ...
    def sort(self, axis=-1, kind=None, order=None, *, stable=None): ...
    def squeeze(self, axis=None): ...
    def std(
        self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *,
        where=True, mean=None,
    ): ...
    def sum(
        self, axis=None, dtype=None, out=None, keepdims=False,
        initial=np._NoValue, where=True,
    ): ...
    def swapaxes(self, axis1, axis2, /): ...
    def take(self, indices, axis=None, out=None, mode="raise"): ...
    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None): ...
    def transpose(self, /, *axes): ...
    def var(
        self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *,
        where=True, mean=None,
    ): ...
    # fmt: on


KNOWN = {
    name: inspect.signature(stub)
    for name, stub in vars(Signatures).items()
    if not name.startswith("_")
}


def array_method(
    frame: Frame,
    box: Box,
    name: str,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """The call of a method of an ndarray."""
    given = _bound(frame, box, name, args, keywords, node)
    try:
        match name:
            case "astype":
                return _astype(frame, box, **given)
            case "copy" | "flatten":
                return _copied(frame, box, name, **given)
            case "fill":
                return writes.fill(frame, box, given["value"], node)
            case "sort":
                return writes.sort(frame, box, [], given, node)
            case "item":
                return _item(frame, box, given.get("args", ()), node)
    except Unsupported as error:
        help = error.help or "leave it at its default"
        frame.refuse("SRC012", f"`ndarray.{name}`: {error}", node, help=help)
    handler = numpy_handler(getattr(np, name))
    assert handler is not None
    for several in {"shape", "axes"} & given.keys():
        # A sequence, or its items one by one.
        parts = given[several]
        one = len(parts) == 1 and (name == "reshape" or not isinstance(parts[0], int))
        given[several] = parts[0] if one else parts
    if name == "clip":
        given.setdefault("min", None)
        given.setdefault("max", None)
    if name == "compress":
        return handler(frame, [given.pop("condition"), box], given, node)
    return handler(frame, [box], given, node)


def _bound(
    frame: Frame,
    box: Box,
    name: str,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> dict[str, Any]:
    """The arguments that are not NumPy's defaults, by their names."""
    signature = KNOWN[name]
    try:
        bound = signature.bind(box, *args, **keywords)
        if name == "reshape" and not args:
            raise TypeError("missing a required argument: 'shape'")
    except TypeError as error:
        what = unfitting(signature, keywords) or str(error)
        shown = [one for word, one in signature.parameters.items() if word != "self"]
        help = f"NumPy defines it as `{name}{inspect.Signature(shown)}`"
        frame.refuse("SRC021", f"TypeError: {name}() {what}", node, help=help)
    given = dict(bound.arguments)
    del given["self"]
    return {
        word: item
        for word, item in given.items()
        if not _is_same(item, signature.parameters[word].default)
    }


def _is_same(item: Any, default: Any) -> bool:
    if isinstance(default, str | int):
        return isinstance(item, str | int) and item == default
    return item is default


def _astype(
    frame: Frame,
    box: Box,
    dtype: Any,
    order: Any = "K",
    casting: Any = "unsafe",
    subok: Any = True,
    copy: Any = True,
) -> Any:
    if order not in ("K", "C"):
        raise Unsupported("another order than K and C is not supported")
    if isinstance(copy, Box):
        raise Unsupported("`copy` must be known at compile time")
    new = cast_to(frame, box, dtype)
    have, want = array_aval(box.value), array_aval(frame.session.atom(new))
    if not np.can_cast(have.dtype, want.dtype, casting):
        raise TypeError(
            f"Cannot cast array data from dtype('{have.dtype}') to "
            f"dtype('{want.dtype}') according to the rule '{casting}'"
        )
    return box if have.dtype == want.dtype and not have.weak and not copy else new


def _copied(frame: Frame, box: Box, name: str, order: Any = "C") -> Any:
    if order != "C":
        help = "transpose it before, and after: that is what the order F does"
        raise Unsupported("another order than C is not supported", help)
    if name == "copy":
        return copy_of(frame, box)
    flat = frame.session.builder.emit("reshape", box.value, _flat_shape(frame))
    return copy_of(frame, frame.session.box(flat))


def _item(frame: Frame, box: Box, args: tuple[Any, ...], node: ast.AST) -> Any:
    """``x.item(k)``: of all elements in a row, ``x.item(i, j)``: of the array."""
    aval, session = box.aval, frame.session
    assert isinstance(aval, Aval)
    key = tuple(args[0]) if args and isinstance(args[0], tuple) else args
    if not args and any(dim != 1 for dim in aval.shape):
        if all(isinstance(dim, int) for dim in aval.shape):
            raise ShapeError("can only convert an array of size 1 to a Python scalar")
        # It raises where there is more than one element.
        alone = session.builder.emit("make_shape")
        return session.box(session.builder.emit("reshape", box.value, alone))
    if len(key) == 1 and aval.ndim > 1:
        flat = session.builder.emit("reshape", box.value, _flat_shape(frame))
        box = session.box(flat)
    elif not key:
        key = (0,) * aval.ndim
    return read_array(frame, box, key, node)


def _flat_shape(frame: Frame) -> Value:
    return frame.session.builder.emit("make_shape", Lit(-1))
