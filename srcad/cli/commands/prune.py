"""``srcad prune``: delete the golden files that no target makes."""

import click

from srcad.cli.goldens import folders_of, golden_path
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import build_all, diagnostics_of, open_workspace


@click.command(short_help="Delete golden files that no target makes.")
@click.option("--dry-run", is_flag=True, help="Only say what would be deleted.")
@common_options
@click.pass_obj
def prune(settings: Settings, dry_run: bool) -> int:
    """Delete obsolete golden files, after all targets have been compiled.

    Refused where one does not compile, and where CI is set.
    """
    from codegen import golden
    from srcad.review import lock

    with open_workspace(settings) as workspace:
        targets = workspace.targets(())
        output = workspace.output
        folders = folders_of(workspace.configuration)
        obsolete = golden.obsolete(folders, {target.name for target in targets})
        if not obsolete:
            output.say("no golden is obsolete")
            return 0
        outcomes = build_all(workspace, targets)
        if errors := diagnostics_of(outcomes):
            output.diagnostics(errors, to_stdout=False)
            failed = sum(outcome.built is None for outcome in outcomes)
            output.say(f"nothing deleted: {failed} of {len(targets)} do not compile")
            return 1
        for name in obsolete:
            path = golden_path(folders, name)
            if dry_run:
                output.result(f"would delete {path}")
                continue
            try:
                lock.update(folders.golden, {}, [name])
                golden.remove(folders, name)
            except golden.GoldenError as error:
                output.say(f"error: {error}")
                return 1
            output.result(f"deleted {path}")
        return 0
