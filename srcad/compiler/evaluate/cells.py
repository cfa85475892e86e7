"""Calls of Cells: a library layer is inlined, the user's is a function of the IR."""

from __future__ import annotations

import ast
import contextlib
import inspect
from dataclasses import dataclass, replace
from types import FunctionType, MethodType
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, span_of_line
from srcad.compiler.evaluate.dispatch import numpy_handler
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.functions import activate, bind_arguments
from srcad.compiler.evaluate.hooks import call_hooked
from srcad.compiler.evaluate.live import cell_value
from srcad.compiler.evaluate.mixed_precision import (
    cast_inputs,
    computing_in,
    dtype_in,
)
from srcad.compiler.evaluate.session import CellForm, Session
from srcad.compiler.evaluate.splicing import (
    can_be_spliced,
    needs_cell,
    parameters_read,
    read_attributes,
)
from srcad.compiler.evaluate.tracing import (
    Rule,
    Traced,
    append_call,
    argument_form,
    trace,
)
from srcad.compiler.ir.printer import likeness
from srcad.compiler.reading.lookup import find_attribute, method_of
from srcad.compiler.reading.origins import is_of_library
from srcad.compiler.reading.source import (
    is_jit,
    is_transparent,
    lacks_construct,
    own_signature,
    receivers,
    source_of,
    underlying,
)
from srcad.compiler.reading.user_rules import rule_of


