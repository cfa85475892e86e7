"""dtypes that meet inside of a program.

Arrays and numbers of single, double and half precision, integers, bools and complex
numbers are cast, added, written into each other, carried round loops and chosen
between. A result has NumPy's dtypes and digits; a gradient has the dtype of its input,
and is that of the same program in which each floating dtype is float64.
"""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tests.srcad.compiler.programs.checking import leaves

from . import judging
from .family import Family, Verdict
from .judging import Run, Unsettled, Wrong
from .templates import Templates

HEAD = """import math

import numpy as np

SINGLE = np.array([0.5, 1.25, -0.75, 0.3], np.float32)
DOUBLE = np.array([0.5, 1.25, -0.5, 2.0])
WHOLE = np.array([1, 2, 0, 3])
FLAGS = np.array([True, False, True, True])


def halved(v, dtype=np.float32):
    return v.astype(dtype) * 0.5


def like(v, w):
    made = np.empty_like(w)
    made[:] = v
    return made


def function(x, y, s):
    a, b, c = x * {first}, y + {second}, np.full(4, 0.3, {third})
    p, t, k = x[0] * {first}, 0.0, 1
    ws = [x[1], y[2]]
    d = {"a": x * s, "b": y * 1.0}

"""
TAIL = """    d["a"] = d["a"] * 1.5
    return a * 1.1, b * 1.3, c * 1.7, p, t * 1.0, d, np.sum(ws), k * p


def inputs():
    return {inputs}
"""
DTYPES = ("np.float32", "np.float32", "np.float64", "float", "np.float16", '"f4"')
FACTORS = (
    *("1", "2.0", "np.float32(2)", "np.float64(1.5)", "SINGLE", "DOUBLE", "WHOLE"),
    *("FLAGS", "np.int64(2)", "True", "np.float16(0.5)"),
)
POINT, OTHER = "[0.9, -0.3, 0.55, 1.2]", "[0.7, 1.3, 0.25, -0.6]"
INPUTS = (
    "np.array({point}, np.float32), np.array({other}), 1.25",
    "np.array({point}, np.float32), np.array({other}, np.float32), 0.75",
    "np.array({point}), np.array({other}, np.float32), np.float32(0.75)",
    "np.array({point}), np.array({other}), np.float32(1.25)",
    "np.array({point}, np.float32), np.array({other}), np.float64(0.75)",
    "np.array({point}, np.float16), np.array({other}, np.float32), 1.25",
)
NUMBERS = (
    *("s", "p", "t", "k", "2", "0.5", "1e-3", "True", "len({a})", "{a}.ndim"),
    *("np.float32(0.3)", "np.float64(0.7)", "np.float16(1.5)", "np.int32(2)"),
    *("{a}[k % 4]", "{a}[0].item()", "float({a}[1])", "int({a}[3] * 2)", "ws[0]"),
    *(
        "{a}.sum(dtype={dtype})",
        "np.mean({a}, dtype={dtype})",
        "{a}.max()",
        "np.sum({a})",
    ),
    *("np.dot({a}, {b})", "{a} @ WHOLE", "np.sum({a} > 0.2)", "np.var({a})"),
    *("np.linalg.norm({a})", "math.sin({a}[0])", "{dtype}({a}[2])", "np.sum({a})"),
    *("abs({a}[1])", "round(float({a}[0]), 1)", "np.prod({a})", "{a}.std()"),
    *("max({a}[0], 0.1)", "min({a}[0], {b}[1])", "np.maximum(s, {a}[0])"),
    *("np.vdot({a}, {b})", "np.inner({a}, SINGLE)", "np.trace(np.outer({a}, {b}))"),
    *("{a}.dtype.itemsize * 0.1", "np.abs({a}[0] + 1j * {b}[1])"),
    *("np.float32({number0})", "float({number0})", "np.sqrt(abs({number0}))"),
    *("np.add.reduce({a}, dtype={dtype})", "np.cumsum({a}, dtype={dtype})[-1]"),
    *("np.einsum('i,i->', {a}, {b})", "np.array({number0})", "np.asarray({a})[1]"),
    *("({a}[0] // 0.4)", "({a}[0] % 0.7)", "divmod({a}[1], 0.4)[1]", "s ** 2"),
)
SIMPLE = ("s", "p", "{a}[1]", "{a}.sum()", "0.5", "k", "np.float32(1.5)")
ARRAYS = (
    *("x + 0", "y * 1", "SINGLE + 0", "WHOLE * s", "FLAGS * {a}", "{b}[::-1] * 1"),
    *("{a} * {b}", "{a} + {number}", "{number} * {b}", "{a} - SINGLE", "{a} / WHOLE"),
    *("{a} * WHOLE", "{a} * FLAGS", "{a} ** 2", "np.sin({a})", "{a} * ({b} > 0.3)"),
    *("{a}.astype({dtype})", "{a}.astype({dtype}) * {b}", "{a}.astype(int) * {b}"),
    *("{a}.astype(bool) * {b}", "np.asarray({a}, dtype={dtype})", "halved({a})"),
    *("np.array({a}, dtype={dtype})", "np.array([{number}, {number0}, 1, s])"),
    *("np.array([{number}, 1, 2, s], dtype={dtype})", "np.full(4, {number})"),
    *("np.full(4, {number}, dtype={dtype})", "np.full_like({a}, {number})"),
    *("np.zeros_like({a}, dtype={dtype}) + {b}", "np.ones(4, {dtype}) * {number}"),
    *("np.where({a} > {b}, {a}, {number})", "np.where({a} > 0.3, {b}, {c})"),
    *("np.where(FLAGS, {a}, 0)", "np.where({a} > 0, np.float32(1), {b})"),
    *("np.select([{a} > 0.5, {b} > 0], [{a}, {b}], {number0})", "np.abs({a}) ** 0.5"),
    *("np.choose(WHOLE % 2, [{a}, {b}])", "np.clip({a}, -0.5, {number0})"),
    *("np.maximum({a}, {number})", "np.minimum({a}, {b})", "np.hypot({a}, {b})"),
    *("np.arctan2({a}, {b})", "np.concatenate([{a}[:2], {b}[2:]])", "like({a}, {b})"),
    *("np.concatenate([{a}[:2], {b}[2:]], dtype={dtype})", "np.append({a}[:3], s)"),
    *("np.stack([{a}, {b}])[0]", "np.stack([{a}, {b}, WHOLE])[k % 3]", "d['a']"),
    *("np.cumsum({a}, dtype={dtype})", "np.interp({a}, [-1, 0, 2], [0, 1, 3])"),
    *("np.multiply({a}, {b}, dtype={dtype})", "np.add({a}, {number0})", "{a} // 0.4"),
    *("({a} + 1j * {b}).real", "np.abs({a} + 1j * {b})", "({a} * (1 + 2j)).imag"),
    *("np.real(np.exp(1j * {a}))", "np.angle({a} + 1j * {b})", "np.conj({a}) * {b}"),
    *("np.fft.ifft(np.fft.fft({a})).real", "np.linspace({number0}, 1, 4)", "{a} % 0.7"),
    *("np.arange(4, dtype={dtype}) * {a}", "np.float32(3) * {a}", "np.round({a}, 1)"),
    *("np.arange(4) * {a}", "{a}.mean() * {b}", "np.diff({a}, prepend={number0})"),
    *(
        "np.outer({a}, {b})[1]",
        "np.kron({a}[:2], {b}[:2])",
        "np.convolve({a}, {b})[:4]",
    ),
    *("np.sqrt(np.abs({a}))", "np.floor({a}) + {b}", "-{a}", "np.exp({a}) * WHOLE"),
    *("np.power({a}, 2)", "np.power(2, {a})", "2 ** {a}", "WHOLE ** 2 * {a}"),
    *("np.square({a})", "np.reciprocal({a} + 3)", "np.sign({a}) * {b}", "np.exp2({a})"),
    *("np.tile({a}[:2], 2)", "np.repeat({a}[:2], 2)", "np.logaddexp({a}, {b})"),
    *(
        "np.matmul(np.eye(4), {a})",
        "np.eye(4, dtype={dtype}) @ {a}",
        "np.pad({a}[1:], (0, 1))",
    ),
    *(
        "np.nan_to_num({a})",
        "np.fmax({a}, {b})",
        "np.copysign({a}, {b})",
        "np.fmod({a}, 0.7)",
    ),
    *(
        "np.heaviside({a}, 0.5) * {b}",
        "np.piecewise({a}, [{a} > 0], [lambda v: v * v, 0])",
    ),
    *(
        "np.vectorize(lambda v: v * 2)({a})",
        "np.fromiter((v * s for v in {a}), {dtype})",
    ),
    *(
        "np.prod([{a}, {b}], axis=0)",
        "np.sum([{a}, WHOLE], axis=0)",
        "np.mean([{a}, {b}], axis=0)",
    ),
    *(
        "np.max([{a}, {b}], axis=0)",
        "np.average({a}, weights=WHOLE) * {b}",
        "np.sort({a})",
    ),
    *(
        "np.ldexp({a}, WHOLE)",
        "np.float_power({a}, 2)",
        "np.divide({a}, 3)",
        "np.cbrt({a})",
    ),
    *(
        "np.ones_like({a}) * {b}",
        "np.take({a}, WHOLE)",
        "np.cross({a}[:3], {b}[:3]).sum() * {c}",
    ),
)
TESTS = (
    *("{a}.dtype == np.float64", "s > 1", "{a}[0] > {b}[0]", "k % 2", "{a}.sum() > 1"),
    *("np.issubdtype({a}.dtype, np.floating)", "isinstance({number}, float)", "t > 1"),
    *("np.result_type({a}, {b}) == {a}.dtype", "{a}.dtype.kind == 'f'", "t"),
    *("np.can_cast({a}.dtype, np.float32)", "np.isscalar({number})", "FLAGS[k % 4]"),
)
STATEMENTS = (
    *("{a} = {array}",) * 5,
    *("t = t + {number}",) * 2,
    *("p = {number}", "p = p * 0.9 + {number}", "{a} = {a} * 0.9 + {array}"),
    *("{a} += {array}", "{a} *= {number}", "{a} -= {array}", "{a} /= 3"),
    *("{a}[k % 4] = {number}", "{a}[1:3] = ({array})[:2]", "{a}[...] = {array}"),
    *("{a}[1:] += ({array})[:3]", "{a}[{a} > 0.5] *= {number}", "{a}[WHOLE] = {array}"),
    *("np.multiply({a}, {array}, out={c})", "np.add({a}, {number}, out={b})"),
    *("np.sin({a}, out={b})", "np.cumsum({a}, out={b})", "{a}.cumsum(out={b})"),
    *("np.copyto({a}, {array})", "np.copyto({a}, {number}, where={b} > 0.3)"),
    *("np.add.at({a}, [0, 1, 1], {number})", "np.sum([{a}, {b}], axis=0, out={c})"),
    *("np.add({a}, {b}, out={c}, where=FLAGS)", "{a}.fill({number})", "k += 1"),
    *(
        "np.clip({a}, 0, 1, out={a})",
        "np.put({a}, [0, 2], {number})",
        "np.square({a}, {b})",
    ),
    *(
        "np.putmask({a}, {b} > 0.3, {array})",
        "{a} **= 2",
        "{a} //= 0.5",
        "{a} @= np.eye(4)",
    ),
    *(
        "d['a'] = {array}",
        "ws.append({number})",
        "ws[0] = {number}",
        "d['b'] += {number}",
    ),
    *("u = {array}\n{a} = np.empty(4, {dtype})\n{a}[:] = u", "{a} = {a}.copy()"),
    *(
        "z = np.zeros(4, complex)\nz[:2] = ({array})[:2]\nz.imag = {b}\n"
        "{c} = (z * z).real",
    ),
    *("z = {a}.astype(np.complex64)\n{c} = z.real + z.imag",),
    *(
        "z = {array} * 1j\n{c} = np.abs(z + {number})\n"
        "t = t + (z * z.conj()).real.sum()",
    ),
    *(
        "{a}, {b} = {b}, {array}",
        "{a}, {b} = np.broadcast_arrays({array}, {b})\n{a} = {a} * 1",
    ),
    *("u = {array}\nv = u.astype(u.dtype, copy=False)\n{a} = v * s",),
    *(
        "u = ({array}).view()\n{a} = u + 0",
        "n = ({array}).astype(np.int32)\n{b} = n * {b}",
    ),
)
BLOCKS = (
    "for k in range({count}):\n{inner}",
    "for k in range({count}):\n{inner}",
    "for v in {array}:\n    t = t + v\n{inner}",
    "for v, w in zip({a}, {array}):\n    p = p + v * w\n{inner}",
    "n = 0\nwhile n < {count}:\n    n += 1\n{inner}",
    "while abs(t) < 2 and k < 6:\n    k += 1\n    t = t + 0.3\n{inner}",
    "if {test}:\n{inner}\nelse:\n{inner}",
    "if {test}:\n{inner}",
    "if {test}:\n{inner}",
    "try:\n{inner}\nexcept TypeError:\n{inner}",
)


