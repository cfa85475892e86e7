"""``dir`` of an object that the program makes."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, result

X = np.array([0.3, 0.9, -0.4])
HEAD = """
import dataclasses

class Base:
    def op_neg(self): self.s[-1] *= -1

class Machine(Base):
    def __init__(self, v):
        self.s = [v]
        self.ops = {n[3:]: getattr(self, n) for n in dir(self) if n.startswith("op_")}
    def op_double(self): self.s[-1] *= 2

class Slotted(Base):
    __slots__ = ("s", "unset")
    def __init__(self, v): self.s = [v]

class Said:
    def __init__(self, v): self.v = v
    def __dir__(self): return ["b", "a"]

@dataclasses.dataclass
class Record:
    a: float
    b: float = 2.0
    def go(self): return self.a
"""
BODIES = {
    "commands": "m = Machine(x[0]); m.ops['double'](); m.ops['neg'](); return m.s[0]",
    "all": "m = Machine(x[0]); m.more = 1.0; return m.s[0] * len(dir(m))",
    "slots": "return x[0] * len(dir(Slotted(x[1])))",
    "said": "m = Said(x[0]); return m.v * (''.join(dir(m)) == 'ab')",
    "record": "r = Record(x[0]); "
    "return sum(getattr(r, n) for n in dir(r) if n in ('a', 'b'))",
    "by_a_loop": "m = Machine(x[0])\n    for v in x:\n        if v > 0:\n"
    "            getattr(m, [n for n in dir(m) if n[0] == 'o'][0])()\n"
    "    return m.s[-1]",
    "local": """class Own:
        def __init__(self, v): self.v = v
        def go(self): return self.v * 2
    return Own(x[0]).go() * len(dir(Own(x[0])))""",
}


@pytest.mark.parametrize("name", BODIES)
def test_names_are_what_python_finds(name, tmp_path):
    text = f"{HEAD}\ndef f(x):\n    {BODIES[name]}\n"
    assert result(module_of(tmp_path, "names", text).f, X)


def test_an_attribute_of_a_path_is_refused(tmp_path):
    body = "m = Base()\n    if x[0] > 0: m.more = x[1]\n    return x[0] * len(dir(m))"
    function = module_of(tmp_path, "names", f"{HEAD}\ndef f(x):\n    {body}\n").f
    with pytest.raises(srcad.CompileError, match="known at run time only"):
        srcad.grad(function)(X)


def test_a_method_that_is_added_is_seen(tmp_path):
    text = f"{HEAD}\ndef f(x):\n    return x[0] * len(Machine(x[0]).ops)\n"
    module = module_of(tmp_path, "names", text)
    gradient = srcad.grad(module.f)
    assert gradient(X)[0] == 2.0
    module.Base.op_more = lambda self: None
    assert gradient(X)[0] == 3.0
    del module.Machine.op_double
    assert gradient(X)[0] == 2.0
