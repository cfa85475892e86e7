"""What every command accepts, and what was said: ``-C``, ``--color``, ``-q`` and so on.

The options may stand before the command's name or after it. They are kept in one
``Settings``, which click hands to the commands as ``ctx.obj``.
"""

import contextlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from srcad.cli.places import CommandLine

FORMATS = ("full", "concise", "json", "github", "sarif", "junit")

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(slots=True)
class Settings:
    """The options common to all commands, as they were given."""

    command_line: CommandLine = field(default_factory=CommandLine)
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    output_format: str = "full"
    cache: bool = True

    @property
    def folder(self) -> Path:
        """The working directory, which ``-C`` has changed already."""
        return Path.cwd()

    @property
    def for_machines(self) -> bool:
        """Whether stdout holds one document for a program to read."""
        return self.output_format in ("json", "github", "sarif", "junit")

    def use_color(self, stream: TextIO) -> bool:
        """Whether to colour a stream: the flag, NO_COLOR, FORCE_COLOR, a terminal."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return stream.isatty() and os.environ.get("TERM") != "dumb"


def common_options(command: Command) -> Command:
    """Add the options that every command has; they go into ``Settings``."""
    options = [
        click.option(
            "-C",
            "directory",
            metavar="DIR",
            is_eager=True,
            help="Work as if started in DIR.",
            callback=_enter,
            expose_value=False,
            type=click.Path(exists=True, file_okay=False),
        ),
        _option("--color", type=click.Choice(["auto", "always", "never"])),
        _option("-q", "--quiet", is_flag=True, help="No progress, no summary."),
        _option("-v", "--verbose", is_flag=True, help="Say more."),
        _option(
            "--output-format",
            type=click.Choice(FORMATS),
            help="How errors and findings are printed.",
        ),
        click.option(
            "--no-cache",
            is_flag=True,
            help="Compile anew, and keep nothing.",
            callback=_without_cache,
            expose_value=False,
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _option(*names: str, **described: Any) -> Callable[[Command], Command]:
    return click.option(
        *names, callback=_remember, expose_value=False, default=None, **described
    )


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    # Not given leaves what was said before the command's name.
    if value and parameter.name is not None:
        setattr(settings_of(context), parameter.name, value)


def _without_cache(
    context: click.Context, parameter: click.Parameter, value: bool
) -> None:
    if value:
        settings_of(context).cache = False


def _enter(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value is not None and not context.resilient_parsing:
        context.find_root().with_resource(contextlib.chdir(value))


def settings_of(context: click.Context) -> Settings:
    """Return the settings that a context carries, made on first use."""
    settings: Settings = context.ensure_object(Settings)
    return settings


def is_terminal() -> bool:
    """Whether a person can be asked: stdin and stdout are both a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()
