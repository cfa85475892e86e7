"""``Cell.to``: Parameters and buffers in another dtype."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn


def test_a_cell_in_another_dtype():
    net = nn.SequentialCell(nn.Dense(2, 3), nn.BatchNorm1d(3))
    net.register_buffer("kept", Tensor([1.0]))
    net.register_buffer("places", Tensor([1]))
    assert net.to(srcad.float64) is net
    assert {p.dtype for p in net.get_parameters()} == {srcad.float64}
    assert (net.kept.dtype, net.places.dtype) == (srcad.float64, srcad.int64)
    x = Tensor(np.array([[0.3, -0.4], [0.1, 0.7]]))
    loss = srcad.value_and_grad(
        lambda x: (net(x) ** 2).sum(), 0, net.trainable_params()
    )
    _, (dx, grads) = loss(x)
    assert {dx.dtype, *(g.dtype for g in grads)} == {srcad.float64}
    assert net.to("CPU", srcad.float16, False)[0].weight.dtype == srcad.float16
    assert net.to(x)[0].weight.dtype == srcad.float64
    assert net.to(device="CPU")[0].weight.dtype == srcad.float64
    for wrong in (srcad.int32, 3):
        with pytest.raises(TypeError):
            net.to(wrong)
    with pytest.raises(ValueError, match="CPU"):
        net.to("GPU")
    with pytest.raises(TypeError, match="unexpected"):
        net.to(nothing=1)
