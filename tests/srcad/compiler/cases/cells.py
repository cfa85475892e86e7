"""Cells: parameters, sub-cells with and without a ``bprop``, called in several places.

Every ``bprop`` here is the derivative, so that finite differences apply.
"""

import numpy as np

from srcad import Parameter, Tensor, nn, ops
from tests.srcad.compiler.cases.case import case, positive


def weights(*shape):
    """Numbers that differ, between -1 and 1."""
    count = int(np.prod(shape))
    values = np.cos(np.arange(1.0, count + 1) * 2.3).astype(np.float32)
    return Parameter(Tensor(values.reshape(shape)), name="w")


class Linear(nn.Cell):
    def __init__(self, rows=3, columns=2):
        super().__init__()
        self.weight = weights(rows, columns)
        self.bias = weights(columns)

    def construct(self, x):
        return x @ self.weight + self.bias


class Square(nn.Cell):
    """With a ``bprop`` of its own."""

    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (2 * x * dout,)


class Power(nn.Cell):
    """With a hyper-parameter, two inputs and a helper method."""

    def __init__(self, factor=3.0):
        super().__init__()
        self.factor = factor

    def scaled(self, x):
        return self.factor * x

    def construct(self, x, y):
        return self.scaled(x) * y * y

    def bprop(self, x, y, out, dout):
        dx = dout * self.factor * y * y
        dy = self.scaled(dout) * 2 * x * y
        return dx, dy


class Recurrent(nn.Cell):
    """User code without a ``bprop``, so that a pair of functions is made of it."""

    def __init__(self, size=2):
        super().__init__()
        self.weight = weights(size, size)

    def construct(self, h, x):
        return ops.tanh(ops.matmul(h, self.weight) + x)


class Looping(nn.Cell):
    def construct(self, x):
        y = x
        for _ in range(3):
            y = y * x + 1.0
        return y


class Branching(nn.Cell):
    def construct(self, x):
        if x.sum() > 0:
            return x * x
        return ops.sin(x)


class Pair(nn.Cell):
    def construct(self, x):
        return ops.sin(x), x * x


class PairWithBprop(nn.Cell):
    def construct(self, x):
        return 2 * x, x * x

    def bprop(self, x, out, dout):
        return (2 * dout[0] + 2 * x * dout[1],)


@case("float64[n, 3]")
class Dense(nn.Cell):
    def __init__(self):
        super().__init__()
        self.linear = Linear()

    def construct(self, x):
        return ops.tanh(self.linear(x))


@case("float64[n]")
class PlainBprop(Square):
    """The target itself has a ``bprop``."""


@case("float64[n]", "float64[n]")
class BpropOfTwo(Power):
    """Likewise, with two inputs."""


@case("float64[n]")
class DoubledBprop(nn.Cell):
    """A surrogate is what the second order has to start from."""

    def construct(self, x):
        return x * x * x

    def bprop(self, x, out, dout):
        y = x * x
        return (3 * y * dout,)


@case("float64[n]")
class BpropOnce(nn.Cell):
    def __init__(self):
        super().__init__()
        self.square = Square()

    def construct(self, x):
        return self.square(ops.sin(x)) * x


@case("float64[n]")
class BpropTwice(nn.Cell):
    def __init__(self):
        super().__init__()
        self.square = Square()
        self.other = Square()

    def construct(self, x):
        y = self.square(x)
        return self.square(y + x) * self.other(x)


@case("float64[n]", "float64[n]")
class BpropInALoop(nn.Cell):
    def __init__(self):
        super().__init__()
        self.power = Power(0.5)

    def construct(self, x, y):
        for _ in range(3):
            x = self.power(x, y) + x
        return x


@case("float64[n]", draws=3)
class BpropInABranch(nn.Cell):
    def __init__(self):
        super().__init__()
        self.square = Square()

    def construct(self, x):
        if x.sum() > 0:
            y = self.square(x) * x
        else:
            y = ops.sin(x)
        return y


@case("float64[n]", "float64[n]", draws=2)
class BpropInABranchOfALoop(nn.Cell):
    def __init__(self):
        super().__init__()
        self.power = Power(0.5)

    def construct(self, x, y):
        for _ in range(3):
            if x.sum() > 0:
                x = self.power(x, y) - x
            else:
                x = x + y
        return x


@case("float64[n, 2]", "float64[n, 2]")
class SubcellOnce(nn.Cell):
    def __init__(self):
        super().__init__()
        self.step = Recurrent()

    def construct(self, h, x):
        return self.step(h, x) * x


