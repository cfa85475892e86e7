"""``srcad gradcheck``."""

import json

import pytest

WRONG = """\
from srcad import nn


class Wrong(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (dout * 3 * x,)
"""

TARGET = """
[[tool.srcad.targets]]
cell = "models/wrong.py::Wrong"
inputs = { x = "float32[n]" }
"""


@pytest.fixture
def wrong(project):
    project.write("models/wrong.py", WRONG)
    project.write("pyproject.toml", project.read("pyproject.toml") + TARGET)
    return project


def test_the_same_numbers_in_each_run(project):
    """Also of weights that are drawn where the Cell is made."""
    project.replace(
        "models/square.py", "self.factor = factor", "self.fc = nn.Dense(3, 2)"
    )
    project.replace("models/square.py", "x * self.factor", "self.fc(x)")
    first, second = (project.process("gradcheck", "square", "-v") for _ in range(2))
    assert first.code == 0, first.err
    assert first.out == second.out


def test_right_gradients(project):
    before = project.files()
    result = project.run("gradcheck")
    assert result.code == 0
    assert [line.split()[:2] for line in result.out.splitlines()] == [
        ["square", "ok"],
        ["cubic", "ok"],
    ]
    assert "(`x`)" in result.out
    assert project.files() == before


def test_verbose_shows_each_argument(project):
    result = project.run("gradcheck", "-v", "square")
    assert "    x  " in result.out
    assert "checked)" in result.out
    assert "primal against the eager run" in result.out


def test_a_wrong_gradient(wrong):
    result = wrong.run("gradcheck")
    assert result.code == 1
    assert "wrong  failed  worst relative error 3.3e-01 (`x`)" in result.out
    assert "generated" in result.out
    assert "finite differences" in result.out
    assert "error[SRC009]: the gradient check of wrong fails" in result.out
    assert "--> models/wrong.py:4:1" in result.out
    assert "surrogate = true" in result.out
    assert wrong.run("gradcheck", "square").code == 0


def test_a_surrogate(wrong):
    wrong.write("pyproject.toml", wrong.read("pyproject.toml") + "surrogate = true\n")
    result = wrong.run("gradcheck", "wrong")
    assert result.code == 0
    assert "wrong  surrogate" in result.out


def test_options(wrong):
    assert wrong.run("gradcheck", "wrong", "--tolerance", "0.5").code == 0
    assert wrong.run("gradcheck", "cubic", "--seed", "3", "--samples", "2").code == 0


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("--seed", "-1", "-1 is not in the range x>=0"),
        ("--samples", "0", "0 is not in the range x>=1"),
        ("--tolerance", "-1", "-1.0 is not a positive number"),
        ("--tolerance", "0", "0.0 is not a positive number"),
        ("--tolerance", "nan", "nan is not a positive number"),
        ("--tolerance", "inf", "inf is not a positive number"),
    ],
)
def test_options_that_would_always_fail(project, option, value, allowed):
    result = project.run("gradcheck", "cubic", option, value)
    assert (result.code, result.out) == (2, "")
    assert f"Invalid value for '{option}': {allowed}" in result.err


def test_a_target_that_is_not_configured(wrong):
    words = ("models/wrong.py::Wrong", "--input", "x=float32[n, m]", "--size", "n=2")
    result = wrong.run("gradcheck", *words, "--output-format", "json")
    assert result.code == 1
    (report,) = json.loads(result.out)["targets"]
    (argument,) = report["arguments"]
    assert report["passed"] is False
    assert argument["name"] == "x"
    assert argument["relative_error"] == pytest.approx(1 / 3, rel=1e-3)
    assert set(argument["sizes"]) == {"n", "m"}


def test_formats(wrong):
    concise = wrong.run("gradcheck", "--output-format", "concise")
    assert concise.out.startswith("models/wrong.py:4:1: SRC009 the gradient check")
    github = wrong.run("gradcheck", "--output-format", "github")
    assert github.out.startswith("::error title=SRC009,file=models/wrong.py,line=4")


def test_what_does_not_compile(project):
    project.replace("models/square.py", "x * x * x", "undefined_name(x)")
    result = project.run("gradcheck")
    assert result.code == 1
    assert "square  ok" in result.out
    assert "error[SRC" in result.out


def test_prints_of_the_users_code_stay_off_stdout(project):
    project.replace(
        "models/square.py", "        return x * x * x", "        return hello(x)"
    )
    project.write(
        "models/square.py",
        project.read("models/square.py")
        + "\n\ndef hello(x):\n    print('hello')\n    return x * x * x\n",
    )
    result = project.run("gradcheck", "cubic")
    assert "hello" not in result.out


STRUCTURED = """\
from srcad import nn


class Step(nn.Cell):
    def construct(self, state, pair, k, *, shift, last=0):
        return (state["h"] * k - state["c"] * pair[1] + shift) * pair[0].sum()
"""
OF_STRUCTURED = """
[[tool.srcad.targets]]
cell = "models/step.py::Step"

[tool.srcad.targets.inputs]
state = { h = "float64[n]", c = "float64[n]" }
pair = ["float64[n]", "float64[n]"]
k = "float64[]"
shift = "float64[]"
"""


def test_the_own_code_is_run_with_structures_too(project):
    project.write("models/step.py", STRUCTURED)
    project.write("pyproject.toml", project.read("pyproject.toml") + OF_STRUCTURED)
    result = project.run("gradcheck", "-v", "step")
    assert result.code == 0, result.out
    assert "primal against the eager run" in result.out
    assert "could not be run" not in result.out


def test_own_code_that_cannot_be_run_is_told(project, monkeypatch):
    def no_eager_mode(_):
        raise ValueError("no eager mode")

    monkeypatch.setattr("srcad.gradcheck.check.as_arrays", no_eager_mode)
    result = project.run("gradcheck", "square")
    assert result.code == 0, result.out
    assert result.out.count("note: the user's own code could not be run") == 1
    words = "gradcheck", "square", "--output-format", "json"
    listed = json.loads(project.run(*words).out)
    assert "no eager mode" in listed["targets"][0]["notes"][0]
