"""Model: training, evaluation, callbacks and metrics."""

import numpy as np
import pytest

from srcad import Tensor, nn
from srcad.train import (
    MAE,
    MSE,
    Accuracy,
    Callback,
    CheckpointConfig,
    DynamicLossScaleManager,
    FixedLossScaleManager,
    History,
    Loss,
    LossMonitor,
    Metric,
    Model,
    ModelCheckpoint,
    RunContext,
    TimeMonitor,
    load_checkpoint,
    rearrange_inputs,
)

X = np.array([[1.0, 2.0], [3.0, -1.0]], np.float32)
Y = np.array([[1.0], [2.0]], np.float32)
BATCHES = [(X[:1], Y[:1]), (X[1:], Y[1:])]


def dense():
    return nn.Dense(2, 1, Tensor([[0.5, -0.25]]), Tensor([0.1]))


def model(net=None, optimizer=None, **settings):
    net = net or dense()
    optimizer = optimizer or nn.SGD(net.trainable_params(), 0.1)
    return Model(net, nn.MSELoss(), optimizer, metrics={"mse", "loss"}, **settings)


def test_training_is_mindspores(capsys, tmp_path):
    # The numbers are those that MindSpore 2.10 prints.
    net = dense()
    made = model(net)
    config = CheckpointConfig(2, keep_checkpoint_max=1)
    saving = ModelCheckpoint("net", str(tmp_path), config)
    made.train(2, BATCHES, [LossMonitor(), saving])
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(", ")[0] for line in lines] == [
        *("epoch: 1 step: 1", "epoch: 1 step: 2"),
        *("epoch: 2 step: 1", "epoch: 2 step: 2"),
    ]
    losses = [float(line.rpartition(" ")[2]) for line in lines]
    np.testing.assert_allclose(
        losses, [0.80999994, 0.04410002, 0.00921599, 0.08433224], rtol=1e-5
    )
    np.testing.assert_allclose(net.weight.asnumpy(), [[0.7090401, 0.0555199]], 1e-5)
    found = made.eval(BATCHES)
    assert found["loss"] == pytest.approx(0.06541986, rel=1e-5)
    assert found["mse"] == pytest.approx(0.06541986, rel=1e-5)
    np.testing.assert_allclose(
        made.predict(X).asnumpy(), [[1.09696007], [2.34848022]], rtol=1e-5
    )
    assert [path.name for path in tmp_path.iterdir()] == ["net-2_2.ckpt"]
    again = dense()
    load_checkpoint(saving.latest_ckpt_file_name, model(again).train_network)
    assert (again.weight == net.weight).all()


@pytest.mark.parametrize(
    "manager",
    [
        FixedLossScaleManager(8.0),
        FixedLossScaleManager(8.0, False),
        DynamicLossScaleManager(8, 2, 1000),
    ],
)
def test_a_scaled_loss_trains_the_same(manager):
    plain, net = dense(), dense()
    model(plain).train(1, BATCHES)
    scale = 1.0 if manager.get_update_cell() is not None else 8.0
    optimizer = nn.SGD(net.trainable_params(), 0.1, loss_scale=scale)
    model(net, optimizer, loss_scale_manager=manager).train(1, BATCHES)
    np.testing.assert_allclose(net.weight.asnumpy(), plain.weight.asnumpy(), 1e-5)


def test_half_precision_trains_nearly_the_same():
    plain, net = dense(), dense()
    model(plain).train(1, BATCHES)
    model(net, amp_level="O2").train(1, BATCHES)
    np.testing.assert_allclose(net.weight.asnumpy(), plain.weight.asnumpy(), 2e-3)


def test_callbacks_are_called_in_order_and_may_stop():
    called = []

    class Noting(Callback):
        def begin(self, run_context):
            assert isinstance(run_context, RunContext)
            called.append("begin")

        def on_train_epoch_begin(self, run_context):
            called.append("epoch")

        def step_end(self, run_context):
            args = run_context.original_args()
            called.append((args.cur_epoch_num, args.cur_step_num))
            if args.cur_step_num == 3:
                run_context.request_stop()

        def end(self, run_context):
            called.append("end")

    history = History()
    model().train(5, BATCHES, [Noting(), history])
    steps = ["begin", "epoch", (1, 1), (1, 2), "epoch", (2, 3), "end"]
    assert called == steps
    assert history.epoch["epoch"] == [1, 2]
    assert len(history.history["net_output"]) == 2


