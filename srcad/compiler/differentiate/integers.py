"""Gradients by integer Tensors, as MindSpore computes them: in integers.

Cotangents are floating, but for those of an integer Tensor that is differentiated by,
of what the program casts from a float Tensor to integers, and of what is computed from
either by sums, products, powers, reductions, indexing and the like. These values are
marked (``Aval.exact``); each term of their cotangents is cast to their dtype. Where a
gradient would pass an operator for which MindSpore has no derivative of integers, or
rounds otherwise, it is refused; so is a ``bprop`` inside that gives one for an integer,
which would be lost.
"""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.custom import custom_halves
from srcad.compiler.evaluate.calls.tracing import Rule
from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    TupleAval,
    is_whole,
    without_none,
)
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.primitives import PRIMITIVES, without_derivative
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    walk,
)

# The others are indices and masks, which have no derivative.
_BESIDE_INDICES = {
    "getitem": (0,),
    "setitem": (0, 1),
    "add_at": (0, 1),
    "where": (1, 2),
}


def check_integers(
    function: Function, given: Iterable[Value], casts: Container[Value], sizes: Sizes
) -> bool:
    """Refuse what has no derivative by these parameters, as the function was written,
    and mark what has; ``casts`` are those that the program asks for itself.

    Says whether a result is computed by integers that have a gradient.
    """
    marker = _marked(function, given, sizes, casts)
    results = function.body.results
    found = [
        marker.ways[a] for a in results if isinstance(a, Value) and a in marker.ways
    ]
    for way in found:
        if way.refused is not None:
            raise way.refused
    marker.mark()
    return any(way.whole for way in found)


def mark_integers(function: Function, given: Iterable[Value], sizes: Sizes) -> None:
    """Mark what has a cotangent since it follows these parameters."""
    _marked(function, given, sizes).mark()


class _Way(NamedTuple):
    """How a value depends on what is differentiated by: whether by integers somewhere,
    and what refuses a cotangent that would go back."""

    whole: bool = False
    refused: CompileError | None = None


def _marked(
    function: Function,
    given: Iterable[Value],
    sizes: Sizes,
    casts: Container[Value] | None = None,
) -> _Marker:
    marker = _Marker(sizes, casts)
    for one in given:
        marker.put(one, _Way(is_whole(one.aval)))
    while marker.changed:
        marker.changed = False
        marker.block(function.body)
    return marker


