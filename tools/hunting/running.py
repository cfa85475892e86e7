"""Cases drawn with a seed, and judged by several processes."""

from __future__ import annotations

import dataclasses
import functools
import gc
import importlib
import multiprocessing
import pkgutil
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .catalogue import catalogue
from .stale import Case, Verdict, judged


def warmed() -> None:
    """Import what a compilation imports, so that each process has it already."""
    import black  # noqa: F401

    import codegen
    import srcad.compiler
    import srcad.gradient
    from srcad.build import digests

    for package in (codegen, srcad.compiler, srcad.gradient, srcad.nn, srcad.ops):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(found.name)
    digests()
    gc.freeze()  # what is never collected is never copied, either


def drawn(
    catalogues: dict[str, list[tuple[str, str]]],
    source: Path,
    kinds: list[str] | None,
    count: int,
    seed: int,
) -> list[Case]:
    """Cases by turns of each program, and in a program by turns of each kind; when
    there are no more, then one mutation after another, at random."""
    chosen = random.Random(seed)
    queues = []
    for program, keys in catalogues.items():
        by_kind: dict[tuple[str, str], list[Case]] = {}
        for number, key in enumerate(keys):
            if kinds is None or key[0] in kinds:
                by_kind.setdefault(key, []).append(Case(source, program, number))
        groups = list(by_kind.values())
        for group in groups:
            chosen.shuffle(group)
        chosen.shuffle(groups)
        queues.append([case for turn in _turns(groups) for case in turn])
    chosen.shuffle(queues)
    cases = [case for turn in _turns(queues) for case in turn]
    several = [queue for queue in queues if len(queue) > 3]
    while several and len(cases) < count:
        first, second = chosen.sample(chosen.choice(several), 2)
        if first.number and second.number:
            cases.append(dataclasses.replace(second, after=first.number))
    return cases[:count]


def _turns(groups: list[list[Case]]) -> Iterator[list[Case]]:
    """The first of each group, the second of each, and so on."""
    for number in range(max(map(len, groups), default=0)):
        yield [group[number] for group in groups if number < len(group)]


class Hunt:
    """Processes that judge cases; used in a ``with``."""

    def __init__(self, jobs: int) -> None:
        warmed()
        self.pool = multiprocessing.get_context("fork").Pool(jobs)

    def __enter__(self) -> Hunt:
        return self

    def __exit__(self, *error: object) -> None:
        self.pool.terminate()

    def catalogues(
        self, source: Path, programs: list[str]
    ) -> dict[str, list[tuple[str, str]]]:
        """The mutations of each program, by kind and change."""
        found = self.pool.imap(functools.partial(catalogue, source), programs)
        return dict(zip(programs, found, strict=True))

    def verdicts(self, cases: list[Case], where: tuple[str, ...]) -> list[Verdict]:
        """What becomes of the cases, in their order."""
        started, verdicts = time.monotonic(), []
        judge = functools.partial(judged, where=where)
        for verdict in self.pool.imap(judge, cases):
            verdicts.append(verdict)
            seconds = time.monotonic() - started
            told = f"\r{len(verdicts)} of {len(cases)} cases, {seconds:.0f} s "
            print(told, end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return verdicts
