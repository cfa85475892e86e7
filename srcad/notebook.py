"""``%%srcad`` in a notebook: source, forward and backward side by side.

    %load_ext srcad

    %%srcad loss(x, target)
    def loss(x, target):
        return ((x - target) ** 2).mean()

The cell is run, and then the call in the first line is taken for an example of what the
gradient is called with.
"""

from __future__ import annotations

import ast
import html
import linecache
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.diagnostics.errors import (
    CompileError,
    render,
    shown_path,
)
from srcad.gradcheck.kept import kept_of
from srcad.inspecting.call import InspectedCall, inspected
from srcad.view import Residuals, Subject, page

_HEIGHT = 640
_USAGE = "write an example call behind it, such as `%%srcad loss(x, target)`"


def load_ipython_extension(ipython: Any) -> None:
    """Enter ``%%srcad``; IPython calls this for ``%load_ext srcad``."""

    def srcad(line: str, cell: str) -> Shown | None:
        name, call = _call_of(line)
        result = ipython.run_cell(cell)
        if not result.success:
            return None
        return shown(name, *_evaluated(call, ipython.user_ns))

    srcad.__doc__ = f"Run a cell, and show the gradient of a function in it: {_USAGE}."
    ipython.register_magic_function(srcad, "cell", "srcad")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a notebook shows of a subject."""

    subject: Subject

    def _repr_html_(self) -> str:
        """The page of ``srcad view``, in a frame of its own."""
        text = html.escape(page([self.subject], f"srcad: {self.subject.name}"))
        return (
            f'<iframe srcdoc="{text}" sandbox="allow-scripts" width="100%" '
            f'height="{_HEIGHT}" style="border:0" title="source, forward and backward">'
            "</iframe>"
        )

    def _repr_markdown_(self) -> str:
        """The halves as blocks of code; what is wrong, where there is no module."""
        subject = self.subject
        if subject.diagnostics:
            texts = [render(one) for one in subject.diagnostics]
            return "\n\n".join(f"```\n{text}\n```" for text in texts)
        lines = subject.text.split("\n")
        parts = []
        for half in subject.halves:
            text = "\n".join(lines[half.first - 1 : half.last])
            parts.append(f"**{half.name}**\n\n```python\n{text}\n```")
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return f"<the gradient of {self.subject.name}>"


def shown(name: str, function: Any, args: Any, keywords: Any) -> Shown:
    """Return what is shown of a call; of one that is refused what is wrong."""
    try:
        call = inspected(function, args, keywords)
    except CompileError as error:
        files = _files_of(error)
        refused = Subject(name, name, files, diagnostics=error.diagnostics, entry=name)
        return Shown(refused)
    label = call.text.partition("# source: ")[2].partition("\n")[0]
    subject = Subject(name, label, call.sources.texts, call.text)
    return Shown(replace(subject, residuals=_kept(call, subject)))


def _kept(call: InspectedCall, subject: Subject) -> Residuals:
    """What this very call keeps."""
    if not subject.kept:
        return Residuals()
    residuals = call.residuals()
    values = list(residuals) if subject.keeps_several else [residuals]
    kept = kept_of(values)
    return Residuals(tuple(k.form for k in kept), tuple(k.bytes for k in kept))


def _files_of(error: CompileError) -> dict[str, str]:
    paths = [one.span.path for one in error.diagnostics if one.span is not None]
    texts = {shown_path(one): "".join(linecache.getlines(one)) for one in paths}
    return {path: text for path, text in texts.items() if text}


def _call_of(line: str) -> tuple[str, ast.Call]:
    """Return the name that is called in the first line, and the call."""
    try:
        node = ast.parse(line.strip(), mode="eval").body
    except SyntaxError:
        node = ast.Constant(None)
    if not isinstance(node, ast.Call):
        raise ValueError(f"%%srcad: {_USAGE}")
    return ast.unparse(node.func), node


def _evaluated(node: ast.Call, names: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Return the function and the arguments of a call, without calling it."""
    taken = ast.Call(ast.Name("srcad_taken", ast.Load()), node.args, node.keywords)
    pair = ast.Tuple([node.func, taken], ast.Load())
    tree = ast.fix_missing_locations(ast.Expression(pair))
    known = {**names, "srcad_taken": lambda *args, **keywords: (args, keywords)}
    function, (args, keywords) = eval(compile(tree, "<%%srcad>", "eval"), known)
    return function, args, keywords
