"""``srcad.explain_gradient``: what each statement adds."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn

pytestmark = pytest.mark.usefixtures("as_printed")


def several(x):
    small = 0.5 * x
    large = 30.0 * x
    y = small * small + large
    return y.sum()


def lines_of(explanation, name):
    return [(one.source.strip(), one.norm) for one in explanation.of(name)]


def test_statements_by_the_norm_of_what_they_add():
    x = np.array([3.0, 4.0])
    found = srcad.explain_gradient(several)(x)
    assert lines_of(found, "dx") == [
        ("large = 30.0 * x", pytest.approx(30.0 * np.sqrt(2))),
        ("small = 0.5 * x", pytest.approx(0.5 * 5.0)),
    ]
    norms = [one.norm for one in found.contributions]
    assert norms == sorted(norms, reverse=True)
    first = found.contributions[0]
    assert first.path.endswith("test_contributions.py")
    assert str(found).splitlines()[0].split()[:2] == [f"{first.norm:.4g}", first.name]


def loop(x):
    total = x[0] * 0.0
    for row in x:
        total = total + row * 2.0
    return total


def test_the_iterations_of_a_loop_add_up():
    found = srcad.explain_gradient(loop)(np.zeros((4, 1)))
    (norm,) = [n for line, n in lines_of(found, "dx") if "row * 2.0" in line]
    assert norm == pytest.approx(2.0 * np.sqrt(4))


class Affine(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.full((2, 1), 3.0, np.float32)), "weight")

    def construct(self, x):
        h = x @ self.weight
        return h * h


def test_parameters_too():
    found = srcad.explain_gradient(Affine())(Tensor(np.ones((1, 2), np.float32)))
    ((line, norm),) = lines_of(found, "dweight")
    assert line == "h = x @ self.weight"
    assert norm == pytest.approx(12.0 * np.sqrt(2))


def nothing(x):
    return (x * 0.0).sum()


def test_what_adds_nothing_is_left_out():
    found = srcad.explain_gradient(nothing)(np.ones(2))
    assert found.of("dx") == ()


def test_complex_cotangents_count():
    def turned(z):
        w = z * 3j
        return np.sum(np.abs(w) ** 2)

    found = srcad.explain_gradient(turned)(np.array([1 + 1j, 2.0]))
    ((line, norm),) = lines_of(found, "dz")
    assert line == "w = z * 3j"
    assert norm == pytest.approx(18 * np.sqrt(6))


def test_a_lambda_has_no_statements():
    found = srcad.explain_gradient(lambda x: np.sum(np.sin(x)))(np.ones(2))
    assert str(found).startswith("a lambda has no statements to be ranked")
