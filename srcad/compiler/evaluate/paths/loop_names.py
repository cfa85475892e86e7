"""The names that a loop binds, and those that are read after it."""

from __future__ import annotations

import ast
import functools
from collections import Counter

from srcad.compiler.evaluate.ast_queries import identifiers, names, nodes, yields
from srcad.compiler.evaluate.frame import Frame


def assigned_names(frame: Frame, node: ast.AST, in_place: bool = True) -> list[str]:
    """Every name that is bound inside of a statement, in order.

    Those that are bound where a ``yield`` hands out a value are among them, and what is
    in a cell is not: that is an item of a dict. Without ``in_place``, ``h += x`` does
    not count.
    """
    bound = _bound_in(node, in_place)
    found = {frame.key(name) for name in bound if frame.cell(name) is None}
    consumer = frame.consumer
    if consumer is not None and yields(node):
        found.update(assigned_names(consumer.frame, consumer.node, in_place))
    return sorted(found)


def _bound_in(node: ast.AST, in_place: bool) -> set[str]:
    skipped = [] if in_place else [part.target for part in nodes(node, ast.AugAssign)]
    bound = names(node, ast.Store, ast.Del)
    return {part.id for part in bound if part not in skipped}


def names_read_after(frame: Frame, node: ast.AST) -> set[str]:
    """The names that are read in the function outside of this loop, or in its ``else``,
    and outside of what consumes the values that it hands out."""
    function = frame.source.node
    inside = _read_in(node) if node in _nodes(function) else Counter[str]()
    for one in getattr(node, "orelse", ()):
        inside = inside - _read_in(one)
    read = {n for n, count in _read_in(function).items() if count > inside[n]}
    read |= _enclosing_reads(frame, node)
    found = {frame.key(name) for name in read}
    consumer = frame.consumer
    if consumer is not None and yields(node):
        found |= names_read_after(consumer.frame, consumer.node)
    return found


@functools.lru_cache(maxsize=256)
def _read_in(node: ast.AST) -> Counter[str]:
    """How often each name is read in a function, or in a loop."""
    return Counter(one.id for one in names(node, ast.Load))


def _enclosing_reads(frame: Frame, node: ast.AST) -> set[str]:
    """Where a loop surrounds this one, what is read in it is read after it."""
    for loop in _loops(frame.source.node):
        if loop is not node and node in _nodes(loop):
            return identifiers(loop)
    return set()


@functools.lru_cache(maxsize=256)
def _loops(function: ast.AST) -> tuple[ast.For | ast.While, ...]:
    return tuple(nodes(function, ast.For, ast.While))


@functools.lru_cache(maxsize=256)
def _nodes(node: ast.AST) -> frozenset[ast.AST]:
    return frozenset(ast.walk(node))
