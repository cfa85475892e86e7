"""Arrays of many dtypes, sizes and layouts, and numbers of Python and of NumPy.

A gradient has the dtype and the shape of its input, whatever the strides of that are,
and the values that the same function has in float64.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import srcad
from srcad import CompileError
from tests.srcad.compiler.programs.checking import leaves

from . import judging
from .family import Family, Verdict
from .judging import Run, Unsettled, Wrong

DTYPES = (
    *("float64",) * 5,
    *("float32",) * 4,
    *("float16", "float16", "int64", "int32", "uint8", "bool", ">f8", "longdouble"),
    *("complex128", "object", "int8"),
)
SHAPES = ("0", "1", "3", "4", "3, 2", "1, 3", "0, 3", "3, 0", "2, 3, 4", "1, 1", "")

# Of an array of any rank.
_BODIES = (
    *("x * 2.0", "x * x", "x + 1", "x / 3", "x ** 2", "x ** 3", "x ** 0.5", "2.0 ** x"),
    *(
        "-x",
        "np.sin(x)",
        "np.exp(x) * y",
        "x * y",
        "x - y",
        "x / (y * y + 1)",
        "x.sum()",
    ),
    *(
        "x.mean()",
        "x.sum(axis=0)",
        "x.sum(axis=-1, keepdims=True)",
        "x.T",
        "x[None] * y",
    ),
    *(
        "x[..., 0]",
        "x[::-1]",
        "x[1:]",
        "x[x > 0.5]",
        "np.where(x > 0.5, x, y)",
        "x @ y",
    ),
    *("np.maximum(x, y)", "np.maximum(x, 0)", "abs(x)", "np.sqrt(x)", "x.reshape(-1)"),
    *("np.concatenate([x.reshape(-1), y.reshape(-1)])", "np.stack([x, x])", "x.prod()"),
    *(
        "x.max()",
        "x.min(axis=0)",
        "np.cumsum(x)",
        "x.astype(np.float32) * y",
        "x % 0.7",
    ),
    *("x.astype(np.int64) * y", "np.float32(2) * x", "np.float64(2) * x", "x * True"),
    *("np.mean(x, axis=0)", "np.var(x)", "np.std(x)", "np.linalg.norm(x)", "x.dot(y)"),
    *(
        "np.prod(x, axis=0)",
        "np.sort(x)",
        "x.flatten()",
        "np.outer(x, y)",
        "x // 1 + x",
    ),
    *(
        "np.broadcast_to(x, (2, *x.shape))",
        "np.zeros_like(x) + x",
        "np.ones(3) * x.sum()",
    ),
    *("np.einsum('...i,...i->...', x, x)", "np.tanh(x) * np.zeros_like(x)", "x.copy()"),
    *(
        "x.squeeze()",
        "np.full(x.shape, 2.0) * x",
        "np.clip(x, 0.6, 1.0)",
        "np.dot(x, x)",
    ),
    *(
        "np.arange(x.size) * x.reshape(-1)",
        "x.size * x",
        "len(x) * x",
        "x.shape[0] * x",
    ),
    *(
        "np.float16(2) * x",
        "x * 1e-3",
        "sum(x)",
        "max(x.sum(), 0.3)",
        "x.cumsum(axis=0)",
    ),
    *("np.log(x)", "np.power(x, y)", "np.arctan2(x, y)", "np.hypot(x, y)", "x.item()"),
)
_NUMBERS = (
    "1.25",
    "-0.5",
    "2",
    "True",
    "np.float64(1.25)",
    "np.float32(0.5)",
    "np.int64(2)",
)


@dataclass(frozen=True)
class Typed:
    """A text; ``body`` is what its function returns."""

    text: str
    words: str


def drawn(source: random.Random) -> Typed:
    """A function of two arguments."""
    body = source.choice(_BODIES)
    shape = source.choice(SHAPES)
    if body == "sum(x)" and shape.startswith("0,"):
        # Of no rows Python's sum is 0, a module's zeros: docs/language.md tells it.
        shape = shape.replace("0", "1", 1)
    first = _array(source, shape)
    second = _array(source, shape if source.random() < 0.7 else source.choice(SHAPES))
    if source.random() < 0.25:
        second = source.choice(_NUMBERS)
    elif source.random() < 0.1:
        first = source.choice(_NUMBERS)
    text = f"""import numpy as np


