"""A Cell with a ``bprop`` of the user's: its pair of functions.

The forward half keeps the inputs, the Parameters and the outputs; the backward half is
the user's method, printed verbatim, and lowered as well, so that its results can be
checked and its own derivative be taken. Where the method reads what cannot be printed
into a module (a sub-cell), or where ``to_float`` casts what it computes with, the
lowered form is printed in its place.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from srcad.compiler.avals import Aval, carries_gradient
from srcad.compiler.builder import Builder
from srcad.compiler.contract import Contract
from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.ir import Atom, Block, Function, Value, array_aval
from srcad.compiler.lowering.functions import Placeholder, Rule, activate
from srcad.compiler.lowering.mixed_precision import computing_in
from srcad.compiler.lowering.objects import Box, leaves, rebuilt
from srcad.compiler.lowering.session import Session
from srcad.compiler.reverse import cotangent_aval
from srcad.compiler.shapes import Sizes
from srcad.compiler.source import source_of, underlying


@dataclass(frozen=True, slots=True)
class Pair:
    """The two halves, and the arguments that the backward half's results belong to."""

    forward: Function
    backward: Function
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Splice:
    """How the backward half is printed: a call of the user's method.

    Its parameters are ``inputs`` inputs, the Parameters (by attribute), the outputs and
    their cotangents. ``checked`` says that what it gives is checked at run time,
    ``wrapped`` that it gets Tensors. ``wanted`` are the places, among inputs and
    Parameters, of the cotangents that are given back.
    """

    rule: Rule
    inputs: int
    parameters: tuple[tuple[str, Any], ...]
    checked: bool
    wrapped: bool
    wanted: tuple[int, ...]


def custom_pair(
    function: Function, sizes: Sizes, wanted: tuple[bool, ...] | None = None
) -> Pair:
    """The pair for a function with a user's rule; made once for each function.

    ``wanted`` says which parameters' cotangents are given; by default those of all
    floating inputs and of the Cell's ``internal_params``.
    """
    key = ("custom", wanted)
    if key not in function.cache:
        function.cache[key] = _make(function, sizes, wanted)
    pair: Pair = function.cache[key]
    return pair


def _make(function: Function, sizes: Sizes, wanted: tuple[bool, ...] | None) -> Pair:
    rule = function.rule
    assert isinstance(rule, Rule)
    body = function.body
    if function.updates:
        message = f"`{function.label}` has a `bprop` and writes Parameters"
        help = "write them in another Cell"
        raise CompileError(Diagnostic("SRC018", message, help=help))
    kept = tuple(p for p in body.params if isinstance(p.aval, Aval))
    forward = Function(
        f"{function.name}_forward",
        Block(body.params, body.ops, (*body.results, *kept, *body.results)),
        len(body.results),
        label=function.label,
        role="forward",
    )
    backward, targets = _Backward(function, rule, sizes, wanted).build()
    forward.cache["pair"] = backward.cache["pair"] = object()
    return Pair(forward, backward, targets)


@dataclass(slots=True)
class _Backward:
    """Builds the backward half."""

    function: Function
    rule: Rule
    sizes: Sizes
    wanted: tuple[bool, ...] | None

    def build(self) -> tuple[Function, tuple[int, ...]]:
        function, rule = self.function, self.rule
        kept = [p for p in function.body.params if isinstance(p.aval, Aval)]
        values = [_param(p) for p in kept]
        outs = [_param(a) for a in function.body.results]
        douts = _cotangent_params(outs)
        session = Session(Builder(self.sizes))
        count = _input_count(rule)
        names = [(n, p) for n, p in rule.parameters if not getattr(p, "is_rng", False)]
        for (name, parameter), value in zip(names, values[count:], strict=True):
            session.parameter_names[id(parameter)] = name
            session.parameters[name] = (parameter, value)
            session.parameter_boxes[name] = Box(value, 0)
        parts = lowered_bprop(session, rule, values[:count], outs, douts)
        targets = self._targets(values, names, count)
        results = [self._result(session, values[k], parts.get(k)) for k in targets]
        checked = any(
            k in parts and array_aval(parts[k]).shape != array_aval(values[k]).shape
            for k in targets
        )
        block = session.builder.block((*values, *outs, *douts), results)
        splice = None
        if _is_printable(rule) and not session.autocasts:
            splice = Splice(
                rule,
                count,
                tuple(names),
                checked,
                _needs_tensors(rule, [*values, *outs]),
                tuple(targets),
            )
        backward = Function(
            f"{function.name}_backward",
            block,
            len(results),
            label=function.label,
            role="backward",
            splice=splice,
        )
        places = [function.body.params.index(kept[k]) for k in targets]
        return backward, tuple(places)

    def _targets(
        self, values: list[Value], names: list[tuple[str, Any]], count: int
    ) -> list[int]:
        internal = {id(p) for p in internal_params(self.rule.owner)}
        found = [
            k
            for k, value in enumerate(values)
            if carries_gradient(value.aval)
            and (k < count or id(names[k - count][1]) in internal)
        ]
        if self.wanted is None:
            return found
        flags = [
            flag
            for flag, p in zip(self.wanted, self.function.body.params, strict=True)
            if isinstance(p.aval, Aval)
        ]
        return [k for k, flag in enumerate(flags) if flag]

    def _result(self, session: Session, value: Value, part: Atom | None) -> Atom:
        atom: Atom = session.builder.zeros_like(value) if part is None else part
        if isinstance(atom, Value) and atom is not value:
            atom.primal = atom.primal or value
        return atom


def internal_params(owner: Any) -> list[Any]:
    """The Parameters whose gradients the ``bprop`` gives itself."""
    return list(getattr(owner, "internal_params", None) or ())


