"""Executing statements. Each gives a :class:`Flow`: whether and how it leaves."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.diagnostics import CompileError
from srcad.compiler.ir import Value
from srcad.compiler.lowering import calls, control, loops
from srcad.compiler.lowering.classes import make_class
from srcad.compiler.lowering.contexts import execute_with
from srcad.compiler.lowering.effects import assign_parameter
from srcad.compiler.lowering.expressions import (
    array_rows,
    evaluate,
    refuse_string,
)
from srcad.compiler.lowering.frame import MISSING, Frame
from srcad.compiler.lowering.generators import yielded
from srcad.compiler.lowering.growing_lists import to_run_time
from srcad.compiler.lowering.handlers import execute_try
from srcad.compiler.lowering.objects import (
    Box,
    Closure,
    Columns,
    RuntimeString,
    is_parameter,
    is_written_in_place,
    leaves,
    name_value,
)
from srcad.compiler.lowering.operators import (
    augmented,
    binary_name,
    is_user_object,
    present,
    refuse_effect,
)
from srcad.compiler.lowering.raising import execute_assert, execute_raise
from srcad.compiler.lowering.recovery import recover
from srcad.compiler.lowering.session import GrowsAtRunTime
from srcad.compiler.lowering.streams import at_once
from srcad.compiler.lowering.subscripts import delete_subscript, write_subscript
from srcad.compiler.lowering.wording import refuse_syntax


@dataclass(frozen=True, slots=True)
class Flow:
    """How a list of statements ended.

    Each flag is a bool, or a box where the answer is known at run time only: ``stop``
    for ``break``, ``skip`` for ``continue``, ``done`` for ``return``, with ``value``.
    ``outer`` is how the statements were left that a generator hands its values to,
    which ends the generator. ``staying`` is what is known of names where they were not
    left: what a name is called, what stands for it on both paths, and what it is there.
    """

    stop: Any = False
    skip: Any = False
    done: Any = False
    value: Any = None
    outer: Flow | None = None
    staying: tuple[tuple[str, Any, Any], ...] = ()

    @property
    def after_skip(self) -> Flow:
        """The same at the end of an iteration, which ``continue`` has ended as well."""
        if self.skip is False:
            return self
        return replace(self, skip=False, staying=())

    @property
    def flags(self) -> list[Any]:
        """The ways of leaving that are taken always or sometimes."""
        own = [flag for flag in (self.stop, self.skip, self.done) if flag is not False]
        return [*own, *(self.outer.flags if self.outer is not None else ())]

    @property
    def always_leaves(self) -> bool:
        return any(flag is True for flag in self.flags)

    @property
    def never_leaves(self) -> bool:
        return not self.flags

    @property
    def left(self) -> Flow:
        """The same where it is known to have left: by the one way that there is."""
        if len(self.flags) != 1:
            return self
        for name in ("stop", "skip", "done"):
            if getattr(self, name) is not False:
                known: dict[str, Any] = {name: True}
                return replace(self, **known)
        assert self.outer is not None
        return replace(self, outer=self.outer.left)


NORMAL = Flow()
# So often a statement is executed again for lists that it makes itself.
_MOST_TRIES = 3


def execute(frame: Frame, statements: list[ast.stmt], top: bool = False) -> Flow:
    """Execute statements; ``top`` says that they are the body of a loop itself."""
    for position, node in enumerate(statements):
        rest = statements[position + 1 :]
        frame.enter(node, target_name(node))
        try:
            flow, consumed = _statement(frame, node, rest, top)
        except CompileError as error:
            recover(frame, node, error)
            continue
        if consumed:
            return flow
        if flow.always_leaves or (not flow.never_leaves and not rest):
            return flow
        if not flow.never_leaves:
            return control.guarded_rest(frame, flow, rest)
    return NORMAL


def _statement(
    frame: Frame, node: ast.stmt, rest: list[ast.stmt], top: bool, again: int = 0
) -> tuple[Flow, bool]:
    """Execute one statement; the flag says whether ``rest`` was executed as well.

    It is executed again where it showed that a list has to be one of run time.
    """
    session = frame.session
    born = session.serial
    mark, count, names = (
        len(session.journal),
        len(session.builder.ops),
        dict(frame.names),
    )
    try:
        return _execute_one(frame, node, rest, top)
    except GrowsAtRunTime as grows:
        if session.depth > grows.held.depth:
            raise
        if grows.held.serial > born and again > _MOST_TRIES:
            # The statement makes it itself, each time anew.
            frame.refuse(
                "SRC011",
                "a list that is made here has another length on another path",
                node,
                help="make the list before, and change it with `append` and `pop`",
            )
        session.undo(mark)
        frame.names = names
        del session.builder.ops[count:]
        try:
            to_run_time(frame, grows, node)
        except GrowsAtRunTime as inner:
            # A list in it is known under a name of its own: that one comes first.
            del session.builder.ops[count:]
            if session.depth > inner.held.depth:
                raise
            to_run_time(frame, inner, node)
    return _statement(frame, node, rest, top, again + 1)


def _execute_one(
    frame: Frame, node: ast.stmt, rest: list[ast.stmt], top: bool
) -> tuple[Flow, bool]:
    with frame.at(node):
        match node:
            case ast.If():
                return control.execute_if(frame, node, rest, top)
            case ast.For() | ast.While():
                return loops.execute_loop(frame, node), False
            case ast.With():
                return execute_with(frame, node, top), False
            case ast.Match():
                from srcad.compiler.lowering.matching import execute_match

                return execute_match(frame, node, rest, top)
            case ast.Try():
                return execute_try(frame, node, top), False
            case ast.Expr(ast.Yield() | ast.YieldFrom() as value) if frame.consumer:
                return yielded(frame, value, top)[0], False
            case _:
                return _simple(frame, node), False


def _simple(frame: Frame, node: ast.stmt) -> Flow:
    match node:
        case ast.Assign(targets, value):
            item = evaluate(frame, value)
            for target in targets:
                assign(frame, target, item)
        case ast.AnnAssign(target, _, value):
            if value is not None:
                assign(frame, target, evaluate(frame, value))
        case ast.AugAssign():
            _augmented(frame, node)
        case ast.Return(value):
            return _return(frame, node, value)
        case ast.Expr(value):
            if not isinstance(value, ast.Constant):
                evaluate(frame, value)
        case ast.Pass() | ast.Import() | ast.ImportFrom() | ast.Global():
            return _declaration(frame, node)
        case ast.Break():
            return Flow(stop=True)
        case ast.Continue():
            return Flow(skip=True)
        case ast.FunctionDef():
            frame.assign(node.name, _decorated(frame, node))
        case ast.ClassDef():
            frame.assign(node.name, make_class(frame, node))
        case ast.Assert():
            execute_assert(frame, node)
        case ast.Delete(targets):
            for target in targets:
                _delete(frame, target)
        case ast.Nonlocal(names):
            _nonlocal(frame, names, node)
        case ast.Raise():
            execute_raise(frame, node)
        case _:
            refuse_syntax(frame, node)
    return NORMAL


def _delete(frame: Frame, target: ast.expr) -> None:
    match target:
        case ast.Name():
            frame.lookup(target)
            frame.assign(target.id, MISSING)
        case ast.Tuple(parts) | ast.List(parts):
            for part in parts:
                _delete(frame, part)
        case ast.Subscript():
            delete_subscript(frame, target)
        case _:
            help = "leave it out where the object is made"
            message = "`del` of an attribute is not supported"
            frame.refuse("SRC011", message, target, help=help)


def _nonlocal(frame: Frame, names: list[str], node: ast.stmt) -> None:
    for name in names:
        owner = frame.parent
        while owner is not None and not owner.binds(name):
            owner = owner.parent
        if owner is None:
            refuse_effect(frame, f"`{name}` would be written in a function", node)
    for name in names:
        frame.borrow(name, node)


def _return(frame: Frame, statement: ast.Return, node: ast.expr | None) -> Flow:
    if not frame.source.library:
        frame.session.functions["returned"] = statement
    item = evaluate(frame, node) if node is not None else None
    if node is not None and frame.caller is None:
        if any(isinstance(leaf, RuntimeString) for leaf in leaves(item)):
            refuse_string(frame, node)
    return Flow(done=True, value=item)


def _declaration(frame: Frame, node: ast.stmt) -> Flow:
    match node:
        case ast.Import() | ast.ImportFrom():
            known = ("__name__", "__package__", "__spec__")
            space = {name: frame.globals.get(name) for name in known}
            code = compile(ast.Module([node], []), "<import>", "exec")
            try:
                exec(code, space)
            except Exception as error:
                frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                frame.assign(name, space[name])
        case ast.Global(names):
            names = [name for name in names if _is_bound(frame, name)]
            if not names:
                return NORMAL
            written = " and ".join(f"`{name}`" for name in names)
            refuse_effect(frame, f"{written} would be written in the module", node)
    return NORMAL


def target_name(node: ast.stmt) -> str:
    """The name that a statement binds first; "out" for a return."""
    target: ast.expr | None = None
    match node:
        case ast.Assign(targets=[first, *_]):
            target = first
        case ast.AugAssign(target=first) | ast.AnnAssign(target=first):
            target = first
        case ast.For(target=first):
            target = first
        case ast.Return():
            return "out"
        case ast.If() | ast.While():
            return "condition"
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=first))):
            target = first
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    if isinstance(target, ast.Tuple | ast.List) and target.elts:
        target = target.elts[0]
    return target.id if isinstance(target, ast.Name) else ""


def assign(frame: Frame, target: ast.expr, item: Any) -> None:
    """Bind a target: a name, a subscript, or several of these."""
    match target:
        case ast.Name(name):
            if frame.source.library:
                propose_name(frame, item, name)
            else:
                name_value(item, name)
            frame.assign(name, item)
        case ast.Tuple(elements) | ast.List(elements):
            _unpack(frame, target, elements, item)
        case ast.Starred(value):
            assign(frame, value, item)
        case ast.Subscript():
            write_subscript(frame, target, item)
        case ast.Attribute():
            _assign_attribute(frame, target, item)
        case _:
            frame.refuse("SRC011", "this assignment target is not supported", target)


def propose_name(frame: Frame, item: Any, name: str) -> None:
    """A name inside of the library becomes ``<the user's target>_<name>``."""
    if isinstance(item, Box) and isinstance(item.value, Value):
        value = item.value
        if not value.named and not value.hint:
            origin = frame.session.builder.origin
            target = origin.target if origin is not None else ""
            value.hint = name if target in ("", "out") else f"{target}_{name}"


