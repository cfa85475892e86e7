"""Looking again when a file changes: ``srcad check --watch``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from srcad.cli.goldens import compare, folders_of, headline
from srcad.cli.output import Output, exit_code
from srcad.cli.reviewing import print_summary, summarised
from srcad.cli.settings import Settings
from srcad.cli.targets import split_cell
from srcad.cli.workspace import (
    Outcome,
    Workspace,
    build_all,
    diagnostics_of,
    open_workspace,
)
from srcad.compiler.diagnostics.errors import CompileError
from srcad.paragraphs.sources import relocated

_SECONDS = 0.2  # between two looks
Stamps = dict[str, tuple[int, int] | None]


def watched(settings: Settings, targets: Sequence[str]) -> int:
    """Check targets, and again those whose files change, until the user interrupts.

    Returns the exit code of the last check.
    """
    known: dict[str, set[str]] = {}
    chosen: set[str] | None = None
    code = 0
    try:
        while True:
            # From before: what is saved during a check is checked again.
            before = stamps_of(known)
            try:
                code, found = _check(settings, targets, chosen)
            except CompileError as error:
                Output(settings).diagnostics(error.diagnostics, to_stdout=True)
                code, found = exit_code(error.diagnostics), {}
            again = {name for names in found.values() for name in names}
            kept = {path: names - again for path, names in known.items()}
            known = {
                path: kept.get(path, set()) | found.get(path, set())
                for path in {**kept, **found}
            }
            before = {**stamps_of(known), **before}
            Output(settings).say(f"watching {len(known)} files")
            paths = changed(before)
            names = {name for path in paths for name in known[path]}
            # The configuration has no names: it is everybody's.
            chosen = None if any(not known[path] for path in paths) else names
    except KeyboardInterrupt:
        return code


def _check(
    settings: Settings, targets: Sequence[str], chosen: set[str] | None
) -> tuple[int, dict[str, set[str]]]:
    """Check the chosen ones of the targets, by default all, and print the five lines of
    each that differs."""
    with open_workspace(settings) as workspace:
        found = workspace.targets(targets)
        if chosen is not None:
            found = tuple(target for target in found if target.name in chosen)
        outcomes = build_all(workspace, found)
        folders = folders_of(workspace.configuration)
        output, wrong = workspace.output, 0
        findings = [compare(outcome, folders, keep=True) for outcome in outcomes]
        for finding in findings:
            if finding.outcome.built is None:
                continue
            wrong += finding.status != "same"
            if finding.status != "same" or targets or chosen is not None:
                output.result(headline(finding, folders))
            if finding.status == "differs":
                summary = summarised(workspace, finding, folders)
                if summary is not None:
                    print_summary(output, summary)
        errors = diagnostics_of([finding.outcome for finding in findings])
        output.diagnostics(errors, to_stdout=True)
        code = exit_code(errors) or (1 if wrong else 0)
        return code, files_of(workspace, outcomes)


def files_of(workspace: Workspace, outcomes: Iterable[Outcome]) -> dict[str, set[str]]:
    """Return the files that targets depend on, each with the names of the targets.

    The configuration has no names: it is everybody's.
    """
    found: dict[str, set[str]] = {}
    document = workspace.configuration.document
    if document is not None:
        found[str(document.path)] = set()
    for outcome in outcomes:
        for path in _paths(outcome):
            found.setdefault(path, set()).add(outcome.target.name)
    return found


def _paths(outcome: Outcome) -> set[str]:
    where, _, is_path = split_cell(outcome.target.cell)
    own = str(outcome.target.folder / where) if is_path else ""
    if outcome.prepared is not None and outcome.prepared.path is not None:
        own = str(outcome.prepared.path)
    paths = {own}
    if outcome.built is not None:
        # A module in the store may be of another folder with the same files.
        paths.update(relocated(outcome.built.manifest["read"], own))
    paths.update(one.span.path for one in outcome.diagnostics if one.span is not None)
    return {path for path in paths if Path(path).is_absolute()}


def stamps_of(paths: Iterable[str]) -> Stamps:
    """Return the time and the size of each file, None for one that is not there."""
    found: Stamps = {}
    for path in paths:
        try:
            status = os.stat(path)
        except OSError:
            found[path] = None
        else:
            found[path] = status.st_mtime_ns, status.st_size
    return found


def changed(before: Stamps, sleep: Callable[[float], None] = time.sleep) -> set[str]:
    """Wait until files are not as they were and rest again; return their paths.

    An editor may write a file in steps: nothing is done while it is at it.
    """
    while True:
        sleep(_SECONDS)
        now = stamps_of(before)
        if now == before:
            continue
        while True:
            sleep(_SECONDS)
            again = stamps_of(before)
            if again == now:
                break
            now = again
        return {path for path in before if now[path] != before[path]}
