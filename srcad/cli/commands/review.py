"""``srcad review``: go through what is pending, with the five lines and a diff.

On a terminal it asks for one key at a time. Without one it says which commands do the
same, and exits with 1 where something is pending.
"""

from typing import TYPE_CHECKING

import click

from srcad.cli import reviewing, verdicts
from srcad.cli.commands.diff import print_change
from srcad.cli.goldens import Finding, compare, folders_of, golden_path, headline
from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings, common_options, is_terminal
from srcad.cli.workspace import Outcome, Workspace, open_workspace
from srcad.compiler.diagnostics.errors import CompileError, shown_path

if TYPE_CHECKING:
    from codegen.golden import Folders
    from srcad.cli.configuration import Target

_KEYS = {
    "a": "accept: make it the golden",
    "r": "reject: drop it",
    "s": "skip: decide later",
    "t": "toggle: what differs as it was, as it is, and both again",
    "i": "information: what it is made from, and each argument of the check",
    "e": "edit: open the source, then compile it again",
    "q": "quit",
}


@click.command(short_help="Go through what is pending, one by one.")
@common_options
@click.pass_obj
def review(settings: Settings) -> int:
    """Go through what is pending: cause, numbers, truth, cost, class, diff, then a key.

    Keys: a accept, r reject, s skip, t toggle old and new, i information, e edit the
    source, q quit; the capitals A, R and S do the same to all that is left.
    """
    from codegen import golden

    with open_workspace(settings) as workspace:
        folders = folders_of(workspace.configuration)
        names = golden.pending(folders)
        if not names:
            hint = "`srcad check` looks for changes"
            if not workspace.configuration.targets:
                hint = "no pyproject.toml here says `[tool.srcad]`"
            workspace.output.say(f"nothing is pending; {hint}")
            return 0
        if not is_terminal():
            _list_commands(workspace.output, folders, names)
            return 1
        try:
            _Review(workspace, folders, names).run()
        except golden.GoldenError as error:
            raise CommandError(str(error)) from error
        left = golden.pending(folders)
        workspace.output.say(
            f"{len(left)} left: {', '.join(left)}" if left else "none left"
        )
        return 1 if left else 0


def _list_commands(output: Output, folders: "Folders", names: list[str]) -> None:
    """Say what is pending, and which commands review it without a terminal."""
    from codegen import golden

    for name in names:
        path = folders.golden_path(name)
        found = golden.compare(path, golden.pending_text(folders, name))
        counts = f"+{found.added} -{found.removed}"
        output.result(f"pending: {name}  ({golden_path(folders, name)}, {counts})")
    example = names[0] if len(names) == 1 else "NAME"
    output.result(
        f"help: this is no terminal; use `srcad diff {example}` to see it, then "
        f"`srcad accept {example}` or `srcad reject {example}` (`--all` for all)"
    )