@dataclass(frozen=True)
class Mixed:
    """A text, and its arguments."""

    text: str
    words: str


PROGRAMS = Templates(
    STATEMENTS,
    BLOCKS,
    {
        "{test}": TESTS,
        "{array}": ARRAYS,
        "{number}": NUMBERS,
        "{number0}": SIMPLE,
        "{count}": ("2", "3", "9", "x.shape[0]"),
        "{dtype}": DTYPES,
    },
)


def drawn(source: random.Random) -> Mixed:
    """A function of two arrays and a number."""
    inputs = source.choice(INPUTS).replace("{point}", POINT).replace("{other}", OTHER)
    head = HEAD.replace("{third}", source.choice(DTYPES))
    for place in ("{first}", "{second}"):
        head = head.replace(place, source.choice(FACTORS))
    text = head + PROGRAMS.body(source) + "\n" + TAIL.replace("{inputs}", inputs)
    return Mixed(text, inputs)


# ------------------------------------------------------------------------------ judging


def judged(case: Mixed, folder: Path) -> Verdict:
    """A result to its last digits, and a gradient as the program has it in float64."""

    def in_double(run: Run) -> None:
        same_digits(run)
        text = case.text.replace('"f4"', "float")
        text = re.sub(r"float(16|32)", "float64", text).replace(
            "complex64", "complex128"
        )
        wide = judging.loaded(text, folder, "in_double")
        rough = 0.05 if "float16" in case.text else 1e-3
        as_differences(run, wide, rough)

    return judging.judged(case.text, folder, in_double, smooth=False)