def _assign_attribute(frame: Frame, target: ast.Attribute, item: Any) -> None:
    """``self.parameter = value``."""
    _write_attribute(frame, evaluate(frame, target.value), target, item)


def _write_attribute(
    frame: Frame, owner: Any, target: ast.Attribute, item: Any
) -> None:
    from srcad.compiler.lowering.instances import set_attribute
    from srcad.compiler.lowering.registration import is_live_handle, keep_handle

    old = getattr(owner, target.attr, None)
    if is_parameter(old):
        assign_parameter(frame, old, item, target)
        return
    if is_live_handle(frame, item):
        keep_handle(frame, owner, target.attr, item)
        return
    set_attribute(frame, owner, target.attr, item, target)


def _unpack(frame: Frame, node: ast.expr, targets: list[ast.expr], item: Any) -> None:
    parts = sequence_parts(frame, item, node)
    stars = [k for k, t in enumerate(targets) if isinstance(t, ast.Starred)]
    if stars:
        after = len(targets) - stars[0] - 1
        middle = parts[stars[0] : len(parts) - after]
        if len(parts) < len(targets) - 1:
            frame.refuse("SRC021", "not enough values to unpack", node)
        middle = frame.session.own(list(middle))
        parts = [*parts[: stars[0]], middle, *parts[len(parts) - after :]]
    if len(parts) != len(targets):
        frame.refuse(
            "SRC021", f"{len(parts)} values to unpack into {len(targets)} names", node
        )
    for one, part in zip(targets, parts, strict=True):
        assign(frame, one, part)


