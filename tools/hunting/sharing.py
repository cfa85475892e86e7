"""Programs that return what they were given, views of it, and copies written into.

Whoever gets a gradient may write into it. So gradients share storage with nothing:
not with each other, not with inputs or results, not with the cotangent that was given,
and not with anything that a later call gives. A result shares storage with an input
only where the program's own does.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import srcad
from tests.srcad.compiler.programs.checking import leaves

from . import judging
from .family import Family, Verdict
from .judging import Run, Wrong

ARRAYS = ("x", "y", "z")

# What gives an array of the shape of its operands, [4]; some are views, some copies.
_SAME = (
    *("{a}", "{a}", "+{a}", "-{a}", "{a} + {b}", "{a} - {b}", "{a} * {b}"),
    *("{a} * 2.0", "{a} * 1.0", "{a} + 0.0", "{a}[:]", "{a}[...]", "{a}[::-1]"),
    *("{a}.T", "{a}.copy()", "np.array({a})", "np.asarray({a})", "{a}.reshape(4)"),
    *("{a}.reshape(2, 2).T.reshape(-1)", "{a}.reshape(2, 2).reshape(4)"),
    *("{a}.ravel()", "{a}.astype(np.float64)", "np.ascontiguousarray({a})"),
    *("np.squeeze({a}[None])", "{a}[None][0]", "np.atleast_1d({a})"),
    *("np.maximum({a}, -9.0)", "np.where({a} > -9.0, {a}, {b})", "{a} if {n} else {b}"),
    *(
        "np.concatenate([{a}[:2], {b}[2:]])",
        "np.stack([{a}, {b}])[0]",
        "{a} @ np.eye(4)",
    ),
    *("np.broadcast_to({a}.sum(), (4,))", "np.broadcast_to({a}[0], (4,)) + {b}"),
    *("np.roll({a}, 1)", "np.flip({a})", "np.sin({a})", "helper({a}, {b})"),
    *("first({a}, {b})", "pair({a}, {b})[1]", "({a}, {b})[0]", "[{a}, {b}][-1]"),
    *("dict(k={a})['k']", "Holder({a}).held", "np.clip({a}, -9.0, 9.0)", "{a} * {a}"),
    *("np.moveaxis({a}[None], 0, -1)[:, 0]", "np.take({a}, [0, 1, 2, 3])"),
    *("np.diag(np.diag({a}))", "{a}[[0, 1, 2, 3]]", "{a}[{a} > -9.0]", "abs({a})"),
)
_WRITES = (
    *("{c}[0] = 2.0", "{c}[1:3] = {a}[:2]", "{c}[:] = {a}", "{c} += {a}"),
    *("{c} *= 2.0", "{c}[::-1] += {a}", "{c}[0] = {a}[1] * {b}[0]", "{c}[1:] *= 3.0"),
    *("{c}[[0, 2]] = {a}[[1, 3]]", "np.add.at({c}, [0, 0], {a}[:2])"),
    *("{c}.reshape(2, 2)[0] = {a}[2:]", "{c}[{c} > 0.0] = 0.5", "{c}.sort()"),
)
_RESULTS = (
    *("{a}", "{a}, {b}", "{a}, {a}", "[{a}, {b}]", "{{'p': {a}, 'q': {b}}}"),
    *("{a}, {a}[1:], {b}", "{a}.sum()", "{a}[0], {b}", "Pair({a}, {b})"),
    *("({a}, ({b}, {a}))", "{a}.reshape(2, 2)", "{a}[:2], {a}[2:]", "{a}, 1.0"),
    *("{a} + {b}", "np.sum({a} * {b})", "{a}.T, {b}.copy()", "[{a}] * 2"),
)
_HEAD = """from typing import Any, NamedTuple

import numpy as np


class Pair(NamedTuple):
    first: Any
    second: Any


class Holder:
    def __init__(self, held):
        self.held = held


def first(one, other):
    return one


def pair(one, other):
    return other, one


def helper(one, other):
    if one[0] > other[0]:
        return one
    return other


