"""A function over two Cells that are globals, one of them in a dict."""

import numpy as np
from _network import Scale, net

from srcad import Tensor

others = {"other": Scale()}
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)


def weights():
    return [net.weight, others["other"].weight]


def function(x):
    return net(x) + others["other"](x) * x
