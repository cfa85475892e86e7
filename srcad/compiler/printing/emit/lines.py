"""Nodes as text on one line: what ``ast.unparse`` gives, in a fifth of the time.

Each statement is measured before it is printed, and compared with its heading. What is
rare in generated code is left to ``ast.unparse``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

# All names count as so long, where a statement is measured.
NAME_LENGTH = 6
_ANY_NAME = "_" * NAME_LENGTH

# How strongly a place binds: what binds less stands there in parentheses.
_TUPLE, _TEST, _OR, _AND, _NOT, _COMPARED = 1, 3, 4, 5, 6, 7
_ARITHMETIC, _TERM, _FACTOR, _POWER, _ATOM = 12, 13, 14, 15, 17

_BINARY: dict[type, tuple[str, int]] = {
    ast.BitOr: (" | ", 8),
    ast.BitXor: (" ^ ", 9),
    ast.BitAnd: (" & ", 10),
    ast.LShift: (" << ", 11),
    ast.RShift: (" >> ", 11),
    ast.Add: (" + ", _ARITHMETIC),
    ast.Sub: (" - ", _ARITHMETIC),
    ast.Mult: (" * ", _TERM),
    ast.MatMult: (" @ ", _TERM),
    ast.Div: (" / ", _TERM),
    ast.FloorDiv: (" // ", _TERM),
    ast.Mod: (" % ", _TERM),
    ast.Pow: (" ** ", _POWER),
}
_UNARY: dict[type, tuple[str, int]] = {
    ast.Not: ("not ", _NOT),
    ast.Invert: ("~", _FACTOR),
    ast.UAdd: ("+", _FACTOR),
    ast.USub: ("-", _FACTOR),
}
_COMPARISONS: dict[type, str] = {
    ast.Eq: " == ",
    ast.NotEq: " != ",
    ast.Lt: " < ",
    ast.LtE: " <= ",
    ast.Gt: " > ",
    ast.GtE: " >= ",
    ast.Is: " is ",
    ast.IsNot: " is not ",
    ast.In: " in ",
    ast.NotIn: " not in ",
}


def first_line(node: ast.stmt) -> str:
    """A statement as text; of a compound one the line that its blocks stand under."""
    try:
        match node:
            case ast.For(target, source):
                node = ast.For(target, source, [ast.Pass()], [], lineno=1)
                left, right = _text(target, _TUPLE, False), _text(source, _TEST, False)
                return f"for {left} in {right}:"
            case ast.While(test):
                node = ast.While(test, [ast.Pass()], [])
                return f"while {_text(test, _TEST, False)}:"
            case ast.If(test):
                node = ast.If(test, [ast.Pass()], [])
                return f"if {_text(test, _TEST, False)}:"
        return _written(node, False)
    except _Unusual:
        return _as_python(node).split("\n")[0]


def width(node: ast.AST) -> int:
    """How long the text of a node is, with all names but ``np`` of one length."""
    try:
        return len(_written(node, True))
    except _Unusual:
        names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
        longer = sum(len(word) - NAME_LENGTH for word in names if word != "np")
        return len(_as_python(node)) - longer


class _Unusual(Exception):
    """A node that is left to ``ast.unparse``."""


def _as_python(node: ast.AST) -> str:
    # Of what it is made only statements are asked for their line.
    if hasattr(node, "body"):
        node = ast.fix_missing_locations(node)
    elif isinstance(node, ast.stmt):
        node.lineno = 1
    return ast.unparse(node)


def _written(node: ast.AST, alike: bool) -> str:
    """A statement or an expression; ``alike`` where all names are of one length."""
    match node:
        case ast.Assign(targets, value):
            parts = [_text(target, _TUPLE, alike) for target in targets]
            return " = ".join([*parts, _text(value, _TEST, alike)])
        case ast.AugAssign(target, operator, value):
            sign = _BINARY[type(operator)][0].rstrip()
            left, right = _text(target, _TEST, alike), _text(value, _TEST, alike)
            return f"{left}{sign}= {right}"
        case ast.Expr(value):
            return _text(value, _TEST, alike)
    return _text(node, _TEST, alike)


def _text(node: ast.AST, place: int, alike: bool) -> str:
    writer = _WRITERS.get(type(node))
    if writer is None:
        raise _Unusual
    return writer(node, place, alike)


def _in_place(text: str, binds: int, place: int) -> str:
    return f"({text})" if place > binds else text


def _listed(nodes: list[Any], alike: bool) -> str:
    return ", ".join([_text(node, _TEST, alike) for node in nodes])


def _name(node: ast.Name, place: int, alike: bool) -> str:
    return _ANY_NAME if alike and node.id != "np" else node.id


def _constant(node: ast.Constant, place: int, alike: bool) -> str:
    value = node.value
    if type(value) is float:
        text = repr(value)
        if "n" in text:
            raise _Unusual
        return text
    if type(value) in (int, bool, str) or value is None:
        if node.kind:
            raise _Unusual
        return repr(value)
    if value is ...:
        return "..."
    raise _Unusual


def _attribute(node: ast.Attribute, place: int, alike: bool) -> str:
    owner = _text(node.value, _ATOM, alike)
    gap = isinstance(node.value, ast.Constant) and isinstance(node.value.value, int)
    return f"{owner}{' ' * gap}.{node.attr}"


def _call(node: ast.Call, place: int, alike: bool) -> str:
    parts = [_text(part, _TEST, alike) for part in node.args]
    for pair in node.keywords:
        if pair.arg is None:
            raise _Unusual
        parts.append(f"{pair.arg}={_text(pair.value, _TEST, alike)}")
    return f"{_text(node.func, _ATOM, alike)}({', '.join(parts)})"


def _binary(node: ast.BinOp, place: int, alike: bool) -> str:
    sign, binds = _BINARY[type(node.op)]
    first, second = (binds + 1, binds) if binds == _POWER else (binds, binds + 1)
    left, right = _text(node.left, first, alike), _text(node.right, second, alike)
    return _in_place(f"{left}{sign}{right}", binds, place)


def _unary(node: ast.UnaryOp, place: int, alike: bool) -> str:
    sign, binds = _UNARY[type(node.op)]
    return _in_place(sign + _text(node.operand, binds, alike), binds, place)


def _compare(node: ast.Compare, place: int, alike: bool) -> str:
    text = _text(node.left, _COMPARED + 1, alike)
    for operator, right in zip(node.ops, node.comparators, strict=True):
        text += _COMPARISONS[type(operator)] + _text(right, _COMPARED + 1, alike)
    return _in_place(text, _COMPARED, place)


def _boolean(node: ast.BoolOp, place: int, alike: bool) -> str:
    word, binds = (" and ", _AND) if isinstance(node.op, ast.And) else (" or ", _OR)
    # Each part binds more than the one before it, as ``ast.unparse`` has it.
    parts = [_text(p, binds + k, alike) for k, p in enumerate(node.values, 1)]
    return _in_place(word.join(parts), binds, place)


def _conditional(node: ast.IfExp, place: int, alike: bool) -> str:
    body, test = _text(node.body, _TEST + 1, alike), _text(node.test, _TEST + 1, alike)
    text = f"{body} if {test} else {_text(node.orelse, _TEST, alike)}"
    return _in_place(text, _TEST, place)


def _tuple(node: ast.Tuple, place: int, alike: bool) -> str:
    text = _listed(node.elts, alike) + "," * (len(node.elts) == 1)
    return f"({text})" if not node.elts or place > _TUPLE else text


def _list(node: ast.List, place: int, alike: bool) -> str:
    return f"[{_listed(node.elts, alike)}]"


def _subscript(node: ast.Subscript, place: int, alike: bool) -> str:
    bare = isinstance(node.slice, ast.Tuple) and node.slice.elts
    index = _text(node.slice, _TUPLE if bare else _TEST, alike)
    return f"{_text(node.value, _ATOM, alike)}[{index}]"


def _slice(node: ast.Slice, place: int, alike: bool) -> str:
    lower = _text(node.lower, _TEST, alike) if node.lower else ""
    upper = _text(node.upper, _TEST, alike) if node.upper else ""
    step = f":{_text(node.step, _TEST, alike)}" if node.step else ""
    return f"{lower}:{upper}{step}"


_WRITERS: dict[type, Callable[[Any, int, bool], str]] = {
    ast.Name: _name,
    ast.Constant: _constant,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _boolean,
    ast.IfExp: _conditional,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
}
