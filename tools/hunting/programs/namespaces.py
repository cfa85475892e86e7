"""A namespace, a mapping that is read-only, and a chain of dicts."""

from collections import ChainMap, OrderedDict, defaultdict
from types import MappingProxyType, SimpleNamespace

base = {"scale": 2.0, "shift": 0.5}
frozen = MappingProxyType(base)
space = SimpleNamespace(rate=1.5, inner=SimpleNamespace(gain=0.25))
chain = ChainMap({"scale": 3.0}, base)
ordered = OrderedDict(first=1.0, second=2.0)
missing = defaultdict(float, known=0.5)


def function(x):
    x = x * frozen["scale"] + space.rate * space.inner.gain
    for value in ordered.values():
        x = x * value + missing["known"]
    return x * chain["scale"] + chain["shift"]
