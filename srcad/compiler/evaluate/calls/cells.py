"""Calls of Cells: a library layer is inlined, the user's is a function of the IR."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, span_of_line
from srcad.compiler.evaluate.calls.alike import evaluated_once, values_of
from srcad.compiler.evaluate.calls.call_sizes import for_any
from srcad.compiler.evaluate.calls.functions import activate, bind_arguments
from srcad.compiler.evaluate.calls.hooks import call_hooked
from srcad.compiler.evaluate.calls.live import cell_value
from srcad.compiler.evaluate.calls.splicing import (
    can_be_spliced,
    needs_cell,
    parameters_read,
    read_attributes,
)
from srcad.compiler.evaluate.calls.tracing import (
    Rule,
    Traced,
    append_call,
    argument_form,
    trace,
)
from srcad.compiler.evaluate.dispatch import Args, Keywords, numpy_handler
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves
from srcad.compiler.evaluate.objects import BoundMethod
from srcad.compiler.evaluate.operations.mixed_precision import (
    cast_inputs,
    computing_in,
    dtype_in,
)
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NotApart, NotHandedOver
from srcad.compiler.ir.avals import AnyAval
from srcad.compiler.ir.printer import likeness
from srcad.compiler.reading.hooks import hooks_of_cell
from srcad.compiler.reading.lookup import find_attribute, method_of
from srcad.compiler.reading.origins import is_function, is_of_library
from srcad.compiler.reading.records import is_made, own_attributes
from srcad.compiler.reading.source import (
    function_behind,
    is_jit,
    is_transparent,
    lacks_construct,
    own_signature,
    source_of,
    underlying,
)
from srcad.compiler.reading.user_rules import rule_of


def call_cell(
    frame: Frame, cell: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """A sub-cell, with its hooks."""
    _note_path(frame.session, cell, node)
    hooks = hooks_of_cell(frame.session.door, cell)
    if hooks is not None and not frame.session.hooks:
        frame.session.ignore_hooks()
        hooks = None
    if hooks is None:
        return _call_plain(frame, cell, args, keywords, node)

    def run(inputs: list[Any], named: dict[str, Any]) -> Any:
        return _call_plain(frame, cell, inputs, named, node)

    return call_hooked(frame, cell, hooks, args, keywords, run)


def _call_plain(
    frame: Frame, cell: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """``construct``: a library layer's is inlined, and that of a Cell that is made
    here, whose attributes run time may know; the user's becomes a function."""
    session = frame.session
    construct = construct_of(session, cell)
    plain, source = construct.plain, source_of(construct.plain)
    given, named = [*construct.given, *args], {**construct.named, **keywords}
    names = bind_arguments(frame, plain, given, named, node)
    inputs = construct.inputs_of(names)
    custom = rule_method_of(session, cell) is not None
    inlined = source.library or is_made(cell)
    if is_made(cell):
        _check_made(frame, cell, custom, node)
    if custom or inlined:
        inputs = cast_inputs(session, cell, plain, inputs)
    if inlined and not custom:
        names = construct.names_of(inputs)
        with computing_in(session, dtype_in(session, cell)):
            return activate(session, plain, source, names, frame, node)
    if not custom and (id(cell) in session.within or _has_functions(inputs)):
        return _in_caller(frame, cell, construct, inputs, node)
    mark, count = len(session.journal), len(session.builder.ops)
    try:
        return _call_function(frame, cell, inputs, custom, node)
    except (NotApart, NotHandedOver) as signal:
        if custom or (isinstance(signal, NotApart) and signal.cell is not cell):
            raise
    session.undo(mark)
    del session.builder.ops[count:]
    session.within[id(cell)] = cell
    return _in_caller(frame, cell, construct, inputs, node)


def _has_functions(inputs: dict[str, Any]) -> bool:
    """Whether there are functions among the inputs that may see, or change, what the
    caller has: closures, methods of objects, and partial calls."""
    bound = (MethodType, BuiltinMethodType, BoundMethod, functools.partial)
    return any(
        kind_of(leaf).is_closure or isinstance(leaf, bound) for leaf in leaves(inputs)
    )


def _in_caller(
    frame: Frame, cell: Any, construct: Construct, inputs: dict[str, Any], node: ast.AST
) -> Any:
    """A call of a Cell that is evaluated in its caller."""
    session, plain = frame.session, construct.plain
    names = construct.names_of(cast_inputs(session, cell, plain, inputs))
    with (
        session.naming.inside(cell, session.door.key(cell)),
        computing_in(session, dtype_in(session, cell)),
        session.inside_function(construct.called),
    ):
        return activate(session, plain, source_of(plain), names, frame, node)


def _call_function(
    frame: Frame, cell: Any, inputs: dict[str, Any], custom: bool, node: ast.AST
) -> Any:
    """A call of a Cell that is a function of its own."""
    session = frame.session
    atoms = [session.atom(one) for one in values_of(inputs)]
    forms = session.builder.sizes.reading.forms
    avals = None if custom else for_any([atom.aval for atom in atoms], forms)

    def evaluate() -> Traced:
        traced = trace_cell(session, cell, inputs, frame, node, avals)
        function = traced.function
        # A rule of its own knows its Cell.
        owner = id(cell) if function.rule is not None else None
        form = likeness(function), type(cell), owner
        traced.function = session.cells.setdefault(form, function)
        traced.again = traced.function is not function
        return traced

    traced = evaluated_once(session, cell, inputs, avals, evaluate)
    return append_call(session, traced, _label(node))


