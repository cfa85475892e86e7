"""Targets of ``[tool.srcad]`` as tests: the golden file, and the gradient check."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from srcad.cli.configuration import Target, find_configuration
from srcad.cli.output import CommandError, Output
from srcad.cli.settings import Settings
from srcad.cli.workspace import Workspace, open_workspace
from srcad.compiler.diagnostics.errors import CompileError, render


class _Failure(Exception):
    """A target is not as it should be; the text is all that is shown."""


class TargetsFile(pytest.File):
    """The project's pyproject.toml."""

    def collect(self) -> Iterator[pytest.Collector]:
        """Yield a collector for each target. A mistake in the table is an error."""
        try:
            configuration = find_configuration(self.path.parent)
        except CompileError as error:
            raise self.CollectError(_rendered(error)) from error
        if configuration.root != self.path.parent:
            return
        for target in configuration.targets:
            yield _TargetNode.from_parent(self, name=target.name, target=target)


class _TargetNode(pytest.Collector):
    """One target."""

    def __init__(self, *, target: Target, **named: Any) -> None:
        super().__init__(**named)
        self.target = target

    def collect(self) -> Iterator[pytest.Item]:
        for kind in (GoldenItem, GradientItem):
            yield kind.from_parent(self, name=kind.what, target=self.target)


class _TargetItem(pytest.Item):
    """A test of a target, which is imported and compiled when it runs."""

    what = ""

    def __init__(self, *, target: Target, **named: Any) -> None:
        super().__init__(**named)
        self.target = target

    def runtest(self) -> None:
        with contextlib.chdir(self.path.parent):
            settings = Settings(quiet=True, color="never")
            with open_workspace(settings) as workspace:
                self.check(workspace)

    def check(self, workspace: Workspace) -> None:
        """Raise for what is wrong with the target."""
        raise NotImplementedError

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> Any:
        """Show what srcad says, and nothing of its own frames."""
        if isinstance(excinfo.value, CompileError):
            return _rendered(excinfo.value, self.path.parent)
        if isinstance(excinfo.value, _Failure | AssertionError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The table of the target, and the test's name."""
        line = self.target.origin.span("cell").line - 1
        return self.path, line, f"{self.target.name}: {self.what}"


class GoldenItem(_TargetItem):
    """The module is the golden file, byte for byte; ``--accept`` writes it."""

    what = "golden"

    def check(self, workspace: Workspace) -> None:
        """Raise AssertionError with a diff."""
        from codegen.testing import assert_golden
        from srcad.cli.goldens import folders_of

        outcome = workspace.build(self.target)
        if outcome.built is None:
            raise CompileError(outcome.diagnostics)
        path = folders_of(workspace.configuration).golden_path(self.target.name)
        root = self.config.rootpath
        shown = path.relative_to(root) if path.is_relative_to(root) else path
        assert_golden(outcome.built.text, shown)


class GradientItem(_TargetItem):
    """The gradient is that of finite differences; a surrogate's is not compared."""

    what = "gradient"

    def check(self, workspace: Workspace) -> None:
        """Raise _Failure with the arguments that are off."""
        from srcad.cli import verdicts

        prepared = workspace.prepare(self.target)
        try:
            report = verdicts.check_gradients(prepared, workspace.store)
        except CommandError as error:
            pytest.skip(error.message)
        if not report.passed:
            found = verdicts.failure_diagnostic(prepared, report)
            verdict = verdicts.verdict(report, Output(workspace.settings))
            lines = [verdict, *verdicts.details(report), "", render(found)]
            raise _Failure("\n".join(lines))


def _rendered(error: CompileError, root: Path | None = None) -> str:
    return "\n\n".join(render(one, root=root) for one in error.diagnostics)
