"""``generate --check-nan``: the module raises at the first NaN or infinity."""

import ast
import re

import numpy as np
import pytest

from codegen.loading import load

MODEL = """\
import numpy as np


def f(x):
    y = np.sqrt(x)
    for _ in range(2):
        y = y * x
    return y.sum()
"""


def module_of(project, *words):
    result = project.run("generate", *words, "--check-nan", "--no-cache")
    assert result.code == 0, result.err
    return load(result.out, "checked"), result.out


def test_it_says_the_source_line(project):
    project.write("models.py", MODEL)
    words = ("models.py::f", "--input", "x=float64[n]")
    module, text = module_of(project, *words)
    plain = load(project.run("generate", *words).out, "plain")
    x = np.array([4.0, 9.0])
    ours, theirs = module.value_and_grad(x), plain.value_and_grad(x)
    assert ours[0] == theirs[0]
    assert np.array_equal(ours[1][0], theirs[1][0])
    with np.errstate(all="ignore"):
        with pytest.raises(
            FloatingPointError, match=r"^models\.py:5, forward: y\[1\] is nan, 1 of 2$"
        ):
            module.value_and_grad(np.array([4.0, -1.0]))
        with pytest.raises(
            FloatingPointError, match=r"^models\.py:5, backward: dx\[0\] is "
        ):
            module.value_and_grad(np.array([0.0, 4.0]))
    ast.parse(text, feature_version=(3, 9))


def test_names_of_the_user_s_are_not_taken(project):
    project.write("models.py", re.sub(r"\by\b", "check_finite", MODEL))
    module, _ = module_of(project, "models.py::f", "--input", "x=float64[n]")
    with (
        np.errstate(all="ignore"),
        pytest.raises(FloatingPointError, match=r"models\.py:5"),
    ):
        module.value_and_grad(np.array([-1.0]))


def test_the_golden_file_and_the_store_have_none(project):
    project.accept_all()
    project.run("generate", "cubic", "-o", "out", "--check-nan")
    assert "check_finite" in project.read("out/cubic_backward.py")
    assert project.run("check").code == 0
    assert "check_finite" not in project.run("generate", "cubic").out


def test_numba_s_values_are_not_looked_at(project):
    result = project.run("generate", "cubic", "--engine", "numba", "--check-nan")
    assert result.code == 2
    assert "--engine numpy" in result.err


HANDLED = """\
import numpy as np


def f(x):
    try:
        y = {value}
        z = y * (1.0 / float(x[1]))
    except {kind}:
        z = 2 * x[0]
    return z * x[0]
"""


@pytest.mark.parametrize(
    "kind", ["Exception", "(FloatingPointError, ZeroDivisionError)"]
)
@pytest.mark.parametrize("value", ["np.log(x[0])", "math.sqrt(2) * np.log(x[0])"])
def test_a_handler_of_the_program_does_not_hide_it(project, kind, value):
    project.write("models.py", "import math\n" + HANDLED.format(kind=kind, value=value))
    words = ("models.py::f", "--input", "x=float64[2]")
    module, text = module_of(project, *words)
    with (
        np.errstate(all="ignore"),
        pytest.raises(
            FloatingPointError, match=r"^models\.py:7, forward: (y|out_log) is -inf$"
        ),
    ):
        module.value_and_grad(np.array([0.0, 1.0]))
    plain = load(project.run("generate", *words).out, "plain")
    for x in ([2.0, 3.0], [2.0, 0.0]):
        ours, theirs = (one.value_and_grad(np.array(x)) for one in (module, plain))
        assert ours[0] == theirs[0]
        assert np.array_equal(ours[1][0], theirs[1][0])
    ast.parse(text, feature_version=(3, 9))
