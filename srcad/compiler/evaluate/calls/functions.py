"""Functions met during the evaluation, inlined."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
from types import CodeType, FunctionType
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import dispatch, nonlocals
from srcad.compiler.evaluate.ast_queries import (
    is_generator_function,
    leaves_always,
    outside_names,
    refers_to_itself,
    with_return,
)
from srcad.compiler.evaluate.calls import activations, recursion
from srcad.compiler.evaluate.calls.tracing import refuse_holders
from srcad.compiler.evaluate.dispatch import Args, Keywords, evaluate, execute
from srcad.compiler.evaluate.flow import Flow
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, leaves
from srcad.compiler.evaluate.objects import NO_BOX, Closure, MethodCall, box_of
from srcad.compiler.evaluate.remembered import remembered
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import Endless
from srcad.compiler.evaluate.streams import Stream
from srcad.compiler.ir.origins import Activation, Origin, Returned, bare_name
from srcad.compiler.reading.source import (
    Source,
    frame_around,
    function_behind,
    own_signature,
    source_of,
)

_DEPTH_LIMIT = 150
_GENERATOR_LIMIT = 100


@dispatch.inline.answered
def inline(
    frame: Frame, function: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Evaluate the body of a Python function in the place of a call."""
    plain = function_behind(function)
    source = source_of(plain)
    names = bind_arguments(frame, plain, args, keywords, node)

    def give() -> Any:
        return activate(frame.session, plain, source, names, frame, node)

    if not source.library or plain.__closure__:
        return give()
    return remembered(frame.session, plain, names, give)


def activate(
    session: Session,
    function: FunctionType,
    source: Source,
    names: dict[str, Any],
    caller: Frame | None = None,
    node: ast.AST | None = None,
) -> Any:
    """Evaluate a function whose parameters are bound."""
    session.sources.setdefault(source)
    cells = function.__closure__ or ()
    closure = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            closure[name] = cell.cell_contents
        except ValueError:
            continue
    inner = Frame(session, source, names, function.__globals__, closure=closure)
    inner.function = function
    session.door.code(function)
    inner.parent = frame_around(function)
    if inner.parent is not None:
        # What the names around stand for is found there.
        inner.closure = {k: v for k, v in closure.items() if k == "__class__"}
    return run_body(inner, caller, node)


def run_body(inner: Frame, caller: Frame | None, node: ast.AST | None) -> Any:
    """Execute a frame's function and give what it returns."""
    session = inner.session
    inner.caller, inner.site = caller, node
    again = activations.activations(inner)
    if session.errors and again:
        # What ends the recursion may be what was refused.
        raise session.errors[-1].with_traceback(None)
    if is_generator_function(inner.source.node):
        if again > _GENERATOR_LIMIT:
            _refuse_depth(inner, _GENERATOR_LIMIT, node)
        return Stream.of(inner)
    inner.entry = activations.Entry.of(session, dict(inner.names))
    root = activations.repeated(inner)
    if root is not None and root.recursion is not None:
        return recursion.call_itself(root, inner)
    if root is not None:
        if any(loop.unrolls for loop in session.loops):
            # Written out, that may tell where the recursion ends.
            refuse_holders(root.entry.names, "passed to")
            activations.refuse_told(root.entry, inner.entry, session)
        raise recursion.CallsItself(root)
    builder = session.builder
    begun = len(session.journal), len(builder.ops), len(session.errors)
    origin = builder.origin
    try:
        if not refers_to_itself(inner.source.node):
            return _execute_body(inner, node)
        with session.tentatively():
            return _execute_body(inner, node)
    except recursion.CallsItself as calls:
        if calls.frame is not inner:
            raise
        # Nothing of it stays.
        session.undo(begun[0])
        del builder.ops[begun[1] :], session.errors[begun[2] :]
        builder.origin = origin
    return recursion.call(inner, node, lambda again: _execute_body(again, node))


