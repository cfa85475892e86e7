"""Every place of an expression, with every effect that evaluating it may have.

``note(v)`` gives ``v`` and leaves a trace: in a list, a variable, an array, an object.
Where it stands decides how often it is called, and in which order; what it left is read
at the end, and held against Python's own run and finite differences of it.
"""

import textwrap

import pytest

from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of, result

# What `note` does with `v`; what is read of it in the end.
EFFECTS = {
    "list": ("log = []", "log.append(v)", "number(log)"),
    "item": ("log = [1.0]", "log[0] = log[0] * 0.5 + v", "log[0]"),
    "dict": ("log = {'n': 1.0}", "log['n'] = log['n'] * 0.5 + v", "log['n']"),
    "variable": ("log = 1.0", "nonlocal log\nlog = log * 0.5 + v", "log"),
    "array": ("log = np.ones(2)", "log[0] = log[0] * 0.5 + v", "log[0] + log[1]"),
    "whole array": ("log = np.ones(2)", "log[:] = log * 0.5 + v", "np.sum(log)"),
    "attribute": ("log = Log()", "log.n = log.n * 0.5 + v", "log.n"),
    "method": ("log = Log()", "log.add(v)", "log.n"),
}

HEAD = """
import contextlib
import functools
import itertools
import numpy as np


class Log:
    def __init__(self):
        self.n = 1.0

    def add(self, v):
        self.n = self.n * 0.5 + v


def number(values):
    total = 0.0
    for place, value in enumerate(values):
        total = total * 0.5 + value * (place + 1)
    return total


@contextlib.contextmanager
def around(v):
    yield v


def call(*given, **named):
    return sum(k * one for k, one in enumerate([*given, *named.values()], 1))
"""

