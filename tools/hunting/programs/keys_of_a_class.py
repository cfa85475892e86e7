"""Objects as keys of dicts and members of sets, and a dict that makes what it lacks."""

import collections
import dataclasses


@dataclasses.dataclass(frozen=True)
class Key:
    name: str
    size: int = 2


class Growing(dict):
    def __missing__(self, key):
        return 1.5


class Plain:
    pass


a, b, one, two = Key("a"), Key("b"), Plain(), Plain()
WEIGHTS = {a: 2.0, b: 3.0}
OTHERS = Growing(a=0.5)
COUNTS = collections.Counter([1, 1, 2])
DEFAULTS = collections.defaultdict(lambda: 2.5, {1: 0.25})


def function(x):
    y = x * WEIGHTS[Key("a")] + WEIGHTS.get(b, 1.0)
    if Key("b") in WEIGHTS:
        y = y * 2.0
    y = y + OTHERS["a"] * x + OTHERS["c"]
    y = y * len({one, two, one}) + COUNTS[1] * x
    y = y + len(dataclasses.fields(Key)) + dataclasses.astuple(a)[1]
    held = {one: 2.0, two: 0.5}
    return y * held[one] + (a == Key("a", 2)) * x
