"""Callbacks that follow a number, in ``fit``; metrics among a network's outputs."""

import numpy as np
import pytest

from srcad import Tensor, nn
from srcad.train import (
    MAE,
    Callback,
    EarlyStopping,
    LambdaCallback,
    LearningRateScheduler,
    Model,
    ReduceLROnPlateau,
    RunContext,
)

X = np.array([[1.0, 2.0], [3.0, -1.0]], np.float32)
Y = np.array([[1.0], [2.0]], np.float32)
BATCHES = [(X, Y)]


def model(rate=0.0):
    net = nn.Dense(2, 1, Tensor([[0.5, -0.25]]), Tensor([0.1]))
    optimizer = nn.SGD(net.trainable_params(), rate)
    return Model(net, nn.MSELoss(), optimizer, metrics={"mae"})


class Epochs(Callback):
    """Keeps the epochs, rates and results that there were."""

    def __init__(self):
        self.seen = []
        self.evaluated = 0

    def on_train_epoch_end(self, run_context):
        args = run_context.original_args()
        rate = float(args.optimizer.learning_rate)
        self.seen.append((args.cur_epoch_num, rate, args.get("eval_results")))

    def on_eval_end(self, run_context):
        self.evaluated += 1
        assert "eval_loss" in run_context.original_args().eval_results


def test_training_stops_where_the_loss_stays(capsys):
    epochs = Epochs()
    stopping = EarlyStopping(patience=3, verbose=True)
    model().fit(10, BATCHES, BATCHES, callbacks=[stopping, epochs])
    # The first epoch is the best; three more are not better.
    assert [number for number, _, _ in epochs.seen] == [1, 2, 3, 4]
    assert stopping.stopped_epoch == 4
    assert epochs.evaluated == 4
    residual = X @ np.array([[0.5], [-0.25]]) + 0.1 - Y
    found = epochs.seen[0][2]
    assert found["eval_loss"] == pytest.approx((residual**2).mean(), rel=1e-5)
    assert found["mae"] == pytest.approx(np.abs(residual).mean(), rel=1e-5)
    assert "early stopping" in capsys.readouterr().out


def follow(callback, values, network=None, monitor="mae"):
    """How many epochs there are while the monitored number takes these values."""
    made = model()
    run = RunContext(made._arguments(BATCHES, "train"))
    args = run.original_args()
    args.train_network, args.optimizer = made.train_network, made._optimizer
    callback.on_train_begin(run)
    for number, value in enumerate(values, 1):
        args.cur_epoch_num, args.eval_results = number, {monitor: value}
        if network is not None:
            network(made, number)
        callback.on_train_epoch_end(run)
        if run.get_stop_requested():
            break
    callback.on_train_end(run)
    return made, number


def test_what_counts_as_better():
    falling = [1.0, 0.9, 0.85, 0.84, 0.83]
    assert follow(EarlyStopping("mae", patience=2), falling)[1] == 5
    assert follow(EarlyStopping("mae", 0.07, patience=2), falling)[1] == 4
    assert follow(EarlyStopping("mae", patience=2, mode="max"), falling)[1] == 3
    assert follow(EarlyStopping("acc", patience=2), falling, monitor="acc")[1] == 3
    strict = EarlyStopping("mae", patience=2, baseline=0.1)
    assert follow(strict, falling)[1] == 2


def test_the_best_weights_come_back():
    def weights(made, number):
        made.predict_network.weight.set_data(Tensor([[number, number]]).float())

    stopping = EarlyStopping("mae", patience=2, restore_best_weights=True)
    made, last = follow(stopping, [3.0, 1.0, 2.0, 2.0], weights)
    assert last == 4
    assert made.predict_network.weight.tolist() == [[2, 2]]


def test_the_rate_falls_on_a_plateau(capsys):
    def rates(values, **settings):
        callback = ReduceLROnPlateau("mae", 0.5, verbose=True, **settings)
        made, _ = follow(callback, values, lambda made, _: None)
        return float(made._optimizer.learning_rate)

    def rate(count, **settings):
        epochs = Epochs()
        callback = ReduceLROnPlateau(factor=0.5, patience=2, **settings)
        model(1e-12).fit(count, BATCHES, BATCHES, callbacks=[callback, epochs])
        return [rate for _, rate, _ in epochs.seen]

    # The first epoch is the best; each two more halve the rate.
    np.testing.assert_allclose(
        rate(6), np.array([1, 1, 0.5, 0.5, 0.25, 0.25]) * 1e-12, rtol=1e-6
    )
    np.testing.assert_allclose(
        rate(6, cooldown=2), np.array([1, 1, 0.5, 0.5, 0.5, 0.25]) * 1e-12, rtol=1e-6
    )
    np.testing.assert_allclose(rate(4, min_lr=0.8e-12)[-1], 0.8e-12, rtol=1e-6)
    assert rates([1.0, 0.5, 0.1], patience=1) == 0


def test_a_rate_may_follow_a_function_and_functions_may_be_called():
    called = []
    scheduler = LearningRateScheduler(lambda rate, step: 0.5 * rate if step > 1 else 1)
    names = ("on_train_begin", "on_train_epoch_end", "on_eval_begin", "on_train_end")
    lambdas = LambdaCallback(
        **{name: lambda run, name=name: called.append(name) for name in names}
    )
    made = model(1e-9)
    made.fit(3, BATCHES, BATCHES, callbacks=[scheduler, lambdas])
    assert float(made._optimizer.learning_rate) == 0.25
    assert called == [
        "on_train_begin",
        *("on_eval_begin", "on_train_epoch_end") * 3,
        "on_train_end",
    ]


def test_a_number_that_is_not_there_is_told():
    with pytest.warns(UserWarning, match="'acc', which is not available"):
        model().fit(1, BATCHES, BATCHES, callbacks=EarlyStopping("acc"))


def test_what_is_refused():
    for call, error in (
        (lambda: EarlyStopping(3), TypeError),
        (lambda: EarlyStopping(patience=-1), ValueError),
        (lambda: EarlyStopping(mode="best"), ValueError),
        (lambda: ReduceLROnPlateau(factor=1.5), ValueError),
        (lambda: MAE().set_indexes(3), ValueError),
    ):
        with pytest.raises(error):
            call()
    net = nn.Dense(2, 1)
    varying = nn.SGD(net.trainable_params(), [0.1, 0.2, 0.3])
    made = Model(net, nn.MSELoss(), varying, metrics={"mae"})
    for callback in (ReduceLROnPlateau(), LearningRateScheduler(lambda r, s: r)):
        with pytest.raises(ValueError, match="learning rate"):
            made.fit(1, BATCHES, BATCHES, callbacks=callback)


def test_a_metric_may_take_other_outputs():
    class Two(nn.Cell):
        def construct(self, x, y):
            return x.sum(), x, 2 * y, y

    metric = MAE().set_indexes([2, 3])
    made = Model(nn.Dense(2, 1), None, None, {"mae": metric}, eval_network=Two())
    found = made.eval([(X[:, :1], Y)])
    assert found == {"mae": pytest.approx(np.abs(Y).mean())}
