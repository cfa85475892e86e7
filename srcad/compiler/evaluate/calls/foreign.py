"""Calls of what has a rule of the user's and is not read: by name, in the module."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.evaluate.ast_queries import written
from srcad.compiler.evaluate.calls.contract import Contract
from srcad.compiler.evaluate.calls.tracing import Placeholder, argument_form, filled
from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import leaves, rebuilt, run_time_leaves
from srcad.compiler.evaluate.objects import (
    is_constant_array,
    is_number,
    is_parameter,
)
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import Atom, array_aval
from srcad.compiler.reading import user_rules
from srcad.compiler.reading.sizes import Dim, is_known
from srcad.compiler.reading.user_rules import UserRule


@dataclass(frozen=True, slots=True)
class ForeignCall:
    """A callable with its importable name, the form of its arguments (placeholders for
    the run-time leaves) and the abstract value of its result.

    ``sizes`` are those that the result must have: an int, the place of an argument of
    the operation, None where any will do. They are None where nothing is checked.
    """

    rule: UserRule
    module: str
    name: str
    arguments: tuple[Any, ...]
    aval: Aval
    sizes: tuple[Any, ...] | None

    @property
    def label(self) -> str:
        return f"{self.module}.{self.name}"

    def __hash__(self) -> int:
        return hash((self.label, repr(self.arguments)))

    def fill(self, items: tuple[Any, ...]) -> list[Any]:
        """The arguments, with ``items`` in the place of the run-time leaves."""
        return list(filled(self.arguments, items.__getitem__))

    def contract(self) -> Contract:
        """What is asked of the rule."""
        return contract_of(self.rule, self.label)


def contract_of(rule: UserRule, label: str) -> Contract:
    """What is asked of the rule of a function."""
    assert rule.bprop is not None
    form = "write `def bprop(<the inputs>, out, dout)`"
    return Contract(rule.bprop, f"the bprop of `{label}`", form)


def call_foreign(
    frame: Frame, rule: UserRule, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Append the call of a function that is not read."""
    module, name = _importable(frame, rule.function, node)
    frame.session.door.rule(rule.function)
    args = _positional(frame, rule.function, args, keywords, node)
    session = frame.session

    def leaf(item: Any) -> Any:
        if is_constant_array(item):
            return session.box(session.atom(item))
        if not (isinstance(item, str | None) or is_number(item)):
            if not is_parameter(item):
                kind = type(item).__name__
                message = f"what is of the class {kind} cannot be passed on to `{name}`"
                frame.refuse("SRC012", message, node)
        return item.item() if isinstance(item, np.generic) else item

    args = rebuilt(args, (leaf(item) for item in leaves(args)))
    form = argument_form(dict(enumerate(args)))
    atoms = [session.atom(item) for item in run_time_leaves(args)]
    aval = _result(frame, rule, args, node)
    sizes, extra = _sizes(frame, rule, aval, atoms)
    foreign = ForeignCall(rule, module, name, form, aval, sizes)
    hint = name.rpartition(".")[2]
    result = session.builder.emit("foreign", *atoms, *extra, hint=hint, call=foreign)
    return session.box(result)


def _importable(frame: Frame, function: Any, node: ast.AST) -> tuple[str, str]:
    found = user_rules.importable_name(function, frame.globals)
    if found is None:
        word = written(node, "func") or ast.unparse(node)
        frame.refuse(
            "SRC014",
            f"`{word}` cannot be imported by a name",
            node,
            label="is called by the generated module",
            help="bind it to a name at the top level of a module",
        )
    return found


def _positional(
    frame: Frame,
    function: Callable[..., Any],
    args: Args,
    keywords: Keywords,
    node: ast.AST,
) -> list[Any]:
    """The arguments by position; defaults are left to the function."""
    if not keywords:
        return args
    try:
        bound = inspect.signature(function).bind(*args, **keywords)
    except (TypeError, ValueError) as error:
        frame.refuse("SRC021", f"TypeError: {error}", node)
    if bound.kwargs:
        word = next(iter(bound.kwargs))
        message = f"`{word}` can only be passed by keyword, and a `bprop` takes none"
        frame.refuse("SRC012", message, node)
    return list(bound.args)


def _result(frame: Frame, rule: UserRule, args: list[Any], node: ast.AST) -> Aval:
    """What is known of the result: what ``like`` would give."""
    session = frame.session
    origin = session.builder.origin
    like = rule.like or user_rules.broadcast
    given = args
    if rule.like is None:
        given = [item for item in leaves(args) if is_number(item) or is_parameter(item)]
    with session.building(Builder(session.builder.sizes, origin=origin)):
        result = call(frame, like, given, {}, node)
        if not is_number(result) and not is_parameter(result):
            frame.refuse(
                "SRC012",
                "a function that is called by name gives one array",
                node,
                help="write one function for each output",
            )
        aval = array_aval(session.atom(result))
    return Aval(aval.dtype, aval.shape, weak=aval.weak, tensor=aval.tensor)


def _sizes(
    frame: Frame, rule: UserRule, aval: Aval, atoms: list[Atom]
) -> tuple[tuple[Any, ...] | None, list[Atom]]:
    """The sizes that the result is checked for, and the atoms that they come to."""
    if aval.weak or _is_known(rule, aval):
        return None, []
    builder = frame.session.builder
    found: dict[Dim, tuple[Atom, int]] = {}
    for atom in atoms:
        for axis, dim in enumerate(array_aval(atom).shape):
            found.setdefault(dim, (atom, axis))
    extra: list[Atom] = []
    sizes: list[Any] = []
    for dim in aval.shape:
        known = is_known(dim)
        if known or dim not in found:
            sizes.append(dim if known else None)
            continue
        size = builder.size(*found[dim])
        sizes.append(Placeholder(len(atoms) + len(extra)))
        extra.append(size)
    assert not any(size.is_literal for size in extra)
    return tuple(sizes), extra


def _is_known(rule: UserRule, aval: Aval) -> bool:
    """Whether the result cannot be of another shape or dtype."""
    if isinstance(rule.function, np.ufunc):
        return rule.like is None
    module = getattr(rule.function, "__module__", "")
    return module == "math" and aval.dtype == "float64" and not aval.shape