def function(x, y):
    return {body}


def inputs():
    draw = np.random.default_rng({source.randrange(1000)})
    return {first}, {second}
"""
    return Typed(text, f"{body} of {first} and {second}")


def _array(source: random.Random, shape: str) -> str:
    dtype = source.choice(DTYPES)
    sizes = f"({shape},)" if shape else "()"
    made = f"draw.uniform(0.4, 1.6, {sizes})"
    if dtype.strip(">f8").startswith(("int", "uint")):
        made = f"draw.integers(0, 3, {sizes})"
    made = f"np.asarray({made}).astype({dtype!r})"
    layout = source.choice(
        (
            *("{0}",) * 6,
            *("np.asfortranarray({0})", "np.repeat({0}, 2, axis=-1)[..., ::2]"),
            *("{0}[::-1]", "np.broadcast_to({0}, {0}.shape)", "readonly({0})"),
            *("{0}.T.copy().T", "np.stack([{0}, {0}], axis=-1)[..., 0]"),
        )
    )
    if not shape and ("axis=-1)[" in layout or "[::-1]" in layout):
        layout = "{0}"
    if layout == "readonly({0})":
        return f"np.frombuffer({made}.tobytes(), {dtype!r}).reshape({sizes})".replace(
            "'object'", "'float64'"
        )
    return layout.replace("{0}.shape", sizes).format(made)


# ------------------------------------------------------------------------------ judging


def judged(case: Typed, folder: Path) -> Verdict:
    """Values and dtypes, and gradients against those in float64."""
    return judging.judged(case.text, folder, as_in_double)


def as_in_double(run: Run) -> None:
    """The gradients are those that the function has in float64."""
    wanted = judging.positions_of(run.arguments)
    arguments = [run.arguments[k] for k in wanted]
    if all(np.asarray(a).dtype == np.float64 for a in arguments):
        return
    doubles = list(run.inputs())
    for k in wanted:
        doubles[k] = np.asarray(doubles[k], dtype=np.float64)
    if isinstance(run.expected, float | int) or "astype" in _body(run):
        return
    try:
        out, found = srcad.value_and_grad(run.function, wanted)(*doubles)
    except (CompileError, ValueError, TypeError) as error:
        raise Unsettled("it is no function of float64") from error
    if np.shape(out) != np.shape(run.out):
        raise Unsettled("another branch in float64")
    gradients = (found,) if len(wanted) == 1 else found
    for one, two in zip(leaves(run.gradients), leaves(gradients), strict=True):
        if np.asarray(one).dtype.kind not in "fiub":
            raise Unsettled("of objects or complex numbers")
        wide, exact = np.asarray(one, dtype=np.float64), np.asarray(two)
        half = any(np.asarray(a).dtype == np.float16 for a in arguments)
        rough = 0.03 if half else 1e-3
        if not np.all(np.isfinite(wide) == np.isfinite(exact)):
            raise Unsettled("it overflows")
        scale = max(1.0, float(np.max(np.abs(exact), initial=0.0)))
        if not np.allclose(wide, exact, rtol=rough, atol=rough * scale, equal_nan=True):
            raise Wrong(f"a gradient is {one}, in float64 {two}")


def _body(run: Run) -> str:
    text: Any = run.module.__loader__.get_source(run.module.__name__)  # type: ignore
    return str(text[text.index("return") : text.index("def inputs")])


def title(case: Typed) -> str:
    """What is returned, and of what."""
    return case.words


def reproducer(case: Typed) -> str:
    """The text, and two calls."""
    return case.text + judging.SHOWN


DTYPES_FAMILY = Family(
    name="dtypes",
    doc="dtypes, sizes and layouts of inputs",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
)