def same_digits(run: Run) -> None:
    """Raise Wrong where a result has another dtype than NumPy's, or other digits."""
    for one, two in zip(leaves(run.out), leaves(run.expected), strict=True):
        have, want = np.asarray(one), np.asarray(two)
        if have.dtype != want.dtype:
            raise Wrong(f"a result has dtype {have.dtype}, not {want.dtype}")
        digits = 0.0 if want.dtype.kind != "f" else 64 * float(np.finfo(want.dtype).eps)
        if not np.allclose(have, want, rtol=digits, atol=digits, equal_nan=True):
            raise Wrong(f"a result is {one}, not {two}: other digits")


def as_differences(run: Run, wide: ModuleType, rough: float) -> None:
    """Raise Wrong where gradients are no finite differences of another function."""
    doubles = wide.inputs()
    try:
        found = leaves(wide.function(*wide.inputs()))
    except Exception as error:
        raise Unsettled(f"no function of float64: {error!r}") from error
    for one, two in zip(found, leaves(run.expected), strict=True):
        if not np.allclose(one, two, rtol=rough, atol=rough, equal_nan=True):
            raise Unsettled("another path in float64")
    wanted = judging.positions_of(run.arguments)
    for gradient, position in zip(run.gradients, wanted, strict=True):
        have = np.asarray(gradient)
        want = np.asarray(run.arguments[position])
        if have.dtype != want.dtype or have.shape != want.shape:
            raise Wrong(f"a gradient is {gradient!r} of {run.arguments[position]!r}")
        for place in np.ndindex(want.shape):
            slope = _slope(wide.function, doubles, position, place)
            if not math.isfinite(have[place]):
                raise Unsettled("the gradient is not finite")
            off = abs(float(have[place]) - slope)
            if not off <= rough * max(1.0, abs(slope)):
                if off <= 4 * _bend(wide.function, doubles, position, place, rough):
                    raise Unsettled("the slope bends within the digits of the result")
                words = f"argument {position} at {place}"
                raise Wrong(f"a gradient is {have[place]}, not {slope:.6g}: {words}")


