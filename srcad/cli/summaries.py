"""What a change of a gradient is, in a few lines; and a whole check in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from srcad.cli.goldens import Finding, counts_of, golden_path
from srcad.cli.reviewing import summarised
from srcad.cli.workspace import Workspace
from srcad.compiler.diagnostics.errors import Diagnostic, render

if TYPE_CHECKING:
    from codegen.golden import Folders

_MARKS = {"same": "✓", "differs": "≠", "missing": "?", "error": "✗"}


def change_lines(
    workspace: Workspace, findings: Sequence[Finding], folders: Folders
) -> dict[str, list[str]]:
    """Return the five lines of each golden that differs, by its name.

    Both modules are run for them, and the gradient is checked.
    """
    found = {}
    for finding in findings:
        if finding.status == "differs":
            summary = summarised(workspace, finding, folders)
            found[finding.name] = summary.lines() if summary is not None else []
    return found


def as_markdown(
    findings: Sequence[Finding],
    obsolete: Sequence[str],
    folders: Folders,
    summary: str,
    lines: Mapping[str, Sequence[str]],
) -> str:
    """Return a check for people who read it on a page: what is not the same, with the
    ``lines`` of each change, its diff and its diagnostics."""
    parts = ["## srcad check", "", summary, ""]
    shown = [one for one in findings if one.status != "same"]
    if shown or obsolete:
        parts += ["| | target | |", "| --- | --- | --- |"]
        parts += [_row(one, folders) for one in shown]
        for name in obsolete:
            path = _code(golden_path(folders, name))
            parts.append(f"| – | {_code(name)} | no target makes {path} |")
        parts.append("")
    for one in shown:
        parts += _details(one, lines.get(one.name, ()))
    return "\n".join(parts) + "\n"


def _row(finding: Finding, folders: Folders) -> str:
    name, mark = _code(finding.name), _MARKS[finding.status]
    if finding.comparison is None:
        codes = ", ".join(
            dict.fromkeys(one.code for one in finding.outcome.diagnostics)
        )
        return f"| {mark} | {name} | refused: {codes} |"
    counts = counts_of(finding.comparison)
    if finding.status == "missing":
        return f"| {mark} | {name} | no golden file yet |"
    return (
        f"| {mark} | {name} | {_code(golden_path(folders, finding.name))}, {counts} |"
    )


def _details(finding: Finding, lines: Sequence[str]) -> list[str]:
    """Return what is folded away under the name of a target."""
    diagnostics: Sequence[Diagnostic] = finding.outcome.diagnostics
    if diagnostics:
        inside = _fenced("\n\n".join(render(one) for one in diagnostics), "")
    elif finding.status == "differs" and finding.comparison is not None:
        shown = [f"- {_plain(line)}" for line in lines]
        inside = [*shown, "", *_fenced(finding.comparison.diff, "diff")]
    else:
        return []
    name = finding.name
    return [
        *("<details>", f"<summary>{_plain(name)}</summary>", ""),
        *inside,
        *("", "</details>", ""),
    ]


def _fenced(text: str, language: str) -> list[str]:
    """Return a block of code; its fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return [f"{fence}{language}", text.rstrip("\n"), fence]


def _code(text: str) -> str:
    """Return words as code in a table: neither of its signs is in a golden's name."""
    return f"`{text.replace('`', '').replace('|', ' ')}`"


def _plain(text: str) -> str:
    """Return prose that is no HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
