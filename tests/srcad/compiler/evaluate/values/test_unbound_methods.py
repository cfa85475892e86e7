"""A method in C that is called as its class has it is the method of its first argument."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

X = [0.7, -1.3, 2.1]
SPACE = """
import numpy as np
factor = 2.0
class Turned(list):
    def __getitem__(self, k): return list.__getitem__(self, k % len(self))
class Usual(dict):
    def __getitem__(self, key): return dict.get(self, key, factor)
class Counted(dict):
    def __getitem__(self, key):
        return dict.__getitem__(self, key) if dict.__contains__(self, key) else factor
    def get(self, key, other=9.0): return dict.get(self, key, other) * 2
    def __len__(self): return dict.__len__(self) + 1
class Twice(tuple):
    def __getitem__(self, k): return tuple.__getitem__(self, k) * 2
    def index(self, item): return tuple.index(self, item) + 1
class Doubled(list):
    def append(self, item): list.append(self, item * 2)
class Loud(str):
    def upper(self): return str.upper(self) + "!"
turned, usual = Turned([1.0, 2.0]), Usual(lr=3.0)
counted, twice = Counted(lr=3.0), Twice([1.0, 2.0])
"""
PROGRAMS = {
    "a list of outside": "return (x**2).sum() * turned[3]",
    "a dict of outside": "return (x**2).sum() * usual['none'] * usual['lr']",
    "several": "return x.sum() * counted['b'] * counted['lr'] * len(counted)",
    "get": "return (x**2).sum() * counted.get('lr') * counted.get('none')",
    "a tuple of outside": "return (x**2).sum() * twice[1] * twice.index(2.0)",
    "a list": "q = Doubled(); q.append(x[0]); q.append(x[1]); return q[0] * q[1] + len(q)",
    "a tuple": "q = Twice((x[0], x[1], 2.0)); return q[0] * q[1] * q[2]",
    "a text": "return (x**2).sum() * len(Loud('ab').upper()) * len(str.strip(' a'))",
    "a plain dict": """q = {"a": x[0]}
    dict.update(q, b=x[1])
    dict.setdefault(q, "c", x[2])
    return dict.get(q, "a") * dict.__getitem__(q, "b") * dict.pop(q, "c")""",
    "a plain list": """q = [x[0], x[1]]
    list.reverse(q)
    list.insert(q, 0, x[2])
    return q[0] * q[1] * list.pop(q)""",
    "a list that grows": """q = []
    for v in x:
        list.append(q, v * v)
    return list.__getitem__(q, 1) + sum(q)""",
    "a set": """q = {1, 2}
    set.add(q, 3)
    return (x**2).sum() * len(set.union(q, {9})) * set.__contains__(q, 3)""",
    "mapped": "return (x**2).sum() * len(list(map(str.upper, ['a', 'b'])))",
    "numbers": "return (x**2).sum() * float.__add__(1.0, 2.0) * int.__mul__(2, 3)",
}
REFUSED = {
    "a list of outside changes": "list.append(turned, 1.0); return x.sum()",
    "no owner": "return x.sum() * list.__getitem__({0: 1.0}, 0)",
    "nothing": "return x.sum() * len(str.upper())",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_called_of_a_class(tmp_path, name):
    program = f"{SPACE}\ndef f(x):\n    {PROGRAMS[name]}\n"
    assert result(module_of(tmp_path, "program", program).f, X)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(tmp_path, name):
    program = f"{SPACE}\ndef f(x):\n    {REFUSED[name]}\n"
    assert not result(module_of(tmp_path, "program", program).f, X)


def test_an_element_of_a_set_is_asked_for_by_name(tmp_path):
    program = "def f(x):\n    return x.sum() * (1.0 + {1, 2}.__contains__(2))\n"
    assert result(module_of(tmp_path, "program", program).f, X)