def sequence_parts(frame: Frame, item: Any, node: ast.AST) -> list[Any]:
    """The elements of what is unpacked or iterated over at compile time."""
    item = present(frame.session, at_once(item))
    if isinstance(item, Box | Columns):
        return array_rows(frame, item, node)
    if is_user_object(item):
        from srcad.compiler.lowering.instances import call_special

        found = call_special(frame, item, "iter", [], node)
        if found is NotImplemented:
            found = _items_of(frame, item, node)
        item = item if found is NotImplemented else found
    calls.refuse_used_up(frame, item, node)
    item = frame.session.door.handed_on(item)
    try:
        return list(item)
    except TypeError:
        frame.refuse("SRC021", f"a {type(item).__name__} cannot be unpacked", node)


def _items_of(frame: Frame, owner: Any, node: ast.AST) -> Any:
    """What ``owner[0]``, ``owner[1]`` and so on are, up to an IndexError."""
    from srcad.compiler.lowering.instances import call_special

    items: list[Any] = []
    while len(items) < _MOST_ITEMS:
        try:
            with frame.session.attempting(decides=True):
                item = call_special(frame, owner, "getitem", [len(items)], node)
        except CompileError as error:
            if items and "IndexError" in error.diagnostics[0].message:
                return items
            raise
        if item is NotImplemented:
            return item
        items.append(item)
    frame.refuse("SRC013", f"this has more than {_MOST_ITEMS} elements", node)


