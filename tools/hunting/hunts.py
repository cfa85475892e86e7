"""Hunts: the cases of a family one after the other, for as long as there is time."""

from __future__ import annotations

import json
import multiprocessing
import os
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from .family import CRASH, HANG, KNOWN, REFUSED, VOID, Family, Verdict
from .forks import Broken, Overdue, Unheard, forked


@dataclass(frozen=True)
class Trial:
    """A case by its number, and what became of it."""

    family: str
    seed: int
    number: int
    verdict: Verdict

    @property
    def command(self) -> str:
        """What runs it again."""
        return (
            f"python tools/hunt.py {self.family} --seed {self.seed} "
            f"--case {self.number}"
        )


def tried(family: Family, seed: int, number: int) -> Trial:
    """What becomes of a case, in a process, a folder and a store of its own."""
    case = family.case(seed, number)
    with tempfile.TemporaryDirectory(prefix="hunt-") as folder:

        def judged() -> Verdict:
            os.environ["SRCAD_CACHE_DIR"] = str(Path(folder, "store"))
            os.environ.setdefault("SRCAD_CACHE_KEY", "of a hunt")
            place = Path(folder, "case")
            place.mkdir()
            return family.judge(case, place)

        try:
            verdict: Verdict = forked(judged, family.seconds)
        except Unheard as error:
            verdict = Verdict(VOID, "", str(error))
        except Overdue:
            verdict = Verdict(HANG, "", f"takes more than {family.seconds} seconds")
        except Broken as error:
            told = str(error)
            last = told.strip().split("\n")[-1]
            verdict = Verdict(CRASH, last.split(":")[0], told)
    if verdict.failed and any(one in verdict.message for one in family.known):
        verdict = replace(verdict, what=KNOWN)
    return Trial(family.name, seed, number, verdict)


_FAMILIES: dict[str, Family] = {}


def _one(work: tuple[str, int, int]) -> Trial:
    name, seed, number = work
    return tried(_FAMILIES[name], seed, number)


def hunted(
    family: Family, seed: int, jobs: int, seconds: float, cases: int | None = None
) -> Iterator[Trial]:
    """The trials of a family in order, until the time is over or ``cases`` are done."""
    _FAMILIES[family.name] = family
    stop = time.monotonic() + seconds
    context = multiprocessing.get_context("fork")
    with context.Pool(jobs, maxtasksperchild=200) as pool:
        waiting: deque[multiprocessing.pool.AsyncResult[Trial]] = deque()
        number = 0
        while True:
            while (
                len(waiting) < 2 * jobs
                and time.monotonic() < stop
                and (cases is None or number < cases)
            ):
                work = (family.name, seed, number)
                waiting.append(pool.apply_async(_one, (work,)))
                number += 1
            if not waiting:
                return
            yield waiting.popleft().get()


# --------------------------------------------------------------------------- reporting


def kept(family: Family, trial: Trial, folder: Path) -> Path:
    """Write a program down that shows a failure."""
    case = family.case(trial.seed, trial.number)
    lines = [
        f"{trial.verdict.what} {trial.verdict.code}: {family.title(case)}",
        trial.command,
        "",
        *trial.verdict.message.strip().split("\n")[-12:],
    ]
    head = "".join(f"# {line}".rstrip() + "\n" for line in lines)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{family.name}_{trial.seed}_{trial.number}.py"
    path.write_text(head + "\n" + family.reproducer(case), encoding="utf-8")
    return path


@dataclass
class Tally:
    """What became of the cases of one family."""

    family: Family
    counts: Counter[str]
    codes: Counter[str]
    failed: list[tuple[Trial, Path]]

    @classmethod
    def of(cls, family: Family, trials: Iterator[Trial], folder: Path) -> Tally:
        """Count trials, and write down those that failed: one of each kind."""
        tally = cls(family, Counter(), Counter(), [])
        kinds: Counter[str] = Counter()
        for trial in trials:
            verdict = trial.verdict
            tally.counts["cases"] += 1
            tally.counts[verdict.what] += 1
            if verdict.what == REFUSED:
                tally.codes[verdict.code] += 1
            if verdict.what == KNOWN:
                tally.codes[verdict.message.strip().split("\n")[-1]] += 1
            if verdict.failed:
                kinds[verdict.kind] += 1
                if kinds[verdict.kind] <= 3:
                    tally.failed.append((trial, kept(family, trial, folder)))
        return tally

    def told(self) -> str:
        """The counts on a line."""
        shares = ", ".join(f"{count} {what}" for what, count in self.counts.items())
        codes = ", ".join(f"{code} {n}" for code, n in sorted(self.codes.items()))
        return f"{self.family.name}: {shares}" + (f" ({codes})" if codes else "")

    def json(self) -> str:
        """The counts, for other programs."""
        row = {"family": self.family.name, **self.counts, "codes": dict(self.codes)}
        return json.dumps(row, sort_keys=True)
