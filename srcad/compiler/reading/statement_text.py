"""The text of a statement as it stands in the source."""

from __future__ import annotations

import ast

from srcad.compiler.reading.source import Source


def statement_text(source: Source, node: ast.stmt) -> str:
    """The text of a statement; of a compound one, the part before its body."""
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset
    bodies = getattr(node, "body", None)
    if isinstance(node, ast.Match):
        # The rest of one begins with a `case` (see ``evaluate.syntax.matching``).
        first = node.cases[0]
        bodies = first.body if first.pattern.lineno == node.lineno else [first.pattern]
    if bodies and isinstance(bodies, list):
        return _head_text(source, node, bodies[0])
    lines = [line.encode() for line in source.lines[node.lineno - 1 : end_line]]
    lines[-1] = lines[-1][:end_column]
    lines[0] = lines[0][node.col_offset :]
    return _dedented([line.decode().rstrip() for line in lines], node.col_offset)


def _head_text(source: Source, node: ast.stmt, first: ast.stmt | ast.pattern) -> str:
    if first.lineno == node.lineno:
        raw = source.lines[node.lineno - 1].encode()
        return raw[node.col_offset : first.col_offset].decode().rstrip()
    heads = list(source.lines[node.lineno - 1 : first.lineno - 1])
    while len(heads) > 1 and (not heads[-1].strip() or heads[-1].strip()[0] == "#"):
        heads.pop()
    heads[0] = heads[0].encode()[node.col_offset :].decode()
    heads = [_without_comment(line.rstrip()) for line in heads]
    return _dedented(heads, node.col_offset)


def _without_comment(line: str) -> str:
    place = line.rfind("  #")
    return (
        line[:place].rstrip()
        if place >= 0 and line[:place].rstrip()[-1:] == ":"
        else line
    )


def _dedented(lines: list[str], column: int) -> str:
    rest = [
        line[column:] if not line[:column].strip() else line.lstrip()
        for line in lines[1:]
    ]
    return "\n".join([lines[0], *rest])
