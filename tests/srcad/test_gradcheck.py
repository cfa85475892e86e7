"""The gradient check itself: right modules pass it, wrong ones do not."""

import types

import numpy as np
import pytest

import srcad.gradcheck.check
from srcad import nn, ops
from srcad.build import Handed
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradcheck import gradcheck

SCALED = """
import numpy as np

SIGNATURE = {
    "inputs": {"x": (float, ("n", 2))},
    "params": {"w": (float, (2,))},
    "out": (float, ("n",)),
}


def forward(x, params):
    w = params["w"]
    h = x * w
    return np.tanh(h).sum(axis=1), (x, w, h)


def backward(residuals, dout):
    x, w, h = residuals
    dh = dout[:, None] * (1 - np.tanh(h) ** 2)
    return (dh * w,), {"w": (dh * x).sum(axis=0)}


def value_and_grad(x, params, dout=None):
    out, residuals = forward(x, params)
    return out, backward(residuals, np.ones_like(out) if dout is None else dout)
"""

CHOSEN = """
import numpy as np

SIGNATURE = {
    "inputs": {"x": (float, ("n", 10)), "target": (int, ("n",))},
    "out": (float, ()),
}


def forward(x, target):
    rows = np.arange(len(target))
    return (x[rows, target] ** 2).sum(), (x, rows, target)


def backward(residuals, dout):
    x, rows, target = residuals
    dx = np.zeros_like(x)
    dx[rows, target] = 2 * x[rows, target] * dout
    return (dx,)


def value_and_grad(x, target, dout=None):
    out, residuals = forward(x, target)
    return out, backward(residuals, np.ones_like(out) if dout is None else dout)
"""

ONE_INPUT = """
import numpy as np

SIGNATURE = {"inputs": {"x": (float, ("n",))}, "out": (float, ())}


def forward(x):
    return FORWARD, x


def backward(x, dout):
    return (dout * (GRADIENT),)


def value_and_grad(x, dout=None):
    out, residuals = forward(x)
    return out, backward(residuals, np.ones_like(out) if dout is None else dout)
"""


class Parameter:
    def __init__(self, name, value):
        self.name = name
        self._array = value

    def asnumpy(self):
        return self._array


class Scaled:
    """The user's eager code for ``SCALED``."""

    weight = Parameter("w", np.array([0.5, -1.5], np.float32))

    def __call__(self, x):
        return np.tanh(x * self.weight.asnumpy()).sum(axis=1)

    def parameters_and_names(self):
        return [("w", self.weight)]


@pytest.fixture
def check(monkeypatch):
    """A function that checks the module of a text, as if it had been compiled."""

    def run(text, function, inputs, **options):
        asked = []

        def build(request, store):
            asked.append(request)
            module = types.ModuleType("generated")
            exec(text, module.__dict__)
            manifest = {"draws": "rng" in text}
            return types.SimpleNamespace(load=lambda: module, manifest=manifest)

        def handed_by(request, built):
            named = getattr(function, "parameters_and_names", list)()
            return Handed(dict(named), {}, ())

        monkeypatch.setattr(srcad.gradcheck.check, "build", build)
        monkeypatch.setattr(srcad.gradcheck.check, "handed_by", handed_by)
        wrt = options.pop("wrt", None)
        pairs = tuple((name, parse_aval(spec)) for name, spec in inputs.items())
        report = gradcheck(Request(function, pairs, wrt, "a.py::A"), **options)
        assert [request.float_dtype for request in asked] == ["float64"]
        return report

    return run


def one_input(forward, gradient):
    return ONE_INPUT.replace("FORWARD", forward).replace("GRADIENT", gradient)


def errors(report):
    return {item.name: item.relative_error for item in report.arguments}


def test_a_right_module_passes(check):
    report = check(SCALED, Scaled(), {"x": "float32[n, 2]"})
    assert report.passed
    assert report.failures == ()
    assert set(errors(report)) == {"x", "w"}
    assert 0 < max(errors(report).values()) < 1e-7
    assert report.primal_error < 1e-12
    assert 0 < report.dot_product < 1e-7
    assert {item.name: item.checked for item in report.arguments} == {"x": 6, "w": 2}


@pytest.mark.parametrize(
    ("right", "wrong", "name"),
    [
        ("dh * w", "dh", "x"),
        ("dh * w", "dh * w * 1.00001", "x"),
        ("(dh * x).sum(axis=0)", "(dh * x)[0]", "w"),
        ("(1 - np.tanh(h) ** 2)", "(1 - np.tanh(h))", "x"),
        ("dout[:, None]", "1", "x"),
    ],
)
def test_a_wrong_module_fails(check, right, wrong, name):
    assert right in SCALED
    report = check(SCALED.replace(right, wrong), Scaled(), {"x": "float32[n, 2]"})
    assert not report.passed
    assert errors(report)[name] > 1e-6
    assert report.dot_product > 1e-7
    assert report.worst.relative_error == max(errors(report).values())


