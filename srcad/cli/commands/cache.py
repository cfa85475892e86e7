"""``srcad cache``: the store of generated modules."""

import re

import click

from srcad.cli.output import Output
from srcad.cli.settings import Settings, common_options


@click.group()
def cache() -> None:
    """The store of generated modules: dir, list, clean."""


@cache.command("dir")
@common_options
def print_dir() -> int:
    """Print the folder of the store."""
    from codegen.store import default_root

    click.echo(default_root())
    return 0


@cache.command("list")
@common_options
@click.pass_obj
def print_list(settings: Settings) -> int:
    """List the modules: key, size in bytes, source."""
    from codegen.store import Store

    output = Output(settings)
    entries = Store().entries()
    if settings.output_format == "json":
        output.document(
            [
                {
                    "key": entry.key,
                    "source": _source(entry.text),
                    "bytes": len(entry.text.encode()),
                    "path": str(entry.path),
                    "manifest": entry.manifest,
                }
                for entry in entries
            ]
        )
        return 0
    for entry in entries:
        key = entry.key if settings.verbose else entry.key[:23]
        size = len(entry.text.encode())
        output.result(f"{key}  {size:>8}  {_source(entry.text)}")
    output.say(f"{len(entries)} module{'s' if len(entries) != 1 else ''}")
    return 0


@cache.command("clean")
@common_options
@click.pass_obj
def clean(settings: Settings) -> int:
    """Delete all modules of the store."""
    from codegen.store import Store

    count = Store().clean()
    output = Output(settings)
    output.say(f"deleted {count} module{'s' if count != 1 else ''}")
    return 0


def _source(text: str) -> str:
    """Return the source line of a module's header."""
    match = re.search(r"^# source: (.*)$", text, re.MULTILINE)
    return match[1] if match else "?"
