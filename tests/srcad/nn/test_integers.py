"""What MindSpore has for floating Tensors alone refuses integers, on both sides."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, mint, nn, ops

IMAGE = np.arange(16).reshape(1, 1, 4, 4)
STEPS = np.arange(16).reshape(2, 2, 4) % 5
LAYERS = {
    "Conv1d": (lambda: nn.Conv1d(1, 1, 3), IMAGE[0]),
    "Conv2d": (lambda: nn.Conv2d(1, 1, 3), IMAGE),
    "Conv3d": (lambda: nn.Conv3d(1, 1, 3), IMAGE[None]),
    "Conv2dTranspose": (lambda: nn.Conv2dTranspose(1, 2, 3), IMAGE),
    "mint.Conv2d": (lambda: mint.nn.Conv2d(1, 1, 3), IMAGE),
    "mint.Conv3d": (lambda: mint.nn.Conv3d(1, 1, 3, padding=1), IMAGE[None]),
    "mint.ConvTranspose2d": (lambda: mint.nn.ConvTranspose2d(1, 2, 3), IMAGE),
    "LayerNorm": (lambda: nn.LayerNorm((4,)), IMAGE),
    "GroupNorm": (lambda: nn.GroupNorm(1, 1), IMAGE),
    "BatchNorm2d": (lambda: nn.BatchNorm2d(1), IMAGE),
    "InstanceNorm2d": (lambda: nn.InstanceNorm2d(1), IMAGE),
    "mint.LayerNorm": (lambda: mint.nn.LayerNorm((4,)), IMAGE),
    "mint.GroupNorm": (lambda: mint.nn.GroupNorm(1, 1), IMAGE),
    "RNN": (lambda: nn.RNN(4, 3), STEPS),
    "GRU": (lambda: nn.GRU(4, 3), STEPS),
    "LSTM": (lambda: nn.LSTM(4, 3, num_layers=2), STEPS),
}
FUNCTIONS = {
    "conv2d": lambda x, p: ops.conv2d(x, p.reshape(1, 1, 2, 2)),
    "conv2d of weights": lambda x, p: ops.conv2d(
        p.reshape(1, 1, 2, 2), x[:, :, :2, :2]
    ),
    "avg_pool2d": lambda x, p: ops.avg_pool2d(x, 2) * p[0],
    "adaptive_avg_pool2d": lambda x, p: ops.adaptive_avg_pool2d(x, 3) * p[0],
    "lp_pool2d": lambda x, p: ops.lp_pool2d(x, 2, 2) * p[0],
    "interpolate": lambda x, p: ops.interpolate(x, size=(3, 3), mode="bilinear") * p[0],
}


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.bool_])
@pytest.mark.parametrize("name", LAYERS)
def test_layers(name, dtype):
    make, values = LAYERS[name]
    net = make()

    def loss(x):
        found = net(x)
        return (found[0] if isinstance(found, tuple) else found).sum()

    x = Tensor(values.astype(dtype))
    with pytest.raises(TypeError, match="floating Tensors"):
        net(x)
    with pytest.raises(srcad.CompileError, match="floating Tensors"):
        srcad.value_and_grad(loss, None, net.trainable_params())(x)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    p = Parameter(np.array([0.5, -1.5, 2.0, 1.0]))

    def loss(x):
        return FUNCTIONS[name](x, p).sum()

    x = Tensor(IMAGE.astype(np.int32))
    with pytest.raises(TypeError, match="floating Tensors"):
        loss(x)
    with pytest.raises(srcad.CompileError, match="floating Tensors"):
        srcad.value_and_grad(loss, None, [p])(x)
    srcad.value_and_grad(loss, None, [p])(x.astype(srcad.float64))