def _execute_body(inner: Frame, node: ast.AST | None) -> Any:
    try:
        return _executed(inner, node)
    except Endless as endless:
        if endless.root is not inner:
            raise
        raise endless.error.with_traceback(None) from None


def _executed(inner: Frame, node: ast.AST | None) -> Any:
    session, caller = inner.session, inner.caller
    around = session.activations
    if around > _DEPTH_LIMIT:
        _refuse_depth(inner, _DEPTH_LIMIT, node)
    session.activations = around + 1
    origin = session.builder.origin
    if origin is not None:
        # What a `bprop` returns is told as the statement whose adjoint it is.
        inner.returned = caller.returned_by(node) if caller else Returned(origin)
    inner.activation = caller.activation if caller is not None else None
    if not inner.source.library and isinstance(inner.source.node, ast.FunctionDef):
        inner.activation = _activation(inner, origin)
    definition = inner.source.node
    escape = session.handlers.escape_from(node, session.builder)
    if definition.args.kwarg is not None:
        # Python makes the dict of a `**` anew for each call.
        session.own(inner.names.get(definition.args.kwarg.arg))
    try:
        if isinstance(definition, ast.Lambda):
            flow = Flow(value=evaluate(inner, definition.body))
        else:
            # It holds for the whole function, wherever it stands.
            execute(inner, outside_names(definition))
            handlers = escape.handlers if escape is not None else ()
            with session.handlers.awaiting(inner, (), handlers):
                body = definition.body if caller is None else with_return(definition)
                flow = execute(inner, body)
        if session.unfinished:
            dispatch.activation_ended(inner, flow.value)
    except BaseException as error:
        nonlocals.give_back(inner, error)
        raise
    finally:
        session.activations = around
        session.builder.origin = origin
    nonlocals.give_back(inner)
    nonlocals.end(inner)
    if inner.failed is not None:
        raise inner.failed.with_traceback(None)
    if has_box(flow.done) and flow.value is not None and not _leaves(inner, flow):
        inner.refuse(
            "SRC019",
            "this function returns a value on some paths only",
            definition,
            help="end every path with a `return`",
        )
    if inner.activation is not None and inner.activation.site is origin:
        found = (box_of(leaf) for leaf in leaves(flow.value))
        inner.activation.returned = tuple(box.own for box in found)
    if escape is not None:
        escape.caught = flow.caught
        escape.ended = len(session.builder.ops), len(session.journal)
    return flow.value


def _leaves(inner: Frame, flow: Flow) -> bool:
    """Whether a function returns or raises on each path, and what it raises goes on in
    a handler of its caller."""
    body: Any = inner.source.node.body
    return bool(flow.caught) and leaves_always(body)


def _activation(inner: Frame, site: Origin | None) -> Activation:
    """What operations are to know of this call of a function of the user's."""
    definition = inner.source.node
    assert isinstance(definition, ast.FunctionDef)
    name = definition.name
    boxes = {name: box_of(item) for name, item in inner.names.items()}
    label = getattr(inner.function, "__qualname__", name).split("<locals>.")[-1]
    return Activation(
        bare_name(name),
        label,
        inner.activation,
        site,
        told=inner.returned.caller.activation if inner.returned is not None else None,
        arguments={box.own: name for name, box in boxes.items() if box is not NO_BOX},
        targets=inner.caller.assigned(inner.site) if inner.caller is not None else (),
    )


def _refuse_depth(inner: Frame, limit: int, node: ast.AST | None) -> NoReturn:
    where = inner.caller or inner
    # Two calls at each level are too many to look for errors in.
    inner.session.recovering = False
    try:
        where.refuse(
            "SRC013",
            "this recursion does not end at compile time",
            node or inner.source.node,
            label=f"is more than {limit} calls deep",
            help="end it under a condition, with arguments of one type, rank and "
            "dtype; or write a loop",
        )
    except CompileError as error:
        root = activations.first_activation(inner)
        if root is None:
            raise
        raise Endless(error, root) from None


