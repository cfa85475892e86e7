"""The numbers and the costs of two modules, from one run of each."""

from dataclasses import dataclass

from srcad.review import numbers, safety
from srcad.review.cost import Cost, CostChange, cost_of, sizes_to_count
from srcad.review.modules import Parsed
from srcad.review.numbers import Matched, Numbers
from srcad.review.running import (
    CannotRun,
    Run,
    Setting,
    arguments_of,
    integers_of,
    points_of,
    run,
)


@dataclass(frozen=True, slots=True)
class Ran:
    """What running both has shown."""

    numbers: Numbers
    cost: CostChange


def compare(old: Parsed | None, new: Parsed, setting: Setting) -> Ran:
    """Run both modules at the same points; without an old one, the new one alone."""
    match = _NOTHING if old is None else numbers.matched(old, new)
    sizes = {**setting.sizes, **match.fixed}
    names = list(dict.fromkeys([*([] if old is None else old.sizes()), *new.sizes()]))
    points = [{**one, **match.fixed} for one in points_of(names, sizes)]
    after, cost = _run(new, old, points, None, setting, match)
    if old is None:
        change = CostChange(Cost(reason="there is none"), cost, setting.sizes)
        return Ran(Numbers(reason="there is no golden"), change)
    if reason := safety.refusal(old.tree, new.tree):
        unknown = CostChange(Cost(reason=reason), cost, setting.sizes)
        return Ran(Numbers(reason=reason), unknown)
    before, cost_before = _run(old, new, points, after, setting, match)
    change = CostChange(cost_before, cost, setting.sizes)
    return Ran(_numbers(old, new, before, after, match), change)


_NOTHING = Matched({}, [], {}, {})


def _numbers(
    old: Parsed, new: Parsed, before: Run | str, after: Run | str, match: Matched
) -> Numbers:
    if isinstance(after, str):
        return Numbers(reason=f"the new module: {after}")
    if isinstance(before, str):
        return Numbers(reason=f"the golden: {before}")
    words = match.words()
    if match.apart:
        listed = [*match.apart, numbers.shared(old, new), *words]
        return Numbers(reason="; ".join(listed))
    found, notes = numbers.compared(before.named(match.cotangents()), after)
    found = [one for one in found if not match.tells(one)]
    if not found and notes:
        return Numbers(reason="; ".join(notes))
    return Numbers(tuple(found), notes=(*words, *notes))


def _run(
    module: Parsed,
    other: Parsed | None,
    points: list[dict[str, int]],
    first: Run | str | None,
    setting: Setting,
    match: Matched,
) -> tuple[Run | str, Cost]:
    """What a module gives and costs; a text says why it gives nothing.

    ``first`` is a run of the other one: what is drawn is drawn as there.
    """
    attempts = first.attempts if isinstance(first, Run) else (None,) * len(points)
    counted = sizes_to_count(module.sizes())
    try:
        tried = [
            {
                "arguments": arguments_of(module, one, setting, other, match.renamed),
                "integers": integers_of(module, one),
                "attempt": attempt,
            }
            for one, attempt in zip(points, attempts, strict=True)
        ]
        samples = [
            {
                "arguments": arguments_of(module, one, setting),
                "integers": integers_of(module, one),
            }
            for one in counted
        ]
        ran = run(module, tried, samples, setting)
    except CannotRun as error:
        return str(error), Cost(reason=str(error))
    return ran, cost_of(module, counted, ran.samples)