def _input_count(rule: Rule) -> int:
    return sum(isinstance(leaf, Placeholder) for leaf in leaves(rule.arguments))


def _param(atom: Atom) -> Value:
    hint = atom.hint if isinstance(atom, Value) else ""
    return Value(cotangent_aval(atom.aval), hint or "out", named=True)


def _cotangent_params(outs: list[Value]) -> list[Value]:
    if len(outs) == 1:
        return [Value(cotangent_aval(outs[0].aval), "dout", named=True)]
    return [Value(cotangent_aval(a.aval), f"d{a.hint}", primal=a) for a in outs]


def lowered_bprop(
    session: Session,
    rule: Rule,
    inputs: list[Value],
    outs: list[Value],
    douts: list[Value],
) -> dict[int, Atom]:
    """Evaluate the user's method; the cotangents by the place of their input.

    Those of Parameters come behind the inputs'. BpropTypeError or BpropValueError
    where what it returns is not a tuple with one part for each input, of its dtype.
    """
    plain = bprop_of(rule)
    source = source_of(plain)

    def fill(form: Any, atoms: list[Value]) -> Any:
        def one(leaf: Any) -> Any:
            if isinstance(leaf, Placeholder):
                return session.box(atoms[leaf.position])
            return leaf

        return rebuilt(form, (one(leaf) for leaf in leaves(form)))

    given = [rule.owner] if rule.owner is not None else []
    given += [fill(form, inputs) for form in rule.arguments]
    given += [fill(rule.output, outs), fill(rule.output, douts)]
    contract = _contract(rule)
    with computing_in(session, rule.computing):
        result = activate(session, plain, source, contract.bind(given))
    result, by_parameter = _split_internal(rule, contract, result)
    contract.check_parts(result, len(rule.arguments), "`construct`")
    parts: dict[int, Atom] = {}
    for form, part in zip(rule.arguments, result, strict=True):
        if part is None:
            continue
        for leaf, item in zip(leaves(form), leaves(part), strict=True):
            if isinstance(leaf, Placeholder) and item is not None:
                atom = session.atom(item)
                contract.check_part(inputs[leaf.position], atom)
                parts[leaf.position] = atom
    for place, (_, (parameter, value)) in enumerate(session.parameters.items()):
        if id(parameter) in by_parameter:
            atom = session.atom(by_parameter[id(parameter)])
            contract.check_part(value, atom)
            parts[len(inputs) + place] = atom
    return parts


def _split_internal(
    rule: Rule, contract: Contract, result: Any
) -> tuple[Any, dict[int, Any]]:
    """The cotangents of the inputs, and those of ``internal_params``."""
    internal = internal_params(rule.owner)
    pair = (
        isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], tuple)
    )
    if not internal:
        ignored = pair and isinstance(result[1], dict)
        return (result[0] if ignored else result), {}
    if not pair or not isinstance(result[1], dict):
        help = "write `return (dx,), {self.w: dw}`"
        contract.refuse("does not give a dict for `internal_params`", help)
    given = {id(parameter): item for parameter, item in result[1].items()}
    missing = [p for p in internal if id(p) not in given]
    if missing:
        message = f"gives no gradient for `{missing[0].name}` of `internal_params`"
        contract.refuse(message, "put each of `internal_params` into the dict")
    return result[0], given


_FORM = "write `def bprop(self, <the inputs of construct>, out, dout)`"


def _contract(rule: Rule) -> Contract:
    owner = type(rule.owner).__name__ if rule.owner is not None else "the rule"
    return Contract(bprop_of(rule), f"`{owner}.bprop`", _FORM)


def bprop_of(rule: Rule) -> FunctionType:
    """The Python function of the user's method."""
    plain = None if rule.bprop is None else underlying(rule.bprop)
    assert plain is not None
    return plain


def read_attributes(rule: Rule) -> dict[str, ast.Attribute]:
    """What the method reads from ``self``, with the place where it does first."""
    plain = bprop_of(rule)
    node = source_of(plain).node
    names: dict[str, ast.Attribute] = {}
    first = (*node.args.posonlyargs, *node.args.args)[:1]
    if not first:
        return names
    this = first[0].arg
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            if part.value.id == this:
                names.setdefault(part.attr, part)
    return names


def _is_printable(rule: Rule) -> bool:
    """Whether all that the method reads can stand in a module.

    That is what it reads from ``self``; a variable of a function around it (of a
    decorator, or ``super()``) is out of reach there.
    """
    if bprop_of(rule).__closure__:
        return False
    values = [getattr(rule.owner, name, None) for name in read_attributes(rule)]
    return all(
        isinstance(value, bool | int | float | str | None)
        or getattr(value, "__srcad_parameter__", False) is True
        or type(value).__module__.startswith("srcad.ops")
        for value in values
    )


def _needs_tensors(rule: Rule, values: list[Value]) -> bool:
    """Whether the method means something else on arrays than on Tensors."""
    attributes = read_attributes(rule)
    for name in attributes:
        if getattr(getattr(rule.owner, name), "__srcad_parameter__", False) is True:
            return True
    kinds = {v.aval.dtype for v in values if isinstance(v.aval, Aval)} - {"bool"}
    if len(kinds) > 1:
        return True
    plain = bprop_of(rule)
    own = set(attributes.values())
    for part in ast.walk(source_of(plain).node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            base = part.func.value
            module = isinstance(base, ast.Name) and base.id in plain.__globals__
            if part.func not in own and not module:
                if not hasattr(np.ndarray, part.func.attr):
                    return True
    return False
