"""Statements that are executed as several: what they read and write, once each."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

CLASSES = """
import contextlib

class Halved:
    def __init__(self, value):
        self.value, self.reads, self.writes = value, 0, 0
    @property
    def w(self):
        self.reads += 1
        return self.value
    @w.setter
    def w(self, value):
        self.value = 0.5 * value
        self.writes += 1
    def up(self, least=1.0):
        self.value = self.value * 3
        if self.value > least:
            raise ValueError
        return self.value
    def me(self):
        self.reads += 10
        return self

class Counted:
    def __init__(self, value):
        object.__setattr__(self, "n", 0)
        object.__setattr__(self, "v", value)
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        object.__setattr__(self, "n", self.n + 1)

class Half:
    def __get__(self, owner, kind=None):
        return owner.held
    def __set__(self, owner, value):
        owner.held = value * 0.5
        owner.n += 1

class Described:
    v = Half()
    def __init__(self, value):
        self.held, self.n = value, 0

def told(p):
    return p.value + 10 * p.reads + 100 * p.writes
"""

BODIES = {
    "a method": """
    p, o = Halved(x[1]), Halved(x[0])
    try:
        p.w += o.up()
    except ValueError:
        pass
    return told(p) + o.value""",
    "a closure": """
    p, c = Halved(x[1]), 0
    def up():
        nonlocal c
        c += 1
        if x[0] > 0.8:
            raise ValueError
        return x[2]
    try:
        p.w -= up()
    except ValueError:
        pass
    return told(p) + c""",
    "a closure that binds the owner anew": """
    p = q = Halved(x[1])
    def up():
        nonlocal p
        p = Halved(x[2])
        if x[0] > 0.8:
            raise ValueError
        return x[2]
    try:
        p.w -= up()
    except ValueError:
        pass
    return told(p) + 3 * told(q)""",
    "a list": """
    p, l = Halved(x[1]), [v for v in x if v > 0]
    try:
        p.w += l.pop()
        p.w *= l.pop()
        p.w -= l.pop()
    except IndexError:
        pass
    return told(p) + len(l)""",
    "an iterator": """
    p, it = Halved(x[1]), iter([v for v in x if v > 0])
    try:
        p.w += next(it)
        p.w *= next(it)
        p.w -= next(it)
    except StopIteration:
        pass
    return told(p)""",
    "an owner that is called": """
    p, o = Halved(x[1]), Halved(x[0])
    try:
        p.me().w += o.up()
    except ValueError:
        p.reads += 100
    return told(p)""",
    "a class that says what writing is": """
    p, o = Counted(x[1]), Halved(x[0])
    try:
        p.v += o.up()
    except ValueError:
        pass
    return p.v + p.n + o.value""",
    "a descriptor": """
    p, o = Described(x[1]), Halved(x[0])
    try:
        p.v += o.up()
    except ValueError:
        pass
    return p.v + p.n + o.value""",
    "a loop": """
    p, o, l = Halved(x[1]), Halved(x[0]), []
    try:
        for v in x:
            l.append(v)
            p.w -= o.up(1.5)
            o.value += 0.03
    except ValueError:
        l.append(1.0)
    return told(p) + sum(l)""",
    "a helper": """
    p, o = Halved(x[1]), Halved(x[0])
    def helper():
        p.w -= o.up()
        return p.w
    try:
        b = helper()
    except ValueError:
        b = 3.0
    return told(p) + b""",
    "suppress": """
    p, o = Halved(x[1]), Halved(x[0])
    with contextlib.suppress(ValueError):
        p.w -= o.up()
    return told(p) + o.value""",
    "an array in place": """
    p, o = Described(x), Halved(x[0])
    p.held = x * 1.0
    try:
        p.v += o.up()
    except ValueError:
        pass
    return p.v.sum() + p.n""",
    "a list in place": """
    p, o = Counted([x[1]]), Halved(x[0])
    try:
        p.v += [o.up()]
    except ValueError:
        pass
    return sum(p.v) + p.n""",
    "an array in place that is bound anew": """
    class Held:
        pass
    p = Held()
    p.v = q = x * 2.0
    def up():
        p.v = x * 3.0
        if x[0] > 0.8:
            raise ValueError
        return x[2]
    try:
        p.v += up()
    except ValueError:
        pass
    return (p.v * x).sum() + q.sum()""",
    "a yield": """
    p = Halved(x[1])
    def steps():
        p.w += yield x[0]
        p.w -= 2 * (yield x[2])
    g = steps()
    s = next(g)
    s += g.send(x[3])
    try:
        g.send(x[1])
    except StopIteration:
        s += 1
    return told(p) + s""",
    "a list on a path": """
    p = Counted([x[1]])
    if x[0] > 0.5:
        p.v += [x[0]]
    return sum(p.v) + p.n""",
    "without a try": """
    p = Counted([x[1]])
    p.v += [x[0]]
    return sum(p.v) + p.n""",
}


@pytest.mark.parametrize("name", BODIES)
def test_an_attribute_is_read_and_written_once(name, tmp_path):
    text = f"{CLASSES}\ndef program(x):{BODIES[name]}\n"
    program = module_of(tmp_path, "program", text).program
    for first in (0.2, 0.703, 1.3, -0.4):
        assert result(program, [first, -1.3018, 2.1047, 0.4021])
