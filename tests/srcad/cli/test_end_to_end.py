"""What would not hold if any part of the way from source to golden were faked."""

import shutil
import subprocess
import sys

import numpy as np
import pytest

MODEL = """\
from srcad import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 4)

    def construct(self, x):
        return ops.sin(self.fc(x))
"""

PYPROJECT = """\
[[tool.srcad.targets]]
cell = "model.py::Net"
inputs = { x = "float32[n, 3]" }
"""


@pytest.fixture
def net(empty):
    empty.write("pyproject.toml", PYPROJECT)
    empty.write("model.py", MODEL)
    return empty


def test_the_module_runs_where_srcad_cannot_be_imported(net):
    assert net.run("generate", "net", "-o", "out").code == 0
    net.write(
        "use.py",
        """
import sys

sys.modules["srcad"] = sys.modules["codegen"] = None
sys.path.insert(0, "out")
import numpy as np
from net_backward import backward, forward, value_and_grad

rng = np.random.default_rng(0)
x = rng.normal(size=(5, 3)).astype(np.float32)
params = {
    "fc.weight": rng.normal(size=(4, 3)).astype(np.float32),
    "fc.bias": rng.normal(size=4).astype(np.float32),
}
out, ((dx,), dparams) = value_and_grad(x, params)
cosine = np.cos(x @ params["fc.weight"].T + params["fc.bias"])
np.testing.assert_allclose(dx, cosine @ params["fc.weight"], rtol=1e-4, atol=1e-5)
np.testing.assert_allclose(dparams["fc.weight"], cosine.T @ x, rtol=1e-4, atol=1e-5)
np.testing.assert_allclose(dparams["fc.bias"], cosine.sum(axis=0), rtol=1e-4, atol=1e-5)
primal, residuals = forward(x, params)
(dx_again,), _ = backward(residuals, np.ones_like(primal))
np.testing.assert_array_equal(dx_again, dx)
for wrong in (x.astype(np.float64), x[0], x[:, :2]):
    try:
        value_and_grad(wrong, params)
    except (TypeError, ValueError) as error:
        assert "x " in str(error)
    else:
        raise AssertionError(wrong.shape)
print("fine")
""",
    )
    done = subprocess.run(
        [sys.executable, "use.py"],
        cwd=net.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "fine\n", done.stderr


def test_the_same_bytes_from_any_folder_and_hash_seed(net, tmp_path):
    copy = tmp_path / "elsewhere" / "copied"
    shutil.copytree(net.folder, copy)
    texts = set()
    for number, folder in enumerate((net.folder, copy, copy)):
        words = ["-C", str(folder), "generate", "net", "--no-cache"]
        texts.add(net.python(*words, PYTHONHASHSEED=str(number)).out)
    assert len(texts) == 1
    assert str(tmp_path) not in texts.pop()


def test_files_that_differ_in_comments_only(empty):
    """Their code objects are equal; what is copied from them is not."""
    for name in ("one", "two"):
        empty.write(
            f"{name}/model.py",
            "from srcad import nn\n\n\nclass Net(nn.Cell):\n"
            "    def construct(self, x):\n        return x * x\n\n"
            "    def bprop(self, x, out, dout):\n"
            f"        # this is {name}\n        return (dout * 2 * x,)\n",
        )
    empty.write(
        "pyproject.toml",
        "".join(
            f'[[tool.srcad.targets]]\nname = "{name}"\n'
            f'cell = "{name}/model.py::Net"\ninputs = {{ x = "float32[n]" }}\n'
            for name in ("one", "two")
        ),
    )
    assert empty.run("generate", "-o", "out").code == 0
    for name in ("one", "two"):
        assert f"# this is {name}\n" in empty.read(f"out/{name}_backward.py")


def test_a_damaged_cache_is_rebuilt(net, tmp_path):
    first = net.process("generate", "net")
    (module,) = (tmp_path / "cache").rglob("*.py")
    text = module.read_text()
    for damaged in (text[: len(text) // 2], text.replace("return", "return 1,"), ""):
        module.write_text(damaged)
        again = net.process("generate", "net")
        assert "compiled" in again.err
        assert again.out == first.out
        assert module.read_text() == text
        assert "cached" in net.process("generate", "net").err


@pytest.mark.rest
def test_a_second_process_imports_what_the_first_compiled(net):
    """By the store's own counters, which all processes share."""
    net.write(
        "use.py",
        """
import numpy as np
import srcad
from codegen.store import Store
from model import Net

net = Net()
for size in (5, 1, 7):
    dx = srcad.grad(net)(np.ones((size, 3), np.float32))
    assert dx.shape == (size, 3)
counted = Store().statistics()
print(counted.hits, counted.misses, counted.rebuilt, counted.written)
""",
    )

    def use():
        done = subprocess.run(
            [sys.executable, "use.py"],
            cwd=net.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [int(word) for word in done.stdout.split()]

    hits, misses, rebuilt, written = use()
    assert (hits, rebuilt) == (0, 0)
    assert misses == written > 0
    # Each module that was written is imported now, and none is compiled.
    assert use() == [written, misses, 0, written]
    net.replace("model.py", "ops.sin", "ops.cos")
    again = use()
    assert again[3] == 2 * written


def test_goldens_are_what_generate_writes_and_what_runs(net):
    net.accept_all()
    golden = net.read("golden/net.py")
    assert golden == net.run("generate", "net", "--no-cache").out
    space = {}
    exec(golden, space)
    x = np.ones((2, 3), np.float32)
    params = {
        "fc.weight": np.zeros((4, 3), np.float32),
        "fc.bias": np.zeros(4, np.float32),
    }
    out, _ = space["value_and_grad"](x, params)
    np.testing.assert_array_equal(out, np.zeros((2, 4)))
