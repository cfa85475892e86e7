"""Private names, as Python's compiler has them: in all that stands in the body of
``class Box``, however deep, ``__size`` is ``_Box__size``.

A tree that is read has them in its identifiers, so that nobody asks again in which
class a node stands. What defines a function or a class keeps its name, which is its
``__name__``, beside the one that it binds. The keywords of a call and of a pattern
are as they are written.
"""

from __future__ import annotations

import ast
import re
from typing import TypeVar

T = TypeVar("T", bound=ast.AST)
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Binding = Definition | ast.alias

_BOUND = "srcad_bound"
_WORD = re.compile(r"(?<!\w)__\w+")


def has_private_names(text: str) -> bool:
    """Whether a text may have names that mean something else in another class."""
    return any(not word.endswith("__") for word in _WORD.findall(text))


def bound_name(node: Binding) -> str:
    """The name that a definition, or an import, binds where it stands."""
    found = getattr(node, _BOUND, None)
    if found is not None:
        return str(found)
    if isinstance(node, ast.alias):
        return node.asname or node.name.partition(".")[0]
    return node.name


def with_private_names(tree: T, text: str) -> T:
    """The tree of a text, its names as Python's compiler has them."""
    if not has_private_names(text):
        return tree
    waiting: list[tuple[ast.AST, str]] = [(tree, "")]
    while waiting:
        node, owner = waiting.pop()
        if owner:
            _rename(node, owner)
        inside: set[ast.AST] = set()
        if isinstance(node, ast.ClassDef):
            inside = {*node.body}
            waiting += [(one, node.name.lstrip("_")) for one in node.body]
        children = ast.iter_child_nodes(node)
        waiting += [(one, owner) for one in children if one not in inside]
    return tree


def _rename(node: ast.AST, owner: str) -> None:
    """Give the identifiers of a node that stands in a class of this name."""
    match node:
        case ast.Name():
            node.id = _mangled(node.id, owner)
        case ast.Attribute():
            node.attr = _mangled(node.attr, owner)
        case ast.arg():
            node.arg = _mangled(node.arg, owner)
        case ast.Global() | ast.Nonlocal():
            node.names = [_mangled(name, owner) for name in node.names]
        case ast.MatchMapping(rest=str(rest)):
            node.rest = _mangled(rest, owner)
        case ast.ExceptHandler() | ast.MatchAs() | ast.MatchStar():
            node.name = node.name and _mangled(node.name, owner)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            setattr(node, _BOUND, _mangled(node.name, owner))
        case ast.ImportFrom(module=str(module)):
            node.module = _mangled(module, owner)
        case ast.alias():
            setattr(node, _BOUND, _mangled(bound_name(node), owner))
            # `import __a` is of the module `_Box__a`, `import __a.b` of `__a.b`.
            node.name = _mangled(node.name, owner)


def _mangled(name: str, owner: str) -> str:
    if not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    return f"_{owner}{name}"
