"""Arguments and options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from srcad.cli.settings import Settings
from srcad.cli.targets import Overrides, parse_overrides
from srcad.cli.values import ENGINES, LIBRARIES

Command = TypeVar("Command", bound=Callable[..., Any])


def targets_argument(command: Command) -> Command:
    """Add TARGET..., as ``targets``."""
    return click.argument("targets", nargs=-1, metavar="[TARGET]...")(command)


def override_options(command: Command) -> Command:
    """Add ``--init``, ``--input``, ``--wrt``, ``--order``, ``--engine``,
    ``--memory``, ``--size`` and ``--allow``."""
    options = [
        click.option("--init", metavar="JSON", help="Arguments of the constructor."),
        click.option(
            "--input",
            "inputs",
            multiple=True,
            metavar="NAME=SPEC",
            help="An input's dtype and sizes: 'x=float32[batch, 64]'; of a structure, "
            'JSON: \'state={"h": "float32[n]"}\'. Repeated.',
        ),
        click.option(
            "--wrt",
            multiple=True,
            metavar="NAME",
            help="An input to differentiate, or `parameters`. Repeated.",
        ),
        click.option(
            "--order", type=click.IntRange(min=1), help="Order of derivative."
        ),
        click.option(
            "--engine",
            type=click.Choice(ENGINES),
            help="What the module computes with: numba compiles it, beside NumPy.",
        ),
        click.option(
            "--memory",
            metavar="N%",
            help="How many of the residuals' bytes may be kept, for the sizes given: "
            "the rest is computed again.",
        ),
        click.option(
            "--size",
            "sizes",
            multiple=True,
            metavar="NAME=N",
            help="A value for a named size, where one is needed. Repeated.",
        ),
        click.option(
            "--allow",
            multiple=True,
            type=click.Choice(LIBRARIES),
            help="A library that the module may import besides NumPy. Repeated.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def overrides_of(settings: Settings, given: dict[str, Any]) -> Overrides:
    """Return what ``override_options`` took; raises CompileError (SRC005)."""
    return parse_overrides(
        given["init"],
        given["inputs"],
        given["wrt"],
        given["order"],
        given["engine"],
        given["memory"],
        given["sizes"],
        given["allow"],
        settings.command_line,
    )
