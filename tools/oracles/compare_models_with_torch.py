"""Compare models of mindcv with those of torchvision, which are given the same weights.

    PYTHONPATH=. python tools/oracles/compare_models_with_torch.py [NAME...]

Each model is differentiated as it is published, in float64: a weighed sum of what it
gives, by the image and by every Parameter. Needs srcad's requirements, mindcv, torch
and torchvision (CONTRIBUTING.md); the two are big downloads, so this is not part of
``make test``. Exits 1 where the largest relative error of an array is above the
tolerance.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torchvision

import srcad
from tests.published.checking import PACKAGE, fill, in_double

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Pair:
    """A model on both sides, the sides of the images and how many of them."""

    ours: Callable[[Any], Any]
    theirs: Callable[[], Any]
    side: int
    batch: int
    training: bool


def _residual() -> Any:
    net = torchvision.models.resnet18(num_classes=10)
    # mindcv pads behind the last pixel alone.
    padding = torch.nn.ConstantPad2d((0, 1, 0, 1), -torch.inf)
    net.maxpool = torch.nn.Sequential(padding, torch.nn.MaxPool2d(3, 2))
    return net


def _without_biases() -> Any:
    net = torchvision.models.vgg11(num_classes=10, dropout=0.0)
    for one in net.features:
        if isinstance(one, torch.nn.Conv2d):
            one.bias = None
    return net


PAIRS = {
    "resnet18": Pair(
        lambda models: models.resnet.resnet18(num_classes=10),
        *(_residual, 64, 4, True),
    ),
    "mobilenet_v2": Pair(
        lambda models: models.mobilenetv2.mobilenet_v2_100(num_classes=10),
        lambda: torchvision.models.mobilenet_v2(num_classes=10, dropout=0.0),
        *(64, 4, True),
    ),
    "densenet121": Pair(
        lambda models: models.densenet.densenet121(num_classes=10),
        lambda: torchvision.models.densenet121(num_classes=10),
        *(64, 2, False),
    ),
    "vgg11": Pair(
        lambda models: models.vgg.vgg11(num_classes=10, drop_rate=0.0),
        *(_without_biases, 224, 1, False),
    ),
}


def relative(have: np.ndarray, want: np.ndarray, least: float = 0.0) -> float:
    """The largest difference, relative to the largest element, or to ``least``."""
    return float(np.abs(have - want).max() / max(np.abs(want).max(), least))


def compare(name: str, pair: Pair, models: Any) -> float:
    """Print the largest relative errors of a model, and return the larger of them."""
    random = np.random.default_rng(0)
    ours, theirs = pair.ours(models), pair.theirs().double()
    fill(ours, random)
    ours.set_train(pair.training)
    for _, cell in ours.cells_and_names():
        if isinstance(cell, srcad.nn.Dropout):
            cell.set_train(False)
    theirs.train(pair.training)
    weights, statistics = ours.trainable_params(), _statistics(ours)
    parameters = list(theirs.parameters())
    buffers = [one for key, one in theirs.named_buffers() if "running" in key]
    with torch.no_grad():
        for have, want in zip(weights + statistics, parameters + buffers, strict=True):
            want.copy_(torch.from_numpy(have.asnumpy().copy()))
    image = random.normal(size=(pair.batch, 3, pair.side, pair.side))
    weighing = random.normal(size=(pair.batch, 10))
    given = torch.from_numpy(image).requires_grad_()
    expected = (theirs(given) * torch.from_numpy(weighing)).sum()
    expected.backward()
    factors = srcad.Tensor(weighing)
    value, (by_image, by_weights) = srcad.value_and_grad(
        lambda x: (ours(x) * factors).sum(), 0, weights
    )(srcad.Tensor(image))
    off = relative(value.asnumpy(), expected.detach().numpy())
    wanted = [one.grad.numpy() for one in (given, *parameters)]
    # What normalisation takes away again has a gradient of 0.
    least = 1e-6 * max(np.abs(one).max() for one in wanted)
    errors = [
        relative(have.asnumpy(), want, least)
        for have, want in zip([by_image, *by_weights], wanted, strict=True)
    ]
    print(
        f"{name}: value {off:.1e}, {len(errors)} gradients at most {max(errors):.1e}"
        f"{' (training)' if pair.training else ''}",
        flush=True,
    )
    return max(off, *errors)


def _statistics(net: Any) -> list[Any]:
    """Moving means and variances, in torch's order."""
    names = ("moving_mean", "moving_variance")
    return [one for one in net.get_parameters() if one.name.endswith(names)]


def main(names: list[str]) -> int:
    """Compare the models of these names, or all."""
    with (
        srcad.alias_mindspore(),
        tempfile.TemporaryDirectory() as folder,
        in_double(Path(folder)),
    ):
        models = import_module(f"{PACKAGE}.models")
        errors = [
            compare(name, pair, models)
            for name, pair in PAIRS.items()
            if not names or name in names
        ]
    return int(max(errors) > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
