"""Elements of a list that another list was made of: what is written to them is seen
in both."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

PROGRAM = """
import copy

class P:
    def __init__(self, v):
        self.v = v

def program(x):
    ns = [P(v) for v in x]
    {ms}
    {write}
    return sum((k + 1) * p.v for k, p in enumerate(ns)) + sum(p.v**2 for p in ms)
"""
LISTS = [
    *("ms = list(ns)", "ms = ns[1:]", "ms = copy.copy(ns)", "ms = ns.copy()"),
    *("ms = [*ns]", "ms = ns[::-1]", "ms = ns[:2] + ns", "ms = sorted(ns, key=id_of)"),
    "ms = [p for p in ns]",
]
WRITES = [
    *("ms[0].v *= 3", "ns[-1].v *= 3", "p = ms[-1]; p.v *= 3"),
    "for p in ms: p.v *= 3",
    "for k in range(len(ms)): ms[k].v *= 3",
    "for p in ns[1:]: p.v *= 3",
    "list(ns)[1].v *= 3",
    "for a, b in zip(ns, ns[1:]): b.v += a.v",
]
X = [0.703, -1.3018, 2.1047, 0.4021]


@pytest.mark.parametrize("ms", LISTS)
def test_a_write_is_seen_in_both(tmp_path, ms):
    ms = ms.replace("id_of", "lambda p: p.v")
    for place, write in enumerate(WRITES):
        text = PROGRAM.format(ms=ms, write=write)
        assert result(module_of(tmp_path, f"shared_{place}", text).program, X), write


def test_so_it_is_of_dicts(tmp_path):
    text = """
def program(x):
    ns = [{"a": v, "b": v * 2} for v in x]
    ms = list(ns)
    ms[0]["a"] *= 3
    return sum(p["a"] for p in ns) + sum(p["b"] for p in ms)
"""
    assert result(module_of(tmp_path, "dicts", text).program, X)
