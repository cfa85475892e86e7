"""What a module keeps between its halves, in a table: ``srcad show --residuals``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from srcad.view import Subject

_HEAD = ("name", "bytes", "what", "made in", "needed in")


def table_of(subject: Subject) -> list[str]:
    """Return a line for each residual, under a line for all of them."""
    if not subject.kept:
        return [f"{subject.name} keeps nothing"]
    known = subject.residuals
    if known.reason:
        total = f"bytes not known: {known.reason}"
    else:
        total = ", ".join(f"{name}={size}" for name, size in known.sizes.items())
        total = f"{sum(known.bytes)} bytes{f' for {total}' if total else ''}"
    rows = [_HEAD, *(_row(one) for one in as_json(subject))]
    widths = [max(len(row[k]) for row in rows) for k in range(len(_HEAD))]
    lines = [f"{subject.name}: {total}"]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        cells[1] = row[1].rjust(widths[1])
        lines.append("  ".join(cells).rstrip())
    return lines


def as_json(subject: Subject) -> list[dict[str, Any]]:
    """Return the residuals as dictionaries that ``json`` can write.

    ``made`` and ``needed`` are places of the source, "path:line"; ``made`` is what a
    residual is where it is there anyway: "input", "parameter".
    """
    known = subject.residuals
    measured = len(known.bytes) == len(subject.kept)
    return [
        {
            "name": one.name,
            "kept": one.kept,
            "bytes": known.bytes[k] if measured else None,
            "form": known.forms[k] if measured else None,
            "made": one.holds or _place(subject, one.made),
            "needed": _places(subject, one.needed),
        }
        for k, one in enumerate(subject.kept)
    ]


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    size = "?" if one["bytes"] is None else str(one["bytes"])
    made, needed = one["made"] or "-", ", ".join(one["needed"]) or "-"
    return one["name"], size, one["form"] or "?", made, needed


def _places(subject: Subject, rows: tuple[int, ...]) -> list[str]:
    places = (_place(subject, row) for row in rows)
    return list(dict.fromkeys(place for place in places if place is not None))


def _place(subject: Subject, row: int | None) -> str | None:
    statement = subject.pairing.of_row(row) if row is not None else None
    return None if statement is None else f"{statement.path}:{statement.first}"
