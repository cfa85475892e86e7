"""``srcad.lock`` beside the golden files: what each was made from, a line a target.

Only ``srcad accept`` writes it (and ``review``, whose key accepts). It says nothing
that a check depends on: it is for telling the cause of a change.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from codegen.digest import text_digest
from codegen.files import read_text, write_atomically
from codegen.golden import refuse_in_ci

NAME = "srcad.lock"
_HEAD = "# Written by `srcad accept`: what each golden was made from."


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """The records by the names of their goldens; none where there is no lock, and what
    is no record is left out."""
    try:
        text = read_text(folder / NAME)
    except (OSError, ValueError):
        return {}
    found = {}
    for line in text.split("\n"):
        name, space, words = line.partition(" {")
        if not space or line.startswith("#"):
            continue
        try:
            record = json.loads("{" + words)
        except (ValueError, RecursionError):
            continue
        if _is_sound(record):
            found[name] = record
    return found


def has_conflict(folder: Path) -> bool:
    """Whether a merge has left its marks in the lock."""
    try:
        text = read_text(folder / NAME)
    except (OSError, ValueError):
        return False
    return "\n<<<<<<< " in text


def update(
    folder: Path, records: Mapping[str, Mapping[str, Any]], gone: Iterable[str] = ()
) -> None:
    """Write records, and drop those of goldens that are gone. Raises GoldenError where
    ``CI`` is set."""
    known: dict[str, Mapping[str, Any]] = {**read(folder), **records}
    for name in gone:
        known.pop(name, None)
    refuse_in_ci(f"write {(folder / NAME).as_posix()}")
    lines = [f"{name} {_line(known[name])}" for name in sorted(known)]
    if lines:
        write_atomically(folder / NAME, "\n".join([_HEAD, *lines, ""]))
    else:
        (folder / NAME).unlink(missing_ok=True)


def fits(record: Mapping[str, Any] | None, golden: str) -> bool:
    """Whether a record is that of a golden with this text."""
    return record is not None and record.get("golden") == text_digest(golden)


def _is_sound(record: Mapping[str, Any]) -> bool:
    """Whether a line that somebody may have edited has the form of a record."""
    match {**_EMPTY, **record}:
        case {
            "target": dict(),
            "sources": dict(sources),
            "makers": dict(makers),
            "facts": dict(facts),
            "library": dict(library),
        }:
            answers = [*facts.values(), *library.values()]
            files = [*sources.values(), *makers.values()]
        case _:
            return False
    if not all(isinstance(one, dict) for one in files):
        return False
    texts = [texts for definitions in files for texts in definitions.values()]
    if not all(isinstance(one, list) for one in texts):
        return False
    answers += [text for one in texts for text in one]
    return all(isinstance(one, str) for one in answers)


# What is read first stands first.
_ORDER = ("target", "srcad", "golden", "sources", "makers", "facts", "library")
_EMPTY: Mapping[str, Any] = {key: {} for key in _ORDER}


def _line(record: Mapping[str, Any]) -> str:
    keys = [*_ORDER, *sorted(key for key in record if key not in _ORDER)]
    # What is sorted is so already, and what has an order keeps it.
    ordered = {key: record[key] for key in keys if record.get(key) not in (None, {})}
    return json.dumps(ordered, ensure_ascii=False)