def test_a_gradient_that_is_wrong_only_at_size_one(check):
    text = SCALED.replace("(dh * w,)", "(dh * w * (2 if len(x) == 1 else 1),)")
    report = check(text, Scaled(), {"x": "float32[n, 2]"})
    assert not report.passed
    assert report.worst.name == "x"
    assert report.worst.sizes == {"n": 1}


def test_one_wrong_element_among_many(check):
    text = SCALED.replace("(dh * w,)", "(wrong(dh * w),)") + (
        "\n\ndef wrong(dx):\n    dx[2, 1] += 0.01\n    return dx\n"
    )
    report = check(text, Scaled(), {"x": "float32[n, 2]"}, sizes={"n": 7})
    assert not report.passed
    assert report.worst.index == (2, 1)
    assert report.worst.analytic == pytest.approx(report.worst.numeric + 0.01)
    # Few samples miss the element, but not the directions through all of them.
    text = text.replace("dx[2, 1]", "dx[333, 1]")
    sizes = {"n": 400}
    report = check(text, Scaled(), {"x": "float32[n, 2]"}, sizes=sizes, samples=3)
    assert not report.passed


def test_shapes_of_cotangents(check):
    text = SCALED.replace("(dh * w,)", "(dh.sum(axis=0),)")
    report = check(text, Scaled(), {"x": "float32[n, 2]"})
    assert not report.passed
    assert "the cotangent of `x` has shape (2,) instead of (3, 2)" in report.failures[0]


def test_a_forgotten_cotangent(check):
    text = SCALED.replace("return (dh * w,), {", "return (), {")
    report = check(text, Scaled(), {"x": "float32[n, 2]"})
    assert not report.passed
    assert "0 cotangents of inputs instead of 1" in report.failures[0]


def test_wrt_names_what_has_a_cotangent(check):
    text = SCALED.replace("return (dh * w,), {", "return (), {")
    report = check(text, Scaled(), {"x": "float32[n, 2]"}, wrt=("parameters",))
    assert report.passed
    assert set(errors(report)) == {"w"}


def test_the_primal_is_compared_with_the_users_own_code(check):
    class Other(Scaled):
        def __call__(self, x):
            return super().__call__(x) * 1.001

    report = check(SCALED, Other(), {"x": "float32[n, 2]"})
    assert not report.passed
    assert "forward is off the eager run" in report.failures[0]


def test_user_code_that_cannot_be_run_is_noted(check):
    class Other(Scaled):
        def __call__(self, x):
            raise NotImplementedError("no eager mode")

    report = check(SCALED, Other(), {"x": "float32[n, 2]"})
    assert report.passed
    assert report.primal_error is None
    assert any("no eager mode" in note for note in report.not_run)


def test_a_surrogate_gradient_passes_when_it_is_declared(check):
    text = one_input("(x > 0) * 1.0", "1 / (1 + x * x)")
    inputs = {"x": "float64[n]"}
    plain = check(text, lambda x: (x > 0) * 1.0, inputs)
    declared = check(text, lambda x: (x > 0) * 1.0, inputs, surrogate=True)
    assert not plain.passed
    assert declared.passed
    assert any("surrogate" in note for note in declared.notes)
    # Its primal still counts.
    assert not check(text, lambda x: x, inputs, surrogate=True).passed


def test_integers_are_class_indices(check):
    def eager(x, target):
        assert target.dtype == np.int32
        assert target.min() >= 0
        seen.append(target.max())
        return (x[np.arange(len(target)), target] ** 2).sum()

    seen = []
    inputs = {"x": "float64[n, 10]", "target": "int32[n]"}
    report = check(CHOSEN, eager, inputs, sizes={"n": 40})
    assert report.passed, report.failures
    # Below the ten classes of the signature, not below the forty rows.
    assert 7 <= max(seen) <= 9


def test_ranges_bound_what_is_drawn(check):
    seen = []

    def eager(x, target):
        seen.append((x.min(), x.max(), target.min(), target.max()))
        return (x[np.arange(len(target)), target] ** 2).sum()

    inputs = {"x": "float64[n, 10]", "target": "int32[n]"}
    ranges = {"x": (2.0, 3.0), "target": (4, 6)}
    assert check(CHOSEN, eager, inputs, ranges=ranges, sizes={"n": 30}).passed
    assert all(low >= 2 and high < 3 for low, high, _, _ in seen)
    assert {low for _, _, low, _ in seen} | {high for *_, high in seen} == {4, 5}


