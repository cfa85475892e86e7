"""All mutations of a program, by number."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

from .forks import forked
from .mutations import NOTHING, Mutation, of_identity, of_names, of_places
from .places import walked
from .states import early, of_states
from .subjects import Subject
from .surroundings import of_surroundings


def mutations(subject: Subject, first: list[Mutation]) -> list[Mutation]:
    """All mutations of a loaded program, after nothing at all, and the early ones."""
    walk = walked(subject)
    kinds = (of_places, of_names, of_identity, of_states, of_surroundings)
    return [NOTHING, *first, *itertools.chain(*(find(walk) for find in kinds))]


def catalogue(source: Path, program: str) -> list[tuple[str, str]]:
    """The kind and the change of each mutation of a program."""

    def listed() -> list[tuple[str, str]]:
        with tempfile.TemporaryDirectory() as folder:
            subject = Subject(program, source, Path(folder) / "program")
            subject.prepare()
            first = early(subject)
            subject.load()
            return [(one.kind, one.change) for one in mutations(subject, first)]

    found: list[tuple[str, str]] = forked(listed)
    return found
