"""All families of which cases are drawn; ``stale`` has a form of its own."""

from __future__ import annotations

from .aliases import ALIASES
from .containers import CONTAINERS
from .crowds import CROWDS
from .dtypes import DTYPES_FAMILY
from .family import Family
from .grown import RANDOM
from .hostile import HOSTILE
from .kills import KILLS
from .meetings import MEETINGS
from .mixed import MIXED
from .mutants import MUTANTS
from .numbers import NUMBERS
from .picked import PICKED
from .raising import RAISING
from .references import REFERENCES
from .sharing import SHARING
from .sizes import SIZES
from .structures import STRUCTURES
from .swapped import SWAPPED

FAMILIES: list[Family] = [
    RANDOM,
    MUTANTS,
    MEETINGS,
    ALIASES,
    CONTAINERS,
    NUMBERS,
    RAISING,
    REFERENCES,
    SHARING,
    SIZES,
    STRUCTURES,
    SWAPPED,
    DTYPES_FAMILY,
    MIXED,
    PICKED,
    CROWDS,
    KILLS,
    HOSTILE,
]
