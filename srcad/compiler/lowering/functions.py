"""Functions met during the evaluation: inlined, or made functions of the IR."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, NoReturn

from srcad.compiler import protocol
from srcad.compiler.avals import AnyAval, carries_gradient
from srcad.compiler.builder import Builder
from srcad.compiler.contract import Contract
from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.ir import Atom, Block, Call, Function, Value, walk
from srcad.compiler.ir_printer import show
from srcad.compiler.lowering import recursion
from srcad.compiler.lowering.aliases import link_any
from srcad.compiler.lowering.effects import written_parameters
from srcad.compiler.lowering.expressions import evaluate
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.mixed_precision import (
    cast_inputs,
    cast_tensors,
    computing_in,
    dtype_in,
    on_arrays,
)
from srcad.compiler.lowering.objects import (
    Box,
    Closure,
    Given,
    Lazy,
    has_box,
    is_array_box,
    is_number,
    is_parameter,
    leaves,
    rebuilt,
)
from srcad.compiler.lowering.session import NeedsStatic, Session, Unreachable
from srcad.compiler.lowering.statements import execute
from srcad.compiler.lowering.streams import Stream, is_generator_function
from srcad.compiler.sharing import is_list, shared_storage
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.source import (
    Source,
    frame_around,
    own_signature,
    source_of,
    underlying,
)
from srcad.compiler.unbound import unbound_as_none
from srcad.compiler.user_rules import UserRule

_DEPTH_LIMIT = 150
# Each generator that is not done has a thread of its own.
_GENERATOR_LIMIT = 40


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Stands for leaf ``position`` of what a function gets or gives."""

    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """How a function is differentiated by a ``bprop``.

    ``bprop`` takes ``arguments`` (structures whose run-time leaves are placeholders),
    then the output of the form ``output``, then its cotangent, and gives one cotangent
    for each argument. ``owner`` is the Cell whose method it is, None for an operator.
    ``native`` is a rule of the compiler's own, in the place of ``bprop``: it is called
    with the session to emit into. ``computing`` is the dtype of ``to_float`` in it;
    ``arrays`` says that it sees ndarrays, where the function sees ndarrays.
    ``exact`` says that it gives the derivative of the body, which may then as well be
    differentiated in its place. ``contract`` is what each cotangent is checked by.
    """

    bprop: Callable[..., Any] | None
    arguments: tuple[Any, ...]
    output: Any
    owner: Any = None
    computing: str | None = None
    arrays: bool = False
    parameters: tuple[tuple[str, Any], ...] = ()
    native: Callable[..., list[Any]] | None = None
    exact: bool = False
    contract: Contract | None = None


