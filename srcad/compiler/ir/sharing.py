"""Which values may share their storage, as arrays and as lists."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType

from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
)
from srcad.compiler.ir.index import Index, Ref, reads_view
from srcad.compiler.ir.lists import GIVES_LIST
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
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
    blocks_of,
    free_values,
    walk,
)

_NOWHERE: frozenset[Value] = frozenset()
_NO_LISTS: Mapping[int, Value] = MappingProxyType({})
_NOTHING: Mapping[tuple[int, int], bool] = MappingProxyType({})


class Aliases:
    """Where the storage of each value may have been made.

    The origins of a value are the operations (or parameters) that may have made its
    storage; two values may share storage where they have an origin in common. What
    an earlier iteration of a loop made is another origin than what this one makes.
    A broadcast view is an origin too, of itself and of what is a view of it.

    A reshape of elements that do not lie side by side copies, as a rule. It shares no
    storage where ``copying``.
    """

    def __init__(self, block: Block, copying: bool = False) -> None:
        ops = list(walk(block))
        self._made = {
            result
            for op in ops
            if isinstance(op, Op)
            for result in op.results
            if _makes(op, result)
        }
        self._apart = {op.results[0] for op in ops if copying and _lies_apart(op)}
        self._earlier: dict[tuple[Value, int], Value] = {}
        self._origins: dict[Value, frozenset[Value]] = {}
        # The same for lists themselves; the origins of a list are its elements'.
        self._lists: dict[Value, frozenset[Value]] = {}
        # And for the lists that are inside of a list.
        self._contents: dict[Value, frozenset[Value]] = {}
        self._changed = False
        self._enter(block)
        # Only the next iteration of a loop reads what comes later.
        while self._changed and any(isinstance(op, Loop) for op in ops):
            self._changed = False
            self._enter(block)
        self._members: dict[Value, list[Value]] = {}
        for value, origins in self._origins.items():
            for origin in origins:
                self._members.setdefault(origin, []).append(value)
        # Lists, in their order, by what they, or what is inside of them, may be.
        self._holders: dict[Value, dict[int, Value]] = {}
        for k, value in enumerate({**self._lists, **self._contents}):
            for origin in self.lists(value) | self.contents(value):
                self._holders.setdefault(origin, {})[k] = value

    def origins(self, value: Value) -> frozenset[Value]:
        return self._origins.get(value, frozenset((value,)))

    def is_made(self, value: Value) -> bool:
        """Whether the storage of an array is new, and made by an operation here."""
        earlier = {marker: origin for (origin, _), marker in self._earlier.items()}
        origins = {earlier.get(one, one) for one in self.origins(value)}
        return bool(origins) and origins <= self._made

    def lists(self, value: Value) -> frozenset[Value]:
        return self._lists.get(value, frozenset((value,)))

    def contents(self, value: Value) -> frozenset[Value]:
        unknown = frozenset((value,)) if _holds_lists(value.aval) else frozenset()
        return self._contents.get(value, unknown)

    def overlap(self, first: Value, second: Value) -> bool:
        """Whether the two may share storage."""
        return bool(self.origins(first) & self.origins(second))

    def may_be(self, first: Value, second: Value) -> bool:
        """Whether one of the two may be the other, or a part of it."""
        if is_list(first.aval) and is_list(second.aval):
            one, other = (self.lists(v) | self.contents(v) for v in (first, second))
            return bool(one & other)
        return has_storage(first.aval) and self.overlap(first, second)

    def spoils(self, written: Value, other: Value) -> bool:
        """Whether a write that gave ``written`` may change ``other``."""
        if is_list(written.aval):
            seen = self.lists(other) | self.contents(other)
            return is_list(other.aval) and bool(self.lists(written) & seen)
        return self.overlap(written, other)

    def members(self, value: Value) -> list[Value]:
        """The values that a write to this one may change, itself included."""
        if is_list(value.aval):
            lists, holders = self.lists(value), dict[int, Value]()
            for one in lists:
                holders.update(self._holders.get(one, _NO_LISTS))
            own = (one for one in (value, *lists) if self.spoils(value, one))
            return list(dict.fromkeys((*own, *(holders[k] for k in sorted(holders)))))
        found = {
            other: None
            for origin in sorted(self.origins(value), key=id)
            for other in (origin, *self._members.get(origin, ()))
        }
        return list(found)

    def _flow(self, target: Value, *sources: Atom) -> None:
        """The storage of ``target`` may be that of any of ``sources``."""
        if is_list(target.aval):
            self._flow_list(target, *sources)
            self._flow_contents(target, *sources)
        self._flow_elements(target, *sources)

    def _flow_list(self, target: Value, *sources: Atom) -> None:
        known = self._lists.get(target, frozenset())
        lists = [s for s in sources if isinstance(s, Value) and is_list(s.aval)]
        self._set_lists(target, known.union(*map(self.lists, lists)))

    def _flow_contents(self, target: Value, *sources: Atom) -> None:
        """What is inside of lists is inside of ``target``; so are lists that are put
        into it."""
        if not _holds_lists(target.aval):
            return
        found = self._contents.get(target, frozenset())
        for source in sources:
            if isinstance(source, Value) and is_list(source.aval):
                found |= self.contents(source)
                if depth(source.aval) < depth(target.aval):
                    found |= self.lists(source)
        if found != self._contents.get(target):
            self._contents[target] = found
            self._changed = True

    def _flow_from(self, target: Value, source: Atom) -> None:
        """``target`` is read from a list; it is a list itself."""
        if is_list(target.aval) and isinstance(source, Value):
            found = self._lists.get(target, frozenset()) | self.contents(source)
            self._set_lists(target, found)
            self._flow_contents(target, source)

    def _set_lists(self, target: Value, found: frozenset[Value]) -> None:
        if found != self._lists.get(target, frozenset()):
            self._lists[target] = found
            self._changed = True

    def _flow_elements(self, target: Value, *sources: Atom) -> None:
        """What is inside of ``target``, or is it, may be that of ``sources``."""
        if not has_storage(target.aval):
            return
        found: set[Value] = set()
        for source in sources:
            if isinstance(source, Value) and has_storage(source.aval):
                found.update(self._origins.get(source, (source,)))
        self._add(target, found)

    def _add(self, target: Value, origins: Set[Value]) -> None:
        known = self._origins.get(target, _NOWHERE)
        if not origins <= known:
            self._origins[target] = known.union(origins)
            self._changed = True

    def _enter(self, block: Block) -> None:
        for op in block.ops:
            if isinstance(op, Loop):
                for k, param in enumerate(op.carry_params):
                    self._flow(param, op.starts[k])
                for param, (atom, _) in zip(
                    op.element_params, op.sequences, strict=True
                ):
                    self._flow(param, atom)
                    self._flow_from(param, atom)
            for inner in blocks_of(op):
                self._enter(inner)
            self._enter_op(op)

    def _carry(self, op: Loop, k: int, end: Atom) -> None:
        """What the next iteration starts with is what an earlier one made."""
        param = op.carry_params[k]
        if not isinstance(end, Value):
            return
        if is_list(param.aval):
            found = self._lists.get(param, frozenset())
            found |= self.of_earlier(op, self.lists(end))
            self._set_lists(param, found)
        if _holds_lists(param.aval):
            inside = self.of_earlier(op, self.contents(end))
            if not inside <= self.contents(param):
                self._contents[param] = self.contents(param) | inside
                self._changed = True
        if has_storage(param.aval):
            self._add(param, self.of_earlier(op, self.origins(end)))

    def of_earlier(self, op: Loop, origins: frozenset[Value]) -> frozenset[Value]:
        """The origins, as the iterations after this one see them."""
        inside = {v for part in walk(op.body) for v in part.results}
        return frozenset(
            self._earlier.setdefault((origin, id(op)), Value(origin.aval))
            if origin in inside and not _is_broadcast(op.body, origin)
            else origin
            for origin in origins
        )

    def _enter_op(self, op: Operation) -> None:
        match op:
            case Op() if op.primitive in _HOLDING or (
                op.primitive == "copy" and is_list(op.result.aval)
            ):
                # A new list, of the same elements; what is put into one joins them.
                for result in op.results:
                    self._flow_elements(result, *op.args)
                    self._flow_contents(result, *op.args)
                    if op.primitive == "list_get" or result is not op.results[-1]:
                        self._flow_from(result, op.args[0])
                    elif is_write(op):
                        self._flow_list(result, op.args[0])
            case Op() if op.primitive == "reshape" and op.args[0] in self._apart:
                pass
            case Op() if shares_storage(op):
                held = op.args if op.primitive == "residuals" else op.args[:1]
                self._flow(op.result, *held)
                if is_broadcast_view(op):
                    self._add(op.result, frozenset((op.result,)))
            case If():
                for block in (op.then, op.orelse):
                    for atom, result in zip(block.results, op.results, strict=True):
                        self._flow(result, atom)
            case Loop():
                carries = op.carries
                for k, end in enumerate(op.body.results):
                    if k < carries:
                        self._carry(op, k, end)
                        start = () if _runs(op) else (op.starts[k],)
                        self._flow(op.results[k], *start, end)
                    else:
                        self._flow_elements(op.results[k], end)
                        self._flow_contents(op.results[k], end)
                        # The lists of one loop are one variable when printed.
                        self._flow_list(op.results[k], op.results[carries])
            case Call() | Opaque():
                passed = passed_on(op.function) if isinstance(op, Call) else None
                for k, result in enumerate(op.results):
                    # Its own storage, or that of an argument.
                    self._origins.setdefault(result, frozenset((result,)))
                    given = [
                        arg
                        for place, arg in enumerate(op.args)
                        if passed is None or (k, place) in passed
                    ]
                    self._flow(result, *given)
                for k, other in results_together(op) if isinstance(op, Call) else ():
                    self._flow(op.results[k], op.results[other])
                    self._flow(op.results[other], op.results[k])


def _makes(op: Op, result: Value) -> bool:
    """Whether an operation gives an array of its own."""
    aval = result.aval
    return isinstance(aval, Aval) and not shares_storage(op) and not is_write(op)


def passed_on(function: Function) -> frozenset[tuple[int, int]] | None:
    """Which results of a function may hold the storage of which parameters; None where
    that is not known: of the user's text, and where it calls itself."""
    unknown = function.splice, function.rule, function.recursion
    body, derived = function.body, function.derived
    if function.itself or any(one is not None for one in unknown) or free_values(body):
        return None
    if derived.passed_on is None:
        aliases = Aliases(body)
        derived.passed_on = frozenset(
            (k, place)
            for k, result in enumerate(body.results)
            for place, param in enumerate(body.params)
            if isinstance(result, Value)
            and (aliases.may_be(result, param) or aliases.overlap(result, param))
        )
    return derived.passed_on


