"""Threads and processes that compile the same programs at once, into one store.

All get what each program gives alone, and nobody sees an error, also where one of them
empties the store meanwhile.
"""

from __future__ import annotations

import os
import random
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import srcad

from . import judging
from .commands import command
from .family import GOOD, WRONG, Family, Verdict
from .forks import Broken, forked, together
from .sharing import drawn as drawn_program

SECONDS = 60


@dataclass(frozen=True)
class Crowd:
    """Programs, and what each thread of each process calls, with pauses in ms."""

    programs: tuple[str, ...]
    calls: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    cleans: bool


def drawn(source: random.Random) -> Crowd:
    """Two or three programs, up to three processes with up to three threads."""
    programs = tuple(
        drawn_program(source).text for _ in range(source.choice((1, 2, 3)))
    )

    def thread() -> tuple[tuple[int, int], ...]:
        count = source.randrange(1, 4)
        return tuple(
            (source.randrange(len(programs)), source.choice((0, 0, 1, 5, 30)))
            for _ in range(count)
        )

    calls = tuple(
        tuple(thread() for _ in range(source.randrange(1, 4)))
        for _ in range(source.randrange(1, 4))
    )
    return Crowd(programs, calls, source.random() < 0.3)


def _modules(case: Crowd, folder: Path) -> list[Any]:
    count = range(len(case.programs))
    return [judging.imported(folder, f"program_{number}") for number in count]


def _called(module: Any) -> str:
    """What a program gives, as text; arrays do not depend on who asks."""
    try:
        wanted = judging.positions_of(module.inputs())
        function = srcad.value_and_grad(module.function, wanted)
        out, gradients = function(*module.inputs())
    except srcad.CompileError as error:
        return f"refused {error.diagnostics[0].code}"
    return repr((out, gradients))


def _alone(case: Crowd, folder: Path, store: Path) -> list[str]:
    os.environ["SRCAD_CACHE_DIR"] = str(store)
    return [_called(module) for module in _modules(case, folder)]


def _process(case: Crowd, folder: Path, store: Path, number: int) -> list[Any]:
    os.environ["SRCAD_CACHE_DIR"] = str(store)
    modules = _modules(case, folder)
    found: list[Any] = []
    start = threading.Barrier(len(case.calls[number]))

    def thread(calls: tuple[tuple[int, int], ...]) -> None:
        try:
            with np.errstate(all="ignore"):
                start.wait()
                for program, pause in calls:
                    time.sleep(pause / 1000)
                    found.append((program, _called(modules[program])))
        except BaseException as error:
            found.append((None, repr(error)))

    threads = [threading.Thread(target=thread, args=(c,)) for c in case.calls[number]]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return found


def _cleans(folder: Path, store: Path) -> list[Any]:
    os.environ["SRCAD_CACHE_DIR"] = str(store)
    found: list[Any] = []
    for _ in range(3):
        said = command(folder, ["cache", "clean"])
        if not said.clean or said.code:
            found.append((None, said.err))
        time.sleep(0.03)
    return found


def judged(case: Crowd, folder: Path) -> Verdict:
    """What all of them get."""
    for number, text in enumerate(case.programs):
        Path(folder, f"program_{number}.py").write_text(text, encoding="utf-8")
    expected = forked(partial(_alone, case, folder, folder / "alone"), SECONDS)
    store = folder / "store"
    works: list[Any] = [
        partial(_process, case, folder, store, number)
        for number in range(len(case.calls))
    ]
    if case.cleans:
        works.append(partial(_cleans, folder, store))
    for found in together(works, SECONDS):
        if isinstance(found, Broken):
            return Verdict(WRONG, "", f"a process fails: {found}")
        for program, told in found:
            if program is None:
                return Verdict(WRONG, "", f"a thread fails: {told}")
            if told != expected[program]:
                message = f"{told}, alone it gives {expected[program]}"
                return Verdict(WRONG, "", f"program {program} gives {message}")
    left = forked(partial(_alone, case, folder, store), SECONDS)
    if left != expected:
        return Verdict(WRONG, "", f"afterwards the store gives {left}, not {expected}")
    return Verdict(GOOD)


def title(case: Crowd) -> str:
    """How many there are of all."""
    threads = sum(map(len, case.calls))
    told = ", while the store is emptied" if case.cleans else ""
    count = f"{len(case.calls)} processes, {threads} threads"
    return f"{len(case.programs)} programs, {count}{told}"


def reproducer(case: Crowd) -> str:
    """A program that judges the case."""
    return f"""import sys
import tempfile
from pathlib import Path

sys.path[:0] = ["tools", "."]  # from the root of the project

from hunting.crowds import Crowd, judged
from hunting.running import warmed

warmed()
CASE = {case!r}
print(judged(CASE, Path(tempfile.mkdtemp())))
"""


CROWDS = Family(
    name="crowds",
    doc="threads and processes on one store",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
    seconds=3 * SECONDS,
)
