"""f-strings in a form that every Python from 3.11 on reads alike.

Before Python 3.12 an expression in an f-string may hold neither the quotes around it
nor a backslash nor a ``#``. So quotes are chosen from the outside in, and what cannot
be written that way becomes a call of ``str.format``, which means the same.
"""

import ast
from collections.abc import Callable, Sequence

from codegen import literals

Render = Callable[[ast.expr, Sequence[str]], str]


def f_string_literal(
    node: ast.JoinedStr, avoid: Sequence[str], render: Render
) -> str | None:
    """Return ``f"..."``, or None where no choice of quotes can write it.

    ``avoid`` lists the quotes of the f-strings around this one; ``render(expression,
    avoid)`` gives the source of an expression.
    """
    text = "".join(_constants(node))
    simple = sorted(literals.QUOTES[:2], key=text.count)
    for quote in (*simple, *literals.QUOTES[2:]):
        if quote in avoid:
            continue
        body = _body(node, quote, (*avoid, quote), render)
        if body is None:
            continue
        literal = f"f{quote}{body}{quote}"
        if not avoid or literals.fits_in_f_string(literal, avoid):
            return literal
    return None


def format_call(node: ast.JoinedStr) -> ast.expr:
    """Return ``"...{}...".format(...)`` with the meaning of the f-string.

    Raises TypeError for a format specification that ``str.format`` cannot hold.
    """
    template: list[str] = []
    arguments: list[ast.expr] = []
    _collect(node, template, arguments, depth=0)
    function = ast.Attribute(ast.Constant("".join(template)), "format", ast.Load())
    return ast.Call(function, arguments, [])


def _body(
    node: ast.JoinedStr,
    quote: str,
    avoid: Sequence[str],
    render: Render,
    in_specification: bool = False,
) -> str | None:
    pieces: list[str] = []
    for part in node.values:
        match part:
            case ast.Constant(value=str(text)):
                piece = _literal_text(text, quote, in_specification)
            case ast.FormattedValue():
                piece = _field(part, quote, avoid, render)
            case _:
                raise TypeError(f"an f-string cannot hold an ast.{type(part).__name__}")
        if piece is None:
            return None
        pieces.append(piece)
    return "".join(pieces)


def _literal_text(text: str, quote: str, in_specification: bool) -> str | None:
    escaped = literals.escape(text, quote)
    if in_specification:
        # Braces and escapes in a specification mean different things to different
        # Pythons.
        return escaped if escaped == text and not set(text) & set("{}") else None
    return escaped.replace("{", "{{").replace("}", "}}")


def _field(
    node: ast.FormattedValue, quote: str, avoid: Sequence[str], render: Render
) -> str | None:
    text = render(node.value, avoid)
    if not literals.fits_in_f_string(text, avoid):
        return None
    if _needs_parentheses(node.value) and text != "()":
        text = f"({text})"
    if text.startswith("{"):
        text = " " + text
    if node.conversion != -1:
        text += "!" + chr(node.conversion)
    if node.format_spec is not None:
        assert isinstance(node.format_spec, ast.JoinedStr)
        specification = _body(node.format_spec, quote, avoid, render, True)
        if specification is None:
            return None
        text += ":" + specification
    return "{" + text + "}"


def _needs_parentheses(value: ast.expr) -> bool:
    """Say whether a colon or comma of the expression would be read as the field's."""
    while isinstance(value, ast.IfExp):
        value = value.orelse
    return isinstance(value, ast.Lambda | ast.Tuple | ast.Yield | ast.YieldFrom)


def _constants(node: ast.JoinedStr) -> list[str]:
    return [
        part.value
        for part in node.values
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def _collect(
    node: ast.JoinedStr, template: list[str], arguments: list[ast.expr], depth: int
) -> None:
    for part in node.values:
        if isinstance(part, ast.FormattedValue) and depth < 2:
            arguments.append(part.value)
            conversion = "" if part.conversion == -1 else "!" + chr(part.conversion)
            template.append("{" + conversion)
            if isinstance(part.format_spec, ast.JoinedStr):
                template.append(":")
                _collect(part.format_spec, template, arguments, depth + 1)
            template.append("}")
            continue
        text = part.value if isinstance(part, ast.Constant) else None
        if not isinstance(text, str) or (depth and set(text) & set("{}")):
            raise TypeError("an f-string holds a specification no literal can express")
        template.append(text.replace("{", "{{").replace("}", "}}"))
