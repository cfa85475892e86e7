"""The methods that draw: one seed, one result, eager and compiled, in the Tensor."""

import numpy as np
import pytest

import srcad
from srcad import Tensor
from srcad.compiler.diagnostics.errors import CompileError

P = np.array([[0.2, 0.5, 0.9], [0.7, 0.1, 0.4]])
WRITTEN = {
    "normal_": (lambda x: x.normal_(3.0, 0.5), 3.0),
    "uniform_": (lambda x: x.uniform_(2, 4), 3.0),
    "bernoulli_": (lambda x: x.bernoulli_(0.25), 0.25),
    "exponential_": (lambda x: x.exponential_(4.0), 0.25),
}
DRAWN = {
    "bernoulli": lambda p: p.bernoulli(),
    "multinomial": lambda p: p.multinomial(4),
    "random_categorical": lambda p: p.random_categorical(4),
    "uniform": lambda p: p.uniform(1.0, 3.0),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_numbers_are_written_into_the_tensor(name: str):
    draw, mean = WRITTEN[name]
    srcad.set_seed(2)
    x = Tensor(np.zeros((100, 200), np.float32))
    assert draw(x) is x
    assert x.dtype == srcad.float32
    assert abs(np.mean(x.asnumpy()) - mean) < 0.02
    with pytest.raises(ValueError, match="set_seed"):
        getattr(x, name)(generator=1)


@pytest.mark.parametrize("name", [*WRITTEN, *DRAWN])
def test_compiled_they_draw_the_same(name: str):
    def program(x):
        if name in WRITTEN:
            return WRITTEN[name][0](x * 1)
        return DRAWN[name](x * 1)

    srcad.set_seed(5)
    want = program(Tensor(P))
    srcad.set_seed(5)
    (_, found), slope = srcad.value_and_grad(
        lambda x: ((x * x).sum(), program(x)), has_aux=True
    )(Tensor(P))
    np.testing.assert_array_equal(found.asnumpy(), want.asnumpy())
    np.testing.assert_array_equal(slope.asnumpy(), 2 * P)


def test_what_is_overwritten_has_no_gradient():
    slope = srcad.grad(lambda x: ((x * 2).normal_() * x).sum())
    srcad.set_seed(3)
    drawn = Tensor(P).copy().normal_()
    srcad.set_seed(3)
    np.testing.assert_array_equal(slope(Tensor(P)).asnumpy(), drawn.asnumpy())


def test_integers_take_no_floats():
    with pytest.raises(TypeError, match="cannot hold"):
        Tensor([1, 2]).exponential_()
    with pytest.raises((TypeError, CompileError)):
        srcad.grad(lambda x: (Tensor([1, 2]).exponential_() * x).sum())(Tensor([1.0]))
