"""Where things are printed, and how: results on stdout, progress and words on stderr.

On a terminal the target that is being worked on has a live line with a spinner (rich,
imported only then), and each that is done leaves a line; into a pipe only the plain
lines go. ``-q`` leaves out both, and summaries.
"""

import contextlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

import click

from srcad.cli.junit import Case, cases_of, render_junit
from srcad.cli.settings import Settings
from srcad.compiler.diagnostics import errors as diagnostics
from srcad.compiler.diagnostics import reports
from srcad.compiler.diagnostics.errors import Diagnostic, shown_path

if TYPE_CHECKING:
    from rich.progress import Progress as Live

_STYLES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "cyan": "36",
}
# GitHub shows this many errors of a step, and drops the others without a word.
_ANNOTATIONS = 10
# What diagnostics of these codes are about keeps the command from running: exit 2.
_USAGE = ("SRC000", "SRC001", "SRC005")


class CommandError(click.ClickException):
    """The command cannot run, for a reason that its usage text would not explain."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message on stderr."""
        click.echo(f"error: {self.message}", err=True, file=file)


def told_by_system(error: OSError) -> str:
    """What the system says of a file, with the path that is at fault."""
    if not isinstance(error.filename, str):
        return str(error)
    path = Path(error.filename2 or error.filename)
    for folder in reversed(path.parents):
        if folder.exists() and not folder.is_dir():
            return f"{shown_path(str(folder))} is a file, and has to be a folder"
    shown = shown_path(str(path))
    if isinstance(error, FileExistsError):
        return f"{shown} is a file, and has to be a folder"
    if path.is_dir():
        return f"{shown} is a folder, and has to be a file"
    return f"{shown}: {error.strerror}"


def exit_code(found: Sequence[Diagnostic]) -> int:
    """Return 0 for no diagnostics, 2 where one is about usage or configuration."""
    if any(item.code in _USAGE for item in found):
        return 2
    return 1 if found else 0


