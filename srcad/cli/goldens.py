"""Golden files of a project, as the commands talk about them."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from srcad.cli.configuration import Configuration, Target, suggestion
from srcad.cli.output import CommandError, told_by_system
from srcad.cli.workspace import Outcome
from srcad.compiler.diagnostics.errors import Diagnostic, Span, shown_path

if TYPE_CHECKING:
    from codegen.golden import Comparison, Folders


@dataclass(frozen=True, slots=True)
class Finding:
    """A target beside its golden: ``status`` is same, differs, missing or error."""

    outcome: Outcome
    status: str
    comparison: "Comparison | None" = None

    @property
    def name(self) -> str:
        """The golden's name."""
        return self.outcome.target.name


def folders_of(configuration: Configuration) -> "Folders":
    """Return where the golden and the pending files of a project are."""
    from codegen.golden import Folders

    return Folders(configuration.golden, configuration.root / ".srcad")


def golden_path(folders: "Folders", name: str) -> str:
    """Return the path of a golden as it is printed: from the working directory."""
    path = folders.golden_path(name)
    if Path.cwd().is_relative_to(folders.state.parent):
        return Path(os.path.relpath(path)).as_posix()
    return shown_path(str(path))


def compare(outcome: Outcome, folders: "Folders", *, keep: bool) -> Finding:
    """Compare a built target with its golden; with ``keep``, note what is pending.

    Where that cannot be done, the outcome is another one, which says why.
    """
    from codegen import golden

    if outcome.built is None:
        return Finding(outcome, "error")
    name, text = outcome.target.name, outcome.built.text
    path = golden_path(folders, name)
    try:
        if keep:
            golden.check(folders, name, text)
        found = golden.compare(folders.golden_path(name), text, path)
    except OSError as error:
        wrong = _not_compared(outcome, told_by_system(error))
        return Finding(replace(outcome, built=None, diagnostics=(wrong,)), "error")
    return Finding(outcome, str(found.status.value), found)


def _not_compared(outcome: Outcome, reason: str) -> Diagnostic:
    """Return SRC007 for a golden that cannot be read, or none can wait beside."""
    message = f"golden not compared: {outcome.target.name}; {reason}"
    return Diagnostic("SRC007", message, outcome.target.origin.span("cell"))


def headline(finding: Finding, folders: "Folders") -> str:
    """Return "golden differs: if_node (golden/if_node.py, +2 -1)"."""
    head = f"golden {finding.status}: {finding.name}"
    if finding.status == "missing":
        return f"{head} ({finding.outcome.target.cell})"
    if finding.status == "same":
        return f"{head} ({golden_path(folders, finding.name)})"
    assert finding.comparison is not None
    counts = f"+{finding.comparison.added} -{finding.comparison.removed}"
    return f"{head} ({golden_path(folders, finding.name)}, {counts})"


def as_diagnostic(finding: Finding, folders: "Folders") -> Diagnostic:
    """Return SRC007 for a golden that differs or is missing, at its first change."""
    comparison = finding.comparison
    assert comparison is not None
    if finding.status == "missing":
        span = finding.outcome.target.origin.span("cell")
    else:
        old = comparison.path.read_text(encoding="utf-8", errors="replace")
        line = _first_change(comparison.diff, old)
        span = Span(str(folders.golden_path(finding.name)), line, 1, line, 1)
    help = f"`srcad review`, or `srcad accept {finding.name}`"
    return Diagnostic("SRC007", headline(finding, folders), span, help=help)


def obsolete_diagnostic(name: str, folders: "Folders") -> Diagnostic:
    """Return SRC008 for a golden that no target makes."""
    span = Span(str(folders.golden_path(name)), 1, 1, 1, 1)
    message = f"golden obsolete: {name} (no target makes it)"
    return Diagnostic("SRC008", message, span, help="`srcad prune` deletes it")


def pending_names(
    folders: "Folders",
    names: Sequence[str],
    everything: bool,
    targets: Sequence[Target],
) -> list[str]:
    """Return the pending goldens that the words of a command mean.

    A usage error where neither or both of names and ``--all`` are given, or where
    nothing is pending under a name.
    """
    from codegen import golden

    if everything == bool(names):
        raise click.UsageError("give names, or --all")
    pending = golden.pending(folders)
    if everything:
        return pending
    known = {golden_path(folders, name): name for name in pending}
    chosen = [known.get(name, name) for name in names]
    for name in chosen:
        if name not in pending:
            hint = suggestion(name, pending)
            configured = any(target.name == name for target in targets)
            if configured or not hint:
                hint = "`srcad check` looks for changes"
            raise CommandError(f"nothing is pending for `{name}`; {hint}")
    return list(dict.fromkeys(chosen))


def counts_of(comparison: "Comparison") -> str:
    """Return "+2 -1"."""
    return f"+{comparison.added} -{comparison.removed}"


def _first_change(diff: str, old: str) -> int:
    """Return the golden's line at which a unified diff has its first change: of what is
    computed, before that of the docstring, before that of the header."""
    line, changed = 1, []
    for text in diff.split("\n"):
        if hunk := re.match(r"@@ -(\d+)", text):
            line = int(hunk[1])
        elif text.startswith(("---", "+++")):
            continue
        elif text.startswith(("-", "+")):
            changed.append(max(line, 1))
            line += text.startswith("-")
        else:
            line += 1
    lines = old.split("\n")
    for start in ("def ", '"""'):
        first = next((k for k, one in enumerate(lines, 1) if one.startswith(start)), 0)
        for number in changed:
            if 0 < first <= number:
                return number
    return changed[0] if changed else 1
