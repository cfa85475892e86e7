"""``sum`` of objects that run time has ordered, or says how many there are of."""

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import module_of, result

OBJECTS = """
from dataclasses import dataclass
from functools import reduce

@dataclass
class Dual:
    re: float
    ep: float = 0.0
    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.re + other.re, self.ep + other.ep * self.re)
    __radd__ = __add__
    def __lt__(self, other): return self.re < other.re

def f(x):
    many = {many}
    return {sum}
"""
MANY = {
    "as_many_as": "[Dual(v, v * v) for v in x if v > -0.7]",
    "sorted": "sorted([Dual(v, 1.0) for v in x])",
    "sliced": "sorted([Dual(v, v) for v in x])[1:]",
    "none": "[Dual(v) for v in x if v > 100]",
    "tuple": "tuple(Dual(v) for v in x if v < x[0] + 1)",
}
SUMS = {
    "from_one": "sum(many, Dual(0.0)).re + sum(many, start=Dual(x[0], 1.0)).ep",
    "of_parts": "sum(one.re for one in many) + 0.0",
    "twice": "(sum(many, Dual(0.0)) + sum(many, Dual(x[1]))).ep + len(many)",
}


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("way", SUMS)
def test_objects_of_run_time_are_added(name, way, tmp_path):
    text = OBJECTS.replace("{many}", MANY[name]).replace("{sum}", SUMS[way])
    function = module_of(tmp_path, "sums", text).f
    for x in ([0.3, -0.9, 1.4, 0.6], [-0.8, 0.2, -1.1, 1.9]):
        assert result(function, np.array(x))


@pytest.mark.parametrize("many", ["sorted", "sliced"])
def test_they_are_added_to_zero(many, tmp_path):
    text = OBJECTS.replace("{many}", MANY[many]).replace("{sum}", "sum(many).re * x[0]")
    function = module_of(tmp_path, "sums", text).f
    for x in ([0.3, -0.9, 1.4, 0.6], [-0.8, 0.2, -1.1, 1.9]):
        assert result(function, np.array(x))


@pytest.mark.parametrize(
    "body",
    [
        "return sum(sorted([(x[0], 1.0), (x[1], 2.0)]), ())[3] * x[0]",
        "return sum([[v, 1.0] for v in x if v > 0], [0.5])[-2]",
        "return sum({(v, 1.0) for v in x if v > 0}, (2.0,))[0] * x[0]",
    ],
)
def test_structures_that_are_added_are_no_whole_numbers(body, tmp_path):
    function = module_of(tmp_path, "sums", f"def f(x):\n    {body}\n").f
    result(function, np.array([0.3, -0.9, 1.4]))
