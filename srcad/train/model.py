"""Model: a network, its loss and its optimizer, trained on a dataset.

A dataset is any iterable of tuples (or dicts) of arrays or Tensors, gone through once
an epoch; one with ``create_tuple_iterator`` is asked for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np

from srcad import nn
from srcad.cell import Cell
from srcad.tensor import Tensor
from srcad.train.amp import (
    LossScaleManager,
    WithSingleLossCell,
    auto_mixed_precision,
)
from srcad.train.callbacks import (
    Callback,
    History,
    LossMonitor,
    ModelCheckpoint,
    RunArguments,
    RunContext,
    TimeMonitor,
)
from srcad.train.metric_names import get_metrics
from srcad.train.metrics import Loss
from srcad.train.progress import LossCurve, ProgressBar

__all__ = ["Model"]

# Callbacks that follow the training alone.
OF_TRAINING = (
    *(History, LossMonitor, ModelCheckpoint, TimeMonitor, ProgressBar, LossCurve),
)


class Model:
    """Trains, evaluates and predicts.

    ``loss_fn`` is called with the outputs and the label; without it the network gives
    the loss. ``metrics`` are a dict of Metrics or a set of names. ``amp_level`` is as
    for ``auto_mixed_precision``; with "auto" the loss is computed in float32.
    ``loss_scale_manager`` says how it is scaled.

    Raises TypeError and ValueError for arguments that do not fit.
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Any = None,
        optimizer: Any = None,
        metrics: Any = None,
        eval_network: Cell | None = None,
        eval_indexes: Any = None,
        amp_level: str = "O0",
        boost_level: str = "O0",
        loss_scale_manager: LossScaleManager | None = None,
    ) -> None:
        if not isinstance(network, Cell):
            raise TypeError(f"A Model's network is a Cell, but got {type(network)}.")
        if boost_level != "O0":
            raise ValueError("srcad has no boost: boost_level is 'O0'.")
        if eval_indexes is not None and len(eval_indexes) != 3:
            raise ValueError("eval_indexes are those of the loss, outputs and label.")
        self._network = auto_mixed_precision(network, amp_level)
        self._automatic = amp_level == "auto"
        self._loss_fn = loss_fn
        self._optimizer = optimizer
        self._metrics = get_metrics(metrics)
        self._eval_indexes = eval_indexes
        self._manager = loss_scale_manager
        self._train_network = self._trained() if optimizer is not None else None
        self._eval_network = eval_network
        if eval_network is None and loss_fn is not None and self._metrics:
            cast = self._automatic
            self._eval_network = nn.WithEvalCell(self._network, loss_fn, cast)

    def _trained(self) -> Cell:
        network = self._network
        if self._loss_fn is not None:
            kind = WithSingleLossCell if self._automatic else nn.WithLossCell
            network = kind(network, self._loss_fn)
        if self._manager is None:
            return nn.TrainOneStepCell(network, self._optimizer)
        update = self._manager.get_update_cell()
        if update is None:
            scale = self._manager.get_loss_scale()
            return nn.TrainOneStepCell(network, self._optimizer, scale)
        return nn.TrainOneStepWithLossScaleCell(network, self._optimizer, update)

    @property
    def train_network(self) -> Cell | None:
        """The network with its loss, its gradient and its optimizer."""
        return self._train_network

    @property
    def predict_network(self) -> Cell:
        """The network."""
        return self._network

    @property
    def eval_network(self) -> Cell | None:
        """The network with its loss, for metrics."""
        return self._eval_network

    # ------------------------------------------------------------------- training

    def train(
        self,
        epoch: int,
        train_dataset: Any,
        callbacks: Any = None,
        dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train for the epochs behind ``initial_epoch``, up to ``epoch``.

        Raises ValueError without an optimizer and for fewer epochs.
        """
        self._run(epoch, train_dataset, callbacks, initial_epoch, None)

    def _run(
        self,
        epoch: int,
        dataset: Any,
        callbacks: Any,
        initial_epoch: int,
        evaluate: Callable[[RunArguments], None] | None,
    ) -> None:
        """Train; ``evaluate`` is called with the arguments after each epoch's steps."""
        if self._train_network is None:
            raise ValueError("A Model that is trained needs an optimizer.")
        if not 0 <= initial_epoch < epoch:
            raise ValueError(
                f"epoch {epoch} must be positive and above initial_epoch "
                f"{initial_epoch}."
            )
        args = self._arguments(dataset, "train", network=self._network)
        args.train_network, args.train_dataset = self._train_network, dataset
        args.epoch_num, args.optimizer = epoch, self._optimizer
        args.cur_step_num = initial_epoch * args.batch_num
        with ExitStack() as stack:
            called = [stack.enter_context(one) for one in _listed(callbacks)]
            self._run_epochs(range(initial_epoch, epoch), args, called, evaluate)
        self._train_network.set_train(False)

    def _run_epochs(
        self,
        epochs: range,
        args: RunArguments,
        called: list[Callback],
        evaluate: Callable[[RunArguments], None] | None,
    ) -> None:
        run = RunContext(args)
        _call(called, "on_train_begin", run)
        for number in epochs:
            args.cur_epoch_num = number + 1
            args.train_network.set_train()
            _call(called, "on_train_epoch_begin", run)
            for batch in _batches(args.train_dataset):
                args.cur_step_num += 1
                _call(called, "on_train_step_begin", run)
                args.net_outputs = args.train_network(*batch)
                _call(called, "on_train_step_end", run)
                if run.get_stop_requested():
                    break
            if evaluate is not None:
                evaluate(args)
            _call(called, "on_train_epoch_end", run)
            args.pop("eval_results", None)
            if run.get_stop_requested():
                break
        _call(called, "on_train_end", run)

    def eval(
        self, valid_dataset: Any, callbacks: Any = None, dataset_sink_mode: bool = False
    ) -> dict[str, Any]:
        """Return the metrics over a dataset, by their names.

        Raises ValueError for a Model without metrics or without a loss.
        """
        return self._evaluated(valid_dataset, _listed(callbacks), 0)[0]

    def _evaluated(
        self, valid_dataset: Any, called: list[Callback], epoch: int
    ) -> tuple[dict[str, Any], float]:
        """The metrics, and the mean of the losses."""
        if not self._metrics or self._eval_network is None:
            raise ValueError("A Model that is evaluated needs metrics and a loss.")
        network = self._eval_network.set_train(False)
        args = self._arguments(valid_dataset, "eval", network=network)
        args.valid_dataset, args.cur_step_num = valid_dataset, 0
        args.cur_epoch_num = epoch
        run, mean = RunContext(args), Loss()
        for metric in self._metrics.values():
            metric.clear()
        _call(called, "on_eval_begin", run)
        _call(called, "on_eval_epoch_begin", run)
        for batch in _batches(valid_dataset):
            args.cur_step_num += 1
            _call(called, "on_eval_step_begin", run)
            args.net_outputs = network(*batch)
            self._update(args.net_outputs)
            mean.update(args.net_outputs[(self._eval_indexes or (0,))[0]])
            _call(called, "on_eval_step_end", run)
        found = {name: metric.eval() for name, metric in self._metrics.items()}
        args.metrics = found
        args.eval_results = {**found, "eval_loss": mean.eval()}
        _call(called, "on_eval_epoch_end", run)
        _call(called, "on_eval_end", run)
        return found, mean.eval()

    def _update(self, outputs: Any) -> None:
        places = self._eval_indexes or (0, 1, 2)
        loss, output, label = (outputs[place] for place in places)
        for metric in self._metrics.values():
            if isinstance(metric, Loss):
                metric.update(loss)
            elif metric.indexes:
                metric.update(*outputs)
            else:
                metric.update(output, label)

    def fit(
        self,
        epoch: int,
        train_dataset: Any,
        valid_dataset: Any = None,
        valid_frequency: Any = 1,
        callbacks: Any = None,
        dataset_sink_mode: bool = False,
        valid_dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train, and evaluate after each ``valid_frequency`` epochs, or those listed.

        The metrics are printed, and callbacks find them, and the mean of the losses as
        "eval_loss", in ``eval_results`` at the end of the epoch. Callbacks of the
        user's are called in the evaluation, too.
        """
        own = [one for one in _listed(callbacks) if not isinstance(one, OF_TRAINING)]

        def evaluate(args: RunArguments) -> None:
            number = args.cur_epoch_num
            due = (
                number % valid_frequency == 0
                if isinstance(valid_frequency, int)
                else number in valid_frequency
            )
            if valid_dataset is not None and due:
                found, loss = self._evaluated(valid_dataset, own, number)
                args.eval_results = {**found, "eval_loss": loss}
                print(f"Eval result: epoch {number}, metrics: {found}")

        self._run(epoch, train_dataset, callbacks, initial_epoch, evaluate)

    def predict(self, *predict_data: Any) -> Any:
        """Return the outputs of the network, in prediction mode."""
        self._network.set_train(False)
        return self._network(*map(_tensor, predict_data))

    def _arguments(self, dataset: Any, mode: str, **more: Any) -> RunArguments:
        return RunArguments(
            mode=mode,
            batch_num=_length(dataset),
            loss_fn=self._loss_fn,
            device_number=1,
            cur_epoch_num=0,
            net_outputs=None,
            **more,
        )


def _listed(callbacks: Any) -> list[Callback]:
    if callbacks is None:
        return []
    called = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks]
    for one in called:
        if not isinstance(one, Callback):
            raise TypeError(f"A callback is a Callback, but got {type(one)}.")
    return called


def _call(callbacks: list[Callback], name: str, run: RunContext) -> None:
    for one in callbacks:
        getattr(one, name)(run)


def _length(dataset: Any) -> int:
    if hasattr(dataset, "get_dataset_size"):
        return int(dataset.get_dataset_size())
    if not hasattr(dataset, "__len__"):
        raise TypeError(
            "A dataset is gone through every epoch and has a length: a list of tuples "
            f"of arrays, say. This is a {type(dataset).__name__}."
        )
    return len(dataset)


def _batches(dataset: Any) -> Iterator[tuple[Any, ...]]:
    """The batches of one epoch, as tuples of Tensors."""
    made = getattr(dataset, "create_tuple_iterator", None)
    for batch in dataset if made is None else made():
        parts = batch.values() if isinstance(batch, dict) else batch
        if not isinstance(batch, (tuple, list, dict)):
            parts = (batch,)
        yield tuple(map(_tensor, parts))


def _tensor(value: Any) -> Any:
    return Tensor(value) if isinstance(value, (np.ndarray, np.generic, list)) else value
