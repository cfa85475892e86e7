"""What Python asks of an object, as small programs: the tables of kinds are run here.

A kind is ``one`` object and an ``other``, as expressions of the input ``x``, and what
makes a number of it, ``read``. A question is the body of a function of ``x``, ``it`` and
``other``, whose last line is an expression. All questions that Python answers stand in
one program, each in a function of its own: its answers are Python's, what they add up
to has the derivative that differences have. Where Python raises, so does srcad, or it
refuses. What it refuses without that stands in the table, by its code.
"""

import contextlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import srcad
from tests.sampling import drawn
from tests.srcad.compiler.side_by_side import STEP, module_of

# The first entry decides paths, so that both are taken.
XS = (np.array([0.5, 1.2, -0.7]), np.array([-0.5, 0.4, 1.9]))

PRELUDE = """\
import collections, copy, dataclasses, enum, functools, itertools, operator, types
from collections import abc

import numpy as np

import srcad

PLAIN = (bool, int, float, complex, str, np.ndarray, np.number, np.bool_)


def shown(v):
    if isinstance(v, (tuple, list)):
        return [shown(u) for u in v]
    if isinstance(v, dict):
        return [shown(u) for u in v.values()]
    if v is None or isinstance(v, PLAIN):
        return v
    return "object"


def total(v):
    if isinstance(v, (tuple, list)):
        result = 0.0
        for k, u in enumerate(v):
            result = result + (k + 1.5) * total(u)
        return result
    if v is None or isinstance(v, (bool, int, str)):
        return 0.0
    return np.sum(v)
"""

# What is asked of every kind.
COMMON = {
    "+": "it + other",
    "+ array": "it + x",
    "array +": "x + it",
    "* 2": "it * 2",
    "/": "it / other",
    "|": "it | other",
    "-": "-it",
    "+=": "same = it\nit += other\nsame, it",
    "*=": "same = it\nit *= 2\nsame, it",
    "==": "it == other",
    "!=": "it != it",
    "<": "it < other",
    "== number": "it == x[0]",
    "== None": "it == None",
    "not": "not it",
    "truth": "1.0 if it else 2.0",
    "len": "len(it)",
    "[0]": "it[0]",
    "['a']": "it['a']",
    "[1:]": "it[1:]",
    "[run time]": "it[int(x[0] > 0)]",
    "[0] =": "it[0] = x[2]\nread(it)",
    "del [0]": "del it[0]\nread(it)",
    ".a": "it.a",
    "getattr": "getattr(it, 'nothing', 5.0)",
    ".a =": "it.a = x[1]\nread(it)",
    "hasattr": "[hasattr(it, word) for word in ('a', '__len__', '__iter__', '__call__')]",
    "call": "it(x)",
    "in": "x[0] in it",
    "text in": "'a' in it",
    "in list": "it in [it, other]",
    "for": "r = 0.0\nfor v in it:\n    r = r * 2 + total(shown(v))\nr",
    "unpack": "a, b = it\nb, a",
    "iter": "i = iter(it)\na = next(i)\na",
    "next": "next(it)",
    "reversed": "list(reversed(it))",
    "isinstance": "[isinstance(it, c) for c in (tuple, list, dict, set, str, int, float)]",
    "is array": "isinstance(it, np.ndarray)",
    "is abstract": "[isinstance(it, c) for c in (abc.Sequence, abc.Mapping, abc.Iterator)]",
    "callable": "callable(it)",
    "type": "type(it) is type(other)",
    "is None type": "isinstance(it, type(None))",
    "is it": "it is it",
    "is other": "it is other",
    "is None": "it is None",
    "copy is": "copy.copy(it) is it",
    "copy": "read(copy.copy(it))",
    "deepcopy": "read(copy.deepcopy(it))",
    "f-string": "print(f'{it}')",
    "print": "print(it)",
    "print inside": "print([it, x[0]])",
    "key": "{it: x[0]}[it]",
    "in set": "it in {it}",
    "hash": "r = 1\ntry:\n    hash(it)\nexcept TypeError:\n    r = 2\nr",
    "path": "y = it if x[0] > 0 else other\nread(y)",
    "path is": "y = it if x[0] > 0 else other\ny is it",
    "path isinstance": "y = it if x[0] > 0 else other\nisinstance(y, type(it))",
    "path or None": "y = it if x[0] > 0 else None\nx[1] if y is None else read(y)",
    "loop": "for v in x:\n    it = other if v > 0 else it\nread(it)",
    "loop swaps": "for v in x:\n    it, other = other, it\nread(it) + x[0]",
    "loop is": "y = it\nfor v in x:\n    y = it if v > 0 else other\ny is it",
    "chosen": "read([it, other][int(x[0] > 0)])",
    "chosen is": "[it, other][int(x[0] > 0)] is it",
    "list of them": "items = []\nfor v in x:\n    items.append(it)\nread(items[0]) * len(items)",
    "closure": "def inner(q=it):\n    return q, it\nread(inner()[0]) + read(inner()[1])",
    "match": """match it:
    case [a, b]:
        r = b
    case {'a': a}:
        r = a
    case int() | float():
        r = 2
    case _:
        r = 3
r""",
    "asarray": "np.asarray(it)",
    "float": "float(it)",
    "index": "x[it]",
    "range": "range(it)",
}


