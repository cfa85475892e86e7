"""What a command works with: configuration, importer, store; and building targets."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from srcad.cli.configuration import Configuration, Target, find_configuration
from srcad.cli.importing import Importer, prints_on_stderr
from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings
from srcad.cli.targets import Overrides, select_targets
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic

if TYPE_CHECKING:
    from codegen.store import Store
    from srcad.build import Built
    from srcad.cli.requests import Prepared


@dataclass(frozen=True, slots=True)
class Outcome:
    """A target that was built, or the diagnostics that say why not."""

    target: Target
    prepared: "Prepared | None" = None
    built: "Built | None" = None
    diagnostics: tuple[Diagnostic, ...] = ()


class Workspace:
    """The project that a command runs in."""

    def __init__(
        self,
        settings: Settings,
        output: Output,
        importer: Importer,
        configuration: Configuration,
    ) -> None:
        self.settings = settings
        self.output = output
        self.importer = importer
        self.configuration = configuration

    @cached_property
    def store(self) -> "Store | None":
        """The store of generated modules, or None with ``--no-cache``."""
        if not self.settings.cache:
            return None
        from codegen.store import Store, default_root

        # User code may work in another folder.
        return Store(default_root().absolute())

    def targets(
        self, words: Sequence[str], overrides: Overrides | None = None
    ) -> tuple[Target, ...]:
        """Return the targets that the words on the command line mean."""
        return select_targets(
            words,
            self.configuration,
            self.settings.command_line,
            self.settings.folder,
            overrides,
        )

    def target(self, word: str, overrides: Overrides | None = None) -> Target:
        """Return the one target that a word means; raises CommandError for several."""
        chosen = self.targets((word,), overrides)
        if len(chosen) > 1:
            names = ", ".join(item.name for item in chosen)
            raise CommandError(f"`{word}` is several targets: {names}")
        return chosen[0]

    def prepare(self, target: Target) -> "Prepared":
        """Return the compilation request of a target; raises CompileError."""
        from srcad.cli.requests import prepare

        return prepare(target, self.importer)

    def build(self, target: Target) -> Outcome:
        """Return the module of a target, compiled or from the store."""
        from srcad.build import build

        store = self.store
        try:
            prepared = self.prepare(target)
            # Compiling may call the user's helpers.
            with prints_on_stderr():
                built = build(prepared.request, store)
        except CompileError as error:
            return Outcome(target, diagnostics=error.diagnostics)
        except Exception as error:  # a defect of ours: say where it shows
            error.add_note(f"while building the target {target.name}")
            raise
        return Outcome(target, prepared, built)


def build_all(workspace: Workspace, targets: Sequence[Target]) -> list[Outcome]:
    """Build targets one after the other, and show the progress."""
    outcomes = []
    with workspace.output.progress(len(targets)) as progress:
        for target in targets:
            progress.start(target.name)
            outcome = workspace.build(target)
            outcomes.append(outcome)
            if outcome.built is None:
                progress.done(target.name, "error", good=False)
            else:
                what = "cached" if outcome.built.cached else "compiled"
                progress.done(target.name, what)
    return outcomes


def diagnostics_of(outcomes: Sequence[Outcome]) -> list[Diagnostic]:
    """Return what went wrong in all of them, each diagnostic once."""
    found = [item for outcome in outcomes for item in outcome.diagnostics]
    return list(dict.fromkeys(found))


@contextlib.contextmanager
def open_workspace(settings: Settings) -> Iterator[Workspace]:
    """Enter the project around the working directory; raises CompileError."""
    configuration = find_configuration(settings.folder)
    root = configuration.root if configuration.document is not None else None
    with Importer(root, settings.folder) as importer:
        yield Workspace(settings, Output(settings), importer, configuration)