def results_together(call: Call) -> tuple[tuple[int, int], ...]:
    """Which results of a call may hold the storage of each other, the later one
    first."""
    function = call.function
    derived = function.derived
    if derived.together is None:
        several = sum(has_storage(atom.aval) for atom in function.body.results) > 1
        found = () if function.itself or not several else result_aliases(function.body)
        derived.together = tuple((k, -1 - other) for k, other in found if other < 0)
    return derived.together


def result_aliases(body: Block, copying: bool = False) -> dict[tuple[int, int], bool]:
    """Which results may share storage, by place: with a parameter, or with an earlier
    result (whose place counts from -1 downwards); and whether they do on every path."""
    aliases = Aliases(body, copying)
    holders: dict[Value, dict[int, Value]] = {}

    def enter(place: int, value: Value) -> None:
        for origin in aliases.origins(value):
            holders.setdefault(origin, {})[place] = value

    for place, param in enumerate(body.params):
        if has_storage(param.aval):
            enter(place, param)
    pairs: dict[tuple[int, int], bool] = {}
    for k, result in enumerate(body.results):
        if isinstance(result, Value) and has_storage(result.aval):
            origins = aliases.origins(result)
            for origin in origins:
                for place, other in holders.get(origin, {}).items():
                    sure = len(origins) == 1 and origins == aliases.origins(other)
                    pairs[k, place] = sure
            enter(-1 - k, result)
    return dict(sorted(pairs.items()))


