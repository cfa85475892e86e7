"""Models of mindcv, as they are published, in small variants.

The gradient by the input and by every Parameter against differences along five random
directions, in float64. How to install mindcv is in CONTRIBUTING.md; without it these
tests are skipped.
"""

import importlib
import importlib.util
import pkgutil

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn
from tests.published.checking import PACKAGE, check_gradient, fill, in_double
from tests.published.families import FAMILIES, TRAINED, Family

pytestmark = [
    pytest.mark.long,
    pytest.mark.usefixtures("as_printed"),
    pytest.mark.skipif(
        importlib.util.find_spec("mindcv") is None,
        reason="mindcv is not installed (CONTRIBUTING.md says how)",
    ),
]


@pytest.fixture(scope="module", autouse=True)
def alias(tmp_path_factory):
    with srcad.alias_mindspore(), in_double(tmp_path_factory.mktemp("published")):
        yield


def check_model(net: nn.Cell, side: int, training: bool = False) -> None:
    """The sum of what a model gives, each number with a weight of its own."""
    random = np.random.default_rng(0)
    fill(net, random)
    net.set_train(training)
    # Normalising few numbers is too steep for differences.
    batch = 16 if training else 2
    image = random.normal(size=(batch, 3, side, side))
    weighing = Tensor(random.normal(size=(batch, 3)))
    check_gradient(net, lambda x: (net(x) * weighing).sum(), image, random)


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("family", TRAINED.values(), ids=TRAINED)
def test_a_model(family, training):
    check_model(family.built(), family.side, training)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_a_model_that_predicts(family):
    check_model(family.built(), family.side)


@pytest.mark.parametrize("training", [False, True])
def test_vgg(training):
    """With its own `construct`; its constructor asks for 100 million weights."""
    module = importlib.import_module(f"{PACKAGE}.models.vgg")

    class Narrow(module.VGG):
        def __init__(self):
            nn.Cell.__init__(self)
            self.features = module._make_layers((4, "M", 8, 8, "M"), batch_norm=True)
            self.flatten = nn.Flatten()
            self.classifier = nn.SequentialCell([nn.Dense(8 * 4 * 4, 3)])

    check_model(Narrow(), 16, training)


def test_mae():
    """What is trained before: it gives the loss of an image of which parts are hidden."""
    settings = {
        "image_size": 16,
        "patch_size": 4,
        "embed_dim": 8,
        "depth": 1,
        "num_heads": 2,
        "decoder_embed_dim": 8,
        "decoder_depth": 1,
        "decoder_num_heads": 2,
    }
    net = Family("mae", "MAEForPretrain", settings).built()
    random = np.random.default_rng(0)
    fill(net, random)
    net.set_train(False)
    hidden = Tensor(random.permuted(np.tile(np.arange(16) < 12, (2, 1)), axis=1) * 1.0)
    image = random.normal(size=(2, 3, 16, 16))
    check_gradient(net, lambda x: net(x, hidden), image, random)


def test_each_family_is_tried():
    """Each module of mindcv that registers a model."""
    models = importlib.import_module(f"{PACKAGE}.models")
    importlib.import_module(f"{PACKAGE}.models.registry")
    tried = {family.module for family in (*TRAINED.values(), *FAMILIES.values())}
    found = {
        module.name
        for module in pkgutil.iter_modules(models.__path__)
        if models.list_models(module=module.name)
    }
    assert len(found) > 50
    assert found == tried | {"vgg", "mae"}
