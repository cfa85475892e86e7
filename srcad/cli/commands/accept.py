"""``srcad accept`` and ``srcad reject``: decide about what is pending, by name."""

from typing import TYPE_CHECKING

import click

from srcad.cli import reviewing
from srcad.cli.goldens import compare, folders_of, golden_path, pending_names
from srcad.cli.output import CommandError
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Workspace, open_workspace

if TYPE_CHECKING:
    from codegen.golden import Folders


@click.command(short_help="Make pending modules the golden ones.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="All that is pending.")
@click.option(
    "--same-numbers",
    is_flag=True,
    help="Those that compute the same, by their text and to the bit; all by default.",
)
@click.option(
    "--lock", "only_lock", is_flag=True, help="Write srcad.lock alone, of all goldens."
)
@common_options
@click.pass_obj
def accept(
    settings: Settings,
    names: tuple[str, ...],
    everything: bool,
    same_numbers: bool,
    only_lock: bool,
) -> int:
    """Make pending modules the golden ones. Refused where CI is set.

    What each was made from is written into srcad.lock beside them.
    """
    from codegen import golden

    with open_workspace(settings) as workspace:
        folders = folders_of(workspace.configuration)
        try:
            if only_lock:
                return _write_lock(
                    workspace, folders, names, everything or same_numbers
                )
            everything = everything or (same_numbers and not names)
            targets = workspace.configuration.targets
            chosen = pending_names(folders, names, everything, targets)
            if same_numbers:
                chosen = _of_same_numbers(workspace, folders, chosen)
            if chosen:
                reviewing.update_lock(workspace, folders, chosen, pending=True)
            for name in chosen:
                golden.accept(folders, name)
                path = golden_path(folders, name)
                workspace.output.say(f"accepted {name}  ({path})")
        except golden.GoldenError as error:
            raise CommandError(str(error)) from error
        if not chosen and not same_numbers:
            workspace.output.say("nothing is pending; `srcad check` looks for changes")
        return 0


def _write_lock(
    workspace: Workspace, folders: "Folders", names: tuple[str, ...], more: bool
) -> int:
    """Write the lock anew for all goldens that are what their targets make."""
    from srcad.review import lock

    if names or more:
        raise click.UsageError("--lock stands alone")
    targets = [target.name for target in workspace.configuration.targets]
    every = dict.fromkeys([*targets, *lock.read(folders.golden)])
    reviewing.update_lock(workspace, folders, list(every))
    count = len(lock.read(folders.golden))
    workspace.output.say(f"wrote {lock.NAME}: {count} of {len(targets)} targets")
    return 0


def _of_same_numbers(
    workspace: Workspace, folders: "Folders", names: list[str]
) -> list[str]:
    """Those of the names whose change is of the text alone; each is said."""
    output = workspace.output
    targets = {target.name: target for target in workspace.configuration.targets}
    chosen = []
    for name in names:
        outcome = workspace.build(targets[name]) if name in targets else None
        if outcome is None or outcome.built is None:
            output.result(f"{name}  not accepted: it does not compile")
            continue
        finding = compare(outcome, folders, keep=True)
        if finding.status == "same":
            continue
        summary = reviewing.summarised(workspace, finding, folders, check=False)
        if summary is not None and summary.same_numbers:
            chosen.append(name)
            output.result(f"{name}  {summary.kind}, {summary.numbers}")
        elif summary is not None:
            output.result(f"{name}  not accepted: {summary.kind}, {summary.numbers}")
    output.say(f"{len(chosen)} of {len(names)} compute the same")
    return chosen


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
