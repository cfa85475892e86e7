"""A classifier of two layers."""

from srcad import nn, ops


class Classifier(nn.Cell):
    """Four classes of eight features."""

    def __init__(self, hidden, classes=4):
        super().__init__()
        self.first = nn.Dense(8, hidden)
        self.relu = nn.ReLU()
        self.last = nn.Dense(hidden, classes)

    def construct(self, x, label):
        h = self.relu(self.first(x))
        return ops.cross_entropy(self.last(h), label)
