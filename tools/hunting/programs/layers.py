"""Layers of srcad, with what they keep of their arguments."""

import numpy as np

from srcad import Tensor, nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)
        self.act = nn.Tanh()
        self.out = nn.Dense(2, 1, has_bias=False, activation="relu")
        self.norm = nn.LayerNorm((2,))

    def construct(self, x):
        return self.out(self.norm(self.act(self.fc(x))))


function = Net()
for number, one in enumerate(function.trainable_params()):
    shape = one.shape
    filled = np.sin(np.arange(one.size) + number).reshape(shape) + 0.5
    one.set_data(Tensor(filled.astype(np.float32)))
INPUTS = (Tensor(np.array([[0.5, -1.25, 2.0], [1.0, 0.0, -0.5]], np.float32)),)
