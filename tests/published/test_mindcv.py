"""Models of mindcv, as they are published, in small variants.

The gradient by the input and by every Parameter against differences along five random
directions, in float64. How to install mindcv is in docs/CONTRIBUTING.md; without it
these tests are skipped.
"""

import importlib
import importlib.util
from types import SimpleNamespace

import numpy as np
import pytest

import srcad
from srcad import nn

pytestmark = [
    pytest.mark.long,
    pytest.mark.usefixtures("as_printed"),
    pytest.mark.skipif(
        importlib.util.find_spec("mindcv") is None,
        reason="mindcv is not installed (CONTRIBUTING.md says how)",
    ),
]

VIT = {"image_size": 16, "patch_size": 8}
# Model: its module, its class, its settings, the side of the image.
MODELS = {
    "resnet": (
        *("resnet", "ResNet"),
        {"layers": [1, 1, 1, 1], "block": "BasicBlock"},
        32,
    ),
    "resnet of bottlenecks": (
        *("resnet", "ResNet"),
        {"layers": [1, 1, 1, 1], "block": "Bottleneck", "base_width": 8},
        32,
    ),
    "mobilenet v1": ("mobilenetv1", "MobileNetV1", {"alpha": 0.125}, 32),
    "mobilenet v2": ("mobilenetv2", "MobileNetV2", {"alpha": 0.125}, 32),
    "mobilenet v3": (
        *("mobilenetv3", "MobileNetV3"),
        {"arch": "small", "alpha": 0.25},
        32,
    ),
    "squeezenet": ("squeezenet", "SqueezeNet", {"drop_rate": 0.0}, 64),
    "densenet": (
        *("densenet", "DenseNet"),
        {"growth_rate": 4, "block_config": (2, 2, 2, 2), "num_init_features": 8},
        32,
    ),
    "vit": (
        *("vit", "VisionTransformer"),
        {**VIT, "embed_dim": 16, "depth": 2, "num_heads": 2},
        16,
    ),
    "vgg": ("vgg", "VGG", {"features": (4, "M", 8, 8, "M")}, 16),
}
STEPS = (1e-7, 1e-6, 1e-8, 1e-5)


@pytest.fixture(scope="module", autouse=True)
def alias():
    with srcad.alias_mindspore():
        yield


def built(name: str) -> nn.Cell:
    """The model, its Parameters drawn in float64, for prediction."""
    module_name, class_name, settings, _ = MODELS[name]
    module = importlib.import_module(f"mindcv.models.{module_name}")
    settings = {"num_classes": 3, **settings}
    if "block" in settings:
        settings["block"] = getattr(module, settings["block"])
    if name == "vgg":
        return narrow_vgg(module, settings["features"])
    return getattr(module, class_name)(**settings)


def narrow_vgg(module, features):
    """A VGG with its own `construct`; its constructor asks for 100 million weights."""

    class Narrow(module.VGG):
        def __init__(self):
            nn.Cell.__init__(self)
            self.features = module._make_layers(features, batch_norm=True)
            self.flatten = nn.Flatten()
            self.classifier = nn.SequentialCell([nn.Dense(8 * 4 * 4, 3)])

    return Narrow()


def fill(net: nn.Cell, random: np.random.Generator) -> None:
    """Numbers of our own, in float64, in the Parameters."""
    for parameter in net.get_parameters():
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


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_a_model(name, training, monkeypatch):
    if name == "vit":  # whose attention casts to single precision
        module = importlib.import_module("mindcv.models.vit")
        monkeypatch.setattr(module, "ms", SimpleNamespace(float32=srcad.float64))
    random = np.random.default_rng(0)
    net = built(name)
    fill(net, random)
    net.set_train(training)
    every = list(net.get_parameters())
    weights = net.trainable_params()
    assert len(weights) > 3
    side = MODELS[name][3]
    # Normalising few numbers is too steep for differences.
    batch = 16 if training else 2
    image = random.normal(size=(batch, 3, side, side))
    weighing = srcad.Tensor(random.normal(size=(batch, 3)))
    start = [parameter._array.copy() for parameter in every]

    def loss(x):
        return (net(x) * weighing).sum()

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
        # A long step crosses kinks, a short one leaves few digits.
        slopes = [(at(step) - at(-step)) / (2 * step) for step in STEPS]
        put(every, start)
        assert found in [pytest.approx(slope, rel=1e-6) for slope in slopes]
