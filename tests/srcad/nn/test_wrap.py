"""Cells with a gradient inside: training, and values with gradients."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path))


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.slope = Parameter(Tensor([2.0]), name="slope")
        self.offset = Parameter(Tensor([1.0]), name="offset")

    def construct(self, x):
        return self.slope * x + self.offset


X = np.array([1.0, 2.0, 4.0], np.float32)
Y = np.array([0.0, 1.0, 1.0], np.float32)
RESIDUAL = 2 * X + 1 - Y


def test_one_step_of_training():
    line = Line()
    step = nn.TrainOneStepCell(
        nn.WithLossCell(line, nn.MSELoss()), nn.SGD(line.trainable_params(), 0.1)
    )
    loss = step(Tensor(X), Tensor(Y))
    assert float(loss) == pytest.approx(np.mean(RESIDUAL**2), rel=1e-6)
    slope = 2 - 0.1 * np.mean(2 * RESIDUAL * X)
    offset = 1 - 0.1 * np.mean(2 * RESIDUAL)
    assert float(line.slope) == pytest.approx(slope, rel=1e-6)
    assert float(line.offset) == pytest.approx(offset, rel=1e-6)


def test_training_finds_the_line():
    srcad.set_seed(0)
    line = Line()
    network = nn.WithLossCell(line, nn.MSELoss())
    step = nn.TrainOneStepCell(network, nn.Adam(line.trainable_params(), 0.1), sens=2.0)
    x = np.linspace(-1, 1, 20, dtype=np.float32)
    for _ in range(300):
        step(Tensor(x), Tensor(3 * x - 0.5))
    assert float(line.slope) == pytest.approx(3, abs=1e-2)
    assert float(line.offset) == pytest.approx(-0.5, abs=1e-2)


def test_forward_value_and_grad():
    line = Line()
    by_weights = nn.ForwardValueAndGrad(line, get_by_list=True)
    value, gradients = by_weights(Tensor(X))
    np.testing.assert_allclose(value.asnumpy(), 2 * X + 1)
    assert [float(gradient) for gradient in gradients] == [X.sum(), 3]
    scaled = nn.ForwardValueAndGrad(line, sens_param=True)
    value, gradient = scaled(Tensor(X), Tensor(Y))
    np.testing.assert_allclose(value.asnumpy(), 2 * X + 1)
    assert gradient.tolist() == (2 * Y).tolist()


def test_one_step_of_training_returns_the_gradient_where_asked():
    line = Line()
    step = nn.TrainOneStepCell(
        nn.WithLossCell(line, nn.MSELoss()),
        nn.SGD(line.trainable_params(), 0.1),
        return_grad=True,
    )
    loss, gradients = step(Tensor(X), Tensor(Y))
    assert float(loss) == pytest.approx(np.mean(RESIDUAL**2), rel=1e-6)
    assert list(gradients) == ["slope", "offset"]
    slope = float(np.mean(2 * RESIDUAL * X))
    assert float(gradients["slope"]) == pytest.approx(slope, rel=1e-6)
    with pytest.raises(ValueError, match="sens"):
        nn.TrainOneStepCell(line, nn.SGD(line.trainable_params(), 0.1), sens=0)


def test_evaluation_in_float32():
    half = Tensor(X.astype(np.float16))
    evaluate = nn.WithEvalCell(nn.ReLU(), nn.MSELoss(), add_cast_fp32=True)
    loss, outputs, label = evaluate(half, half)
    assert {loss.dtype, outputs.dtype, label.dtype} == {srcad.float32}
    _, outputs, label = nn.WithEvalCell(nn.ReLU(), nn.MSELoss())(half, half)
    assert {outputs.dtype, label.dtype} == {srcad.float16}
    with pytest.raises(TypeError, match="add_cast_fp32"):
        nn.WithEvalCell(nn.ReLU(), nn.MSELoss(), add_cast_fp32=1)


def test_cells_are_made_as_everywhere():
    srcad.set_seed(3)
    want = nn.Dense(2, 3).weight.asnumpy()
    srcad.set_seed(3)
    with nn.no_init_parameters():
        net = nn.Dense(2, 3)
    np.testing.assert_array_equal(net.weight.asnumpy(), want)

    @nn.no_init_parameters()
    def make():
        return nn.Dense(2, 3)

    assert make().weight.shape == (3, 2)


@pytest.mark.parametrize("sens", [None, 2.0])
def test_the_gradient_of_a_network_with_its_loss(sens):
    given = None if sens is None else Tensor(sens)
    found = nn.WithGradCell(Line(), nn.MSELoss(), given)(Tensor(X), Tensor(Y))
    want = np.mean(2 * RESIDUAL * X), np.mean(2 * RESIDUAL)
    scaled = [float(one) / (sens or 1) for one in found]
    np.testing.assert_allclose(scaled, want, 1e-6)


def test_one_layer_for_all_steps_of_time():
    net = nn.TimeDistributed(nn.Dense(3, 2), 0)
    x = Tensor(np.random.default_rng(0).standard_normal((4, 2, 3)))
    want = np.stack([net.layer(Tensor(one)).asnumpy() for one in x.asnumpy()])
    np.testing.assert_allclose(net(x).asnumpy(), want, 1e-6)
    with pytest.raises(TypeError, match="'layer' must be Cell"):
        nn.TimeDistributed(3, 1)
