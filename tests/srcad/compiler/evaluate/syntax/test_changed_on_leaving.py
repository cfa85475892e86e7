"""What a ``finally`` of a function changes, where the caller handles what is raised."""

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import module_of, result

FUNCTIONS = {
    "raised": "if x[i] < 0: raise KeyError(i)\n            return x[i]",
    "by_a_root": "return math.sqrt(x[i])",
    "behind": "log.append(x[i] * 2); r = math.sqrt(x[i]); log.append(r); return r",
    "in_a_loop": "for v in x[i:]:\n                if v < -0.6: raise KeyError(i)\n"
    "            return x[i]",
    "in_a_call": "return root(x[i]) * 2.0",
}
CHANGES = {
    "append": "log.append(0.25)",
    "item": "log[0] += 1.0 + x[1]",
    "attribute": "o.n += 1.5",
    "name": "n += 1",
}
CALLERS = {
    "once": "    try: s += g(0)\n    except (KeyError, ValueError): s += 10 + len(log)",
    "in_a_loop": "    for i in range(3):\n        try: s += g(i)\n"
    "        except (KeyError, ValueError): s += 10 * sum(log)",
    "in_an_expression": "    try: s = g(0) * g(1) + x[2]\n"
    "    except (KeyError, ValueError) as e: s += x[1] * o.n",
}
PROGRAM = """
import math

class Own:
    def __init__(self): self.n = 0.0

def root(v): return math.sqrt(v + 0.1)

def f(x):
    log, o, n, s = [0.5], Own(), 0, 0.0
    def g(i):
        nonlocal n
        try:
            {body}
        finally: {change}
{caller}
    return s + sum(log) * x[0] + o.n * x[1] + n
"""
POINTS = ([0.3, 0.9, 0.4], [-0.3, 0.9, -0.7], [0.3, -0.9, 0.4])


def check(body, change, caller, folder):
    text = PROGRAM.format(
        body=FUNCTIONS[body], change=CHANGES[change], caller=CALLERS[caller]
    )
    function = module_of(folder, "leaving", text).f
    return [result(function, np.array(x)) for x in POINTS]


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("body", FUNCTIONS)
@pytest.mark.parametrize("change", CHANGES)
def test_never_wrong(body, change, caller, tmp_path):
    check(body, change, caller, tmp_path)


@pytest.mark.parametrize("body", ["raised", "by_a_root", "in_a_call"])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("caller", ["once", "in_a_loop"])
def test_a_handler_finds_what_was_changed(body, change, caller, tmp_path):
    assert all(check(body, change, caller, tmp_path))
