"""What is other in a statement: the smallest expressions that say it, or the words."""

import ast
import difflib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from srcad.review.statements import LONGEST, as_statement, shortened

_WORD = re.compile(r"[\w.]+|\s+|[^\w\s]")
# What is no expression of its own, or says too little alone.
_INNER = ast.FormattedValue | ast.Slice | ast.Starred


def changed_words(old: str, new: str) -> str:
    """``self.relu -> self.gelu`` of two statements; "" where they are the same."""
    one, two = as_statement(old), as_statement(new)
    if one is None or two is None:
        return _words_apart(old, new)
    if ast.dump(one) == ast.dump(two):
        return ""
    before, after = _texts(one, two)
    if max(len(before), len(after)) > LONGEST or before == after:
        return _words_apart(old, new)
    return f"{before} -> {after}"


# ------------------------------------------------------------------------- expressions


def _texts(one: ast.stmt, two: ast.stmt) -> tuple[str, str]:
    if isinstance(one, ast.FunctionDef) and isinstance(two, ast.FunctionDef):
        return _heads(one, two)
    found = _apart(one, two)
    if found is None:
        found = one, two
    before, after = (ast.unparse(node) for node in found)
    match found:
        case (ast.Call(called), ast.Call(other)) if (
            max(map(len, (before, after))) > LONGEST
        ):
            if ast.dump(called) == ast.dump(other):
                name = ast.unparse(called)
                return _elided(name, *(_arguments(one) for one in found))
    if isinstance(found[0], ast.stmt):
        before, after = (text.split("\n")[0] for text in (before, after))
    return before, after


def _apart(one: Any, two: Any) -> tuple[ast.AST, ast.AST] | None:
    """The smallest nodes that differ and can be shown; None where only a larger one
    can."""
    alike = isinstance(one, ast.AST) and type(one) is type(two)
    inner = list(_differing(one, two)) if alike else []
    if len(inner) == 1 and not _chained(one, *inner[0]):
        found = _apart(*inner[0])
        if found is not None:
            return found
    shown = isinstance(one, ast.expr | ast.keyword | ast.stmt)
    if not shown or not isinstance(two, ast.expr | ast.keyword | ast.stmt):
        return None
    if isinstance(one, _INNER) or isinstance(two, _INNER):
        return None
    return None if _bare(one) and _bare(two) else (one, two)


def _chained(one: Any, before: Any, after: Any) -> bool:
    """Whether factors or terms of one chain differ, ``a * b * c``: it is whole."""
    return isinstance(one, ast.BinOp) and any(
        isinstance(part, ast.BinOp) and type(part.op) is type(one.op)
        for part in (before, after)
    )


def _differing(one: ast.AST, two: ast.AST) -> Iterator[tuple[Any, Any]]:
    """The parts of two nodes of one type that differ."""
    for name in one._fields:
        before, after = getattr(one, name, None), getattr(two, name, None)
        if isinstance(before, list) and isinstance(after, list):
            if len(before) == len(after):
                pairs = list(zip(before, after, strict=True))
            else:
                pairs = [(before, after)]
        else:
            pairs = [(before, after)]
        yield from (pair for pair in pairs if _dumped(pair[0]) != _dumped(pair[1]))


def _dumped(value: Any) -> str:
    if isinstance(value, list):
        return repr([_dumped(one) for one in value])
    return ast.dump(value) if isinstance(value, ast.AST) else repr(value)


def _bare(node: ast.AST) -> bool:
    """Whether this is a number or a text, or several: what is around says more."""
    if isinstance(node, ast.keyword):
        return False
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError):
        return False
    return True


def _heads(one: ast.FunctionDef, two: ast.FunctionDef) -> tuple[str, str]:
    """The heads of two functions; one parameter alone, where only that is other."""
    before, after = _parameters(one.args), _parameters(two.args)
    if one.name == two.name and len(before) == len(after):
        pairs = zip(before, after, strict=True)
        apart = [(was, has) for was, has in pairs if was != has]
        if len(apart) == 1:
            return apart[0]
        if not apart:
            return _decorated(one), _decorated(two)
    texts = [f"{node.name}({ast.unparse(node.args)})" for node in (one, two)]
    if one.name == two.name and max(map(len, texts)) > LONGEST:
        return _elided(one.name, before, after)
    return texts[0], texts[1]


def _decorated(node: ast.FunctionDef) -> str:
    marks = [f"@{ast.unparse(one)}" for one in node.decorator_list]
    return " ".join([*marks, node.name])


def _arguments(call: ast.Call) -> list[str]:
    return [ast.unparse(one) for one in (*call.args, *call.keywords)]


def _elided(name: str, before: list[str], after: list[str]) -> tuple[str, str]:
    """``f(..., x)``: two calls or heads with dots for the arguments at both ends that
    are the same."""
    least = min(len(before), len(after))
    pairs = list(zip(before, after, strict=False))
    start = next((k for k, (a, b) in enumerate(pairs) if a != b), least)
    ends = list(zip(before[::-1], after[::-1], strict=False))[: least - start]
    end = next((k for k, (a, b) in enumerate(ends) if a != b), least - start)

    def shown(listed: list[str]) -> str:
        inner = listed[start : len(listed) - end]
        dots = ["..."] if start else [], ["..."] if end else []
        return f"{name}({', '.join([*dots[0], *inner, *dots[1]])})"

    return shown(before), shown(after)


def _parameters(args: ast.arguments) -> list[str]:
    """Each parameter as it is written, with its default."""
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    pairs = [*zip(plain, defaults, strict=True)]
    pairs += zip(args.kwonlyargs, args.kw_defaults, strict=True)
    found = [
        ast.unparse(arg) + ("" if value is None else f"={ast.unparse(value)}")
        for arg, value in pairs
    ]
    stars = (("*", args.vararg), ("**", args.kwarg))
    return found + [f"{star}{arg.arg}" for star, arg in stars if arg is not None]


# ------------------------------------------------------------------------------- words


def _words_apart(old: str, new: str) -> str:
    """The words that are not in both."""
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
