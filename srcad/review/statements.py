"""The statements of what was read, in the order of the text, each told by a digest."""

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass

from codegen.digest import parsed_text, text_digest

LONGEST = 60
# A longer one is recorded as its digest, behind what begins no statement.
_RECORDED = 300
_UNKNOWN = "#"
_BRANCHES = {"orelse": "else:", "finalbody": "finally:"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement's text in one form, of a compound one the head, its line, and how
    deep it is in others."""

    text: str
    line: int
    depth: int = 0

    @property
    def digest(self) -> str:
        """What tells its text from others."""
        return self.text[1:] if self.text.startswith(_UNKNOWN) else digest_of(self.text)

    @property
    def key(self) -> str:
        """The digest, and the depth."""
        return f"{self.digest} {self.depth}"

    @property
    def known(self) -> str | None:
        """The text; None where a record has its digest alone."""
        return None if self.text.startswith(_UNKNOWN) else self.text

    def recorded(self) -> str:
        """The text as a record has it, as deep as it is; of a long one, and of a
        docstring, the digest."""
        short = len(self.text) <= _RECORDED and not self.text.startswith(("'", '"'))
        return " " * self.depth + (self.text if short else _UNKNOWN + self.digest)

    @classmethod
    def of_record(cls, text: str) -> "Statement":
        """A statement that ``recorded`` has given."""
        bare = text.lstrip(" ")
        return cls(bare, 0, len(text) - len(bare))


@functools.lru_cache(maxsize=4096)
def digest_of(text: str) -> str:
    """Eight digits for a statement, the same on every Python: of how it is parsed."""
    node = as_statement(text)
    if node is not None:
        bodies = ("body", "orelse", "finalbody", "handlers", "cases")
        for name in bodies:
            if hasattr(node, name):
                setattr(node, name, [])
        text = parsed_text(node)
    return text_digest(text).partition(":")[2][:8]


def statements_of(node: ast.AST, depth: int = 0) -> list[Statement]:
    """The statements of a definition, from its own head on."""
    return list(_statements(node, depth))


def normal(text: str) -> str:
    """A statement that a module quotes, in the same form."""
    node = as_statement(text)
    return text if node is None else head_of(node)


def as_statement(text: str) -> ast.stmt | None:
    """A statement, or the head of a compound one, as parsed; None for what is none."""
    whole = text.removeprefix("el") if text.startswith("elif ") else text
    for tried in (
        whole,
        f"{whole} pass",
        f"{whole}\n    pass",
        f"{whole}\n case _: pass",
    ):
        try:
            (node,) = ast.parse(tried).body
        except (SyntaxError, ValueError):
            continue
        return node
    return None


def _statements(node: ast.AST, depth: int = 0) -> Iterator[Statement]:
    match node:
        case ast.Lambda():
            yield Statement(ast.unparse(node), node.lineno, depth)
        case ast.stmt():
            decorators = getattr(node, "decorator_list", [])
            first = min([node.lineno, *(one.lineno for one in decorators)])
            yield Statement(head_of(node), first, depth)
            for field, value in ast.iter_fields(node):
                if field in _BRANCHES and value:
                    yield Statement(_BRANCHES[field], value[0].lineno, depth)
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, ast.stmt | ast.excepthandler | ast.match_case):
                        yield from _statements(one, depth + 1)
        case ast.ExceptHandler(body=body) | ast.match_case(body=body):
            place = node if isinstance(node, ast.ExceptHandler) else node.pattern
            text = ast.unparse(node).strip().split("\n")[0]
            yield Statement(text, place.lineno, depth)
            for one in body:
                yield from _statements(one, depth + 1)


def head_of(node: ast.stmt) -> str:
    """A statement's text; of a compound one what stands before its body."""
    if isinstance(node, ast.Match):
        return f"match {ast.unparse(node.subject)}:"
    lines = ast.unparse(node).split("\n")
    if not getattr(node, "body", None):
        return "\n".join(lines)
    end = next((k for k, one in enumerate(lines) if one.endswith(":")), 0)
    return "\n".join(lines[: end + 1])


def shortened(text: str) -> str:
    """A text on one line that is not too long."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
