"""A Parameter that is given to another Cell is a Parameter there."""

import linecache

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops

X = np.array([0.3, 0.7], np.float32)
BODIES = {
    "set_data": "p.set_data(p * 2)\nreturn (x * p).sum()",
    "set_data of something": "p.set_data(x * 2)\nreturn (x * p).sum()",
    "set_data in a loop": "for _ in range(3): p.set_data(p * x)\nreturn (x * p).sum()",
    "set_data on a path": "if x.sum() > 0: p.set_data(p * 3)\nreturn (x * p).sum()",
    "assign": "ops.assign(p, p * 2)\nreturn (x * p).sum()",
    "an item": "p[0] = 3.0\nreturn (x * p).sum()",
    "name": "return (x * p).sum() * len(p.name)",
    "requires_grad": "return (x * p).sum() * (2.0 if p.requires_grad else 3.0)",
    "value": "return (x * p.value()).sum()",
    "isinstance": "return (x * p).sum() * (2.0 if isinstance(p, Parameter) else 3.0)",
    "hasattr": "return (x * p).sum() * (2.0 if hasattr(p, 'set_data') else 3.0)",
    "getattr": "return (x * p).sum() * len(getattr(p, 'name', ''))",
}
# What a Tensor answers as well.
ASKED = ("assign", "an item", "isinstance", "hasattr", "getattr")


def made(body):
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    text = f"class Inner(nn.Cell):\n    def construct(self, x, p):\n{lines}"
    text += RULE if "rule" in body else ""
    name = f"<inner {body}>"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    space = {"nn": nn, "ops": ops, "Parameter": Parameter, "__name__": __name__}
    exec(compile(text, name, "exec"), space)
    return space["Inner"]()


RULE = "    def bprop(self, x, p, out, dout): return p * dout, x * dout\n"


class Owner(nn.Cell):
    def __init__(self, inner, twice=False):
        super().__init__()
        self.p = Parameter(Tensor(np.array([1.0, 2.0], np.float32)), name="p")
        self.inner = inner
        self.twice = twice

    def construct(self, x):
        y = self.inner(x, self.p) ** 2
        if self.twice:
            y = y + self.inner(x * 2, self.p) + self.inner(x, x * 3)
        return y + self.p.sum()


class Between(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def construct(self, x, p):
        return self.inner(x, p) * 2


def agrees(make):
    """Values, Parameters and gradients are those of Python."""
    plain, compiled = make(), make()
    wanted = float(plain(Tensor(X)))
    out, gradient = srcad.value_and_grad(compiled)(Tensor(X))
    np.testing.assert_allclose(float(out), wanted, rtol=1e-5)
    np.testing.assert_allclose(compiled.p.asnumpy(), plain.p.asnumpy(), rtol=1e-5)
    steps = 1e-2 * np.eye(2, dtype=np.float32)
    ends = [[float(make()(Tensor(X + sign * d))) for sign in (1, -1)] for d in steps]
    slopes = [(a - b) / 2e-2 for a, b in ends]
    np.testing.assert_allclose(gradient.asnumpy(), slopes, rtol=2e-2)


@pytest.mark.parametrize("name", BODIES)
def test_in_a_cell(name):
    agrees(lambda: Owner(made(BODIES[name])))


@pytest.mark.parametrize("name", BODIES)
def test_in_a_cell_within_another(name):
    agrees(lambda: Owner(Between(made(BODIES[name]))))


@pytest.mark.parametrize("name", ASKED)
def test_beside_a_tensor_in_its_place(name):
    agrees(lambda: Owner(made(BODIES[name]), twice=True))


@pytest.mark.parametrize("name", ["isinstance", "hasattr", "getattr", "set_data"])
def test_a_cell_with_a_rule_is_not_told(name):
    with pytest.raises(srcad.CompileError, match="SRC012"):
        srcad.grad(Owner(made(f"{BODIES[name]}  # rule")))(Tensor(X))


@pytest.mark.parametrize("given", [Tensor(X), Parameter(Tensor(X), name="p")])
@pytest.mark.parametrize("word", ["set_data", "requires_grad"])
def test_an_argument_of_what_is_differentiated_may_be_either(given, word):
    def by_class(p):
        return (p * p).sum() * (2.0 if isinstance(p, Parameter) else 3.0)

    def by_name(p):
        return (p * p).sum() * (2.0 if hasattr(p, word) else 3.0)

    for function in (by_class, by_name):
        with pytest.raises(srcad.CompileError, match="whether this is a Parameter"):
            srcad.grad(function)(given)


def test_tensors_are_told_from_other_classes():
    def function(x):
        return (x * x).sum() * (2.0 if isinstance(x, (Tensor, float)) else 3.0)

    np.testing.assert_allclose(srcad.grad(function)(Tensor(X)).asnumpy(), 4 * X)
