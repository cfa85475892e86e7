"""A network of spiking neurons, which are on or off: a surrogate has the gradient."""

from srcad import nn, ops


class ReluSigmoid(nn.Cell):
    """A spike where the input is positive; its derivative is a steep sigmoid's."""

    def __init__(self):
        super().__init__()
        self.sigmoid = ops.Sigmoid()
        self.greater = ops.Greater()

    def construct(self, x):
        """Return 1 where ``x`` is positive, else 0."""
        return self.greater(x, 0).astype(x.dtype)

    def bprop(self, x, out, dout):
        """The step has no slope of its own: that of ``sigmoid(5 x)`` stands for it."""
        sgax = self.sigmoid(x * 5.0)
        grad_x = dout * (1 - sgax) * sgax * 5.0
        return (grad_x,)


class IFNode(nn.Cell):
    """Neurons that integrate what comes in, and fire at a threshold."""

    def __init__(self, v_threshold=1.0):
        super().__init__()
        self.v_threshold = v_threshold
        self.surrogate_function = ReluSigmoid()

    def construct(self, x, v):
        """Return ``(spike, v)`` of the inputs and the voltages before."""
        v = v + x
        spike = self.surrogate_function(v - self.v_threshold) * self.v_threshold
        return spike, v - spike


class Spiking(nn.Cell):
    """Two layers of spiking neurons, which see the same picture for some time.

    Args:
        hidden: how many neurons a layer has.
        steps: how long they look.
    """

    def __init__(self, hidden=64, steps=6):
        super().__init__()
        self.steps = steps
        self.fc1 = nn.Dense(64, hidden)
        self.fc2 = nn.Dense(hidden, hidden)
        self.fc3 = nn.Dense(hidden, 10)
        self.node1 = IFNode()
        self.node2 = IFNode()

    def construct(self, x):
        """Return a score for each digit, of pictures ``(N, 64)``."""
        current = self.fc1(x)
        v1 = ops.zeros_like(current)
        v2 = ops.zeros_like(current)
        fired = ops.zeros_like(current)
        for _ in range(self.steps):
            spike, v1 = self.node1(current, v1)
            spike, v2 = self.node2(self.fc2(spike), v2)
            fired = fired + spike
        return self.fc3(fired / self.steps)
