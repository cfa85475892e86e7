"""``copy.deepcopy`` of objects among which paths choose: the copies are chosen as well."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

BEGINNING = """
import copy

class P:
    def __init__(self, v):
        self.v = v

class Group:
    def __init__(self, values):
        self.all = [P(v) for v in values]
        self.leader = max(self.all, key=lambda p: p.v)

def program(x):
"""
BODIES = {
    "in_a_dict": """
    a, b = P(x[0]), P(x[1])
    c = copy.deepcopy({"all": [a, b], "best": a if x[2] > 0 else b})
    c["best"].v *= 3
    return c["all"][0].v + 2 * c["all"][1].v
""",
    "beside_one": """
    a, b = P(x[0]), P(x[1])
    w = a if x[2] > 0 else b
    c = copy.deepcopy([w, b])
    c[0].v *= 3
    return c[0].v + 2 * c[1].v
""",
    "lists": """
    a, b = [x[0]], [x[1]]
    w = a if x[2] > 0 else b
    c = copy.deepcopy([w, b])
    c[0][0] *= 3
    return c[0][0] + 2 * c[1][0]
""",
    "in_order": """
    ns = [P(v) for v in x]
    c = copy.deepcopy({"all": ns, "order": sorted(ns, key=lambda p: p.v)})
    c["order"][0].v *= 3
    return sum((k + 1) * p.v for k, p in enumerate(c["all"]))
""",
    "of_two_in_order": """
    ns = [P(x[0]), P(x[1])]
    c = copy.deepcopy([sorted(ns, key=lambda p: p.v), ns])
    c[1][0].v = 3 * x[1]
    return sum((k + 1) * p.v for k, p in enumerate(c[0]))
""",
    "an_attribute": """
    h = copy.deepcopy(Group(x))
    h.leader.v *= 3
    return sum((k + 1) * p.v for k, p in enumerate(h.all))
""",
    "after_a_write": """
    a, b = P(x[0]), P(x[1])
    w = a if x[2] > 0 else b
    w.v += 1.0
    c = copy.deepcopy([a, w])
    c[1].v *= 3
    return a.v + 2 * b.v + c[0].v + c[1].v
""",
    "three_times": """
    a, b = P(x[0]), P(x[1])
    c = copy.deepcopy([a if x[2] > 0 else b, a, b])
    c[1].v *= 3
    return c[0].v * 5 + 2 * c[1].v + c[2].v
""",
    "twice_the_same": """
    a, b = P(x[0]), P(x[1])
    w = a if x[2] > 0 else b
    c = copy.deepcopy([w, w])
    c[0].v *= 3
    return c[0].v + 2 * c[1].v
""",
    "a_shorter_list": """
    ns = [P(v) for v in x]
    c = copy.deepcopy([ns, ns[1:]])
    c[1][0].v *= 3
    return sum((k + 1) * p.v for k, p in enumerate(c[0]))
""",
    "one_or_none": """
    a = [P(x[0]), None]
    a[1] = a[0] if x[2] > 0 else None
    c = copy.deepcopy(a)
    c[0].v *= 3
    return c[0].v if c[1] is None else c[1].v * 2
""",
}
REFUSED = {
    "arrays": """
    a, b = x[:2] * 1, x[2:] * 1
    c = copy.deepcopy([a if x[2] > 0 else b, b])
    c[0][0] *= 3
    return c[0][0] + 2 * c[1][0]
""",
}
POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [0.703, 1.3018, -2.1047, 0.4021]]


@pytest.mark.parametrize("name", BODIES)
def test_a_copy_is_known_by_all_names_that_the_object_has(tmp_path, name):
    program = module_of(tmp_path, name, BEGINNING + BODIES[name]).program
    for x in POINTS:
        assert result(program, x)


@pytest.mark.parametrize("name", REFUSED)
def test_where_it_is_not_known_a_write_is_refused(tmp_path, name):
    program = module_of(tmp_path, name, BEGINNING + REFUSED[name]).program
    for x in POINTS:
        assert not result(program, x)


def test_copies_of_a_list_of_run_time_are_apart_from_it(tmp_path):
    text = """
    ns = [P(v) for v in x]
    ms = copy.deepcopy(ns)
    for m in ms:
        m.v *= 3
    return sum((k + 1) * p.v for k, p in enumerate(ns)) + sum(m.v**2 for m in ms)
"""
    program = module_of(tmp_path, "apart", BEGINNING + text).program
    for x in POINTS:
        assert result(program, x)