# What may take a second attempt, for which something else is refused.
APART = ("path is", "loop is", "chosen is")


@dataclass(frozen=True)
class Kind:
    """Objects of a kind; ``space`` is what stands before them in the program. It is
    ``asked`` what is common, and this. ``refused`` has the code for each question that is
    refused, where Python has an answer: its name, where it is common. ``unasked`` says
    what of it is not asked."""

    name: str
    one: str
    other: str
    read: str = "it"
    space: str = ""
    asked: tuple[str, ...] = ()
    refused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unasked: tuple[str, ...] = ()

    def questions(self) -> dict[str, str]:
        """All of them by their names, once."""
        every = {**COMMON, **{question: question for question in self.asked}}
        return {name: every[name] for name in every if name not in self.unasked}


def _program(kind: Kind, questions: list[str], answered: list[int]) -> str:
    """A function ``f`` with the answers to some of the questions, and one for each."""
    asks = []
    for k, question in enumerate(questions):
        *lines, last = question.split("\n")
        body = "".join(f"    {line}\n" for line in (*lines, f"return {last}"))
        made = f"    it = {kind.one}\n    other = {kind.other}\n"
        asks.append(f"def ask_{k}(x):\n{made}{body}")
        asks.append(_answering(f"f_{k}", [k]))
    read = f"def read(it):\n    return {kind.read}\n"
    return "\n\n".join([PRELUDE, kind.space, read, *asks, _answering("f", answered)])


def _answering(name: str, asked: list[int]) -> str:
    answers = "".join(f"shown(ask_{k}(x)), " for k in asked)
    ends = "    return 1.5 * total(out) + x[0] / 7, out\n"
    return f"def {name}(x):\n    out = ({answers})\n{ends}"


def _plainly(function: Any, x: Any) -> Any:
    """What Python gives, and the derivative by differences; or what it raises."""
    with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            total, out = function(x.copy())
            text = said.getvalue()
            ends = [(function(x + d), function(x - d)) for d in STEP * np.eye(x.size)]
        except Exception as error:
            return error
    return out, total, [(a[0] - b[0]) / (2 * STEP) for a, b in ends], text


def alike(one: Any, other: Any) -> bool:
    """Whether two answers are the same, up to rounding."""
    if isinstance(one, tuple | list):
        sized = isinstance(other, tuple | list) and len(one) == len(other)
        return sized and all(map(alike, one, other))
    for plain in (str, type(None)):
        if isinstance(one, plain) or isinstance(other, plain):
            return type(one) is type(other) and bool(one == other)
    one, other = np.asarray(one), np.asarray(other)
    same = (one.shape, one.dtype.kind) == (other.shape, other.dtype.kind)
    return same and np.allclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True)


