"""Maxima that a result is computed with, and does not depend on.

``exp(x - m) / exp(x - m).sum()`` is the same whatever ``m`` is; so is
``m + log(exp(x - m).sum())``. The derivative by ``m`` is zero, and needs no cotangent.
It is found by what a change of ``m`` by some ``d`` does to each value that is computed
from it: ``v`` becomes ``v + c * d``, or ``v * exp(c * d)``, or stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from srcad.compiler.ir.primitives import without_derivative
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Lit,
    Op,
    Value,
    array_aval,
    used_values,
)


@dataclass(frozen=True, slots=True)
class Response:
    """What a value does where ``d`` is added to the maximum: ``factor * d`` is added to
    it; where it ``scales``, it is multiplied by ``exp(factor * d)``.

    ``axes`` says for each axis of the value which axis of ``d`` goes along it; None,
    where ``d`` is the same all along.
    """

    factor: float
    scales: bool
    axes: tuple[int | None, ...]


class _Depends(Exception):
    """A value depends on the maximum in another way."""


Given = list[Response | None]


def shifts(block: Block) -> set[Value]:
    """The maxima, and minima, that nothing in a block depends on."""
    found = set()
    for place, op in enumerate(block.ops):
        if isinstance(op, Op) and op.primitive in ("max", "min"):
            if array_aval(op.result).is_float and _is_shift(op.result, block, place):
                found.add(op.result)
    return found


def _is_shift(maximum: Value, block: Block, place: int) -> bool:
    shape = array_aval(maximum).shape
    axes = tuple(None if dim == 1 else k for k, dim in enumerate(shape))
    known = {maximum: Response(1.0, False, axes)}
    for op in block.ops[place + 1 :]:
        if not isinstance(op, Op):
            if not known.keys().isdisjoint(used_values(op)):
                return False
            continue
        given = [known.get(arg) if isinstance(arg, Value) else None for arg in op.args]
        if not any(given) or without_derivative(op.primitive):
            continue
        try:
            response = _RESPONSES[op.primitive](op, given)
        except (KeyError, _Depends):
            return False
        if response.factor:
            known[op.result] = response
    return known.keys().isdisjoint(block.results)


# ------------------------------------------------------------- what an operation does

_RESPONSES: dict[str, Callable[[Op, Given], Response]] = {}
Rule = Callable[[Op, Given], Response]


def _of(*primitives: str) -> Callable[[Rule], Rule]:
    def enter(rule: Rule) -> Rule:
        _RESPONSES.update(dict.fromkeys(primitives, rule))
        return rule

    return enter


def _broadcast(op: Op, given: Given) -> Given:
    """The same along the axes of the result."""
    rank = array_aval(op.result).ndim
    return [
        None if one is None else replace(one, axes=_leading(one.axes, rank))
        for one in given
    ]


def _leading(axes: tuple[int | None, ...], rank: int) -> tuple[int | None, ...]:
    return (*[None] * (rank - len(axes)), *axes)


def _number(atom: Atom) -> float:
    if isinstance(atom, Lit) and isinstance(atom.value, int | float):
        return float(atom.value)
    raise _Depends


def _only(response: Response | None, scales: bool) -> Response:
    if response is None or response.scales is not scales:
        raise _Depends
    return response


@_of("add", "subtract")
def _sum_of(op: Op, given: Given) -> Response:
    sign = 1 if op.primitive == "add" else -1
    first, second = _broadcast(op, given)
    if first is None or second is None:
        one = _only(first or second, scales=False)
        return replace(one, factor=one.factor * (1 if first else sign))
    if first.axes != second.axes:
        raise _Depends
    if first.scales and first == second:
        return first
    total = _only(first, False).factor + sign * _only(second, False).factor
    return replace(first, factor=total)


@_of("multiply")
def _product_of(op: Op, given: Given) -> Response:
    first, second = _broadcast(op, given)
    if first is not None and second is not None:
        if first.axes != second.axes:
            raise _Depends
        both = _only(first, True).factor + _only(second, True).factor
        return replace(first, factor=both)
    one, other = (first, op.args[1]) if first else (second, op.args[0])
    assert one is not None
    return one if one.scales else replace(one, factor=one.factor * _number(other))


@_of("divide")
def _quotient_of(op: Op, given: Given) -> Response:
    first, second = _broadcast(op, given)
    if second is None:
        assert first is not None
        if first.scales:
            return first
        below = _number(op.args[1])
        if not below:
            raise _Depends
        return replace(first, factor=first.factor / below)
    if first is None:
        return replace(second, factor=-_only(second, True).factor)
    if first.axes != second.axes:
        raise _Depends
    rest = _only(first, True).factor - _only(second, True).factor
    return replace(first, factor=rest)


@_of("negative")
def _negative_of(op: Op, given: Given) -> Response:
    (one,) = given
    assert one is not None
    return one if one.scales else replace(one, factor=-one.factor)


@_of("exp")
def _exponential_of(op: Op, given: Given) -> Response:
    return replace(_only(given[0], scales=False), scales=True)


@_of("log")
def _logarithm_of(op: Op, given: Given) -> Response:
    return replace(_only(given[0], scales=True), scales=False)


@_of("copy", "astype")
def _same_as(op: Op, given: Given) -> Response:
    (one,) = given
    assert one is not None
    if not array_aval(op.result).is_float:
        raise _Depends
    return one


@_of("sum", "mean", "max", "min")
def _reduced(op: Op, given: Given) -> Response:
    (one,) = given
    assert one is not None
    if op.primitive == "sum":
        _only(one, scales=True)
    reduced = op.attribute("axis")
    if any(one.axes[axis] is not None for axis in reduced):
        raise _Depends
    if op.attribute("keepdims"):
        return one
    return replace(one, axes=_without(one.axes, reduced))


def _without(
    axes: tuple[int | None, ...], places: Iterable[int]
) -> tuple[int | None, ...]:
    return tuple(axis for k, axis in enumerate(axes) if k not in places)


@_of("squeeze")
def _squeezed(op: Op, given: Given) -> Response:
    (one,) = given
    assert one is not None
    return replace(one, axes=_without(one.axes, op.attribute("axis")))


@_of("expand_dims")
def _expanded(op: Op, given: Given) -> Response:
    (one,) = given
    assert one is not None
    rest = iter(one.axes)
    places = op.attribute("axis")
    rank = array_aval(op.result).ndim
    axes = tuple(None if k in places else next(rest) for k in range(rank))
    return replace(one, axes=axes)


@_of("transpose")
def _transposed(op: Op, given: Given) -> Response:
    (one,) = given
    assert one is not None
    return replace(one, axes=tuple(one.axes[k] for k in op.attribute("axes")))


@_of("getitem")
def _part_of(op: Op, given: Given) -> Response:
    """Of a basic index, which keeps an axis as it is where ``d`` goes along it."""
    one = given[0]
    assert one is not None
    rest, axes = list(one.axes), []
    for entry in op.attribute("index").entries:
        axis = rest.pop(0) if entry is not None else None
        if axis is not None and entry != slice(None):
            raise _Depends
        if entry is None or isinstance(entry, slice):
            axes.append(axis)
        elif not isinstance(entry, int):
            raise _Depends
    return replace(one, axes=(*axes, *rest))


@_of("matmul")
def _matrix_product_of(op: Op, given: Given) -> Response:
    """Of matrices, the rows of the first of which change each as a whole."""
    first, second = given
    if second is not None or min(array_aval(arg).ndim for arg in op.args) < 2:
        raise _Depends
    one = _only(first, scales=True)
    if one.axes[-1] is not None:
        raise _Depends
    return replace(one, axes=_leading(one.axes, array_aval(op.result).ndim))
