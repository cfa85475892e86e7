"""Of MindSpore, whose release notes tell of wrong gradients: programs over its operators."""

import numpy as np

from srcad import Parameter, Tensor, nn, ops
from tests.srcad.graveyard.grave import grave

M = np.array([[0.3, 2.0, -1.0, 0.9], [1.5, 0.2, 0.7, -0.4]])


# The largest of each row: the gradient of the places was right for one axis alone.
@grave("mindspore/mindspore#3711", M)
def the_largest_of_each_row(x):
    values, _ = ops.topk(x, 2)
    return values * np.array([[1.0, 2.0], [3.0, 4.0]])


# What keeps the exponentials small was the maximum of all, and not that over the axis.
@grave("mindspore/mindspore#1.10.1", np.array([[0.5, 900.0], [1.0, 899.0]]))
def the_logarithm_of_sums_over_an_axis(x):
    return ops.logsumexp(x, 0) * np.array([2.0, 3.0])


class Joined(nn.Cell):
    """A tuple of which one part is a Parameter, given to an operator."""

    def __init__(self, weight):
        super().__init__()
        self.w = Parameter(Tensor(weight), name="w")

    def construct(self, x):
        both = ops.concat((x * self.w, self.w), axis=1)
        return both * both


JOINED = Joined(M)


# The operator's tuple holds a Parameter.
@grave("mindspore/mindspore#1.7.1", M + 1.0)
def joined_with_a_parameter(x):
    return JOINED(x)
