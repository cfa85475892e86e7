"""Means of patches."""

import numpy as np

from srcad import nn


class Pooled(nn.Cell):
    """The largest mean of the patches of a picture, softly."""

    def __init__(self, sharpness=3.0):
        super().__init__()
        self.sharpness = sharpness

    def construct(self, x):
        patches = x.reshape(-1, 3, 2, 3, 2).mean(axis=(2, 4))
        flat = patches.reshape(-1, 9)
        return np.log(np.exp(self.sharpness * flat).sum(axis=1)) / self.sharpness
