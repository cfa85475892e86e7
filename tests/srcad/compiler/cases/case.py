"""What a file of cases is made of: programs, each under the inputs it is tried with."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """A program, and how :func:`derivatives.check` is to call it."""

    program: Any
    inputs: Mapping[str, str] | Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """``<file>-<program>``."""
        kind = self.program if hasattr(self.program, "__name__") else type(self.program)
        name = self.options.get("label", kind.__name__)
        return f"{kind.__module__.rpartition('.')[2]}-{name}"


CASES: list[Case] = []


def every_case() -> list[Case]:
    """The cases of all files of this folder."""
    for file in sorted(Path(__file__).parent.glob("*.py")):
        importlib.import_module(f"tests.srcad.compiler.cases.{file.stem}")
    return CASES


def case(*inputs: str, **options: Any) -> Callable[[Any], Any]:
    """Register a program with one input specification for each of its parameters.

    A class (a Cell) is made without arguments. ``options`` are those of ``check``.
    """

    def register(program: Any) -> Any:
        made = program() if isinstance(program, type) else program
        CASES.append(Case(made, inputs, options))
        return program

    return register


# ------------------------------------------------------------------- ways of drawing


def positive(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Between 0.5 and 2."""
    return random.uniform(0.5, 2.0, shape)


def small(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Between -0.8 and 0.8."""
    return random.uniform(-0.8, 0.8, shape)


def apart(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """No two are nearer than 0.1, none is nearer to 0 than 0.05."""
    count = int(np.prod(shape))
    spread = (random.permutation(count) - count // 2 + 0.5) * 0.3
    return (spread + random.uniform(-0.05, 0.05, count)).reshape(shape)


def below(limit: int) -> Callable[[np.random.Generator, tuple[int, ...]], Any]:
    """Whole numbers from 0 to ``limit - 1``, every one of them often."""
    return lambda random, shape: random.integers(0, limit, shape)
