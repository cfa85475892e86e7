"""Diagnostics for other readers: one line each, JSON, GitHub annotations, SARIF.

Every function takes many, and shows paths relative to ``root`` (default: the working
directory).
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from srcad.compiler.diagnostics.errors import (
    CODES,
    Diagnostic,
    Span,
    place_of,
    shown_path,
)
from srcad.compiler.diagnostics.explanations import explanation


def render_concise(
    diagnostics: Iterable[Diagnostic], root: str | Path | None = None
) -> str:
    """Return one line for each diagnostic: ``path:line:column: code message``."""
    rows = []
    for item in diagnostics:
        place = ""
        if item.span is not None:
            place = f"{shown_path(item.span.path, root)}:{place_of(item.span)}: "
        rows.append(place + f"{item.code} {_sentence(item)}")
    return "\n".join(rows)


def as_json(
    diagnostic: Diagnostic, root: str | Path | None = None
) -> dict[str, object]:
    """Return a diagnostic as a dictionary that ``json`` can write.

    The keys are those of the two dataclasses, with ``title``, the text of the code;
    ``path`` to ``end_column`` are None where there is no span.
    """
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "title": CODES[diagnostic.code],
        "message": diagnostic.message,
        "label": diagnostic.label,
        "note": diagnostic.note,
        "help": diagnostic.help,
        "path": None if span is None else shown_path(span.path, root),
        "line": None if span is None else span.line,
        "column": None if span is None else span.column,
        "end_line": None if span is None else span.end_line,
        "end_column": None if span is None else span.end_column,
    }


def render_github(
    diagnostics: Iterable[Diagnostic], root: str | Path | None = None
) -> str:
    """Return one GitHub Actions ``::error`` command for each diagnostic."""
    rows = []
    for item in diagnostics:
        span = item.span
        message = _paragraph(item)
        if span is None:
            rows.append(github_command("error", message, title=item.code))
            continue
        # GitHub wants columns only where the annotation stays on one line.
        columns = {"col": str(span.column), "endColumn": str(span.end_column)}
        rows.append(
            github_command(
                "error",
                message,
                title=item.code,
                file=shown_path(span.path, root),
                line=str(span.line),
                endLine=str(span.end_line),
                **(columns if span.line == span.end_line else {}),
            )
        )
    return "\n".join(rows)


def github_command(kind: str, message: str, **properties: str) -> str:
    """Return a GitHub Actions workflow command, with everything escaped."""

    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    listed = ",".join(
        f"{name}={escape(value).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in properties.items()
    )
    return f"::{kind} {listed}::{escape(message)}"


def render_sarif(
    diagnostics: Iterable[Diagnostic], root: str | Path | None = None
) -> str:
    """Return the diagnostics as a SARIF log with one run.

    Its form is version 2.1.0 of the standard (OASIS, 2020). The rules are the codes
    that occur, with the texts that ``srcad explain`` prints.
    """
    listed = list(diagnostics)
    codes = sorted({item.code for item in listed})
    driver = {
        "name": "srcad",
        "rules": [_sarif_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        # Ours count characters; SARIF's default is UTF-16 code units.
        "columnKind": "unicodeCodePoints",
        "results": [
            _sarif_result(item, codes.index(item.code), root) for item in listed
        ],
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, indent=2, ensure_ascii=False)


def _sarif_rule(code: str) -> dict[str, object]:
    found = explanation(code)
    return {
        "id": code,
        "shortDescription": {"text": found.title},
        "fullDescription": {"text": " ".join(found.summary.split())},
        "help": {"text": found.text, "markdown": found.text},
        "defaultConfiguration": {"level": "error"},
    }


def _sarif_result(
    item: Diagnostic, rule: int, root: str | Path | None
) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": _paragraph(item)},
    }
    # A command line is no file.
    if item.span is not None and not item.span.path.startswith("<"):
        result["locations"] = [{"physicalLocation": _sarif_place(item.span, root)}]
    return result


def _sarif_place(span: Span, root: str | Path | None) -> dict[str, object]:
    path = shown_path(span.path, root)
    region: dict[str, object] = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    if span.text:
        region["snippet"] = {"text": span.text}
    uri = Path(path).as_uri() if os.path.isabs(path) else quote(path)
    return {"artifactLocation": {"uri": uri}, "region": region}


def _sentence(diagnostic: Diagnostic) -> str:
    """Return message and label on one line, for formats without a caret."""
    text = diagnostic.message
    if diagnostic.label:
        text += f" ({diagnostic.label})"
    return " ".join(text.split())


def _paragraph(item: Diagnostic) -> str:
    """Return all that a diagnostic says, but for its place."""
    remarks = [("note", item.note), ("help", item.help)]
    lines = [_sentence(item), *(f"{word}: {text}" for word, text in remarks if text)]
    return "\n".join(lines)
