"""The adjoints of ``Loop``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.adjoints import adjoint_of
from srcad.compiler.differentiate.cotangents import (
    Cotangents,
    cotangent_param,
    or_zeros,
)
from srcad.compiler.differentiate.residuals import select_residuals
from srcad.compiler.ir.avals import (
    INT,
    AnyAval,
    Aval,
    SequenceAval,
    UndefinedAval,
    cotangent_aval,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Lit,
    Loop,
    Operation,
    Value,
    free_values,
)
from srcad.compiler.simplify.algebra import simplify_algebra
from srcad.compiler.simplify.branches import follow_attempts, join_branches
from srcad.compiler.simplify.dead import remove_dead

if TYPE_CHECKING:
    from srcad.compiler.differentiate.adjoints import Reverse


_ROUNDS = 4


@dataclass(slots=True)
class _LoopAdjoint:
    """The adjoint of a body, before its residuals are chosen."""

    builder: Builder
    primal: list[Operation]
    carry_params: dict[int, Value]
    captured_params: dict[Value, Value]
    element_params: dict[int, Value]
    produced_params: dict[int, Value]
    carries: dict[int, Atom | None]
    captured: dict[Value, Atom]
    elements: dict[int, Atom | None]


@adjoint_of(Loop)
def reverse_loop(
    reverse: Reverse, op: Loop, cotangents: Cotangents, builder: Builder
) -> list[Operation]:
    """Append the adjoint ``Loop``; gives ``op`` with residuals among its results."""
    douts = [cotangents.take(result) for result in op.results]
    if all(dout is None for dout in douts):
        return [op]
    _refuse_early_exit(reverse, op)
    captured = [v for v in free_values(op.body) if v in reverse.varied]
    active = {k for k in range(op.carries) if douts[k] is not None}
    earlier = {k: cotangents.take(atom) for k, (atom, _) in enumerate(op.sequences)}
    while True:
        adjoint = _adjoint_body(reverse, op, active, captured, douts, earlier, builder)
        grown = active | {k for k, atom in adjoint.carries.items() if atom is not None}
        if grown == active:
            break
        active = grown
    return [_assemble(reverse, op, adjoint, douts, earlier, cotangents, builder)]


def _refuse_early_exit(reverse: Reverse, op: Loop) -> None:
    leaves = op.stop is not None or op.has_exit
    if leaves and any(atom in reverse.varied for atom, _ in op.sequences):
        raise CompileError(
            Diagnostic(
                "SRC015",
                "a loop over a differentiable list is left early",
                span_of_origin(op.origin),
                help="go through all of it, and select with `np.where`",
            )
        )


def _adjoint_body(
    reverse: Reverse,
    op: Loop,
    active: set[int],
    captured: list[Value],
    douts: list[Atom | None],
    earlier: dict[int, Atom | None],
    builder: Builder,
) -> _LoopAdjoint:
    inner = builder.inner()
    local = reverse.cotangents()
    captured_params = {value: cotangent_param(value) for value in captured}
    for value, param in captured_params.items():
        local.replace_written(value, param)
    element_params: dict[int, Value] = {}
    for k, atom in earlier.items():
        if atom is not None:
            param = cotangent_param(op.element_params[k])
            element_params[k] = param
            local.replace_written(op.element_params[k], param)
    carry_params: dict[int, Value] = {}
    for k in sorted(active):
        end, param = op.body.results[k], cotangent_param(op.carry_params[k])
        param.aval = _as_large(param.aval, end.aval)
        carry_params[k] = param
        given = or_zeros(inner, param, end) if _is_new(op, k) else param
        local.accumulate(inner, end, given)
    produced_params: dict[int, Value] = {}
    for k in range(op.carries, len(op.results)):
        if douts[k] is not None:
            end = op.body.results[k]
            primal_end = end if isinstance(end, Value) else None
            param = Value(_element(op.results[k]), primal=primal_end)
            produced_params[k] = param
            local.accumulate(inner, end, param)
    primal = reverse.block(op.body.ops, local, inner)
    inner.origin = op.origin
    return _LoopAdjoint(
        inner,
        primal,
        carry_params,
        captured_params,
        element_params,
        produced_params,
        {k: local.take(p) for k, p in enumerate(op.carry_params)},
        {v: _taken(local, v) for v in captured},
        {k: local.take(p) for k, p in enumerate(op.element_params)},
    )


def _as_large(aval: AnyAval, other: AnyAval) -> AnyAval:
    """``aval`` in the shape of ``other``: what is carried may change its size. The
    cotangent begins an iteration with the shape that it has at the end of this one, and
    leaves the loop with the shape from before it."""
    if not (isinstance(aval, Aval) and isinstance(other, Aval)):
        return aval
    return replace(aval, shape=other.shape) if aval.ndim == other.ndim else aval


def _taken(local: Cotangents, value: Value) -> Atom:
    found = local.take(value)
    assert found is not None
    return found


def _element(sequence: Value) -> AnyAval:
    assert isinstance(sequence.aval, SequenceAval)
    element = sequence.aval.element
    return element if isinstance(element, Aval) else cotangent_aval(element)


def _assemble(
    reverse: Reverse,
    op: Loop,
    adjoint: _LoopAdjoint,
    douts: list[Atom | None],
    earlier: dict[int, Atom | None],
    cotangents: Cotangents,
    builder: Builder,
) -> Loop:
    """Build the adjoint loop, and the loop with the lists that it consumes."""
    inner = adjoint.builder
    touched = [
        v
        for v, param in adjoint.captured_params.items()
        if adjoint.captured[v] is not param
    ]
    carry_ends = _carry_ends(op, adjoint)
    captured_ends = [adjoint.captured[v] for v in touched]
    produced = [k for k, end in adjoint.elements.items() if end is not None]
    results: list[Atom] = [*carry_ends, *captured_ends]
    results.extend(end for end in adjoint.elements.values() if end is not None)
    body = _simpler(remove_dead(inner.block((), results)), adjoint.primal)
    recorded = _record(reverse, op, adjoint.primal, body)
    carries = adjoint.carry_params
    given = [(douts[k], op.results[k]) for k in carries]
    given += [(cotangents.take(value), value) for value in touched]
    starts = [builder.zeros_like(v) if dout is None else dout for dout, v in given]
    params = [*carries.values()]
    params.extend(adjoint.captured_params[v] for v in touched)
    sequences = list(recorded.sequences)
    elements = list(recorded.elements)
    for k, param in adjoint.element_params.items():
        atom = earlier[k]
        assert atom is not None
        sequences.append((atom, not op.sequences[k][1]))
        elements.append(param)
    for k, param in adjoint.produced_params.items():
        dout = douts[k]
        assert dout is not None
        sequences.append((dout, True))
        elements.append(param)
    avals = [_as_large(p.aval, op.starts[k].aval) for k, p in carries.items()]
    avals.extend(p.aval for p in params[len(avals) :])
    out = [Value(a, primal=p.primal) for a, p in zip(avals, params, strict=True)]
    lists = [_list_of_cotangents(op, k) for k in produced]
    head = [recorded.index] if recorded.index is not None else []
    loop = Loop(
        recorded.bounds,
        recorded.reverse,
        tuple(starts),
        tuple(sequences),
        Block((*head, *params, *elements), recorded.body.ops, recorded.body.results),
        (*out, *lists),
        None,
        op.origin,
        builder.phase,
    )
    builder.ops.append(loop)
    _deliver(op, adjoint, touched, produced, loop, cotangents, builder)
    return recorded.loop


def _simpler(body: Block, primal: list[Operation]) -> Block:
    """The adjoint's body, which may need less of what an iteration computes."""
    body = join_branches(follow_attempts(body, primal))
    for _ in range(_ROUNDS):
        body, changed = simplify_algebra(body, primal)
        body = remove_dead(body)
        if not changed:
            break
    return body


