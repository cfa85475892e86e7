"""``srcad gradcheck``: generated modules against finite differences."""

import math
from typing import TYPE_CHECKING, Any

import click

from srcad.cli import verdicts
from srcad.cli.commands.arguments import (
    override_options,
    overrides_of,
    targets_argument,
)
from srcad.cli.junit import Case
from srcad.cli.output import exit_code
from srcad.cli.settings import Settings, common_options
from srcad.cli.workspace import Workspace, open_workspace
from srcad.compiler.diagnostics import reports
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic

if TYPE_CHECKING:
    from srcad.cli.configuration import Target
    from srcad.cli.requests import Prepared
    from srcad.gradcheck import Report


def _positive(
    context: click.Context, parameter: click.Parameter, value: float
) -> float:
    if not 0 < value < math.inf:
        raise click.BadParameter(f"{value} is not a positive number.")
    return value


@click.command(short_help="Compare gradients with finite differences.")
@targets_argument
@override_options
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="Of the random inputs.",
)
@click.option(
    "--tolerance",
    default=1e-6,
    show_default=True,
    callback=_positive,
    help="Largest relative error.",
)
@click.option(
    "--samples",
    default=100,
    show_default=True,
    type=click.IntRange(min=1),
    help="Elements of an array to look at.",
)
@common_options
@click.pass_obj
def gradcheck(
    settings: Settings,
    targets: tuple[str, ...],
    seed: int,
    tolerance: float,
    samples: int,
    **given: Any,
) -> int:
    """Compare the generated gradients with finite differences, in float64.

    Each named size is tried above 1 and at 1. `-v` shows each argument.
    """
    overrides = overrides_of(settings, given)
    options = {"seed": seed, "tolerance": tolerance, "samples": samples}
    with open_workspace(settings) as workspace:
        chosen = workspace.targets(targets, overrides)
        results = _check_all(workspace, chosen, options)
        found = _diagnostics(results)
        if settings.output_format == "json":
            workspace.output.document(_document(results, found))
        elif settings.output_format == "junit":
            cases = [Case(one.target.name, _diagnostics([one])) for one in results]
            workspace.output.cases("srcad gradcheck", cases)
        elif settings.output_format == "full":
            _print(workspace, results)
        else:
            workspace.output.diagnostics(found, to_stdout=True)
        return exit_code(found)


class _Result:
    """A target's report, or the diagnostics that say why there is none."""

    def __init__(self, target: "Target") -> None:
        self.target = target
        self.prepared: Prepared | None = None
        self.report: Report | None = None
        self.diagnostics: tuple[Diagnostic, ...] = ()


def _check_all(
    workspace: Workspace, targets: "tuple[Target, ...]", options: dict[str, Any]
) -> list[_Result]:
    results = []
    with workspace.output.progress(len(targets), leave=False) as progress:
        for target in targets:
            progress.start(target.name)
            result = _Result(target)
            results.append(result)
            try:
                result.prepared = workspace.prepare(target)
                result.report = verdicts.check_gradients(
                    result.prepared, workspace.store, **options
                )
            except CompileError as error:
                result.diagnostics = error.diagnostics
                progress.done(target.name, "error", good=False)
            else:
                good = result.report.passed
                progress.done(target.name, "ok" if good else "failed", good)
    return results


def _diagnostics(results: list[_Result]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for result in results:
        found += result.diagnostics
        if result.report is not None and not result.report.passed:
            assert result.prepared is not None
            found.append(verdicts.failure_diagnostic(result.prepared, result.report))
    return list(dict.fromkeys(found))


def _print(workspace: Workspace, results: list[_Result]) -> None:
    output = workspace.output
    for result in results:
        if result.report is None:
            output.diagnostics(result.diagnostics, to_stdout=True)
            continue
        output.result(
            f"{result.target.name}  {verdicts.verdict(result.report, output)}"
        )
        if workspace.settings.verbose or not result.report.passed:
            for line in verdicts.details(result.report):
                output.result(f"    {line}")
        else:
            for text in result.report.not_run:
                output.result(f"    note: {text}")
        if not result.report.passed:
            assert result.prepared is not None
            found = verdicts.failure_diagnostic(result.prepared, result.report)
            output.diagnostics([found], to_stdout=True)


def _document(results: list[_Result], found: list[Diagnostic]) -> dict[str, Any]:
    listed = [
        verdicts.as_json(result.target, result.report)
        for result in results
        if result.report is not None
    ]
    return {
        "targets": listed,
        "diagnostics": [reports.as_json(item) for item in found],
    }
