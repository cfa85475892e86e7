"""Whether the new module's gradient is the derivative, as a gradient check found it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from srcad.gradcheck import ArgumentError, Report


@dataclass(frozen=True, slots=True)
class Truth:
    """``state`` is "ok", "failed", "surrogate" or "not made"; ``detail`` says by how
    much the gradient is off, and where."""

    state: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.state}: {self.detail}" if self.detail else self.state


def truth_of(
    report: "Report | None",
    own_rules: Sequence[str] = (),
    reason: str = "",
    cuts: Sequence[str] = (),
) -> Truth:
    """What a report says; ``own_rules`` are the classes whose ``bprop`` is used, with
    where it stands, ``cuts`` the places at which the gradient is cut on purpose, and
    ``reason`` says why there is no report."""
    if report is None:
        return Truth("not made", reason)
    worst = report.worst
    if report.failures:
        return Truth("failed", report.failures[0])
    if worst is None:
        return Truth("ok", "nothing to differentiate")
    if report.surrogate:
        return Truth("surrogate", f"not compared; from the derivative, {_off(worst)}")
    if report.passed:
        return Truth("ok", _agreement(worst, report))
    whose = ""
    if own_rules:
        whose = f"; the user's own `bprop` is used for {' and '.join(own_rules)}"
    if cuts:
        whose += f"; cut by {' and '.join(cuts)}"
    return Truth("failed", f"{_off(worst)}: {_values(worst)}{whose}")


def _agreement(worst: "ArgumentError", report: "Report") -> str:
    words = f"finite differences {worst.relative_error:.0e} ({worst.name})"
    if report.dot_product is not None:
        words += f", dot product {report.dot_product:.0e}"
    return words


def _off(worst: "ArgumentError") -> str:
    where = f"[{', '.join(map(str, worst.index))}]" if worst.index else ""
    sizes = ", ".join(f"{name}={size}" for name, size in (worst.sizes or {}).items())
    at = f" at {sizes}" if sizes else ""
    return f"{worst.name}{where} off by {worst.relative_error:.0e}{at}"


def _values(worst: "ArgumentError") -> str:
    return f"generated {worst.analytic:.6g}, finite differences {worst.numeric:.6g}"