def _annotated(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return what is annotated: of every file the first, before another of any file."""
    ranks: list[int] = []
    seen: Counter[str] = Counter()
    for item in found:
        path = item.span.path if item.span is not None else ""
        ranks.append(seen[path])
        seen[path] += 1
    order = sorted(range(len(found)), key=ranks.__getitem__)
    return [found[k] for k in sorted(order[:_ANNOTATIONS])]


class Output:
    """Prints for one command, as its settings say."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.color_out = settings.use_color(sys.stdout)
        self.color_err = settings.use_color(sys.stderr)

    def result(self, text: str, *, newline: bool = True) -> None:
        """Print a result on stdout, as it is."""
        click.echo(text, nl=newline, color=True)

    def document(self, value: Any) -> None:
        """Print one JSON document on stdout."""
        click.echo(json.dumps(value, indent=2, ensure_ascii=False))

    def say(self, text: str) -> None:
        """Print a remark on stderr, unless ``-q`` was given."""
        if not self.settings.quiet:
            click.echo(text, err=True, color=True)

    def paint(self, text: str, style: str, stream: TextIO | None = None) -> str:
        """Return text in a colour, where the stream (stdout by default) has colours."""
        wanted = self.color_err if stream is sys.stderr else self.color_out
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if wanted else text

    def diagnostics(self, found: Sequence[Diagnostic], *, to_stdout: bool) -> None:
        """Print diagnostics in the chosen format.

        Formats for machines always go to stdout. ``json`` is an object with the one
        key ``diagnostics`` here; commands with more to say make their own document.
        """
        if self.settings.for_machines:
            self._for_machines(found)
            return
        if not found:
            return
        color = self.color_out if to_stdout else self.color_err
        if self.settings.output_format == "concise":
            text = reports.render_concise(found)
        else:
            text = "\n\n".join(diagnostics.render(item, color) for item in found)
        click.echo(text, err=not to_stdout, color=True)
        if self.settings.output_format == "full":
            self._explain(found)

    def _explain(self, found: Sequence[Diagnostic]) -> None:
        codes = sorted({item.code for item in found})
        commands = ", ".join(f"`srcad explain {code}`" for code in codes[:3])
        self.say(f"\nhelp: {commands} for more")

    def _for_machines(self, found: Sequence[Diagnostic]) -> None:
        if self.settings.output_format == "json":
            listed = [reports.as_json(item) for item in found]
            self.document({"diagnostics": listed})
        elif self.settings.output_format == "sarif":
            click.echo(reports.render_sarif(found))
        elif self.settings.output_format == "junit":
            self.cases("srcad", cases_of(found))
        elif found:
            click.echo(reports.render_github(_annotated(found)))
            rest = len(found) - _ANNOTATIONS
            if rest > 0:
                text = f"{rest} more errors are not annotated"
                click.echo(reports.github_command("notice", text, title="srcad"))

    def cases(self, suite: str, cases: Sequence[Case]) -> None:
        """Print targets, and what is wrong with each, as JUnit has it."""
        click.echo(render_junit(suite, cases))

    @contextlib.contextmanager
    def progress(self, total: int, *, leave: bool = True) -> "Iterator[Progress]":
        """Show the progress over ``total`` targets while the block runs.

        With ``leave``, each finished target leaves a line; of many only one that is
        not good does, and in the end a line counts them.
        """
        live_lines = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        if self.settings.quiet or not (leave or live_lines):
            yield Progress(self, total)
            return
        if not live_lines:
            progress: Progress = _PlainProgress(self, total)
            yield progress
        else:
            with _live(self) as live:
                progress = _LiveProgress(self, total, live, leave)
                yield progress
        if leave and total > _FEW:
            self.say(progress.counted())


# Of so many targets each leaves a line.
_FEW = 5


class Progress:
    """Counts targets, and times each; shows nothing."""

    def __init__(self, output: Output, total: int) -> None:
        self.output = output
        self.total = total
        self.count = 0
        self.began = self.started = time.perf_counter()
        self.found: Counter[str] = Counter()

    def start(self, name: str) -> None:
        """A target is begun."""
        self.count += 1
        self.started = time.perf_counter()

    def done(self, name: str, what: str, good: bool = True) -> None:
        """The target is finished; ``what`` says how, such as "compiled"."""

    def leaves_line(self, what: str, good: bool) -> bool:
        """Count a finished target; whether it leaves a line."""
        self.found[what] += 1
        return not good or self.total <= _FEW

    def counted(self) -> str:
        """Return the line that counts the targets, by what became of them."""
        parts = ", ".join(f"{count} {what}" for what, count in self.found.items())
        return f"{parts}  {self._seconds(self.began)}"

    def _seconds(self, since: float) -> str:
        seconds = f"{time.perf_counter() - since:.2f} s"
        return self.output.paint(seconds, "dim", sys.stderr)

    def line(self, name: str, what: str, good: bool) -> str:
        """Return the line that a finished target leaves."""
        color = "green" if good else "red"
        what = self.output.paint(what, color, sys.stderr)
        return f"{name}  {what}  {self._seconds(self.started)}"


class _PlainProgress(Progress):
    """A plain line for each finished target."""

    def done(self, name: str, what: str, good: bool = True) -> None:
        if self.leaves_line(what, good):
            self.output.say(self.line(name, what, good))


class _LiveProgress(Progress):
    """A live line for the target at work, over the lines of those that are done."""

    def __init__(self, output: Output, total: int, live: "Live", leave: bool) -> None:
        super().__init__(output, total)
        self.leave = leave
        self.live = live
        self.task = live.add_task("", total=None, visible=False)

    def start(self, name: str) -> None:
        super().start(name)
        description = f"{name}  [dim]{self.count}/{self.total}[/dim]"
        self.live.reset(self.task, description=description, visible=True)

    def done(self, name: str, what: str, good: bool = True) -> None:
        self.live.update(self.task, visible=False)
        if not self.leaves_line(what, good) or not self.leave:
            return
        from rich.text import Text

        mark = self.output.paint("✓", "green", sys.stderr)
        if not good:
            mark = self.output.paint("✗", "red", sys.stderr)
        self.live.console.print(Text.from_ansi(f"{mark} {self.line(name, what, good)}"))


@contextlib.contextmanager
def _live(output: Output) -> "Iterator[Live]":
    from rich.console import Console
    from rich.progress import Progress as Live
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(
        stderr=True,
        no_color=not output.color_err,
        color_system="auto" if output.color_err else None,
        highlight=False,
    )
    live = Live(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
    )
    with live:
        yield live
