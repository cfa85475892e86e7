"""How often ``srcad diff`` names the right cause of an edit that is known.

    python tools/review_causes.py --edits 1000 --seed 1
    python tools/review_causes.py --seed 1 --case text:17
    python tools/review_causes.py --case class_attribute:5

Half of the edits are of the texts of examples, goldens and cases of the tests, half are
mutations of what the programs of ``tools/hunting`` can reach. Only edits that change
the module count. Exits with 1 below 99 %.
"""

import argparse
import itertools
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hunting.causes import (  # noqa: E402
    RIGHT,
    WRONG,
    Judged,
    judged_state,
    judged_text,
    state_cases,
    text_case,
)
from hunting.running import warmed  # noqa: E402

WANTED = 0.99


def texts(seed: int, lock: bool) -> Iterator[Judged]:
    """Edits of texts, one after the other."""
    for number in itertools.count():
        yield judged_text(text_case(seed, number), f"text:{number}", lock)


def states(seed: int, lock: bool) -> Iterator[Judged]:
    """Mutations, one after the other."""
    for case in state_cases(seed):
        yield judged_state(case, lock)


def counted(found: Iterator[Judged], wanted: int) -> list[Judged]:
    """Edits until so many of them have changed the module."""
    judged: list[Judged] = []
    count = 0
    for one in found:
        judged.append(one)
        if one.what == WRONG:
            print(f"wrong {one.title}: {one.told}\n    said: {one.said}", flush=True)
        count += one.what in (RIGHT, WRONG)
        if one.what in (RIGHT, WRONG) and count % 50 == 0:
            print(f"{count} of {wanted}", file=sys.stderr, flush=True)
        if count >= wanted:
            break
    return judged


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", help="one alone, as it is named where it is wrong")
    parser.add_argument("--only", choices=("texts", "states"), help="one half alone")
    parser.add_argument("--no-lock", action="store_true", help="the modules alone")
    parser.add_argument("--json", action="store_true", help="counts in JSON")
    options = parser.parse_args()
    lock = not options.no_lock
    warmed()
    if options.case:
        name, _, number = options.case.partition(":")
        if name == "text":
            mutant = text_case(options.seed, int(number))
            print(mutant.text)
            one = judged_text(mutant, options.case, lock)
        else:
            one = judged_state((name, int(number)), lock)
        print(f"{one.what}: {one.told}\n    said: {one.said}")
        return int(one.what == WRONG)
    halves = {"texts": texts, "states": states}
    chosen = [options.only] if options.only else list(halves)
    judged = []
    for name in chosen:
        found = halves[name](options.seed, lock)
        judged += counted(found, options.edits // len(chosen))
    counts = Counter(one.what for one in judged)
    compared = counts[RIGHT] + counts[WRONG]
    rate = counts[RIGHT] / compared if compared else 0.0
    if options.json:
        print(json.dumps({**counts, "rate": rate}))
    else:
        listed = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        print(f"{counts[RIGHT]} of {compared} right, {rate:.1%} ({listed})")
    return int(rate < WANTED)


if __name__ == "__main__":
    raise SystemExit(main())
