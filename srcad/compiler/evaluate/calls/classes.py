"""Classes that are defined inside of what is evaluated.

Such a class is a class of Python, made as Python makes it. Its methods are read like
other functions; the names around them are those of the function that the class stands
in, at the time of the call.
"""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from srcad.compiler.evaluate.ast_queries import empty_function, names
from srcad.compiler.evaluate.calls.class_bodies import (
    bound_by,
    refuse_made,
    refuse_run_time,
    with_known_values,
)
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.private_names import bound_name
from srcad.compiler.reading.source import Source, mark_local


def make_class(frame: Frame, node: ast.ClassDef) -> type:
    """The class that a statement defines."""
    frame.capture()
    evaluated, known = with_known_values(frame, node)
    given = {*known, *bound_by(node)}
    # What is left is read by annotations.
    now = [part for part in _read_at_once(evaluated) if part.id not in given]
    for part in now:
        frame.lookup(part)
    annotated = {part.id for part in now}
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    for part in names(node):
        if part.id == bound_name(node) or not frame.is_local(part.id):
            continue
        item = frame.find(part.id) if part.id in annotated else None
        refuse_run_time(frame, item, part)
        known[part.id] = item
    named = ast.Name(node.name, ast.Load())
    kind = executed(frame, [copy.deepcopy(evaluated), ast.Return(named)], known)
    if not inspect.isclass(kind):
        refuse_made(frame, "a decorator replaces this class", node)
    definitions = {(one.name, _first_line(one)): one for one in methods}
    for function in _functions(kind):
        key = function.__name__, function.__code__.co_firstlineno
        definition = definitions.pop(key, None)
        if definition is not None:
            source = frame.source
            text = Source(definition, source.path, source.lines, source.library)
            mark_local(function, text, frame)
    for definition in definitions.values():
        refuse_made(frame, f"a decorator replaces `{definition.name}`", definition)
    return kind


def _first_line(definition: ast.FunctionDef) -> int:
    lines = [decorator.lineno for decorator in definition.decorator_list]
    return min([definition.lineno, *lines])


def _read_at_once(node: ast.ClassDef) -> Iterator[ast.Name]:
    """The names that are read when the class is made, not when a method is called."""
    queue: list[ast.AST] = list(ast.iter_child_nodes(node))
    while queue:
        part = queue.pop()
        if isinstance(part, ast.Name):
            yield part
        elif isinstance(part, ast.FunctionDef):
            queue.extend([*part.decorator_list, part.args])
        else:
            queue.extend(ast.iter_child_nodes(part))


def executed(frame: Frame, body: list[ast.stmt], known: dict[str, Any]) -> Any:
    """What a function with this ``body`` gives, of the names around."""
    maker = empty_function("made", *sorted(known))
    maker.body = body
    module = ast.fix_missing_locations(ast.Module([maker], []))
    postponed = frame.globals.get("annotations") is __future__.annotations
    flags = __future__.annotations.compiler_flag if postponed else 0
    space: dict[str, Any] = {}
    code = compile(module, frame.source.path, "exec", flags, dont_inherit=True)
    exec(code, frame.globals, space)
    return space["made"](**known)


def _functions(kind: type) -> Iterator[FunctionType]:
    """The functions that a class was given, those of properties and the like too."""
    for item in vars(kind).values():
        parts = [item, getattr(item, "__func__", None), getattr(item, "func", None)]
        if isinstance(item, property):
            parts += [item.fget, item.fset, item.fdel]
        yield from (part for part in parts if is_function(part))
