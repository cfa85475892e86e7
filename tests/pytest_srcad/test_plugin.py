"""``pytest --srcad``, as its users run it."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import codegen

pytest_plugins = "pytester"

# Whether or not this checkout is installed, each plugin is loaded once.
PLUGINS = [
    *("-p", "no:srcad_golden", "-p", "codegen.testing"),
    *("-p", "no:srcad_targets", "-p", "pytest_srcad"),
    *("-p", "no:cacheprovider", "-p", "no:xdist"),
]
PYPROJECT = """
[tool.pytest.ini_options]
testpaths = ["tests"]

[[tool.srcad.targets]]
cell = "model.py::square"
inputs = { x = "float64[n]" }

[[tool.srcad.targets]]
name = "deep/wrong"
cell = "model.py::Wrong"
inputs = { x = "float64[n]" }
"""
MODEL = """
from srcad import nn


def square(x):
    return x * x


class Wrong(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (dout * x,)
"""


# A run inside of this process forgets what it has imported.
IMPORTED = ("srcad.compiler.driver", "srcad.gradcheck", "srcad.nn", "srcad.cli.app")
IMPORTED += ("codegen.formatting", "codegen.printing", "srcad.cli.verdicts")
for _name in IMPORTED:
    importlib.import_module(_name)


@pytest.fixture
def run(pytester, monkeypatch):
    for name in ("CI", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(codegen.__file__).parents[1]))
    pytester.path.joinpath("pyproject.toml").write_text(PYPROJECT)
    pytester.path.joinpath("model.py").write_text(MODEL)
    pytester.mkdir("tests").joinpath("test_own.py").write_text("def test(): pass\n")
    return lambda *words: pytester.runpytest_inprocess(*PLUGINS, *words)


def test_each_target_is_two_tests(run, pytester):
    result = run("--srcad", "--collect-only", "-q")
    result.stdout.fnmatch_lines(
        [
            "tests/test_own.py::test",
            "pyproject.toml::square::golden",
            "pyproject.toml::square::gradient",
            "pyproject.toml::deep/wrong::golden",
            "pyproject.toml::deep/wrong::gradient",
        ],
        consecutive=True,
    )


def test_without_the_option_there_are_none(run):
    run().assert_outcomes(passed=1)


def test_what_fails_says_what_srcad_says(run, pytester):
    result = run("--srcad", "-rf")
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines(
        [
            "*golden missing: golden/square.py*",
            "*+def forward(x):",
            "*`pytest --accept` writes the new text",
            "*failed  worst relative error * (`x`)",
            "error[[]SRC009]: the gradient check of deep/wrong fails",
            "*--> model.py:9:*",
        ]
    )
    assert "srcad/build.py" not in result.stdout.str()
    assert not (pytester.path / "golden").exists()


def test_accept_writes_the_golden_files(run, pytester):
    result = run("--srcad", "--accept", "-k", "golden")
    result.assert_outcomes(passed=2, deselected=3)
    result.stdout.fnmatch_lines(["golden/square.py", "golden/deep/wrong.py"])
    result = run("--srcad", "-k", "golden")
    result.assert_outcomes(passed=2, deselected=3)
    model = pytester.path / "model.py"
    model.write_text(MODEL.replace("return x * x\n", "return x * x * x\n", 1))
    result = run("--srcad", "-k", "square")
    result.assert_outcomes(passed=1, failed=1, deselected=3)
    result.stdout.fnmatch_lines(["golden differs: golden/square.py*", "*+*x * x * x*"])


def test_one_test_is_chosen_by_its_name(run):
    result = run("--srcad", "pyproject.toml::square::gradient")
    result.assert_outcomes(passed=1)


def test_from_the_folder_of_the_file(run):
    """Which is found once, though it is also in a folder that is collected."""
    result = run("--srcad", ".", "--collect-only", "-q")
    assert result.stdout.str().count("pyproject.toml::square::golden") == 1


def test_a_refusal_is_shown_with_its_place(run, pytester):
    model = pytester.path / "model.py"
    model.write_text(MODEL.replace("return x * x\n", "return open(x)\n", 1))
    result = run("--srcad", "-k", "square")
    result.assert_outcomes(failed=2, deselected=3)
    result.stdout.fnmatch_lines(["error[[]SRC*", "*--> model.py:6:*"])


def test_a_mistake_in_the_table_is_an_error(run, pytester):
    path = pytester.path / "pyproject.toml"
    path.write_text(PYPROJECT.replace("cell", "sell", 1))
    result = run("--srcad")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*unknown key `sell` in a target*"])


def test_a_surrogate_is_not_compared(run, pytester):
    path = pytester.path / "pyproject.toml"
    path.write_text(PYPROJECT + "surrogate = true\n")
    run("--srcad", "-k", "gradient").assert_outcomes(passed=2, deselected=3)


def test_the_plugin_imports_neither_srcad_nor_numpy():
    code = (
        "import pytest, pytest_srcad, sys; "
        "print([m for m in sys.modules if m.split('.')[0] in ('srcad', 'numpy')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_numpy_is_not_imported_to_collect(run, pytester):
    """So that what a test does first, or sets before NumPy is there, is first."""
    pytester.path.joinpath("tests", "test_own.py").write_text(
        "import sys\n\n\ndef test():\n    assert 'numpy' not in sys.modules\n"
    )
    result = pytester.runpytest_subprocess(*PLUGINS, "--srcad", "-k", "test")
    result.assert_outcomes(passed=1, deselected=4)