def inline(
    frame: Frame,
    function: Any,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """Evaluate the body of a Python function in the place of a call."""
    plain = underlying(function)
    assert plain is not None
    source = source_of(plain)
    names = bind_arguments(frame, plain, args, keywords, node)
    return activate(frame.session, plain, source, names, frame, node)


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
    inner.parent = frame_around(function)
    if inner.parent is not None:
        # What the names around stand for is found there.
        inner.closure = {k: v for k, v in closure.items() if k == "__class__"}
    return run_body(inner, caller, node)


def run_body(inner: Frame, caller: Frame | None, node: ast.AST | None) -> Any:
    """Execute a frame's function and give what it returns."""
    session = inner.session
    inner.caller, inner.site = caller, node
    again = recursion.activations(inner)
    if is_generator_function(inner.source.node):
        if again > _GENERATOR_LIMIT:
            _refuse_depth(inner, _GENERATOR_LIMIT, node)
        return Stream.of(inner)
    if session.errors and again:
        # What ends the recursion may be what was refused.
        raise session.errors[-1].with_traceback(None)
    inner.entry = recursion.Entry(dict(inner.names), session.around + session.depth)
    root = recursion.repeated(inner)
    if root is not None and root.recursion is not None:
        return recursion.call_itself(root, inner)
    if root is not None:
        raise recursion.CallsItself(root)
    builder = session.builder
    begun = len(session.journal), len(builder.ops), len(session.errors)
    origin = builder.origin
    try:
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
    session, caller = inner.session, inner.caller
    depth = session.functions.get("depth", 0)
    if depth > _DEPTH_LIMIT:
        _refuse_depth(inner, _DEPTH_LIMIT, node)
    session.functions["depth"] = depth + 1
    origin = session.builder.origin
    if caller is not None and origin is not None:
        inner.returned = caller.returned_by(node)
    try:
        definition = inner.source.node
        if isinstance(definition, ast.Lambda):
            return evaluate(inner, definition.body)
        flow = execute(inner, definition.body)
    except BaseException:
        inner.give_back(returns=False)
        raise
    finally:
        session.functions["depth"] = depth
        session.builder.origin = origin
    inner.give_back(returns=True)
    if inner.failed is not None:
        raise inner.failed.with_traceback(None)
    if isinstance(flow.done, Box) and flow.value is not None:
        inner.refuse(
            "SRC019",
            "this function returns a value on some paths only",
            definition,
            help="end every path with a `return`",
        )
    return flow.value


def _refuse_depth(inner: Frame, limit: int, node: ast.AST | None) -> NoReturn:
    where = inner.caller or inner
    where.refuse(
        "SRC013",
        "this recursion does not end at compile time",
        node or inner.source.node,
        label=f"is more than {limit} calls deep",
        help="end it under a condition, with arguments of one type, rank and dtype; "
        "or write a loop",
    )


def bind_arguments(
    frame: Frame,
    function: FunctionType,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> dict[str, Any]:
    """The parameters' values, defaults filled in, as Python binds them."""
    try:
        bound = own_signature(function).bind(*args, **keywords)
    except TypeError as error:
        what = unfitting(own_signature(function), keywords) or str(error)
        message = f"TypeError: {function.__name__}() {what}"
        help = f"it is defined as `{function.__name__}{own_signature(function)}`"
        frame.refuse("SRC021", message, node, help=help)
    bound.apply_defaults()
    return dict(bound.arguments)


def unfitting(signature: inspect.Signature, keywords: dict[str, Any]) -> str:
    """What Python says of a keyword that no parameter takes; "" where all are."""
    parameters = signature.parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return ""
    unknown = [name for name in keywords if name not in parameters]
    return f"got an unexpected keyword argument '{unknown[0]}'" if unknown else ""


def inline_closure(
    frame: Frame,
    closure: Closure,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """Call a function that was defined during the evaluation."""
    arguments = closure.node.args
    names: dict[str, Any] = {}
    parameters = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args)]
    defaults = dict(
        zip(
            parameters[len(parameters) - len(closure.defaults) :],
            closure.defaults,
            strict=True,
        )
    )
    if len(args) > len(parameters) and arguments.vararg is None:
        frame.refuse("SRC021", f"{closure.name}() takes {len(parameters)} values", node)
    names.update(zip(parameters, args, strict=False))
    if arguments.vararg is not None:
        names[arguments.vararg.arg] = tuple(args[len(parameters) :])
    only = [arg.arg for arg in arguments.kwonlyargs]
    extra = {}
    for key, item in keywords.items():
        if key in names:
            frame.refuse("SRC021", f"{closure.name}() got `{key}` twice", node)
        if key in parameters or key in only:
            names[key] = item
        elif arguments.kwarg is not None:
            extra[key] = item
        else:
            frame.refuse("SRC021", f"{closure.name}() has no parameter `{key}`", node)
    if arguments.kwarg is not None:
        names[arguments.kwarg.arg] = extra
    for key, item in {**defaults, **closure.keyword_defaults}.items():
        names.setdefault(key, item)
    missing = [name for name in (*parameters, *only) if name not in names]
    if missing:
        frame.refuse("SRC021", f"{closure.name}() needs `{missing[0]}`", node)
    outer: Frame = closure.frame
    source = outer.source
    inner_source = Source(closure.node, source.path, source.lines, source.library)
    inner = Frame(frame.session, inner_source, names, outer.globals, parent=outer)
    return run_body(inner, frame, node)


@dataclass(slots=True)
class Traced:
    """A function of the IR made of a call, and how to apply it.

    ``given`` is what the caller calls the first of the arguments by.
    """

    function: Function
    args: list[Atom]
    output: Any
    given: list[Any]
    updates: tuple[Any, ...] = ()
    parameters: tuple[tuple[str, Any], ...] = ()


def trace(
    session: Session,
    name: str,
    arguments: Any,
    body: Callable[[Any], Any],
    differentiated: bool = False,
    avals: Sequence[AnyAval] | None = None,
) -> Traced:
    """Evaluate ``body(arguments)`` as a function of its own.

    ``arguments`` is a structure; its run-time leaves become parameters, and so does
    every Parameter that is read inside. ``avals`` say what is known of the leaves,
    where that is less than what is known of these arguments. ``differentiated`` says
    that its own gradient is taken (as the outermost function's is): hooks of its inputs
    run there.
    """
    from srcad.compiler.lowering.hooks import attach, insert_hook

    outer_atoms: list[Atom] = []
    given: list[Any] = []
    params: list[Value] = []

    def enter(leaf: Any, name: str = "") -> Any:
        if not isinstance(leaf, Box) and not is_parameter(leaf):
            _refuse_holder(leaf, "passed to")
            return leaf
        atom = session.atom(leaf)
        outer_atoms.append(atom)
        given.append(leaf)
        hint = name or (atom.hint if isinstance(atom, Value) else "")
        aval = atom.aval if avals is None else avals[len(params)]
        value = Value(aval, hint, named=bool(hint))
        params.append(value)
        box = session.box(value)
        # What would be written here is the caller's, who would not see it.
        box.is_input = is_array_box(box) or is_list(aval)
        return box

    if isinstance(arguments, dict):
        # The function's own names, whatever the caller calls its arguments.
        inside: Any = {
            name: enter(item, name)
            if isinstance(item, Box) or is_parameter(item)
            else rebuilt(item, (enter(leaf) for leaf in leaves(item)))
            for name, item in arguments.items()
        }
    else:
        inside = rebuilt(arguments, (enter(leaf) for leaf in leaves(arguments)))
    outer_parameters, session.parameters = session.parameters, {}
    outer_boxes, session.parameter_boxes = session.parameter_boxes, {}
    outer_entered, session.entered = session.entered, {p: [] for p in params}
    differentiated = differentiated or not session.tracing
    session.tracing += 1
    depth, session.depth = session.depth, 0
    session.around += depth
    contexts, session.contexts = session.contexts, []
    builder = Builder(session.builder.sizes)
    try:
        with session.building(builder):
            output = _reached(body, inside)
            results: list[Atom] = []

            def leave(leaf: Any) -> Any:
                if not is_number(leaf) and not is_parameter(leaf):
                    _refuse_holder(leaf, "returned from")
                    return leaf
                results.append(session.atom(leaf))
                return Placeholder(len(results) - 1)

            form = rebuilt(output, (leave(leaf) for leaf in leaves(output)))
            written = written_parameters(session)
            results.extend(box.value for _, box in written)
            if differentiated:
                for place, param in enumerate(params):
                    for handle in session.entered[param]:
                        before = replace(params[place])
                        insert_hook(session, 0, before, params[place], handle)
                        params[place] = before
    finally:
        entered, session.entered = session.entered, outer_entered
        session.tracing -= 1
        read, session.parameters = session.parameters, outer_parameters
        session.parameter_boxes = outer_boxes
        session.depth = depth
        session.around -= depth
        session.contexts = contexts
    for atom, handles in zip(outer_atoms, entered.values(), strict=True):
        if isinstance(atom, Value) and not differentiated:
            for handle in handles:
                attach(session, atom, handle)
    block = builder.block((*params, *(value for _, value in read.values())), results)
    block = unbound_as_none(remove_dead(block))
    args = [*outer_atoms, *(outer_value(session, p) for p, _ in read.values())]
    updates = tuple(read[name][0] for name, _ in written)
    function = Function(name, block, len(results), updates=len(updates))
    parameters = tuple((name, parameter) for name, (parameter, _) in read.items())
    return Traced(function, args, form, given, updates, parameters)


def _refuse_holder(leaf: Any, how: str) -> None:
    """Refuse what holds run-time values and is no structure of them."""
    if has_box(leaf):
        name = type(leaf).__name__
        if isinstance(leaf, Lazy):
            raise NeedsStatic(
                f"a generator cannot be {how} what is differentiated as a whole",
                label="has no values yet; make a list or an array of them",
            )
        raise NeedsStatic(
            f"an object of class {name} cannot be {how} what is a function of its own",
            label="holds run-time values; a tuple or a dataclass of them can be",
        )


def _reached(body: Callable[[Any], Any], inside: Any) -> Any:
    try:
        return body(inside)
    except Unreachable as unreachable:
        raise (unreachable.error or unreachable) from None


def outer_value(session: Session, parameter: Any) -> Atom:
    if isinstance(parameter, Given):
        return parameter.value_in(session)
    return session.parameter(parameter)


def append_call(session: Session, traced: Traced, label: str = "") -> Any:
    """Append the call of a traced function; gives its output."""
    function = traced.function
    results = []
    avals = [atom.aval for atom in function.body.results]
    if function.knot is not None:
        given = [atom.aval for atom in traced.args]
        avals = recursion.renewed(function.body.params, given, avals)
    for atom, aval in zip(function.body.results, avals, strict=True):
        hint = atom.hint if isinstance(atom, Value) else ""
        results.append(Value(aval, hint))
    builder = session.builder
    builder.ops.append(
        Call(
            function,
            tuple(traced.args),
            tuple(results),
            builder.origin,
            builder.phase,
            label,
        )
    )

    for parameter, value in zip(
        traced.updates, results[len(results) - len(traced.updates) :], strict=True
    ):
        box = session.parameter_box(parameter)
        assert box is not None
        session.write(box, value)

    return filled_output(
        session,
        traced.output,
        results,
        shared_storage(function.body),
        dict(enumerate(traced.given)),
    )


def filled_output(
    session: Session,
    form: Any,
    results: Sequence[Value],
    shared: Sequence[tuple[int, int | Value]],
    given: Mapping[int | Value, Any],
) -> Any:
    """What a call gives, in its form; ``shared`` says which result may be the storage
    of which argument, and ``given`` what the caller calls that."""
    made: dict[int, Any] = {}

    def result(leaf: Any) -> Any:
        if not isinstance(leaf, Placeholder):
            return leaf
        return made.setdefault(leaf.position, session.wrap(results[leaf.position]))

    found = rebuilt(form, (result(leaf) for leaf in leaves(form)))
    for place, source in shared:
        if place in made and source in given:
            link_any(session, given[source], made[place])
    return found


def call_operator(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """An operator, or a function with a rule: inlined, with its ``bprop`` if any."""
    session = frame.session
    operator = getattr(callee, "__srcad_operator__", False) is True
    if operator and not session.arrays:
        if session.computing is not None:
            args, keywords = cast_tensors(session, (args, keywords), session.computing)
        with on_arrays(session):
            result = call_operator(frame, callee, args, keywords, node)
        return rebuilt(result, map(protocol.as_dtype, leaves(result)))
    if getattr(callee, "__srcad_kernel__", None) is not None:
        from srcad.compiler.lowering.kernels import call_kernel

        return call_kernel(frame, callee, args, keywords, node)
    plain = underlying(callee)
    assert plain is not None
    bprop = callee.__srcad_bprop__
    names = bind_arguments(frame, plain, args, keywords, node)
    source = source_of(plain)
    if bprop is None or not _is_active(names):
        return activate(session, plain, source, names, frame, node)
    traced = trace(
        session,
        callee.__name__,
        names,
        lambda inside: activate(session, plain, source, inside, frame, node),
    )
    exact = source.library and not getattr(callee, "__srcad_surrogate__", False)
    form = argument_form(names)
    rule = Rule(bprop, form, traced.output, arrays=operator, exact=exact)
    traced.function = replace(traced.function, rule=rule, inline=True)
    return append_call(session, traced)


def _is_active(names: Any) -> bool:
    """Whether a gradient may flow through one of the arguments."""
    return any(
        is_parameter(leaf) or (isinstance(leaf, Box) and carries_gradient(leaf.aval))
        for leaf in leaves(names)
    )


def _has_source(function: Callable[..., Any]) -> bool:
    if not isinstance(function, FunctionType):
        return False
    try:
        return source_of(function) is not None
    except CompileError:
        return False


def call_with_rule(
    frame: Frame,
    rule: UserRule,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """A callable that the user gave a rule: read, or called by its name."""
    from srcad.compiler.lowering.foreign import call_foreign, contract_of, note_rule
    from srcad.compiler.rules.apply import checked_parts

    function = rule.function
    if rule.like is not None or not _has_source(function):
        return call_foreign(frame, rule, args, keywords, node)
    assert isinstance(function, FunctionType)
    note_rule(frame, function.__module__, function.__qualname__, function)
    session, source = frame.session, source_of(function)
    names = bind_arguments(frame, function, args, keywords, node)

    def body(inside: dict[str, Any]) -> Any:
        return activate(session, function, source, inside, frame, node)

    if not _is_active(names):
        return body(names)
    contract = contract_of(rule, function.__qualname__)

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        return list(checked_parts(inner, contract, [*given, out, dout]))

    traced = trace(session, function.__name__.strip("<>"), names, body)
    form = _positional_form(function, names)
    own = Rule(None, form, traced.output, native=native, contract=contract)
    traced.function = replace(traced.function, rule=own, inline=True)
    return append_call(session, traced)


def call_primitive(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A user's primitive with a ``bprop``: inlined, with that as its rule."""
    from srcad.compiler.rules.apply import bprop_parts

    session = frame.session
    kind = type(callee)
    call: Any = kind.__call__
    names = bind_arguments(frame, call, [callee, *args], keywords, node)
    inputs = without_self(call, names)
    source = source_of(call)

    def body(inside: dict[str, Any]) -> Any:
        bound = _with_self(call, callee, inside)
        return activate(session, call, source, bound, frame, node)

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        parts = bprop_parts(inner, kind.bprop, [callee, *given, out, dout])
        if not isinstance(parts, tuple) or len(parts) != len(given):
            rule = source_of(kind.bprop)
            count = f"a tuple of {len(given)} cotangents"
            message = f"`{kind.__name__}.bprop` does not return {count}"
            raise CompileError(Diagnostic("SRC018", message, rule.span(rule.node)))
        return list(parts)

    traced = trace(session, snake_case(kind.__name__), inputs, body)
    rule = Rule(None, argument_form(inputs), traced.output, native=native)
    traced.function = replace(traced.function, rule=rule, inline=True)
    return append_call(session, traced)


def argument_form(names: dict[Any, Any]) -> tuple[Any, ...]:
    """The arguments with a placeholder for each run-time leaf, in order."""
    count = -1

    def form(leaf: Any) -> Any:
        nonlocal count
        if isinstance(leaf, Box) or is_parameter(leaf):
            count += 1
            return Placeholder(count)
        return leaf

    return tuple(rebuilt(names, (form(leaf) for leaf in leaves(names))).values())


def call_cell(
    frame: Frame, cell: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """A sub-cell, with its hooks."""
    from srcad.compiler.lowering.hooks import call_hooked

    _note_path(frame.session, cell, node)
    hooks = protocol.hooks(cell)
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
    plain = underlying(type(cell).construct)
    assert plain is not None
    source = source_of(plain)
    names = bind_arguments(frame, plain, [cell, *args], keywords, node)
    inputs = without_self(plain, names)
    custom = getattr(type(cell), "bprop", None) is not None
    if custom or source.library:
        inputs = cast_inputs(session, cell, inputs)
    if source.library and not custom:
        names = _with_self(plain, cell, inputs)
        with computing_in(session, dtype_in(session, cell)):
            return activate(session, plain, source, names, frame, node)
    traced = trace_cell(session, cell, inputs, frame, node)
    own = id(cell) if traced.function.rule is not None else type(cell)
    inner = tuple(id(f) for f in called(traced.function.body))
    key = ("function", show(traced.function), own, inner)
    session.keep.append(traced.function)
    traced.function = session.functions.setdefault(key, traced.function)
    return append_call(session, traced, _label(node))


def _label(node: ast.AST) -> str:
    """What the source calls the function: ``fc1`` in ``self.fc1(x)``."""
    match node:
        case ast.Call(func=ast.Attribute(attr=word)) | ast.Call(func=ast.Name(word)):
            return word
    return ""


def called(block: Block) -> list[Function]:
    """The functions that a block calls."""
    return [op.function for op in walk(block) if isinstance(op, Call)]


def read_by_bprop(session: Session, cell: Any, bprop: Any) -> None:
    """Let the function get what the ``bprop`` reads besides its arguments."""
    from srcad.compiler.lowering.live import cell_value
    from srcad.compiler.splicing import can_be_spliced, needs_cell, parameters_read

    plain = underlying(bprop)
    if plain is None:
        return
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
    plain = underlying(type(cell).construct)
    assert plain is not None
    source = source_of(plain)
    dtype = dtype_in(session, cell)

    bprop = getattr(type(cell), "bprop", None)

    def body(inside: dict[str, Any]) -> Any:
        with session.inside_cell(cell):
            if bprop is not None:
                read_by_bprop(session, cell, bprop)
            names = _with_self(plain, cell, cast_inputs(session, cell, inside))
            construct = type(cell).construct
            with (
                computing_in(session, dtype),
                session.inside_function(construct),
                session.beside_bprop(bprop),
            ):
                return activate(session, plain, source, names, frame, node)

    name = snake_case(type(cell).__name__)
    traced = trace(session, name, inputs, body)
    label = f"{type(cell).__name__}.construct"
    rule = None
    if bprop is not None:
        form = _positional_form(plain, inputs)
        rule = Rule(
            bprop,
            form,
            traced.output,
            owner=cell,
            computing=dtype,
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


def _with_self(
    function: FunctionType, owner: Any, inputs: dict[str, Any]
) -> dict[str, Any]:
    """The parameters of a method again, out of what ``without_self`` gives."""
    first, starred = _first_parameter(function)
    return (
        {**inputs, first: (owner, *inputs[first])}
        if starred
        else {first: owner, **inputs}
    )


def _positional_form(function: FunctionType, inputs: dict[str, Any]) -> tuple[Any, ...]:
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
    return out


def _note_path(session: Session, cell: Any, node: ast.AST) -> None:
    func = getattr(node, "func", None)
    if isinstance(func, ast.Attribute):
        session.functions.setdefault(("path", id(cell)), func.attr)
        session.keep.append(cell)


def call_gradient(
    frame: Frame, callee: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    """``srcad.grad(f)(x)`` inside of what is differentiated or generated."""
    from srcad.compiler.nested import inline_gradient

    return inline_gradient(frame, callee, args, keywords, node)
