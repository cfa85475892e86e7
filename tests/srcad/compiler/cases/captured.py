"""Arrays that are read from outside: inputs that have no cotangent."""

import numpy as np

from srcad import Parameter, Tensor, nn, ops
from tests.srcad.compiler.cases.case import case, small

weights = np.linspace(0.5, 1.5, 20).reshape(5, 4)
rows = [np.linspace(-1.0, 1.0, 4), {"last": np.linspace(1.0, 2.0, 4)}]


@case("float64[5]", "float64[4]")
def a_bilinear_form(x, y):
    return x @ weights @ y + (x * weights[:, 0]).sum()


@case("float64[n, 4]")
def broadcast_rows(x):
    return ops.tanh(x * rows[0] + rows[1]["last"]).sum(axis=0) * rows[0]


@case("float64[4]", values={"x": small})
def in_a_loop_and_a_branch(x):
    y = x
    for row in weights:
        y = y * row + x
        if y.sum() > row.sum():
            y = y - row
    return y * rows[0]


@case("float64[4]")
def written_over_a_copy(x):
    y = weights[0] * 1.0
    y[1:] = y[1:] * x[:3]
    return y * x


class _Block(nn.Cell):
    def __init__(self, scale):
        super().__init__()
        self.w = Parameter(Tensor(np.full(4, scale)))
        self.mask = np.linspace(0.0, scale, 4)

    def construct(self, x):
        return ops.tanh(x * self.w) * self.mask


@case("float64[n, 4]")
class Masks(nn.Cell):
    """Equal Cells, each with an array of its own."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.CellList([_Block(0.5), _Block(1.5), _Block(2.5)])

    def construct(self, x):
        for block in self.blocks:
            x = block(x) + x
        return x
