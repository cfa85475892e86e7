"""What a person looks at while a Model is trained: a progress bar, a loss curve."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from srcad.train.callbacks import Callback, RunContext, loss_of

__all__ = ["LossCurve", "ProgressBar"]


class ProgressBar(Callback):
    """Shows, for each epoch, the steps that are done and the mean loss so far.

    It is written to ``console``, by default that of the errors, so that what a program
    prints can be piped on.
    """

    def __init__(self, console: Console | None = None) -> None:
        self._console = console
        self._bar: Progress | None = None

    def epoch_begin(self, run_context: RunContext) -> None:
        """Begin a bar."""
        args = run_context.original_args()
        self._stop()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[loss]}"),
            console=self._console or Console(stderr=True),
        )
        self._total, self._count = 0.0, 0
        name = f"Epoch {args.cur_epoch_num}"
        self._task = self._bar.add_task(name, total=args.batch_num, loss="")
        self._bar.start()

    def step_end(self, run_context: RunContext) -> None:
        """Count a step."""
        self._total += loss_of(run_context.original_args().net_outputs)
        self._count += 1
        if self._bar is not None:
            shown = f"loss {self._total / self._count:.4f}"
            self._bar.update(self._task, advance=1, loss=shown)

    def epoch_end(self, run_context: RunContext) -> None:
        """End the bar."""
        self._stop()

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Do nothing: an evaluation has no loss to follow."""

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __exit__(self, *error: Any) -> None:
        """Give the terminal back, also where training failed."""
        self._stop()


class LossCurve(Callback):
    """Keeps the mean loss of each epoch in ``losses``, and draws them at the end.

    ``path`` is that of the picture, whose kind its ending says; None draws nothing.
    Raises ModuleNotFoundError, before anything is trained, where matplotlib is needed
    and not installed.
    """

    def __init__(self, path: str | Path | None = None, title: str = "Training") -> None:
        if path is not None and find_spec("matplotlib") is None:
            raise ModuleNotFoundError(
                "A LossCurve draws with matplotlib: pip install 'srcad[examples]'.",
                name="matplotlib",
            )
        self.path = None if path is None else Path(path)
        self.title = title
        self.losses: list[float] = []
        self._seen: list[float] = []

    def epoch_begin(self, run_context: RunContext) -> None:
        """Begin a mean."""
        self._seen = []

    def step_end(self, run_context: RunContext) -> None:
        """Take the loss of a step."""
        self._seen.append(loss_of(run_context.original_args().net_outputs))

    def epoch_end(self, run_context: RunContext) -> None:
        """Keep the mean."""
        if self._seen:
            self.losses.append(sum(self._seen) / len(self._seen))

    def end(self, run_context: RunContext) -> None:
        """Draw the curve."""
        if self.path is not None:
            self._draw(self.path)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Do nothing: an evaluation has no loss to follow."""

    def on_eval_end(self, run_context: RunContext) -> None:
        """Do nothing."""

    def _draw(self, path: Path) -> None:
        # Late, for a quick start: a second, and only where there is something to draw.
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6, 4), layout="constrained")
        axes = figure.subplots()
        axes.plot(range(1, len(self.losses) + 1), self.losses)
        axes.set(title=self.title, xlabel="epoch", ylabel="mean loss")
        if min(self.losses, default=0) > 0:
            axes.set_yscale("log")
        axes.grid(alpha=0.3)
        figure.savefig(path, dpi=120)
