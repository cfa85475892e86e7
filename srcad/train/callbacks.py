"""Callbacks of a Model: what is called before and after steps, epochs and runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from srcad.tensor import Tensor
from srcad.train.serialization import save_checkpoint

__all__ = [
    "Callback",
    "CheckpointConfig",
    "History",
    "LossMonitor",
    "ModelCheckpoint",
    "RunContext",
    "TimeMonitor",
]


class RunArguments(dict[str, Any]):
    """The state of a run: a dict whose items are attributes as well."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"A run has no {name!r}.") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class RunContext:
    """What a callback is given: ``original_args()`` has the state of the run."""

    def __init__(self, original_args: Any) -> None:
        self._original_args = original_args
        self._stop_requested = False

    def original_args(self) -> RunArguments:
        """Return the attributes of the run: the step, the epoch, the outputs, ..."""
        args: RunArguments = self._original_args
        return args

    def request_stop(self) -> None:
        """Ask the Model to end after this step."""
        self._stop_requested = True

    def get_stop_requested(self) -> bool:
        """Return whether the end was asked for."""
        return self._stop_requested


class Callback:
    """The base class. Of ``begin`` and ``on_train_begin`` a subclass defines either.

    A Model enters its callbacks as context managers: ``__exit__`` is always called.
    """

    def __enter__(self) -> Callback:
        """Before a run and all that is called in it."""
        return self

    def __exit__(self, *error: Any) -> None:
        """After it, where it fails, too."""

    def begin(self, run_context: RunContext) -> None:
        """Before a run."""

    def epoch_begin(self, run_context: RunContext) -> None:
        """Before an epoch."""

    def epoch_end(self, run_context: RunContext) -> None:
        """After an epoch."""

    def step_begin(self, run_context: RunContext) -> None:
        """Before a step."""

    def step_end(self, run_context: RunContext) -> None:
        """After a step."""

    def end(self, run_context: RunContext) -> None:
        """After a run."""

    def on_train_begin(self, run_context: RunContext) -> None:
        """Before training."""
        self.begin(run_context)

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Before an epoch of training."""
        self.epoch_begin(run_context)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """After an epoch of training."""
        self.epoch_end(run_context)

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Before a step of training."""
        self.step_begin(run_context)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """After a step of training."""
        self.step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """After training."""
        self.end(run_context)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Before an evaluation."""
        self.begin(run_context)

    def on_eval_epoch_begin(self, run_context: RunContext) -> None:
        """Before an epoch of an evaluation, of which there is one."""
        self.epoch_begin(run_context)

    def on_eval_epoch_end(self, run_context: RunContext) -> None:
        """After an epoch of an evaluation."""
        self.epoch_end(run_context)

    def on_eval_step_begin(self, run_context: RunContext) -> None:
        """Before a step of an evaluation."""
        self.step_begin(run_context)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """After a step of an evaluation."""
        self.step_end(run_context)

    def on_eval_end(self, run_context: RunContext) -> None:
        """After an evaluation."""
        self.end(run_context)


def loss_of(outputs: Any) -> float:
    """The loss among the outputs of a step: the first, its mean."""
    first = outputs[0] if isinstance(outputs, (tuple, list)) else outputs
    return float(np.mean(first.asnumpy() if isinstance(first, Tensor) else first))


class LossMonitor(Callback):
    """Prints the loss, every so many steps; ValueError where it is not finite."""

    def __init__(self, per_print_times: int = 1) -> None:
        if not isinstance(per_print_times, int) or per_print_times < 0:
            raise ValueError(
                "The argument 'per_print_times' must be int and >= 0, but got "
                f"{per_print_times}"
            )
        self._per_print_times = per_print_times

    def step_end(self, run_context: RunContext) -> None:
        """Print the loss of the step."""
        args = run_context.original_args()
        loss = loss_of(args.net_outputs)
        step = (args.cur_step_num - 1) % args.batch_num + 1
        place = f"epoch: {args.cur_epoch_num} step: {step}"
        if not np.isfinite(loss):
            raise ValueError(f"{place}. Invalid loss {loss}, terminating training.")
        if self._per_print_times and args.cur_step_num % self._per_print_times == 0:
            print(f"{place}, loss is {loss}", flush=True)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Do nothing: an evaluation has no loss to follow."""


