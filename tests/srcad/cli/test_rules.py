import cmath
import json
import math
import subprocess
import sys

import pytest

from srcad.cli import main
from srcad.compiler.differentiate.listing import rule_named, rules
from srcad.compiler.evaluate.dispatch import HANDLERS
from srcad.compiler.evaluate.operations.direct import by_identity
from srcad.compiler.ir.primitives import PRIMITIVES
from tests.sampling import sampled


@pytest.fixture
def run(capsys):
    def run(*words):
        code = main(["rules", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_all_are_listed(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    lines = [line.split(maxsplit=1) for line in out.splitlines()]
    listed = dict(lines)
    assert len(listed) == len(lines)
    assert set(PRIMITIVES) <= set(listed)
    assert listed["tanh"] == PRIMITIVES["tanh"].derivative[0]
    assert listed["multiply"] == "y, x"
    assert listed["sign"] == "no derivative, on purpose"
    assert listed["np.median"] == "read from its definition"
    assert listed["cumsum"] == "a bprop"
    assert "np.cumsum" not in listed


@pytest.mark.parametrize("word", ["tanh", "np.tanh", "numpy.tanh"])
def test_partial_derivatives(run, word):
    code, out, err = run(word)
    assert (code, err) == (0, "")
    assert out == "tanh: partial derivatives\n\ndx = dout * (1 - out * out)\n"


def test_functions_of_scipy_are_listed_and_found(run):
    _, out, _ = run()
    listed = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert listed["special.psi"] == "special.zeta(2, x)"
    assert listed["scipy.special.expm1"] == "read from its definition"
    assert listed["scipy.optimize.brentq"] == "read from its definition"
    assert listed["np.emath.sqrt"] == "read from its definition"
    assert run("np.emath.sqrt")[1].startswith("np.emath.sqrt: read from its definition")
    code, out, _ = run("scipy.special.psi")
    assert code == 0
    assert out.endswith("dx = dout * (special.zeta(2, x))\n")
    assert run("scipy.linalg.expm")[1].startswith("linalg.expm: a bprop\n")
    assert listed["scipy.stats.norm.logpdf"] == "read from its definition"
    assert "def logsumexp(a, axis=None" in run("scipy.special.logsumexp")[1]


def test_functions_of_python_are_found(run):
    assert run("math.erf")[1].startswith("math.erf: a bprop\n\ndef erf_bprop(x, out,")
    assert run("math.tan")[1] == run("np.tan")[1]
    assert run("math.log")[1] == run("np.log")[1]
    assert run("math.ulp")[1] == "math.ulp: no derivative, on purpose\n"
    assert "def modf(x):" in run("math.modf")[1]
    assert "dx = dout * (0.5 / out)" in run("cmath.sqrt")[1]
    assert "math.atan2(np.imag(z), np.real(z))" in run("cmath.phase")[1]
    code, _, err = run("math.made_up")
    assert code == 2
    assert err.startswith("error: there is no rule for `math.made_up`")
    _, out, _ = run()
    listed = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert listed["math.erf"] == "a bprop"
    assert listed["cmath.sqrt"] == "0.5 / out"
    assert listed["math.modf"] == "read from its definition"


@pytest.mark.rest
@pytest.mark.parametrize("library", [math, cmath])
def test_each_function_of_python_that_is_known_is_found(library):
    known = [word for word, one in vars(library).items() if by_identity(HANDLERS, one)]
    assert len(known) > 15
    assert [
        word for word in known if not rule_named(f"{library.__name__}.{word}")
    ] == []


@pytest.mark.parametrize("word", sampled(["math.erf", "cmath.rect"], 2))
def test_they_are_found_by_a_process_that_has_compiled_nothing(word):
    words = [sys.executable, "-m", "srcad", "rules", word]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"{word}: "), done.stderr


def test_each_argument_has_its_own(run):
    _, out, _ = run("np.heaviside")
    assert out.splitlines()[2:] == ["dx = 0", "dy = dout * (x == 0)"]


def test_the_source_of_a_bprop(run):
    code, out, _ = run("np.linalg.inv")
    assert code == 0
    assert out.startswith("inv: a bprop\n\ndef inv_bprop(x, out, dout):")
    assert out.endswith("return (-(transposed @ dout @ transposed),)\n")


def test_the_definition_of_a_function(run):
    code, out, _ = run("np.kron")
    assert code == 0
    assert out.startswith("np.kron: read from its definition\n")
    assert "def kron(a, b):" in out


def test_what_has_no_derivative_says_so(run):
    assert run("np.floor")[1] == "floor: no derivative, on purpose\n"


def test_json(run):
    code, out, _ = run("multiply", "--output-format", "json")
    assert code == 0
    assert json.loads(out) == {
        "name": "multiply",
        "kind": "partials",
        "partials": ["y", "x"],
        "source": "",
    }
    _, out, _ = run("--output-format", "json")
    names = [rule["name"] for rule in json.loads(out)["rules"]]
    assert names[: len(PRIMITIVES)] == sorted(PRIMITIVES)


@pytest.mark.parametrize("word", ["softmax", "ops.softmax", "srcad.ops.softmax"])
def test_an_operator_is_shown_as_it_is_read(run, word):
    code, out, _ = run(word)
    assert code == 0
    assert out.startswith("ops.softmax: read from its definition\n")
    assert "exponential / np.sum(exponential" in out


def test_operators_are_listed(run):
    _, out, _ = run("--output-format", "json")
    names = [rule["name"] for rule in json.loads(out)["rules"]]
    assert {"ops.cross_entropy", "mint.sum"} <= set(names)


@pytest.mark.parametrize(
    ("word", "near"),
    [("tanhh", "`tanh`"), ("np.medain", "`np.median`"), ("%$!", "lists the rules")],
)
def test_an_unknown_name(run, word, near):
    code, out, err = run(word)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: there is no rule for `{word}`; ")
    assert near in err


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_every_rule_is_found_by_its_name_and_has_a_text(rule):
    assert rule_named(rule.name) == rule
    assert rule.summary
    assert bool(rule.source) == (rule.kind in ("bprop", "adjoint"))
