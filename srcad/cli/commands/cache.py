"""``srcad cache``: the store of generated modules."""

import re
from typing import TYPE_CHECKING, Any

import click

from srcad.cli.commands.arguments import override_options, overrides_of
from srcad.cli.output import Output
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import open_workspace

if TYPE_CHECKING:
    from srcad.variants import Verdict


@click.group()
def cache() -> None:
    """The store of generated modules: dir, list, why, clean."""


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


@cache.command("why")
@click.argument("target")
@override_options
@common_options
@click.pass_obj
def why(settings: Settings, target: str, **given: Any) -> int:
    """Say what the module of TARGET depends on, or why it would be compiled anew.

    Nothing is compiled or written.
    """
    from codegen.store import Store
    from srcad.variants import verdict

    with open_workspace(settings) as workspace:
        chosen = workspace.target(target, overrides_of(settings, given))
        found = verdict(workspace.prepare(chosen).request, Store())
        if settings.output_format == "json":
            workspace.output.document({"name": chosen.name, **found.as_json()})
        else:
            _print_verdict(workspace.output, chosen.name, found)
        return 0


_HEADLINES = {
    "current": "in the cache, and all that it depends on is as it was",
    "changed": "would be compiled anew",
    "absent": "not in the cache",
    "unstored": "compiled anew by each process: what follows has no words in another",
}
_COLORS = {"current": "green", "absent": "dim"}


def _print_verdict(output: Output, name: str, found: "Verdict") -> None:
    color = _COLORS.get(found.state, "yellow")
    output.result(f"{name}: {output.paint(_HEADLINES[found.state], color)}")
    for reason in found.reasons:
        output.result(f"  {reason}")
    for guard in found.guards:
        note = "  (each call reads all of it)" if guard.costs_its_array else ""
        output.result(f"  {guard.text}{note}")


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
