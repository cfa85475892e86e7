"""Tensors that a program makes of numbers which are known: it may write them."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops

AT = np.array([0.5, -1.2, 2.0, 0.8])


def of_a_list(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    made[0] = x[1]
    return (made * x).sum()


def of_repeated_numbers(x):
    made = other = Tensor([0.0] * 4, srcad.float64)
    for k in range(4):
        made[k] = x[k] * k
    return (made * other * x).sum()


def by_the_function(x):
    made = srcad.tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    made[1:3] *= x[:2]
    return (made * x).sum()


def of_another(x):
    made = Tensor(OUTSIDE)
    made[-1] = x[0] * x[0]
    return (made * x * OUTSIDE).sum()


def by_a_mask(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    made[x > 0] = x[x > 0] * 2
    return (made * x).sum()


def of_truths(x):
    chosen = Tensor([True, False, True, False])
    chosen[1] = True
    return (x[chosen] ** 2).sum()


def by_a_method(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    made.add_(x)
    return (made * x).sum()


def by_an_operator(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    ops.assign(made, x * 2)
    return (made * x).sum()


def in_a_row(x):
    made = Tensor([[0.0, 1.0], [2.0, 3.0]], srcad.float64)
    made[0][1] = x[1]
    return (made * made).sum() * x[0]


def in_a_list(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    held = [made]
    held[0][2] = x[3]
    return (made * x).sum()


def on_a_path(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
    for k in range(3):
        if x[k] > 0:
            made[k] = x[k] ** 2
    return (made * x).sum()


def by_a_closure(x):
    made = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)

    def write():
        made[0] = x[0] * x[0]

    write()
    return (made * x).sum()


def beside_one_that_is_known(x):
    weights, made = Tensor([1.0, 2.0, 1.0, 1.0], srcad.float64), Tensor([0.0, 0.0])
    loss = nn.BCEWithLogitsLoss(weight=weights)
    made = made.astype(srcad.float64)
    first, second = Tensor([0.0, 0.0], srcad.float64), Tensor([2, 3])
    first[0], second[1] = x[2], 5
    labels = Tensor([1.0, 0.0, 1.0, 1.0], srcad.float64)
    return loss(x, labels) + (first * second + made).sum()


OUTSIDE = Tensor([1.0, 2.0, 3.0, 4.0], srcad.float64)
PROGRAMS = (
    of_a_list,
    of_repeated_numbers,
    by_the_function,
    of_another,
    by_a_mask,
    of_truths,
    by_a_method,
    by_an_operator,
    in_a_row,
    in_a_list,
    on_a_path,
    by_a_closure,
    beside_one_that_is_known,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_a_tensor_that_is_made_of_numbers_may_be_written(program):
    def value(numbers):
        return float(program(Tensor(numbers)))

    steps = np.eye(4) * 1e-6
    wanted = [(value(AT + step) - value(AT - step)) / 2e-6 for step in steps]
    found, gradient = srcad.value_and_grad(program)(Tensor(AT))
    assert float(found) == pytest.approx(value(AT))
    np.testing.assert_allclose(gradient.asnumpy(), wanted, rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(OUTSIDE.asnumpy(), [1.0, 2.0, 3.0, 4.0])


def test_a_tensor_from_outside_is_not_written():
    def program(x):
        inside = Tensor([1.0, 2.0])
        OUTSIDE[0] = x[1]
        return (OUTSIDE * x).sum() * inside.sum()

    with pytest.raises(srcad.CompileError, match="SRC023"):
        srcad.grad(program)(Tensor(AT))
    np.testing.assert_array_equal(OUTSIDE.asnumpy(), [1.0, 2.0, 3.0, 4.0])


def test_what_is_refused_behind_the_write_is_told():
    def program(x):
        made = Tensor([1.0, 2.0, 3.0, 4.0])
        made[0] = x[0]
        return (made * x).sum() * x.asnumpy().sum()

    with pytest.raises(srcad.CompileError, match="asnumpy"):
        srcad.grad(program)(Tensor(AT))
