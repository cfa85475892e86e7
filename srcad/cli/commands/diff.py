"""``srcad diff``: what would change in the golden files, on stdout."""

import os
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from srcad.cli import reviewing
from srcad.cli.commands.arguments import targets_argument
from srcad.cli.goldens import (
    Finding,
    as_diagnostic,
    compare,
    counts_of,
    folders_of,
    golden_path,
    headline,
)
from srcad.cli.output import CommandError, Output, exit_code
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Workspace, build_all, diagnostics_of, open_workspace
from srcad.compiler.diagnostics import reports

if TYPE_CHECKING:
    from codegen.golden import Folders
    from srcad.compiler.diagnostics.errors import Diagnostic
    from srcad.review import Summary

TOOL = "SRCAD_DIFF_TOOL"
_KNOWN_TOOLS = ("difft", "delta")


@click.command(short_help="Show what would change in the golden files.")
@targets_argument
@click.option("--stat", is_flag=True, help="Only count the lines of each.")
@click.option("--word", is_flag=True, help="Mark the words that changed.")
@click.option("--unified", is_flag=True, help="A patch, without the five lines.")
@click.option(
    "--tool",
    is_flag=True,
    help=f"Show the text by the command in {TOOL}, difftastic or delta.",
)
@common_options
@click.pass_obj
def diff(
    settings: Settings,
    targets: tuple[str, ...],
    stat: bool,
    word: bool,
    unified: bool,
    tool: bool,
) -> int:
    """Print what would change in the golden files.

    Five lines of each: cause, numbers, truth, cost and class. Then the diff, paragraph
    by paragraph. Both modules are run for it, each in a process of its own. Writes
    nothing, not even what is pending.
    """
    if sum((stat, word, unified, tool)) > 1:
        raise click.UsageError("give one of --stat, --word, --unified and --tool")
    command = _tool() if tool else []
    with open_workspace(settings) as workspace:
        chosen = workspace.targets(targets)
        outcomes = build_all(workspace, chosen)
        folders = folders_of(workspace.configuration)
        findings = [compare(outcome, folders, keep=False) for outcome in outcomes]
        changed = [item for item in findings if item.status in ("differs", "missing")]
        errors = diagnostics_of([finding.outcome for finding in findings])
        output = workspace.output
        found = [as_diagnostic(finding, folders) for finding in changed]
        form = settings.output_format
        summaries: list[Summary | None] = [None] * len(changed)
        if form in ("json", "github") and not (stat or unified):
            summaries = [reviewing.summarised(workspace, f, folders) for f in changed]
        if form == "json":
            output.document(_document(changed, summaries, errors, folders))
        elif settings.for_machines:
            pairs = zip(found, summaries, strict=True)
            listed = [_with_lines(item, summary) for item, summary in pairs]
            output.diagnostics([*listed, *errors], to_stdout=True)
        elif stat:
            for finding in changed:
                _print_counts(output, finding, folders)
        else:
            for finding in changed:
                _print(workspace, finding, folders, word, unified, command)
        if not settings.for_machines:
            output.diagnostics(errors, to_stdout=False)
        return exit_code([*found, *errors])


def print_diff(output: Output, text: str) -> None:
    """Print a unified diff on stdout, coloured where stdout has colours."""
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in text.removesuffix("\n").split("\n"):
        if line.startswith(("---", "+++")):
            output.result(output.paint(line, "bold"))
        elif line[:1] in styles:
            output.result(output.paint(line, styles[line[:1]]))
        else:
            output.result(line)


def print_change(
    output: Output, finding: Finding, folders: "Folders", *, word: bool = False
) -> None:
    """Print the diff by paragraph; the patch where one of the two is no module."""
    from srcad.review.modules import parsed

    assert finding.comparison is not None
    assert finding.outcome.built is not None
    old = reviewing.golden_text(folders, finding.name)
    try:
        parsed(old or "")
    except ValueError:
        print_diff(output, finding.comparison.diff)
        return
    label = golden_path(folders, finding.name)
    text = finding.outcome.built.text
    reviewing.print_paragraphs(output, old or "", text, label, word=word)


