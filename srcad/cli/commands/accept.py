"""``srcad accept`` and ``srcad reject``: decide about what is pending, by name."""

import click

from srcad.cli.goldens import folders_of, golden_path, pending_names
from srcad.cli.output import CommandError
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import open_workspace


@click.command(short_help="Make pending modules the golden ones.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="All that is pending.")
@common_options
@click.pass_obj
def accept(settings: Settings, names: tuple[str, ...], everything: bool) -> int:
    """Make pending modules the golden ones. Refused where CI is set."""
    from codegen import golden

    with open_workspace(settings) as workspace:
        folders = folders_of(workspace.configuration)
        targets = workspace.configuration.targets
        chosen = pending_names(folders, names, everything, targets)
        for name in chosen:
            try:
                golden.accept(folders, name)
            except golden.GoldenError as error:
                raise CommandError(str(error)) from error
            workspace.output.say(f"accepted {name}  ({golden_path(folders, name)})")
        if not chosen:
            workspace.output.say("nothing is pending; `srcad check` looks for changes")
        return 0


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="All that is pending.")
@common_options
@click.pass_obj
def reject(settings: Settings, names: tuple[str, ...], everything: bool) -> int:
    """Drop pending modules; the golden ones stay as they are."""
    from codegen import golden

    with open_workspace(settings) as workspace:
        folders = folders_of(workspace.configuration)
        targets = workspace.configuration.targets
        chosen = pending_names(folders, names, everything, targets)
        for name in chosen:
            golden.reject(folders, name)
            workspace.output.say(f"rejected {name}")
        if not chosen:
            workspace.output.say("nothing is pending")
        return 0
