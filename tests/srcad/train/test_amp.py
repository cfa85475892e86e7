"""Scales of losses, as MindSpore 2.10 changes them; networks in half precision."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn
from srcad.train import DynamicLossScaleManager, FixedLossScaleManager, amp

OVERFLOWS = [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0]
# What MindSpore 2.10 makes of them, from 8, by a factor of 2 and with a window of 3.
SCALES = [8, 8, 16, 16, 8, 8, 8, 16, 16, 8, 4, 2, 1, 1, 1]


def test_scales_rise_and_fall():
    cell = nn.DynamicLossScaleUpdateCell(8.0, 2, 3)
    kept, found = Parameter(Tensor(8.0), "scale"), []
    scaler, manager = amp.DynamicLossScaler(8.0, 2, 3), DynamicLossScaleManager(8, 2, 3)
    for overflow in OVERFLOWS:
        cell(kept, Tensor(bool(overflow)))
        scaler.adjust(Tensor(not overflow))
        manager.update_loss_scale(bool(overflow))
        scales = (kept, scaler.scale_value, manager.get_loss_scale())
        found.append([float(scale) for scale in scales])
    assert found == [[scale] * 3 for scale in SCALES]


def test_a_scale_stays_below_infinity():
    scaler = amp.DynamicLossScaler(2.0**127, 4, 1)
    scaler.adjust(Tensor(True))
    assert float(scaler.scale_value) == 2.0**127


def test_scaling_and_its_inverse():
    scaler = amp.StaticLossScaler(4)
    assert scaler.scale(Tensor([0.5])).tolist() == [2]
    (half,) = scaler.unscale((Tensor(np.array([4], np.float16)),))
    assert (half.tolist(), half.dtype) == ([1], srcad.float16)
    assert scaler.adjust(Tensor(True)) is False
    assert bool(amp.all_finite((Tensor([1.0]), [Tensor([2.0])])))
    assert not amp.all_finite((Tensor([1.0]), Tensor([np.nan])))


def dense():
    return nn.Dense(2, 1, Tensor([[0.5, -0.25]]), Tensor([0.1]))


X, Y = Tensor([[1.0, 2.0], [3.0, -1.0]]), Tensor([[1.0], [2.0]])


@pytest.mark.parametrize(
    "scale", [nn.FixedLossScaleUpdateCell(16.0), Tensor([16.0]), Tensor(16.0)]
)
def test_a_scaled_step_is_a_step(scale):
    plain, scaled = dense(), dense()
    loss = nn.MSELoss()
    expected = nn.TrainOneStepCell(
        nn.WithLossCell(plain, loss), nn.Momentum(plain.trainable_params(), 0.1, 0.9)
    )
    step = nn.TrainOneStepWithLossScaleCell(
        nn.WithLossCell(scaled, loss),
        nn.Momentum(scaled.trainable_params(), 0.1, 0.9),
        scale,
    )
    for _ in range(3):
        before = expected(X, Y)
        found, overflow, kept = step(X, Y)
        assert float(found) == pytest.approx(float(before))
        assert not overflow
        assert float(kept) == 16
    np.testing.assert_allclose(scaled.weight.asnumpy(), plain.weight.asnumpy(), 1e-6)
    step.set_sense_scale(Tensor(np.full(kept.shape, 2.0, np.float32)))
    assert float(step.scale_sense) == 2


def test_a_step_with_an_overflow_is_left_out():
    net = dense()
    step = nn.TrainOneStepWithLossScaleCell(
        nn.WithLossCell(net, nn.MSELoss()),
        nn.SGD(net.trainable_params(), 0.1),
        nn.DynamicLossScaleUpdateCell(16.0, 2, 100),
    )
    before = net.weight.asnumpy().copy()
    with np.errstate(all="ignore"):
        _, overflow, scale = step(Tensor([[1e30, 2.0]]), Tensor([[1.0]]))
    assert bool(overflow)
    assert float(scale) == 8
    np.testing.assert_array_equal(net.weight.asnumpy(), before)


@pytest.mark.parametrize("level", ["O0", "O2", "O3"])
def test_networks_in_half_precision(level):
    class Seen(nn.Cell):
        def construct(self, x):
            seen.append(x.dtype)
            return x

    seen = []
    net = nn.SequentialCell(
        nn.Dense(2, 3), Seen(), nn.LayerNorm((3,)), Seen(), nn.Dense(3, 1)
    )
    mixed = amp.auto_mixed_precision(net, level)
    single = net(X) if level == "O0" else None
    seen.clear()
    out = mixed(X)
    assert out.dtype == srcad.float32
    half = srcad.float32 if level == "O0" else srcad.float16
    assert seen == [half, half]
    if single is not None:
        assert (out == single).all()
    assert {p.dtype for p in net.get_parameters()} == {srcad.float32}


def test_what_is_refused():
    net = dense()
    for call, error in (
        (lambda: amp.auto_mixed_precision(net, "O4"), ValueError),
        (lambda: amp.auto_mixed_precision(net, "auto", srcad.float32), ValueError),
        (lambda: amp.auto_mixed_precision(len, "auto"), TypeError),
        (lambda: amp.auto_mixed_precision(lambda x: x, "O2"), TypeError),
        (lambda: amp.custom_mixed_precision(net), ValueError),
        (lambda: amp.custom_mixed_precision(net, white_list=[3]), TypeError),
        (lambda: amp.custom_mixed_precision(3, white_list=[nn.Dense]), TypeError),
        (lambda: amp.auto_mixed_precision(3, "O2"), TypeError),
        (lambda: amp.StaticLossScaler(0.5), ValueError),
        (lambda: amp.StaticLossScaler("2"), TypeError),
        (lambda: amp.DynamicLossScaler(2.0, 2, 0), ValueError),
        (lambda: FixedLossScaleManager(0.5), ValueError),
        (lambda: DynamicLossScaleManager(8, 0), ValueError),
    ):
        with pytest.raises(error):
            call()
    optimizer = nn.SGD(net.trainable_params())
    with pytest.raises(TypeError, match="scale_sense"):
        nn.TrainOneStepWithLossScaleCell(net, optimizer, 3.0)
    with pytest.raises(ValueError, match="scale_sense"):
        nn.TrainOneStepWithLossScaleCell(net, optimizer, Tensor([1.0, 2.0]))


def test_scalers_and_managers_have_classes_in_common():
    for scaler in (amp.StaticLossScaler(8.0), amp.DynamicLossScaler(8.0, 2, 3)):
        assert isinstance(scaler, amp.LossScaler)
    for manager in (FixedLossScaleManager(), DynamicLossScaleManager()):
        assert isinstance(manager, amp.LossScaleManager)


class Mixed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(2, 3)
        self.rest = nn.SequentialCell(nn.LayerNorm((3,)), nn.Dense(3, 1))

    def construct(self, x):
        assert x.dtype == srcad.float32
        h = self.first(x)
        return self.rest(h), h


def test_products_alone_are_in_half_precision():
    srcad.set_seed(1)
    net = Mixed()
    names = [parameter.name for parameter in net.get_parameters()]
    weight, bias = net.first.weight.asnumpy(), net.first.bias.asnumpy()
    exact = net(X)[0].asnumpy()
    mixed = amp.auto_mixed_precision(net, "O1")
    assert [parameter.name for parameter in mixed.get_parameters()] == names
    out, hidden = mixed(X)
    assert (out.dtype, hidden.dtype) == (srcad.float32, srcad.float32)
    half = X.asnumpy().astype(np.float16) @ weight.T.astype(np.float16)
    half = (half + bias.astype(np.float16)).astype(np.float32)
    np.testing.assert_array_equal(hidden.asnumpy(), half)
    np.testing.assert_allclose(out.asnumpy(), exact, atol=2e-2)
    _, gradients = srcad.value_and_grad(
        lambda x: mixed(x)[0].sum(), None, mixed.trainable_params()
    )(X)
    assert {gradient.dtype for gradient in gradients} == {srcad.float32}


def test_lists_say_what_is_in_half_precision():
    assert nn.Dense in amp.get_white_list()
    assert nn.LayerNorm in amp.get_black_list()
    for lists in (
        {"white_list": [nn.LayerNorm]},
        {"black_list": [nn.Dense]},
        {"black_list": []},
    ):
        net = Mixed() if "white_list" in lists else nn.Dense(2, 1)
        mixed = amp.custom_mixed_precision(net, **lists)
        out = mixed(X)
        out = out[0] if isinstance(out, tuple) else out
        assert out.dtype == srcad.float32
    assert amp.auto_mixed_precision(dense(), "O1")(X).dtype == srcad.float32
