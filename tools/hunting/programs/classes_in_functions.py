"""Classes that a function makes, of what it reads when it is called."""

from dataclasses import dataclass, field
from typing import NamedTuple

import _settings as settings

RATE = 2.0
STEPS = [1.0, 3.0]


def doubled(v):
    return v * RATE


def function(x):
    @dataclass
    class State:
        gain: float = settings.RATE
        steps: list = field(default_factory=lambda: [RATE, STEPS[0]])

    class Pair(NamedTuple):
        first: float = STEPS[1]

    class Scale:
        base = doubled(settings.SHIFT)
        both = (base, *STEPS)

        def of(self, v, by=settings.GAINS["first"]):
            return v * by * self.both[0] * len(STEPS)

    state = State()
    return Scale().of(x * x) * state.gain * state.steps[0] + x * Pair().first
