"""Hunt for wrong results that a usual test would not meet.

    python tools/hunt.py stale --mutations 2000 --seed 1 --jobs 2
    python tools/hunt.py stale --case class_attribute:17

``stale`` compiles small programs, changes one thing that they can reach, and compiles
them again: in the same process, and in a new one with the same store. Both must give
what a compilation gives that starts from nothing, and what the program itself gives.
Equal seeds give equal cases. Exits with 1 where something differs.
"""

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hunting.running import Hunt, drawn  # noqa: E402
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


def main() -> int:
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="command")
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
    options = parser.parse_args()
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
