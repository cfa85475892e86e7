"""What a compiler hands over: a plain description of one Python module.

Code is ordinary ``ast`` statements; what ``ast`` has no node for, a comment, is the one
statement added here. Text that must reach the file untouched (a user's method, a fixed
helper) travels as text. ``codegen.printing.print_module``
turns a ``Module`` into source.
"""

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar


class Comment(ast.stmt):
    """Whole-line comments between statements, in any body.

    ``text`` is without the leading ``# `` and may have several lines. A blank line is
    printed above it, except at the start of a body. The empty text prints the blank
    line alone: it ends a paragraph without heading the next one.
    """

    _fields = ("text",)
    _field_types: ClassVar[dict[str, object]] = {"text": str}
    text: str

    if TYPE_CHECKING:
        # At run time ast.AST's own constructor serves, so that copies and pickles work.
        def __init__(self, text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Header:
    """The lines above the module docstring.

    ``source`` is where the code came from, as a person would type it, ``digest`` the
    digest of the source text that was read, ``format`` the number of the output format.
    Neither of the texts may hold a line break.
    """

    source: str
    digest: str
    format: int


@dataclass(frozen=True, slots=True)
class Code:
    """Module-level statements: imports, assignments, functions.

    Bodies may hold ``Comment`` nodes at any depth. A docstring is an ordinary string
    statement; it is indented by the printer, so its lines need no indentation.
    """

    body: tuple[ast.stmt, ...]


@dataclass(frozen=True, slots=True)
class Spliced:
    """A class whose methods are somebody else's text, to be kept byte for byte.

    ``attributes`` are statements printed above the methods. Each of ``methods`` is the
    exact text of one ``def``, as ``codegen.splice.method_source`` cuts it, with the
    indentation it had in its file.
    """

    name: str
    docstring: str
    attributes: tuple[ast.stmt, ...]
    methods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A fixed piece of module-level source text, printed as it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class Module:
    """One Python module: header, docstring and items, in the order of the file."""

    header: Header
    docstring: str
    items: tuple[Code | Spliced | Text, ...]
