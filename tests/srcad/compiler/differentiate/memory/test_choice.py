"""What is chosen against all that could be chosen."""

import itertools

import numpy as np
import pytest

import srcad.compiler.evaluate.entry.evaluator  # noqa: F401  # It enters the primitives.
from srcad.compiler.differentiate.memory.choice import chosen
from srcad.compiler.differentiate.memory.regions import Region
from srcad.compiler.differentiate.memory.units import Units
from srcad.compiler.ir.amounts import Amounts
from srcad.compiler.ir.reader import read
from srcad.compiler.ir.types import Block, Value

ELEMENTWISE = ("sin", "exp", "negative", "sqrt", "square")


def drawn(seed):
    """Units of a random function, of which some values are kept."""
    random = np.random.default_rng(seed)
    names, lines = ["x"], []
    for k in range(int(random.integers(4, 8))):
        if random.integers(2):
            given = random.choice(names)
            call = f"{random.choice(ELEMENTWISE)}({given})"
        else:
            call = f"add({random.choice(names)}, {random.choice(names)})"
        names.append(f"v{k}")
        lines.append(f"    v{k}: float64[n] = {call}")
    text = "\n".join(["def f(x: float64[n]):", *lines, f"    return {names[-1]}", ""])
    body = read(text).body
    values = [op.results[0] for op in body.ops]
    some = [one for one in values if random.integers(2)] or values[-1:]
    kept = {one: Value(one.aval) for one in some}
    backward = Block((), (), tuple(kept.values()))
    return Units(Region(body, backward, kept), Amounts({"n": 1000})), values


def best(units, values, limit):
    """The least time of any set of stored values, by trying all."""
    found = []
    for count in range(len(values) + 1):
        for stored in itertools.combinations(values, count):
            needed, again = [u.values[0] for u in units.wanted], {}
            while needed:
                one = needed.pop()
                if one in stored or one in again or one not in units.homes:
                    continue
                op = units.made[one]
                again[one] = units.amounts.work(op)
                needed.extend(op.args)
            if units.bytes(stored) <= limit:
                found.append(sum(again.values()))
    return min(found)


@pytest.mark.parametrize("seed", range(25))
def test_the_plan_is_nearly_the_best(seed):
    units, values = drawn(seed)
    before = units.bytes(units.kept())
    for share in (100, 75, 50, 25, 0):
        plan, fits = chosen(units, before * share // 100)
        assert fits
        assert plan.bytes <= before * share // 100
        least = best(units, values, before * share // 100)
        # Corners of the hull are the best there is; between them it is near to it.
        assert least <= plan.work <= least + 21_000
