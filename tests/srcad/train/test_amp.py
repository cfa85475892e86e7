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
        (lambda: amp.auto_mixed_precision(net, "O1"), ValueError),
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
