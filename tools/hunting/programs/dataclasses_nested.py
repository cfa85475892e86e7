"""Dataclasses, one of them frozen, in one another."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rate:
    start: float = 0.5
    decay: float = 2.0


@dataclass
class Options:
    rate: Rate = field(default_factory=Rate)
    steps: int = 2
    names: list = field(default_factory=lambda: ["a", "b"])


options = Options()


def function(x):
    for _ in range(options.steps):
        x = x * options.rate.start + options.rate.decay
    return x * len(options.names)