def test_the_plain_run_is_compared_beside_the_point_too(check):
    """A module that agrees with the user's code at the first weights alone."""
    text = SCALED.replace('params["w"]', 'np.array([0.5, -1.5]) + 0 * params["w"]')
    assert text != SCALED
    report = check(text, Scaled(), {"x": "float64[n, 2]"})
    assert not report.passed
    assert any("plain run" in failure for failure in report.failures)


def test_sizes_are_taken_and_still_tried_at_one(check):
    seen = []

    def eager(x):
        seen.append(x.shape)
        return x * x

    text = one_input("x * x", "2 * x")
    check(text, eager, {"x": "float64[n]"}, sizes={"n": 8})
    assert list(dict.fromkeys(seen)) == [(8,), (1,)]


def test_named_sizes_differ_and_each_is_tried_at_one(check):
    seen = []

    def eager(x):
        seen.append(x.shape)
        return x * x

    text = one_input("x * x", "2 * x")
    check(text, eager, {"x": "float64[n, k, 3]"})
    (n, k, three), *rest = dict.fromkeys(seen)
    assert len({n, k, 1}) == 3
    assert three == 3
    assert rest == [(1, k, 3), (n, 1, 3), (1, 1, 3)]


@pytest.mark.parametrize(
    ("forward", "gradient"),
    [
        ("np.log(x)", "1 / x"),
        ("np.sqrt(x)", "0.5 / np.sqrt(x)"),
        ("np.arcsin(x)", "1 / np.sqrt(1 - x * x)"),
    ],
)
def test_functions_that_are_at_home_between_zero_and_one(check, forward, gradient):
    text = one_input(forward, gradient)
    assert check(text, None, {"x": "float64[n]"}).passed
    assert not check(
        text.replace("dout * (", "dout * 1.1 * ("), None, {"x": "float64[n]"}
    ).passed


def test_a_function_that_is_nowhere_finite_fails(check):
    report = check(one_input("np.log(x - 9)", "1 / (x - 9)"), None, {"x": "float64[n]"})
    assert not report.passed
    assert "ranges" in report.failures[0]
    ranges = {"x": (10.0, 12.0)}
    text = one_input("np.log(x - 9)", "1 / (x - 9)")
    assert check(text, None, {"x": "float64[n]"}, ranges=ranges).passed


@pytest.mark.parametrize(
    ("forward", "gradient"),
    [
        ("np.maximum(x, 0)", "(x > 0)"),
        ("np.abs(x)", "np.sign(x)"),
        ("np.where(x > 0.3, x * x, 3 * x)", "np.where(x > 0.3, 2 * x, 3)"),
        ("np.exp(20 * x)", "20 * np.exp(20 * x)"),
        ("1e6 + x * x", "2 * x"),
        ("x - x.mean()", "0 * x"),
    ],
)
def test_kinks_and_cancellation(check, forward, gradient):
    text = one_input(forward, gradient)
    if "mean" in forward:
        text = text.replace("dout * (0 * x)", "dout - dout.mean()")
    for seed in range(5):
        report = check(text, None, {"x": "float64[n]"}, sizes={"n": 50}, seed=seed)
        assert report.passed, errors(report)


def test_a_gradient_that_is_not_a_number_fails(check):
    report = check(one_input("x * x", "np.nan * x"), None, {"x": "float64[n]"})
    assert not report.passed
    assert report.worst.relative_error == np.inf


def test_a_module_that_raises_fails(check):
    report = check(one_input("x[:, 0]", "1"), lambda x: x, {"x": "float64[n]"})
    assert not report.passed
    assert report.failures[0].startswith("raises IndexError")


def test_sizes_at_which_the_users_own_code_fails_too_are_left_out(check):
    def eager(x):
        return x.reshape(2, -1)

    text = one_input("x.reshape(2, -1)", "1")
    text = text.replace("(dout * (1),)", "(dout.reshape(-1),)")
    report = check(text, eager, {"x": "float64[n]"}, sizes={"n": 4})
    assert report.passed, report.failures
    assert any(note.startswith("not defined at n=1") for note in report.notes)
    report = check(text, lambda x: x, {"x": "float64[n]"}, sizes={"n": 4})
    assert not report.passed


