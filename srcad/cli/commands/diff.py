"""``srcad diff``: what would change in the golden files, on stdout."""

from typing import TYPE_CHECKING, Any

import click

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
from srcad.cli.output import Output, exit_code
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import build_all, diagnostics_of, open_workspace
from srcad.compiler.diagnostics import reports

if TYPE_CHECKING:
    from codegen.golden import Folders


@click.command(short_help="Show what would change in the golden files.")
@targets_argument
@click.option("--stat", is_flag=True, help="Only count the lines of each.")
@common_options
@click.pass_obj
def diff(settings: Settings, targets: tuple[str, ...], stat: bool) -> int:
    """Print unified diffs, from the golden files to the new modules.

    Writes nothing, not even what is pending.
    """
    with open_workspace(settings) as workspace:
        chosen = workspace.targets(targets)
        outcomes = build_all(workspace, chosen)
        folders = folders_of(workspace.configuration)
        findings = [compare(outcome, folders, keep=False) for outcome in outcomes]
        changed = [item for item in findings if item.status in ("differs", "missing")]
        errors = diagnostics_of(outcomes)
        output = workspace.output
        found = [as_diagnostic(finding, folders) for finding in changed]
        if settings.output_format == "json":
            output.document(_document(changed, errors, folders))
        elif settings.for_machines:
            output.diagnostics([*found, *errors], to_stdout=True)
        else:
            for finding in changed:
                _print(output, finding, folders, stat)
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


def _print(output: Output, finding: Finding, folders: "Folders", stat: bool) -> None:
    comparison = finding.comparison
    assert comparison is not None
    if stat:
        path = golden_path(folders, finding.name)
        output.result(f"{path} {counts_of(comparison)}  {finding.status}")
        return
    if finding.status == "missing":
        # Said as well, so that a diff against nothing is no surprise.
        output.say(headline(finding, folders))
    print_diff(output, comparison.diff)


def _document(
    changed: list[Finding], errors: list[Any], folders: "Folders"
) -> dict[str, Any]:
    listed = []
    for finding in changed:
        comparison = finding.comparison
        assert comparison is not None
        listed.append(
            {
                "name": finding.name,
                "status": finding.status,
                "golden": golden_path(folders, finding.name),
                "added": comparison.added,
                "removed": comparison.removed,
                "diff": comparison.diff,
            }
        )
    found = [reports.as_json(item) for item in errors]
    return {"targets": listed, "diagnostics": found}
