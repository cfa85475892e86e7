"""``grad`` and its kin as decorators of methods: they are bound as functions are."""

import functools

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn

X = np.array([1.0, 2.0, 3.0])


class Above:
    @srcad.value_and_grad
    def with_value(self, x, power=1.0):
        """Of another class."""
        return (x * self.scale * power).sum()


class Model(Above):
    scale = 2.0

    def __init__(self, offset):
        self.offset, self.weight = offset, np.array([1.0, 1.0, 4.0])

    @srcad.grad
    def slope(self, x):
        return (x * self.scale * self.weight).sum() + (x * self.offset).sum()

    @functools.partial(srcad.grad, grad_position=(0, 1))
    def both(self, x, y):
        return (x * y * self.offset).sum()

    @srcad.grad
    @srcad.grad
    def twice(self, s):
        return self.offset * s**3

    @srcad.jacrev
    def jacobian(self, x):
        return x * self.offset

    @staticmethod
    @srcad.grad
    def static(x):
        return (x * 3).sum()

    @srcad.grad
    @staticmethod
    def static_inside(x):
        return (x * 4).sum()

    @classmethod
    @srcad.grad
    def of_class(cls, x):
        return (x * cls.scale).sum()

    def newton(self, x):
        for _ in range(2):
            x = x - 0.1 * self.slope(x * x)
        return (self.both(x, x)[1] * self.of_class(x) * self.static(x)).sum()


def test_self_is_bound():
    model = Model(1.0)
    np.testing.assert_array_equal(model.slope(X), [3, 3, 9])
    value, gradient = model.with_value(X, power=3.0)
    assert (value, gradient.tolist()) == (36.0, [6.0, 6.0, 6.0])
    assert [part.tolist() for part in model.both(X, 2 * X)] == [[2, 4, 6], [1, 2, 3]]
    assert model.twice(2.0) == 12.0
    np.testing.assert_array_equal(model.jacobian(X), np.eye(3))
    assert model.with_value.__name__ == "with_value"
    assert model.with_value.__doc__ == "Of another class."


@pytest.mark.parametrize("owner", [Model, Model(1.0)])
def test_static_methods_and_methods_of_the_class(owner):
    np.testing.assert_array_equal(owner.static(X), [3, 3, 3])
    np.testing.assert_array_equal(owner.static_inside(X), [4, 4, 4])
    np.testing.assert_array_equal(owner.of_class(X), [2, 2, 2])


def test_attributes_are_those_of_the_object_by_now(monkeypatch):
    one, other = Model(1.0), Model(5.0)
    held = one.slope
    np.testing.assert_array_equal(held(X), [3, 3, 9])
    np.testing.assert_array_equal(other.slope(X), [7, 7, 13])
    one.offset, one.weight[0] = 2.0, 10.0
    np.testing.assert_array_equal(held(X), [22, 4, 10])
    monkeypatch.setattr(Model, "scale", 3.0)
    np.testing.assert_array_equal(held(X), [32, 5, 14])
    np.testing.assert_array_equal(Model.of_class(X), [3, 3, 3])


def made(x):
    model = Model(3.0)
    model.offset = model.offset + 1
    return model.newton(x)


def test_inside_of_what_is_differentiated(monkeypatch):
    model = Model(0.5)
    for function in (model.newton, made, Model(2.0).newton):
        value, gradient = srcad.value_and_grad(function)(X)
        assert value == pytest.approx(function(X))
        steps = [1e-6 * row for row in np.eye(3)]
        slopes = [(function(X + d) - function(X - d)) / 2e-6 for d in steps]
        np.testing.assert_allclose(gradient, slopes, rtol=1e-6)
    held = srcad.value_and_grad(model.newton)
    before, _ = held(X)
    model.offset = 1.5
    assert held(X)[0] == pytest.approx(model.newton(X))
    monkeypatch.setattr(Model, "slope", srcad.grad(lambda self, x: (x**2).sum()))
    assert held(X)[0] == pytest.approx(model.newton(X))
    monkeypatch.setattr(Model, "static", staticmethod(srcad.grad(lambda x: x.sum())))
    assert held(X)[0] == pytest.approx(model.newton(X))
    assert held(X)[0] != before


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor([1.0, 2.0]), name="weight")

    @srcad.value_and_grad
    def loss(self, x):
        return (x * x * self.weight).sum()

    def construct(self, x):
        return self.loss(x)[1] * x


def test_a_method_of_a_cell():
    net, x = Net(), Tensor([1.0, 1.0])
    for weight in ([1.0, 2.0], [5.0, 6.0]):
        net.weight.set_data(Tensor(weight))
        value, gradient = net.loss(x)
        assert (value.item(), gradient.tolist()) == (
            sum(weight),
            [2 * w for w in weight],
        )
        assert srcad.grad(net)(x).tolist() == [4 * w for w in weight]


def test_a_cell_as_an_attribute_of_a_class_is_no_method():
    class Trainer:
        gradient = srcad.grad(nn.ReLU())

    assert Trainer().gradient(Tensor([1.0, -1.0])).tolist() == [1.0, 0.0]