class TimeMonitor(Callback):
    """Prints the seconds of an epoch and the milliseconds of its steps."""

    def __init__(self, data_size: int | None = None, data_time: bool = False) -> None:
        self.data_size = data_size
        self.epoch_time = 0.0

    def epoch_begin(self, run_context: RunContext) -> None:
        """Look at the clock."""
        self.epoch_time = time.perf_counter()

    def epoch_end(self, run_context: RunContext) -> None:
        """Print the times."""
        milliseconds = (time.perf_counter() - self.epoch_time) * 1000
        steps = self.data_size or run_context.original_args().batch_num
        print(
            f"Train epoch time: {milliseconds:5.3f} ms, per step time: "
            f"{milliseconds / steps:5.3f} ms",
            flush=True,
        )


class History(Callback):
    """Keeps the loss of each epoch's last step, in ``epoch["net_output"]``."""

    def __init__(self) -> None:
        self.history: dict[str, list[Any]] = {}
        self.epoch: dict[str, list[int]] = {}

    def begin(self, run_context: RunContext) -> None:
        """Begin anew."""
        self.history, self.epoch = {}, {"epoch": []}

    def epoch_end(self, run_context: RunContext) -> None:
        """Keep the outputs of the last step."""
        args = run_context.original_args()
        self.epoch["epoch"].append(args.cur_epoch_num)
        self.history.setdefault("net_output", []).append(args.net_outputs)


class CheckpointConfig:
    """When a ModelCheckpoint writes, and how many files it keeps (0: all)."""

    def __init__(
        self,
        save_checkpoint_steps: int = 1,
        save_checkpoint_seconds: int = 0,
        keep_checkpoint_max: int = 5,
        append_info: Any = None,
        format: str = "ckpt",
    ) -> None:
        if save_checkpoint_seconds:
            raise ValueError("srcad writes checkpoints by steps, not by seconds.")
        if save_checkpoint_steps < 1 or keep_checkpoint_max < 0:
            raise ValueError("A checkpoint is written after at least one step.")
        self.save_checkpoint_steps = save_checkpoint_steps
        self.keep_checkpoint_max = keep_checkpoint_max
        self.append_dict = {
            name: value for part in append_info or () for name, value in part.items()
        }
        self.format = format


class ModelCheckpoint(Callback):
    """Writes ``<prefix>-<epoch>_<step>.ckpt``, and at the end."""

    def __init__(
        self,
        prefix: str = "CKP",
        directory: str | None = None,
        config: CheckpointConfig | None = None,
    ) -> None:
        if not prefix or "/" in prefix:
            raise ValueError(f"A prefix is a str without '/', but got {prefix!r}.")
        self._prefix = prefix
        self._directory = Path(directory or ".")
        self._config = config or CheckpointConfig()
        self._written: list[Path] = []
        self.latest_ckpt_file_name = ""

    def step_end(self, run_context: RunContext) -> None:
        """Write where a file is due."""
        args = run_context.original_args()
        if args.cur_step_num % self._config.save_checkpoint_steps == 0:
            self._write(args)

    def end(self, run_context: RunContext) -> None:
        """Write what the last step left."""
        self._write(run_context.original_args())

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Do nothing."""

    def on_eval_end(self, run_context: RunContext) -> None:
        """Do nothing."""

    def _write(self, args: Any) -> None:
        step = (args.cur_step_num - 1) % args.batch_num + 1
        name = f"{self._prefix}-{args.cur_epoch_num}_{step}.{self._config.format}"
        path = self._directory / name
        if path in self._written:
            return
        save_checkpoint(
            args.train_network,
            path,
            append_dict=self._config.append_dict,
            format=self._config.format,
        )
        self.latest_ckpt_file_name = str(path)
        self._written.append(path)
        kept = self._config.keep_checkpoint_max
        while kept and len(self._written) > kept:
            self._written.pop(0).unlink(missing_ok=True)