def results_to_copy(
    body: Block, shared: Mapping[tuple[int, int], bool] = _NOTHING
) -> set[int]:
    """The results, by place, of which a copy is what shares storage with no parameter
    and no other result, but for the pairs that are ``shared``: always, or on paths that
    are still there."""
    found: set[int] = set()
    for (k, other), sure in result_aliases(body).items():
        if shared.get((k, other)) in (True, sure):
            continue
        if other >= 0 or -1 - other not in found:
            found.add(k)
    return found


def broadcast_results(body: Block) -> set[int]:
    """The results, by place, of which several elements may be one place."""
    aliases = Aliases(body)
    views = {op.results[0] for op in walk(body) if is_broadcast_view(op)}
    return {
        k
        for k, result in enumerate(body.results)
        if isinstance(result, Value)
        and has_storage(result.aval)
        and aliases.origins(result) & views
    }


def shared_storage(function: Function) -> tuple[tuple[int, int | Value], ...]:
    """The results of a function that may be the storage of a parameter (by position)
    or of a value from outside."""
    body, derived = function.body, function.derived
    if derived.shared is None:
        aliases = Aliases(body)
        sources: dict[int | Value, Value] = dict(enumerate(body.params))
        sources.update({value: value for value in free_values(body)})
        derived.shared = tuple(
            (place, source)
            for place, result in enumerate(body.results)
            for source, value in sources.items()
            if isinstance(result, Value) and aliases.may_be(result, value)
        )
    return derived.shared


