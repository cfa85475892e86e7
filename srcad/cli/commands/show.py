"""``srcad show``: a module, highlighted, what it keeps, or the IR after a stage of the
compiler."""

from typing import Any

import click

from srcad.cli.commands.arguments import override_options, overrides_of
from srcad.cli.configuration import suggestion
from srcad.cli.goldens import folders_of
from srcad.cli.importing import prints_on_stderr
from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Outcome, Workspace, open_workspace
from srcad.compiler.diagnostics.errors import CompileError


@click.command(short_help="Print a module in colours, or its IR.")
@click.argument("target")
@override_options
@click.option("--after", "stage", metavar="STAGE", help="Print the IR after a stage.")
@click.option(
    "--residuals",
    is_flag=True,
    help="List what is kept for the backward half: bytes, and the lines that need it.",
)
@common_options
@click.pass_obj
def show(
    settings: Settings, target: str, stage: str | None, residuals: bool, **given: Any
) -> int:
    """Print the module of TARGET, highlighted, what it keeps, or its IR after STAGE."""
    if stage is not None and residuals:
        raise click.UsageError("--after and --residuals are two things to show")
    overrides = overrides_of(settings, given)
    with open_workspace(settings) as workspace:
        chosen = workspace.target(target, overrides)
        if stage is not None:
            from srcad.compiler.driver import compile_request

            _check_stage(stage)
            request = workspace.prepare(chosen).request
            with prints_on_stderr():
                text = compile_request(request, after=stage)
            workspace.output.result(str(text).rstrip("\n"))
            return 0
        outcome = workspace.build(chosen)
        if residuals:
            _show_residuals(workspace, outcome)
        else:
            _show_module(workspace, outcome)
        return 0


def _check_stage(stage: str) -> None:
    from srcad.compiler.driver import STAGES

    if stage not in STAGES:
        hint = suggestion(stage, list(STAGES))
        raise CommandError(f"there is no stage `{stage}`; {hint}")


def _show_residuals(workspace: Workspace, outcome: Outcome) -> None:
    from srcad.cli.kept import as_json, table_of
    from srcad.cli.pages import subject_of

    if outcome.built is None:
        raise CompileError(outcome.diagnostics)
    subject = subject_of(outcome, folders_of(workspace.configuration))
    if workspace.settings.output_format == "json":
        known = {"sizes": dict(subject.residuals.sizes), "residuals": as_json(subject)}
        workspace.output.document({"name": outcome.target.name, **known})
        return
    for line in table_of(subject):
        workspace.output.result(line)


def _show_module(workspace: Workspace, outcome: Any) -> None:
    if outcome.built is None:
        raise CompileError(outcome.diagnostics)
    text = outcome.built.text
    if workspace.settings.output_format == "json":
        workspace.output.document({"name": outcome.target.name, "text": text})
    elif workspace.output.color_out:
        _highlight(workspace.output, text)
    else:
        workspace.output.result(text, newline=False)


def _highlight(output: Output, text: str) -> None:
    """Print Python text in colours, its characters otherwise as they are."""
    from rich.console import Console
    from rich.syntax import Syntax

    syntax = Syntax(text, "python", theme="ansi_dark", background_color="default")
    console = Console(force_terminal=True, color_system="standard", no_color=False)
    with console.capture() as capture:
        console.print(syntax.highlight(text), soft_wrap=True, end="")
    output.result(capture.get(), newline=False)
