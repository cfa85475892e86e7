"""What can be asked of a gradient, one Cell for each."""

import numpy as np

from srcad import Parameter, Tensor, nn, ops


class Affine(nn.Cell):
    """The gradient by parameters: of ``weight``, and of ``bias``, which is frozen."""

    def __init__(self, size=3):
        super().__init__()
        self.weight = Parameter(Tensor(np.ones((size, size), np.float32)), "weight")
        bias = Tensor(np.zeros(size, np.float32))
        self.bias = Parameter(bias, "bias", requires_grad=False)

    def construct(self, x):
        """Return ``x @ weight + bias``."""
        return ops.matmul(x, self.weight) + self.bias


class Residual(nn.Cell):
    """A layer that adds to what it is given."""

    def __init__(self, size):
        super().__init__()
        self.dense = nn.Dense(size, size)

    def construct(self, x):
        """Return ``x + tanh(dense(x))``."""
        return x + ops.tanh(self.dense(x))


class Layers(nn.Cell):
    """Layers of one kind, one behind the other: a loop over their parameters."""

    def __init__(self, depth=8, size=4):
        super().__init__()
        self.layers = nn.CellList([Residual(size) for _ in range(depth)])

    def construct(self, x):
        """Return what the last of the layers gives."""
        for layer in self.layers:
            x = layer(x)
        return x


class TwoOutputs(nn.Cell):
    """A cotangent for each output is what ``backward`` is given: MindSpore's sens."""

    def construct(self, x, y):
        """Return the product and the sum of squares."""
        return x * y, (x * x + y * y).sum()


class Detached(nn.Cell):
    """Nothing flows back through what ``stop_gradient`` gives."""

    def construct(self, x):
        """Return ``x`` times its own norm, which counts as a constant."""
        norm = ops.sqrt((x * x).sum())
        return x * ops.stop_gradient(norm)


def halved(cell_id, grad_input, grad_output):
    """A backward hook: the gradient that leaves the Cell is halved."""
    return (grad_output[0] * 0.5,)


class Watched(nn.Cell):
    """A Cell with a hook; ahead of time it is found by its name in this module."""

    def __init__(self):
        super().__init__()
        self.inner = nn.Tanh()
        self.inner.register_backward_hook(halved)

    def construct(self, x):
        """Return ``x * tanh(x)``."""
        return x * self.inner(x)


class Quartic(nn.Cell):
    """A polynomial, of which the second derivative is asked for."""

    def construct(self, x):
        """Return ``x ** 4 - 3 * x ** 2``."""
        return x**4 - 3 * x**2


class Gated(nn.Cell):
    """What is computed again: its target says ``memory = "50%"``."""

    def __init__(self, size=4):
        super().__init__()
        self.value = nn.Dense(size, size)
        self.gate = nn.Dense(size, size)

    def construct(self, x):
        """Return the sum of values, each behind a gate of its own."""
        value = ops.tanh(self.value(x))
        gate = ops.exp(-ops.abs(self.gate(x)))
        return (value * gate).sum()


class Spike(nn.Cell):
    """A step whose derivative is that of a steep sigmoid: a surrogate gradient."""

    def __init__(self, steepness=4.0):
        super().__init__()
        self.steepness = steepness

    def construct(self, x):
        """Return 1 where ``x`` is positive, else 0."""
        return ops.cast(x > 0, x.dtype)

    def bprop(self, x, out, dout):
        """The derivative of ``sigmoid(steepness * x)``."""
        s = 1 / (1 + ops.exp(-self.steepness * x))
        # out is a step: it says nothing about how near x was.
        return (self.steepness * s * (1 - s) * dout,)


class SpikingNeuron(nn.Cell):
    """A neuron that collects its input over time and fires at a threshold."""

    def __init__(self, leak=0.8, threshold=1.0):
        super().__init__()
        self.leak = leak
        self.threshold = threshold
        self.spike = Spike()

    def construct(self, current):
        """Return how often each neuron fires; ``current`` is [time, neurons]."""
        voltage = ops.zeros_like(current[0])
        count = ops.zeros_like(current[0])
        for step in range(current.shape[0]):
            voltage = self.leak * voltage + current[step]
            fired = self.spike(voltage - self.threshold)
            voltage = voltage * (1 - fired)
            count = count + fired
        return count
