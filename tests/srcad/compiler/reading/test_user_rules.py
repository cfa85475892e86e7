"""Rules that users give: what is checked of them, and rules that are no derivative."""

import math

import numpy as np
import pytest

import srcad
from srcad import nn, ops
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading import user_rules
from tests.srcad.compiler import fastmath
from tests.srcad.compiler.derivatives import generate

X = np.array([1.5, 2.0, -1.0])


@pytest.fixture
def given_rules():
    """What a test gives rules to; they are taken back."""
    functions = []

    def give(function, rule, like=None):
        functions.append(function)
        srcad.defbprop(function, like)(rule)

    yield give
    for function in functions:
        user_rules.remove(function)


def refusal(function, *inputs):
    with pytest.raises(CompileError) as caught:
        generate(function, inputs)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic, caught.value


def call_bare(x):
    return fastmath.bare(x)


def call_unnamed(x):
    return fastmath.unnamed[0](x)


def test_without_a_rule_it_is_refused():
    diagnostic, _ = refusal(call_bare, "float64[n]")
    assert diagnostic.code == "SRC014"
    assert "srcad.defbprop(fastmath.bare)" in diagnostic.help


def test_the_text_calls_it_by_its_name(given_rules):
    given_rules(fastmath.bare, lambda x, out, dout: (np.cos(x) * dout,))
    text = generate(call_bare, ["float64[n]"]).text
    assert "\nimport tests.srcad.compiler.fastmath\n" in text
    assert "tests.srcad.compiler.fastmath.bare(x)" in text


def test_what_has_no_name_is_refused(given_rules):
    given_rules(fastmath.unnamed[0], lambda x, out, dout: (dout,))
    diagnostic, _ = refusal(call_unnamed, "float64[n]")
    assert diagnostic.code == "SRC014"
    assert diagnostic.message == "`fastmath.unnamed[0]` cannot be imported by a name"


def bare_value(x, out, dout):
    return dout


def too_many(x, out, dout):
    return dout, dout


def another_shape(x, out, dout):
    return (dout.sum(),)


def another_dtype(x, out, dout):
    return (dout.astype(np.float32),)


def other_parameters(x, y, out, dout):
    return (dout,)


@pytest.mark.parametrize(
    ("rule", "error", "message"),
    [
        (bare_value, TypeError, "does not return a tuple"),
        (too_many, TypeError, "returns 2 cotangents for 1 input"),
        (another_shape, ValueError, "gives `dx` as float64[], not float64[n]"),
        (another_dtype, TypeError, "gives `dx` the dtype float32, not float64"),
        (other_parameters, TypeError, "which is not what it is given"),
    ],
)
@pytest.mark.parametrize("name", ["bare", "widened"])
def test_what_a_rule_owes(given_rules, rule, error, message, name):
    function = getattr(fastmath, name)
    read = {"bare": call_bare, "widened": lambda x: fastmath.widened(x, 2.0)}[name]
    if name == "widened":
        given_rules(function, widening(rule))
    else:
        given_rules(function, rule)
    diagnostic, raised = refusal(read, "float64[n]")
    assert diagnostic.code == "SRC018"
    assert isinstance(raised, error)
    expected = message.replace("2 cotangents for 1", "3 cotangents for 2")
    assert (expected if name == "widened" else message) in diagnostic.message


def widening(rule):
    """The rule, of a function of two arguments."""

    def bare_value(x, y, out, dout):
        return dout

    def too_many(x, y, out, dout):
        return dout, None, None

    def another_shape(x, y, out, dout):
        return dout.sum(), None

    def another_dtype(x, y, out, dout):
        return dout.astype(np.float32), None

    def other_parameters(x, out, dout):
        return (dout,)

    return locals()[rule.__name__]


