"""Ahead of time: models that import MindSpore, and what their modules import."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODEL = """\
import mindspore
import mindspore.nn as nn
import mindspore.ops.functional as F
from mindspore import Tensor, ops
from mindspore.common import dtype as mstype
from mindspore.nn.layer.activation import get_activation
from mindspore.ops import operations as P
from mindspore.train import Converter

class Step(nn.Cell):
    def __init__(self):
        super().__init__()
        self.sigmoid = P.Sigmoid()

    def construct(self, x):
        return (x > 0).astype(mindspore.float32)

    def bprop(self, x, out, dout):
        s = F.sigmoid(x * 5.0) + P.ZerosLike()(x)
        slope = ((1 - s) * s).astype(mstype.float32)
        return (dout * slope * get_activation("relu")(mindspore.ops.ones_like(x)),)

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.step = Step()

    def construct(self, x):
        return self.step(x) * x

def train():
    return Converter(Net())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text(MODEL)
    return tmp_path


def execute(folder: Path, *words: str, **environment: str):
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | {"SRCAD_CACHE_DIR": str(folder / "cache")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def generated(folder: Path, **environment: str):
    words = ("generate", "model.py::Net", "--input", "x=float32[n]", "-o", ".")
    return execute(folder, "-m", "srcad", *words, **environment)


@pytest.mark.rest
def test_a_model_that_imports_mindspore_and_what_its_module_imports(folder):
    result = generated(folder)
    assert result.returncode == 0, result.stderr
    text = (folder / "net_backward.py").read_text()
    imports = [
        line for line in text.splitlines() if line.startswith(("import", "from"))
    ]
    assert imports == [
        "import numpy as np",
        "from srcad import Tensor",
        "from srcad import ops as P",
        "from srcad.common import dtype as mstype",
        "from srcad.nn import get_activation",
        "import srcad as mindspore",
        "import srcad.ops as F",
    ]
    # The method itself is not touched.
    method = MODEL[MODEL.index("    def bprop") : MODEL.index("class Net")].rstrip()
    assert method in text


@pytest.mark.rest
def test_the_module_runs_without_mindspore(folder):
    generated(folder)
    (folder / "use.py").write_text(
        "import numpy as np\n"
        "from net_backward import value_and_grad\n"
        "out, (dx,) = value_and_grad(np.array([0.5, -0.2], np.float32))\n"
        "print(*out.tolist(), *dx.round(4).tolist())\n"
    )
    result = execute(folder, "use.py")
    # step(x) + x s (1 - s), s = sigmoid(5 x)
    expected = [0.5, 0.0, 1.0351, -0.0393]
    assert list(map(float, result.stdout.split())) == pytest.approx(expected)
    assert result.stderr == ""


def test_an_installed_mindspore_is_left_alone(folder):
    package = folder / "site" / "mindspore"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('the real one')\n")
    result = generated(folder, PYTHONPATH=str(folder / "site"))
    assert result.returncode == 1
    assert "ImportError: the real one" in result.stderr
