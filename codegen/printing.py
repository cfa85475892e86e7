"""From the description of a module to its source text.

astor prints statement by statement; this module adds what stands around statements:
header, docstrings, classes of spliced methods, fixed text. The result is valid Python
that reads well already; ``codegen.formatting.format_module`` then breaks long lines.
astor is imported on the first call, so that a process that prints nothing pays nothing.
"""

import ast
from collections.abc import Sequence
from itertools import pairwise

from codegen import literals, splice
from codegen.description import GENERATED, Code, Header, Module, Spliced, Text


def print_module(module: Module) -> str:
    """Return the source text of a module.

    Raises TypeError for a node that has no place in a generated module and ValueError
    for a header text with a line break or a method that is not the text of one ``def``.
    """
    head = _header_lines(module.header) + literals.docstring_lines(module.docstring)
    pieces = ["\n".join(head) + "\n"]
    pieces += [text for item in module.items if (text := _item_text(item))]
    return _join(pieces)


def print_statements(statements: Sequence[ast.stmt], indentation: int = 0) -> str:
    """Return the source text of statements (``Comment`` among them), one a line.

    ``indentation`` counts levels of four spaces. Raises TypeError as ``print_module``.
    """
    from codegen import _statements

    return _statements.statements_text(statements, indentation)


def print_expression(expression: ast.expr) -> str:
    """Return the source text of one expression, on one line.

    Raises TypeError as ``print_module``.
    """
    from codegen import _astor

    return _astor.expression_text(expression)


def _header_lines(header: Header) -> list[str]:
    for text in (header.source, header.digest, *header.needs):
        if not text.isprintable():
            raise ValueError(f"a header line cannot hold {text!r}")
    needs = ", ".join(("numpy", *header.needs))
    return [
        GENERATED,
        f"# source: {header.source}",
        f"# digest: {header.digest}",
        f"# format: {header.format}",
        *([f"# needs: {needs}"] if header.needs else []),
    ]


def _item_text(item: Code | Spliced | Text) -> str:
    match item:
        case Code(body):
            return print_statements(body)
        case Spliced():
            return _class_text(item)
        case Text(text):
            text = text.strip("\n")
            return text and text + "\n"


def _class_text(item: Spliced) -> str:
    documentation = ast.Expr(ast.Constant(item.docstring))
    body = [documentation, *item.attributes]
    definition = ast.ClassDef(item.name, [], [], list[ast.stmt](body), [])
    methods = [splice.fenced(method, "    ") for method in item.methods]
    return "\n".join([print_statements([definition]), *methods])


def _join(pieces: Sequence[str]) -> str:
    """Put blank lines between pieces: two around definitions, else one."""
    text = pieces[0]
    for previous, piece in pairwise(pieces):
        apart = _ends_with_definition(previous) or _begins_with_definition(piece)
        text += ("\n\n" if apart else "\n") + piece
    return text


def _begins_with_definition(piece: str) -> bool:
    code = (line for line in piece.splitlines() if line and not line.startswith("#"))
    return next(code, "").startswith(("def ", "class ", "async def ", "@"))


def _ends_with_definition(piece: str) -> bool:
    return piece.splitlines()[-1].startswith(" ")
