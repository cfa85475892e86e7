"""What is offered meets what takes it: values and operators, what gives elements and
what goes through it, objects and their changes, arrays and NumPy's functions, places
and the effects of what is evaluated there.

The tests hold the tables of these, and go through these in order; here two
or three are put on top of each other at random.
"""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass
from pathlib import Path

from tests.srcad.compiler import test_changes as changes
from tests.srcad.compiler import test_effects as effects
from tests.srcad.compiler import test_iterables as iterables
from tests.srcad.compiler import test_operators as operators

from . import judging
from .family import Family, Verdict

_UNARY = [word for word in operators.words(operators.UNARY) if word]
_BINARY = [word for word in operators.words(operators.BINARY) if word not in ("", "is")]
_VALUES = list(operators.VALUES.values())

_REDUCTIONS = """
sum mean prod max min std var median ptp any all argmax argmin nansum nanmean nanmax
cumsum cumprod sort argsort average count_nonzero
"""
_OF_REDUCTIONS = """
A | A, axis=0 | A, axis=-1 | A, axis=None | A, keepdims=True | A, axis=0, keepdims=True
A, axis=(0, 1) | A, axis=1
"""
_PLAIN = """
ravel squeeze transpose flip fliplr flipud rot90 diag trace tril triu diff unique
flatnonzero atleast_1d atleast_2d atleast_3d copy ones_like zeros_like nan_to_num sign
ceil trunc rint cbrt exp2 log1p expm1 sinh arctan degrees reciprocal square sqrt log exp
tanh cosh isfinite ndim shape size asarray array positive negative sinc gradient ediff1d
vander cov corrcoef hstack vstack column_stack dstack
"""
_OF_PLAIN = "A | A, 0 | A, 1 | A, -1 | A, axis=0 | A, axis=-1 | A, axis=1 | A, k - 2"
_OF_TWO = """
add subtract multiply divide power maximum minimum fmax fmin arctan2 hypot logaddexp dot
matmul inner outer vdot kron tensordot mod fmod floor_divide copysign append convolve
polyval take repeat tile reshape broadcast_to moveaxis roll expand_dims split full pad
insert delete linspace arange percentile quantile where searchsorted compress resize
"""
_ARRAYS = [
    *("x", "x2", "np.outer(x, x)[:, None, :] * x[None, :, None]", "x[1:2]", "x[0]"),
    *("x[:0]", "float(x[1])", "np.array(x[2])", "np.arange(3)", "(x > 1.0)", "x[::-1]"),
    *("x2.T", "-x", "[x[0], x[1]]", "np.array([0.5, 1.5, 2.5])", "x2[:1]", "2", "k"),
    *("x2[::2, 1:]", "(x[1], 2)", "np.array([[1, 2, 3], [3, 1, 2]]) * x", "True"),
]
# Where complex numbers meet the others; the number of a result is of both of its parts.
_COMPLEX = [
    *("1j * x", "x2 - 1j", "2j", "(1 + 0j)", "1j * x[0]", "complex(x[0], x[1])"),
    *("np.fft.fft(x)", "np.fft.rfft(x2)", "x.astype(complex)", "np.exp(1j * x2)"),
    *("np.array([1j, 2.0, x[0]])", "[x[0], 1j]", "np.zeros(3, complex)", "x[:0] * 1j"),
]
_OF_COMPLEX = """
conj real imag angle conjugate abs fft.fft fft.ifft fft.rfft fft.irfft fft.fftshift
fft.fft2 iscomplex isreal iscomplexobj
"""
_HEAD_OF_COMPLEX = operators.HEAD.replace(
    "    places = ",
    "    if np.iscomplexobj(v):\n"
    "        return number(v.real, x) + 0.5 * number(v.imag, x)\n"
    "    places = ",
)


@dataclass(frozen=True)
class Meeting:
    """A text, and what is put together in it."""

    text: str
    words: str


def _value(source: random.Random, depth: int, values: list[str]) -> str:
    """An expression of ``x``, ``x2`` and ``k``."""
    if depth == 0 or source.random() < 0.15:
        return source.choice(values)
    inner = [_value(source, depth - 1, values) for _ in range(2)]
    match source.randrange(4):
        case 0:
            return source.choice(_UNARY).replace("A", f"({inner[0]})")
        case 1:
            return f"({inner[0]}) {source.choice(_BINARY)} ({inner[1]})"
        case 2:
            return _of_numpy(source, inner[0])
    return source.choice(values)


