"""``srcad view``: a page that shows source, forward and backward side by side."""

from pathlib import Path

import click

from srcad.cli.commands.arguments import (
    override_options,
    overrides_of,
    targets_argument,
)
from srcad.cli.goldens import compare, folders_of
from srcad.cli.output import exit_code
from srcad.cli.pages import page_of
from srcad.cli.settings import Settings, common_options
from srcad.cli.summaries import change_lines
from srcad.cli.workspace import build_all, diagnostics_of, open_workspace
from srcad.compiler.diagnostics import reports


@click.command(short_help="Write a page: source, forward, backward side by side.")
@targets_argument
@override_options
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the page there, instead of printing it.",
)
@common_options
@click.pass_obj
def view(
    settings: Settings, targets: tuple[str, ...], path: Path | None, **given: object
) -> int:
    """Write one HTML page that shows each target: its source, what is computed for each
    statement forward and backward, and what is kept in between.

    Where a golden differs, the old module stands beside the new one. A target that is
    refused is shown with what is wrong. The page needs no server and asks for nothing.
    """
    from codegen.files import write_atomically

    overrides = overrides_of(settings, given)
    with open_workspace(settings) as workspace:
        outcomes = build_all(workspace, workspace.targets(targets, overrides))
        output = workspace.output
        folders = folders_of(workspace.configuration)
        findings = [compare(one, folders, keep=False) for one in outcomes]
        found = diagnostics_of([finding.outcome for finding in findings])
        lines = change_lines(workspace, findings, folders)
        text = page_of(outcomes, folders, lines)
        if path is not None:
            write_atomically(path, text)
        if settings.output_format == "json":
            listed = [reports.as_json(item) for item in found]
            shown = None if path is not None else text
            where = None if path is None else path.as_posix()
            output.document({"path": where, "text": shown, "diagnostics": listed})
        else:
            output.diagnostics(found, to_stdout=False)
            if path is None and not settings.for_machines:
                output.result(text, newline=False)
            elif path is not None:
                output.say(f"wrote {path.as_posix()}")
        return exit_code(found)
