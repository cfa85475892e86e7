"""Parameters as objects of the program: chosen by a path, told apart, keys."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops

X = np.array([3.0, 4.0])


class Two(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = Parameter(Tensor(np.array([1.0, 2.0])), name="a")
        self.b = Parameter(Tensor(np.array([5.0, 6.0])), name="b")
        self.both = [self.a, self.b]
        self.frozen = {self.b}
        self.rates = {self.a: 0.1, self.b: 0.3}


class ByAnExpression(Two):
    def construct(self, x):
        return ((self.a if x.sum() > 0 else self.b) * x).sum()


class OnOnePath(Two):
    def construct(self, x):
        h = self.a
        if x.sum() > -100:
            h = h + x
        return (h * x).sum()


class Returned(Two):
    def picked(self, x):
        if x.sum() > 0:
            return self.a
        return self.b

    def construct(self, x):
        return (self.picked(x) * x).sum()


class InLists(Two):
    def construct(self, x):
        held = {"first": self.a}
        if x.sum() > 0:
            ws = [self.b, self.a]
            held["first"] = self.b
        else:
            ws = [self.a, self.b]
        return (ws[0] * x + ws[1] * 2 * held["first"]).sum()


class LargestOf(Two):
    def construct(self, x):
        best = self.a
        for p in self.both:
            if p.sum() > best.sum():
                best = p
        return (best * x).sum()


class NoneAtFirst(Two):
    def construct(self, x):
        w = None
        if x.sum() > 0:
            w = self.a
        return x.sum() if w is None else (w * x).sum()


class InIterations(Two):
    def construct(self, x):
        k = 0
        while k < 2:
            w = self.a if x[k] > 3.5 else self.b
            x = x * w
            k += 1
        return x.sum()


class Assigned(Two):
    def construct(self, x):
        if x.sum() > 0:
            ops.assign(self.a, self.a * x)
            w = self.a
        else:
            w = self.b
        return (w * w).sum()


class ToldApart(Two):
    def construct(self, x):
        return sum((p * x).sum() * (2 if p is self.a else 3) for p in self.both)


class NotFrozen(Two):
    def construct(self, x):
        return sum((p * x).sum() for p in self.both if p not in self.frozen)


class Keys(Two):
    def construct(self, x):
        norms = {p: (p * p).sum() for p in self.both}
        steps = {}
        for p in self.both:
            steps[p] = p * self.rates[p]
        return sum((steps[p] * x).sum() * norms[p] for p in norms)


class ById(Two):
    def construct(self, x):
        seen, total = set(), 0.0
        for p in [self.a, self.b, self.a]:
            if id(p) not in seen:
                seen.add(id(p))
                total = total + (p * x).sum()
        return total * len(seen)


CELLS = [
    *(ByAnExpression, OnOnePath, Returned, InLists, LargestOf, NoneAtFirst),
    *(InIterations, Assigned, ToldApart, NotFrozen, Keys, ById),
]


def difference(kind, place, k, step=1e-6):
    """The central difference of what a Cell gives, of one number that it reads."""
    found = []
    for sign in (1, -1):
        net, x = kind(), X.copy()
        if place == 0:
            x[k] += sign * step
        else:
            weight = net.both[place - 1]
            array = weight.asnumpy().copy()
            array[k] += sign * step
            weight.set_data(Tensor(array))
        found.append(float(net(Tensor(x)).asnumpy()))
    return (found[0] - found[1]) / (2 * step)


@pytest.mark.parametrize("kind", CELLS)
def test_against_differences(kind):
    net = kind()
    value, (dx, weights) = srcad.value_and_grad(net, 0, net.both)(Tensor(X))
    assert np.isclose(float(value), float(kind()(Tensor(X)).asnumpy()))
    for place, gradient in enumerate((dx, *weights)):
        expected = [difference(kind, place, k) for k in range(2)]
        np.testing.assert_allclose(gradient.asnumpy(), expected, rtol=1e-6, atol=1e-6)


class WrittenWhereChosen(Two):
    def construct(self, x):
        w = self.a if x.sum() > 0 else self.b
        ops.assign(w, w * x)
        return (self.a * x).sum() + (self.b * x).sum()


class ElementWhereChosen(Two):
    def construct(self, x):
        w = self.a if x.sum() > 0 else self.b
        w[0] = x[1]
        return (self.a * x).sum()


class WrittenBesideTheChosen(Two):
    def construct(self, x):
        w = self.a
        if x.sum() < 0:
            w = self.b
        self.a.set_data(self.a * x)
        return (w * x).sum()


class WrittenWhereItIsThere(Two):
    def construct(self, x):
        w = self.a if x.sum() > 0 else None
        if w is not None:
            ops.assign(w, w * x)
        return (self.a * x).sum()


@pytest.mark.parametrize(
    "kind",
    [
        *(WrittenWhereChosen, ElementWhereChosen, WrittenBesideTheChosen),
        WrittenWhereItIsThere,
    ],
)
def test_a_write_under_another_name_is_refused(kind):
    with pytest.raises(srcad.CompileError, match="SRC015"):
        srcad.grad(kind())(Tensor(X))
