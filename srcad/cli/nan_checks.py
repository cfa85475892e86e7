"""Modules that raise at the first NaN or infinity: ``srcad generate --check-nan``."""

from __future__ import annotations

from dataclasses import replace

from srcad.cli.output import CommandError
from srcad.cli.workspace import Outcome


def with_checks(outcome: Outcome) -> Outcome:
    """Return an outcome whose module checks what it computes.

    Raises CommandError for a module whose values Numba computes.
    """
    # Late: help does without black.
    from codegen.formatting import format_module
    from srcad.cli.pages import source_files
    from srcad.paragraphs.checked import checked
    from srcad.view import Subject

    if outcome.built is None:
        return outcome
    if outcome.target.engine == "numba":
        raise CommandError(
            f"{outcome.target.name} is computed by Numba: take --engine numpy"
        )
    built, target = outcome.built, outcome.target
    subject = Subject(target.name, target.cell, source_files(outcome), built.text)
    text = format_module(checked(built.text, subject.pairing).text)
    # It is not the text that was stored: what is kept of that does not hold of it.
    return replace(outcome, built=replace(built, text=text, entry=None))