@dataclass(slots=True)
class _Marker:
    """Goes through a function until no way changes; ``casts`` None says that every
    cast is as good.

    ``lifted`` are floats inside of an operator of integers, which casts for itself.
    ``settled`` are functions in which nothing changes any more, with what was known of
    their parameters.
    """

    sizes: Sizes
    casts: Container[Value] | None
    ways: dict[Value, _Way] = field(default_factory=dict)
    lifted: set[Value] = field(default_factory=set)
    settled: dict[Function, list[_Way | None]] = field(default_factory=dict)
    changed: bool = False

    def mark(self) -> None:
        """Let the integers that depend have cotangents."""
        for value, way in self.ways.items():
            aval = value.aval
            inner = without_none(aval)
            if way.whole and is_whole(inner):
                assert isinstance(inner, Aval)
                exact = replace(inner, exact=True)
                if isinstance(aval, OptionalAval):
                    value.aval = replace(aval, inner=exact)
                else:
                    value.aval = exact

    def block(self, block: Block) -> None:
        """Follow the values of a block."""
        for op in block.ops:
            match op:
                case Op():
                    self._op(op)
                case If():
                    for inner in (op.then, op.orelse):
                        self.block(inner)
                        self._flow(inner.results, op.results)
                case Loop():
                    self._loop(op)
                case Call():
                    self._call(op)
                case Opaque():
                    way = self._way(op.args)
                    if way is not None:
                        whole = self._whole(op.args)
                        if whole:
                            way = _refusing(way, self._refused(op, "this"))
                        self._put_all(op.results, way, bool(whole))

    def put(self, value: Value, way: _Way) -> None:
        """Note that a value depends so, if values of its kind have cotangents."""
        aval = value.aval
        if isinstance(aval, Aval) and not aval.is_inexact:
            if not (way.whole and is_whole(aval)):
                return
        old = self.ways.get(value)
        new = way if old is None else _joined(old, way)
        if new != old:
            self.ways[value] = new
            self.changed = True

    def _put_all(self, values: Iterable[Atom], way: _Way, integers: bool) -> None:
        """Note it of all results; of those that are ``integers``, where these pass."""
        for one in values:
            if isinstance(one, Value) and (integers or not _of_integers(one.aval)):
                self.put(one, way)

    def _way(self, atoms: Iterable[Atom]) -> _Way | None:
        """How what is computed from these depends; None where it does not."""
        found = [self.ways[a] for a in atoms if isinstance(a, Value) and a in self.ways]
        return functools.reduce(_joined, found) if found else None

    def _whole(self, atoms: Sequence[Atom]) -> list[int]:
        """The places of the integers that depend."""
        return [
            k
            for k, one in enumerate(atoms)
            if isinstance(one, Value) and one in self.ways
            if _of_integers(one.aval) or one in self.lifted
        ]

    def _flow(self, sources: Iterable[Atom], targets: Iterable[Value]) -> None:
        for source, target in zip(sources, targets, strict=False):
            if isinstance(source, Value) and source in self.ways:
                self.put(target, self.ways[source])

    def _op(self, op: Op) -> None:
        name = op.primitive
        if without_derivative(name):
            return
        inside = _BESIDE_INDICES.get(name, range(len(op.args)))
        args = [op.args[k] for k in inside]
        way = self._way(args)
        if way is None:
            return
        whole = self._whole(args)
        allowed = "all" if name in _BESIDE_INDICES else PRIMITIVES[name].exact
        if whole and allowed != "all" and not {*whole} <= {*allowed}:
            way = _refusing(way, self._refused(op, f"`{name}`"))
            self.lifted.update(op.results)
        elif whole and name == "astype" and self.casts is not None:
            if op.result not in self.casts:
                self.lifted.add(op.result)
        passes = bool(whole) or _passes(op)
        self._put_all(op.results, way._replace(whole=way.whole or passes), passes)

    def _loop(self, op: Loop) -> None:
        self._flow(op.starts, op.carry_params)
        self._flow((atom for atom, _ in op.sequences), op.element_params)
        self.block(op.body)
        self._flow(op.body.results, op.carry_params)
        self._flow(op.starts, op.results)
        self._flow(op.body.results, op.results)

    def _call(self, op: Call) -> None:
        function, way = op.function, self._way(op.args)
        rule, whole = function.rule, self._whole(op.args)
        if way is None or (isinstance(rule, Rule) and rule.stops):
            return
        if rule is not None and not function.inline:
            self._rule(op, rule, way, whole)
        elif function.recursion is not None or function.itself:
            if whole or _casts(function.body):
                way = _refusing(way, self._refused(op, "a recursive function"))
            self._put_all(op.results, way, bool(whole))
        else:
            self._flow(op.args, function.body.params)
            if rule is None or rule.exact:
                self._body(function)
            else:
                self._put_all(function.body.results, way, bool(whole))
            self._flow(function.body.results, op.results)

    def _body(self, function: Function) -> None:
        """Follow the values of a function, which others may have called before."""
        known = [self.ways.get(param) for param in function.body.params]
        if self.settled.get(function) == known:
            return
        around, lifted = self.changed, len(self.lifted)
        self.changed = False
        self.block(function.body)
        if not self.changed and lifted == len(self.lifted):
            self.settled[function] = known
        self.changed |= around

    def _rule(self, op: Call, rule: Any, way: _Way, whole: list[int]) -> None:
        """Follow a function that is differentiated by a rule of its own. A ``bprop`` is
        given the cotangents of integers too."""
        if not isinstance(rule, Rule) or rule.owner is None:
            self._put_all(op.results, way, False)
            return
        if whole:
            way = _refusing(way, self._lost(op, rule.owner, whole))
        for one in (*op.results, *op.function.body.results):
            if isinstance(one, Value):
                self.put(one, way._replace(whole=way.whole or is_whole(one.aval)))

    def _lost(self, op: Call, cell: Any, whole: list[int]) -> CompileError | None:
        """The error where a Cell's ``bprop`` gives a gradient for one of these."""
        given = custom_halves(op.function, self.sizes).integers
        if not set(given).intersection(whole):
            return None
        name = type(cell).__name__
        message = f"`{name}.bprop` gives a gradient for an integer, which is lost"
        note = "the gradient by the integer that it comes from is asked for"
        help = "take the gradient of that Cell itself, or pass a float"
        span = span_of_origin(op.origin)
        return CompileError(Diagnostic("SRC022", message, span, help=help, note=note))

    def _refused(self, op: Operation, what: str) -> CompileError:
        message = f"{what} of an integer Tensor that has a gradient"
        note = "MindSpore has sums, products, powers, reductions and indexing of these"
        help = "compute with floats, or cut its gradient with `ops.stop_gradient`"
        span = span_of_origin(op.origin)
        return CompileError(Diagnostic("SRC022", message, span, help=help, note=note))


def _of_integers(aval: AnyAval) -> bool:
    """Whether values of this kind are integers, or hold some."""
    match aval:
        case SequenceAval(inner) | OptionalAval(inner):
            return _of_integers(inner)
        case TupleAval(parts):
            return any(map(_of_integers, parts))
    return is_whole(aval)


def _joined(one: _Way, other: _Way) -> _Way:
    return _Way(one.whole or other.whole, one.refused or other.refused)


def _refusing(way: _Way, refused: CompileError | None) -> _Way:
    return way._replace(refused=way.refused or refused)


def _passes(op: Op) -> bool:
    """Whether an operator casts floats to integers that have a gradient."""
    if op.primitive != "astype" or not is_whole(op.result.aval):
        return False
    aval = op.result.aval
    return isinstance(aval, Aval) and aval.exact and op.args[0].aval.is_inexact


def _casts(block: Block) -> bool:
    """Whether floats are cast so in a block, or in a function that it calls."""
    return any(
        _passes(op) if isinstance(op, Op) else any(map(_casts, _bodies(op)))
        for op in walk(block)
    )


def _bodies(op: Operation) -> Iterator[Block]:
    return (function.body for function in functions_of(op))
