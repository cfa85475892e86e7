"""The call of a user's ``bprop`` in the module, and the checks of what it gives."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.calls.splicing import (
    Splice,
    bprop_of,
    internal_params,
    parameter_attributes,
)
from srcad.compiler.evaluate.calls.tracing import Placeholder
from srcad.compiler.evaluate.kinds import leaves, outward, rebuilt
from srcad.compiler.ir.avals import AnyAval, SequenceAval
from srcad.compiler.ir.types import Value
from srcad.compiler.printing.emit.functions import Written, tuple_of, unused
from srcad.compiler.printing.emit.structures import output_expression
from srcad.compiler.printing.emit.writer import call, literal, name
from srcad.compiler.reading.source import source_of

_TENSOR = "from srcad import Tensor"


@dataclass(slots=True)
class SplicedCall:
    """The statements that call the method and give the cotangents that are wanted.

    ``params`` are the inputs and what else is given, ``words`` their names, ``outs``
    those of the outputs, ``dout`` the expression of the cotangent.
    """

    splice: Splice
    params: tuple[Value, ...]
    words: list[str]
    outs: list[str]
    dout: ast.expr
    written: Written

    def statements(self) -> list[ast.stmt]:
        """Ending with a ``return``."""
        splice, rule = self.splice, self.splice.rule
        body: list[ast.stmt] = []
        result = self._call(body)
        everything = tuple(range(splice.inputs)) == splice.wanted
        flat = all(isinstance(form, Placeholder) for form in rule.arguments)
        surely = everything and flat and not splice.pair
        if surely and not splice.checked and not splice.wrapped:
            return [*body, ast.Return(result)]
        return [*body, *self._checked(result)]

    @property
    def _kind(self) -> str:
        return self.written.classes[id(self.splice.rule.owner)]

    def _method(self, owner: ast.expr) -> ast.expr:
        """The method, whose text may have another name: `bprop = straight_through`."""
        node = source_of(bprop_of(self.splice.rule)).node
        word = "bprop" if isinstance(node, ast.Lambda) else node.name
        return ast.Attribute(owner, word, ast.Load())

    @property
    def _holder(self) -> str:
        """The variable that holds the object whose method is called."""
        if self.splice.cell is not None:
            return self.words[self.splice.inputs + self.splice.cell]
        return unused("cell", self._taken)

    @property
    def _taken(self) -> set[str]:
        return {*self.words, *self.outs, "residuals", "dout"}

    def _given(self, word: str, param: Value) -> ast.expr:
        if not self.splice.wrapped:
            return name(word)
        self.written.imports[_TENSOR] = None
        return tensors_of(param.aval, name(word))

    def _call(self, body: list[ast.stmt]) -> ast.expr:
        splice, rule, count = self.splice, self.splice.rule, self.splice.inputs
        inputs = list(map(self._given, self.words[:count], self.params))
        args = [output_expression(form, inputs) for form in rule.arguments]
        outs = list(map(self._given, self.outs, self.params[len(self.words) :]))
        args += [output_expression(outward(rule.output), outs), self.dout]
        if splice.cell is not None:
            method = self._method(name(self._kind))
            return ast.Call(method, [name(self._holder), *args], [])
        made: ast.expr = ast.Call(name(self._kind), [], [])
        attributes = parameter_attributes(splice)
        if attributes:
            body.append(ast.Assign([ast.Name(self._holder, ast.Store())], made))
            made = name(self._holder)
        for attribute, place in attributes:
            target = ast.Attribute(made, attribute, ast.Store())
            place += count
            value = self._given(self.words[place], self.params[place])
            body.append(ast.Assign([target], value))
        return ast.Call(self._method(made), args, [])

    def _checked(self, result: ast.expr) -> list[ast.stmt]:
        """The cotangents, checked at run time, and those that are wanted given back."""
        self.written.kernels["check_cotangents"] = None
        splice, count = self.splice, self.splice.inputs
        taken = self._taken | {self._holder}
        both = [unused(word, taken) for word in ("cotangents", "by_parameter")]
        body: list[ast.stmt] = []
        if splice.pair:
            body.append(_assigned(both, result))
            result = name(both[0])
        targets: dict[int, str] = {}
        for k in splice.wanted:
            targets[k] = unused(f"d{self.words[k]}", taken)
            taken.add(targets[k])
        known = [k for k in range(count) if self._is_checked(k)]
        body.append(
            _assigned(
                [targets.get(k, "_") for k in known],
                self._check(result, self._values(known)),
            )
        )
        for k in splice.wanted:
            if k < count:
                continue
            word = name(self.words[k])
            key = self._key(k - count)
            if key is None:
                made = tuple_of([call("np.zeros_like", word)])
            else:
                one = ast.Subscript(name(both[1]), key, ast.Load())
                made = self._check(tuple_of([one]), tuple_of([word]))
            body.append(_assigned([targets[k]], made))
        body.append(ast.Return(tuple_of([name(targets[k]) for k in splice.wanted])))
        return body

    def _is_checked(self, k: int) -> bool:
        """Whether what is given for an input has to fit it: for integers anything is
        accepted, unless their cotangent is wanted."""
        aval: Any = self.params[k].aval
        return aval.is_float or k in self.splice.wanted

    def _values(self, known: list[int]) -> ast.expr:
        """The arguments, with None in the place of what is not checked."""

        def shown(leaf: Any) -> Any:
            checked = isinstance(leaf, Placeholder) and leaf.position in known
            return leaf if checked else None

        names: list[ast.expr] = [name(word) for word in self.words]
        forms = [
            rebuilt(form, (shown(leaf) for leaf in leaves(form)))
            for form in self.splice.rule.arguments
        ]
        return tuple_of([output_expression(form, names) for form in forms])

    def _check(self, result: ast.expr, values: ast.expr) -> ast.expr:
        method = self._method(name(self._kind))
        return call("check_cotangents", method, result, values)

    def _key(self, place: int) -> ast.expr | None:
        """The Parameter as the key of its gradient, if the method gives it."""
        splice = self.splice
        internal = [id(p) for p in internal_params(splice.rule.owner)]
        if id(splice.given[place]) not in internal:
            return None
        holder = name(self._holder)
        if splice.cell is None:
            attributes = {k: word for word, k in parameter_attributes(splice)}
            return ast.Attribute(holder, attributes[place], ast.Load())
        listed = ast.Attribute(holder, "internal_params", ast.Load())
        number = literal(internal.index(id(splice.given[place])))
        return ast.Subscript(listed, number, ast.Load())


def tensors_of(aval: AnyAval, array: ast.expr) -> ast.expr:
    """An array as a Tensor, a list as a list of Tensors."""
    if not isinstance(aval, SequenceAval):
        return call("Tensor", array)
    part = tensors_of(aval.element, name("part"))
    target = ast.Name("part", ast.Store())
    return ast.ListComp(part, [ast.comprehension(target, array, [], 0)])


def in_tensors(form: Any, avals: tuple[AnyAval, ...], dout: ast.expr) -> ast.expr:
    """The cotangent of an output of this form, as Tensors."""
    if isinstance(form, Placeholder):
        return tensors_of(avals[form.position], dout)
    if isinstance(form, tuple | list):
        parts = [ast.Subscript(dout, literal(k), ast.Load()) for k in range(len(form))]
        return tuple_of(
            [in_tensors(f, avals, part) for f, part in zip(form, parts, strict=True)]
        )
    return dout


def _assigned(targets: list[str], value: ast.expr) -> ast.stmt:
    left = [ast.Name(word, ast.Store()) for word in targets]
    return ast.Assign([tuple_of(list(left), True)], value)
