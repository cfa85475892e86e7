"""What gives a new array in Python gives one here: a write into it is not seen."""

import numpy as np
import pytest

from srcad import Tensor, grad, nn, value_and_grad

X = np.array([1.5, -2.0, 3.25])


def a_sum_of_one(z):
    return sum([z])


def a_sum_of_a_generator(z):
    return sum(row for row in (z,))


def a_sum_from_zero(z):
    return sum((0, z), 0)


def a_sum_of_a_list_that_grows(z):
    rows = []
    for _ in z[:1]:
        rows.append(z)
    return sum(rows)


def a_conjugate(z):
    return np.conj(z)


def of_each_sign(z):
    return np.conjugate(np.conjugate(z))


@pytest.mark.filterwarnings("ignore::srcad.RecompileWarning")
@pytest.mark.parametrize(
    "made",
    [
        *(a_sum_of_one, a_sum_of_a_generator, a_sum_from_zero),
        *(a_sum_of_a_list_that_grows, a_conjugate, of_each_sign),
    ],
)
def test_a_write_into_a_new_array_changes_no_other(made):
    def program(x):
        z = x * 2.0
        new = made(z)
        new[0] = 7.0
        return z * z + new

    out, slope = value_and_grad(program)(X)
    np.testing.assert_array_equal(out, program(X))
    np.testing.assert_allclose(slope, 8.0 * X + [0.0, 2.0, 2.0])
    given = value_and_grad(made)(X)[0]
    assert not np.shares_memory(given, X)


def test_the_method_gives_the_array_itself():
    def program(x):
        z = x * 2.0
        new = z.conj()
        new[0] = 7.0
        return z * z

    out, slope = value_and_grad(program)(X)
    np.testing.assert_array_equal(out, program(X))
    np.testing.assert_allclose(slope, [0.0, *(8.0 * X[1:])])


class OfTensors(nn.Cell):
    def construct(self, x):
        z = x * 2.0
        new = sum([z])
        new[0] = 7.0
        return (z * z + new).sum()


def test_of_tensors():
    x = Tensor([1.0, 2.0])
    assert grad(OfTensors())(x).tolist() == [8.0, 18.0]
    assert OfTensors()(x).tolist() == value_and_grad(OfTensors())(x)[0].tolist()
