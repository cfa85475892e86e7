"""The statements of what was read, in the order of the text, each told by a digest."""

import ast
import difflib
import functools
import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codegen.digest import parsed_text, text_digest

_WORD = re.compile(r"[\w.]+|\s+|[^\w\s]")
_LONGEST = 60
# Behind the digits of a digest there is one of these.
_DEPTHS = string.digits + string.ascii_lowercase
KEY = 9
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
        return digest_of(self.text)

    @property
    def key(self) -> str:
        """The digest, and a letter for the depth."""
        return self.digest + _DEPTHS[min(self.depth, len(_DEPTHS) - 1)]


@functools.lru_cache(maxsize=4096)
def digest_of(text: str) -> str:
    """Eight digits for a statement, the same on every Python: of how it is parsed."""
    node = _parsed(text)
    if node is not None:
        bodies = ("body", "orelse", "finalbody", "handlers", "cases")
        for name in bodies:
            if hasattr(node, name):
                setattr(node, name, [])
        text = parsed_text(node)
    return text_digest(text).partition(":")[2][:8]


def statements_of(node: ast.AST) -> list[Statement]:
    """The statements of a definition, from its own head on."""
    return list(_statements(node))


def normal(text: str) -> str:
    """A statement that a module quotes, in the same form."""
    node = _parsed(text)
    return text if node is None else head_of(node)


def _parsed(text: str) -> ast.stmt | None:
    """A statement, or the head of a compound one; None for what is neither."""
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


def changed_words(old: str, new: str) -> str:
    """``self.relu -> self.gelu`` of two statements: the words that are not in both."""
    one, two = _WORD.findall(old), _WORD.findall(new)
    matcher = difflib.SequenceMatcher(None, one, two, autojunk=False)
    parts = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not parts:
        return ""
    (_, a, _, c, _), (_, _, b, _, d) = parts[0], parts[-1]
    if not _has_letter(one[a:b]) or not _has_letter(two[c:d]):
        # Of a number or of what is only added, the words beside it say where.
        a, b, c, d = _wider(one, a, b, c, d, len(two))
    before, after = "".join(one[a:b]).strip(), "".join(two[c:d]).strip()
    return f"{shortened(before)} -> {shortened(after)}"


def _has_letter(words: Sequence[str]) -> bool:
    return any(one[:1].isalpha() for one in words)


def _wider(
    one: Sequence[str], a: int, b: int, c: int, d: int, end: int
) -> tuple[int, int, int, int]:
    while a > 0 and c > 0:
        a, c = a - 1, c - 1
        if one[a].strip():
            break
    while b < len(one) and d < end:
        b, d = b + 1, d + 1
        if one[b - 1].strip():
            break
    return a, b, c, d


def shortened(text: str) -> str:
    """A text on one line that is not too long."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
