"""Loops that put what they go through into a list that is new: each element once."""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.storage.elements import element_of

_BLOCKS = ("body", "orelse", "finalbody")
_INNER = ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.Lambda, ast.FunctionDef


def drawing(frame: Frame, node: ast.For) -> contextlib.AbstractContextManager[None]:
    """While a loop is executed: what it puts into a list that is new, as it reads it,
    is there once."""
    pairs = _draws(frame.source.node).get(node)
    if not pairs:
        return contextlib.nullcontext()

    def is_drawn(item: Any, outer: Box) -> bool:
        names = frame.names
        return is_read_by_loop(frame.session, item) and any(
            names.get(one) is item and is_first_of(names.get(xs), outer)
            for xs, one in pairs
        )

    return drawn_where(frame, is_drawn)


def drawn_where(
    frame: Frame, is_drawn: Callable[[Any, Box], bool]
) -> contextlib.AbstractContextManager[None]:
    """While this says of what is put into a list whether it is there once."""
    session = frame.session
    return setting(session, drawing=(*session.drawing, is_drawn))


def is_read_by_loop(heap: Heap, item: Any) -> bool:
    """Whether an object is the element that the innermost loop has come to."""
    known = element_of(heap, item)
    return known is not None and known.index is heap.index


def is_first_of(xs: Any, outer: Box) -> bool:
    """Whether a list of run time is the first of those that a list is made of."""
    return outer in [*kind_of(current(xs)).lists(current(xs))][:1]


def is_filter(node: ast.AST) -> bool:
    """Whether a comprehension gives what it goes through as it is."""
    match node:
        case ast.ListComp(ast.Name(name), [ast.comprehension(target)]):
            return name in _targets(target)
    return False


@functools.lru_cache(maxsize=512)
def _draws(function: ast.AST) -> dict[ast.For, list[tuple[str, str]]]:
    """The loops in a function, with the lists and the elements that they put there."""
    found = {}
    for around in ast.walk(function):
        for word, block in ast.iter_fields(around):
            is_block = word in _BLOCKS and isinstance(block, list)
            for k, one in enumerate(block if is_block else ()):
                if isinstance(one, ast.For):
                    found[one] = [*_drawn_by(one, block[:k])]
    return found


def _drawn_by(loop: ast.For, before: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    names = [node.id for node in nodes(loop, ast.Name)]
    inner = {
        id(part)
        for one in nodes(loop, *_INNER)
        if one is not loop
        for part in ast.walk(one)
    }
    for call in nodes(loop, ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Name(xs), "append"), [ast.Name(one)], []):
                stored = [
                    part
                    for part in nodes(loop, ast.Name)
                    if part.id == one and isinstance(part.ctx, ast.Store)
                ]
                own = one in _targets(loop.target) and len(stored) == 1
                if own and names.count(xs) == 1 and id(call) not in inner:
                    if _is_begun(xs, before):
                        yield xs, one


def _is_begun(xs: str, before: list[ast.stmt]) -> bool:
    """Whether the last statement that has to do with a list begins it."""
    for one in reversed(before):
        if any(node.id == xs for node in nodes(one, ast.Name)):
            return any(name == xs for name in _begun_by(one))
    return False


def _begun_by(node: ast.stmt) -> Iterator[str]:
    """The names that stand for new lists from a statement on."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
            pairs = list(zip(targets, values, strict=False))
        case ast.Assign([target], value):
            pairs = [(target, value)]
        case _:
            pairs = []
    for pair in pairs:
        match pair:
            case ast.Name(name), ast.List([]):
                yield name


def _targets(target: ast.expr) -> list[str]:
    return [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]
