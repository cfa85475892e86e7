"""Numbers that go from one to another in steps."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.registry import (
    Unsupported,
    entry,
    inlined,
    of_numpy,
    refuse_given,
)
from srcad.compiler.evaluate.numpy.values import dtype_name, emitted, number
from srcad.compiler.evaluate.operations.operators import in_double
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, dim_of, example, is_tensor
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import Lit, Op, array_aval
from srcad.compiler.reading.sizes import Dim, is_natural, named_size, size_sum


def _range(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    if len(args) == 1:
        dim: Dim = dim_of(args[0])
    elif all(isinstance(a, Lit) for a in args):
        start, stop, *rest = (a.value for a in args if isinstance(a, Lit))
        dim = max(0, math.ceil((stop - start) / (rest[0] if rest else 1)))
    else:
        dim = _length(*map(dim_of, args))
    return Aval(attributes["dtype"], (dim,), tensor=attributes["tensor"])


def _length(start: Dim, stop: Dim, *step: Dim) -> Dim:
    """How many numbers there are; one of its own where the end may be before."""
    length = size_sum(stop, start, -1)
    if step in ((), (1,)) and is_natural(length):
        return length
    words = ", ".join(map(str, (start, stop, *step)))
    return named_size(f"len(range({words}))")


def _arange_text(op: Op) -> Text:
    usual = "float64" if any(array_aval(a).is_float for a in op.args) else "int64"
    return Text(op.args, {k: np.dtype(v) for k, v in shown(op, dtype=usual).items()})


primitive(
    "arange",
    _range,
    lambda *args, dtype, tensor: np.arange(*args, dtype=dtype),
    "none",
    cheap=True,
    word="places",
    text=_arange_text,
)


def arange_of_floats_bprop(start, stop, step, out, dout, *, dtype, tensor):
    dstep = np.sum(dout * np.arange(out.shape[0]))
    return np.sum(dout), None, dstep


def _floats_text(op: Op) -> Text:
    start, stop, step = op.args
    bounds = (start, stop) if step == Lit(1) else op.args
    return Text(bounds, _arange_text(op).keywords)


# Its elements move with where it starts, and with its steps.
primitive(
    "arange_of_floats",
    _range,
    lambda *args, dtype, tensor: np.arange(*args, dtype=dtype),
    arange_of_floats_bprop,
    function="np.arange",
    word="places",
    text=_floats_text,
)


@entry(np.arange)
def _arange(
    frame: Frame,
    node: ast.AST,
    start: Any,
    stop: Any = None,
    step: Any = None,
    dtype: Any = None,
    **extra: Any,
) -> Any:
    refuse_given(**{k: item for k, item in extra.items() if k != "device"})
    bounds = [start] if stop is None else [start, stop]
    if stop is not None and step is not None:
        bounds.append(step)
    elif step is not None:
        bounds = [0, start, step]
    atoms = [frame.session.atom(bound) for bound in bounds]
    name = None if dtype is None else dtype_name(dtype)
    if name is None:
        floating = any(array_aval(atom).is_float for atom in atoms)
        name = "float64" if floating else "int64"
    begins = [atom for atom in atoms[:1] + atoms[2:] if not isinstance(atom, Lit)]
    if len(atoms) > 1 and np.dtype(name).kind == "f":
        if any(array_aval(atom).is_float for atom in begins):
            given = [*atoms, Lit(1)][:3]
            return emitted(frame, "arange_of_floats", *given, dtype=name, tensor=False)
    return emitted(frame, "arange", *atoms, dtype=name, tensor=False)


def _numbers(args: Args, attributes: Attributes, _: Sizes) -> Aval:
    if any(array_aval(atom).ndim for atom in args):
        raise ShapeError("`np.linspace` goes from a number to a number")
    return Aval(attributes["dtype"], (dim_of(args[2]),), tensor=is_tensor(args))


def linspace_bprop(start, stop, num, out, dout, *, endpoint, dtype):
    share = np.linspace(0.0, 1.0, num, endpoint)
    dstop = np.sum(dout * share)
    return np.sum(dout) - dstop, dstop, None


def _linspace_text(op: Op) -> Text:
    keywords = shown(op, endpoint=True)
    usual = all(array_aval(a).dtype in ("float64", "int64") for a in op.args)
    if op.attribute("dtype") != "float64" or not usual:
        keywords["dtype"] = np.dtype(op.attribute("dtype"))
    return Text(op.args, keywords)


of_numpy(np.linspace, _numbers, linspace_bprop, text=_linspace_text)


@entry(np.linspace)
def _linspace(
    frame: Frame,
    node: ast.AST,
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
) -> Any:
    ends = [number(frame, item, node) for item in (start, stop)]
    if retstep or any(array_aval(frame.session.atom(item)).ndim for item in ends):
        given = [*ends, num, bool(endpoint), bool(retstep), dtype, axis]
        return inlined(frame, between, given, node)
    items = (*ends, num)
    atoms = in_double(frame, items, [frame.session.atom(item) for item in items])
    name = None if dtype is None else dtype_name(dtype)
    if name is None:
        name = np.linspace(example(atoms[0]), example(atoms[1]), 2).dtype.name
    if np.dtype(name).kind != "f":
        raise Unsupported("it gives floating numbers here")
    return emitted(frame, "linspace", *atoms, endpoint=bool(endpoint), dtype=name)


def between(start, stop, num, endpoint, retstep, dtype, axis):
    """``np.linspace`` from arrays to arrays, or with the step."""
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts
    if np.ndim(start) == 0 and np.ndim(stop) == 0:
        found = np.linspace(start, stop, num, endpoint, dtype=dtype)
    else:
        kind = np.result_type(start, stop, 1.0)
        both = np.broadcast_arrays(start, stop)
        start, stop = [np.astype(one, kind) for one in both]
        shares = np.linspace(0.0, 1.0, num, endpoint, dtype=kind)
        shares = np.expand_dims(shares, tuple(range(1, start.ndim + 1)))
        found = np.moveaxis(start * (1 - shares) + stop * shares, 0, axis)
        found = found if dtype is None else np.astype(found, dtype)
    return (found, np.asarray(step, found.dtype)) if retstep else found


@defines(np.logspace, arrays="start stop")
def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    if np.ndim(base):
        unsupported("the base is one number")
    powers = base ** np.linspace(start, stop, num, endpoint, axis=axis)
    return powers if dtype is None else np.astype(powers, dtype)


@defines(np.geomspace, arrays="start stop")
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    start, stop = np.astype(start, np.float64), np.astype(stop, np.float64)
    signs = np.sign(start)
    if np.any(signs != np.sign(stop)) or np.any(signs == 0):
        raise ValueError("it goes between numbers of one sign, and not from 0")
    first, last = np.log(np.abs(start)), np.log(np.abs(stop))
    found = np.exp(np.linspace(first, last, num, endpoint, axis=axis))
    found = (
        signs * found if np.ndim(signs) == 0 else np.expand_dims(signs, axis) * found
    )
    return found if dtype is None else np.astype(found, dtype)
