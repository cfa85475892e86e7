"""``_no_grad``: what is computed in it has no gradient, what passes through keeps it."""

import pytest

from srcad import Parameter, Tensor, grad, nn, ops
from srcad.common.api import _no_grad
from srcad.compiler.diagnostics.errors import CompileError

X = Tensor([1.0, 2.0, 3.0])


def named(x):
    with _no_grad():
        y = x * x
    return x * y


def in_a_variable(x):
    without = _no_grad()
    with without:
        y = x * x
    return x * y


@_no_grad()
def squared(x):
    return x * x


def decorated(x):
    return x * squared(x)


def of_a_local_function(x):
    @_no_grad()
    def square(v):
        return v * v

    return x * square(x)


def under_a_condition(x):
    y = x
    if x.sum() > 0:
        with _no_grad():
            y = x * x
    return x * y


def of_a_loop(x):
    parts = []
    with _no_grad():
        for part in x:
            parts.append(part * part)
    return x * ops.stack(parts)


def written_inside(x):
    with _no_grad():
        y = x * 1.0
        y[0] = x[0] * x[0]
        y *= x
        y[0] = x[0]
    return x * y


@pytest.mark.parametrize(
    "function",
    [
        *(named, in_a_variable, decorated, of_a_local_function, under_a_condition),
        *(of_a_loop, written_inside),
    ],
)
def test_what_is_computed_inside_has_no_gradient(function):
    # d(x y) = y, where y is x * x and no function of x.
    assert grad(function)(X).tolist() == [1, 4, 9]


def returned(x):
    with _no_grad():
        return x * x


def in_each_iteration(x):
    total = x
    for _ in range(3):
        with _no_grad():
            step = total * 2
        total = total + step * x
    return total


def passed_through(x):
    with _no_grad():
        y = x
    return x * y


def a_gradient(x):
    with _no_grad():
        slope = grad(lambda v: v * v * v)(x)
    return x * slope


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (returned, [0, 0, 0]),
        # 1 + 2 (t_0 + t_1 + t_2), with t_1 = t_0 + 2 t_0 x and so on.
        (in_each_iteration, [27, 125, 343]),
        (passed_through, [2, 4, 6]),
        (a_gradient, [3, 12, 27]),
    ],
)
def test_only_what_is_computed_inside_is_cut(function, gradient):
    assert grad(function)(X).tolist() == gradient


def test_no_gradient_at_second_order():
    assert grad(grad(named))(X).tolist() == [0, 0, 0]


class Scaled(nn.Cell):
    def __init__(self, requires_grad):
        super().__init__()
        self.w = Parameter(Tensor([2.0]), name="w")
        self.n = Parameter(Tensor([1.0]), name="n", requires_grad=requires_grad)

    @_no_grad()
    def scale(self, x):
        return self.w * x

    def construct(self, x):
        with _no_grad():
            ops.assign(self.n, self.n + 1)
        return self.scale(x) * x * self.w * self.n


def test_of_a_method_and_of_a_state():
    net = Scaled(requires_grad=False)
    gradient, (of_w,) = grad(net, 0, net.trainable_params())(X)
    assert gradient.tolist() == [8, 16, 24]
    assert net.n.asnumpy().tolist() == [2]
    net.n.set_data(Tensor([1.0]))
    assert of_w.tolist() == [4 * 14]


def writes_an_array(x):
    y = x * x
    with _no_grad():
        y[0] = 0.0
    return y


@pytest.mark.parametrize("function", [writes_an_array, Scaled(requires_grad=True)])
def test_a_write_into_what_has_a_gradient_outside_is_refused(function):
    with pytest.raises(CompileError, match="SRC015"):
        grad(function)(X)


def test_a_generator_may_not_be_left_inside():
    def parts(x):
        with _no_grad():
            yield x * x

    def function(x):
        return sum(parts(x))

    with pytest.raises(CompileError, match="yield"):
        grad(function)(X)
