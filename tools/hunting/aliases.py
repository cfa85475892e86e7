"""Arrays under other names, written and bound anew: two names, two writes.

The tests hold the tables of these, and go through one of each; here they are put
together at random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from tests.srcad.compiler import test_other_names as names

from . import judging
from .family import Family, Verdict


@dataclass(frozen=True)
class Named:
    """A text, and what is put together in it."""

    text: str
    words: str


def drawn(source: random.Random) -> Named:
    """A function of an array with an axis or two."""
    form = source.choice(list(names.FORMS))
    chosen = source.choices(names.NAMES, k=1 + source.randrange(2))
    name = chosen[0] if len(chosen) == 1 else f"[{', '.join(chosen)}]"
    writes = "; ".join(source.choices(names.WRITES, k=1 + source.randrange(2)))
    text = names.program(0, name, writes, form).replace("of_0", "function")
    shape = source.choice(["(4,)", "(4,)", "(3, 2)", "(2, 3)"])
    text = f"""{names.HEAD}

{text}

def inputs():
    draw = np.random.default_rng(0)
    return (draw.uniform(0.2, 1.0, {shape}),)
"""
    return Named(text, f"{name}, {writes}, {form}, {shape}")


def judged(case: Named, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


ALIASES = Family(
    "aliases",
    "arrays under other names, written and bound anew",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
