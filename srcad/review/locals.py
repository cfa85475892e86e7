"""The locals of functions, renamed in the order in which they appear."""

import ast
import copy
from collections.abc import Mapping

from srcad.review.modules import PUBLIC


def renamed(tree: ast.Module) -> ast.Module:
    """A copy in which the locals of each function are called by their number.

    Arguments of functions that only the module itself calls are locals too; those of a
    spliced method are what its author called them.
    """
    tree = copy.deepcopy(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names = {name: f"_{k}" for k, name in enumerate(locals_of(node))}
            rename(node, names)
    return tree


def locals_of(function: ast.FunctionDef) -> list[str]:
    """The names that a function binds, in the order of the text."""
    kept = {one.arg for one in _arguments(function)} if _is_public(function) else set()
    found: dict[str, None] = {}
    for node in _in_order(function):
        match node:
            case ast.arg(name):
                found[name] = None
            case ast.Name(name, ast.Store() | ast.Del()):
                found[name] = None
    return [name for name in found if name not in kept]


def rename(node: ast.AST, names: Mapping[str, str]) -> None:
    """Rename names in place."""
    for one in ast.walk(node):
        match one:
            case ast.Name(name) if name in names:
                one.id = names[name]
            case ast.arg(name) if name in names:
                one.arg = names[name]


def _is_public(function: ast.FunctionDef) -> bool:
    return function.name in PUBLIC


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    found = function.args
    rest = [one for one in (found.vararg, found.kwarg) if one is not None]
    return [*found.posonlyargs, *found.args, *found.kwonlyargs, *rest]


def _in_order(node: ast.AST) -> list[ast.AST]:
    """All nodes, from the first on, those within a node behind it."""
    found, waiting = [], [node]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting.extend(reversed(list(ast.iter_child_nodes(one))))
    return found
