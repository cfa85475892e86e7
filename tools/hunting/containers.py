"""Lists, dicts and objects that change while they are gone through, or on one path.

The tests hold the tables of these, with one iterator and one change; here two or three
are put together, under other names and in functions, and gone through in other ways.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from tests.srcad.compiler.evaluate.operations import (
    test_iterators_over_containers as tables,
)
from tests.srcad.compiler.evaluate.paths import test_changed_on_a_path as paths

from . import judging
from .family import Family, Verdict

HELPERS = """
def changing(one):
    return one


def added(e, t):
    for s in e:
        t = t * 0.5 + s
    return t


"""
INPUTS = """

def inputs():
    return (np.array([0.9, 0.3, 0.4, 1.2, 0.7]),)
"""
# How what stands there is gone through; `part` is what is made of an element `s`.
CONSUMERS = (
    "for s in {made}:\n    t = t * 0.5 + {part}",
    "for s in {made}:\n    t = t * 0.5 + {part}\n    n += 1\n    if n == 2:\n"
    "{change}\n    if n > 8:\n        break",
    "for k, s in enumerate({made}):\n    if k == 1:\n{change}\n    elif k > 7:\n"
    "        break\n    t = t * 0.5 + {part}",
    "for s in {made}:\n    if x[0] * s0 < 9.0:\n        t = t + {part}",
    "t = t + sum([({part}) * 1.5 for s in {made}])",
    "t = added(({part} for s in {made}), t)",
    "s = next({made}, None)\nif s is not None:\n    t = t + {part}",
    "for s, r in zip({made}, {made}):\n    t = t * 0.5 + {part}",
    "ys = list({made})\nfor s in ys:\n    t = t * 0.5 + {part}\n    if len(ys) > 9:\n"
    "        break",
    "while n < 3:\n    n += 1\n    for s in {made}:\n        t = t * 0.7 + {part}\n"
    "        if n > 1:\n            break",
)
OTHER_NAMES = ("ys = xs", "held = [xs]", "held = {'a': xs}", "pair = (xs, x)")


@dataclass(frozen=True)
class Changed:
    """A text, and what is put together in it."""

    text: str
    words: str


def drawn(source: random.Random) -> Changed:
    """A function of five numbers."""
    return source.choice((_gone_through, _gone_through, _on_a_path))(source)


def _on_a_path(source: random.Random) -> Changed:
    """A name that is bound anew on a path, where what it is changes on another one."""
    kind = source.choice(list(paths.KINDS))
    forms = source.choices(list(paths.FORMS), k=source.choice((1, 2, 2, 3)))
    body: list[str] = []
    for form in forms:
        lines = paths.statements(kind, form)
        if source.random() < 0.2:
            lines = ["for again in range(2):", *(f"    {line}" for line in lines)]
        body += lines
        if source.random() < 0.3:
            body.append(paths.KINDS[kind][2])
    if source.random() < 0.3:
        body = ["before = v", *body, "v = before"]
    text = paths.program(kind, body).replace("def f(", "def function(") + INPUTS
    return Changed(text, ", ".join((kind, *forms)))


def _gone_through(source: random.Random) -> Changed:
    name = source.choice([*tables.GROWS, *tables.OTHERS])
    lines, changes = tables.made(name)
    body = list(lines)
    if source.random() < 0.3:
        body.append(source.choice(OTHER_NAMES))
    body += ["t = 0.0", "n = 0", "s0 = x[1]"]
    words = [name]
    iterators, chosen = [], []
    for _ in range(source.choice((1, 1, 2))):
        word, made, part = _iterator(source)
        words.append(word)
        iterators.append((made, part))
    if source.random() < 0.7:  # before what changes, under a name
        kept = f"e{len(iterators)}"
        made, part = iterators[0]
        made = made if source.random() < 0.5 else f"iter({made})"
        body.append(f"{kept} = {made}")
        iterators[0] = kept, part
    for _ in range(source.choice((0, 1, 1, 2))):
        word = source.choice(list(changes))
        words.append(word)
        chosen.append("\n".join(changes[word]))
        if source.random() < 0.6:
            body.append(_somewhere(source, chosen[-1]))
    inside = source.choice(chosen) if chosen else "pass"
    for made, part in iterators:
        consumer = source.choice(CONSUMERS)
        change = tables.indented([inside], 8)
        body.append(consumer.format(made=made, part=part, change=change))
    body.append("return t + x[0] * 0.0")
    text = HELPERS + tables.HEAD.replace("def f(", "def function(")
    text += f"{tables.indented(body, 4)}\n{INPUTS}"
    return Changed("import numpy as np\n" + text, ", ".join(words))


def _iterator(source: random.Random) -> tuple[str, str, str]:
    """What it is called, its text, and what is made of its element ``s``."""
    word = source.choice(list(tables.ITERATORS))
    made, part = tables.ITERATORS[word]
    if source.random() < 0.4:
        numbers = [key for key, (_, one) in tables.ITERATORS.items() if one == "s"]
        inner = source.choice(numbers)
        words = made.split("xs")
        if len(words) == 2:  # what is gone through once can be read once
            return f"{word} of {inner}", tables.ITERATORS[inner][0].join(words), part
    return word, made, part


def _somewhere(source: random.Random, change: str) -> str:
    """A change as it stands, in a loop or under a condition."""
    form = source.choice(
        ("{}", "{}", "for k in range(2):\n{in}", "if x[1] > 0.2:\n{in}")
        + ("if x[1] > 5.0:\n{in}", "for v in x[:2]:\n    if v > 0.5:\n{in2}")
    )
    for word, by in (("{in2}", 8), ("{in}", 4)):
        form = form.replace(word, tables.indented([change], by))
    return form.replace("{}", change)


def judged(case: Changed, folder: Path) -> Verdict:
    """A result and a gradient, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


CONTAINERS = Family(
    "containers",
    "lists, dicts and objects that change while they are gone through, or on a path",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
