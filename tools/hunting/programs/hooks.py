"""A Cell with hooks of each kind."""

import numpy as np

from srcad import Tensor, nn

SURROGATE = True
FACTOR = 2.0


def scaled_input(cell, inputs):
    return inputs[0] * FACTOR


def shifted_output(cell, inputs, output):
    return output + cell.shift


def clipped(cell, gradient):
    return gradient[0] * 0.5


def doubled(cell, arriving, leaving):
    return leaving[0] * FACTOR


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.shift = 0.25

    def construct(self, x):
        return x * x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def construct(self, x):
        return self.inner(x) * 1.5


function = Net()
function.inner.register_forward_pre_hook(scaled_input)
function.inner.register_forward_hook(shifted_output)
function.inner.register_backward_pre_hook(clipped)
function.register_backward_hook(doubled)
INPUTS = (Tensor(np.array([0.5, -1.25, 2.0])),)
