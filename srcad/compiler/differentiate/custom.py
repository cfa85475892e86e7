"""A Cell with a ``bprop`` of the user's: its pair of functions.

The forward half keeps the inputs, the Parameters and the outputs; the backward half is
the user's method, printed verbatim, and lowered as well, so that its results can be
checked and its own derivative be taken. Where its text means something else in another
file, or where ``to_float`` casts what it computes with, the lowered form is printed in
its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.contract import Contract
from srcad.compiler.evaluate.calls.effects import is_generator
from srcad.compiler.evaluate.calls.functions import activate
from srcad.compiler.evaluate.calls.live import Live
from srcad.compiler.evaluate.calls.splicing import (
    Splice,
    bprop_of,
    can_be_spliced,
    internal_params,
    may_wait,
    needs_tensors,
    read_places,
)
from srcad.compiler.evaluate.calls.tracing import Placeholder, Rule
from srcad.compiler.evaluate.kinds import leaves, outward, rebuilt
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.operations.mixed_precision import computing_in
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval, LiveAval, carries_gradient, cotangent_aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Flags,
    Function,
    Halves,
    Lit,
    Op,
    Opaque,
    Operation,
    Value,
    array_aval,
    free_values,
)
from srcad.compiler.reading.outputs import description
from srcad.compiler.reading.source import source_of
from srcad.compiler.simplify.driver import with_distinct


def custom_halves(function: Function, sizes: Sizes) -> Halves:
    """The halves of a function with a user's rule, made once.

    The backward one gives the cotangents of all floating inputs and of the Cell's
    ``internal_params``.
    """
    derived = function.derived
    if derived.ruled is None:
        derived.ruled = halves_for(function, sizes, None)
    return derived.ruled


def halves_for(function: Function, sizes: Sizes, wanted: Flags | None) -> Halves:
    """The same with the cotangents of the parameters that ``wanted`` marks."""
    rule = function.rule
    assert isinstance(rule, Rule)
    body = function.body
    if function.updates:
        message = f"`{function.label}` has a `bprop` and writes Parameters"
        help = "write them in another Cell"
        raise CompileError(Diagnostic("SRC018", message, help=help))
    made = _Backward(function, rule, sizes, wanted)
    backward, kept, targets = made.build()
    count = len(body.results)
    forward = with_distinct(
        Function(
            f"{function.name}_forward",
            Block(body.params, body.ops, (*body.results, *kept, *body.results)),
            count,
            label=function.label,
            role="forward",
        )
    )
    backward = replace(backward, forward=forward)
    return Halves(forward, backward, targets, (True,) * count, tuple(made.integers))


@dataclass(slots=True)
class _Backward:
    """Builds the backward half."""

    function: Function
    rule: Rule
    sizes: Sizes
    wanted: Flags | None
    integers: list[int] = field(default_factory=list)

    def build(self) -> tuple[Function, tuple[Value, ...], tuple[int, ...]]:
        """The half, the parameters of the function that it keeps, and the places of
        those whose cotangents it gives."""
        function, rule = self.function, self.rule
        kept = [p for p in function.body.params if isinstance(p.aval, Aval | LiveAval)]
        values = [_param(p) for p in kept]
        outs = [_param(a) for a in function.body.results]
        douts = _cotangent_params(outs)
        session = Session(Builder(self.sizes), derived=True)
        count = _input_count(rule)
        given = [(n, p) for n, p in rule.parameters if not is_generator(p)]
        for (name, one), value in zip(given, values[count:], strict=True):
            session.parameters[name] = (one, value)
            if not isinstance(one, Live):
                session.naming.parameters[id(one)] = name
                session.parameter_boxes[name] = Box(value, 0)
        found = self._lowered(session, values, outs, douts)
        parts = found.parts
        targets = self._targets(kept, [one for _, one in given], count)
        for k in targets:
            found.check_place(k, values[k], always=True)
        zeros = _zeros(session.builder.ops)
        self.integers = [
            function.body.params.index(kept[k])
            for k, part in parts.items()
            if k not in targets and part not in zeros
        ]
        results = [self._result(session, values[k], parts.get(k)) for k in targets]
        splice = None
        if self._can_be_spliced and not session.precision.autocasts:
            objects = tuple(one for _, one in given)
            splice = self._splice(objects, count, values, outs, found, targets)
        block = session.builder.block((*values, *outs, *douts), results)
        places = tuple(function.body.params.index(kept[k]) for k in targets)
        block, splice, used = _pruned(block, splice, len(values), count, targets)
        backward = Function(
            f"{function.name}_backward",
            block,
            len(results),
            label=function.label,
            role="backward",
            splice=splice,
        )
        return backward, tuple(kept[k] for k in used), places

    def _lowered(
        self,
        session: Session,
        values: list[Value],
        outs: list[Value],
        douts: list[Value],
    ) -> Returned:
        """The cotangents by place; those of a method that only Python can run are what
        it computes, refused where its own gradient is taken."""
        count = _input_count(self.rule)
        try:
            return lowered_bprop(session, self.rule, values[:count], outs, douts)
        except CompileError as error:
            if not may_wait(error) or not self._can_be_spliced:
                raise
            refusal = error
        session.builder.ops.clear()
        internal = {id(p) for p in internal_params(self.rule.owner)}
        places = [
            k
            for k, value in enumerate(values)
            if carries_gradient(value.aval)
            and (k < count or id(self.rule.parameters[k - count][1]) in internal)
        ]
        results = tuple(Value(values[k].aval) for k in places)
        args = (*values, *outs, *douts)
        builder = session.builder
        builder.ops.append(
            Opaque("", args, results, many=True, refusal=refusal, phase=builder.phase)
        )
        parts: dict[int, Atom] = dict(zip(places, results, strict=True))
        return Returned(self.rule, _contract(self.rule), parts, bool(internal), True)

    @property
    def _can_be_spliced(self) -> bool:
        """Whether the module can call the method as it is written: with structures of
        no classes, which the module does not know."""
        forms = (*self.rule.arguments, self.rule.output)
        bare = description(outward(forms)) is None
        return bare and can_be_spliced(bprop_of(self.rule))

    def _splice(
        self,
        given: tuple[Any, ...],
        count: int,
        values: list[Value],
        outs: list[Value],
        found: Returned,
        targets: list[int],
    ) -> Splice:
        parts = found.parts

        def surely_fits(k: int) -> bool:
            if k not in parts or isinstance(parts[k], Lit):
                return False
            return array_aval(parts[k]).stands_for(array_aval(values[k]))

        cells = [k for k, one in enumerate(given) if self._is_owner(one)]
        return Splice(
            self.rule,
            count,
            given,
            cells[0] if cells else None,
            found.pair,
            not found.surely or not all(surely_fits(k) for k in targets),
            bool(cells) or needs_tensors(self.rule, [*values, *outs]),
            tuple(targets),
        )

    def _is_owner(self, one: Any) -> bool:
        return isinstance(one, Live) and one.item is self.rule.owner

    def _targets(self, kept: list[Value], given: list[Any], count: int) -> list[int]:
        internal = {id(p) for p in internal_params(self.rule.owner)}
        if self.wanted is None:
            return [
                k
                for k, value in enumerate(kept)
                if carries_gradient(value.aval)
                and (k < count or id(given[k - count]) in internal)
            ]
        params = self.function.body.params
        flags = dict(zip(params, self.wanted, strict=True))
        return [k for k, value in enumerate(kept) if flags[value]]

    def _result(self, session: Session, value: Value, part: Atom | None) -> Atom:
        atom: Atom = session.builder.zeros_like(value) if part is None else part
        if isinstance(atom, Value) and atom is not value:
            atom.primal = atom.primal or value
        return atom


_KEEP_ZEROS = ("full", "astype", "copy", "multiply")


def _zeros(ops: list[Operation]) -> set[Atom]:
    """What is known to be zero everywhere."""
    found: set[Atom] = {Lit(0), Lit(0.0), Lit(False)}
    for op in ops:
        if isinstance(op, Op) and op.primitive in _KEEP_ZEROS:
            if any(arg in found for arg in op.args):
                found.add(op.result)
        elif isinstance(op, Op) and op.primitive == "zeros_of":
            found.add(op.result)
    return found


def _pruned(
    block: Block, splice: Splice | None, kept: int, count: int, targets: list[int]
) -> tuple[Block, Splice | None, list[int]]:
    """The half without Parameters that neither its text nor its operations read."""
    body = free_values(Block((), block.ops, block.results))
    read: set[int] = set()
    if splice is not None:
        read = {count + k for k in read_places(splice)}
    used = [
        k
        for k, param in enumerate(block.params[:kept])
        if k < count or k in read or k in targets or (param in body)
    ]
    params = (*(block.params[k] for k in used), *block.params[kept:])
    block = Block(params, block.ops, block.results)
    if splice is None:
        return block, None, used
    places = {k: place for place, k in enumerate(used)}
    cell = None if splice.cell is None else places[count + splice.cell] - count
    return (
        block,
        replace(
            splice,
            given=tuple(splice.given[k - count] for k in used if k >= count),
            cell=cell,
            wanted=tuple(places[k] for k in splice.wanted),
        ),
        used,
    )


def _input_count(rule: Rule) -> int:
    return sum(isinstance(leaf, Placeholder) for leaf in leaves(rule.arguments))


def _param(atom: Atom) -> Value:
    hint = atom.hint if isinstance(atom, Value) else ""
    return Value(cotangent_aval(atom.aval), hint or "out", named=True)


def _cotangent_params(outs: list[Value]) -> list[Value]:
    if len(outs) == 1:
        return [Value(cotangent_aval(outs[0].aval), "dout", named=True)]
    return [Value(cotangent_aval(a.aval), f"d{a.hint}", primal=a) for a in outs]


@dataclass(slots=True)
class Returned:
    """What the user's method returns: the cotangents by the place of their input.

    Those of Parameters come behind the inputs'. ``pair`` says that there is a dict
    besides them; ``unchecked`` that nothing is known of them before the module runs;
    ``bare`` that the only one is in no tuple.
    """

    rule: Rule
    contract: Contract
    parts: dict[int, Atom]
    pair: bool
    unchecked: bool = False
    bare: bool = False

    @property
    def surely(self) -> bool:
        """Whether the method is known to return a tuple."""
        return not (self.unchecked or self.bare)

    def check_place(self, place: int, value: Value, always: bool = False) -> None:
        """Raise BpropTypeError or BpropValueError where a cotangent does not fit."""
        if place in self.parts:
            self.contract.check_part(value, self.parts[place], always=always)


def lowered_bprop(
    session: Session,
    rule: Rule,
    inputs: list[Value],
    outs: list[Value],
    douts: list[Value],
) -> Returned:
    """Evaluate the user's method.

    BpropTypeError or BpropValueError where what it returns is not a tuple with one part
    for each input, of its shape and dtype.
    """
    plain = bprop_of(rule)
    source = source_of(plain)
    contract = _contract(rule)

    def fill(form: Any, atoms: list[Value]) -> Any:
        def one(leaf: Any) -> Any:
            if isinstance(leaf, Placeholder):
                return session.box(atoms[leaf.position])
            return leaf

        return rebuilt(form, (one(leaf) for leaf in leaves(form)))

    given = [rule.owner] if rule.owner is not None else []
    given += [fill(form, inputs) for form in rule.arguments]
    given += [fill(rule.output, outs), fill(rule.output, douts)]
    with computing_in(session, rule.computing):
        result = activate(session, plain, source, contract.bind(given))
    contract = replace(contract, returned=session.returned)
    found = Returned(rule, contract, {}, False)
    result, by_parameter = _split_internal(found, result)
    found.bare = not isinstance(result, tuple)
    result = contract.parts_of(result, len(rule.arguments), "`construct`")
    for form, part in zip(rule.arguments, result, strict=True):
        if part is not None:
            _enter(session, found, form, part)
    for place, (_, (parameter, _)) in enumerate(session.parameters.items()):
        if id(parameter) in by_parameter:
            atom = session.atom(by_parameter[id(parameter)])
            found.parts[len(inputs) + place] = atom
    for place, value in enumerate(inputs):
        if carries_gradient(value.aval):
            found.check_place(place, value)
    return found


_FORM = "write `def bprop(self, <the inputs of construct>, out, dout)`"


def _contract(rule: Rule) -> Contract:
    owner = type(rule.owner).__name__ if rule.owner is not None else "the rule"
    return Contract(bprop_of(rule), f"`{owner}.bprop`", _FORM)


def _enter(session: Session, found: Returned, form: Any, part: Any) -> None:
    """Note the cotangents of one argument, which may be a structure."""
    targets, given = list(leaves(form)), list(leaves(part))
    if len(targets) != len(given):
        message = "returns a cotangent of another structure than its input"
        found.contract.refuse(message, "nest the cotangents as the input is nested")
    for leaf, item in zip(targets, given, strict=True):
        if isinstance(leaf, Placeholder) and item is not None:
            found.parts[leaf.position] = session.atom(item)


def _split_internal(found: Returned, result: Any) -> tuple[Any, dict[int, Any]]:
    """The cotangents of the inputs, and those of ``internal_params``."""
    internal = internal_params(found.rule.owner)
    found.pair = (
        isinstance(result, tuple)
        and len(result) == 2
        and isinstance(result[0], tuple)
        and isinstance(result[1], dict)
    )
    if not internal:
        return (result[0] if found.pair else result), {}
    if not found.pair:
        help = "write `return (dx,), {self.w: dw}`"
        found.contract.refuse("does not give a dict for `internal_params`", help)
    given = {id(parameter): item for parameter, item in result[1].items()}
    missing = [p for p in internal if id(p) not in given]
    if missing:
        message = f"gives no gradient for `{missing[0].name}` of `internal_params`"
        found.contract.refuse(message, "put each of `internal_params` into the dict")
    return result[0], given
