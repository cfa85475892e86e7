"""``srcad show``: a module, highlighted, or the IR after a stage of the compiler."""

from typing import Any

import click

from srcad.cli.commands.arguments import override_options, overrides_of
from srcad.cli.configuration import suggestion
from srcad.cli.importing import prints_on_stderr
from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Workspace, open_workspace
from srcad.compiler.diagnostics.errors import CompileError


@click.command(short_help="Print a module in colours, or its IR.")
@click.argument("target")
@override_options
@click.option("--after", "stage", metavar="STAGE", help="Print the IR after a stage.")
@common_options
@click.pass_obj
def show(settings: Settings, target: str, stage: str | None, **given: Any) -> int:
    """Print the module of TARGET, highlighted, or its IR after STAGE."""
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
        _show_module(workspace, workspace.build(chosen))
        return 0


def _check_stage(stage: str) -> None:
    from srcad.compiler.driver import STAGES

    if stage not in STAGES:
        hint = suggestion(stage, list(STAGES))
        raise CommandError(f"there is no stage `{stage}`; {hint}")


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