# A, B and C are numbers of run time, `r` is one that counts. Separated by blank lines.
PLACES = """
if note(A) > 0.8: r = r + 1.0

if note(A) > 0.8 and note(B) > 0.5: r = r * 3.0

if note(A) > 0.8 or note(B) > 0.5: r = r * 3.0

if not (note(A) > 0.8 and note(B) > 0.5) or note(C) > 1.0: r = r * 3.0

if note(A) > 0.8: r = r + 1.0
elif note(B) > 0.5: r = r + 2.0
else: r = r + note(C)

r = r + (1.0 if note(A) > 0.8 else note(B))

r = r + (note(A) and note(B))

r = r + (note(A) or note(B))

r = r * (2.0 if note(A) < note(B) < note(C) else 3.0)

r = r * (2.0 if note(C) < note(A) == note(B) else 3.0)

r = r * (2.0 if not note(A) < note(B) < 1.0 else 3.0)

while note(r) < 2.0: r = r * 1.5 + 0.3

while note(r) < 2.0 and note(A) < 3.0: r = r * 1.5 + 0.3

while note(r) < 2.0 or note(A) > 3.0: r = r * 1.5 + 0.3

while 0.0 < note(r) < note(2.0): r = r * 1.5 + 0.3

while note(r) < 2.0:
    r = r * 1.5 + 0.3
else: r = r + note(A)

while note(r) < 2.0:
    r = r * 1.5 + 0.3
    if note(r) > 1.7: break
else: r = r + note(A)

while note(r) < 2.0:
    r = r * 1.5 + 0.3
    if note(r) > 1.0: continue
    r = r + 0.1

while (r := note(r) * 1.5) < 2.0: pass

while (r := r * 1.5) < 2.0: note(r)

while not note(r) > 2.0: r = r * 1.5 + 0.3

while True:
    if note(r) > 2.0: break
    r = r * 1.5 + 0.3

for v in [note(A), note(B)]: r = r + v * note(C)

for v in x:
    if note(v) > 0.8: break
    r = r + v
else: r = r + note(A)

for v in x:
    if note(v) > 0.8: continue
    r = r + note(v * 2.0)

for k in range(int(note(2.0))): r = r * note(A)

r = r + max(note(A), note(B))

r = r + max([A, B, C], key=note)

r = r + min(x, key=note)

r = r + sorted([A, B, C], key=note)[0]

r = r + sorted(x, key=note)[1]

r = r + sorted(x, key=lambda u: -note(u), reverse=True)[1]

r = r + sum(note(v) for v in x if note(v) > 0.5)

r = r + sum([note(v) for v in x if v > 0.5])

r = r + sum([note(v) * note(u) for v in x for u in (1.0, A)])

r = r * (2.0 if any(note(v) > 0.8 for v in x) else 3.0)

r = r * (2.0 if all(note(v) > 0.8 for v in x) else 3.0)

r = r * (2.0 if any([note(v) > 0.8 for v in x]) else 3.0)

r = r * (2.0 if any(note(v) > 0.8 for v in (A, B, C)) else 3.0)

r = r * (2.0 if all(note(v) > 0.8 for v in (A, B, C)) else 3.0)

r = r + [note(A), note(B)][int(note(1.0))]

y = x.copy(); y[int(note(1.0))] = note(A); r = r + y[1]

y = x.copy(); y[int(note(1.0))] += note(A); r = r + y[1]

o = [A, B]; o[int(note(1.0))] += note(A); r = r + o[1]

o = {}; o[note(A) > 0.0] = note(B); r = r + len(o)

assert note(A) < 10.0

assert note(A) < 10.0, note(B)

match note(A):
    case v if note(v) > 0.8: r = r + v
    case v: r = r - note(v * 2.0)

match (note(A), np.sign(B - 1.0)):
    case (v, 1.0) if note(v) > 0.8: r = r + v
    case (v, 1.0): r = r + v * 2.0
    case _: r = r - note(C)

with around(note(A)) as v: r = r + note(v)

with around(note(A)) as v, around(note(v)) as w: r = r + w

try: r = r + note(A)
finally: r = r * note(B)

try: r = r + note(A) / 0
except ZeroDivisionError: r = r * note(B)

def g(u=note(A)): return u
r = r + g() + g(note(B))

r = r + (lambda u, w=note(A): note(u) * w)(note(B))

r = r + call(note(A), *[note(B)], k=note(C), **{"z": note(A)})

o = {"a": note(A), **{"c": note(B)}, "b": note(C)}; r = r + o["a"] * o["b"]

a, b = note(A), note(B); r = r + a - b

a = b = note(A); r = r + a * b

a, *b = [note(A), note(B), note(C)]; r = r + a - b[1]

r = r - note(A) * note(B) ** note(C)

r += note(A) * note(r)

r = r + functools.reduce(lambda p, q: note(p) * q, [A, B, C])

r = r + sum(map(note, [A, B]))

r = r + sum(map(note, x))

r = r + list(zip(map(note, [A, B]), [1.0, 2.0]))[1][0]

r = r + next(filter(lambda q: note(q) > 0.5, [A, B, C]), 0.0)

r = r + sum(filter(lambda q: note(q) > 0.5, x))

r = r + next((note(v) for v in (A, B, C)), 0.0)

r = r + sum(itertools.accumulate([A, B, C], lambda p, q: note(p) + q))

r = r + sum(itertools.takewhile(lambda q: note(q) < 1.0, [A, B, C]))

r = r + {k: note(v) for k, v in zip("abc", x, strict=False)}["b"]

g = (note(v) for v in [A, B, C]); r = r + next(g) * next(g)

g = (note(v) for v in [A, B, C]); r = r + sum(v for v, _ in zip(g, [1, 2]))

def g():
    yield note(A)
    note(B)
    yield note(C)
for v in g(): r = r + note(v)

def g():
    for v in x: yield note(v)
for v in g():
    if v > 0.8: break
    r = r + note(v)

def g(v):
    if note(v) > 0.8: return note(v)
    return note(v * 2.0)
r = r + g(A) + sum([g(v) for v in x])

def g(k): return note(A) if k == 0 else note(B) * g(k - 1)
r = r + g(3)

r = r + np.where(note(A) > 0.8, note(B), note(C))

r = r + np.sum(np.array([note(A), note(B)]) * note(C))

r = r + np.sum(x[int(note(1.0)):] * note(A))

if (u := note(A)) > 0.8: r = r + u

r = r + (u := note(A)) * u

r = r + (note(A) in [note(B), note(A)])

r = r + (note(A) is None) + isinstance(note(B), float)

r = r + [note(v) for v in (A, B)][note(C) > 0.8]

s = f"{note(A):.3f}"; r = r + 1.0

o = Log(); o.add(note(A)); o.n += note(B); r = r + o.n

o = Log(); setattr(o, "n", note(A)); r = r + getattr(o, "n", note(B))

del [note(A), note(B)][0]

r = r + (lambda: note(A))() + (lambda *u: u[1])(note(B), note(C))

y = [note(v) for v in x]; y.sort(key=note); r = r + y[0]

y = [A]; y.insert(int(note(0.0)), note(B)); r = r + y.pop(int(note(0.0)))

y = [A, B]; y[note(A) > 5.0:] = [note(C)]; r = r + sum(y)
"""

