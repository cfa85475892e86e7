"""The long text of each diagnostic: an example that gives it, and one that does not.

Each code has a file beside this one: Markdown, in which a block of code is headed by
the file that it is (`` ```python model.py ``), and a ``console`` block holds what is
run. What *Right* leaves out is as in *Wrong*. ``srcad explain``, the page of the
documentation, the rules of a SARIF log and the tests are all made from these files.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from srcad.compiler.diagnostics.errors import CODES

_FOLDER = Path(__file__).resolve().parent
_HEADINGS = re.compile(r"^### (?:Wrong|Right)$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """Files by their path, and the commands that are run beside them, in order."""

    files: Mapping[str, str]
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a code means. ``text`` is all of it, as Markdown."""

    code: str
    title: str
    text: str
    summary: str
    wrong: Example
    right: Example


@functools.cache
def explanation(code: str) -> Explanation:
    """Return the explanation of a code; KeyError for one that does not exist."""
    title = CODES[code]
    text = (_FOLDER / f"{code}.md").read_text(encoding="utf-8").rstrip("\n")
    summary, wrong, right = _HEADINGS.split(text)
    bad = _example(wrong)
    good = _example(right)
    files = {**bad.files, **good.files}
    right_example = Example(files, good.commands or bad.commands)
    return Explanation(code, title, text, summary.strip(), bad, right_example)


def explanations() -> list[Explanation]:
    """Return all of them, by code."""
    return [explanation(code) for code in sorted(CODES)]


def _example(text: str) -> Example:
    blocks = _BLOCK.findall(text)
    files = {path: content for _, path, content in blocks if path}
    commands = [
        line.removeprefix("$ ")
        for kind, _, content in blocks
        if kind == "console"
        for line in content.splitlines()
    ]
    return Example(files, tuple(commands))
