"""Hunt for wrong results that a usual test would not meet.

    python tools/hunt.py stale --mutations 2000 --seed 1 --jobs 2
    python tools/hunt.py stale --case class_attribute:17
    python tools/hunt.py mutants --minutes 10 --seed 3
    python tools/hunt.py mutants --seed 3 --case 17
    python tools/hunt.py all --minutes 5

``stale`` compiles small programs, changes one thing that they can reach, and compiles
them again: in the same process, and in a new one with the same store. Both must give
what a compilation gives that starts from nothing, and what the program itself gives.

The other families draw cases from a seed for as long as they are told to; ``all`` runs
each of them for so long, one after the other. A case that
is judged wrong, that crashes or that hangs is written into a folder, as a program that
stands alone. Equal seeds give equal cases. Exits with 1 where something failed.
"""

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hunting.families import FAMILIES  # noqa: E402
from hunting.family import Family  # noqa: E402
from hunting.hunts import Tally, hunted, tried  # noqa: E402
from hunting.running import Hunt, drawn, warmed  # noqa: E402
from hunting.stale import NEW, PROCESS, Case  # noqa: E402
from hunting.subjects import PROGRAMS, names  # noqa: E402
from hunting.tables import report  # noqa: E402

WHERE = {"process": (PROCESS,), "new": (NEW,), "both": (PROCESS, NEW)}


def stale(options: argparse.Namespace) -> int:
    """Judge cases, and print what became of them."""
    where, folder = WHERE[options.where], options.folder.resolve()
    with Hunt(options.jobs) as hunt:
        if options.case:
            cases = [Case.parsed(folder, options.case)]
        else:
            programs = options.programs.split(",") if options.programs else None
            kinds = options.kinds.split(",") if options.kinds else None
            found = hunt.catalogues(folder, programs or names(folder))
            cases = drawn(found, folder, kinds, options.mutations, options.seed)
        verdicts = hunt.verdicts(cases, where)
    return report(verdicts, options.most)


def hunt(options: argparse.Namespace, families: list[Family]) -> int:
    """Hunt in each family for some time; print counts and failures."""
    warmed()
    seconds = options.seconds + 60 * options.minutes or 60
    failed = 0
    for family in families:
        trials = hunted(family, options.seed, options.jobs, seconds, options.cases)
        tally = Tally.of(family, trials, options.folder)
        print(tally.json() if options.json else tally.told(), flush=True)
        for trial, path in tally.failed[: options.most]:
            last = trial.verdict.message.strip().split("\n")[-1]
            print(f"  {trial.verdict.what} {trial.verdict.code}: {last}")
            print(f"    {trial.command}\n    {path}", flush=True)
        failed += len(tally.failed)
    return 1 if failed else 0


def one_case(options: argparse.Namespace, family: Family) -> int:
    """Print a case, and what becomes of it."""
    warmed()
    case = family.case(options.seed, options.case)
    print(family.reproducer(case))
    verdict = tried(family, options.seed, options.case).verdict
    print(f"# {family.title(case)}\n# {verdict.what} {verdict.code}")
    print("# " + verdict.message.replace("\n", "\n# "))
    return 1 if verdict.failed else 0


def run_family(options: argparse.Namespace) -> int:
    """One family, or one case of it, or all."""
    if options.family is None:
        return hunt(options, [one for one in FAMILIES if one.settled])
    if options.case is not None:
        return one_case(options, options.family)
    return hunt(options, [options.family])


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="family")
    add = commands.add_parser("stale", help="a module that does not fit any more")
    add.set_defaults(run=stale)
    add.add_argument("--mutations", type=int, default=100)
    add.add_argument("--seed", type=int, default=1)
    add.add_argument("--programs", help="names, with commas; by default all")
    add.add_argument("--kinds", help="kinds of mutation, with commas; by default all")
    add.add_argument("--where", choices=WHERE, default="both")
    add.add_argument("--case", help="one case alone, as a failure names it")
    add.add_argument("--folder", type=Path, default=PROGRAMS, help="of the programs")
    add.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    add.add_argument("--most", type=int, default=3, help="failures shown of a kind")
    for family in (*FAMILIES, None):
        name = family.name if family else "all"
        add = commands.add_parser(name, help=family.doc if family else "one by one")
        add.set_defaults(run=run_family, family=family)
        add.add_argument("--seconds", type=float, default=0.0)
        add.add_argument("--minutes", type=float, default=0.0)
        add.add_argument("--cases", type=int, help="so many at most")
        add.add_argument("--seed", type=int, default=1)
        add.add_argument("--jobs", type=int, default=1)
        add.add_argument("--most", type=int, default=20, help="failures shown")
        add.add_argument("--json", action="store_true", help="counts in JSON")
        add.add_argument("--folder", type=Path, default=ROOT / ".srcad" / "hunt")
        if family:
            add.add_argument("--case", type=int, help="this one alone")
    options = parser.parse_args()
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
