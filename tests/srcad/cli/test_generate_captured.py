"""``generate`` for what captures arrays: the ``.npz`` beside the module."""

import json
import os
import re
import runpy
import subprocess
import sys

import numpy as np
import pytest

MODELS = """\
import numpy as np
from srcad import Tensor, nn, ops

data = np.arange(60.0).reshape(20, 3) / 60


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 4)
        self.mask = np.linspace(1.0, 2.0, 4).astype(np.float32)
        self.tables = {"a/b": Tensor(np.ones((4, 5), np.float32))}

    def construct(self, x):
        return ops.tanh(self.fc(x)) * self.mask @ self.tables["a/b"]


def quadratic(x):
    return ((data @ x) ** 2).sum()
"""

NET = ("models.py::Net", "--input", "x=float32[n, 3]")
QUADRATIC = ("models.py::quadratic", "--input", "x=float64[3]")


@pytest.fixture
def models(empty):
    empty.write("models.py", MODELS)
    return empty


def elsewhere(project, code):
    """What a process prints that has NumPy, but neither srcad nor the project."""
    script = f"import sys\nsys.modules['srcad'] = None  # as if there were none\n{code}"
    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        cwd=project.folder / "out",
        capture_output=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        check=False,
    )
    return done.stdout, done.stderr


LOADED = """
import importlib.util
spec = importlib.util.spec_from_file_location("net", "net_backward.py")
net = importlib.util.module_from_spec(spec)
spec.loader.exec_module(net)
import numpy as np
params = {"fc.weight": np.ones((4, 3), "f"), "fc.bias": np.zeros(4, "f")}
x = np.ones((2, 3), "f")
"""


def test_arrays_lie_beside_the_module(models):
    result = models.run("generate", *NET, "-o", "out")
    assert result.code == 0
    assert "wrote out/net_captured.npz" in result.err
    with np.load(models.folder / "out/net_captured.npz") as arrays:
        assert list(arrays) == ["self.mask", "self.tables['a/b']"]
        np.testing.assert_array_equal(
            arrays["self.mask"], np.linspace(1.0, 2.0, 4).astype(np.float32)
        )
        assert arrays["self.tables['a/b']"].shape == (4, 5)


def test_the_module_loads_them_once_without_srcad(models):
    models.run("generate", *NET, "-o", "out")
    code = """
opened = []
load = np.load
np.load = lambda file: (opened.append(file), load(file))[1]
for _ in range(3):
    out, ((dx,), _) = net.value_and_grad(x, params)
print(len(opened), out.shape, dx.shape, round(float(out[0, 0] / np.tanh(3.0)), 5))
given = {"self.mask": np.zeros(4, "f"), "self.tables['a/b']": np.ones((4, 6), "f")}
print(net.value_and_grad(x, params, given)[0].tolist() == [[0.0] * 6] * 2)
"""
    out, errors = elsewhere(models, LOADED + code)
    assert (out, errors) == ("1 (2, 5) (2, 3) 6.0\nTrue\n", "")


def test_without_the_file_the_argument_is_named(models):
    models.run("generate", *NET, "-o", "out")
    (models.folder / "out/net_captured.npz").unlink()
    code = """
try:
    net.value_and_grad(x, params)
except ValueError as error:
    print(error)
"""
    out, errors = elsewhere(models, LOADED + code)
    assert errors == ""
    assert out.startswith("captured is missing: ")
    assert out.rstrip("'\n").endswith("out/net_captured.npz")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"z": 1}, "z is unknown"),
        ({"self.mask": None}, "self.mask is missing"),
        ({"self.mask": np.ones(4)}, "self.mask is float64(4,); expected float32(4,)"),
        ({"self.mask": np.ones(3, "f")}, "self.mask is float32(3,); expected"),
        ({"self.mask": np.ones((1, 4), "f")}, "self.mask is float32(1, 4); expected"),
    ],
)
def test_what_does_not_fit_is_named(models, change, text):
    models.run("generate", *NET, "-o", "out")
    module = runpy.run_path(str(models.folder / "out/net_backward.py"))
    params = {"fc.weight": np.ones((4, 3), "f"), "fc.bias": np.zeros(4, "f")}
    captured = {**module["load_captured"](), **change}
    captured = {key: array for key, array in captured.items() if array is not None}
    with pytest.raises(ValueError, match=re.escape(text)):
        module["value_and_grad"](np.ones((2, 3), "f"), params, captured)


def test_sizes_are_shared_with_the_inputs(models):
    result = models.run("generate", "models.py::quadratic", "--input", "x=float64[k]")
    module = {}
    exec(result.out, module)
    assert module["SIGNATURE"]["captured"] == {"data": (np.float64, ("data0", "k"))}
    data = np.ones((5, 2))
    out, _ = module["value_and_grad"](np.ones(2), {"data": data})
    assert out == 20.0
    with pytest.raises(ValueError, match=r"data is float64\(5, 2\); expected"):
        module["value_and_grad"](np.ones(3), {"data": data})
    with pytest.raises(ValueError, match="captured is missing"):
        module["value_and_grad"](np.ones(2))


def test_the_same_arrays_are_the_same_bytes(models):
    models.run("generate", *NET, *QUADRATIC[:1], "-o", "out")
    models.run("generate", *QUADRATIC, "-o", "out")
    path = models.folder / "out/quadratic_captured.npz"
    before, changed = path.read_bytes(), path.stat().st_mtime_ns
    again = models.process("generate", *QUADRATIC, "-o", "out")
    assert "unchanged out/quadratic_captured.npz" in again.err
    assert path.stat().st_mtime_ns == changed
    models.process("generate", *QUADRATIC, "-o", "other")
    other = models.folder / "other/quadratic_captured.npz"
    assert other.read_bytes() == before


