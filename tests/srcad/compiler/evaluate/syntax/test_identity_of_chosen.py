"""``is``, ``remove`` and ``in`` of objects that paths choose, and nobody changes."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

BEGINNING = """
class P:
    def __init__(self, v):
        self.v = v

def program(x):
    ps = {ps}
"""
LISTS = ["[P(v) for v in x]", "[P(x[0]), P(x[1]), P(x[2])]"]
BODIES = {
    "all but the largest": """
    w = max(ps, key=lambda p: p.v)
    return sum(p.v for p in ps if p is not w)
""",
    "chosen by a path": """
    a, b = ps[0], ps[1]
    w = a if x[2] > 0 else b
    return a.v if w is a else 2 * b.v
""",
    "removed": """
    ps.remove(max(ps, key=lambda p: p.v))
    return sum((k + 1) * p.v for k, p in enumerate(ps))
""",
    "the nearest other one": """
    t = 0.0
    for p in ps:
        best = None
        for o in ps:
            if o is p:
                continue
            if best is None or abs(o.v - p.v) < abs(best.v - p.v):
                best = o
        t += best.v * p.v
    return t
""",
    "two that are chosen": """
    w, u = max(ps, key=lambda p: p.v), min(ps, key=lambda p: p.v)
    return x[0] if w is u else x[1] * w.v * (w in ps)
""",
}
POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [0.703, 1.3018, -2.1047, 0.4021]]


@pytest.mark.parametrize("ps", LISTS)
@pytest.mark.parametrize("name", BODIES)
def test_which_one_it_is_is_known(tmp_path, name, ps):
    text = BEGINNING.format(ps=ps) + BODIES[name]
    program = module_of(tmp_path, name.replace(" ", "_"), text).program
    for x in POINTS:
        assert result(program, x)
