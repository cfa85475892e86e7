"""A normalisation with a gain."""

import numpy as np
from models.helpers import standardised

from srcad import Parameter, Tensor, nn


class Normalized(nn.Cell):
    """Each row has mean 0 and variance 1, times a gain."""

    def __init__(self):
        super().__init__()
        self.gain = Parameter(Tensor(np.ones(6)), name="gain")

    def construct(self, x):
        return standardised(x, 1) * self.gain
