"""A Parameter of a Cell that is reached through a module."""

import _network
import numpy as np

from srcad import Tensor

INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return [_network.net.weight]


def function(x):
    return _network.net(x) * _network.net.rate
