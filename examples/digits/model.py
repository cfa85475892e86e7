"""A classifier of handwritten digits with one hidden layer."""

from srcad import nn, ops


class Classifier(nn.Cell):
    """The loss of a two-layer network on images of 8 by 8 pixels.

    Args:
        hidden: how many units the hidden layer has.
    """

    def __init__(self, hidden=64):
        super().__init__()
        self.fc1 = nn.Dense(64, hidden)
        self.relu = nn.ReLU()
        self.fc2 = nn.Dense(hidden, 10)

    def construct(self, x, target):
        """Return the mean cross entropy, a scalar.

        ``x`` is float32[batch, 64], the pixels; ``target`` is int32[batch], the digits.
        """
        logits = self.logits(x)
        return ops.cross_entropy(logits, target)

    def logits(self, x):
        """Return a score for each of the ten digits, float32[batch, 10]."""
        h = self.relu(self.fc1(x))
        return self.fc2(h)