class _Review:
    """One run through the pending goldens."""

    def __init__(
        self, workspace: Workspace, folders: "Folders", names: list[str]
    ) -> None:
        self.workspace = workspace
        self.output = workspace.output
        self.folders = folders
        self.names = names
        self.targets: dict[str, Target] = {
            target.name: target for target in workspace.configuration.targets
        }
        # What the next toggle shows: old, new, both.
        self.side = 0
        # What a capital letter chose for all that is left.
        self.rest = ""

    def run(self) -> None:
        """Ask about each, until all are done or ``q`` is pressed."""
        for position, name in enumerate(self.names, 1):
            if not self.one(name, f"{position}/{len(self.names)}"):
                return

    def one(self, name: str, position: str) -> bool:
        """Review one golden; return whether to go on."""
        shown = False
        self.side = 0
        while True:
            outcome = self.build(name)
            finding = self.refreshed(name, outcome)
            if finding is not None and finding.status == "same":
                self.output.result(f"{name} is the same as its golden now")
                return True
            if not shown and not self.rest:
                self.show(name, outcome, finding, position)
            key = self.rest or self.ask(acceptable=finding is not None)
            shown = True
            if key == "q":
                return False
            if key == "t" and finding is not None:
                self.toggle(finding)
            elif key == "i":
                self.inform(outcome)
            elif key == "e":
                self.edit(outcome)
                shown = False
            elif key.lower() in "ars":
                if key.isupper():
                    self.rest = key
                # A capital does not accept what does not compile.
                if key.lower() != "a" or finding is not None:
                    self.decide(name, key.lower())
                return True

    def build(self, name: str) -> Outcome | None:
        """Return the target as it is now, None where the name has none."""
        target = self.targets.get(name)
        return None if target is None else self.workspace.build(target)

    def refreshed(self, name: str, outcome: Outcome | None) -> Finding | None:
        """Bring what is pending up to date, and compare it; None without a module."""
        if outcome is None or outcome.built is None:
            return None
        return compare(outcome, self.folders, keep=True)

    def show(
        self,
        name: str,
        outcome: Outcome | None,
        finding: Finding | None,
        position: str,
    ) -> None:
        """Print the headline, the five lines, and the diff by paragraph."""
        output = self.output
        place = output.paint(f"[{position}]", "dim")
        if outcome is None:
            output.result(f"{place} {name}: no target makes it; reject it")
            return
        if finding is None or finding.comparison is None:
            output.result(f"{place} {name} does not compile")
            output.diagnostics(outcome.diagnostics, to_stdout=True)
            return
        output.result(f"{place} {headline(finding, self.folders)}")
        summary = reviewing.summarised(self.workspace, finding, self.folders)
        if summary is not None:
            reviewing.print_summary(output, summary)
        output.result("")
        print_change(output, finding, self.folders)

    def toggle(self, finding: Finding) -> None:
        """Print what differs as it was, then as it is, then both."""
        assert finding.outcome.built is not None
        side = ("old", "new", "both")[self.side]
        self.side = (self.side + 1) % 3
        old = reviewing.golden_text(self.folders, finding.name) or ""
        if side == "both":
            print_change(self.output, finding, self.folders)
        else:
            text = finding.outcome.built.text
            reviewing.print_side(self.output, old, text, side)

    def ask(self, acceptable: bool) -> str:
        """Return the key that the person presses."""
        known = "arstieqARS" if acceptable else "rsieqRS"
        words = [text.partition(":")[0] for key, text in _KEYS.items() if key in known]
        prompt = " ".join(f"[{word[0]}]{word[1:]}" for word in words)
        while True:
            click.echo(f"{prompt} ? ", nl=False)
            try:
                key = click.getchar()
            except EOFError:
                key = "q"
            click.echo(key if key.isprintable() else "")
            if key in known and key:
                return key
            for letter, meaning in _KEYS.items():
                if letter in known:
                    click.echo(f"  {letter}  {meaning}")
            click.echo("  A R S  the same for all that is left")

    def inform(self, outcome: Outcome | None) -> None:
        """Print what a module is made from, and each argument's error."""
        if outcome is None or outcome.prepared is None:
            return
        prepared = outcome.prepared
        self.output.result(f"source: {prepared.request.label}")
        if prepared.path is not None:
            self.output.result(f"file: {shown_path(str(prepared.path))}")
        for name, aval in prepared.request.inputs:
            self.output.result(f"input {name}: {aval}")
        try:
            report = verdicts.check_gradients(prepared, self.workspace.store)
        except CompileError as error:
            self.output.diagnostics(error.diagnostics, to_stdout=True)
            return
        for line in verdicts.details(report):
            self.output.result(f"    {line}")

    def edit(self, outcome: Outcome | None) -> None:
        """Open the source in the person's editor, and read it anew afterwards."""
        path = None if outcome is None else source_path(outcome)
        if path is None:
            self.output.result("no source file to edit")
            return
        click.edit(filename=path)
        self.workspace.importer.forget()

    def decide(self, name: str, key: str) -> None:
        """Accept, reject or skip."""
        from codegen import golden

        if key == "a":
            reviewing.update_lock(self.workspace, self.folders, [name], pending=True)
            golden.accept(self.folders, name)
            self.output.result(f"accepted {name}")
        elif key == "r":
            golden.reject(self.folders, name)
            self.output.result(f"rejected {name}")
        else:
            self.output.result(f"skipped {name}")


def source_path(outcome: Outcome) -> str | None:
    """Return the file to edit: the Cell's, or where its first diagnostic points."""
    if outcome.prepared is not None and outcome.prepared.path is not None:
        return str(outcome.prepared.path)
    spans = [item.span for item in outcome.diagnostics if item.span is not None]
    return spans[0].path if spans else None