def _print_counts(output: Output, finding: Finding, folders: "Folders") -> None:
    assert finding.comparison is not None
    path = golden_path(folders, finding.name)
    output.result(f"{path} {counts_of(finding.comparison)}  {finding.status}")


def _print(
    workspace: Workspace,
    finding: Finding,
    folders: "Folders",
    word: bool,
    unified: bool,
    command: list[str],
) -> None:
    output = workspace.output
    assert finding.comparison is not None
    if finding.status == "missing":
        # Said as well, so that a diff against nothing is no surprise.
        output.say(headline(finding, folders))
    if unified:
        print_diff(output, finding.comparison.diff)
        return
    output.result(output.paint(headline(finding, folders), "bold"))
    summary = reviewing.summarised(workspace, finding, folders)
    if summary is not None:
        reviewing.print_summary(output, summary)
    output.result("")
    if command:
        _run_tool(output, finding, folders, command)
    else:
        print_change(output, finding, folders, word=word)
    output.result("")


# ---------------------------------------------------------------------------- the tool


def _tool() -> list[str]:
    """The words of the user's own tool; CommandError where there is none."""
    words = shlex.split(os.environ.get(TOOL, ""))
    known = next((name for name in _KNOWN_TOOLS if shutil.which(name)), None)
    if not words and known is None:
        names = " or ".join(f"`{name}`" for name in _KNOWN_TOOLS)
        raise CommandError(f"no tool: set {TOOL} to a command, or install {names}")
    return words or [str(known)]


def _run_tool(
    output: Output, finding: Finding, folders: "Folders", command: list[str]
) -> None:
    """Run a tool on the two files, and print what it says."""
    assert finding.outcome.built is not None
    name = folders.golden_path(finding.name).name
    with tempfile.TemporaryDirectory(prefix="srcad-diff-") as folder:
        paths = [Path(folder) / side / name for side in ("golden", "new")]
        old = reviewing.golden_text(folders, finding.name) or ""
        for path, text in zip(paths, (old, finding.outcome.built.text), strict=True):
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*command, *map(str, paths)], stdout=subprocess.PIPE)
        except OSError as error:
            raise CommandError(f"{command[0]} cannot be run: {error}") from error
    output.result(done.stdout.decode("utf-8", "replace"), newline=False)


# ------------------------------------------------------------------------ for machines


def _with_lines(item: "Diagnostic", summary: "Summary | None") -> "Diagnostic":
    """A finding whose help begins with the five lines."""
    if summary is None:
        return item
    return replace(item, help="\n".join([*summary.lines(), item.help]))


def _document(
    changed: list[Finding],
    summaries: "list[Summary | None]",
    errors: list[Any],
    folders: "Folders",
) -> dict[str, Any]:
    listed = []
    for finding, summary in zip(changed, summaries, strict=True):
        comparison = finding.comparison
        assert comparison is not None
        entry: dict[str, Any] = {
            "name": finding.name,
            "status": finding.status,
            "golden": golden_path(folders, finding.name),
            "added": comparison.added,
            "removed": comparison.removed,
            "diff": comparison.diff,
        }
        if summary is not None:
            entry["summary"] = summary.as_json()
            entry["paragraphs"] = _paragraphs(finding, folders)
        listed.append(entry)
    found = [reports.as_json(item) for item in errors]
    return {"targets": listed, "diagnostics": found}


def _paragraphs(finding: Finding, folders: "Folders") -> list[dict[str, Any]]:
    from srcad.review import paragraphs

    assert finding.outcome.built is not None
    old = reviewing.golden_text(folders, finding.name)
    try:
        found = paragraphs(old or "", finding.outcome.built.text)
    except ValueError:
        return []
    return [
        {"section": one.section, "heading": one.heading, "status": one.status}
        for one in found
    ]
