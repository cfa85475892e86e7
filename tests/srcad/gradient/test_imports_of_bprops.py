"""What a ``bprop`` takes from MindSpore by a longer path is the module's own name."""

import inspect

import numpy as np

import srcad
from srcad import Parameter, nn
from srcad.common.tensor import Tensor
from srcad.gradient.modules import MODULES

X = Tensor(np.array([1.0, 2.0], np.float32))


class Scaled(nn.Cell):
    """Its ``bprop`` reads a Parameter, so it is given Tensors."""

    def __init__(self):
        super().__init__()
        self.scale = Parameter(Tensor([2.0, 3.0]), name="scale")

    def construct(self, x):
        return x * self.scale

    def bprop(self, x, out, dout):
        return (dout * Tensor(3.0, srcad.float32) * self.scale,)


def test_tensor_by_the_path_of_its_module():
    assert srcad.grad(Scaled())(X).asnumpy().tolist() == [6.0, 9.0]
    (modules,) = MODULES.values()
    text = inspect.getsource(modules[-1].module)
    assert "from srcad import Tensor\n" in text
    assert "srcad.common" not in text
