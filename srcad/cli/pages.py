"""The page of a target: what it shows is gathered here, from the project's files."""

from __future__ import annotations

import linecache
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from srcad.cli.goldens import compare
from srcad.cli.importing import prints_on_stderr
from srcad.cli.targets import split_cell
from srcad.cli.workspace import Outcome
from srcad.compiler.diagnostics.errors import shown_path
from srcad.paragraphs.sources import relocated

if TYPE_CHECKING:
    from codegen.golden import Folders
    from srcad.gradcheck.kept import Measured
    from srcad.view import Residuals, Subject


def page_of(
    outcomes: Sequence[Outcome], folders: Folders, lines: Mapping[str, Sequence[str]]
) -> str:
    """Return the page that shows some targets, with the ``lines`` on what changed."""
    from srcad.view import page

    names = ", ".join(outcome.target.name for outcome in outcomes[:3])
    more = len(outcomes) - 3
    title = f"srcad: {names}{f' and {more} more' if more > 0 else ''}"
    subjects = [subject_of(one, folders) for one in outcomes]
    with_lines = [replace(one, summary=lines.get(one.name, ())) for one in subjects]
    return page(with_lines, title)


def subject_of(outcome: Outcome, folders: Folders) -> Subject:
    """Return what the page shows of a target, also of one that is refused."""
    from srcad.view import Subject

    target, built = outcome.target, outcome.built
    if built is None:
        return Subject(
            target.name,
            target.cell,
            source_files(outcome),
            diagnostics=outcome.diagnostics,
            entry=target.cell.rpartition(":")[2],
        )
    finding = compare(outcome, folders, keep=False)
    old = ""
    if finding.status == "differs":
        old = folders.golden_path(target.name).read_text("utf-8", errors="replace")
    subject = Subject(
        target.name,
        str(built.manifest["source"]),
        source_files(outcome),
        built.text,
        old,
        notes=tuple(built.manifest["notes"]),
    )
    return replace(subject, residuals=_residuals(outcome, subject))


def measured(outcome: Outcome, several: bool) -> Measured:
    """Return what the residuals of a target that was built are, for small arrays."""
    from srcad.gradcheck.kept import measure

    assert outcome.prepared is not None
    assert outcome.built is not None
    target = outcome.target
    with prints_on_stderr():
        return measure(
            outcome.prepared.request,
            outcome.built,
            several,
            sizes=target.sizes,
            ranges=target.ranges,
        )


def _residuals(outcome: Outcome, subject: Subject) -> Residuals:
    from srcad.view import Residuals

    if not subject.kept:
        return Residuals()
    found = measured(outcome, subject.keeps_several)
    forms = tuple(one.form for one in found.kept)
    amounts = tuple(one.bytes for one in found.kept)
    return Residuals(forms, amounts, found.sizes, found.reason)


def source_files(outcome: Outcome) -> dict[str, str]:
    """Return the texts that a target was read from, by shown path; its own first."""
    own = ""
    where, _, is_path = split_cell(outcome.target.cell)
    if outcome.prepared is not None and outcome.prepared.path is not None:
        own = str(outcome.prepared.path)
    elif is_path:
        own = str(outcome.target.folder / where)
    read = outcome.built.manifest["read"] if outcome.built is not None else []
    paths = relocated(read, own)
    paths += [one.span.path for one in outcome.diagnostics if one.span is not None]
    texts: dict[str, str] = {}
    for path in paths:
        text = _text(path)
        if text:
            texts.setdefault(shown_path(path), text)
    return texts


def _text(path: str) -> str:
    """Return the text of a file, or of a notebook's cell; "" where there is none."""
    if path.startswith("<") or not Path(path).is_file():
        return "".join(linecache.getlines(path))
    text = Path(path).read_text("utf-8", errors="replace")
    return text.replace("\r\n", "\n")
