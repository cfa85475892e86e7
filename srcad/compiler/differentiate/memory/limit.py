"""``memory="50%"``: the halves with residuals of at most so many bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from srcad.compiler.differentiate.memory.choice import chosen
from srcad.compiler.differentiate.memory.halves import Rewriting
from srcad.compiler.differentiate.memory.powers import written_out
from srcad.compiler.differentiate.memory.regions import Region, region_of
from srcad.compiler.differentiate.memory.units import Units
from srcad.compiler.ir.amounts import Amounts
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import Atom, Block, Function, Value
from srcad.compiler.simplify.dead import remove_dead


@dataclass(frozen=True, slots=True)
class Kept:
    """How many bytes of residuals there are besides the arguments, and how many there
    were before."""

    bytes: int
    before: int


class TooMuch(Exception):
    """The residuals cannot be so few; ``args`` are the bytes that there are at least,
    and those that there were."""


def limited(
    forward: Function,
    backward: Function,
    share: int,
    sizes: Mapping[str, int],
    lengths: Mapping[Atom, int] | None = None,
) -> tuple[Function, Function, Kept]:
    """The two halves with at most ``share`` percent of the residuals' bytes.

    What is read of an argument is the argument itself, which whoever calls has anyway:
    it takes no bytes. Loops are gone through: what an iteration keeps is chosen as
    anything else is. Only where that is not enough they are executed again as a whole.
    ``lengths`` are those of arguments that are lists. Raises TooMuch.
    """
    amounts = Amounts(sizes, lengths or {})
    kept, block = _handed_over(forward, backward)
    region = region_of(written_out(forward.body), block, kept, amounts)
    units = Units(region, amounts)
    before = units.bytes(units.kept())
    limit = before * share // 100
    plan, fits = chosen(units, limit)
    if not fits and region.loops:
        region = Region(region.forward, region.backward, kept)
        whole = Units(region, amounts)
        other, fits = chosen(whole, limit)
        if fits or other.bytes < plan.bytes:
            units, plan = whole, other
    if not fits:
        raise TooMuch(plan.bytes, before)
    first, second, values = Rewriting(units, plan).halves(region)
    outputs = first.results[: forward.outputs]
    first = remove_dead(replace(first, results=(*outputs, *values)))
    given = tuple(kept.get(value, value) for value in values)
    second = remove_dead(replace(second, params=(*given, *second.params)))
    one = replace(forward, body=first)
    return one, replace(backward, body=second, forward=one), Kept(plan.bytes, before)


def _handed_over(
    forward: Function, backward: Function
) -> tuple[dict[Value, Value], Block]:
    """What the backward half gets for each value that the forward one keeps, and its
    block without these parameters."""
    ends = forward.body.results[forward.outputs :]
    params = backward.body.params
    kept: dict[Value, Value] = {}
    others: dict[Value, Atom] = {}
    for end, param in zip(ends, params, strict=False):
        if isinstance(end, Value) and end not in kept:
            kept[end] = param
        else:
            others[param] = kept[end] if isinstance(end, Value) else end
    block = substitute(backward.body, others)
    return kept, replace(block, params=params[len(ends) :])
