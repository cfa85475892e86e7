"""``srcad.grad(f, memory="50%")``: the same gradients, with fewer residuals."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops
from srcad.gradient.call import PrimalCall
from srcad.gradient.pullback import Pullback


def energy(x, y):
    h = np.exp(np.sin(x)) * y
    return np.sum(np.tanh(h) * np.sqrt(h * h + 1.0))


X, Y = np.linspace(-1, 1, 50), np.linspace(2, 3, 50)


def kept(memory):
    """The bytes of the residuals of a call."""
    call = PrimalCall.of(energy, (X, Y), {})
    pullback = Pullback(call, ["x", "y"], None, memory=memory)
    held = pullback._residuals
    held = held if isinstance(held, tuple) else (held,)
    arrays = [one for one in held if isinstance(one, np.ndarray)]
    return sum(one.nbytes for one in arrays if one is not X and one is not Y)


def test_gradients_are_the_same_to_the_bit():
    usual = srcad.value_and_grad(energy, (0, 1))(X, Y)
    for memory in ("100%", "60%", "30%", "0%", None):
        out, found = srcad.value_and_grad(energy, (0, 1), memory=memory)(X, Y)
        assert out == usual[0]
        for one, other in zip(found, usual[1], strict=True):
            assert np.array_equal(one, other)
        # A second call takes another path, and may be of other sizes.
        dx = srcad.grad(energy, memory=memory)(X[:7], Y[:7])
        assert np.array_equal(dx, srcad.grad(energy)(X[:7], Y[:7]))


def test_less_is_kept():
    usual = kept(100)
    assert usual == 4 * X.nbytes
    assert kept(50) == 2 * X.nbytes
    assert kept(0) == 0


def test_each_has_a_module_of_its_own():
    texts = {
        memory: Pullback(
            PrimalCall.of(energy, (X, Y), {}), ["x"], None, memory=memory
        ).module.module.__doc__
        for memory in (100, 50)
    }
    assert "Residuals" not in texts[100]
    assert "for x0=50; without ``memory='50%'``" in " ".join(texts[50].split())


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        return ops.tanh(ops.exp(self.fc(x))).sum()


def test_a_cell_with_parameters():
    net, x = Net(), Tensor(np.ones((3, 4), np.float32))
    weights = net.trainable_params()
    usual = srcad.grad(net, 0, weights)(x)
    found = srcad.grad(net, 0, weights, memory="10%")(x)
    assert np.array_equal(found[0].asnumpy(), usual[0].asnumpy())
    for one, other in zip(found[1], usual[1], strict=True):
        assert np.array_equal(one.asnumpy(), other.asnumpy())


@pytest.mark.parametrize("memory", ["50", "fifty%", "101%", "-1%", "5.5%", ""])
def test_what_is_no_percentage_is_refused(memory):
    with pytest.raises(ValueError, match="memory must be a percentage like '50%'"):
        srcad.grad(energy, memory=memory)


def test_another_type_is_refused():
    with pytest.raises(TypeError, match="memory must be a str, but got float"):
        srcad.grad(energy, memory=0.5)


def test_a_compiled_module_keeps_nothing_between_halves(monkeypatch):
    monkeypatch.setattr("srcad.gradient.options.find_spec", lambda name: True)
    with pytest.raises(ValueError, match="not supported with engine='numba'"):
        srcad.grad(energy, memory="50%", engine="numba")
    srcad.grad(energy, memory="100%", engine="numba")


def test_inside_of_another_gradient_it_is_refused():
    inner = srcad.grad(energy, memory="50%")

    def outer(x, y):
        return np.sum(inner(x, y))

    with pytest.raises(srcad.CompileError, match="has a `memory` of its own"):
        srcad.grad(outer)(X, Y)


def test_second_order():
    first = srcad.grad(energy)
    usual = srcad.grad(lambda x: np.sum(first(x, Y)))(X)
    found = srcad.grad(lambda x: np.sum(first(x, Y)), memory="30%")(X)
    assert np.array_equal(usual, found)
