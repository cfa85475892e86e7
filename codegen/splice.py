"""Verbatim splicing: cutting a ``def`` out of a file's text, fencing it into another.

A spliced method is moved as a block: every line keeps its bytes but for the indentation
of the block. A line that begins inside a string token keeps that too, since it is part
of the string's value. The fence, ``# fmt: off`` and ``# fmt: on``, keeps formatters
out.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from codegen.files import split_lines

FENCE_OPEN = "# fmt: off"
FENCE_CLOSE = "# fmt: on"

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_ENCLOSING_CLASS = "class _:\n"


@dataclass(frozen=True, slots=True)
class Region:
    """Lines of a module's text that belong to one fenced method.

    ``start`` and ``stop`` count from 0 and delimit the whole region, the two lines of
    the fence included; ``indentation`` stands before the fence.
    """

    start: int
    stop: int
    indentation: str


def method_source(text: str, line: int) -> str:
    """Return the exact text of the ``def`` that begins at a line of a file.

    ``text`` is the whole file's, ``line`` counts from 1 and may be that of the ``def``
    or of one of its decorators. The result runs from the line of the ``def`` to the
    last line of its body, comments below the last statement included where they are
    indented as the body is. Decorators and what stands above are not part of it.
    Raises ValueError where no function begins at that line.
    """
    for node in ast.walk(ast.parse(text.removeprefix("\ufeff"))):
        if isinstance(node, Definition) and _begins_at(node, line):
            return definition_source(text, node)
    raise ValueError(f"no function begins at line {line}")


def definition_source(text: str, node: Definition) -> str:
    """Return the exact text of ``node``, a function parsed from ``text``.

    As ``method_source``, for a caller that has the syntax tree at hand.
    """
    assert node.end_lineno is not None
    lines = split_lines(text)
    stop = node.end_lineno
    if node.body[0].lineno > node.lineno:
        stop = _include_comments(lines, stop, node.body[0].col_offset)
    return "".join(lines[node.lineno - 1 : stop])


def reindented(method: str, indentation: str) -> str:
    """Return the text of one ``def`` moved as a block to ``indentation``.

    Empty lines stay empty, lines with less indentation than the block (comments,
    mostly) stay where they are, and lines inside string tokens are untouched. Raises
    ValueError where ``method`` is not the text of one function or where its tabs and
    spaces cannot be moved without changing its meaning.
    """
    lines = split_lines(method)
    tree = _parse_method(method)
    inside_strings = _lines_inside_strings(method)
    old = _indentation(lines[0])
    moved = []
    for number, line in enumerate(lines):
        shift = line.startswith(old) and line.strip("\r\n") != ""
        if shift and number not in inside_strings:
            line = indentation + line.removeprefix(old)
        moved.append(line)
    text = "".join(moved)
    try:
        same = ast.dump(_parse_method(text)) == ast.dump(tree)
    except ValueError:
        same = False
    if not same:
        raise ValueError("the method's tabs and spaces cannot be moved as a block")
    return text


def fenced(method: str, indentation: str) -> str:
    """Return the text of one ``def`` as ``reindented`` moves it, between its fences."""
    text = reindented(method, indentation)
    if not text.endswith(("\n", "\r")):
        text += "\n"
    return f"{indentation}{FENCE_OPEN}\n{text}{indentation}{FENCE_CLOSE}\n"


def fenced_regions(text: str) -> list[Region]:
    """Return where the fenced methods of a module's text stand, from top to bottom.

    Only a method of a module-level class counts whose fence is as ``fenced`` writes it;
    what fences a method holds within itself is part of the method. Raises SyntaxError
    where ``text`` is not a module.
    """
    tree = ast.parse(text)
    lines = split_lines(text)
    return sorted(_regions(tree, lines), key=lambda region: region.start)


def _regions(tree: ast.Module, lines: list[str]) -> Iterator[Region]:
    for outer in tree.body:
        for node in outer.body if isinstance(outer, ast.ClassDef) else ():
            if not isinstance(node, Definition):
                continue
            assert node.end_lineno is not None
            above = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 2
            indentation = _indentation(lines[above])
            if lines[above] != f"{indentation}{FENCE_OPEN}\n":
                continue
            # A body may hold this very comment; below its end stand comments that are
            # deeper than the fence, and then the fence.
            closing = f"{indentation}{FENCE_CLOSE}\n"
            if closing in lines[node.end_lineno :]:
                stop = lines.index(closing, node.end_lineno) + 1
                yield Region(above, stop, indentation)


def _begins_at(node: Definition, line: int) -> bool:
    return line in (node.lineno, *(item.lineno for item in node.decorator_list))


def _include_comments(lines: list[str], stop: int, column: int) -> int:
    """Return the line after the comments that belong to a body which ends at ``stop``.

    They do where they are indented at least as far as the body, in columns of the text.
    """
    for number, line in enumerate(lines[stop:], start=stop):
        content = line.lstrip(" \t\f")
        if content.startswith("#") and len(line) - len(content) >= column:
            stop = number + 1
        elif content.strip("\r\n"):
            break
    return stop


def _parse_method(method: str) -> ast.AST:
    """Return the syntax tree of one function, given as it stands in a class.

    Raises ValueError where the text is anything else.
    """
    # An unindented function needs no class around it, an indented one does.
    enclosing = _ENCLOSING_CLASS if _indentation(method) else ""
    try:
        tree = ast.parse(enclosing + method)
    except SyntaxError as error:
        raise ValueError(f"not the text of a method: {error.msg}") from error
    body = tree.body
    if enclosing and len(body) == 1 and isinstance(body[0], ast.ClassDef):
        body = body[0].body
    if len(body) != 1 or not isinstance(body[0], Definition):
        raise ValueError("not the text of a method: it must be one function alone")
    return body[0]


def _lines_inside_strings(method: str) -> set[int]:
    """Return the numbers, from 0, of the lines that begin inside a string token."""
    # Line breaks of one kind and an enclosing class suit every version of tokenize.
    enclosing = _ENCLOSING_CLASS if _indentation(method) else ""
    lines = [line.rstrip("\r\n") + "\n" for line in split_lines(enclosing + method)]
    first = 2 if enclosing else 1
    inside: set[int] = set()
    openings: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
        # From Python 3.12 on an f-string is many tokens between two.
        name = tokenize.tok_name[token.type]
        if name == "STRING":
            inside.update(range(token.start[0] + 1, token.end[0] + 1))
        elif name.endswith("STRING_START"):
            openings.append(token.start[0])
        elif name.endswith("STRING_END"):
            inside.update(range(openings.pop() + 1, token.end[0] + 1))
    return {number - first for number in inside}


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t\f"))]
