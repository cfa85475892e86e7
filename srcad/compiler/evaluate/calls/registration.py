"""Hooks registered and removed inside of what is compiled.

MindSpore registers one more at every run of ``construct``. So does srcad: the
registration is made on the live objects while ``construct`` is evaluated, which is then
done anew at every call: a module that registers a hook is never used twice.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from srcad.compiler.evaluate.ast_queries import identifiers, nodes
from srcad.compiler.evaluate.calls.classes import executed
from srcad.compiler.evaluate.calls.hook_calls import Handle, check_closure
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Closure
from srcad.compiler.reading.lookup import MISSING, held_under
from srcad.compiler.reading.protocol import mark


def register(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Register a hook on a Cell or a Parameter while ``construct`` is evaluated."""
    session, name = frame.session, callee.__name__
    owner: Any = args[0] if args else None
    if not session.live:
        frame.refuse(
            "SRC012",
            f"`{name}` inside of `construct` changes the Cell at every run",
            node,
            help="call it before the module is generated, in `__init__` for example",
        )
    if session.observed or session.derived:
        frame.refuse("SRC012", f"`{name}` is called once a run", node)
    if any(loop.unrolls for loop in session.loops):
        frame.needs_static(f"`{name}` stands in a loop", node)
    if session.depth or session.around:
        frame.refuse("SRC012", f"`{name}` in a run-time loop or branch", node)
    registered = session.builder.sizes.reading.registered
    # Those of Tensors run in graph mode too.
    ignored = not session.hooks and mark(owner, "__srcad_cell__") is True
    if ignored:
        session.ignore_hooks()
    if hasattr(owner, "withdraw"):
        registered.append(owner.withdraw())
        return None
    args = [_as_function(arg) if kind_of(arg).is_closure else arg for arg in args]
    with frame.raises(node, TypeError):
        handle = callee(*args, **keywords)
    if ignored:
        handle.remove()
    else:
        registered.append(handle.remove)
    return handle


def _as_function(hook: Closure) -> Any:
    """A hook that is defined where it is registered, as a function of Python."""
    check_closure(hook)
    frame: Frame = hook.frame
    node = copy.deepcopy(hook.node)
    names = identifiers(node) - {part.arg for part in nodes(node, ast.arg)}
    known = {name: frame.find(name) for name in names if frame.is_local(name)}
    body: list[ast.stmt] = [node, ast.Return(ast.Name(hook.name, ast.Load()))]
    if isinstance(node, ast.Lambda):
        body = [ast.Return(node)]
    return executed(frame, body, known)


def keep_handle(frame: Frame, owner: Any, name: str, handle: Any) -> None:
    """``self.handle = self.relu.register_forward_hook(hook)``."""
    old = held_under(owner, name)

    def take_back() -> None:
        if old is not MISSING:
            setattr(owner, name, old)
        else:
            delattr(owner, name)

    setattr(owner, name, handle)
    frame.session.builder.sizes.reading.registered.append(take_back)


def is_live_handle(frame: Frame, item: Any) -> bool:
    """Whether an attribute may be given this: the handle of a live object."""
    marked = mark(item, "__srcad_handle__") is True
    return marked and frame.session.live and not isinstance(item, Handle)
