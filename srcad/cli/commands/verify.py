"""``srcad verify``: build every golden anew, and say by which srcad it was made."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from srcad.cli.commands.arguments import targets_argument
from srcad.cli.goldens import (
    Finding,
    as_diagnostic,
    compare,
    folders_of,
    obsolete_diagnostic,
)
from srcad.cli.output import Output, exit_code
from srcad.cli.reviewing import golden_text, made_of
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Workspace, build_all, diagnostics_of, open_workspace
from srcad.compiler.diagnostics import reports

if TYPE_CHECKING:
    from codegen.golden import Folders

_COLORS = {"same": "green", "differs": "red", "missing": "yellow", "error": "red"}


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A golden that was built anew. ``made_by`` says by which srcad the golden was
    made, as the lock has it, and ``same_srcad`` whether that is the one installed."""

    finding: Finding
    made_by: str
    same_srcad: bool | None


@click.command(short_help="Build every golden anew, and compare its bytes.")
@targets_argument
@common_options
@click.pass_obj
def verify(settings: Settings, targets: tuple[str, ...]) -> int:
    """Build every golden anew, without the cache, and compare its bytes.

    Says of each whether the srcad that is installed is the one that `srcad.lock` names:
    its version, and the functions and rules that were used. Writes nothing.
    """
    from codegen import golden

    settings.cache = False
    with open_workspace(settings) as workspace:
        outcomes = build_all(workspace, workspace.targets(targets))
        folders = folders_of(workspace.configuration)
        findings = [compare(outcome, folders, keep=False) for outcome in outcomes]
        verdicts = [_verdict(workspace, one, folders) for one in findings]
        names = {target.name for target in workspace.configuration.targets}
        obsolete = [] if targets else golden.obsolete(folders, names)
        errors = diagnostics_of([finding.outcome for finding in findings])
        wrong = [one for one in findings if one.status in ("differs", "missing")]
        found = [as_diagnostic(one, folders) for one in wrong]
        found += [obsolete_diagnostic(name, folders) for name in obsolete]
        output = workspace.output
        if settings.output_format == "json":
            listed = [reports.as_json(item) for item in (*found, *errors)]
            output.document({"goldens": _listed(verdicts), "diagnostics": listed})
        elif settings.output_format == "full":
            _print(output, verdicts, obsolete)
            output.diagnostics(errors, to_stdout=True)
        else:
            output.diagnostics([*found, *errors], to_stdout=True)
        output.say(_summary(verdicts))
        return exit_code([*errors, *found])


def _verdict(workspace: Workspace, finding: Finding, folders: "Folders") -> _Verdict:
    from srcad.review import lock

    known = lock.read(folders.golden).get(finding.name)
    text = golden_text(folders, finding.name) or ""
    if known is None:
        return _Verdict(finding, f"{lock.NAME} does not know it", None)
    if not lock.fits(known, text):
        return _Verdict(finding, f"{lock.NAME} is of another golden", None)
    if finding.outcome.built is None:
        return _Verdict(finding, f"srcad {known.get('srcad')}", None)
    made = made_of(workspace, finding.outcome).record
    return _Verdict(finding, *_compared(known, made))


def _compared(known: Mapping[str, Any], made: Mapping[str, Any]) -> tuple[str, bool]:
    """Say whether one srcad has made two records."""
    then, now = known.get("srcad"), made["srcad"]
    if then != now:
        return f"srcad {then}; installed is {now}", False
    before, after = known.get("library", {}), made["library"]
    changed = sorted(
        name for name in {*before, *after} if before.get(name) != after.get(name)
    )
    if changed:
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        listed = ", ".join(changed[:3])
        return f"srcad {then}, but not with these: {listed}{more}", False
    return f"srcad {then}, as installed", True


def _print(output: Output, verdicts: list[_Verdict], obsolete: list[str]) -> None:
    width = max((len(one.finding.name) for one in verdicts), default=0)
    for one in verdicts:
        status = one.finding.status
        state = output.paint(f"{status:<8}", _COLORS[status])
        output.result(f"{state} {one.finding.name:<{width}}  {one.made_by}")
    for name in obsolete:
        output.result(
            f"{output.paint('obsolete', 'yellow')} {name}  no target makes it"
        )


def _summary(verdicts: list[_Verdict]) -> str:
    counted = Counter(one.finding.status for one in verdicts)
    same = sum(one.same_srcad is True for one in verdicts)
    total = len(verdicts)
    return (
        f"{total} golden{'s' if total != 1 else ''}: {counted['same']} the same to the "
        f"byte; {same} by the srcad that is installed"
    )


def _listed(verdicts: list[_Verdict]) -> list[dict[str, Any]]:
    return [
        {
            "name": one.finding.name,
            "status": one.finding.status,
            "made_by": one.made_by,
            "same_srcad": one.same_srcad,
        }
        for one in verdicts
    ]
