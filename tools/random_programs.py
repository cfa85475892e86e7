"""Grow random programs, compile them, and compare them with their plain runs.

    python tools/random_programs.py --programs 20000 --seed 1 --jobs 2

The programs are those of ``tests/srcad/compiler/programs``; equal seeds give equal
programs. What became of every few is kept in ``.srcad/random_programs``, from
where a run that was stopped goes on, as long as the text of srcad and of the grammar
is the same. Prints a table of the constructs, what was refused, and what failed, each
with a reduced program. Exits with 1 where something failed.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tests.srcad.compiler.programs import CONSTRUCTS  # noqa: E402
from tests.srcad.compiler.programs.checking import (  # noqa: E402
    CRASH,
    FAILURES,
    GOOD,
    REFUSED,
    ROUGH,
    Outcome,
    outcome_of,
)
from tests.srcad.compiler.programs.grower import seeded  # noqa: E402
from tests.srcad.compiler.programs.reducing import reduced  # noqa: E402

FOLDER = ROOT / ".srcad" / "random_programs"
CHUNK = 25
SECONDS = 30  # for one program


class _Late(BaseException):
    pass


def _late(number: int, frame: object) -> None:
    raise _Late


def tried(seed: int, number: int) -> dict[str, Any]:
    """What became of a program, as JSON has it."""
    program = seeded(seed, number)
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(SECONDS)
    try:
        outcome = outcome_of(program, number)
    except _Late:
        outcome = Outcome(CRASH, "late", f"takes more than {SECONDS} seconds")
    finally:
        signal.alarm(0)
    row = {"number": number, "what": outcome.what, "code": outcome.code}
    row["constructs"] = sorted(program.constructs)
    if outcome.what != GOOD:
        row["message"] = outcome.message
    return row


def chunk(work: tuple[int, int, int, Path]) -> list[dict[str, Any]]:
    """What became of the programs from ``start`` to ``stop``, kept in a file."""
    seed, start, stop, folder = work
    path = folder / f"{seed}-{start}-{stop}.json"
    if path.exists():
        rows: list[dict[str, Any]] = json.loads(path.read_text())
        return rows
    rows = [tried(seed, number) for number in range(start, stop)]
    folder.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(rows))
    part.replace(path)
    return rows


def digest() -> str:
    """Of all text that the outcomes depend on."""
    found = hashlib.sha256()
    for folder in ("srcad", "codegen", "tests/srcad/compiler/programs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def run(programs: int, seed: int, jobs: int, first: int) -> Iterator[dict[str, Any]]:
    """What became of each program, in order."""
    folder = FOLDER / digest()
    stop = first + programs
    works = [
        (seed, start, min(start + CHUNK, stop), folder)
        for start in range(first, stop, CHUNK)
    ]
    started = time.monotonic()
    with multiprocessing.Pool(jobs, maxtasksperchild=20) as pool:
        for done, rows in enumerate(pool.imap(chunk, works), 1):
            yield from rows
            seconds = time.monotonic() - started
            told = f"\r{min(done * CHUNK, programs)} programs, {seconds:.0f} s "
            print(told, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


# ------------------------------------------------------------------------------ tables


def report(rows: list[dict[str, Any]], markdown: bool) -> None:
    """Print the tables."""
    counts = {
        what: Counter(name for row in rows if keep(row) for name in row["constructs"])
        for what, keep in (
            ("generated", lambda row: True),
            ("compiled", lambda row: row["what"] == GOOD),
            ("refused", lambda row: row["what"] == REFUSED),
        )
    }
    lines = [(name, *(c[name] for c in counts.values())) for name in CONSTRUCTS]
    table(("construct", *counts), lines, markdown)
    print()
    whats = Counter(row["what"] for row in rows)
    shares = [
        (what, count, f"{100 * count / len(rows):.2f} %")
        for what, count in whats.most_common()
    ]
    table(("outcome", "programs", "share"), shares, markdown)
    print()
    heads: dict[str, list[int]] = {}
    for row in rows:
        if row["what"] not in (GOOD, ROUGH, *FAILURES):
            text = row["message"].strip().split("\n")
            head = text[0] if row["what"] == REFUSED else text[-1]
            heads.setdefault(head, []).append(row["number"])
    for head, numbers in sorted(heads.items(), key=lambda pair: -len(pair[1])):
        print(f"{len(numbers):6}  {head}  (such as {numbers[0]})")


def table(head: tuple[str, ...], lines: list[tuple[Any, ...]], markdown: bool) -> None:
    """Print lines under a head, in columns; the first is text, the others numbers."""
    texts = [head, *(tuple(map(str, line)) for line in lines)]
    widths = [max(len(text[k]) for text in texts) for k in range(len(head))]
    edge, between = ("| ", " | ") if markdown else ("", "  ")
    for number, text in enumerate(texts):
        cells = [text[0].ljust(widths[0])]
        cells += [c.rjust(w) for c, w in zip(text[1:], widths[1:], strict=True)]
        print((edge + between.join(cells) + edge[::-1]).rstrip())
        if markdown and number == 0:
            rules = ["-" * widths[0], *("-" * (w - 1) + ":" for w in widths[1:])]
            print(edge + between.join(rules) + edge[::-1])


def failures(rows: list[dict[str, Any]], seed: int, most: int, reduce: bool) -> int:
    """Print the programs that failed, one of each kind reduced; gives their number."""
    failed = [row for row in rows if row["what"] in FAILURES]
    shown: Counter[str] = Counter()
    for row in failed:
        last = row["message"].strip().split("\n")[-1]
        kind = f"{row['what']} {row['code']}"
        shown[kind] += 1
        if shown[kind] > most:
            continue
        program = seeded(seed, row["number"])
        if reduce and row["code"] != "late":
            outcome = Outcome(row["what"], row["code"])
            program = reduced(program, outcome, row["number"])
        print(f"\n{kind}: program {row['number']} of seed {seed}: {last}\n")
        print("    " + program.text.replace("\n", "\n    "))
    return len(failed)


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(
        description="Grow random programs, compile them, compare them with plain runs."
    )
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--show", type=int, help="print one program, try it, and stop")
    parser.add_argument("--markdown", action="store_true", help="tables in Markdown")
    parser.add_argument("--most", type=int, default=5, help="failures shown of a kind")
    parser.add_argument("--reduce", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    if options.show is not None:
        print(seeded(options.seed, options.show).text)
        row = tried(options.seed, options.show)
        print(row["what"], row["code"], row.get("message", ""))
        return 0
    rows = list(run(options.programs, options.seed, options.jobs, options.first))
    report(rows, options.markdown)
    return 1 if failures(rows, options.seed, options.most, options.reduce) else 0


if __name__ == "__main__":
    raise SystemExit(main())