def test_broadcasting_of_inputs_is_undone(given_rules):
    given_rules(fastmath.widened, lambda x, y, out, dout: (dout * y, dout * x))
    module = generate(fastmath.widened, ["float64[n]", "float64[m, 1]"])
    x, y = np.arange(3.0), np.ones((2, 1))
    _, residuals = module.forward(x, y)
    dx, dy = module.backward(residuals, np.ones((2, 3)))
    assert dx.tolist() == [2.0, 2.0, 2.0]
    assert dy.tolist() == [[3.0], [3.0]]


def test_a_part_of_the_input_is_no_broadcast_input(given_rules):
    given_rules(fastmath.first, lambda x, out, dout: (dout,))
    diagnostic, raised = refusal(fastmath.first, "float64[n]")
    assert diagnostic.code == "SRC018"
    assert isinstance(raised, ValueError)


def test_several_results_are_refused(given_rules):
    def call(x):
        return math.modf(x)[0]

    given_rules(math.modf, lambda x, out, dout: (dout[0],), like=lambda x: (x, x))
    diagnostic, _ = refusal(call, "float64")
    assert diagnostic.code == "SRC012"


def test_another_result_than_that_of_like_is_noticed(given_rules):
    given_rules(fastmath.bare, lambda x, out, dout: (x * dout,), like=lambda x: x.sum())
    module = generate(call_bare, ["float64[n]"])
    with pytest.raises(ValueError, match=r"bare gives the shape \(3,\); expected \(\)"):
        module.forward(X)


def test_a_number_of_python_needs_no_check(given_rules):
    def call(x):
        return math.erfc(x) * 2.0

    given_rules(math.erfc, lambda x, out, dout: (-dout * np.exp(-x * x),))
    for kind in ("float", "float64"):
        assert "check_result" not in generate(call, [kind]).code


def spiking(x):
    return fastmath.spike(x) * fastmath.spike(x)


class Spiking(nn.Cell):
    def construct(self, x):
        return fastmath.spike(x) * fastmath.spike(x)


class Stopped(nn.Cell):
    def construct(self, x):
        return ops.stop_gradient(x * x) * x


class Inside(nn.Cell):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def construct(self, x):
        return self.cell(x)


@pytest.mark.parametrize("kind", [Spiking, Stopped])
@pytest.mark.parametrize("order", [1, 2])
def test_a_rule_that_is_no_derivative_holds_in_a_sub_cell(given_rules, kind, order):
    """To second order too: the body is not differentiated in its place."""
    given_rules(fastmath.spike, lambda x, out, dout: (dout * x * out,))
    found = []
    for function in (kind(), Inside(kind())):
        module = generate(function, ["float64[n]"], order)
        out, residuals = module.forward(X)
        (dx,) = module.backward(residuals, np.ones_like(out))
        found.append((out.tolist(), dx.tolist()))
    assert found[0] == found[1]
    if kind is Stopped:
        assert found[0][1] == ([2.25, 4.0, 1.0] if order == 1 else [0.0, 0.0, 0.0])


def test_gradients_of_functions_with_a_rule():
    def rule(x, out, dout):
        return (np.cos(x) * dout,)

    srcad.defbprop(fastmath.bare)(rule)
    try:
        gradient = srcad.grad(fastmath.bare)
        assert np.allclose(gradient(X), np.cos(X))
        assert np.allclose(srcad.grad(gradient)(X), -np.sin(X))
    finally:
        user_rules.remove(fastmath.bare)
    with pytest.raises(CompileError):
        gradient(X)


def test_a_class_of_primitives_may_come_to_have_a_rule():
    class Doubled(ops.Primitive):
        def __init__(self):
            super().__init__("Doubled")

        def __call__(self, x):
            return 2.0 * x

    doubled = Doubled()
    gradient = srcad.grad(lambda x: doubled(x))
    assert gradient(1.5) == 2.0
    Doubled.bprop = lambda self, x, out, dout: (10.0 * dout,)
    assert gradient(1.5) == 10.0
    del Doubled.bprop
    assert gradient(1.5) == 2.0