def test_a_loss_that_is_not_finite_ends_training():
    broken = [(X[:1], Y[:1] * np.nan)]
    with pytest.raises(ValueError, match="Invalid loss"):
        model().train(1, broken, LossMonitor(0))


def test_times_and_fit_print(capsys):
    model().fit(2, BATCHES, BATCHES, callbacks=TimeMonitor())
    printed = capsys.readouterr().out
    assert printed.count("Train epoch time") == 2
    assert printed.count("Eval result: epoch") == 2


def test_a_dataset_of_dicts_or_with_an_iterator():
    class Sliced:
        def get_dataset_size(self):
            return 2

        def create_tuple_iterator(self):
            return iter([tuple(map(Tensor, batch)) for batch in BATCHES])

    plain = dense()
    model(plain).train(1, BATCHES)
    for dataset in (Sliced(), [{"data": x, "label": y} for x, y in BATCHES]):
        net = dense()
        model(net).train(1, dataset)
        assert (net.weight == plain.weight).all()


def test_training_mode_is_set_and_taken_back():
    seen = []

    class Noting(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = dense()

        def construct(self, x):
            return self.dense(x) * (2 if self.training else 1)

    class Modes(Callback):
        def step_end(self, run_context):
            seen.append(run_context.original_args().network.training)

    net = Noting()
    made = model(net)
    made.train(1, BATCHES, Modes())
    assert seen == [True, True]
    assert net.training is False


def test_metrics():
    outputs = np.array([[0.1, 0.9], [0.8, 0.2], [0.3, 0.7]])
    assert Accuracy()(Tensor(outputs), Tensor([1, 0, 0])) == pytest.approx(2 / 3)
    hot = np.eye(2)[[1, 0, 0]]
    assert Accuracy()(outputs, hot) == pytest.approx(2 / 3)
    several = Accuracy("multilabel")
    assert several(outputs, np.array([[0, 1], [1, 0], [1, 1]])) == pytest.approx(2 / 3)
    assert MAE()(outputs, np.zeros((3, 2))) == pytest.approx(0.5)
    assert MSE()(outputs, outputs - 2) == pytest.approx(4)
    assert Loss()(Tensor([1.0, 2.0])) == pytest.approx(1.5)
    assert issubclass(Loss, Metric)
    with pytest.raises(RuntimeError, match="samples"):
        MAE().eval()
    with pytest.raises(TypeError):
        Accuracy("other")


def test_what_is_refused(tmp_path):
    net = dense()
    for call, error in (
        (lambda: Model(3), TypeError),
        (lambda: Model(net, boost_level="O1"), ValueError),
        (lambda: Model(net, amp_level="O4"), ValueError),
        (lambda: Model(net, metrics={"nonsense"}), KeyError),
        (lambda: Model(net).train(1, BATCHES), ValueError),
        (lambda: Model(net).eval(BATCHES), ValueError),
        (lambda: model().train(0, BATCHES), ValueError),
        (lambda: model().train(1, iter(BATCHES)), TypeError),
        (lambda: model().train(1, BATCHES, [3]), TypeError),
        (lambda: LossMonitor(-1), ValueError),
        (lambda: CheckpointConfig(0), ValueError),
        (lambda: CheckpointConfig(1, 5), ValueError),
        (lambda: ModelCheckpoint("a/b"), ValueError),
    ):
        with pytest.raises(error):
            call()


def test_a_metric_of_the_users_rearranges_its_inputs():
    class Differences(Metric):
        @rearrange_inputs
        def update(self, *inputs):
            self._add(inputs[0] - inputs[1])

    metric = Differences().set_indexes([1, 0])
    assert metric(np.array([1.0]), np.array([4.0]), None) == 3
    assert Differences()(np.array([1.0]), np.array([4.0])) == -3