def bind_arguments(
    frame: Frame, function: FunctionType, args: Args, keywords: Keywords, node: ast.AST
) -> dict[str, Any]:
    """The parameters' values, defaults filled in, as Python binds them."""
    names = _bound_by_place(frame, function, args, keywords)
    if names is not None:
        return names
    signature, name = own_signature(function), function.__name__
    call = MethodCall(name, args, keywords, node)
    bound = _bound(frame, signature, str(signature), call)
    given = set(bound.arguments)
    bound.apply_defaults()
    door, parameters = frame.session.door, signature.parameters
    return {
        name: item
        if name in given or parameters[name].default is inspect.Parameter.empty
        else door.default(function, name, item)
        for name, item in bound.arguments.items()
    }


def _bound(
    frame: Frame, signature: inspect.Signature, text: str, call: MethodCall
) -> inspect.BoundArguments:
    """The arguments of a call of a function whose parameters have this text."""
    name, args, keywords, node = call
    try:
        return signature.bind(*args, **keywords)
    except TypeError as error:
        message = f"TypeError: {name}() {unfitting(signature, keywords) or error}"
        help = f"it is defined as `{name}{text}`"
        frame.refuse("SRC021", message, node, help=help)


def _bound_by_place(
    frame: Frame, function: FunctionType, args: Args, keywords: Keywords
) -> dict[str, Any] | None:
    """The same of a function with plain parameters and arguments that fit; None for
    others."""
    code, defaults = function.__code__, function.__defaults__ or ()
    words = code.co_varnames[: code.co_argcount]
    plain = not (code.co_kwonlyargcount or code.co_flags & _STARRED)
    if not plain or code.co_posonlyargcount or not len(defaults) <= len(words):
        return None
    given = dict(zip(words, args, strict=False)) | keywords
    required = words[: len(words) - len(defaults)]
    fits = len(given) == len(args) + len(keywords) and given.keys() <= {*words}
    if not fits or not given.keys() >= {*required}:
        return None
    found: dict[str, Any] = {}
    for place, word in enumerate(words):
        if word in given:
            found[word] = given[word]
        else:
            default = defaults[place - len(required)]
            found[word] = frame.session.door.default(function, word, default)
    return found


_STARRED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def unfitting(signature: inspect.Signature, keywords: dict[str, Any]) -> str:
    """What Python says of a keyword that no parameter takes; "" where all are."""
    parameters = signature.parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return ""
    unknown = [name for name in keywords if name not in parameters]
    return f"got an unexpected keyword argument '{unknown[0]}'" if unknown else ""


def inline_closure(
    frame: Frame, closure: Closure, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call a function that was defined during the evaluation."""
    plain = FunctionType(_binding(closure.node), {}, "", closure.defaults)
    plain.__kwdefaults__ = closure.keyword_defaults
    text = f"({ast.unparse(closure.node.args)})"
    call = MethodCall(closure.name, args, keywords, node)
    bound = _bound(frame, inspect.signature(plain), text, call)
    bound.apply_defaults()
    names = dict(bound.arguments)
    outer: Frame = closure.frame
    source = outer.source
    inner_source = Source(closure.node, source.path, source.lines, source.library)
    inner = Frame(frame.session, inner_source, names, outer.globals, parent=outer)
    return run_body(inner, frame, node)


@functools.lru_cache(maxsize=1024)
def _binding(definition: Any) -> CodeType:
    """The code of a function with the parameters of another one, and with defaults."""
    given, nothing = copy.copy(definition.args), ast.Constant(None)
    given.defaults = [nothing for _ in given.defaults]
    given.kw_defaults = [one and nothing for one in given.kw_defaults]
    expression = ast.Expression(ast.Lambda(given, nothing))
    made = compile(ast.fix_missing_locations(expression), "<parameters>", "eval")
    found: CodeType = eval(made).__code__
    return found
