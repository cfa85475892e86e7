"""Reverse mode: a function of the IR in, the same function with its vjp out.

The result computes the outputs first (phase 0), then, from their cotangents, those of
the inputs (phase 1). It is again a function of the IR, so the same pass applies to it.
``reverse_control`` has the adjoints of ``If`` and ``Loop``, ``reverse_calls`` that of
``Call``, ``rules`` those of the primitives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from srcad.compiler.activity import varied_values
from srcad.compiler.avals import ResidualsAval, carries_gradient, cotangent_aval
from srcad.compiler.builder import Builder
from srcad.compiler.correlation import Missing, missing_values
from srcad.compiler.cotangents import Cotangents
from srcad.compiler.diagnostics import CompileError, Diagnostic, merged
from srcad.compiler.index import Index
from srcad.compiler.ir import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    clone,
    span_of_origin,
    used_values,
    with_blocks,
)
from srcad.compiler.partition import split
from srcad.compiler.reverse_calls import reverse_call
from srcad.compiler.reverse_control import reverse_if, reverse_loop
from srcad.compiler.reverse_lists import LIST_ADJOINTS, note_elements
from srcad.compiler.reverse_recursion import RESIDUALS_ADJOINTS, collected
from srcad.compiler.rules.apply import apply_rule
from srcad.compiler.rules.registry import STRUCTURAL
from srcad.compiler.shapes import Sizes
from srcad.compiler.simplify.driver import simplify


@dataclass(slots=True)
class Reverse:
    """What the adjoints of one function share.

    ``missing`` are the values that are None where a condition selects a side.
    """

    sizes: Sizes
    varied: set[Value]
    errors: list[CompileError] = field(default_factory=list)
    missing: Missing = field(default_factory=dict)

    def halves(
        self, function: Function, wrt: tuple[bool, ...], outputs: tuple[bool, ...]
    ) -> tuple[Function, Function]:
        """Differentiate a function that is called, and cut the result in two."""
        joint = differentiate(function, wrt, outputs, self.sizes)
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
        for op in reversed(ops):
            builder.origin = op.origin
            try:
                primal.append(self._adjoint(op, cotangents, builder))
            except CompileError as error:
                self._pass_over(op, error, cotangents, builder)
        return [op for group in reversed(primal) for op in group]

    def _adjoint(
        self, op: Operation, cotangents: Cotangents, builder: Builder
    ) -> list[Operation]:
        match op:
            case Op():
                self._op(op, cotangents, builder)
            case If():
                return [reverse_if(self, op, cotangents, builder)]
            case Loop():
                return [reverse_loop(self, op, cotangents, builder)]
            case Call():
                return reverse_call(self, op, cotangents, builder)
            case Opaque():
                _refuse_opaque(op, cotangents)
        return [op]

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

    def _op(self, op: Op, cotangents: Cotangents, builder: Builder) -> None:
        if op.result not in self.varied:
            return
        if op.primitive in STRUCTURAL:
            STRUCTURAL_ADJOINTS[op.primitive](op, cotangents, builder)
            return
        dout = cotangents.take(op.result)
        if dout is None:
            return
        wanted = [cotangents.wants(arg) for arg in op.args]
        parts = apply_rule(builder, op, dout, wanted)
        if parts is None:
            raise CompileError(_no_rule(op))
        for arg, part in zip(op.args, parts, strict=True):
            cotangents.accumulate(builder, arg, part)


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


Adjoint = Callable[[Op, Cotangents, Builder], None]
STRUCTURAL_ADJOINTS: dict[str, Adjoint] = LIST_ADJOINTS | RESIDUALS_ADJOINTS


def _adjoint(name: str) -> Callable[[Adjoint], Adjoint]:
    def register(function: Adjoint) -> Adjoint:
        STRUCTURAL_ADJOINTS[name] = function
        return function

    return register


@_adjoint("getitem")
def _getitem(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x[i]``: ``dx[i] += dy``, into the one cotangent of ``x``."""
    dout = cotangents.take(op.result)
    array, *rest = op.args
    if dout is None or not cotangents.wants(array):
        return
    assert isinstance(array, Value)
    index: Index = op.attribute("index")
    if not array_aval(array).shape and not rest:
        # All that there is, with new axes at most: dx += dy.
        only = Index((0,) * array_aval(op.result).ndim, True)
        part = builder.getitem(dout, only) if only.entries else dout
        cotangents.accumulate(builder, array, part)
        return
    whole = cotangents.take(array)
    if whole is None:
        whole = builder.zeros_like(array)
    if isinstance(whole, Lit):
        whole = builder.zeros_like(array)
    total = builder.emit("add_at", whole, dout, *rest, index=index)
    total.primal = array
    cotangents.replace_written(array, total)