_MOST_ITEMS = 10_000


def _augmented(frame: Frame, node: ast.AugAssign) -> None:
    name = binary_name(node.op)
    match node.target:
        case ast.Name(identifier):
            old = frame.lookup(ast.copy_location(ast.Name(identifier), node.target))
            value = evaluate(frame, node.value)
            new = augmented(frame, name, old, value, node)
            if new is old and isinstance(old, Box):
                return
            if not frame.source.library:
                name_value(new, identifier)
            frame.assign(identifier, new)
        case ast.Subscript():
            write_subscript(frame, node.target, evaluate(frame, node.value), name)
        case ast.Attribute(value, word):
            owner = evaluate(frame, value)
            old = calls.attribute(frame, owner, word, node.target)
            new = augmented(frame, name, old, evaluate(frame, node.value), node)
            if new is not old or not is_written_in_place(old):
                _write_attribute(frame, owner, node.target, new)


def _is_bound(frame: Frame, name: str) -> bool:
    """Whether the function binds a name that it declares to be global."""
    return any(
        isinstance(part, ast.Name)
        and part.id == name
        and isinstance(part.ctx, ast.Store | ast.Del)
        for part in ast.walk(frame.source.node)
    )


def bound_names(node: ast.AST) -> set[str]:
    """The names that are a function's own."""
    found: set[str] = set()
    outside: set[str] = set()
    waiting: list[ast.AST] = list(ast.iter_child_nodes(node))
    while waiting:
        part = waiting.pop()
        match part:
            case ast.Name(name, ast.Store() | ast.Del()):
                found.add(name)
            case ast.arg(name) | ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.Nonlocal(names) | ast.Global(names):
                outside.update(names)
            case ast.FunctionDef(name) | ast.ClassDef(name):
                found.add(name)
                continue
            case ast.Lambda():
                continue
        waiting.extend(ast.iter_child_nodes(part))
    return found - outside


def _decorated(frame: Frame, node: ast.FunctionDef) -> Any:
    """A definition, handed through its decorators from the last on."""
    decorators = [evaluate(frame, decorator) for decorator in node.decorator_list]
    item: Any = make_closure(frame, node, node.name)
    places = zip(decorators, node.decorator_list, strict=True)
    for decorator, place in reversed(list(places)):
        if not _keeps_meaning(decorator):
            item = calls.apply(frame, decorator, [item], {}, place)
    return item


def _keeps_meaning(decorator: Any) -> bool:
    """Whether a decorator of ``functools`` gives a function that computes the same."""
    if isinstance(decorator, functools.partial):  # what `wraps(...)` gives
        return decorator.func is functools.update_wrapper
    caches = (functools.lru_cache, functools.cache)
    made = getattr(decorator, "__qualname__", "").startswith("lru_cache.")
    return decorator in caches or (
        made and getattr(decorator, "__module__", "") == "functools"
    )


def make_closure(frame: Frame, node: Any, name: str) -> Closure:
    """A function defined inside of the one that is evaluated."""
    frame.capture()
    arguments = node.args
    defaults = tuple(evaluate(frame, d) for d in arguments.defaults)
    keywords = {
        arg.arg: evaluate(frame, default)
        for arg, default in zip(
            arguments.kwonlyargs, arguments.kw_defaults, strict=True
        )
        if default is not None
    }
    return Closure(node, frame, defaults, keywords, name)
