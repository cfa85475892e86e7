"""How a model of mindcv is tried: its package in double precision, and its gradient
against differences."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import srcad
from srcad import nn

PACKAGE = "mindcv_in_double"
# A long step crosses kinks, a short one leaves few digits.
STEPS = (1e-7, 1e-6, 1e-8, 1e-5, 1e-9)
# Text of mindcv, and what it is read as: what it casts to single precision has too few
# digits for differences, and what it pads as MindSpore 1 does is refused by 2.10.
READ_AS = (
    (r"float(16|32)\b", "float64"),
    (r"ops\.pad\((\w+), (?:paddings=)?(\(\(.*\)\))\)", r"ops.Pad(\2)(\1)"),
)


@contextmanager
def in_double(folder: Path) -> Iterator[None]:
    """mindcv can be imported as ``PACKAGE`` as well, with the text above changed."""
    spec = importlib.util.find_spec("mindcv")
    assert spec is not None
    assert spec.origin is not None
    copy = folder / PACKAGE
    shutil.copytree(Path(spec.origin).parent, copy)
    for path in copy.glob("models/**/*.py"):
        text = path.read_text()
        for old, new in READ_AS:
            text = re.sub(old, new, text)
        path.write_text(text)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def fill(net: nn.Cell, random: np.random.Generator) -> None:
    """Numbers of our own, in float64, in the Parameters."""
    for parameter in net.get_parameters():
        if parameter.dtype not in (srcad.float16, srcad.float32, srcad.float64):
            continue
        values = random.normal(size=parameter.shape) * 0.1
        if parameter.ndim > 1:
            values = values * 10 / np.sqrt(np.prod(parameter.shape[1:]))
        elif "variance" in parameter.name:
            values = np.abs(values) + 1
        elif "gamma" in parameter.name:
            values = values + 1
        parameter._array = np.asarray(values)
    net.to_float(srcad.float64)


def put(parameters: list[srcad.Parameter], arrays: list[np.ndarray]) -> None:
    for parameter, array in zip(parameters, arrays, strict=True):
        parameter._array = array.copy()


def check_gradient(
    net: nn.Cell,
    loss: Callable[[Any], Any],
    image: np.ndarray,
    random: np.random.Generator,
) -> None:
    """The gradient of a loss by the image and by every Parameter, against differences
    along five random directions."""
    every, weights = list(net.get_parameters()), net.trainable_params()
    assert len(weights) > 3
    start = [parameter._array.copy() for parameter in every]

    def value_at(x):
        srcad.set_seed(3)  # one mask for all
        return float(loss(srcad.Tensor(x)))

    srcad.set_seed(3)
    value, (by_image, by_weights) = srcad.value_and_grad(
        loss, 0, srcad.ParameterTuple(weights)
    )(srcad.Tensor(image))
    put(every, start)
    assert float(value) == pytest.approx(value_at(image), rel=1e-12)
    for _ in range(5):
        moved = random.normal(size=image.shape)
        steps = [random.normal(size=w.shape) * np.std(w._array) for w in weights]

        def at(distance, moved=moved, steps=steps):
            put(every, start)
            for weight, step in zip(weights, steps, strict=True):
                weight._array = weight._array + distance * step
            return value_at(image + distance * moved)

        found = np.sum(by_image.asnumpy() * moved) + sum(
            np.sum(gradient.asnumpy() * step)
            for gradient, step in zip(by_weights, steps, strict=True)
        )
        slopes = ((at(step) - at(-step)) / (2 * step) for step in STEPS)
        assert any(found == pytest.approx(slope, rel=1e-6) for slope in slopes)
        put(every, start)
