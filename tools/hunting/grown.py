"""Random programs of the grammar in ``tests/srcad/compiler/programs``."""

from __future__ import annotations

import random
from pathlib import Path

from tests.srcad.compiler.programs import checking
from tests.srcad.compiler.programs.grower import Program, seeded
from tests.srcad.compiler.programs.reducing import reduced

from .family import CRASH, GOOD, REFUSED, VOID, WRONG, Family, Verdict

_WHATS = {
    checking.GOOD: GOOD,
    checking.REFUSED: REFUSED,
    checking.ROUGH: VOID,
    checking.ILL_FORMED: VOID,
    checking.CRASH: CRASH,
    checking.PRIMAL: WRONG,
    checking.GRADIENT: WRONG,
}


def drawn(source: random.Random) -> Program:
    """A program."""
    return seeded(source.randrange(1 << 32), source.randrange(1 << 32))


def judged(program: Program, folder: Path) -> Verdict:
    """What becomes of it."""
    found = checking.outcome_of(program)
    return Verdict(_WHATS[found.what], found.code, found.message)


def title(program: Program) -> str:
    """What is in it."""
    return ", ".join(sorted(program.constructs))


def smaller(program: Program) -> str:
    """The program, reduced, with how to run it."""
    outcome = checking.outcome_of(program)
    if outcome.failed:
        program = reduced(program, outcome)
    return f"""{program.text}

if __name__ == "__main__":
    from tests.srcad.compiler.programs.checking import outcome_of
    from tests.srcad.compiler.programs.grower import Program

    inputs = {dict(program.inputs)!r}
    program = Program(open(__file__).read(), {program.root!r}, inputs, frozenset())
    print(outcome_of(program))
"""


RANDOM = Family("random", "programs grown at random", drawn, judged, title, smaller)
