"""The adjoint of each operation: what all of them share, and the tables of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.cotangents import Cotangents, note_elements
from srcad.compiler.differentiate.partition import split
from srcad.compiler.differentiate.path_conditions import Missing
from srcad.compiler.differentiate.rules import apply_rule
from srcad.compiler.differentiate.singular import note_selection, singular_arguments
from srcad.compiler.ir.avals import carries_gradient
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import (
    Atom,
    Exit,
    Function,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    used_values,
)
from srcad.compiler.simplify.driver import simplify

Adjoint = Callable[[Op, Cotangents, Builder], None]
# By primitive: of those that cotangents of arrays and lists are threaded through.
STRUCTURAL_ADJOINTS: dict[str, Adjoint] = {}
# By the class of the operation.
_ADJOINTS: dict[type, Callable[..., list[Operation]]] = {}
F = TypeVar("F", bound=Callable[..., Any])


def structural(name: str) -> Callable[[Adjoint], Adjoint]:
    """The function threads cotangents through a primitive."""

    def enter(function: Adjoint) -> Adjoint:
        STRUCTURAL_ADJOINTS[name] = function
        return function

    return enter


def adjoint_of(kind: type) -> Callable[[F], F]:
    """The function appends the adjoint of operations of this class, and gives what
    stands for the operation itself: with what the adjoint needs among its results."""

    def enter(function: F) -> F:
        _ADJOINTS[kind] = function
        return function

    return enter


@dataclass(slots=True)
class Reverse:
    """What the adjoints of one function share.

    ``missing`` are the values that are None where a condition selects a side,
    ``inputs`` those of the function, ``changed`` the arrays and lists that are written
    into, ``floats`` what ``float`` makes of a value in the blocks around, ``singular``
    those at which what is made of them may have an infinite slope. Some are ``asked``
    for whether they are numbers, and some ``selected``: used in some places alone.
    """

    sizes: Sizes
    varied: set[Value]
    # The stage that all of this is part of, for the functions that are called.
    differentiate: Callable[..., Function]
    errors: list[CompileError] = field(default_factory=list)
    missing: Missing = field(default_factory=dict)
    inputs: tuple[Value, ...] = ()
    changed: set[Atom] = field(default_factory=set)
    floats: dict[Atom, Value] = field(default_factory=dict)
    singular: set[Value] = field(default_factory=set)
    asked: set[Value] = field(default_factory=set)
    selected: set[Value] = field(default_factory=set)

    def halves(
        self, function: Function, wrt: tuple[bool, ...], outputs: tuple[bool, ...]
    ) -> tuple[Function, Function]:
        """Differentiate a function that is called, and cut the result in two."""
        function = replace(function, body=simplify(function).body)
        joint = self.differentiate(function, wrt, outputs, self.sizes)
        joint = simplify(joint, inline=True, exact=True)
        whole = replace(function, outputs=len(function.body.results))
        return split(joint, whole, sum(outputs))

    def cotangents(self) -> Cotangents:
        return Cotangents(self.varied)

    def block(
        self, ops: tuple[Operation, ...], cotangents: Cotangents, builder: Builder
    ) -> list[Operation]:
        """Append the adjoints of ``ops`` to ``builder``; gives ``ops`` as they must be.

        Control flow comes back with what its adjoint needs added to its results.
        """
        primal: list[list[Operation]] = []
        note_elements(ops, cotangents)
        made = [op for op in ops if isinstance(op, Op) and op.primitive == "float"]
        around = self.floats
        # Of an operation outside, they are not there where its adjoint is.
        self.floats = {**around, **{op.args[0]: op.result for op in made}}
        for op in reversed(ops):
            builder.origin = op.origin
            try:
                primal.append(_ADJOINTS[type(op)](self, op, cotangents, builder))
            except CompileError as error:
                self._pass_over(op, error, cotangents, builder)
            except ShapeError as error:
                # Of a rule of ours: what it is given does not fit.
                span = span_of_origin(op.origin)
                refused = CompileError(Diagnostic("SRC016", str(error), span))
                self._pass_over(op, refused, cotangents, builder)
        self.floats = around
        return [op for group in reversed(primal) for op in group]

    def _pass_over(
        self,
        op: Operation,
        error: CompileError,
        cotangents: Cotangents,
        builder: Builder,
    ) -> None:
        """Note an error, and go on as if there were a cotangent of each argument, so
        that what stands before is looked at too; ``differentiate`` raises it."""
        self.errors.append(error)
        for atom in used_values(op):
            if cotangents.wants(atom) and carries_gradient(atom.aval):
                cotangents.accumulate(builder, atom, builder.zeros_like(atom))


@adjoint_of(Op)
def _op(
    reverse: Reverse, op: Op, cotangents: Cotangents, builder: Builder
) -> list[Operation]:
    note_selection(op, reverse.asked, reverse.selected)
    if reverse.varied.isdisjoint(op.results):
        return [op]
    if op.primitive in STRUCTURAL_ADJOINTS:
        reverse.singular.update(singular_arguments(op, reverse.singular))
        STRUCTURAL_ADJOINTS[op.primitive](op, cotangents, builder)
        return [op]
    douts = [cotangents.take(result) for result in op.results]
    if all(dout is None for dout in douts):
        return [op]
    wanted = [cotangents.wants(arg) for arg in op.args]
    number = reverse.floats.get(op.results[0])
    chosen = not reverse.singular.isdisjoint(op.results)
    reverse.singular.update(singular_arguments(op, reverse.singular))
    unused = not reverse.asked.isdisjoint(reverse.selected.intersection(op.results))
    parts = apply_rule(builder, op, douts, wanted, number, chosen, unused)
    if parts is None:
        raise CompileError(_no_rule(op))
    for arg, part in zip(op.args, parts, strict=True):
        if op.primitive == "matmul" and isinstance(part, Value):
            _agree(part, arg)
        cotangents.accumulate(builder, arg, part)
    return [op]


def _agree(part: Value, arg: Atom) -> None:
    """What ``x @ y`` sums over is one size, whatever it is called in ``x`` and ``y``;
    neither of them is broadcast along it."""
    shape, own = array_aval(part).shape, array_aval(arg).shape[-2:]
    part.aval = replace(array_aval(part), shape=(*shape[: -len(own)], *own))


@adjoint_of(Opaque)
def _opaque(
    reverse: Reverse, op: Opaque, cotangents: Cotangents, builder: Builder
) -> list[Operation]:
    given = not reverse.varied.isdisjoint(a for a in op.args if isinstance(a, Value))
    if op.refusal is not None and given:
        if op.results and not any(carries_gradient(one.aval) for one in op.results):
            # Whole numbers, which change all the same where the arguments do.
            raise op.refusal.with_traceback(None)
    _refuse_opaque(op, cotangents)
    return [op]


@adjoint_of(Exit)
def _exit(
    reverse: Reverse, op: Exit, cotangents: Cotangents, builder: Builder
) -> list[Operation]:
    return [op]


def _refuse_opaque(op: Opaque, cotangents: Cotangents) -> None:
    if all(cotangents.take(result) is None for result in op.results):
        return
    if op.refusal is not None:
        raise op.refusal.with_traceback(None)
    message = "what Python computes here cannot be differentiated"
    raise CompileError(Diagnostic("SRC014", message, span_of_origin(op.origin)))


def _no_rule(op: Op) -> Diagnostic:
    span = span_of_origin(op.origin)
    name = op.primitive
    help = "write it in other functions, or give the Cell a `bprop`"
    if name == "foreign":
        name = op.attribute("call").label
        help = f"register a rule with `srcad.defbprop({name})`"
    message = f"`{name}` has no derivative rule"
    return Diagnostic("SRC014", message, span, help=help)