def test_arrays_are_written_as_they_are_now(models):
    models.run("generate", *QUADRATIC, "-o", "out")
    text = models.read("out/quadratic_backward.py")
    models.replace("models.py", "/ 60", "/ 30")
    result = models.process("generate", *QUADRATIC, "-o", "out")
    assert "cached" in result.err
    assert "unchanged out/quadratic_backward.py" in result.err
    assert "wrote out/quadratic_captured.npz" in result.err
    assert models.read("out/quadratic_backward.py") == text
    with np.load(models.folder / "out/quadratic_captured.npz") as arrays:
        np.testing.assert_array_equal(
            arrays["data"], np.arange(60.0).reshape(20, 3) / 30
        )


def test_arrays_of_an_older_module_go(models):
    models.run("generate", *QUADRATIC, "-o", "out")
    models.replace("models.py", "((data @ x) ** 2)", "(x * x)")
    result = models.process("generate", *QUADRATIC, "-o", "out")
    assert "removed out/quadratic_captured.npz" in result.err
    assert not (models.folder / "out/quadratic_captured.npz").exists()


def test_a_file_of_the_users_own_is_left_alone(models):
    models.write("out/quadratic_captured.npz", "mine")
    models.replace("models.py", "((data @ x) ** 2)", "(x * x)")
    models.run("generate", *QUADRATIC, "-o", "out")
    assert models.read("out/quadratic_captured.npz") == "mine"


def test_a_printed_module_has_to_be_given_them(models):
    before = models.files()
    result = models.run("generate", *QUADRATIC)
    assert "def value_and_grad(x, captured=None, dout=None):" in result.out
    assert "note: `captured` has to be given: data;" in result.err
    assert models.files() == before
    assert "captured" not in models.run("generate", *QUADRATIC, "-q").err


def test_as_json(models):
    def target(*arguments):
        result = models.run("generate", *arguments, "--output-format", "json")
        (found,) = json.loads(result.out)["targets"]
        return found

    found = target(*QUADRATIC, "-o", "out")
    assert found["captured"] == ["data"]
    assert found["captured_path"] == "out/quadratic_captured.npz"
    found = target(*QUADRATIC)
    assert (found["captured"], found["captured_path"]) == (["data"], None)


def test_a_module_that_captures_nothing_says_nothing_of_it(project):
    words = ("models/square.py::Cubic", "--input", "x=float32[n]")
    result = project.run("generate", *words)
    assert "captured" not in result.out + result.err
    project.run("generate", *words, "-o", "out")
    assert list(project.files()) == [
        "models/square.py",
        "out/cubic_backward.py",
        "pyproject.toml",
    ]


def test_a_golden_has_no_arrays(models):
    models.write(
        "pyproject.toml",
        """
        [[tool.srcad.targets]]
        cell = "models.py::quadratic"
        inputs = { x = "float64[k]" }
        """,
    )
    models.accept_all()
    assert "golden/quadratic.py" in models.files()
    assert not [name for name in models.files() if name.endswith(".npz")]
    assert models.run("check").code == 0
    models.replace("models.py", "/ 60", "/ 30")
    assert models.process("check").code == 0
    golden = runpy.run_path(str(models.folder / "golden/quadratic.py"))
    with pytest.raises(ValueError, match=r"captured is missing: .*quadratic_captured"):
        golden["value_and_grad"](np.ones(3))
    assert golden["value_and_grad"](np.ones(3), {"data": np.ones((2, 3))})[0] == 18.0


@pytest.mark.parametrize("target", [NET, QUADRATIC])
def test_gradients_are_checked_with_the_arrays_as_they_are(models, target):
    result = models.run("gradcheck", *target)
    assert result.code == 0
    assert "ok" in result.out


def test_of_the_second_order(models):
    result = models.run("generate", *QUADRATIC, "--order", "2", "-o", "out")
    assert result.code == 0
    module = runpy.run_path(str(models.folder / "out/quadratic_backward.py"))
    data = np.arange(60.0).reshape(20, 3) / 60
    out, (dx,) = module["value_and_grad"](np.ones(3))
    np.testing.assert_allclose(out, 2 * data.T @ data @ np.ones(3))
    np.testing.assert_allclose(dx, 2 * data.T @ data @ np.ones(3))


def test_a_file_of_somebody_else_is_not_replaced(models):
    models.write("out/quadratic_captured.npz", "mine")
    result = models.run("generate", *QUADRATIC, "-o", "out")
    assert result.code == 2
    assert "out/quadratic_captured.npz is loaded by no module" in result.err
    assert (models.folder / "out/quadratic_captured.npz").read_text() == "mine"


def test_a_file_that_the_module_does_not_load_is_not_removed(models):
    models.write("plain.py", "def plain(x):\n    return x * x\n")
    call = ("generate", "plain.py::plain", "--input", "x=float64[3]", "-o", "out")
    models.run(*call)
    models.write("out/plain_captured.npz", "mine")
    assert models.run(*call).code == 0
    assert (models.folder / "out/plain_captured.npz").read_text() == "mine"


def test_arrays_whose_module_was_not_written_are_replaced(models):
    """The arrays are written first: what is killed in between can be run again."""
    models.run("generate", *QUADRATIC, "-o", "out")
    (models.folder / "out/quadratic_backward.py").unlink()
    models.replace("models.py", "/ 60", "/ 30")
    result = models.process("generate", *QUADRATIC, "-o", "out")
    assert result.code == 0
    assert "wrote out/quadratic_captured.npz" in result.err