def _is_new(op: Loop, k: int) -> bool:
    """Whether a carry is a list that each iteration makes anew, and that is not there
    before the first."""
    start, param = op.starts[k], op.carry_params[k]
    if not isinstance(start.aval, UndefinedAval) or not is_list(param.aval):
        return False
    return param not in free_values(replace(op.body, params=()))


def _carry_ends(op: Loop, adjoint: _LoopAdjoint) -> list[Atom]:
    """The cotangents of what an iteration starts with: zeros where nothing reads it."""
    ends: list[Atom] = []
    for k, cotangent in adjoint.carry_params.items():
        end = adjoint.carries[k]
        if end is None:
            start = op.carry_params[k]
            # Lists of one kind may be of two lengths, and one of two may be None.
            varies = is_list(start.aval) or start.aval.is_optional
            same = op.body.results[k].aval == start.aval and not varies
            if _is_new(op, k):
                end = adjoint.builder.emit("list_of")
            else:
                end = adjoint.builder.zeros_like(cotangent if same else start)
        ends.append(end)
    return ends


def _list_element(op: Loop, k: int) -> AnyAval:
    return cotangent_aval(op.element_params[k].aval)


def _list_of_cotangents(op: Loop, place: int) -> Value:
    source, _ = op.sequences[place]
    primal = source if isinstance(source, Value) else None
    return Value(SequenceAval(_list_element(op, place)), primal=primal)


