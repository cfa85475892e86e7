"""The dtype that ``Cell.to_float``, or level "auto", asks for, in what is compiled.

As in an eager call (srcad/mixed_precision.py): the floating inputs of ``construct`` are
cast, and so are the floating Tensors and Parameters that an operator computes with; at
level "auto" as its ``__srcad_precision__`` says. A cast is an operation like any other,
so a Parameter's gradient has its own dtype.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.kinds import inside, kind_of, leaves, rebuilt
from srcad.compiler.evaluate.objects import is_array
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading import protocol
from srcad.compiler.reading.lookup import find_attribute
from srcad.compiler.reading.protocol import Automatic
from srcad.compiler.reading.source import own_signature


@contextlib.contextmanager
def on_arrays(session: Session) -> Iterator[None]:
    """The body of an operator: NumPy on ndarrays, in the dtypes that they have."""
    with setting(session, arrays=True), computing_in(session, None):
        yield


@contextlib.contextmanager
def computing_in(session: Session, dtype: str | Automatic | None) -> Iterator[None]:
    """Let operators compute in ``dtype`` for a while; None: in their operands'."""
    with setting(session.precision, computing=dtype), protocol.computing_in(dtype):
        yield


def dtype_in(session: Session, cell: Any) -> str | Automatic | None:
    """What the ``construct`` of a Cell computes in: its own wish, or the caller's."""
    own = _wish(session, cell)
    if own is not None:
        return session.precision.dtype or own
    find_attribute(session.door, cell, "_auto_dtype")
    level = protocol.automatic(cell)
    if level is None:
        return session.precision.computing
    if session.precision.dtype is not None:
        return Automatic(session.precision.dtype, session.precision.dtype)
    return level


def _wish(session: Session, cell: Any) -> str | None:
    find_attribute(session.door, cell, "_float_dtype")
    return protocol.float_dtype(cell)


def dtype_of_operator(
    session: Session, precision: Any, avals: Iterable[Any]
) -> str | None:
    """What an operator of these operands computes in; None: in what it is given.

    ``precision`` is its ``__srcad_precision__``. Raises CompileError where it is not
    known what MindSpore casts.
    """
    level = session.precision.automatic
    if level is None:
        return session.precision.computed_in
    match getattr(precision, "value", None):
        case "half":
            return level.half
        case "single":
            return level.single
        case "widest":
            floats = [a.dtype for a in avals if a.tensor and a.is_float]
            return max(floats, key=lambda one: np.dtype(one).itemsize, default=None)
        case "unknown":
            message = "this call has no precision at amp level 'auto'"
            raise CompileError(Diagnostic("SRC012", message, help=_OTHERWISE))
    return None


_OTHERWISE = (
    "MindSpore composes it of other operators than srcad and casts between them; take "
    "level 'O2' or 'O3', or `to_float` for the Cell that calls it"
)


def cast_inputs(
    session: Session, cell: Any, plain: Any, inputs: dict[str, Any]
) -> dict[str, Any]:
    """The inputs of a Cell's ``construct``, floating Tensors in the Cell's dtype.

    Those in tuples are cast. Another structure stays itself: what ``construct`` changes
    of a list, its caller has changed.
    """
    own = _wish(session, cell)
    if own is None:
        return inputs
    dtype = session.precision.dtype or own

    def cast(item: Any) -> Any:
        if type(item) is tuple:
            return tuple(map(cast, inside(item)))
        if kind_of(item).is_structure:
            return item
        return cast_tensors(session, item, dtype)

    named = {
        name
        for name, one in own_signature(plain).parameters.items()
        if one.kind is one.VAR_KEYWORD
    }
    return {
        name: {key: cast(one) for key, one in item.items()}
        if name in named
        else cast(item)
        for name, item in inputs.items()
    }


def cast_tensors(session: Session, items: Any, dtype: str) -> Any:
    """A structure with its floating Tensors cast to ``dtype``."""

    def cast(leaf: Any) -> Any:
        if isinstance(leaf, np.ndarray) or not is_array(leaf):
            return leaf
        atom = session.atom(leaf)
        new = cast_atom(session, atom, dtype)
        return leaf if new is atom else session.box(new)

    return rebuilt(items, (cast(leaf) for leaf in leaves(items)))


def cast_atom(session: Session, atom: Atom, dtype: str) -> Atom:
    """A floating Tensor with ``dtype``; anything else as it is."""
    aval = atom.aval
    if not (aval.tensor and aval.is_float) or aval.weak or aval.dtype == dtype:
        return atom
    session.precision.autocasts += 1
    hint = f"{atom.hint}_{dtype}" if atom.hint else ""
    return session.builder.emit("astype", atom, hint=hint, dtype=dtype)
