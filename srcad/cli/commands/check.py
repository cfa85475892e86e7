"""``srcad check``: build what changed, and compare with the golden files."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from srcad.cli.commands.arguments import targets_argument
from srcad.cli.goldens import (
    Finding,
    as_diagnostic,
    compare,
    folders_of,
    golden_path,
    headline,
    obsolete_diagnostic,
)
from srcad.cli.output import Output, exit_code
from srcad.cli.reviewing import lock_remarks
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import build_all, diagnostics_of, open_workspace
from srcad.compiler.diagnostics import reports
from srcad.compiler.diagnostics.errors import Diagnostic

if TYPE_CHECKING:
    from codegen.golden import Folders

_COLORS = {
    "differs": "yellow",
    "missing": "yellow",
    "obsolete": "yellow",
    "same": "green",
}


@click.command(short_help="Compile, and compare with the golden files.")
@targets_argument
@common_options
@click.pass_obj
def check(settings: Settings, targets: tuple[str, ...]) -> int:
    """Compile what changed, and compare with the golden files.

    Writes nothing but `.srcad/`, where what differs waits for `srcad review`.
    """
    from codegen import golden

    with open_workspace(settings) as workspace:
        chosen = workspace.targets(targets)
        outcomes = build_all(workspace, chosen)
        folders = folders_of(workspace.configuration)
        findings = [compare(outcome, folders, keep=True) for outcome in outcomes]
        errors = diagnostics_of(outcomes)
        obsolete: list[str] = []
        if not targets:
            # Only a complete run knows what no target makes.
            names = {target.name for target in workspace.configuration.targets}
            obsolete = golden.obsolete(folders, names)
            for name in golden.pending(folders):
                if name not in names:
                    golden.reject(folders, name)
        found = [
            *(
                as_diagnostic(finding, folders)
                for finding in findings
                if finding.status in ("differs", "missing")
            ),
            *(obsolete_diagnostic(name, folders) for name in obsolete),
        ]
        remarks = [] if targets else lock_remarks(folders, findings)
        _report(workspace.output, findings, obsolete, errors, found, folders, remarks)
        return exit_code([*errors, *found])


def _report(
    output: Output,
    findings: list[Finding],
    obsolete: list[str],
    errors: list[Diagnostic],
    found: list[Diagnostic],
    folders: "Folders",
    remarks: list[str],
) -> None:
    summary = _summary(findings, obsolete)
    if output.settings.output_format == "json":
        document = {**_document(findings, obsolete, folders), "notes": remarks}
        listed = [reports.as_json(item) for item in (*found, *errors)]
        output.document({**document, "diagnostics": listed})
    elif output.settings.output_format == "full":
        _print_findings(output, findings, obsolete, folders)
        output.diagnostics(errors, to_stdout=True)
    else:
        output.diagnostics([*found, *errors], to_stdout=True)
    if output.settings.output_format == "github" and (found or errors):
        output.result(reports.github_command("notice", summary, title="srcad check"))
    if found or errors:
        output.say("")
    output.say(summary)
    for remark in remarks:
        output.say(remark)
    if help := _help(findings, obsolete):
        output.say(help)


def _print_findings(
    output: Output, findings: list[Finding], obsolete: list[str], folders: "Folders"
) -> None:
    shown = ["differs", "missing", *(["same"] if output.settings.verbose else [])]
    lines = [
        headline(finding, folders) for finding in findings if finding.status in shown
    ]
    for name in obsolete:
        path = golden_path(folders, name)
        lines.append(f"golden obsolete: {name} ({path}; no target makes it)")
    width = max((line.index(" (") for line in lines), default=0)
    for line in lines:
        what, where = line.split(" (", 1)
        head, name = what.split(": ")
        color = _COLORS[head.removeprefix("golden ")]
        space = " " * (width - len(what))
        output.result(f"{output.paint(head, color)}: {name}{space} ({where}")


def _summary(findings: list[Finding], obsolete: list[str]) -> str:
    """Return "4 targets: 1 same, 1 differs, 1 missing, 1 error; 1 obsolete golden"."""
    counted = Counter(finding.status for finding in findings)
    parts = [
        f"{counted[status]} {_plural(status, counted[status])}"
        for status in ("same", "differs", "missing", "error")
        if counted[status]
    ]
    total = len(findings)
    text = f"{total} target{'s' if total != 1 else ''}: {', '.join(parts)}"
    if obsolete:
        text += f"; {len(obsolete)} obsolete golden{'s' if len(obsolete) > 1 else ''}"
    return text


def _plural(status: str, count: int) -> str:
    if count == 1:
        return status
    return {"differs": "differ", "error": "errors"}.get(status, status)


def _help(findings: list[Finding], obsolete: list[str]) -> str:
    parts = []
    if any(finding.status in ("differs", "missing") for finding in findings):
        parts.append("`srcad review` to go through them")
    if obsolete:
        parts.append("`srcad prune` to drop the obsolete")
    return f"help: {', '.join(parts)}" if parts else ""


def _document(
    findings: list[Finding], obsolete: list[str], folders: "Folders"
) -> dict[str, Any]:
    listed = []
    for finding in findings:
        built, comparison = finding.outcome.built, finding.comparison
        listed.append(
            {
                "name": finding.name,
                "status": finding.status,
                "golden": golden_path(folders, finding.name),
                "added": 0 if comparison is None else comparison.added,
                "removed": 0 if comparison is None else comparison.removed,
                "cached": built is not None and built.cached,
            }
        )
    return {
        "targets": listed,
        "obsolete": [golden_path(folders, name) for name in obsolete],
    }
