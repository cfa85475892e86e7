"""What a notebook shows of a gradient function: its backward half, once it is there."""

from __future__ import annotations

import html
import linecache
from collections.abc import Iterator
from typing import Any

from srcad.compiler.request import subject_of
from srcad.gradient.modules import MODULES, Module, code_of
from srcad.paragraphs.halves import halves_of

_FIRST = "It is written at the first call, for the dtypes and ranks of the arguments."


def as_markdown(function: Any) -> str:
    """The subject, and the backward halves of each module in use as blocks of code."""
    parts = [f"**The gradient of `{_subject(function)}`**"]
    for inputs, text in _halves(function):
        parts += [f"for {inputs}" if inputs else "", f"```python\n{text}\n```"]
    if len(parts) == 1:
        parts.append(_FIRST)
    return "\n\n".join(part for part in parts if part)


def as_html(function: Any) -> str:
    """The same as HTML, which asks for nothing and has no script."""
    parts = [
        f"<p><strong>The gradient of <code>{html.escape(_subject(function))}</code>"
        "</strong></p>"
    ]
    for inputs, text in _halves(function):
        if inputs:
            parts.append(f"<p>for {html.escape(inputs)}</p>")
        parts.append(f"<pre><code>{html.escape(text)}</code></pre>")
    if len(parts) == 1:
        parts.append(f"<p>{_FIRST}</p>")
    return "".join(parts)


def _subject(function: Any) -> str:
    return subject_of(function).replace("`", "'")


def _halves(function: Any) -> Iterator[tuple[str, str]]:
    """Yield what each module in use is for, and the text of its backward halves."""
    for module in _modules(function):
        text = "".join(linecache.getlines(module.module.__file__))
        lines = text.split("\n")
        halves = [half for half in halves_of(text) if half.kind == "backward"]
        shown = ["\n".join(lines[half.first - 1 : half.last]) for half in halves]
        pairs = zip(module.inputs, module.manifest["inputs"], strict=True)
        yield ", ".join(f"{n} = {aval}" for n, aval in pairs), "\n\n\n".join(shown)


def _modules(function: Any) -> list[Module]:
    code = code_of(function)
    return [
        one for key, known in list(MODULES.items()) if key[0] == code for one in known
    ]
