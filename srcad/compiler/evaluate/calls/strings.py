"""Strings with run-time values in them: made here, to be printed or raised."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Sequence
from typing import Any

from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.dispatch import Args, Keywords, call, evaluate
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.objects import RuntimeString, as_tuple
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.sequences import sequence_parts
from srcad.compiler.evaluate.operations.special import (
    call_special,
    special_method,
)
from srcad.compiler.ir.templates import filled, hole
from srcad.compiler.reading.origins import is_users_function

# Those of `{x!s}`, `{x!r}` and `{x!a}`.
_CONVERSIONS: dict[int, Callable[[Any], str]] = {115: str, 114: repr, 97: ascii}


def evaluate_shown(frame: Frame, node: ast.expr) -> Any:
    """The same as ``evaluate``, for what is printed: a number that nothing but a print
    has read is handed over at each call."""
    if isinstance(node, ast.JoinedStr):
        return f_string(frame, node, evaluate_shown)
    session, door = frame.session, frame.session.door
    known = len(door.guards)
    item = evaluate(frame, node)
    if not session.live or type(item) not in (int, float):
        return item
    found = door.shown(item, known)
    return item if found is None else session.parameter_box(found)


def f_string(
    frame: Frame,
    node: ast.JoinedStr,
    evaluate_item: Callable[[Frame, ast.expr], Any] = evaluate,
) -> str | RuntimeString:
    """An f-string."""
    parts: list[ast.expr] = []
    items: list[Any] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            pattern: Any = ""
            if part.format_spec is not None:
                pattern = static(frame, evaluate(frame, part.format_spec), part)
            # What a number is for `repr` is not what an array is.
            how = evaluate if part.conversion in (114, 97) else evaluate_item
            item = how(frame, part.value)
            parts.append(_formatted(frame, item, part.conversion, pattern, items, part))
        else:
            parts.append(part)
    return _joined(parts, items)


def _formatted(
    frame: Frame,
    item: Any,
    conversion: int,
    pattern: str,
    items: list[Any],
    node: ast.AST,
) -> ast.expr:
    """``{item!conversion:pattern}``; text where the item is known."""
    convert = _CONVERSIONS.get(conversion)
    if convert is None:
        found = call_special(frame, item, "format", [pattern], node)
        if found is not NotImplemented:
            item, pattern = found, ""
        elif not pattern and _by_text(type(item)):
            item = shown(frame, item, str, node)
            convert = None if has_box(item) else str
    elif has_box(item):
        found = shown(frame, item, convert, node)
        conversion = conversion if found is item else -1
        item = found
    if has_box(item):
        items.append(item)
        name = ast.Name(hole(len(items) - 1), ast.Load())
        spec = ast.JoinedStr([ast.Constant(pattern)]) if pattern else None
        return ast.FormattedValue(name, conversion, spec)
    if convert is not None:
        item = call(frame, convert, [item], {}, node)
    return ast.Constant(call(frame, format, [item, pattern], {}, node))


def shown(frame: Frame, item: Any, function: Any, node: ast.AST) -> Any:
    """What ``str`` or ``repr`` shows of an object whose class says it in Python; all
    else, as descendants of Tensors, as it is."""
    for word in ("str", "repr") if function is str else (function.__name__,):
        method = special_method(frame, item, word)
        if is_users_function(method):
            return call_special(frame, item, word, [], node)
        own: Any = type(item).__str__
        if own is not object.__str__:
            break
    return item


def _by_text(kind: Any) -> bool:
    """Whether ``format`` of an object of this class is ``str`` of it."""
    own: Any = kind.__format__
    return own is object.__format__


def _joined(parts: list[ast.expr], items: list[Any]) -> str | RuntimeString:
    if not items:
        texts = (text for part in parts for text in nodes(part, ast.Constant))
        return "".join(str(text.value) for text in texts)
    return RuntimeString(ast.JoinedStr(parts), tuple(items))


def text_of(
    frame: Frame, item: Any, function: Any, conversion: int, node: ast.AST
) -> str | RuntimeString:
    """The text, by ``str`` or ``repr``, of what run time knows."""
    items: list[Any] = []
    if has_box(item):
        return _joined([_formatted(frame, item, conversion, "", items, node)], items)
    if kind_of(item).stands_in:
        message = f"the text of {kind_of(item).described(item)} is not known"
        frame.refuse("SRC012", message, node)
    text: str = call_directly(frame, function, [item], {}, node)
    return text


def formatted(
    frame: Frame, args: Args, keywords: Keywords, node: ast.AST
) -> str | RuntimeString:
    """``format(x, pattern)``."""
    items: list[Any] = []
    pattern = static(frame, args[1], node) if len(args) > 1 else ""
    return _joined([_formatted(frame, args[0], -1, pattern, items, node)], items)


def format_method(
    frame: Frame, text: str, args: Args, keywords: Keywords, node: ast.AST
) -> str | RuntimeString:
    """``"{} of {k}".format(...)``."""
    parts: list[ast.expr] = []
    items: list[Any] = []
    count = 0
    for literal, field, pattern, conversion in string.Formatter().parse(text):
        parts.append(ast.Constant(literal))
        if field is None:
            continue
        key = field or str(count)
        count += not field
        if "{" in (pattern or "") or not (key.isdigit() or key.isidentifier()):
            frame.refuse(
                "SRC012",
                "this pattern of `format` is not supported",
                node,
                help="write an f-string",
            )
        with frame.raises(node, LookupError):
            item = args[int(key)] if key.isdigit() else keywords[key]
        kind = ord(conversion) if conversion else -1
        parts.append(_formatted(frame, item, kind, pattern or "", items, node))
    return _joined(parts, items)


_PERCENT = re.compile(r"%([#0\- +]*\d*(?:\.\d+)?)([a-zA-Z%])")


def percent_shown(
    frame: Frame, text: str, parts: Sequence[Any], node: ast.AST
) -> tuple[str, list[Any]]:
    """The text and the parts of ``text % parts``, with the texts of those that their
    classes show themselves."""
    found, left = list(parts), iter(range(len(parts)))

    def one(match: re.Match[str]) -> str:
        how, word = match.groups()
        place = None if word == "%" else next(left, None)
        if place is None or word not in "sr":
            return match[0]
        item = shown(frame, parts[place], str if word == "s" else repr, node)
        word = word if item is parts[place] else "s"
        found[place] = item
        return f"%{how}{word}"

    rest = _PERCENT.sub("", text)
    return (text, found) if "%" in rest else (_PERCENT.sub(one, text), found)


def percent(frame: Frame, text: str, item: Any, node: ast.AST) -> RuntimeString:
    """``"%g of %g" % (x, y)``."""
    parts = as_tuple(item)
    several = parts is item
    text, texts = percent_shown(frame, text, parts, node)
    parts = tuple(texts)
    holes: list[ast.expr] = [ast.Name(hole(k), ast.Load()) for k in range(len(parts))]
    right = ast.Tuple(holes, ast.Load()) if several else holes[0]
    return RuntimeString(ast.BinOp(ast.Constant(text), ast.Mod(), right), parts)


def joined(frame: Frame, between: str, items: Any, node: ast.AST) -> Any:
    """``between.join(items)`` of texts, some of which have run-time values in them."""
    if not (kind_of(items).is_lazy or has_box(items)):
        return NotImplemented
    texts = [_as_text(text) for text in sequence_parts(frame, items, node)]
    if not all(isinstance(text, str | RuntimeString) for text in texts):
        return call_directly(frame, between.join, [texts], {}, node)
    found: Any = ""
    for k, text in enumerate(texts):
        for more in (between, text) if k else (text,):
            both_known = isinstance(found, str) and isinstance(more, str)
            found = found + more if both_known else concatenated(found, more)
    return found


def _as_text(item: Any) -> Any:
    """A text that paths have chosen, as one with a value of run time in it."""
    choice = kind_of(item).choice(item)
    if choice is None or choice.family is not str:
        return item
    shown = ast.FormattedValue(ast.Name(hole(0), ast.Load()), -1, None)
    return RuntimeString(ast.JoinedStr([shown]), (item,))


def concatenated(left: Any, right: Any) -> RuntimeString:
    """``left + right`` of two strings."""
    parts: list[ast.expr] = []
    items: list[Any] = []
    for side in (left, right):
        if isinstance(side, str):
            parts.append(ast.Constant(side))
            continue
        shifted = [
            ast.Name(hole(len(items) + k), ast.Load()) for k in range(len(side.items))
        ]
        statement: Any = filled(ast.unparse(side.expression), shifted)
        parts.append(statement.value)
        items.extend(side.items)
    if any(isinstance(part, ast.BinOp) for part in parts):
        return RuntimeString(ast.BinOp(parts[0], ast.Add(), parts[1]), tuple(items))
    pieces: list[ast.expr] = []
    for part in parts:
        pieces.extend(part.values if isinstance(part, ast.JoinedStr) else [part])
    return RuntimeString(ast.JoinedStr(pieces), tuple(items))
