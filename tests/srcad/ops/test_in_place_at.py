"""What is written at indices: as MindSpore documents it, into the Tensor itself."""

import numpy as np
import pytest

import srcad
from srcad import Tensor

X = np.arange(12, dtype=np.float32).reshape(3, 4)
ROWS = Tensor(np.array([2, 0], np.int64))
TWO = Tensor(np.full((2, 4), 10, np.float32))


def tensor():
    return Tensor(X.copy())


def test_it_is_written_into_the_tensor():
    for write in (
        lambda x: x.index_add_(0, ROWS, TWO, alpha=2),
        lambda x: x.index_copy_(0, ROWS, TWO),
        lambda x: x.fill_diagonal_(7),
        lambda x: x.scatter_(0, Tensor([[0, 2, 1, 1]]), TWO),
        lambda x: x.put_(ROWS, Tensor(np.array([1, 2], np.float32)), True),
    ):
        x = tensor()
        alias = x
        found = write(x)
        assert found is x
        assert alias.dtype == srcad.float32
        assert (alias.asnumpy() != X).any()


def test_values():
    x = tensor().index_add_(0, ROWS, TWO, alpha=2)
    np.testing.assert_array_equal(x.asnumpy(), X + [[20], [0], [20]])
    x = tensor().index_copy_(0, ROWS, TWO)
    np.testing.assert_array_equal(x.asnumpy(), np.where([[1], [0], [1]], 10, X))
    x = tensor().scatter_(0, Tensor([[0, 2, 1, 1]]), 5.0)
    want = X.copy()
    want[[0, 2, 1, 1], np.arange(4)] = 5
    np.testing.assert_array_equal(x.asnumpy(), want)
    tall = Tensor(np.zeros((7, 3), np.float32)).fill_diagonal_(1, wrap=True)
    want = np.zeros((7, 3), np.float32)
    np.fill_diagonal(want, 1, wrap=True)
    np.testing.assert_array_equal(tall.asnumpy(), want)


def test_of_an_index_that_is_there_twice_the_last_counts():
    twice = Tensor(np.array([1, 1], np.int64))

    def program(source):
        x = Tensor(np.zeros((3, 4), np.float32)) * 1
        return x.index_copy_(0, twice, source).sum()

    slope = srcad.grad(program)(TWO)
    np.testing.assert_array_equal(slope.asnumpy(), [[0] * 4, [1] * 4])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x: x.index_add_(0, ROWS, TWO.astype(srcad.int32)), TypeError),
        (lambda x: x.index_add_(2, ROWS, TWO), ValueError),
        (lambda x: x.index_add_(1, ROWS, TWO), ValueError),
        (lambda x: x.index_add_(0, Tensor([9, 0]), TWO), IndexError),
        (lambda x: x.index_copy_(0, Tensor([9, 0]), TWO), IndexError),
        (lambda x: x.index_copy_(0, Tensor([[0, 1]]), TWO), ValueError),
        (lambda x: x.index_fill_(0, ROWS, TWO), ValueError),
        (lambda x: x.index_fill_(4, ROWS, 1.0), ValueError),
        (lambda x: x.index_put_(ROWS, TWO), TypeError),
        (lambda x: x.index_put_((ROWS, ROWS, ROWS), TWO), ValueError),
        (lambda x: x.put_(ROWS, TWO), ValueError),
        (lambda x: x.scatter_(0, Tensor([[0, 9, 1, 1]]), TWO), IndexError),
        (
            lambda x: x.scatter_(0, Tensor([[0, 9, 1, 1]]), TWO, reduce="multiply"),
            IndexError,
        ),
        (lambda x: x.scatter_(0, Tensor([[0]]), TWO, reduce="max"), ValueError),
        (lambda x: x.scatter_(0, Tensor([[0] * 5]), TWO), ValueError),
        (lambda x: x.scatter_(3, Tensor([[0]]), 1.0), ValueError),
        (lambda x: x.fill_diagonal_(1.0) and x[0].fill_diagonal_(1.0), ValueError),
        (lambda x: x.addmm_(TWO, TWO), ValueError),
        (lambda x: x.masked_scatter_(x > 0, ROWS), TypeError),
    ],
)
def test_what_does_not_fit_is_refused(call, error):
    x = tensor()
    with pytest.raises(error):
        call(x)
