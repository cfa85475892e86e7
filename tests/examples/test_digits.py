"""The documented commands generate a gradient that learns to read digits."""

import ast
import shlex
import shutil
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import srcad

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "digits"


def documented_command() -> list[str]:
    """Return the arguments of `srcad` in the docstring of train.py, without `-o`."""
    docstring = ast.get_docstring(ast.parse((EXAMPLE / "train.py").read_text()))
    assert docstring is not None
    (command,) = (
        paragraph
        for paragraph in docstring.split("\n\n")
        if paragraph.lstrip().startswith("srcad generate")
    )
    srcad_, *arguments, option, folder = shlex.split(command.replace("\\\n", " "))
    assert (srcad_, option, folder) == ("srcad", "-o", "examples/digits/generated")
    return arguments


@pytest.fixture(scope="module")
def example(run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the example, with its gradient module generated."""
    folder = tmp_path_factory.mktemp("examples") / "digits"
    shutil.copytree(
        EXAMPLE, folder, ignore=shutil.ignore_patterns("generated", "*.png", "__py*")
    )
    result = run("-m", "srcad", *documented_command(), "-o", folder / "generated")
    assert result.returncode == 0, result.stderr
    return folder


@pytest.mark.long
def test_training_reads_the_held_out_digits(run, example: Path) -> None:
    result = run(example / "train.py")
    assert result.returncode == 0, result.stdout + result.stderr
    last_line = result.stdout.splitlines()[-1]
    assert last_line.startswith("Accuracy on 360 held-out digits: ")
    assert float(last_line.split()[-1].removesuffix("%")) >= 95
    assert (example / "loss.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_training_fails_where_nothing_was_learned(run, example: Path) -> None:
    result = run(example / "train.py", "--epochs", 0)
    assert result.returncode == 1
    assert "Accuracy on 360 held-out digits" in result.stdout.splitlines()[-1]
    assert "less than 95%" in result.stderr


@pytest.mark.long
def test_training_without_a_module_says_how_to_generate_it(run, tmp_path: Path) -> None:
    for name in ("model.py", "train.py"):
        shutil.copy(EXAMPLE / name, tmp_path)
    result = run(tmp_path / "train.py")
    assert result.returncode == 1
    assert "srcad generate examples/digits/model.py::Classifier" in result.stderr


def test_the_generated_module_is_the_golden_file(example: Path) -> None:
    generated = example / "generated" / "classifier_backward.py"
    golden = ROOT / "golden" / "digits_classifier.py"
    assert generated.read_bytes() == golden.read_bytes()


def test_the_loss_is_cross_entropy(model: ModuleType) -> None:
    rng = np.random.default_rng(0)
    x = rng.random((5, 64), np.float32)
    target = np.array([0, 3, 9, 9, 1], np.int32)
    network = model.Classifier(hidden=7)
    shapes = {p.name: p.shape for p in network.trainable_params()}
    assert shapes == {
        "fc1.weight": (7, 64),
        "fc1.bias": (7,),
        "fc2.weight": (10, 7),
        "fc2.bias": (10,),
    }

    scores = network.logits(srcad.Tensor(x)).asnumpy().astype(np.float64)
    probabilities = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    expected = -np.log(probabilities[np.arange(5), target]).mean()
    loss = network(srcad.Tensor(x), srcad.Tensor(target)).asnumpy()
    assert loss.shape == ()
    np.testing.assert_allclose(loss, expected, rtol=1e-5)
