"""Building blocks: operations are appended, with their abstract values inferred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    SequenceAval,
    holds_residuals,
    without_none,
)
from srcad.compiler.ir.conditions import Conditions
from srcad.compiler.ir.index import Index
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.primitives import result_avals
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    array_aval,
    as_python,
)

# What has the dtype of an attribute, or of the array that is written into: a number of
# NumPy's is in it what one of Python's is.
NAMING = frozenset(("full", "astype", "setitem", "add_at"))


@dataclass(slots=True)
class Builder:
    """Collects the operations of one block; ``sure`` ones of lists, for a while.

    Of those that were ``passed`` the conditions are known: how many, and the last.
    """

    sizes: Sizes = field(default_factory=lambda: Sizes({}))
    phase: int = 0
    origin: Origin | None = None
    ops: list[Operation] = field(default_factory=list)
    outer: Builder | None = None
    sure: bool = False
    passed: tuple[int, Operation | None] = (0, None)

    def inner(self) -> Builder:
        """A builder for a block inside of this one."""
        return Builder(self.sizes, self.phase, self.origin, outer=self)

    def before(self) -> Iterator[Operation]:
        """Every operation so far, of the blocks around as well."""
        for one in reversed([*self._outwards()]):
            yield from one.ops

    def backwards(self) -> Iterator[Operation]:
        """The same, the last one first."""
        for one in self._outwards():
            yield from reversed(one.ops)

    def _outwards(self) -> Iterator[Builder]:
        one: Builder | None = self
        while one is not None:
            yield one
            one = one.outer

    def pass_all(self, conditions: Conditions) -> None:
        """Let it be known of the operations so far what follows from a condition."""
        for one in reversed([*self._outwards()]):
            count, last = one.passed
            if count > len(one.ops) or (count and one.ops[count - 1] is not last):
                count = 0  # some were taken back
            for op in one.ops[count:]:
                conditions.note(op)
            one.passed = len(one.ops), one.ops[-1] if one.ops else None

    def block(self, params: Sequence[Value], results: Sequence[Atom]) -> Block:
        return Block(tuple(params), tuple(self.ops), tuple(results))

    def list_over(
        self,
        lists: Sequence[Atom],
        elements: Sequence[Value],
        inner: Builder,
        part: Atom,
        hint: str = "",
    ) -> Value:
        """A list of ``part``, computed in ``inner`` from the ``elements`` of lists."""
        result = Value(SequenceAval(part.aval), hint)
        sequences = tuple((one, False) for one in lists)
        block = inner.block(elements, (part,))
        loop = (None, False, (), sequences, block, (result,), None)
        self.ops.append(Loop(*loop, self.origin, self.phase))
        return result

    def emit(
        self, primitive: str, *args: Atom, hint: str = "", **attributes: Any
    ) -> Value:
        """Append ``primitive`` applied to ``args``; ShapeError where it cannot be."""
        (result,) = self.emit_all(primitive, *args, **attributes)
        result.hint = hint
        return result

    def emit_all(
        self, primitive: str, *args: Atom, **attributes: Any
    ) -> tuple[Value, ...]:
        """The same for a primitive that has several results."""
        if primitive in NAMING:
            args = tuple(map(as_python, args))
        avals = result_avals(primitive, args, attributes, self.sizes)
        results = tuple(map(Value, avals))
        items = tuple(attributes.items())
        op = Op(primitive, args, items, results, self.origin, self.phase)
        if self.sure and primitive.startswith("list_"):
            op = replace(op, sure=True)
        self.ops.append(op)
        return results

    def shape(self, x: Atom) -> Atom:
        """The shape of ``x``; a literal one where every size is an int."""
        aval = array_aval(x)
        if aval.is_fixed:
            return self.emit("make_shape", *(Lit(dim) for dim in aval.shape))
        return self.emit("shape", x)

    def size(self, x: Atom, axis: int) -> Atom:
        """The size of ``x`` along ``axis``; a literal where it is an int."""
        dim = array_aval(x).shape[axis]
        if isinstance(dim, int):
            return Lit(dim)
        return self.emit("size_of", self.emit("shape", x), axis=axis)

    def zeros_like(self, x: Atom) -> Atom:
        """Zeros in the form of ``x`` (which may be a list, or None at run time)."""
        aval = x.aval
        if without_none(aval).is_scalar:
            # Whether the number is there or not: nobody reads the zero if it is not.
            aval = without_none(aval)
        if isinstance(aval, Aval):
            if not aval.shape:
                return self.emit("full", self.emit("make_shape"), Lit(0), **_like(aval))
            return self.emit("full", self.shape(x), Lit(0), **_like(aval))
        if aval.element.is_scalar:
            # Of a list of numbers the length is enough.
            zero = self.emit(
                "full", self.emit("make_shape"), Lit(0), **_like(aval.element)
            )
            return self.emit(
                "list_repeat", self.emit("list_of", zero), self.emit("list_len", x)
            )
        if holds_residuals(aval):
            # Where nothing was kept: the call that would read it is not made either.
            return NONE
        return self.emit("zeros_of", x)

    def full(self, shape: Atom, value: Atom, dtype: str, tensor: bool = False) -> Value:
        return self.emit("full", shape, value, dtype=dtype, tensor=tensor)

    def getitem(self, x: Atom, index: Index, *args: Atom, hint: str = "") -> Value:
        return self.emit("getitem", x, *args, hint=hint, index=index)

    def cast(self, x: Atom, dtype: str, weak: bool = False) -> Atom:
        """``x`` with this dtype, itself where it has it; ``weak`` makes a number of
        Python."""
        aval = array_aval(x)
        if weak:
            return x if aval.dtype == dtype else self.emit(dtype.removesuffix("64"), x)
        if aval.dtype == dtype and not aval.weak:
            return x
        return self.emit("astype", x, dtype=dtype)

    def cast_value(self, x: Atom, dtype: str) -> Atom:
        """The same; a literal stays as it is, whose dtype gives way."""
        return x if isinstance(x, Lit) else self.cast(x, dtype)


def _like(aval: AnyAval) -> dict[str, Any]:
    return {"dtype": aval.dtype, "tensor": aval.tensor}
