"""Control flow that carries what it need not: values that never change, lists
read twice the wrong way round, branches that agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.substitution import (
    Substitution,
    replaced,
    substitute,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    bound_values,
    definitions,
    direct_args,
    walk,
    with_body,
)


def simplify_loops(block: Block) -> Block:
    """Simplify every loop and branch in the block, inside and out."""
    return _simplify(block, {}, {}, {})


def _simplify(
    block: Block,
    definitions: dict[Value, Op],
    outer: Substitution,
    around: dict[Atom, Value],
) -> Block:
    definitions, mapping, steady = dict(definitions), dict(outer), dict(around)
    ops: list[Operation] = []
    for op in block.ops:
        op = with_blocks(op, lambda b: _simplify(b, definitions, mapping, steady))
        op = with_args(op, mapping)
        match op:
            case Loop():
                op = _turned(op, definitions)
                op = _without_steady_elements(op, steady)
                op = _appending(op)
                op = _without_constant_carries(op, mapping)
                op = _without_equal_elements(op, definitions)
                op = _without_equal_lists(op, mapping)
                steady.update(_steady_lists(op))
            case If() if not op.catches:
                op = _without_equal_results(op, mapping)
                op = _without_equal_columns(op, mapping)
                op, turned = _without_flags(op, mapping)
                ops.append(op)
                ops.extend(turned)
                continue
            case Op():
                definitions.update(dict.fromkeys(op.results, op))
        ops.append(op)
    results = tuple(replaced(atom, mapping) for atom in block.results)
    return with_body(block, ops, results)


def _turned(op: Loop, definitions: dict[Value, Op]) -> Loop:
    """``for a in reversed(x[::-1])`` is ``for a in x``."""
    sequences: list[tuple[Atom, bool]] = []
    for atom, backwards in op.sequences:
        made = definitions.get(atom) if isinstance(atom, Value) else None
        if made is not None and made.primitive == "reversed":
            sequences.append((made.args[0], not backwards))
        else:
            sequences.append((atom, backwards))
    same = sequences == list(op.sequences)
    return op if same else replace(op, sequences=tuple(sequences))


def _appending(op: Loop) -> Loop:
    """``xs = xs + [x]`` in each iteration is ``xs.append(x)``, which copies nothing."""
    reads = Counter(atom for one in walk(op.body) for atom in direct_args(one))
    reads.update(op.body.results)
    made = definitions(op.body.ops)
    instead: dict[Operation, Op] = {}
    for param, end in zip(op.carry_params, op.body.results, strict=False):
        whole = made.get(end) if isinstance(end, Value) else None
        if whole is None or whole.primitive != "list_plus":
            continue
        left, right = whole.args
        part = made.get(right) if isinstance(right, Value) else None
        if part is None or part.primitive != "list_of" or len(part.args) != 1:
            continue
        if left is param and reads[param] == reads[end] == 1:
            args = (param, part.args[0])
            instead[whole] = replace(whole, primitive="list_append", args=args)
    if not instead:
        return op
    ops = [instead.get(one, one) for one in op.body.ops]
    return replace(op, body=with_body(op.body, ops, op.body.results))


def _without_constant_carries(op: Loop, mapping: Substitution) -> Loop:
    """A carried value that no iteration changes is the value it started with."""
    inside: Substitution = {}
    keep: list[int] = []
    for k, (start, param) in enumerate(zip(op.starts, op.carry_params, strict=True)):
        end = op.body.results[k]
        same = start.aval == param.aval or not isinstance(param.aval, Aval)
        same = same or _close(start, param)
        if (end is param or (end == start and isinstance(end, Value))) and same:
            inside[param] = start
            mapping[op.results[k]] = start
        else:
            keep.append(k)
    return without_carries(op, keep, inside) if inside else op


def without_carries(op: Loop, keep: list[int], inside: Substitution) -> Loop:
    """The loop that carries what is at the places ``keep`` alone; ``inside`` says what
    is read in the place of the others."""
    head = op.body.params[:1] if op.bounds is not None else ()
    params = (*head, *(op.carry_params[k] for k in keep), *op.element_params)
    ends = [op.body.results[k] for k in keep]
    body = Block(params, op.body.ops, (*ends, *op.body.results[op.carries :]))
    moved = with_blocks(
        replace(
            op,
            starts=tuple(op.starts[k] for k in keep),
            body=body,
            results=(*(op.results[k] for k in keep), *op.results[op.carries :]),
        ),
        lambda block: substitute(block, inside),
    )
    assert isinstance(moved, Loop)
    return moved


def _without_equal_lists(op: Loop, mapping: Substitution) -> Loop:
    """What is recorded twice is recorded once."""
    first: dict[Atom, Value] = {}
    keep: list[int] = list(range(op.carries))
    for k in range(op.carries, len(op.results)):
        end = op.body.results[k]
        if end in first:
            mapping[op.results[k]] = first[end]
        else:
            first[end] = op.results[k]
            keep.append(k)
    if len(keep) == len(op.results):
        return op
    body = replace(op.body, results=tuple(op.body.results[k] for k in keep))
    return replace(op, body=body, results=tuple(op.results[k] for k in keep))


def _steady_lists(op: Loop) -> dict[Atom, Value]:
    """Of each list in which every iteration records the same, what that is."""
    bound = bound_values(op.body)
    ends = zip(op.results[op.carries :], op.body.results[op.carries :], strict=True)
    return {
        result: end
        for result, end in ends
        if isinstance(end, Value) and end not in bound
    }


def _without_steady_elements(op: Loop, steady: dict[Atom, Value]) -> Loop:
    """An element of a list of which all are the same is what they are. A list that says
    alone how often the loop runs is still gone through."""
    inside: Substitution = {
        param: steady[atom]
        for (atom, _), param in zip(op.sequences, op.element_params, strict=True)
        if atom in steady
    }
    if not inside:
        return op
    params = [param for param in op.element_params if param not in inside]
    if op.bounds is None and not params:
        params = [op.element_params[0]]
    pairs = zip(op.sequences, op.element_params, strict=True)
    sequences = tuple(sequence for sequence, param in pairs if param in params)
    count = len(op.body.params) - len(op.element_params)
    body = replace(op.body, params=(*op.body.params[:count], *params))
    moved = with_blocks(
        replace(op, sequences=sequences, body=body),
        lambda block: substitute(block, inside),
    )
    assert isinstance(moved, Loop)
    return moved


def _without_equal_elements(op: Loop, definitions: dict[Value, Op]) -> Loop:
    """A list that is read twice in one direction is read once."""
    first: dict[tuple[Atom, bool], Value] = {}
    kept: list[tuple[Atom, bool]] = []
    inside: Substitution = {}
    for sequence, param in zip(op.sequences, op.element_params, strict=True):
        atom, backwards = sequence
        made = definitions.get(atom) if isinstance(atom, Value) else None
        if made is not None and made.primitive == "present":
            atom = made.args[0]
        if (atom, backwards) in first:
            inside[param] = first[atom, backwards]
        else:
            first[atom, backwards] = param
            kept.append(sequence)
    if not inside:
        return op
    params = tuple(param for param in op.body.params if param not in inside)
    body = replace(op.body, params=params)
    moved = with_blocks(
        replace(op, sequences=tuple(kept), body=body),
        lambda block: substitute(block, inside),
    )
    assert isinstance(moved, Loop)
    return moved


def _close(start: Atom, param: Value) -> bool:
    have, want = start.aval, param.aval
    if isinstance(start, Lit) or not isinstance(have, Aval):
        return False
    assert isinstance(want, Aval)
    return have.stands_for(want)


def _without_equal_results(op: If, mapping: Substitution) -> If:
    """A result that both branches give the same is no result of the branch."""
    keep: list[int] = []
    bound = {v for b in (op.then, op.orelse) for o in b.ops for v in o.results}
    for k, (first, second) in enumerate(
        zip(op.then.results, op.orelse.results, strict=True)
    ):
        if first == second and first not in bound and _fits(first, op.results[k]):
            mapping[op.results[k]] = first
        else:
            keep.append(k)
    return _with_results(op, keep)


def _without_equal_columns(op: If, mapping: Substitution) -> If:
    """Of two results that are the same on either path, one is enough."""
    first: dict[tuple[Atom, Atom], Value] = {}
    keep: list[int] = []
    columns = zip(op.then.results, op.orelse.results, op.results, strict=True)
    for k, (one, other, result) in enumerate(columns):
        known = first.setdefault((one, other), result)
        same = known.aval == result.aval
        named = result.named and (known.hint, known.named) != (result.hint, True)
        if known is result or named or not same:
            keep.append(k)
        else:
            mapping[result] = known
    return _with_results(op, keep)


def _with_results(op: If, keep: list[int]) -> If:
    """The branch with some of its results alone."""
    if len(keep) == len(op.results):
        return op
    return replace(
        op,
        then=_narrowed(op.then, keep),
        orelse=_narrowed(op.orelse, keep),
        results=tuple(op.results[k] for k in keep),
    )


def _without_flags(op: If, mapping: Substitution) -> tuple[If, list[Op]]:
    """``flag = True if c else False`` is ``c``, and the other way round ``not c``."""
    aval = op.condition.aval
    if not aval.is_bool or aval.shape:
        return op, []
    keep: list[int] = []
    turned: list[Op] = []
    for k, result in enumerate(op.results):
        ends = op.then.results[k], op.orelse.results[k]
        if result.named or not all(isinstance(e, Lit) and _is_truth(e) for e in ends):
            keep.append(k)
        elif ends == (Lit(True), Lit(False)):
            mapping[result] = op.condition
        elif ends == (Lit(False), Lit(True)):
            given = (op.condition,), ()
            turned.append(Op("not", *given, (result,), op.origin, op.phase))
        else:
            keep.append(k)
    return _with_results(op, keep), turned


def _is_truth(atom: Lit) -> bool:
    return isinstance(atom.value, bool)


def _fits(atom: Atom, result: Value) -> bool:
    if atom.aval == result.aval:
        return True
    return isinstance(result.aval, Aval) and _close(atom, result)


def _narrowed(block: Block, keep: list[int]) -> Block:
    return replace(block, results=tuple(block.results[k] for k in keep))
