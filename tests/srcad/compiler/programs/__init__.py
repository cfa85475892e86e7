"""Random programs in the language that srcad reads, and what is tried with them.

``grower`` grows the text of a program out of productions, each named after the
construct that it is of; ``values``, ``subscripts``, ``control``, ``assignments``,
``functions``, ``turns``, ``attempts``, ``containers`` and ``cells`` hold the productions. ``checking`` compiles
a program and compares it with its plain run, ``reducing`` makes one that fails smaller.
"""

from tests.srcad.compiler.programs import (
    assignments,
    attempts,
    cells,
    comprehensions,
    containers,
    control,
    functions,
    iteration,
    objects,
    structures,
    subscripts,
    turns,
    values,
)
from tests.srcad.compiler.programs.grower import CONSTRUCTS, Program, grow

__all__ = [
    "CONSTRUCTS",
    "Program",
    "assignments",
    "attempts",
    "cells",
    "comprehensions",
    "containers",
    "control",
    "functions",
    "grow",
    "iteration",
    "objects",
    "structures",
    "subscripts",
    "turns",
    "values",
]