def _runs(op: Loop) -> bool:
    """Whether a first iteration comes to its end, whatever the data are."""
    given = [bound.value for bound in op.bounds or () if isinstance(bound, Lit)]
    return len(given) == 3 and len(range(*given)) > 0 and not op.has_exit


def _is_broadcast(block: Block, value: Value) -> bool:
    return any(
        isinstance(op, Op) and op.primitive == "broadcast_to" and op.result is value
        for op in walk(block)
    )


def is_list(aval: AnyAval) -> bool:
    """Whether a value is a list, or None at run time."""
    if type(aval) is Aval:
        return False
    if isinstance(aval, OptionalAval):
        return is_list(aval.inner)
    return isinstance(aval, SequenceAval)


def depth(aval: AnyAval) -> int:
    """How many lists there are around what is no list."""
    if isinstance(aval, OptionalAval):
        return depth(aval.inner)
    return 1 + depth(aval.element) if isinstance(aval, SequenceAval) else 0


def _holds_lists(aval: AnyAval) -> bool:
    return depth(aval) > 1


# Primitives whose result holds what their arguments hold (or are).
_HOLDING = (*GIVES_LIST, "list_get")


def has_storage(aval: AnyAval) -> bool:
    """Whether a value of this kind can be changed in place; numbers cannot."""
    match aval:
        case Aval():
            return bool(aval.shape)
        case SequenceAval(element):
            return has_storage(element)
        case OptionalAval(inner):
            return has_storage(inner)
        case ResidualsAval():
            return True
    return False


def is_mutable(aval: AnyAval) -> bool:
    """Whether a write may change a value of this kind."""
    return has_storage(aval) or is_list(aval)


def shares_storage(op: Op) -> bool:
    """Whether the result is, or may be, the storage of the first argument."""
    kind = PRIMITIVES[op.primitive].storage
    if kind == "view" and op.primitive == "getitem":
        index: Index = op.attribute("index")
        aval = op.result.aval
        assert isinstance(aval, Aval)
        return reads_view(index, aval.ndim, op.args[1:])
    # What is read from its end is one variable, however often that is done.
    return kind != "fresh" or op.primitive == "reversed"


def is_broadcast_view(op: Operation) -> bool:
    """Whether elements of the result may share one place, so that none is written."""
    if not isinstance(op, Op) or op.primitive != "broadcast_to":
        return False
    return has_storage(op.args[0].aval)


def _lies_apart(op: Operation) -> bool:
    """Whether the result is a view whose elements do not lie side by side."""
    if not isinstance(op, Op):
        return False
    if op.primitive == "getitem":
        index: Index = op.attribute("index")
        entries = index.expanded(array_aval(op.args[0]).ndim, op.args[1:])
        while entries and isinstance(entries[0], int | Ref):
            del entries[0]
        whole = all(entry == slice(None) for entry in entries[1:])
        return bool(entries) and not (whole and _has_no_step(entries[0]))
    return op.primitive in ("transpose", "broadcast_to")


def _has_no_step(entry: int | slice | Ref | None) -> bool:
    return isinstance(entry, slice) and entry.step in (None, 1)


def is_write(op: Operation) -> bool:
    return isinstance(op, Op) and PRIMITIVES[op.primitive].storage == "write"


def is_view(op: Op, result: Value) -> bool:
    """Whether a result is a part of the first argument, or that in another form."""
    storage = PRIMITIVES[op.primitive].storage
    return storage == "view" or (storage == "write" and result is not written(op))


def written(op: Op) -> Value:
    """What the first argument of a write has become."""
    return op.results[-1]
