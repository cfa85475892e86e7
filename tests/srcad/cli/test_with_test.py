"""``generate --with-test``: a test beside the module that needs NumPy alone."""

import ast
import subprocess
import sys

import pytest

from tests.portable import unportable

MODELS = """\
import numpy as np

from srcad import Parameter, Tensor, nn, ops

OUTSIDE = np.arange(40.0).reshape(20, 2) / 40


class Dense(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.ones((4, 2), np.float32)), "weight")

    def construct(self, x, target):
        logits = ops.relu(x @ self.weight)
        return ops.cross_entropy(logits, target), {"logits": logits, "n": target.sum()}


class Noisy(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.5)
        self.norm = nn.BatchNorm1d(3)
        self.set_train()

    def construct(self, x):
        return self.norm(self.drop(x))


def captured(x):
    return (np.log(x) * OUTSIDE).sum(axis=1)


def number(x, k):
    return x ** k


def spectrum(z, x):
    return np.sum(np.abs(np.fft.fft(z) * x) ** 3) + np.sum(z.real)


def gates(w, x, c):
    n = c.shape[0]
    z = x @ w
    return np.sum(z[:n] * c + z[n : 2 * n] * z[2 * n : 3 * n] * np.tanh(z[3 * n :]))


class Wrong(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (dout * x,)
"""
CASES = {
    "Dense": ("x=float32[batch, 4]", "target=int32[batch]"),
    "Noisy": ("x=float32[n, 3]",),
    "captured": ("x=float64[20, 2]",),
    "number": ("x=float64[n]", "k=int"),
    "spectrum": ("z=complex128[n]", "x=float64[n]"),
    "gates": ("w=float64[d, 4 * n]", "x=float64[d]", "c=float64[n]"),
}


@pytest.fixture
def models(project):
    project.write("models.py", MODELS)
    return project


def generate(project, name, *inputs):
    words = [word for one in inputs for word in ("--input", one)]
    return project.run(
        "generate", f"models.py::{name}", *words, "-o", "out", "--with-test"
    )


def run(project, name):
    """Run the test as a program that has NumPy, and no srcad."""
    code = (
        "import runpy, sys; sys.modules['srcad'] = sys.modules['pytest'] = None; "
        f"runpy.run_path({name!r}, run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", code],
        cwd=project.folder / "out",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", CASES)
def test_it_passes(models, name):
    result = generate(models, name, *CASES[name])
    assert result.code == 0, result.err
    word = name.lower()
    assert f"wrote out/test_{word}_backward.py" in result.err
    done = run(models, f"test_{word}_backward.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "test_shapes passed",
        "test_dot_product passed",
        "test_differences passed",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return (dx,)", "return (dx * 1.01,)", "the dot product: "),
        ("return (dx,)", "return (dx[:1],)", "('inputs', 'x'): (1,)"),
        ("return (dx,)", "return (dx * np.nan,)", "('inputs', 'x') is not finite"),
    ],
)
def test_it_fails_where_the_backward_half_is_wrong(project, old, new, said):
    project.run("generate", "cubic", "-o", "out", "--with-test")
    project.replace("out/cubic_backward.py", old, new)
    done = run(project, "test_cubic_backward.py")
    assert done.returncode == 1
    assert said in done.stderr


def test_each_element_is_compared_for_itself(project):
    """A mistake that a sum would hide."""
    project.run("generate", "cubic", "-o", "out", "--with-test")
    path = "out/cubic_backward.py"
    project.replace(path, "return (dx,)", "return (dx[::-1],)")
    done = run(project, "test_cubic_backward.py")
    assert done.returncode == 1


def test_pytest_collects_it(project):
    project.run("generate", "cubic", "-o", "out", "--with-test")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "out"]
    done = subprocess.run(
        command, cwd=project.folder, capture_output=True, text=True, check=False
    )
    assert "3 passed" in done.stdout


def test_a_surrogate_is_not_compared(models):
    text = models.read("pyproject.toml")
    target = '\n[[tool.srcad.targets]]\ncell = "models.py::Wrong"\n'
    target += 'inputs = { x = "float64[n]" }\n'
    models.write("pyproject.toml", text + target)
    models.run("generate", "wrong", "-o", "out", "--with-test")
    assert run(models, "test_wrong_backward.py").returncode == 1
    models.write("pyproject.toml", text + target + "surrogate = true\n")
    models.run("generate", "wrong", "-o", "out", "--with-test")
    assert run(models, "test_wrong_backward.py").returncode == 0


@pytest.mark.rest
def test_sizes_and_ranges_of_the_target(project):
    project.replace(
        "pyproject.toml",
        'inputs = { x = "float32[n]" }',
        'inputs = { x = "float32[n]" }\nsizes = { n = 7 }\nranges = { x = [2, 3] }',
    )
    project.run("generate", "cubic", "-o", "out", "--with-test")
    text = project.read("out/test_cubic_backward.py")
    assert 'SIZES = {"n": 7}\n' in text
    assert 'RANGES = {"x": (2, 3)}\n' in text
    assert 'WRT = ["x"]\n' in text
    assert run(project, "test_cubic_backward.py").returncode == 0


def test_it_runs_where_modules_run(project):
    """On the oldest Python and NumPy: by its syntax, and by the names that it uses."""
    project.run("generate", "cubic", "-o", "out", "--with-test")
    text = project.read("out/test_cubic_backward.py")
    ast.parse(text, feature_version=(3, 9))
    assert not unportable(text)
    assert max(map(len, text.split("\n"))) <= 88


def test_the_same_is_not_written_twice(project):
    words = ("generate", "cubic", "-o", "out", "--with-test")
    project.run(*words)
    assert "unchanged out/test_cubic_backward.py" in project.run(*words).err


def test_it_is_written_beside_a_module(project):
    result = project.run("generate", "cubic", "--with-test")
    assert result.code == 2
    assert "-o DIR" in result.err


def test_objects_of_python_cannot_be_made(models):
    models.write(
        "models.py",
        MODELS + "\n\nclass Live(nn.Cell):\n"
        "    def __init__(self):\n        super().__init__()\n"
        "        self.inner = nn.Tanh()\n\n"
        "    def construct(self, x):\n        return x * x\n\n"
        "    def bprop(self, x, out, dout):\n"
        "        return (self.inner(dout),)\n",
    )
    result = generate(models, "Live", "x=float32[n]")
    assert result.code == 2
    assert "is given objects of Python" in result.err
    assert not (models.folder / "out").exists()
