"""``srcad check``: build what changed, and compare with the golden files."""

from collections import Counter
from pathlib import Path
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
from srcad.cli.junit import Case
from srcad.cli.output import Output, exit_code
from srcad.cli.reviewing import lock_remarks
from srcad.cli.settings import Settings, common_options
from srcad.cli.summaries import as_markdown, change_lines
from srcad.cli.watching import watched
from srcad.cli.workspace import Workspace, build_all, diagnostics_of, open_workspace
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
@click.option(
    "--report",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a page (see `view`) for each target that is not the same.",
)
@click.option(
    "--summary",
    "summary_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append what was found to a file, in Markdown.",
)
@click.option(
    "--watch",
    is_flag=True,
    help="Check again what a saved file changes, with five lines on it; Ctrl-C ends.",
)
@common_options
@click.pass_obj
def check(
    settings: Settings,
    targets: tuple[str, ...],
    folder: Path | None,
    summary_file: Path | None,
    watch: bool,
) -> int:
    """Compile what changed, and compare with the golden files.

    Writes nothing but `.srcad/`, where what differs waits for `srcad review`, and what
    `--report` and `--summary` ask for.
    """
    if watch:
        if settings.for_machines or folder is not None or summary_file is not None:
            raise click.UsageError("--watch prints for people, and writes nothing")
        return watched(settings, targets)
    with open_workspace(settings) as workspace:
        chosen = workspace.targets(targets)
        outcomes = build_all(workspace, chosen)
        folders = folders_of(workspace.configuration)
        findings = [compare(outcome, folders, keep=True) for outcome in outcomes]
        errors = diagnostics_of([finding.outcome for finding in findings])
        obsolete = [] if targets else _obsolete(workspace, folders)
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
        if folder is None and summary_file is None:
            return exit_code([*errors, *found])
        lines = change_lines(workspace, findings, folders)
        if folder is not None:
            _write_pages(workspace.output, findings, folders, folder, lines)
        if summary_file is not None:
            text = _summary(findings, obsolete)
            summary_file.parent.mkdir(parents=True, exist_ok=True)
            with open(summary_file, "a", encoding="utf-8") as file:
                file.write(as_markdown(findings, obsolete, folders, text, lines))
        return exit_code([*errors, *found])


def _obsolete(workspace: Workspace, folders: "Folders") -> list[str]:
    """Return the golden files that no target makes, which only a complete run knows;
    what is pending for none is dropped."""
    from codegen import golden

    names = {target.name for target in workspace.configuration.targets}
    for name in golden.pending(folders):
        if name not in names:
            golden.reject(folders, name)
    return golden.obsolete(folders, names)


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
    elif output.settings.output_format == "junit":
        output.cases("srcad check", _cases(findings, obsolete, folders))
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


def _write_pages(
    output: Output,
    findings: list[Finding],
    folders: "Folders",
    folder: Path,
    lines: dict[str, list[str]],
) -> None:
    """Write a page for each target that differs, is missing, or does not compile."""
    from codegen.files import write_atomically
    from srcad.cli.pages import page_of

    for finding in findings:
        if finding.status != "same":
            path = folder / f"{finding.name}.html"
            write_atomically(path, page_of([finding.outcome], folders, lines))
            output.say(f"wrote {path.as_posix()}")


def _cases(
    findings: list[Finding], obsolete: list[str], folders: "Folders"
) -> list[Case]:
    """Return a case for each target, and for each golden file that has none."""
    cases = []
    for finding in findings:
        wrong = list(finding.outcome.diagnostics)
        if finding.status in ("differs", "missing"):
            wrong.append(as_diagnostic(finding, folders))
        cases.append(Case(finding.name, wrong))
    for name in obsolete:
        cases.append(Case(name, [obsolete_diagnostic(name, folders)]))
    return cases


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
