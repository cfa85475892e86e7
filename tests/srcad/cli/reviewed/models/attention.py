"""Attention of a sequence to itself."""

import math

from srcad import nn, ops


class Attention(nn.Cell):
    """One head; the queries are the sequence itself."""

    def __init__(self, width):
        super().__init__()
        self.key = nn.Dense(width, width, has_bias=False)
        self.scale = 1.0 / math.sqrt(width)

    def construct(self, x):
        key = self.key(x)
        scores = ops.matmul(x, key.swapaxes(1, 2)) * self.scale
        weights = ops.softmax(scores, axis=2)
        return ops.matmul(weights, x)
