"""The map from values to their cotangents, and the one function that adds to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.ir.avals import (
    Aval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
    carries_gradient,
    cotangent_aval,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.primitives import element_aval
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    If,
    Lit,
    Op,
    Operation,
    Value,
    array_aval,
    is_none,
)
from srcad.compiler.reading.sizes import Dim


@dataclass(slots=True)
class Cotangents:
    """Cotangents of the values in ``varied``; a value without one has zero.

    ``accumulate`` is the only way in, ``take`` the only way out.
    """

    varied: set[Value]
    _map: dict[Value, Atom] = field(default_factory=dict)
    _parts: dict[Value, dict[int, Atom]] = field(default_factory=dict)
    # Where lists that were read from lists stand: in which one, and at which place.
    elements: dict[Value, tuple[Value, Atom]] = field(default_factory=dict)

    def take(self, value: Atom) -> Atom | None:
        """Remove and give the cotangent of a value; None stands for zero."""
        return self._map.pop(value, None) if isinstance(value, Value) else None

    def knows(self, value: Value) -> bool:
        """Whether there is a cotangent of a value by now."""
        return value in self._map

    def wants(self, atom: Atom) -> bool:
        """Whether a cotangent of this atom leads anywhere."""
        return atom in self.varied

    def accumulate_part(
        self, builder: Builder, kept: Value, place: int, part: Atom
    ) -> None:
        """Add ``part`` to the cotangent of one of the residuals in ``kept``."""
        parts = self._parts.setdefault(kept, {})
        before = parts.get(place)
        parts[place] = part if before is None else added(builder, before, part)

    def take_parts(self, kept: Value) -> dict[int, Atom]:
        """Remove and give the cotangents of the residuals in ``kept``."""
        return self._parts.pop(kept, {})

    def replace_written(self, value: Value, cotangent: Atom) -> None:
        """Put back a cotangent that was taken and then added to, in place."""
        assert value not in self._map, "a cotangent would be overwritten"
        self._map[value] = cotangent

    def accumulate(self, builder: Builder, target: Atom, part: Atom | None) -> None:
        """Add ``part`` to the cotangent of ``target``.

        It is brought to the shape and the dtype of ``target`` first: summed over what
        was broadcast, and cast.
        """
        if part is None or is_none(part) or target not in self.varied:
            return
        assert isinstance(target, Value)
        assert carries_gradient(target.aval)
        part = fitted(builder, part, target)
        before = self._map.get(target)
        after = part if before is None else added(builder, before, part)
        _name(after, target)
        self._map[target] = after


def _name(atom: Atom, target: Value) -> None:
    if isinstance(atom, Value) and atom.primal is None and not atom.named:
        atom.primal = target


def added(builder: Builder, first: Atom, second: Atom) -> Atom:
    """``first + second``; either may be None where what they belong to is None."""
    if isinstance(first.aval, OptionalAval) or isinstance(second.aval, OptionalAval):
        return _added_if_there(builder, first, second)
    if isinstance(first.aval, ResidualsAval):
        # Each call of the forward half is followed by one of the backward half alone.
        message = "the derivative of a recursive function of this form is not supported"
        raise CompileError(Diagnostic("SRC014", message, help="write it as a loop"))
    if isinstance(first.aval, SequenceAval):
        return _added_lists(builder, first, second)
    return builder.emit("add", first, second)


def _added_if_there(builder: Builder, first: Atom, second: Atom) -> Atom:
    optional = [a for a in (first, second) if isinstance(a.aval, OptionalAval)]
    inner = builder.inner() if len(optional) == 2 else builder
    parts = [inner.emit("present", a) if a in optional else a for a in (first, second)]
    total = added(inner, *parts)
    if inner is builder:
        # One that was read is there, and so is the other.
        return total
    missing, other = (builder.emit("is_none", atom) for atom in optional)
    missing = builder.emit("logical_or", missing, other)
    result = Value(optional[0].aval)
    nothing, something = builder.inner().block((), (NONE,)), inner.block((), (total,))
    builder.ops.append(
        If(missing, nothing, something, (result,), builder.origin, builder.phase)
    )
    return result


def cotangent_param(value: Value) -> Value:
    """A new value for the cotangent of ``value``."""
    return Value(cotangent_aval(value.aval), primal=value)


def or_zeros(builder: Builder, cotangent: Value, end: Atom) -> Value:
    """The cotangent of the list at the ``end`` of an iteration: zeros where the one
    after it, which has not read it and gave an empty one, is done."""
    length = builder.emit("list_len", cotangent)
    nothing, same = builder.inner(), builder.inner()
    zeros = nothing.zeros_like(end)
    blocks = nothing.block((), (zeros,)), same.block((), (cotangent,))
    result = Value(cotangent.aval, primal=cotangent.primal)
    empty = builder.emit("equal", length, Lit(0))
    builder.ops.append(If(empty, *blocks, (result,), builder.origin, builder.phase))
    return result


def _added_lists(builder: Builder, first: Atom, second: Atom) -> Atom:
    """Element by element. Mostly the loop that consumes a list does this on its way;
    what is left is two readers of one list, of which one stands in a branch."""
    one, other = element_aval(first.aval), element_aval(second.aval)
    elements = Value(one, "one"), Value(other, "other")
    inner = builder.inner()
    total = added(inner, *elements)
    return builder.list_over((first, second), elements, inner, total, "sum")


def fitted(builder: Builder, part: Atom, target: Value) -> Atom:
    """``part`` in the shape and dtype of ``target``, and there if ``target`` is."""
    aval = target.aval
    if isinstance(part.aval, OptionalAval) and not isinstance(aval, OptionalAval):
        part = builder.emit("present", part)
    if not isinstance(aval, Aval) or not isinstance(part.aval, Aval):
        return part
    part = unbroadcast(builder, part, target, aval)
    have = array_aval(part)
    if have.dtype != aval.dtype and not isinstance(part, Lit):
        if have.is_complex and not aval.is_complex:
            # What is added to a real number has no imaginary part.
            part = builder.emit("real", part)
        if array_aval(part).dtype != aval.dtype:
            part = builder.emit("astype", part, dtype=aval.dtype)
            part.aval = replace(array_aval(part), exact=aval.exact)
    return part


def unbroadcast(builder: Builder, part: Atom, target: Value, aval: Aval) -> Atom:
    """Sum over the axes along which ``target`` was broadcast to ``part``."""
    have = array_aval(part).shape
    if have == aval.shape:
        return part
    if len(have) < len(aval.shape):
        return broadcast_up(builder, part, target)
    extra = len(have) - len(aval.shape)
    pairs = list(zip(have[extra:], aval.shape, strict=True))
    if any(_unclear(wide, narrow) for wide, narrow in pairs):
        return builder.emit("unbroadcast", part, builder.shape(target))
    if extra:
        part = builder.emit("sum", part, axis=tuple(range(extra)), keepdims=False)
    ones = tuple(
        k for k, (wide, narrow) in enumerate(pairs) if narrow == 1 and wide != 1
    )
    if ones:
        part = builder.emit("sum", part, axis=ones, keepdims=True)
    if any(wide == 1 != narrow for wide, narrow in pairs):
        return broadcast_up(builder, part, target)
    return part


def _unclear(wide: Dim, narrow: Dim) -> bool:
    """Whether it is known only at run time if an axis was broadcast."""
    return wide != narrow and narrow != 1 and wide != 1


def broadcast_up(builder: Builder, part: Atom, target: Value) -> Atom:
    """A cotangent that is the same along some axes, written out in full."""
    return builder.emit("broadcast_to", part, builder.shape(target))


def note_elements(ops: tuple[Operation, ...], cotangents: Cotangents) -> None:
    """Note the lists that a block reads from lists."""
    for op in ops:
        if isinstance(op, Op) and op.primitive == "list_get":
            xs, k = op.args
            if isinstance(op.result.aval, SequenceAval) and isinstance(xs, Value):
                cotangents.elements[op.result] = xs, k