def _check_made(frame: Frame, cell: Any, custom: bool, node: ast.AST) -> None:
    """What is asked of a Cell that is made here, at a call of it."""
    kind = type(cell).__name__
    if "_cells" not in own_attributes(cell):
        message = f"AttributeError: a {kind} has not called `super().__init__()`"
        frame.refuse("SRC021", message, node)
    if custom and has_box(cell):
        message = f"a {kind} has a `bprop`, and run-time attributes"
        help = "hand these to `construct` as arguments"
        frame.refuse("SRC012", message, node, help=help)
    frame.session.keep.append(cell)


@dataclass(frozen=True, slots=True)
class Construct:
    """What a call of a Cell runs: a function of Python.

    Before the inputs it is ``given`` its object, where it is a method, and what a
    ``functools.partial`` holds; ``named`` is what that gives by name.
    """

    called: Any
    plain: FunctionType
    given: tuple[Any, ...]
    named: dict[str, Any] = field(default_factory=dict)

    def inputs_of(self, names: dict[str, Any]) -> dict[str, Any]:
        """The bound parameters but those that are given."""
        rest = without_given(self.plain, names, len(self.given))
        own = {name for name, item in self.named.items() if rest.get(name) is item}
        return {name: item for name, item in rest.items() if name not in own}

    def names_of(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The parameters again, out of what ``inputs_of`` gives."""
        names = with_given(self.plain, self.given, inputs)
        parameters = own_signature(self.plain).parameters
        return names | {
            name: item
            for name, item in self.named.items()
            if name in parameters and name not in names
        }


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
        plain = function_behind(called)
        return Construct(called, plain, (cell,))
    place = None if path is None else path.then("attribute", "construct")
    called = door.read(place, vars(cell)["construct"])
    found = _opened(called)
    if found is None:
        kind = type(cell).__name__
        message = f"the `construct` that was set on this {kind} cannot be read"
        help = "set a function, a method, or what `jit` or `partial` makes of one"
        raise CompileError(Diagnostic("SRC012", message, help=help))
    return replace(
        found,
        given=tuple(map(door.mirror, found.given)),
        named={name: door.mirror(item) for name, item in found.named.items()},
    )


def _opened(called: Any) -> Construct | None:
    """What a call runs in the end; None where more is known of that than its text: a
    rule, that it is an operator, a cache."""
    function, jit = called, None
    given: tuple[Any, ...] = ()
    named: dict[str, Any] = {}
    while inspect.ismethod(function) or is_jit(function) or _is_partial(function):
        if inspect.ismethod(function):
            given, function = (function.__self__, *given), function.__func__
        elif _is_partial(function):
            given, named = (*function.args, *given), {**function.keywords, **named}
            function = function.func
        else:
            jit, function = function, function.__wrapped__
    known = rule_of(function) is not None or numpy_handler(function) is not None
    if not is_function(function) or known or is_transparent(function):
        return None
    return Construct(jit or called, function, given, named)


def _is_partial(function: Any) -> bool:
    return type(function) is functools.partial


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
    avals: Sequence[AnyAval] | None = None,
) -> Traced:
    """A Cell's ``construct`` as a function of the IR; a ``bprop`` is its rule.

    ``avals`` say what is known of the values in the inputs.
    """
    construct = construct_of(session, cell)
    plain = construct.plain
    source = source_of(plain)
    dtype = dtype_in(session, cell)

    bprop = rule_method_of(session, cell)

    def body(inside: dict[str, Any]) -> Any:
        with session.naming.inside(cell, session.door.key(cell)):
            if bprop is not None:
                read_by_bprop(session, cell, bprop)
            names = construct.names_of(cast_inputs(session, cell, plain, inside))
            with (
                computing_in(session, dtype),
                session.inside_function(construct.called),
                session.beside_bprop(bprop),
            ):
                return activate(session, plain, source, names, frame, node)

    name = snake_case(type(cell).__name__)
    apart = cell if bprop is None else None
    traced = trace(session, name, inputs, body, avals=avals, cell=apart)
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


def _first_parameters(function: FunctionType, count: int) -> tuple[list[str], str]:
    """The parameters that the first arguments are passed to; behind them ``*args``, if
    that gets some of them, else ""."""
    code = function.__code__
    first = code.co_varnames[: code.co_argcount]
    behind = code.co_argcount + code.co_kwonlyargcount
    starred = code.co_varnames[behind] if len(first) < count else ""
    return [*first[:count]], starred


def without_given(
    function: FunctionType, names: dict[str, Any], count: int
) -> dict[str, Any]:
    """The bound parameters without the first arguments, as ``self`` is one."""
    first, starred = _first_parameters(function, count)
    rest = {key: item for key, item in names.items() if key not in first}
    if not starred:
        return rest
    return {**rest, starred: names[starred][count - len(first) :]}


def with_given(
    function: FunctionType, given: Sequence[Any], inputs: dict[str, Any]
) -> dict[str, Any]:
    """The parameters again, out of what ``without_given`` gives."""
    first, starred = _first_parameters(function, len(given))
    names = {**dict(zip(first, given, strict=False)), **inputs}
    if not starred:
        return names
    return {**names, starred: (*given[len(first) :], *inputs[starred])}


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
        session.naming.attributes.setdefault(id(cell), func.attr)
        session.keep.append(cell)
