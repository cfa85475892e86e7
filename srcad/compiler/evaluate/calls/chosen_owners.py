"""A method that changes one of several objects, as run time chooses: each of them is
changed on a path of its own.

``(a if test else b).append(v)`` is ``a.append(v) if test else b.append(v)``, and
``held[key].append(v)``, where ``key`` is one of a few, is a call for each of these.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any, cast

from srcad.compiler.evaluate import nonlocals
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of

# Methods of lists, dicts, sets and deques that change them.
_CHANGING = (
    *("append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort"),
    *("update", "setdefault", "popitem", "add", "discard", "appendleft", "popleft"),
    *("extendleft", "rotate"),
)


def for_each_owner(frame: Frame, node: ast.Call) -> ast.expr | None:
    """The calls that a call stands for; None where there is one object."""
    match node.func:
        case ast.Attribute(ast.IfExp() as owner, name) if name in _CHANGING:
            return _of_two(node, owner, _called)
        case ast.Attribute(ast.Subscript(ast.Name(), place), name) if name in _CHANGING:
            match place:
                case ast.IfExp():
                    return _of_two(node, place, _called_at)
                case ast.Name(key):
                    return _at_each(frame, node, key)
    return None


@functools.lru_cache(maxsize=1024)
def _of_two(
    node: ast.Call, chosen: ast.IfExp, called: Callable[[ast.Call, ast.expr], ast.expr]
) -> ast.expr:
    sides = [called(node, one) for one in (chosen.body, chosen.orelse)]
    return ast.copy_location(ast.IfExp(chosen.test, *sides), node)


def _at_each(frame: Frame, node: ast.Call, key: str) -> ast.expr | None:
    item = nonlocals.held(frame, key)
    choice = kind_of(item).choice(item)
    if choice is None:
        return None
    options = list(choice.options.values())
    if not all(type(one) in (str, int, bool) for one in options):
        return None
    return _at_one_of(node, key, *options)


@functools.lru_cache(maxsize=1024)
def _at_one_of(node: ast.Call, key: str, *options: Any) -> ast.expr:
    *others, last = options
    found = _called_at(node, ast.Constant(last))
    for option in reversed(others):
        test = ast.Compare(
            ast.Name(key, ast.Load()), [ast.Eq()], [ast.Constant(option)]
        )
        found = ast.IfExp(test, _called_at(node, ast.Constant(option)), found)
    return ast.fix_missing_locations(ast.copy_location(found, node))


def _called_at(node: ast.Call, place: ast.expr) -> ast.expr:
    """The call of the method of what is held at a place."""
    held = cast(ast.Subscript, cast(ast.Attribute, node.func).value)
    owner = ast.copy_location(ast.Subscript(held.value, place, ast.Load()), held)
    return _called(node, owner)


def _called(node: ast.Call, owner: ast.expr) -> ast.expr:
    """The call of the method of an object."""
    method = cast(ast.Attribute, node.func)
    func = ast.copy_location(ast.Attribute(owner, method.attr, ast.Load()), method)
    return ast.copy_location(ast.Call(func, node.args, node.keywords), node)