@_adjoint("setitem")
def _setitem(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x; y[i] = v``: ``dv = dy[i]``, then ``dx = dy; dx[i] = 0``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    array, value, *rest = op.args
    index: Index = op.attribute("index")
    if cotangents.wants(value):
        part: Atom = builder.getitem(dout, index, *rest)
        if index.repeats(tuple(rest)):
            part = _last_writes(op, part, builder)
        cotangents.accumulate(builder, value, part)
    if cotangents.wants(array):
        cleared = builder.emit("setitem", dout, Lit(0), *rest, index=index)
        cotangents.accumulate(builder, array, cleared)


def _last_writes(op: Op, part: Atom, builder: Builder) -> Atom:
    """Where an index names one place several times, the last write is the one that
    stays: the others have no cotangent."""
    array, _, *rest = op.args
    index: Index = op.attribute("index")
    shape = builder.shape(part)
    count = builder.emit("prod_of", shape)
    numbers = builder.emit("arange", count, dtype="int64", tensor=False)
    numbers = builder.emit("reshape", numbers, shape)
    owner: Atom = builder.full(builder.shape(array), Lit(0), "int64")
    owner = builder.emit("setitem", owner, numbers, *rest, index=index)
    kept = builder.emit("equal", builder.getitem(owner, index, *rest), numbers)
    return builder.emit("multiply", part, kept)


@_adjoint("add_at")
def _add_at(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x; y[i] += v``: ``dv = dy[i]``, ``dx = dy``."""
    dout = cotangents.take(op.result)
    if dout is None:
        return
    array, value, *rest = op.args
    if cotangents.wants(value):
        part = builder.getitem(dout, op.attribute("index"), *rest)
        cotangents.accumulate(builder, value, part)
    cotangents.accumulate(builder, array, dout)


@_adjoint("copy")
@_adjoint("present")
def _same(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """``y = x``: ``dx = dy``."""
    cotangents.accumulate(builder, op.args[0], cotangents.take(op.result))


@_adjoint("reversed")
def _reversed(op: Op, cotangents: Cotangents, builder: Builder) -> None:
    """A list read from its end: its cotangents, likewise."""
    dout = cotangents.take(op.result)
    if dout is not None:
        cotangents.accumulate(builder, op.args[0], builder.emit("reversed", dout))


def differentiate(
    function: Function,
    wrt: tuple[bool, ...],
    outputs: tuple[bool, ...] | None = None,
    sizes: Sizes | None = None,
) -> Function:
    """The function and its vjp as one function.

    ``wrt`` says for each parameter whether its cotangent is wanted; ``outputs`` for
    which results there is one (by default every floating one). The new parameters are
    the old ones, then those cotangents; the new results the old ones, then the
    cotangents wanted.
    """
    sizes = sizes or Sizes({})
    body = clone(_phase_zero(function.body), {})
    if outputs is None:
        outputs = tuple(carries_gradient(atom.aval) for atom in body.results)
    inputs = {p for p, flag in zip(body.params, wrt, strict=True) if flag}
    varied = varied_values(body, inputs)
    reverse = Reverse(sizes, varied, missing=missing_values(body))
    cotangents = reverse.cotangents()
    builder = Builder(sizes, phase=1)
    douts: list[Value] = []
    several = sum(outputs) > 1
    for place, (atom, flag) in enumerate(zip(body.results, outputs, strict=True)):
        if not flag:
            continue
        dout = Value(cotangent_aval(atom.aval), _dout_hint(atom, place, several), True)
        if isinstance(atom, Value) and several:
            dout.primal, dout.named = atom, False
        douts.append(dout)
        cotangents.accumulate(builder, atom, dout)
    primal = reverse.block(body.ops, cotangents, builder)
    if reverse.errors:
        raise merged(reverse.errors[::-1])
    builder.origin = None
    results: list[Atom] = []
    for param, flag in zip(body.params, wrt, strict=True):
        if flag:
            found = cotangents.take(param)
            if isinstance(param.aval, ResidualsAval):
                found = collected(builder, param, cotangents)
            results.append(builder.zeros_like(param) if found is None else found)
    block = Block(
        (*body.params, *douts),
        (*primal, *builder.ops),
        (*body.results, *results),
    )
    return replace(
        function, body=block, outputs=len(block.results), rule=None, cache={}
    )


def _dout_hint(atom: Atom, place: int, several: bool) -> str:
    if not several:
        return "dout"
    hint = atom.hint if isinstance(atom, Value) else ""
    return f"d{hint}" if hint else f"dout_{place}"


def _phase_zero(block: Block) -> Block:
    """The block with every operation counted as primal."""
    ops = tuple(
        replace(with_blocks(op, _phase_zero), phase=0)
        if op.phase
        else with_blocks(op, _phase_zero)
        for op in block.ops
    )
    return replace(block, ops=ops)
