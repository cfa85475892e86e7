"""The command ``srcad``: its sub-commands, and what becomes of errors.

Exit codes: 0 fine; 1 the user's input needs attention (a golden differs, a source
cannot be differentiated); 2 the command could not run (usage, configuration, a defect
of srcad itself); 130 interrupted.
"""

import contextlib
import difflib
import importlib.metadata
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import click

from srcad.cli.commands.accept import accept, reject
from srcad.cli.commands.cache import cache
from srcad.cli.commands.check import check
from srcad.cli.commands.diff import diff
from srcad.cli.commands.explain import explain
from srcad.cli.commands.generate import generate
from srcad.cli.commands.gradcheck import gradcheck
from srcad.cli.commands.prune import prune
from srcad.cli.commands.review import review
from srcad.cli.commands.rules import rules
from srcad.cli.commands.run import run
from srcad.cli.commands.show import show
from srcad.cli.commands.verify import verify
from srcad.cli.commands.view import view
from srcad.cli.output import Output, exit_code, told_by_system
from srcad.cli.places import CommandLine
from srcad.cli.settings import Settings, common_options, settings_of
from srcad.compiler.diagnostics.errors import CompileError


class _Group(click.Group):
    """Lists the commands in the order they are used in, and suggests near names.

    A CompileError that leaves a command is printed here, where ``-C`` still holds, so
    that paths are shown relative to the same folder everywhere.
    """

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CompileError as error:
            output = Output(settings_of(ctx))
            output.diagnostics(error.diagnostics, to_stdout=False)
            return exit_code(error.diagnostics)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = difflib.get_close_matches(name, list(self.commands), n=1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            ctx.fail(f"no such command `{name}`{hint}")
        return super().resolve_command(ctx, args)


def _print_version(
    context: click.Context, parameter: click.Parameter, value: bool
) -> None:
    if value and not context.resilient_parsing:
        click.echo(f"srcad {importlib.metadata.version('srcad')}")
        context.exit()


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@common_options
def cli() -> None:
    """Gradients of Cells as readable NumPy modules, written, checked and reviewed.

    A TARGET is `path/to/file.py::Class`, `package.module:Class`, or the name of a
    golden; without one, all targets of [tool.srcad] in pyproject.toml are meant.
    """


for _command in (
    generate,
    check,
    diff,
    review,
    accept,
    reject,
    prune,
    verify,
    gradcheck,
    show,
    view,
    rules,
    explain,
    cache,
    run,
):
    cli.add_command(_command)


@contextlib.contextmanager
def _plain_warnings() -> Iterator[None]:
    """Print what the store warns of as a remark, not as a line of our source."""
    usual = warnings.showwarning

    def show(message: Any, category: type[Warning], *rest: Any, **named: Any) -> None:
        if category.__name__ == "StoreWarning":
            click.echo(f"warning: {message}", err=True)
        else:
            usual(message, category, *rest, **named)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (``sys.argv`` by default) and return its exit code."""
    words = tuple(sys.argv[1:] if arguments is None else arguments)
    settings = Settings(CommandLine(words))
    try:
        with _plain_warnings():
            result: Any = cli.main(
                args=list(words), prog_name="srcad", obj=settings, standalone_mode=False
            )
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except BrokenPipeError:
        # The reader has gone (`srcad diff | head`); nothing more can be printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        click.echo(f"error: {told_by_system(error)}", err=True)
        return 2
    except Exception:
        traceback.print_exc()
        click.echo("error: this is a defect of srcad; please report it", err=True)
        return 2
    return result if isinstance(result, int) else 0
