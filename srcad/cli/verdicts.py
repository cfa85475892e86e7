"""Gradient checks of targets, and how their reports are worded."""

from importlib.util import find_spec
from inspect import isfunction
from typing import TYPE_CHECKING, Any

from srcad.cli.configuration import Target
from srcad.cli.importing import prints_on_stderr
from srcad.cli.output import CommandError, Output
from srcad.cli.requests import Prepared, definition
from srcad.compiler.diagnostics.errors import Diagnostic

if TYPE_CHECKING:
    from codegen.store import Store
    from srcad.gradcheck import ArgumentError, Report


def check_gradients(
    prepared: Prepared, store: "Store | None", **options: Any
) -> "Report":
    """Return the report of a target's gradient check; raises CompileError, and
    CommandError where what the module computes with is not installed.

    ``options`` are those of ``srcad.gradcheck.gradcheck`` that a command line has.
    """
    from srcad.gradcheck import gradcheck

    target = prepared.target
    if target.engine == "numba" and not all(map(find_spec, ("numba", "scipy"))):
        message = f"{target.name} is compiled by Numba: pip install 'srcad[numba]'"
        raise CommandError(message)
    with prints_on_stderr():
        return gradcheck(
            prepared.request,
            store,
            sizes=target.sizes,
            ranges=target.ranges,
            surrogate=target.surrogate,
            **options,
        )


def verdict(report: "Report", output: Output) -> str:
    """Return one line: whether the check passed, and the worst relative error."""
    worst = report.worst
    if report.failures:
        state = output.paint("failed", "red")
        return f"{state}  {report.failures[0]}"
    if report.surrogate:
        return f"{output.paint('surrogate', 'yellow')}  gradient not compared"
    if worst is None:
        return f"{output.paint('ok', 'green')}  nothing to differentiate"
    state = output.paint("ok", "green")
    if not report.passed:
        state = output.paint("failed", "red")
    return f"{state}  worst relative error {worst.relative_error:.1e} (`{worst.name}`)"


def details(report: "Report") -> list[str]:
    """Return a line for each argument, the primal, and each failure and note."""
    width = max((len(item.name) for item in report.arguments), default=0)
    lines = [
        f"{item.name:<{width}}  {_argument(item, report)}" for item in report.arguments
    ]
    if report.primal_error is not None:
        lines.append(f"primal against the eager run: {report.primal_error:.1e}")
    lines += [f"failure: {text}" for text in report.failures]
    lines += [f"note: {text}" for text in (*report.not_run, *report.notes)]
    return lines


def failure_diagnostic(prepared: Prepared, report: "Report") -> Diagnostic:
    """Return SRC009 for a check that failed, at the definition of the Cell."""
    target = prepared.target
    wrong = [
        item for item in report.arguments if item.relative_error > report.tolerance
    ]
    label = "; ".join(report.failures)
    if not label and wrong:
        listed = " and ".join(f"`{item.name}`" for item in wrong)
        label = f"the gradient of {listed} is not that of its `forward`"
    return Diagnostic(
        "SRC009",
        f"the gradient check of {target.name} fails",
        definition(_defined(prepared)) or target.origin.span("cell"),
        label=label,
        help=_help(target, report),
    )


def as_json(target: Target, report: "Report") -> dict[str, Any]:
    """Return a report as a dictionary that ``json`` can write."""
    arguments = [
        {
            "name": item.name,
            "relative_error": _finite(item.relative_error),
            "index": list(item.index),
            "generated": _finite(item.analytic),
            "finite_differences": _finite(item.numeric),
            "checked": item.checked,
            "sizes": dict(item.sizes or {}),
        }
        for item in report.arguments
    ]
    return {
        "name": target.name,
        "passed": report.passed,
        "surrogate": report.surrogate,
        "tolerance": report.tolerance,
        "seed": report.seed,
        "arguments": arguments,
        "primal_error": _finite(report.primal_error),
        "failures": list(report.failures),
        "notes": [*report.not_run, *report.notes],
    }


def _argument(item: "ArgumentError", report: "Report") -> str:
    text = f"{item.relative_error:.1e}"
    if item.relative_error <= report.tolerance:
        return f"{text}  ({item.checked} checked)"
    where = f" at [{', '.join(map(str, item.index))}]" if item.index else ""
    sizes = ", ".join(f"{name}={size}" for name, size in (item.sizes or {}).items())
    where += f" with {sizes}" if sizes else ""
    return (
        f"{text}{where}: generated {item.analytic:.9g}, "
        f"finite differences {item.numeric:.9g}"
    )


def _help(target: Target, report: "Report") -> str:
    if report.failures:
        return "`sizes` and `ranges` of the target say where the function is defined"
    return (
        "where a `bprop`, or a cast of a Tensor to integers, is not the derivative on "
        "purpose, write `surrogate = true` in its target"
    )


def _defined(prepared: Prepared) -> object:
    """Return what has a definition to point at: the function, or the Cell's class."""
    return prepared.cell if isfunction(prepared.cell) else type(prepared.cell)


def _finite(value: float | None) -> float | None:
    """Return a number that JSON has; None for what is not one."""
    return value if value is not None and abs(value) < float("inf") else None
