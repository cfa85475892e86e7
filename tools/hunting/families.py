"""All families of which cases are drawn; ``stale`` has a form of its own."""

from __future__ import annotations

from .dtypes import DTYPES_FAMILY
from .family import Family
from .grown import RANDOM
from .mutants import MUTANTS
from .sharing import SHARING
from .structures import STRUCTURES

FAMILIES: list[Family] = [RANDOM, MUTANTS, SHARING, STRUCTURES, DTYPES_FAMILY]