STATEMENTS = [
    "PLACE",
    "if x[0] > 0.7:\n    PLACE",
    "if x[0] < 0.7:\n    PLACE\nelse:\n    note(x[1])",
    "for i in range(2):\n    PLACE",
    "for t in x:\n    PLACE",
    "for t in x:\n    if t > 0.7:\n        PLACE",
    "turn = 0.0\nwhile turn < 1.2:\n    PLACE\n    turn = turn + x[0]",
    "def inner(r):\n    PLACE\n    return r\nr = inner(r)",
    "def inner(r):\n    PLACE\n    return r\nfor t in x[:2]:\n    r = inner(r)",
]

# So that each side of each condition is met.
POINTS = [(0.91, 0.52, 1.13), (0.43, 0.87, 0.61), (1.21, 1.07, 0.33)]


def places():
    found = [one.strip("\n") for one in PLACES.split("\n\n")]
    return [one for one in found if one]


def body(effect, chosen):
    """What computes with each of the places, in its statement, and what it noted."""
    start, trace, end = EFFECTS[effect]
    lines = [start, "def note(v):", textwrap.indent(trace, "    "), "    return v"]
    lines += ["A, B, C = x[0], x[1], x[2]", "r = 0.4 + 0.1 * x[0]"]
    for place, statement in chosen:
        text = place.replace("; ", "\n")
        for line in statement.split("\n"):
            pad, found, _ = line.partition("PLACE")
            lines.append(textwrap.indent(text, pad) if found else line)
    return "\n".join([*lines, f"return r * 2.0 + {end}"])


def program(name, place, effect, statement):
    """A function of ``x``."""
    text = textwrap.indent(body(effect, [(place, statement)]), "    ")
    return f"def {name}(x):\n{text}\n"


def tried(folder, chosen):
    """How many of the programs work; none is wrong at any of the points."""
    texts = [program(f"of_{k}", *one) for k, one in enumerate(chosen)]
    module = module_of(folder, "effects", "\n\n".join([HEAD, *texts]))
    works = 0
    for k in range(len(chosen)):
        works += sum(result(getattr(module, f"of_{k}"), point) for point in POINTS)
    return works


@pytest.mark.parametrize("place", sampled(places()[::3], 3))
def test_what_is_evaluated_is_evaluated_as_often_as_python_does(place, tmp_path):
    shift = places().index(place)
    effects = list(EFFECTS)
    chosen = [
        (place, effects[(k + shift) % len(effects)], statement)
        for k, statement in enumerate(STATEMENTS)
    ]
    tried(tmp_path, chosen)


@pytest.mark.long
@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("place", places())
def test_each_effect_in_each_place(place, effect, tmp_path):
    tried(tmp_path, [(place, effect, statement) for statement in STATEMENTS])