def _fault(function: Any, questions: list[str]) -> str:
    """What is wrong with the answers to questions that Python answers."""
    gradient = srcad.value_and_grad(function, 0, has_aux=True)
    for x in XS:
        out, total, slopes, text = _plainly(function, x)
        said = io.StringIO()
        with np.errstate(all="ignore"), contextlib.redirect_stdout(said):
            try:
                (value, found), slope = gradient(x.copy())
            except Exception as error:
                return f"{type(error).__name__}: {error}"
        wrong = [
            f"{question!r} gives {a} and not {b}"
            for question, a, b in zip(questions, found, out, strict=True)
            if not alike(a, b)
        ]
        if wrong:
            return "; ".join(wrong)
        if said.getvalue() != text and " at 0x" not in text:
            return f"prints {said.getvalue()!r} and not {text!r}"
        if not np.allclose([value, *slope], [total, *slopes], rtol=1e-4, atol=1e-4):
            return f"{questions} have the derivative {slope} and not {slopes}"
    return ""


def _refusal(function: Any) -> str:
    """The code of a refusal, or what is raised for each input."""
    said, gradient = [], srcad.value_and_grad(function, 0, has_aux=True)
    for x in XS:
        try:
            with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
                gradient(x.copy())
        except srcad.CompileError as error:
            return error.diagnostics[0].code
        except Exception as error:
            said.append(type(error).__name__)
        else:
            said.append("")
    return " ".join(said)


def asked_of(kind: Kind, folder: Path) -> Iterator[str]:
    """Ask an object of a kind all that it is asked; gives what is wrong."""
    word, every = kind.name.replace(" ", "_").replace("-", "_"), kind.questions()
    codes = {name: code for code, names in kind.refused.items() for name in names}
    yield from (f"{name!r} is not asked" for name in codes if name not in every)
    questions = list(every.values())
    module = module_of(folder, word, _program(kind, questions, []))
    answered = []
    for k, name in enumerate(every):
        function = getattr(module, f"f_{k}")
        raised = [_raised(function, x) for x in XS]
        if name in codes or any(raised):
            found = _refusal(function)
            if name in codes and all(raised):
                yield f"{name!r} is refused, and raises in Python"
            elif name in codes and found != codes[name]:
                yield f"{name!r} is refused with {found!r}, not {codes[name]}"
            elif not found.startswith("SRC") and found != " ".join(raised):
                yield f"{name!r} does {found or 'not raise'}, Python {raised}"
        elif name in APART:
            fault = _fault(function, [questions[k]])
            yield from [f"{name!r}: {fault}"] if fault else []
        else:
            answered.append(k)
    module = module_of(folder, f"{word}_answered", _program(kind, questions, answered))
    fault = _fault(module.f, [questions[k] for k in answered])
    if fault:
        alone = {k: _fault(getattr(module, f"f_{k}"), [questions[k]]) for k in answered}
        each = [f"{questions[k]!r}: {found}" for k, found in alone.items() if found]
        yield from each or [fault]


def _raised(function: Any, x: Any) -> str:
    found = _plainly(function, x)
    return type(found).__name__ if isinstance(found, Exception) else ""


def kinds(*every: Kind) -> Any:
    """The parameters of a test that takes a ``kind``: some of them are in `make test`."""
    names = [kind.name for kind in every]
    rows = [
        pytest.param(kind, id=name, marks=() if taken else pytest.mark.rest)
        for kind, name, taken in zip(every, names, drawn(names, "16"), strict=True)
    ]
    return pytest.mark.parametrize("kind", rows)


def ask(kind: Kind, folder: Path) -> None:
    """Python's answers, its errors, and the refusals of the table, and no others."""
    faults = list(asked_of(kind, folder))
    assert not faults, "\n".join(faults)