def test_several_outputs_and_integers_among_them(check):
    text = one_input("(x * x, {'count': np.arange(len(x)), 'y': 3 * x})", "")
    text = text.replace("(dout * (),)", "(dout[0] * 2 * x + dout[1]['y'] * 3,)")
    assert check(text, None, {"x": "float64[n]"}).passed
    wrong = text.replace("dout[1]['y'] * 3", "dout[1]['y'] * 2")
    assert not check(wrong, None, {"x": "float64[n]"}).passed


def test_the_same_seed_draws_the_same(check):
    text = one_input("np.sin(x)", "np.cos(x) * 1.001")
    first = check(text, None, {"x": "float64[n]"}, seed=3)
    second = check(text, None, {"x": "float64[n]"}, seed=3)
    third = check(text, None, {"x": "float64[n]"}, seed=4)
    assert errors(first) == errors(second)
    assert first.worst.analytic != third.worst.analytic


def test_the_tolerance_is_the_callers(check):
    text = one_input("np.sin(x)", "np.cos(x) * 1.001")
    assert check(text, None, {"x": "float64[n]"}, tolerance=1e-2).passed
    assert not check(text, None, {"x": "float64[n]"}, tolerance=1e-4).passed


def test_arguments_are_not_changed_for_the_next_call(check):
    text = one_input("(x * x)", "2 * x").replace(
        "    return (x * x), x", "    y = x * x\n    x[...] = 0\n    return y, x"
    )
    report = check(text, lambda x: x * x, {"x": "float64[n]"})
    assert not report.passed
    assert report.primal_error == 0.0


class TestCompiled:
    """The same check on what the compiler makes of real Cells."""

    def check(self, cell, inputs, **options):
        pairs = tuple((name, parse_aval(spec)) for name, spec in inputs.items())
        return gradcheck(Request(cell, pairs, None, "a.py::A"), **options)

    def test_parameters_and_class_indices(self):
        class Classifier(nn.Cell):
            def __init__(self):
                super().__init__()
                self.fc1 = nn.Dense(4, 6)
                self.fc2 = nn.Dense(6, 5)

            def construct(self, x, target):
                h = ops.relu(self.fc1(x))
                return ops.cross_entropy(self.fc2(h), target)

        inputs = {"x": "float32[batch, 4]", "target": "int32[batch]"}
        report = self.check(Classifier(), inputs)
        assert report.passed, (errors(report), report.failures)
        names = {"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"}
        assert set(errors(report)) == {"x", *names}
        assert report.primal_error < 1e-5

    def test_loops_and_branches(self):
        class Loop(nn.Cell):
            def construct(self, x, y):
                for _ in range(4):
                    if x.sum() > 0:
                        x = x * y
                    else:
                        x = x - ops.tanh(y)
                return x

        report = self.check(Loop(), {"x": "float32[n]", "y": "float32[n]"})
        assert report.passed, (errors(report), report.failures)

    def test_a_users_bprop(self):
        class Right(nn.Cell):
            def construct(self, x):
                return ops.sin(x)

            def bprop(self, x, out, dout):
                return (dout * ops.cos(x),)

        class Wrong(Right):
            def bprop(self, x, out, dout):
                return (dout * ops.sin(x),)

        inputs = {"x": "float32[n, 2]"}
        assert self.check(Right(), inputs).passed
        assert not self.check(Wrong(), inputs).passed
        assert self.check(Wrong(), inputs, surrogate=True).passed

    def test_a_plain_function_and_a_number(self):
        def weighted(x, factor):
            return np.exp(-factor * x * x)

        report = self.check(weighted, {"x": "float64[n]", "factor": "float"})
        assert report.passed, (errors(report), report.failures)
        assert set(errors(report)) == {"x", "factor"}


def test_a_random_module_gets_the_same_numbers_in_every_call(check):
    text = one_input("x * x * scale", "2 * x * scale")
    text = text.replace("(x):", "(x, rng):").replace("forward(x)", "forward(x, rng)")
    text = text.replace("value_and_grad(x, dout", "value_and_grad(x, rng, dout")
    text = text.replace(
        "    return x * x", "    scale = rng.random()\n    return x * x"
    )
    text = text.replace("* scale, x", "* scale, (x, scale)")
    text = text.replace("    return (dout", "    x, scale = x\n    return (dout")
    report = check(text, lambda x: x, {"x": "float64[n]"})
    assert report.passed, report.failures
    assert report.primal_error is None
    assert any(note.startswith("random") for note in report.notes)
    wrong = text.replace("2 * x * scale", "2 * x")
    assert not check(wrong, lambda x: x, {"x": "float64[n]"}).passed
