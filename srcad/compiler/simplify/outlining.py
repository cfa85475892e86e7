"""Equal code once: a function of the user's that is called often is one of the module.

The evaluation puts the body of a helper in the place of each call. Where one of them
has left the same operations at several places, these become a function of the IR,
and each place a call of it:

    h = tanh(x * u); y = h * h + h        y = helper(x, u)
    k = tanh(y * v); z = k * k + k   is   z = helper(y, v)
    l = tanh(z * w); ...                  ...

What is short, or stands there just once or twice, reads better where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Any

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.cloning import clone
from srcad.compiler.ir.costs import is_cheap
from srcad.compiler.ir.origins import Activation, Origin, bare_name
from srcad.compiler.ir.printer import likeness
from srcad.compiler.ir.sharing import is_write
from srcad.compiler.ir.substitution import with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    blocks_of,
    bound_values,
    contexts_of,
    free_values,
    operations,
    used_values,
    walk,
    with_body,
)

# Called as often as this, of as many operations, with as many left out.
_CALLS, _SIZE, _SAVED = 3, 4, 10


def outline(function: Function) -> Function:
    """The function, in which equal code of one helper is a function that is called.

    So it is in the functions that are called there.
    """
    return _Outlining()(function)


class _Outlining:
    """Functions as they are and as they become."""

    def __init__(self) -> None:
        self.done: dict[Function, Function] = {}

    def __call__(self, function: Function) -> Function:
        if function not in self.done:
            body = self._apart(self._called(function.body))
            same = body is function.body
            new = function if same else replace(function, body=body)
            self.done[function] = self.done[new] = new
        return self.done[function]

    def _called(self, block: Block) -> Block:
        """The block with what it calls outlined."""
        ops: list[Operation] = []
        for op in block.ops:
            op = with_blocks(op, self._called)
            if isinstance(op, Call) and op.function.is_plain:
                function = self(op.function)
                if function is not op.function:
                    op = replace(op, function=function)
            ops.append(op)
        return with_body(block, ops, block.results)

    def _apart(self, block: Block) -> Block:
        """The block with calls in the place of equal code."""
        chains = [_chain(op) for op in walk(block)]
        found = list(_places(block, _common(chains)))
        likely = Counter(place.outline for place in _all(found))
        runs = Counter(place.activation for place in _all(found))
        keys = {
            place: place.key()
            for place in _all(found)
            if likely[place.outline] >= _CALLS
            and runs[place.activation] == 1
            and place.is_apart()
        }
        counts = Counter(keys.values())
        chosen: dict[Any, list[_Place]] = {}
        for place in _chosen(found, keys, counts):
            chosen.setdefault(keys[place], []).append(place)
        calls: dict[int, tuple[_Place, Call]] = {}
        for places in chosen.values():
            if _is_worth(len(places), places[0].size):
                calls.update(_outlined(places, self))
        return _calling(block, calls) if calls else block


def _is_worth(count: int, size: int) -> bool:
    return count >= _CALLS and size >= _SIZE and (count - 1) * size >= _SAVED


def _chain(op: Operation) -> tuple[Activation, ...]:
    """The calls that an operation was made in, from the outermost on."""
    if op.origin is None or op.origin.activation is None:
        return ()
    return op.origin.activation.chain()


def _common(chains: list[tuple[Activation, ...]]) -> int:
    """How many calls all of some operations were made in."""
    levels = zip(*chains, strict=False)
    return sum(1 for _ in takewhile(lambda level: len(set(level)) == 1, levels))


@dataclass(slots=True, eq=False)
class _Place:
    """What one call of a helper has left in a block, and the same of calls in that.

    ``live`` are the places of what is read behind it among the values that it binds.
    ``repeated`` says that it stands in a loop.
    """

    activation: Activation
    block: Block
    live: frozenset[int]
    size: int
    repeated: bool
    inner: list[_Place]

    @property
    def outline(self) -> tuple[str, int]:
        return self.activation.label, len(self.block.ops)

    @property
    def bound(self) -> list[Value]:
        return list(bound_values(Block((), self.block.ops, ())))

    def is_apart(self) -> bool:
        """Whether it could be a function: arrays and numbers go in and come out, and it
        does nothing besides."""
        bound = self.bound
        values = (*self.block.params, *(bound[k] for k in self.live))
        return (
            bool(self.live)
            and all(isinstance(value.aval, Aval) for value in values)
            and not (self.repeated and _is_of_numbers(self.block))
            and not any(isinstance(op, Exit) for op in self.block.ops)
            and not any(_has_surroundings(op) for op in walk(self.block))
            and not any(
                is_write(op) and op.args[0] in self.block.params
                for op in operations(self.block, Op)
            )
        )

    def key(self) -> Any:
        """What is equal of two places that may be calls of one function."""
        plain = _without_hints(self.block)
        return likeness(Function(self.activation.label, plain, 0))


def _is_of_numbers(block: Block) -> bool:
    """Whether a call would cost about as much as what is computed."""
    values = (*block.params, *(value for op in walk(block) for value in op.results))
    return all(value.aval.is_scalar for value in values)


def _has_surroundings(op: Operation) -> bool:
    """Whether an operation means something where it stands, and elsewhere another."""
    return (
        isinstance(op, Opaque)
        or (isinstance(op, If) and bool(op.catches))
        or bool(contexts_of(op))
    )


def _without_hints(block: Block) -> Block:
    new = clone(block, {})
    for value in (*new.params, *(v for op in walk(new) for v in op.results)):
        value.hint, value.named = "", False
    for op in walk(new):
        for inner in blocks_of(op):
            for value in inner.params:
                value.hint, value.named = "", False
    return new


def _places(block: Block, depth: int, repeated: bool = False) -> Iterator[_Place]:
    """The calls, of which the operations of a block were made at this depth."""
    read_by = _readers(block)
    begin = 0
    for activation, run in groupby(block.ops, lambda op: _at(op, depth)):
        ops = tuple(run)
        end = begin + len(ops)
        if activation is not None:
            live = _live(ops, range(begin, end), read_by)
            yield _place(activation, ops, live, depth, repeated)
        else:
            for op in ops:
                again = repeated or isinstance(op, Loop)
                for inner in _whole_blocks(op):
                    yield from _places(inner, depth, again)
        begin = end


def _live(
    ops: tuple[Operation, ...], rows: range, read_by: dict[Atom, list[int]]
) -> frozenset[int]:
    """Which of the values that operations bind are read elsewhere."""
    return frozenset(
        place
        for place, value in enumerate(bound_values(Block((), ops, ())))
        if any(row not in rows for row in read_by.get(value, ()))
    )


def _place(
    activation: Activation,
    ops: tuple[Operation, ...],
    live: frozenset[int],
    depth: int,
    repeated: bool,
) -> _Place:
    plain = Block((), ops, ())
    block = replace(plain, params=tuple(free_values(plain)))
    read = tuple(v for k, v in enumerate(bound_values(plain)) if k in live)
    inner = list(_places(replace(plain, results=read), depth + 1, repeated))
    size = sum(1 for op in walk(block) if not isinstance(op, Op) or not is_cheap(op))
    return _Place(activation, block, live, size, repeated, inner)


def _at(op: Operation, depth: int) -> Activation | None:
    chain = _chain(op)
    return chain[depth] if depth < len(chain) else None


def _readers(block: Block) -> dict[Atom, list[int]]:
    """Which operations of a block read a value; one behind the last is its results."""
    readers: dict[Atom, list[int]] = {}
    for row, op in enumerate(block.ops):
        for value in used_values(op):
            readers.setdefault(value, []).append(row)
    for atom in block.results:
        readers.setdefault(atom, []).append(len(block.ops))
    return readers


def _whole_blocks(op: Operation) -> tuple[Block, ...]:
    """The blocks that an operation holds; what ends a loop is read behind its body.

    There is nothing to be put elsewhere in an attempt.
    """
    if isinstance(op, If) and op.catches:
        return ()
    if isinstance(op, Loop) and op.stop is not None:
        return (replace(op.body, results=(*op.body.results, op.stop)),)
    return blocks_of(op)


def _all(places: list[_Place]) -> Iterator[_Place]:
    for place in places:
        yield place
        yield from _all(place.inner)


def _chosen(
    places: list[_Place], keys: dict[_Place, Any], counts: Counter[Any]
) -> Iterator[_Place]:
    """The outermost of those that are worth it."""
    for place in places:
        key = keys.get(place)
        if key is not None and _is_worth(counts[key], place.size):
            yield place
        else:
            yield from _chosen(place.inner, keys, counts)


def _outlined(
    places: list[_Place], outlined: _Outlining
) -> dict[int, tuple[_Place, Call]]:
    """The call in each place, by the operation that it begins with."""
    first = places[0]
    live = _results(places)
    names = [_name(places, k) for k in range(len(first.block.params))]
    own = list(first.activation.arguments.values())
    order = sorted(
        range(len(names)),
        key=lambda k: own.index(names[k]) if names[k] in own else len(own),
    )
    bound = first.bound
    params = tuple(first.block.params[k] for k in order)
    whole = Block(params, first.block.ops, tuple(bound[k] for k in live))
    body = _told_inside(clone(whole, {}), first.activation)
    for param, k in zip(body.params, order, strict=True):
        param.hint, param.named = names[k], True
    activation = first.activation
    name, label = activation.name, activation.label
    function = outlined(Function(name, body, len(live), label=label))
    calls = {}
    for place in places:
        args = tuple(place.block.params[k] for k in order)
        results = tuple(place.bound[k] for k in live)
        site = place.activation.site
        _name_results(place, results)
        call = Call(function, args, results, site, label=name)
        calls[id(place.block.ops[0])] = place, call
    return calls


def _results(places: list[_Place]) -> list[int]:
    """The places of what the function gives: what is returned first, in its order."""
    live = frozenset().union(*(place.live for place in places))
    bound, returned = places[0].bound, places[0].activation.returned
    last = len(returned)
    return sorted(
        live,
        key=lambda k: (returned.index(bound[k]) if bound[k] in returned else last, k),
    )


def _name_results(place: _Place, results: tuple[Value, ...]) -> None:
    """``a, b = helper(x)``: so they are called, whatever the helper calls them."""
    words, returned = place.activation.targets, place.activation.returned
    for value in results:
        if value in returned and len(words) == len(returned):
            word = words[returned.index(value)]
            value.named = bool(word.strip("_"))
            value.hint = bare_name(word) if value.named else ""


def _name(places: list[_Place], k: int) -> str:
    """What the helper calls what goes in there."""
    for place in places:
        value = place.block.params[k]
        if value in place.activation.arguments:
            return place.activation.arguments[value]
    return places[0].block.params[k].hint


def _told_inside(block: Block, activation: Activation) -> Block:
    """The block as the function itself tells it, not as its caller does."""
    ops = []
    for op in block.ops:
        op = with_blocks(op, lambda inner: _told_inside(inner, activation))
        told = _own_origin(op.origin, activation)
        if told is not op.origin:
            op = replace(op, origin=told)
            for value in op.results:
                # The name is the caller's.
                value.hint, value.named = "", False
        ops.append(op)
    return replace(block, ops=tuple(ops))


def _own_origin(origin: Origin | None, activation: Activation) -> Origin | None:
    if origin is None or origin.inside is None or origin.activation is None:
        return origin
    told = origin.activation.told
    if told is not None and activation in told.chain():
        return origin
    return origin.inside


def _calling(block: Block, calls: dict[int, tuple[_Place, Call]]) -> Block:
    """The block with calls in the place of what they do."""
    ops: list[Operation] = []
    left = 0
    for op in block.ops:
        if left:
            left -= 1
        elif id(op) in calls:
            place, call = calls[id(op)]
            ops.append(call)
            left = len(place.block.ops) - 1
        else:
            ops.append(with_blocks(op, lambda inner: _calling(inner, calls)))
    return replace(block, ops=tuple(ops))