"""


@dataclass(frozen=True)
class Shared:
    """A text, and what its function returns."""

    text: str
    words: str


def drawn(source: random.Random) -> Shared:
    """A function of one to three arrays."""
    count = source.randrange(1, 4)
    names = list(ARRAYS[:count])
    lines = []
    owned: list[str] = []

    def filled(pattern: str) -> str:
        a, b = source.choice(names), source.choice(names)
        return pattern.format(a=a, b=b, c="c", n="x[0] > 0.0")

    for number in range(source.randrange(0, 5)):
        kind = source.random()
        if kind < 0.55 or not owned:
            new = f"v{number}"
            pattern = source.choice(_SAME)
            lines.append(f"{new} = {filled(pattern)}")
            names.append(new)
            if ".copy" in pattern or "sin" in pattern or "np.array" in pattern:
                owned.append(new)
        elif kind < 0.85:
            target = source.choice(owned)
            a, b = source.choice(names), source.choice(names)
            lines.append(source.choice(_WRITES).format(a=a, b=b, c=target))
        elif kind < 0.93:
            target, other = source.choice(owned), source.choice(names)
            lines.append(f"for k in range(3):\n        {target}[k] = {other}[k + 1]")
        else:
            a, b = source.choice(names), source.choice(names)
            new = f"v{number}"
            lines.append(f"if x[0] > y0:\n        {new} = {a}\n    else:")
            lines.append(f"    {new} = {b}")
            names.append(new)
    result = filled(source.choice(_RESULTS))
    parameters = ", ".join(ARRAYS[:count])
    body = "".join(f"    {line}\n" for line in ["y0 = 0.1", *lines])
    same = count > 1 and source.random() < 0.3
    views = count > 1 and not same and source.random() < 0.2
    values = [f"np.array({_numbers(source)})" for _ in range(count)]
    if same:
        given = "    x = " + values[0] + "\n    return " + "x, " * count
    elif views:
        given = f"    x = np.array({_numbers(source, 8)})\n    return "
        given += "".join(f"x[{k} : {k + 4}], " for k in range(count))
    else:
        given = "    return " + "".join(f"{value}, " for value in values)
    text = (
        f"{_HEAD}def function({parameters}):\n{body}    return {result}\n\n\n"
        f"def inputs():\n{given.rstrip()}\n"
    )
    return Shared(text, " | ".join([*lines, result]).replace("\n", " "))


def _numbers(source: random.Random, count: int = 4) -> list[float]:
    return [round(source.uniform(-1.5, 1.5), 3) for _ in range(count)]


# ------------------------------------------------------------------------------ judging


def judged(case: Shared, folder: Path) -> Verdict:
    """Values, gradients, and what shares storage with what."""
    checks = (as_the_program, again, by_pullback, apart, apart_from_cotangents)
    return judging.judged(case.text, folder, *checks)


def _arrays(item: Any) -> list[Any]:
    return [leaf for leaf in leaves(item) if isinstance(leaf, np.ndarray)]


def apart(run: Run) -> None:
    """Gradients share storage with nothing."""
    gradients, inputs = _arrays(run.gradients), _arrays(run.arguments)
    for one, two in itertools.combinations(gradients, 2):
        if np.may_share_memory(one, two):
            raise Wrong("two gradients share storage")
    for gradient in gradients:
        if any(np.may_share_memory(gradient, one) for one in inputs):
            raise Wrong("a gradient and an input share storage")
        if any(np.may_share_memory(gradient, one) for one in _arrays(run.out)):
            raise Wrong("a gradient and the result share storage")
        if not gradient.flags.writeable:
            raise Wrong("a gradient is read-only")


def as_the_program(run: Run) -> None:
    """Results share storage only where those of the program itself do."""
    arguments = run.inputs()
    expected = _arrays(run.function(*arguments))
    for part, own in zip(_arrays(run.out), expected, strict=True):
        for one, two in zip(_arrays(run.arguments), _arrays(arguments), strict=True):
            if np.shares_memory(part, one) and not np.shares_memory(own, two):
                raise Wrong("a result and an input share storage, unlike the program's")
    pairs = itertools.combinations(zip(_arrays(run.out), expected, strict=True), 2)
    for (a, b), (c, d) in pairs:
        if np.shares_memory(a, c) and not np.shares_memory(b, d):
            raise Wrong("two results share storage, unlike the program's")


def again(run: Run) -> None:
    """What was given back may be written into: a later call gives the same."""
    wanted = judging.positions_of(run.inputs())
    function = srcad.value_and_grad(run.function, wanted)
    for _ in range(2):
        arguments = run.inputs()
        kept = [np.array(one) for one in _arrays(arguments)]
        out, gradients = function(*arguments)
        for one, two in zip(_arrays(arguments), kept, strict=True):
            if not np.array_equal(one, two):
                raise Wrong("an input was written to")
        for part in (out, gradients):
            before = run.out if part is out else run.gradients
            for one, two in zip(leaves(part), leaves(before), strict=True):
                if not np.array_equal(one, two, equal_nan=True):
                    raise Wrong(f"a later call gives {one}, the first one {two}")
        for one in _arrays(gradients):
            if one.flags.writeable:
                one[...] = 77.0
        for one in _arrays(out):
            if one.flags.writeable:
                one[...] = 55.0


def _pulled(run: Run) -> Iterator[tuple[list[Any], list[Any], Any]]:
    """Cotangents of an output of arrays, what they give, and the pullback."""
    if any(not isinstance(leaf, np.ndarray) for leaf in leaves(run.expected)):
        return
    if isinstance(run.expected, list | dict) or hasattr(run.expected, "_fields"):
        return
    _, pullback = srcad.vjp(run.function, *run.inputs())
    random = np.random.default_rng(1)
    douts = judging.mapped(run.expected, lambda a: random.standard_normal(a.shape))
    yield _arrays(douts), _arrays(pullback(douts)), lambda: _arrays(pullback(douts))


def by_pullback(run: Run) -> None:
    """Cotangents are left alone, and the pullback gives the same again."""
    for douts, first, pullback in _pulled(run):
        kept = [one.copy() for one in douts]
        values = [one.copy() for one in first]
        for one, two in zip(pullback(), values, strict=True):
            if not np.array_equal(one, two):
                raise Wrong("the pullback gives something else when called again")
        for one, two in zip(douts, kept, strict=True):
            if not np.array_equal(one, two):
                raise Wrong("the cotangent was written to")
        if any(np.may_share_memory(one, dout) for one in first for dout in douts):
            return
        for one in first:
            one[...] = 77.0
        for one, two in zip(pullback(), values, strict=True):
            if not np.array_equal(one, two):
                raise Wrong("the pullback keeps what it gave back")


def apart_from_cotangents(run: Run) -> None:
    """Gradients do not share storage with what was given for them."""
    for douts, first, _ in _pulled(run):
        if any(np.may_share_memory(one, dout) for one in first for dout in douts):
            raise Wrong("a gradient and the cotangent share storage")


def title(case: Shared) -> str:
    """The statements."""
    return case.words


def reproducer(case: Shared) -> str:
    """The text, and two calls."""
    return case.text + judging.SHOWN


SHARING = Family(
    name="sharing",
    doc="storage that two things have",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
)
