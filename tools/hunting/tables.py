"""What is printed of the verdicts: counts by kind, and the failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from .stale import FAILURES, Verdict
from .subjects import Subject


def report(verdicts: list[Verdict], most: int) -> int:
    """Print the tables and the failures; gives 1 where there are any."""
    for title, kind in (
        ("kind of mutation", lambda one: one.kind),
        ("change", lambda one: one.change),
        ("program", lambda one: one.case.program),
    ):
        _table(title, verdicts, kind, every=title != "program")
    failed = [one for one in verdicts if one.failures]
    shown: Counter[tuple[str, ...]] = Counter()
    for verdict in failed:
        alike = (verdict.kind, *verdict.failures)
        shown[alike] += 1
        if shown[alike] <= most:
            _failure(verdict)
    print(f"{len(failed)} of {len(verdicts)} cases failed")
    return 1 if failed else 0


def _table(
    title: str, verdicts: list[Verdict], kind: Callable[[Verdict], str], every: bool
) -> None:
    """Counts, a line for each kind; with ``every``, for those without failures too."""
    columns = ("cases", "impossible", "refused", "equal", *FAILURES)
    counts: dict[str, Counter[str]] = {}
    for one in verdicts:
        count = counts.setdefault(kind(one), Counter())
        count["cases"] += 1
        count["impossible"] += one.impossible
        count["refused"] += one.refused
        count["equal"] += not one.failures and not one.impossible
        count.update(one.failures.keys())
    width = max(map(len, (*counts, title)), default=0)
    print("  ".join([title.ljust(width), *columns]))
    for name, count in sorted(counts.items()):
        if every or any(count[failure] for failure in FAILURES):
            cells = [str(count[c] or "").rjust(len(c)) for c in columns]
            print("  ".join([name.ljust(width), *cells]).rstrip())
    print()


def _failure(verdict: Verdict) -> None:
    case = verdict.case
    print(f"{case}: {verdict.kind}, {verdict.change}")
    print(f"    python tools/hunt.py stale --case {case}")
    print(f"    mutation: {verdict.text}")
    print(f"    a compilation from nothing gives {verdict.expected}")
    for name, told in verdict.failures.items():
        print(f"    {name}: " + told.replace("\n", "\n        "))
    subject = Subject(case.program, case.source, case.source)
    print("    | " + subject.text().rstrip().replace("\n", "\n    | "))
    print()