def call_cell(
    frame: Frame, cell: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A sub-cell, with its hooks."""
    _note_path(frame.session, cell, node)
    hooks = frame.session.door.hooks(cell)
    if hooks is not None and not frame.session.hooks:
        frame.session.ignore_hooks()
        hooks = None
    if hooks is None:
        return _call_plain(frame, cell, args, keywords, node)

    def run(inputs: list[Any], named: dict[str, Any]) -> Any:
        return _call_plain(frame, cell, inputs, named, node)

    return call_hooked(frame, cell, hooks, args, keywords, run)


def _call_plain(
    frame: Frame, cell: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """``construct``: a library layer's is inlined, the user's becomes a function."""
    session = frame.session
    construct = construct_of(session, cell)
    plain, given = construct.plain, construct.given
    source = source_of(plain)
    names = bind_arguments(frame, plain, [*given, *args], keywords, node)
    inputs = construct.inputs_of(names)
    custom = rule_method_of(session, cell) is not None
    if custom or source.library:
        inputs = cast_inputs(session, cell, inputs)
    if source.library and not custom:
        names = construct.names_of(inputs)
        with computing_in(session, dtype_in(session, cell)):
            return activate(session, plain, source, names, frame, node)
    traced = trace_cell(session, cell, inputs, frame, node)
    function = traced.function
    owner = id(cell) if function.rule is not None else None
    form = CellForm(likeness(function), type(cell), owner)
    traced.function = session.cells.setdefault(form, function)
    return append_call(session, traced, _label(node))


@dataclass(frozen=True, slots=True)
class Construct:
    """What a call of a Cell runs: a function of Python, that is ``given`` its object
    before the inputs, where it is a method."""

    called: Any
    plain: FunctionType
    given: tuple[Any, ...]

    def inputs_of(self, names: dict[str, Any]) -> dict[str, Any]:
        """The bound parameters but the object of the method."""
        return without_self(self.plain, names) if self.given else names

    def names_of(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The parameters again, out of what ``inputs_of`` gives."""
        return with_self(self.plain, self.given[0], inputs) if self.given else inputs


def construct_of(session: Session, cell: Any) -> Construct:
    """The ``construct`` that was set on the Cell itself, or else that of its class;
    refused where there is none that can be read."""
    if lacks_construct(cell):
        raise CompileError(no_construct(type(cell)))
    door, path = session.door, session.door.paths.get(id(cell))
    if not is_of_library(method_of(door, cell, "__call__")):
        message = f"`{type(cell).__name__}` is a Cell with a `__call__` of its own"
        help = "write what it computes as `construct`"
        raise CompileError(Diagnostic("SRC012", message, help=help))
    if "construct" not in vars(cell):
        door.lacks(path, "construct")
        called = method_of(door, cell, "construct")
        plain = underlying(called)
        assert plain is not None
        return Construct(called, plain, (cell,))
    place = None if path is None else path.then("attribute", "construct")
    called = door.read(place, vars(cell)["construct"])
    plain, given = underlying(called), receivers(called)
    if plain is None or len(given) > 1 or not _only_wraps(called):
        kind = type(cell).__name__
        message = f"the `construct` that was set on this {kind} cannot be read"
        help = "set a function, a method or what `jit` makes of one"
        raise CompileError(Diagnostic("SRC012", message, help=help))
    return Construct(called, plain, tuple(map(door.mirror, given)))


def _only_wraps(function: Any) -> bool:
    """Whether a call runs the underlying function, and nothing is known of it that is
    more than its text: a rule, that it is an operator, a cache."""
    while inspect.ismethod(function) or is_jit(function):
        method = inspect.ismethod(function)
        function = function.__func__ if method else function.__wrapped__
    known = rule_of(function) is not None or numpy_handler(function) is not None
    return isinstance(function, FunctionType) and not (
        known or is_transparent(function)
    )


def rule_method_of(session: Session, owner: Any) -> Any:
    """The ``bprop`` of the class of a Cell or a primitive, or None."""
    found = method_of(session.door, owner, "bprop")
    if found is not None and underlying(found) is None:
        message = f"`{type(owner).__name__}.bprop` is no method in Python"
        help = "define it as `def bprop(self, x, out, dout): ...`"
        raise CompileError(Diagnostic("SRC018", message, help=help))
    return found


def no_construct(cls: type) -> Diagnostic:
    """What is said of a Cell whose class computes nothing."""
    message = f"the class `{cls.__name__}` defines no `construct` that is a method"
    help = "define what it computes as `def construct(self, x): ...`"
    if hasattr(cls, "forward"):
        help = "call its `forward` `construct`: `def construct(self, x): ...`"
    span = None
    with contextlib.suppress(OSError, TypeError):
        path = inspect.getsourcefile(cls)
        lines, first = inspect.getsourcelines(cls)
        if path is not None:
            before = [""] * (first - 1)
            span = span_of_line(path, [*before, *lines], first)
    return Diagnostic("SRC003", message, span, help=help)


def _label(node: ast.AST) -> str:
    """What the source calls the function: ``fc1`` in ``self.fc1(x)``."""
    match node:
        case ast.Call(func=ast.Attribute(attr=word)) | ast.Call(func=ast.Name(word)):
            return word
    return ""


def read_by_bprop(session: Session, cell: Any, bprop: Any) -> None:
    """Let the function get what the ``bprop`` reads besides its arguments."""
    plain = underlying(bprop)
    if plain is None:
        return
    session.door.code(plain)
    for word in read_attributes(plain):
        with contextlib.suppress(AttributeError):
            session.door.whole(find_attribute(session.door, cell, word))
    holders = [getattr(cell, word, None) for word in read_attributes(plain)]
    if any(isinstance(one, MethodType) for one in holders):
        holders.append(cell)
    for one in (cell if needs_cell(cell, plain) else None, *holders):
        session.door.tree(one)
    for parameter in parameters_read(cell, plain):
        session.parameter(parameter)
    if can_be_spliced(plain) and needs_cell(cell, plain):
        cell_value(session, cell)


def trace_cell(
    session: Session,
    cell: Any,
    inputs: dict[str, Any],
    frame: Frame | None = None,
    node: ast.AST | None = None,
) -> Traced:
    """A Cell's ``construct`` as a function of the IR; a ``bprop`` is its rule."""
    construct = construct_of(session, cell)
    plain = construct.plain
    source = source_of(plain)
    dtype = dtype_in(session, cell)

    bprop = rule_method_of(session, cell)

    def body(inside: dict[str, Any]) -> Any:
        with session.inside_cell(cell):
            if bprop is not None:
                read_by_bprop(session, cell, bprop)
            names = construct.names_of(cast_inputs(session, cell, inside))
            with (
                computing_in(session, dtype),
                session.inside_function(construct.called),
                session.beside_bprop(bprop),
            ):
                return activate(session, plain, source, names, frame, node)

    name = snake_case(type(cell).__name__)
    traced = trace(session, name, inputs, body)
    label = f"{type(cell).__name__}.construct"
    rule = None
    if bprop is not None:
        form = positional_form(plain, inputs)
        rule = Rule(
            bprop,
            form,
            traced.output,
            owner=cell,
            computing=dtype if isinstance(dtype, str) else None,
            parameters=traced.parameters,
        )
    traced.function = replace(traced.function, rule=rule, label=label)
    return traced


def _first_parameter(function: FunctionType) -> tuple[str, bool]:
    """The parameter that ``self`` is passed to, and whether it is ``*args``."""
    first = next(iter(own_signature(function).parameters.values()))
    return first.name, first.kind is inspect.Parameter.VAR_POSITIONAL


def without_self(function: FunctionType, names: dict[str, Any]) -> dict[str, Any]:
    """The bound parameters of a method, ``self`` left out."""
    first, starred = _first_parameter(function)
    rest = {key: item for key, item in names.items() if key != first}
    return {first: names[first][1:], **rest} if starred else rest


def with_self(
    function: FunctionType, owner: Any, inputs: dict[str, Any]
) -> dict[str, Any]:
    """The parameters of a method again, out of what ``without_self`` gives."""
    first, starred = _first_parameter(function)
    return (
        {**inputs, first: (owner, *inputs[first])}
        if starred
        else {first: owner, **inputs}
    )


def positional_form(function: FunctionType, inputs: dict[str, Any]) -> tuple[Any, ...]:
    """The form of the inputs as they are passed by position, ``*args`` spread out."""
    kinds = own_signature(function).parameters
    form: list[Any] = []
    for name, part in zip(inputs, argument_form(inputs), strict=True):
        if kinds[name].kind is inspect.Parameter.VAR_POSITIONAL:
            form.extend(part)
        else:
            form.append(part)
    return tuple(form)


def snake_case(name: str) -> str:
    """``IFNode`` as ``if_node``."""
    out = ""
    for k, letter in enumerate(name):
        before = name[k - 1] if k else ""
        after = name[k + 1] if k + 1 < len(name) else ""
        if letter.isupper() and k and before != "_":
            if not before.isupper() or after.islower():
                out += "_"
        out += letter.lower()
    return out if out.isidentifier() else "cell"


def _note_path(session: Session, cell: Any, node: ast.AST) -> None:
    func = getattr(node, "func", None)
    if isinstance(func, ast.Attribute):
        session.called_as.setdefault(id(cell), func.attr)
        session.keep.append(cell)
