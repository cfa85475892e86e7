"""What a class of Cells defines in the place of ``Cell``'s own: it is read or refused."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn

X = np.array([1.0, -1.0, 2.0])


def weighted():
    return Parameter(Tensor(np.array([1.0, -2.0, 0.5])))


class Weighted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = weighted()

    def construct(self, x):
        return (x * self.weight).sum()


class Constant(Weighted):
    def __getattr__(self, name):
        return 3.0 if name == "weight" else super().__getattr__(name)


class Doubled(Weighted):
    def __getattr__(self, name):
        return 2 * nn.Cell.__getattr__(self, name)


class Asked(Weighted):
    def construct(self, x):
        return (x * self.__getattr__("weight")).sum()


class OrElse(Weighted):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return 2.0

    def construct(self, x):
        return (x * self.weight * self.extra).sum()


class Delegating(Weighted):
    """Gives what it has not itself of the Cell inside, as wrappers do."""

    def __init__(self):
        super().__init__()
        self.inner = Weighted()
        self.inner.gain = 3.0
        self.inner.extra = weighted()

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)

    def construct(self, x):
        return (x * self.weight * self.gain * self.extra).sum()


def values(net, function):
    value, gradient = function(Tensor(X))
    assert value.asnumpy() == pytest.approx(net(Tensor(X)).asnumpy())
    return gradient.asnumpy()


def slopes(net):
    """Central differences of the plain run; the programs are linear."""
    steps = np.eye(3)
    return [(net(Tensor(X + d)) - net(Tensor(X - d))).asnumpy() / 2 for d in steps]


@pytest.mark.parametrize("kind", [Constant, Doubled, Asked, OrElse, Delegating])
def test_a_getattr_of_a_cell_is_read(kind):
    net = kind()
    assert values(net, srcad.value_and_grad(net)) == pytest.approx(slopes(net))


def test_a_getattr_that_passes_over_a_parameter_leaves_it_without_gradient():
    net = Constant()
    _, (_, (found,)) = srcad.value_and_grad(net, 0, net.trainable_params())(Tensor(X))
    assert not found.asnumpy().any()


@pytest.mark.parametrize("kind", [OrElse, Delegating])
@pytest.mark.parametrize("name", ["extra", "gain"])
def test_what_a_getattr_did_not_find_is_noticed_when_it_is_there(kind, name):
    net = kind()
    function = srcad.value_and_grad(net)
    values(net, function)
    setattr(net, name, Parameter(Tensor(np.array([4.0, 1.0, 1.0]))))
    assert values(net, function) == pytest.approx(slopes(net))


def test_a_getattr_that_is_defined_later_is_noticed():
    class Net(Weighted):
        pass

    net = Net()
    function = srcad.value_and_grad(net)
    values(net, function)
    Net.__getattr__ = lambda self, name: 7.0
    assert values(net, function) == pytest.approx([7.0, 7.0, 7.0])


class Called(Weighted):
    def __call__(self, x):
        return 2 * super().__call__(x)


class Around(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def construct(self, x):
        return self.inner(x) * 3


@pytest.mark.parametrize("net", [Called(), Around(Called())])
def test_a_call_of_a_cell_of_its_own_is_refused(net):
    with pytest.raises(
        srcad.CompileError, match="`Called` is a Cell with a `__call__`"
    ):
        srcad.grad(net)(Tensor(X))


@pytest.mark.parametrize("wrap", [lambda net: net, Around])
def test_a_call_that_is_defined_later_is_refused(wrap):
    class Net(Weighted):
        pass

    net = wrap(Net())
    function = srcad.value_and_grad(net)
    values(net, function)
    Net.__call__ = lambda self, x: 7.0
    with pytest.raises(srcad.CompileError, match="with a `__call__` of its own"):
        function(Tensor(X))
