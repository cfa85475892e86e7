"""What a loop records for one product after the backward loop, as an array.

    for x in xs:                            for place, x in enumerate(xs):
        kept.append((h, a))                     hs[place] = h
        h = ...                                 kept.append(a)
                                                h = ...
    ...                                     ...
    for h, a in reversed(kept):             for place, a in zip(
        dzs.append(a * dh)                      reversed(range(len(kept))),
        hs.append(h)                =>          reversed(kept),
    dw = np.array(dzs).T @ np.array(hs)     ):
                                                dzs[place] = a * dh
                                            dw = dzs.T @ hs

Where ``h`` is a row of an array that the loop goes through, it is that array, also
where the backward loop reads it again. The list
and the array that is made of it are not there at the same time, and a row takes no
object of Python's: an ODE of four components takes 1.3 times the memory of NumPy by
hand in the place of 2.6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.index import Index, Ref, is_integer
from srcad.compiler.ir.numbers import numbers_of
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    array_aval,
    contexts_of,
    definitions,
    direct_args,
)
from srcad.compiler.simplify.collected import (
    Carried,
    Given,
    carried_lists,
    given_by,
    sizes_among,
)

_ROW = Index((Ref(0),))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The two halves, and what is in the place of what a loop of the backward one
    collects: arrays that are parameters of it; and, in the place of a list of indices,
    the element that is counted instead."""

    forward: Function
    backward: Function
    arrays: Mapping[Atom, Value]


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a loop of the forward half records: the list at ``place`` of its results."""

    loop: Loop
    place: int

    @property
    def value(self) -> Atom:
        """What it records in an iteration."""
        return self.loop.body.results[self.place]


def counted_loops(forward: Function, backward: Function) -> set[Value]:
    """The results of the loops of the backward half whose lists may become arrays: of
    those the forward half knows how often it runs."""
    given = given_by(forward.body, (), {})
    params = backward.body.params
    residuals = forward.body.results[forward.outputs :]
    kept: dict[Atom, Atom] = dict(zip(params, residuals, strict=False))
    found: set[Value] = set()
    for op in backward.body.ops:
        for sequence, backwards in op.sequences if isinstance(op, Loop) else ():
            record = _kept(forward, kept[sequence]) if sequence in kept else None
            if backwards and record is not None and record.loop.bounds is not None:
                if _is_count(record.loop.bounds[1], given):
                    found.update(op.results)
    return found


def record_in_arrays(forward: Function, backward: Function) -> Recorded:
    """The halves with arrays for what is recorded to be multiplied after a loop."""
    found = Recorded(forward, backward, {})
    if backward.splice is not None or backward.recursion is not None:
        return found
    given = given_by(backward.body, numbers_of(forward.body), {})
    for op in backward.body.ops:
        if isinstance(op, Loop):
            found = _of_loop(found, op, given)
    return found


def _of_loop(found: Recorded, op: Loop, given: Given) -> Recorded:
    """The halves with arrays for the lists of one loop of the backward half."""
    counted = op.phase and op.bounds is None and op.stop is None and not op.has_exit
    sources = dict(zip(op.element_params, op.sequences, strict=True))

    def alone(param: Value, readers: list[Op]) -> bool:
        sequence, backwards = sources[param]
        read = given.readers.get(param) == readers
        return backwards and read and given.readers[sequence] == [None]

    left, again = len(op.sequences), False
    for one in carried_lists(op, given) if counted else ():
        if one.backwards and one.value in sources:
            taken = left > 1 and alone(one.value, [one.append])
            new = _with_array(found, op, one, taken)
            found, left = new or found, left - (taken and new is not None)
        elif one.backwards:
            array = _read_again(found, op, one)
            if array is not None:
                arrays = {**found.arrays, op.results[one.k]: array}
                found, again = replace(found, arrays=arrays), True
    # Where the forward half records its index, it is counted instead.
    counts = again or left < len(sources)
    for param, (sequence, backwards) in sources.items():
        if left > 1 and counts and backwards and given.readers[sequence] == [None]:
            counting = _with_index(found, sequence, param)
            if counting is not None:
                return counting
    return found


def _with_index(found: Recorded, sequence: Atom, param: Value) -> Recorded | None:
    """The halves without a list of the index that ``param`` takes the elements of."""
    forward, params = found.forward, list(found.backward.body.params)
    results = list(forward.body.results)
    count = len(results) - forward.outputs
    if not isinstance(sequence, Value) or sequence not in params[:count]:
        return None
    place = params.index(sequence)
    kept = _kept(forward, results[forward.outputs + place])
    if kept is None or kept.value is not kept.loop.index:
        return None
    if results.count(results[forward.outputs + place]) > 1:
        return None
    param.hint = param.hint if param.named else "place"
    del results[forward.outputs + place], params[place]
    body = _exchanged(forward.body, kept.loop, [_without(kept)])
    return _halves(found, body, results, params, {sequence: param})


def _halves(
    found: Recorded,
    body: Block,
    results: list[Atom],
    params: list[Value],
    arrays: Mapping[Atom, Value],
) -> Recorded:
    forward = replace(found.forward, body=replace(body, results=tuple(results)))
    inner = replace(found.backward.body, params=tuple(params))
    backward = replace(found.backward, body=inner, forward=forward)
    return Recorded(forward, backward, {**found.arrays, **arrays})


def _with_array(
    found: Recorded, loop: Loop, one: Carried, taken: bool
) -> Recorded | None:
    """The halves with an array for one list more, in its place where that is ``taken``;
    None where that cannot be."""
    sequences = [atom for atom, _ in loop.sequences]
    param = sequences[loop.element_params.index(one.value)]
    forward, params = found.forward, list(found.backward.body.params)
    results = list(forward.body.results)
    count = len(results) - forward.outputs
    if not isinstance(param, Value) or param not in params[:count]:
        return None
    place = params.index(param)
    list_ = results[forward.outputs + place]
    kept = _kept(forward, list_)
    if kept is None or results.count(list_) > 1:
        return None
    collected = loop.results[one.k]
    array = _gone_through(kept, forward)
    body: Block | None = forward.body
    if taken and array is None:
        body, array = _written(kept, forward, collected.hint)
    elif taken:
        body = _exchanged(forward.body, kept.loop, [_without(kept)])
    if body is None or array is None:
        return None
    if taken:
        del results[forward.outputs + place], params[place]
    if array in results[forward.outputs :]:
        mine = params[results.index(array, forward.outputs) - forward.outputs]
    else:
        mine = Value(array.aval, array.hint, named=array.named)
        place = place if taken else count
        results.insert(forward.outputs + place, array)
        params.insert(place, mine)
    return _halves(found, body, results, params, {collected: mine})


def _kept(forward: Function, list_: Atom) -> _Kept | None:
    """The loop that records a list, where it is known how often it runs."""
    for op in forward.body.ops:
        if isinstance(op, Loop) and list_ in op.results[op.carries :]:
            assert isinstance(list_, Value)
            leaves = op.stop is not None or op.has_exit or contexts_of(op)
            start, _, step = op.bounds or (None, None, None)
            if leaves or op.reverse or (start, step) != (Lit(0), Lit(1)):
                return None
            others = [atom for one in forward.body.ops for atom in direct_args(one)]
            return None if list_ in others else _Kept(op, op.results.index(list_))
    return None


def _gone_through(kept: _Kept, forward: Function) -> Value | None:
    """The array of which each iteration records a row, in order."""
    made, loop = definitions(kept.loop.body.ops), kept.loop
    read = made.get(kept.value) if isinstance(kept.value, Value) else None
    if read is None or not _is_row(read, loop.index):
        return None
    array = read.args[0]
    if array not in forward.body.params or array in numbers_of(forward.body):
        return None
    return array if isinstance(array, Value) and _is_whole(loop, array) else None


def _read_again(found: Recorded, op: Loop, one: Carried) -> Value | None:
    """The array of which each iteration reads a row again, by the index that the
    forward half records, all of them in order."""
    read = definitions(op.body.ops).get(one.value)
    if read is None or len(read.args) != 2 or read.args[1] not in op.element_params:
        return None
    array, index = read.args
    sequence, backwards = op.sequences[op.element_params.index(index)]
    forward, params = found.forward, found.backward.body.params
    if not isinstance(array, Value) or not {array, sequence} <= {*params}:
        return None
    kept = _kept(
        forward, forward.body.results[forward.outputs + params.index(sequence)]
    )
    if kept is None or kept.value is not kept.loop.index or not backwards:
        return None
    return array if _is_row(read, index) and _is_whole(kept.loop, array) else None


def _is_row(read: Op, index: Atom | None) -> bool:
    """Whether an operation reads the row of an array at an index."""
    row = (
        read.primitive == "getitem" and read.attribute("index").entries == _ROW.entries
    )
    return row and read.args[1:] == (index,)


def _is_whole(loop: Loop, array: Value) -> bool:
    """Whether the index of a loop goes over all rows of an array."""
    stop = None if loop.bounds is None else loop.bounds[1].aval
    return isinstance(stop, Aval) and stop.size == array_aval(array).shape[0]


def _without(kept: _Kept) -> Loop:
    """The loop without what it records."""
    loop, place = kept.loop, kept.place
    ends = loop.body.results
    body = replace(loop.body, results=(*ends[:place], *ends[place + 1 :]))
    results = (*loop.results[:place], *loop.results[place + 1 :])
    return replace(loop, body=body, results=results)


def _written(
    kept: _Kept, forward: Function, hint: str
) -> tuple[Block | None, Value | None]:
    """The forward half with a loop that writes an array, and this."""
    loop, value = kept.loop, kept.value
    given = given_by(forward.body, (), {})
    given.scope.extend(forward.body.params)
    for op in forward.body.ops[: forward.body.ops.index(loop)]:
        given.scope.extend(op.results)
    aval, made = value.aval, definitions(loop.body.ops)
    if not isinstance(value, Value) or not isinstance(aval, Aval):
        return None, None
    here = value in made or value in loop.body.params
    if not here or value in given.numbers:
        return None, None
    assert loop.bounds is not None
    assert loop.index is not None
    if not loop.index.named:
        loop.index.hint = "place"
    builder = Builder(phase=loop.phase, origin=loop.origin)
    sizes, count = sizes_among(builder, aval, given), loop.bounds[1]
    if sizes is None or not _is_count(count, given):
        return None, None
    shape = builder.emit("make_shape", count, *sizes)
    start = builder.full(shape, Lit(0), aval.dtype, aval.tensor)
    param, end, result = (Value(start.aval, hint, named=True) for _ in range(3))
    write = Op(
        "setitem",
        (param, value, loop.index),
        (("index", _ROW),),
        (end,),
        loop.origin,
        loop.phase,
    )
    ops = list(loop.body.ops)
    ops.insert(ops.index(made[value]) + 1 if value in made else 0, write)
    loop = _without(kept)
    cut, ends, results = loop.carries, loop.body.results, loop.results
    head = loop.body.params[: 1 + cut]
    body = Block(
        (*head, param, *loop.element_params),
        tuple(ops),
        (*ends[:cut], end, *ends[cut:]),
    )
    loop = replace(
        loop,
        starts=(*loop.starts, start),
        body=body,
        results=(*results[:cut], result, *results[cut:]),
    )
    return _exchanged(forward.body, kept.loop, [*builder.ops, loop]), result


def _is_count(atom: Atom, given: Given) -> bool:
    """Whether a number of iterations is never less than 0."""
    if isinstance(atom, Lit):
        return is_integer(atom.value) and atom.value >= 0
    made = given.made.get(atom)
    return made is not None and made.primitive in ("size_of", "list_len")


def _exchanged(block: Block, old: Loop, new: Sequence[Operation]) -> Block:
    place = block.ops.index(old)
    return replace(block, ops=(*block.ops[:place], *new, *block.ops[place + 1 :]))