def _bend(
    function: Any, arguments: Any, position: int, place: Any, rough: float
) -> float:
    """How much a slope changes where the arguments are off by a digit."""
    digit = rough / 50
    near = [
        _slope(function, [a * (1 + one) for a in arguments], position, place)
        for one in (-digit, digit)
    ]
    return abs(near[1] - near[0])


def _slope(function: Any, arguments: Any, position: int, place: Any) -> float:
    """A central difference, in float64."""

    def at(step: float) -> float:
        moved = [np.array(a, dtype=float) for a in arguments]
        moved[position][place] += step
        given = [
            array if np.ndim(a) else type(a)(array)
            for array, a in zip(moved, arguments, strict=True)
        ]
        return judging.total(function(*given))

    try:
        slopes = [(at(h) - at(-h)) / (2 * h) for h in (1e-4, 1e-5, 1e-6)]
    except (ValueError, ArithmeticError, LookupError, TypeError) as error:
        raise Unsettled(f"no function of float64: {error!r}") from error
    if not np.all(np.isfinite(slopes)) or abs(at(0.0)) > 1e5 * (1.0 + abs(slopes[1])):
        raise Unsettled("not finite, or lost in the digits of the result")
    if max(slopes) - min(slopes) > 1e-4 * max(1.0, abs(slopes[1])):
        raise Unsettled("not smooth there")
    return slopes[1]


MIXED = Family(
    "mixed",
    "dtypes that meet in a program",
    drawn,
    judged,
    title=lambda case: case.words,
    reproducer=lambda case: case.text + judging.SHOWN,
    settled=False,
)
