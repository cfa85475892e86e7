"""Small changes of the text of a function: of its tokens, its lines, or its tree."""

from __future__ import annotations

import ast
import copy
import io
import random
import tokenize
import warnings
from collections.abc import Callable
from typing import Any

_SKIPPED = (
    tokenize.ENCODING,
    tokenize.ENDMARKER,
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
)
_OPERATORS = {
    **dict.fromkeys(("+", "-", "*", "/", "//", "%", "**", "@"), 0),
    **dict.fromkeys(("+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "="), 1),
    **dict.fromkeys(("<", ">", "<=", ">=", "==", "!="), 2),
    **dict.fromkeys(("&", "|", "^", "<<", ">>"), 3),
    **dict.fromkeys(("(", "[", "{"), 4),
    **dict.fromkeys((")", "]", "}"), 5),
    **dict.fromkeys((",", ":", ".", "->", ":=", ";"), 6),
}
_NUMBERS = ("0", "1", "2", "-1", "3", "0.5", "2.0", "1e300", "True", "None", "1j")
_WORDS = (
    *("break", "continue", "pass", "return", "not", "and", "or", "is", "in", "if"),
    *("else", "for", "while", "del", "lambda", "yield", "await", "async", "try"),
    *("global", "nonlocal", "len", "range", "sum", "abs", "list", "tuple", "float"),
)


def mutated(text: str, name: str, source: random.Random) -> tuple[str, str]:
    """A text with one change, most often in what is called ``name``, and its words."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return text, "nothing"
    defined = [
        node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    named = [node for node in defined if node.name == name]
    if not defined:
        return text, "nothing"
    node = source.choice(named if named and source.random() < 0.85 else defined)
    lines = text.splitlines(keepends=True)
    start, stop = node.lineno - 1, node.end_lineno or node.lineno
    head, body, tail = lines[:start], lines[start:stop], lines[stop:]
    change = source.choice((_by_token, _by_token, _by_line, _by_node, _by_node))
    new, words = change("".join(body), source)
    return "".join([*head, new, *tail]), words


# ------------------------------------------------------------------------------ tokens


def _by_token(text: str, source: random.Random) -> tuple[str, str]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text, "nothing"
    places = [k for k, one in enumerate(tokens) if one.type not in _SKIPPED]
    place = source.choice(places)
    token = tokens[place]
    kind = source.choice(("delete", "twice", "swap", "other", "other", "other"))
    if kind == "delete":
        return _spliced(text, token, ""), f"without {token.string!r}"
    if kind == "twice":
        return _spliced(text, token, f"{token.string} {token.string}"), (
            f"{token.string!r} twice"
        )
    if kind == "swap":
        other = tokens[source.choice(places)]
        first, second = sorted((token, other), key=lambda one: one.start)
        if first.start != second.start:
            text = _spliced(text, second, first.string)
            text = _spliced(text, first, second.string)
        return text, f"{first.string!r} and {second.string!r} swapped"
    new = _other(token, [tokens[k] for k in places], source)
    return _spliced(text, token, new), f"{token.string!r} -> {new!r}"


def _other(token: Any, tokens: list[Any], source: random.Random) -> str:
    if token.type == tokenize.NUMBER:
        return source.choice(_NUMBERS)
    if token.string in _OPERATORS:
        group = _OPERATORS[token.string]
        alike = [text for text, one in _OPERATORS.items() if one == group]
        return source.choice(alike)
    if token.type == tokenize.NAME:
        if source.random() < 0.15:
            return source.choice(_WORDS)
        names = sorted({one.string for one in tokens if one.type == tokenize.NAME})
        return source.choice(names)
    return source.choice(('""', "None", "0", "()", "[]", "{}"))


def _spliced(text: str, token: Any, new: str) -> str:
    lines = text.splitlines(keepends=True)
    (row, column), (last, end) = token.start, token.end
    head = "".join(lines[: row - 1]) + lines[row - 1][:column]
    return head + new + lines[last - 1][end:] + "".join(lines[last:])


# ------------------------------------------------------------------------------- lines


def _by_line(text: str, source: random.Random) -> tuple[str, str]:
    lines = text.splitlines(keepends=True)
    if len(lines) < 3:
        return text, "nothing"
    place = source.randrange(1, len(lines))
    kind = source.choice(("delete", "twice", "swap", "in", "out", "move"))
    line = lines[place]
    if kind == "delete":
        del lines[place]
    elif kind == "twice":
        lines.insert(place, line)
    elif kind == "swap":
        other = source.randrange(1, len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    elif kind == "in":
        lines[place] = "    " + line
    elif kind == "out":
        lines[place] = line[4:] if line.startswith("        ") else line
    else:
        lines.insert(source.randrange(1, len(lines)), lines.pop(place))
    return "".join(lines), f"line {kind}: {line.strip()!r}"


# ------------------------------------------------------------------------------- nodes


def _by_node(text: str, source: random.Random) -> tuple[str, str]:
    """A change of the tree; comments are lost."""
    tree = ast.parse(text)
    change: Callable[[ast.Module, random.Random], str] = source.choice(
        (_expression, _expression, _expression, _statement, _statement)
    )
    words = change(tree, source)
    try:
        new = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    except (ValueError, AttributeError, TypeError, RecursionError):
        return text, "nothing"
    return new, words


_WRAPPERS = (
    *("np.sin({})", "np.abs({})", "np.asarray({})", "np.array({})", "({}).T"),
    *("({}).copy()", "({})[0]", "({})[::-1]", "({})[1:]", "({})[...]", "({})[None]"),
    *("-({})", "not ({})", "({},)", "[{}]", "list({})", "tuple({})", "float({})"),
    *("int({})", "len({})", "sum({})", "bool({})", "np.sum({})", "({}).sum(axis=0)"),
    *("(lambda v: v)({})", "(lambda v=({}): v)()", "({}) if ({}) else 0", "{} or 1"),
    *("({}).reshape(-1)", "np.sort({})", "np.maximum({}, 0)", "np.where({}, 1.0, 2.0)"),
    *("[v for v in {}]", "np.stack([{}, {}])", "max({}, 0.5)", "round({})", "str({})"),
    *("np.cumsum({})", "({}).real", "np.concatenate([{}, {}])", "({})[[0, 0]]"),
    *("np.exp({}) * 0", "(named := {})", "({}).astype(np.float32)", "next(iter({}))"),
)


def _expression(tree: ast.Module, source: random.Random) -> str:
    slots = list(_slots(tree))
    if not slots:
        return "nothing"
    owner, field, place = source.choice(slots)
    old = getattr(owner, field) if place is None else getattr(owner, field)[place]
    others = [
        getattr(o, f) if p is None else getattr(o, f)[p]
        for o, f, p in slots
        if (o, f, p) != (owner, field, place)
    ]
    if source.random() < 0.5 and others:
        new = copy.deepcopy(source.choice(others))
    else:
        wrapper = source.choice(_WRAPPERS)
        text = ast.unparse(old)
        try:
            new = ast.parse(wrapper.replace("{}", text), mode="eval").body
        except SyntaxError:
            return "nothing"
    told = f"{ast.unparse(old)} -> {ast.unparse(new)}"
    if place is None:
        setattr(owner, field, new)
    else:
        getattr(owner, field)[place] = new
    return told


def _slots(tree: ast.Module) -> list[tuple[Any, str, int | None]]:
    """Where expressions stand that are read."""
    found: list[tuple[Any, str, int | None]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.decorator_list, kept = [], node.decorator_list
            fields = list(ast.iter_fields(node))
            node.decorator_list = kept
        else:
            fields = list(ast.iter_fields(node))
        for name, item in fields:
            if isinstance(item, ast.expr) and _read(item):
                found.append((node, name, None))
            elif isinstance(item, list):
                found += [
                    (node, name, place)
                    for place, one in enumerate(item)
                    if isinstance(one, ast.expr) and _read(one)
                ]
    return found


def _read(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


_AROUND = (
    "if {}:\n    pass\nelse:\n    pass",
    "for again in range(2):\n    pass",
    "while True:\n    pass\n    break",
    "try:\n    pass\nfinally:\n    pass",
    "try:\n    pass\nexcept ValueError:\n    pass",
    "with np.errstate(all='ignore'):\n    pass",
    "for again in {}:\n    pass",
    "for again, _ in enumerate(range(3)):\n    pass\nelse:\n    pass",
    "def inner():\n    pass",
)
_INSERTED = (
    *("break", "continue", "return", "return {}", "raise ValueError('no')", "del {}"),
    *("assert {}", "print({})", "{}", "global np", "yield {}", "import math"),
    *("x = {}", "y = {}", "x[0] = 1.0", "x += 1.0", "x = x.copy()", "y, z = {}"),
)


def _statement(tree: ast.Module, source: random.Random) -> str:
    bodies = [
        getattr(node, name)
        for node in ast.walk(tree)
        for name in ("body", "orelse", "finalbody")
        if isinstance(getattr(node, name, None), list) and getattr(node, name)
    ]
    inner = [body for body in bodies if body is not tree.body]
    if not inner:
        return "nothing"
    body = source.choice(inner)
    place = source.randrange(len(body))
    slots = list(_slots(tree))
    owner, field, where = source.choice(slots) if slots else (None, "", None)
    some = "x"
    if owner is not None:
        item = getattr(owner, field)
        some = ast.unparse(item if where is None else item[where])
    kind = source.choice(("around", "insert", "delete", "twice", "swap", "elsewhere"))
    told = ast.unparse(body[place]).split("\n")[0]
    try:
        if kind == "around":
            text = source.choice(_AROUND).replace("{}", some)
            block: Any = ast.parse(text).body[0]
            block.body[0] = body[place]
            body[place] = block
        elif kind == "insert":
            text = source.choice(_INSERTED).replace("{}", some)
            body.insert(place, ast.parse(text).body[0])
            told = text
        elif kind == "delete":
            body[place] = ast.Pass()
        elif kind == "twice":
            body.insert(place, copy.deepcopy(body[place]))
        elif kind == "swap":
            other = source.randrange(len(body))
            body[place], body[other] = body[other], body[place]
        else:
            source.choice(inner).append(copy.deepcopy(body[place]))
    except SyntaxError:
        return "nothing"
    return f"statement {kind}: {told}"