def _deliver(
    op: Loop,
    adjoint: _LoopAdjoint,
    touched: list[Value],
    produced: list[int],
    loop: Loop,
    cotangents: Cotangents,
    builder: Builder,
) -> None:
    """Hand the results of the adjoint loop to what they are the cotangents of."""
    count = len(adjoint.carry_params)
    # What is captured first: its total holds what was known before the loop. A value
    # may be captured and start a carry as well; then the carry's part is added.
    for value, result in zip(touched, loop.results[count:], strict=False):
        cotangents.replace_written(value, result)
    for k, result in zip(adjoint.carry_params, loop.results, strict=False):
        cotangents.accumulate(builder, op.starts[k], result)
    lists = loop.results[count + len(touched) :]
    for k, result in zip(produced, lists, strict=True):
        atom, backwards = op.sequences[k]
        # The adjoint runs the other way: over a list read forwards, from its end.
        ordered: Atom = result if backwards else builder.emit("reversed", result)
        # Its earlier cotangent went through the adjoint loop already.
        cotangents.accumulate(builder, atom, ordered)


@dataclass(slots=True)
class _Recorded:
    """The forward loop with its lists, and how the adjoint's body reads them.

    ``index`` is the adjoint's, where it runs over ``bounds``.
    """

    loop: Loop
    body: Block
    sequences: list[tuple[Atom, bool]]
    elements: list[Value]
    index: Value | None = None
    bounds: tuple[Atom, Atom, Atom] | None = None
    reverse: bool = False


def _record(
    reverse: Reverse, op: Loop, primal: list[Operation], adjoint: Block
) -> _Recorded:
    """Choose the residuals of an iteration and record them in lists."""
    leaves = op.stop is not None or op.has_exit
    consumed = dict(zip(op.element_params, op.sequences, strict=True))
    selection = select_residuals(
        primal,
        op.body.params,
        adjoint,
        at_hand=lambda v: v in consumed or v is op.index,
        listed=True,
        outputs=op.body.results[op.carries :],
        # Keeping what each iteration reads of it takes more.
        is_there=lambda one: one not in reverse.changed,
    )
    kept = selection.kept
    produced_before = dict(
        zip(op.body.results[op.carries :], op.results[op.carries :], strict=True)
    )
    mapping: dict[Value, Atom] = {}
    sequences: list[tuple[Atom, bool]] = []
    elements: list[Value] = []
    new_results: list[Value] = []
    new_ends: list[Atom] = []
    index: Value | None = None
    for value in kept:
        element = Value(value.aval, value.hint, value.named, source=value)
        mapping[value] = element
        if value in consumed:
            atom, backwards = consumed[value]
            sequences.append((atom, not backwards))
            elements.append(element)
        elif value is op.index and len(kept) == 1 and not leaves:
            index = element
        else:
            produced = produced_before.get(value)
            if produced is None:
                produced = Value(SequenceAval(value.aval))
                new_results.append(produced)
                new_ends.append(value)
            sequences.append((produced, True))
            elements.append(element)
    if not sequences and index is None:
        # Nothing is kept: the range itself, or a list, says how many iterations.
        if op.bounds is not None and not leaves:
            assert op.index is not None
            index = Value(op.index.aval, op.index.hint, op.index.named)
        elif op.sequences:
            atom, backwards = op.sequences[0]
            sequences.append((atom, not backwards))
            elements.append(Value(op.element_params[0].aval, op.element_params[0].hint))
    ends = (*op.body.results, *new_ends)
    whole = Block(op.body.params, tuple(selection.forward), ends)
    loop = replace(op, body=whole, results=(*op.results, *new_results))
    body = substitute(selection.backward, mapping)
    recorded = _Recorded(loop, body, sequences, elements)
    if index is not None:
        recorded.index, recorded.bounds = index, op.bounds
        recorded.reverse = not op.reverse
    elif not sequences:
        _count(recorded)
    return recorded


def _count(recorded: _Recorded) -> None:
    """Nothing of an iteration is recorded: it is enough to know how many there were."""
    loop, body = recorded.loop, recorded.loop.body
    builder = Builder(ops=list(body.ops), origin=loop.origin, phase=loop.phase)
    count, total = Value(INT, "count"), Value(INT, "count")
    end = builder.emit("add", count, Lit(1), hint="count")
    end.named = True
    carries, first = loop.carries, len(body.params) - len(loop.element_params)
    params = (*body.params[:first], count, *body.params[first:])
    ends = (*body.results[:carries], end, *body.results[carries:])
    recorded.loop = replace(
        loop,
        starts=(*loop.starts, Lit(0)),
        body=builder.block(params, ends),
        results=(*loop.results[:carries], total, *loop.results[carries:]),
    )
    recorded.index = Value(INT, "k")
    recorded.bounds = Lit(0), total, Lit(1)
