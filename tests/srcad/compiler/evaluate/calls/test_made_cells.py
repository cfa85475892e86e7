"""Cells that a program makes while it runs: the user's are made as they are read, those
of srcad while compiling, of sizes that are then those of the call."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import check

IMAGE = np.random.default_rng(0).normal(size=(2, 3, 4, 4))


class Scale(nn.Cell):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def construct(self, x):
        return x * x * self.factor


class Window(nn.Cell):
    """With what constructors do: an attribute twice, Cells, an array that is filled."""

    def __init__(self, size, factor):
        super().__init__()
        self.scale = None
        self.scale = Scale(factor)
        self.cells = nn.Tanh()
        weights = np.zeros((size, 1))
        for k in range(size):
            weights[k, 0] = k % 2 + 0.5
        self.weights = Tensor(weights)

    def construct(self, x):
        return self.cells(x * self.weights) + self.scale(x)


class Overlapping(nn.MaxPool2d):
    def __init__(self, size):
        super().__init__(size, stride=1)


class Doubled(nn.Cell):
    """A rule of its own, which a test can tell from the derivative."""

    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def construct(self, x):
        return x * self.factor

    def bprop(self, x, out, dout):
        return (dout * self.factor * 2,)


class Trained(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.ones(3)))

    def construct(self, x):
        return x * self.weight


def changed(x):
    cell = Scale(2.0)
    cell.factor = x.sum()
    return cell(x)


def chosen(x):
    if x.sum() > 0:
        cell = Scale(x.max())
    else:
        cell = Scale(3.0)
    return cell(x)


def held_by_path(x):
    cell = Window(3, 0.5)
    if x.sum() > 0:
        cell.scale = Scale(x.max())
    return cell(x) + Window(3, 2.0)(x)


def looped(x):
    total = x.sum()
    for k in range(x.shape[0]):
        total = total + Scale(total + k)(x[k]).sum()
    return total


def listed(x):
    cells = nn.CellList([Scale(2.0), nn.Tanh(), Scale(3.0)])
    for cell in cells:
        x = cell(x)
    return x


PROGRAMS = {
    "of a number": lambda x: Scale(3.0)(x),
    "of a size": lambda x: Scale(x.shape[0])(x),
    "of a run-time value": lambda x: Scale(x.sum())(x),
    "that holds Cells and an array": lambda x: Window(x.shape[0], x.sum())(x),
    "that is changed": changed,
    "that a path decides": chosen,
    "whose Cell a path decides": held_by_path,
    "in a loop": looped,
    "in a list": listed,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_cell_of_the_users(program):
    check(program, ["float64[n, m]"])


class Outer(nn.Cell):
    """A Cell of the user's whose input comes from a convolution."""

    def __init__(self, before, pool):
        super().__init__()
        self.before, self.pool, self.shape = before, pool, ops.Shape()

    def construct(self, x):
        x = self.before(x)
        height, width = self.shape(x)[2:]
        return (self.pool(height, width)(x) * x).sum()


BEFORE = {
    "convolution": lambda: nn.Conv2d(3, 2, 3, stride=2, dtype=srcad.float64),
    "with a margin": lambda: nn.Conv2d(
        3, 2, 2, 2, "pad", (1, 0, 1, 1), dilation=2, dtype=srcad.float64
    ),
    "without one": lambda: nn.Conv2d(3, 2, 2, pad_mode="valid", dtype=srcad.float64),
    "largest": lambda: nn.MaxPool2d(3, 2, pad_mode="same"),
    "mean": lambda: nn.AvgPool2d(3, 1, pad_mode="pad", padding=1),
    "nothing": nn.ReLU,
}
POOLS = {
    "of srcad": lambda height, width: nn.AvgPool2d((height, width), stride=1),
    "of the user": lambda height, width: Overlapping((height, width)),
}


@pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS)
@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_a_layer_of_sizes(before, pool):
    net = Outer(before(), pool)
    move = np.random.default_rng(1).normal(size=IMAGE.shape)

    def at(distance):
        return float(net(Tensor(IMAGE + distance * move)))

    value, gradient = srcad.value_and_grad(net)(Tensor(IMAGE))
    assert float(value) == pytest.approx(at(0), rel=1e-12)
    slope = (at(1e-6) - at(-1e-6)) / 2e-6
    assert np.sum(gradient.asnumpy() * move) == pytest.approx(slope, rel=1e-6)


def test_each_cell_has_its_own_rule():
    def net(x):
        return (Doubled(3.0)(x) + Doubled(5.0)(x) * x + Doubled(5.0)(x)).sum()

    x = Tensor(IMAGE)
    expected = 6 + 10 + 10 * IMAGE + 5 * IMAGE
    np.testing.assert_allclose(srcad.grad(net)(x).asnumpy(), expected)


class Shared(nn.Cell):
    """A Cell that hands a Parameter of its own to one that it makes."""

    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.full(3, 2.0)))

    def construct(self, x):
        return Scale(self.weight)(x).sum()


def test_a_parameter_from_outside_is_itself():
    net, x = Shared(), Tensor([1.0, 2.0, 3.0])
    gradient = srcad.grad(net, None, net.trainable_params())
    assert gradient(x)[0].tolist() == [1, 4, 9]
    net.weight.set_data(Tensor(np.zeros(3)))
    assert srcad.grad(net)(x).tolist() == [0, 0, 0]


def test_what_the_constructor_reads_is_noticed(monkeypatch):
    gradient = srcad.grad(lambda x: Scaled()(x).sum())
    assert gradient(Tensor([1.0])).tolist() == [4]
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    assert gradient(Tensor([1.0])).tolist() == [6]


FACTOR = 2.0


class Scaled(Scale):
    def __init__(self):
        super().__init__(FACTOR)


class TooEarly(nn.Cell):
    def __init__(self):
        self.inner = nn.ReLU()
        super().__init__()


class Uninitialised(nn.Cell):
    def __init__(self):
        self.factor = 2.0

    def construct(self, x):
        return x * self.factor


class Replaced(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = nn.ReLU()
        self.inner = 3.0


REFUSED = {
    "with a Parameter": (lambda x: Trained()(x), "a Parameter of run-time values"),
    "a rule and run-time attributes": (
        lambda x: Doubled(x.sum())(x),
        "a Doubled has a `bprop`, and run-time attributes",
    ),
    "a layer of run-time values": (
        lambda x: nn.Threshold(x.sum(), 1.0)(x),
        "is made of run-time values",
    ),
    "a layer of run-time values by name": (
        lambda x: nn.Threshold(threshold=x.sum(), value=1.0)(x),
        "is made of run-time values",
    ),
    "a layer of arrays that are made there": (
        lambda x: nn.CrossEntropyLoss(weight=Tensor(np.array([1.0, 2.0])))(x, x),
        "is made of run-time values",
    ),
    "a layer of starred run-time values": (
        lambda x: nn.Threshold(*[x.sum(), 1.0])(x),
        "is made of run-time values",
    ),
    "not initialised": (lambda x: Uninitialised()(x), "AttributeError"),
    "initialised too late": (lambda x: TooEarly().inner(x), "AttributeError"),
    "no Cell any more": (lambda x: x * Replaced().inner, "is replaced by something"),
}


@pytest.mark.parametrize(("program", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(program, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(lambda x: program(x).sum())(Tensor(np.ones(3)))