def _of_numpy(source: random.Random, inner: str) -> str:
    first = source.choice([*_ARRAYS, inner])
    match source.randrange(3):
        case 0:
            name, form = source.choice(_REDUCTIONS.split()), _OF_REDUCTIONS
        case 1:
            name, form = source.choice(_PLAIN.split()), _OF_PLAIN
        case _:
            second = source.choice([*_ARRAYS, inner])
            return f"np.{source.choice(_OF_TWO.split())}({first}, {second})"
    given = source.choice([one for one in operators.words(form) if one])
    return f"np.{name}({given.replace('A', first)})"


def _values(source: random.Random) -> tuple[str, str, str]:
    expression = _value(source, 2, _VALUES)
    body = f"x2 = np.outer(x, x + 0.3)\nr = {expression}\nreturn number(r, x)"
    return operators.HEAD, body, expression


def _complex(source: random.Random) -> tuple[str, str, str]:
    expression = _value(source, 2, [*_COMPLEX, *_COMPLEX, *_VALUES])
    if source.random() < 0.5:
        expression = f"np.{source.choice(_OF_COMPLEX.split())}({expression})"
    body = f"x2 = np.outer(x, x + 0.3)\nr = {expression}\nreturn number(r, x)"
    return _HEAD_OF_COMPLEX, body, expression


def _iterables(source: random.Random) -> tuple[str, str, str]:
    """A source in a consumer; another consumer's source may be what this one gives."""
    given = source.choice(list(iterables.SOURCES))
    taken = source.choice(list(iterables.CONSUMERS))
    sources = iterables.SOURCES[given]
    for _ in range(source.randrange(3)):
        around = source.choice(
            [
                *("enumerate(S)", "zip(S, x)", "reversed(list(S))", "list(S)"),
                *("itertools.chain(S, S)", "(v for v in S)", "[v for v in S]"),
                *("itertools.islice(S, 2)", "tuple(S)", "map(lambda v: v, S)"),
                *("itertools.accumulate(map(lambda u: val(u, x), S))", "zip(S, S)"),
                *("filter(None, S)", "itertools.pairwise(S)", "sorted(S, key=str)"),
            ]
        )
        sources, given = around.replace("S", sources), f"{around} of {given}"
    head = "n = len(x)\nx2 = np.outer(x, x)\n"
    body = head + iterables.CONSUMERS[taken].strip("\n").replace("SOURCE", sources)
    return iterables.HEAD, body, f"{given} in {taken}"


def _changes(source: random.Random) -> tuple[str, str, str]:
    """Two changes of an object, in two statements."""
    kind = source.choice(list(changes.OBJECTS))
    made, text = changes.OBJECTS[kind]
    chosen = [source.choice(changes.split(text)) for _ in range(2)]
    named = source.choice(changes.split(changes.NAMES))
    first, second = (one.replace("; ", "\n") for one in chosen)
    one = changes.program(0, made, first, named, source.choice(changes.STATEMENTS))
    other = changes.program(1, made, second, named, source.choice(changes.STATEMENTS))
    lines = textwrap.dedent(one.partition("\n")[2]).split("\n")
    behind = textwrap.dedent(other.partition("\n")[2]).split("\n")
    end = lines.index("r = number(o, x)")
    name = behind[1:].index(named) + 2 if named in behind else 2
    body = "\n".join([*lines[:end], *behind[name:]])
    helper = textwrap.indent(f"{first}\nreturn o", "    ")
    return changes.HEAD + helper + "\n", body, f"{chosen} of a {kind}, {named}"


def _effects(source: random.Random) -> tuple[str, str, str]:
    """Two places where evaluating an expression leaves a trace."""
    effect = source.choice(list(effects.EFFECTS))
    places, statements = effects.places(), effects.STATEMENTS
    chosen = [(source.choice(places), source.choice(statements)) for _ in range(2)]
    scale = ", ".join(f"{source.uniform(0.2, 1.2):.2f}" for _ in range(3))
    body = f"x = x * np.array([{scale}])\n{effects.body(effect, chosen)}"
    return effects.HEAD, body, " and ".join([effect, *(one for one, _ in chosen)])


def drawn(source: random.Random) -> Meeting:
    """A function of an array and a whole number."""
    parts = [_values, _values, _complex, _iterables, _changes, _effects, _effects]
    head, body, words = source.choice(parts)(source)
    text = f"""{head}

def function(x, k=3):
{textwrap.indent(body, "    ")}


def inputs():
    return np.array([1.31, 0.72, 2.13]), 3
"""
    return Meeting(text, words)


def judged(case: Meeting, folder: Path) -> Verdict:
    """A result and gradients, as Python and finite differences have them."""
    return judging.judged(case.text, folder, smooth=True, whole=False)


MEETINGS = Family(
    "meetings",
    "values and operators, iterables and loops, objects and changes, put together",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
)