@case("float64[n, 2]", "float64[n, 2]")
class SubcellTwice(nn.Cell):
    def __init__(self):
        super().__init__()
        self.step = Recurrent()

    def construct(self, h, x):
        h = self.step(h, x)
        return self.step(h, x * 2.0) + h


@case("float64[n, 2]", "float64[n, 2]")
class SubcellsOfOneKind(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Recurrent()
        self.second = Recurrent()

    def construct(self, h, x):
        return self.second(self.first(h, x), x)


@case("float64[n, 2]", "float64[3, n, 2]")
class SubcellInALoop(nn.Cell):
    def __init__(self):
        super().__init__()
        self.step = Recurrent()

    def construct(self, h, xs):
        for x in xs:
            h = self.step(h, x)
        return h


@case("float64[n, 2]", "float64[n, 2]", draws=3)
class SubcellInABranch(nn.Cell):
    def __init__(self):
        super().__init__()
        self.step = Recurrent()

    def construct(self, h, x):
        if x.sum() > 0:
            h = self.step(h, x)
        else:
            h = self.step(x, h) * 2.0
        return h


@case("float64[n]")
class SubcellWithALoop(nn.Cell):
    def __init__(self):
        super().__init__()
        self.looping = Looping()

    def construct(self, x):
        return self.looping(x) * self.looping(ops.sin(x))


@case("float64[n]", draws=3)
class SubcellWithABranch(nn.Cell):
    def __init__(self):
        super().__init__()
        self.branching = Branching()

    def construct(self, x):
        return self.branching(x) * self.branching(x - 0.2)


@case("float64[n]", draws=2, orders=(1, 2))
class SubcellWithABranchInALoop(nn.Cell):
    def __init__(self):
        super().__init__()
        self.branching = Branching()

    def construct(self, x):
        for _ in range(2):
            x = self.branching(x) - 0.1
        return x


@case("float64[n, 2]")
class ListOfCells(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Linear(2, 2) for _ in range(3)])

    def construct(self, x):
        for layer in self.layers:
            x = ops.tanh(layer(x))
        return x


@case("float64[n, 3]")
class Sequential(nn.Cell):
    def __init__(self):
        super().__init__()
        self.net = nn.SequentialCell(Linear(3, 2), nn.ReLU(), Linear(2, 2), nn.Tanh())

    def construct(self, x):
        return self.net(x)


@case("float64[n, 3]")
class SharedParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = weights(3, 3)

    def construct(self, x):
        return ops.matmul(ops.matmul(x, self.w), self.w.T) * self.w[0]


@case("float64[n]", draws=2)
class ParameterInABranch(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = weights(1)
        self.b = weights(1)

    def construct(self, x):
        if x.sum() > 0:
            return x * self.a
        return x * x + self.b


@case("float64[n]")
class ParameterInALoop(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = weights(1)

    def construct(self, x):
        for _ in range(3):
            x = ops.sin(x * self.a) + x
        return x


@case("float64[n]")
class FrozenParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = weights(1)
        self.b = weights(1)
        self.b.requires_grad = False

    def construct(self, x):
        return x * self.a * self.b


@case("float64[n]", "float64[n]", wrt=("parameters",))
class ParametersAlone(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = weights(1)

    def construct(self, x, y):
        return x * self.a * self.a + y


@case("float64[n]")
class UnusedParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = weights(1)
        self.unused = weights(2)

    def construct(self, x):
        return x * self.a


@case("float64[n, 4]", "int32[n]", orders=(1, 2))
class CrossEntropy(nn.Cell):
    def construct(self, logits, labels):
        return ops.cross_entropy(logits, labels)


@case("float64[n, 4]", values={"x": positive})
class Operators(nn.Cell):
    def construct(self, x):
        y = ops.softmax(x, axis=1) * ops.log(x)
        return ops.relu(y - 0.3) + ops.exp(-y) / ops.sqrt(x)


@case("float64[n]")
class SeveralOutputs(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pair = Pair()

    def construct(self, x):
        a, b = self.pair(x)
        return a * b, a


@case("float64[n]")
class BpropOfSeveralOutputs(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pair = PairWithBprop()

    def construct(self, x):
        a, b = self.pair(x)
        return a * b


@case("float64[n]")
class TensorMethods(nn.Cell):
    def construct(self, x):
        return x.sum() * x.abs() + x.reshape((-1, 1)).squeeze(1).mean() * x.T


@case("float64[n]")
class TensorAugmented(nn.Cell):
    """A Tensor is not changed in place by ``+=``."""

    def construct(self, x):
        y = x
        y += 1.0
        y *= x
        return y * x


@case("float64[n, 2]")
class TensorWrites(nn.Cell):
    def construct(self, x):
        y = x * 2.0
        y[0] = x[0] * x[-1]
        return y * x
