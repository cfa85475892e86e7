"""The five lines of a change, for the commands: what they are made from, and their
printing; and the lock that ``accept`` writes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from srcad.cli import verdicts
from srcad.cli.configuration import Target
from srcad.cli.goldens import Finding
from srcad.cli.output import CommandError, Output
from srcad.cli.workspace import Outcome, Workspace
from srcad.compiler.diagnostics.errors import CompileError

if TYPE_CHECKING:
    from codegen.golden import Folders
    from srcad.review import Made, Paragraph, Setting, Summary

# What a target's table says of its module; the rest is for gradient checks.
_TABLE = (
    *("cell", "init", "inputs", "wrt", "order", "engine", "memory", "training"),
    "allow",
)
_STYLES = {"+": "green", "-": "red"}


def summarised(
    workspace: Workspace, finding: Finding, folders: "Folders", *, check: bool = True
) -> "Summary | None":
    """What is to be said of a finding; None where there is no module to speak of. With
    ``check``, the new gradient is checked as well."""
    from srcad.review import Place, summary

    outcome = finding.outcome
    if outcome.built is None or outcome.prepared is None:
        return None
    report, reason = None, ""
    if check:
        try:
            report = verdicts.check_gradients(outcome.prepared, workspace.store)
        except CompileError as error:
            reason = error.diagnostics[0].message
        except CommandError as error:
            reason = error.message
    path = folders.golden_path(finding.name)
    return summary(
        golden_text(folders, finding.name),
        outcome.built.text,
        setting=_setting(outcome.target),
        place=Place(folders.golden, finding.name, path),
        made=made_of(workspace, outcome),
        report=report,
        reason=reason,
    )


def golden_text(folders: "Folders", name: str) -> str | None:
    """The text of a golden; None where there is none."""
    try:
        content = folders.golden_path(name).read_bytes()
    except OSError:
        return None
    return content.decode("utf-8", "replace")


def made_of(workspace: Workspace, outcome: Outcome) -> "Made":
    """What a built target was made from."""
    from srcad.review import made_from

    assert outcome.built is not None
    table = _table(outcome.target)
    root = workspace.configuration.root
    return made_from(outcome.built.text, table, outcome.built.guards, root)


def _setting(target: Target) -> "Setting":
    from srcad.review import Setting

    return Setting(sizes=target.sizes, ranges=target.ranges)


def _table(target: Target) -> dict[str, Any]:
    """What the table of a target says, besides what is usual."""
    usual = {one.name: one.default for one in fields(Target)}
    # Sizes count where it depends on them what is kept.
    names = (*_TABLE, "sizes") if target.memory < 100 else _TABLE
    given = {name: getattr(target, name) for name in names}
    return {
        name: _plain(value)
        for name, value in given.items()
        if value and value != usual[name]
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


# ---------------------------------------------------------------------------- printing


def print_summary(output: Output, summary: "Summary") -> None:
    """Print the five lines."""
    colors = {"failed": "red", "surrogate": "yellow", "ok": "green"}
    for name, text in summary.fields().items():
        if name == "truth" and summary.truth is not None:
            state = summary.truth.state
            painted = output.paint(state, colors.get(state, "yellow"))
            text = painted + text.removeprefix(state)
        output.result(f"{output.paint(f'{name}:', 'bold'):<8} {text}")


def print_paragraphs(
    output: Output, old: str, new: str, label: str, *, word: bool = False
) -> None:
    """Print the diff by paragraph: those that are the same are counted."""
    from srcad.review import paragraphs

    try:
        found = paragraphs(old, new)
    except ValueError:
        return
    output.result(output.paint(f"--- {label}", "bold"))
    output.result(output.paint(f"+++ {label}\tnew", "bold"))
    same = 0
    for one in found:
        if one.status == "unchanged":
            same += 1
            continue
        _say_same(output, same)
        same = 0
        output.result(output.paint(f"@@ {one} @@", "cyan"))
        if one.status in ("renamed", "moved"):
            continue
        for line in _words(output, one) if word else _lines(output, one):
            output.result(line)
    _say_same(output, same)


def _say_same(output: Output, count: int) -> None:
    if count:
        noun = "paragraph" if count == 1 else "paragraphs"
        output.result(output.paint(f"   ({count} {noun} unchanged)", "dim"))


def _lines(output: Output, paragraph: "Paragraph") -> Iterator[str]:
    from srcad.review.paragraphs import line_diff

    for line in line_diff(paragraph):
        style = _STYLES.get(line[0])
        yield output.paint(line, style) if style else line


def _words(output: Output, paragraph: "Paragraph") -> Iterator[str]:
    """The lines of a paragraph, what changed in brackets, or in colours."""
    from srcad.review.paragraphs import word_diff

    text = ""
    for sign, piece in word_diff(paragraph):
        if sign == " ":
            text += piece
        elif output.color_out:
            text += "\n".join(output.paint(p, _STYLES[sign]) for p in piece.split("\n"))
        else:
            text += f"[-{piece}-]" if sign == "-" else f"{{+{piece}+}}"
    yield from (f" {line}" for line in text.split("\n"))


def print_side(output: Output, old: str, new: str, side: str) -> None:
    """Print what differs as it was ("old") or as it is ("new")."""
    from srcad.review import paragraphs

    try:
        found = paragraphs(old, new)
    except ValueError:
        found = []
    output.result(output.paint(f"{side}:", "bold"))
    for one in found:
        lines = one.old if side == "old" else one.new
        if one.status != "unchanged" and lines:
            output.result(output.paint(f"@@ {one.section} @@", "cyan"))
            for line in lines:
                output.result(line)


# ---------------------------------------------------------------------------- the lock


def update_lock(
    workspace: Workspace,
    folders: "Folders",
    names: Sequence[str],
    pending: bool = False,
) -> None:
    """Write into the lock what the goldens of these names were made from; or those
    that they are about to be, which are ``pending``: so that whoever is stopped between
    the two does both again.

    A target that is not what its golden is, or is none any more, loses its line. Raises
    GoldenError where CI is set.
    """
    from codegen.golden import pending_text
    from srcad.review import lock

    text_of = pending_text if pending else golden_text

    targets = {target.name: target for target in workspace.configuration.targets}
    records, gone = {}, []
    for name in names:
        target = targets.get(name)
        outcome = None if target is None else workspace.build(target)
        text = text_of(folders, name)
        if outcome is None or outcome.built is None or outcome.built.text != text:
            gone.append(name)
        else:
            records[name] = made_of(workspace, outcome).record
    lock.update(folders.golden, records, gone)


def lock_remarks(folders: "Folders", findings: Sequence[Finding]) -> list[str]:
    """What is to be said of the lock: that there is none, or that it does not fit."""
    from srcad.review import lock

    same = [one for one in findings if one.status == "same"]
    if not same:
        return []
    path = folders.golden / lock.NAME
    help = "`srcad accept --lock` writes it"
    if not path.exists():
        return [f"note: there is no {lock.NAME} beside the goldens; {help}"]
    if lock.has_conflict(folders.golden):
        return [f"note: {lock.NAME} holds a merge conflict; {help}"]
    known = lock.read(folders.golden)
    stale = [
        one.name
        for one in same
        if not lock.fits(known.get(one.name), golden_text(folders, one.name) or "")
    ]
    if not stale:
        return []
    listed = ", ".join(stale[:3]) + (", ..." if len(stale) > 3 else "")
    return [f"note: {lock.NAME} does not fit {listed}; {help}"]
