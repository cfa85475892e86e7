"""Print the gradient of ``Net``, as its ``bprop`` gives it: ``x + 1`` and ``y + 1``.

Run it with ``python examples/matmul_bprop/run.py``.
"""

import srcad
from srcad import nn, ops

from model import Net


class GradNet(nn.Cell):
    """Return the gradients of ``net`` with respect to all of its inputs."""

    def __init__(self, net):
        super().__init__()
        self.net = net
        self.grad_op = ops.GradOperation(get_all=True)

    def construct(self, x, y):
        gradient_function = self.grad_op(self.net)
        return gradient_function(x, y)


def main():
    """Differentiate a product of a (2, 3) and a (3, 3) matrix and print the result."""
    x = srcad.Tensor([[0.5, 0.6, 0.4], [1.2, 1.3, 1.1]], dtype=srcad.float32)
    y = srcad.Tensor(
        [[0.01, 0.3, 1.1], [0.1, 0.2, 1.3], [2.1, 1.2, 3.3]], dtype=srcad.float32
    )
    print(GradNet(Net())(x, y))


if __name__ == "__main__":
    main()
