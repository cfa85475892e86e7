"""``--memory`` and the key ``memory``: residuals of so many percent."""

import numpy as np
import pytest

PROGRAM = """
import numpy as np
from srcad import nn, ops


def energy(x):
    h = np.exp(np.sin(x))
    return np.sum(np.tanh(h) * np.sqrt(h))


class Own(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (2 * x * dout,)
"""
ENERGY = ("models.py::energy", "--input", "x=float64[n]")
TARGET = """
[tool.srcad]

[[tool.srcad.targets]]
cell = "models.py::energy"
inputs = {{ x = "float64[n]" }}
{}
"""


@pytest.fixture
def models(empty):
    empty.write("models.py", PROGRAM)
    return empty


def residuals(text):
    doc = " ".join(text.split('"""')[1].split())
    return doc[doc.index("Residuals") :] if "Residuals" in doc else ""


def test_the_docstring_has_the_bytes_for_the_sizes(models):
    usual = models.run("generate", *ENERGY).out
    assert residuals(usual) == ""
    told = "Residuals: {} bytes besides the arguments, for n={}; without ``memory='50%'"
    half = models.run("generate", *ENERGY, "--memory", "50%")
    assert half.code == 0
    assert residuals(half.out) == f"{told.format(256, 32)}`` 768."
    half = models.run("generate", *ENERGY, "--memory", "50%", "--size", "n=1000")
    assert residuals(half.out) == f"{told.format('8,000', 1000)}`` 24,000."
    assert models.run("generate", *ENERGY, "--memory", "100%").out == usual


def test_gradcheck_takes_it(models):
    result = models.run("gradcheck", *ENERGY, "--memory", "0%")
    assert result.code == 0, result.err


def test_a_check_for_nan_looks_before_what_it_looks_at_is_deleted(models):
    asked = (*ENERGY, "--memory", "0%")
    assert " del " in models.run("generate", *asked).out
    text = models.run("generate", *asked, "--check-nan").out
    module = {}
    exec(text, module)
    module["value_and_grad"](np.linspace(0.0, 1.0, 5))
    with pytest.raises(FloatingPointError, match=r"forward: h\[1\] is nan"):
        module["value_and_grad"](np.array([0.0, np.inf]))


def test_show_measures_what_the_docstring_tells(models):
    asked = (*ENERGY, "--memory", "50%", "--size", "n=10")
    shown = models.run("show", *asked, "--residuals").out
    # The argument is listed as well.
    assert "160 bytes for n=10" in shown
    assert "80 bytes besides" in residuals(models.run("generate", *asked).out)


@pytest.mark.parametrize("word", ["50", "half", "120%", "%"])
def test_another_word_is_a_mistake(models, word):
    result = models.run("generate", *ENERGY, "--memory", word)
    assert result.code == 2
    assert "must be a percentage such as" in result.err


def test_numba_keeps_nothing(models):
    result = models.run("generate", *ENERGY, "--memory", "50%", "--engine", "numba")
    assert result.code == 1
    assert "error[SRC026]: by Numba, energy keeps nothing between" in result.err


def test_a_bprop_is_not_changed(models):
    asked = "models.py::Own", "--input", "x=float32[n]", "--memory", "50%"
    result = models.run("generate", *asked)
    assert result.code == 1
    assert "error[SRC026]: Own.construct keeps what its `bprop` reads" in result.err


def test_a_target_has_it(models):
    models.write("pyproject.toml", TARGET.format('memory = "50%"'))
    models.run("check")
    assert models.run("accept", "--all").code == 0
    assert "memory='50%'" in models.read("golden/energy.py")
    assert models.run("check").code == 0
    # The sizes are part of what is asked for, and so is the limit itself.
    for line in ('memory = "25%"', 'memory = "50%"\nsizes = { n = 1000 }', ""):
        models.write("pyproject.toml", TARGET.format(line))
        assert models.run("check").code == 1
    models.write("pyproject.toml", TARGET.format('memory = "25%"'))
    assert "memory 50 -> 25" in models.run("diff").out


def test_a_key_of_another_form_is_a_mistake(models):
    models.write("pyproject.toml", TARGET.format("memory = 50"))
    result = models.run("check")
    assert result.code == 2
    assert '`memory` must be a percentage such as "50%", not 50' in result.err
