"""A matrix product whose gradient is the author's own.

The ``bprop`` is written unevenly on purpose: quotes of both kinds, comments at the end
of lines, blank lines and columns that a formatter would close up. srcad copies it into
the generated module byte for byte.
"""

from srcad import nn, ops


class Net(nn.Cell):
    """Return ``x @ y``; the cotangents are ``x + 1`` and ``y + 1``, whatever ``dout``.

    Args:
        x: array of shape (m, k).
        y: array of shape (k, n).
    """

    def __init__(self):
        super().__init__()
        self.matmul = ops.MatMul()

    def construct(self, x, y):
        out = self.matmul(x, y)
        return out

    # fmt: off
    def bprop(self, x, y, out, dout):
        '''Not the derivative of a product: "x + 1" shows at once whose rule ran.'''

        # One cotangent for each input of construct, in the same order,
        # and of the same shape as that input.
        dx   = x + 1      # "the author's own", not dout @ y.T

        dy   = y + 1      # 'likewise'


        return dx, dy
    # fmt: on
