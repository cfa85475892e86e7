"""A state that is updated some times."""

import numpy as np

from srcad import Parameter, Tensor, nn

STEPS = 4


class Recurrent(nn.Cell):
    """Four steps of a state of three numbers."""

    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(0.3 * np.eye(3)), name="weight")
        self.tanh = nn.Tanh()

    def construct(self, x):
        state = x
        for _ in range(STEPS):
            mixed = state @ self.weight
            state = self.tanh(mixed + x)
        return state
