"""What of MindSpore works, differs, or is refused: the text of docs/compatibility.md.

MindSpore's public names are in ``names.txt``, which tools/oracles/mindspore_names.py
writes where there is a MindSpore. Whether srcad has one is asked of the alias; how it
differs is said in ``differences.py``; ``text.md`` is what stands around the tables.
tests/test_compatibility.py fails while the page is not up to date, and where a name
does not do what the page says.
"""

import importlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import srcad
from srcad.alias.missing import Missing, missing
from srcad.alias.reasons import reason

from .differences import (
    ARGUMENTS,
    DIFFERENCES,
    GRADIENTS,
    UNLISTED,
)

TABLES = Path(__file__).resolve().parent
PAGE = TABLES.parents[1] / "docs" / "compatibility.md"
STATUSES = ("works", "differs", "refused")
# What is no module: the attributes of an object are looked up.
CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell")


@dataclass(frozen=True, slots=True)
class Name:
    """A public name, its path without ``mindspore``, and what srcad has of it."""

    module: str
    path: str
    found: Any
    difference: str

    @property
    def status(self) -> str:
        """One of STATUSES."""
        if isinstance(self.found, Missing):
            return "refused"
        return "differs" if self.difference else "works"


def public() -> dict[str, list[str]]:
    """Module or class to its public names, the unlisted ones among them."""
    names: dict[str, list[str]] = {}
    for line in (TABLES / "names.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("mindspore"):
            listed = names.setdefault(line, [])
        elif line.startswith(" "):
            listed += line.split()
    for path in UNLISTED.split():
        parts = path.split(".")
        homes = (".".join(["mindspore", *parts[:k]]) for k in range(len(parts), -1, -1))
        home = next(home for home in homes if home in names)
        names[home].append(path.removeprefix(f"{home}."[len("mindspore.") :]))
    return {module: sorted(words) for module, words in names.items()}


@cache
def all_names() -> tuple[Name, ...]:
    """Every name of the page, in its order."""
    with srcad.alias_mindspore():
        return tuple(_named())


def _named() -> Iterator[Name]:
    named = {
        f"{module}.{word}".partition(".")[2]: (module, _found(module, word))
        for module, words in public().items()
        for word in words
    }
    same = {
        id(named[path][1]): text
        for path, text in DIFFERENCES.items()
        if not isinstance(named[path][1], (int, str))
    }
    for path, (module, found) in named.items():
        difference = DIFFERENCES.get(path) or same.get(id(found), "")
        yield Name(module, path, found, difference)


def _found(module: str, word: str) -> Any:
    """What srcad has by a name: the object, or the class that stands for none."""
    if module in CLASSES:
        holder = _example(module)
        if not hasattr(holder, word):
            return missing(f"{module}.{word}")
        # Of a class, where it has it: two of them are then one object.
        return getattr(type(holder), word, getattr(holder, word))
    found: Any = importlib.import_module(module)
    for part in word.split("."):
        found = getattr(found, part)
    return found


@cache
def _example(name: str) -> Any:
    if name == "mindspore.nn.Cell":
        return srcad.Cell()
    return srcad.Parameter(srcad.Tensor([[1.0]]), name="p")


def page() -> str:
    """The text of the page."""
    parts = {
        module: _section([name for name in all_names() if name.module == module])
        for module in public()
    }
    parts["counts"] = _counts()
    parts["arguments"], parts["gradients"] = _errors(ARGUMENTS), _errors(GRADIENTS)
    text = (TABLES / "text.md").read_text(encoding="utf-8")
    note = "<!-- Written by tools/compatibility_page.py. -->"
    text = text.replace("\n", f"\n\n{note}\n", 1)
    return re.sub(r"^\{([\w.]+)\}$", lambda found: parts[found[1]], text, flags=re.M)


def _counts() -> str:
    lines = ["| module | works | differs | refused |", "| --- | --- | --- | --- |"]
    for module in public():
        has = [name.status for name in all_names() if name.module == module]
        counted = " | ".join(str(has.count(status)) for status in STATUSES)
        lines.append(f"| `{module}` | {counted} |")
    return "\n".join(lines)


def _section(names: list[Name]) -> str:
    """What works, a table of what differs, and what is refused."""
    by_status: dict[str, list[str]] = {status: [] for status in STATUSES}
    by_difference: dict[str, list[str]] = {}
    for name in names:
        word = f"{name.path}".removeprefix(f"{name.module}."[len("mindspore.") :])
        by_status[name.status].append(word)
        if name.status == "differs":
            by_difference.setdefault(name.difference, []).append(word)
    parts = []
    if by_status["works"]:
        parts.append(_listed("Works", by_status["works"]))
    if by_difference:
        rows = [f"| {_quoted(w)} | {text} |" for text, w in by_difference.items()]
        parts.append("\n".join(["| differs | how |", "| --- | --- |", *rows]))
    parts += _refused(by_status["refused"], names[0].module) if names else []
    return "\n\n".join(parts)


def _refused(words: list[str], module: str) -> list[str]:
    """What is refused, those of one reason together, those of none first."""
    by_reason: dict[str, list[str]] = {}
    for word in words:
        by_reason.setdefault(reason(f"{module}.{word}"), []).append(word)
    first = by_reason.pop("", [])
    parts = [_listed("Refused", first)] if first else []
    return parts + [
        _listed(f"Refused ({why.rstrip('.')})", one) for why, one in by_reason.items()
    ]


def _listed(title: str, words: list[str]) -> str:
    return textwrap.fill(f"{title}: {_quoted(words)}", 88, break_long_words=False)


def _quoted(words: list[str]) -> str:
    return " ".join(f"`{word}`" for word in words)


def _errors(table: dict[str, str]) -> str:
    lines = ["| code | error |", "| --- | --- |"]
    return "\n".join(
        lines + [f"| `{code}` | {error} |" for code, error in table.items()]
    )
