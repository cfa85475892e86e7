"""A user's ``bprop`` in the module: the class that holds it, and its imports."""

from __future__ import annotations

import ast
import keyword
import sys
import textwrap
from collections.abc import Iterable, Iterator
from importlib.util import resolve_name
from typing import Any

from codegen.description import Spliced
from codegen.splice import method_source
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.splicing import (
    Splice,
    bprop_of,
    plain_globals,
    read_attributes,
)
from srcad.compiler.printing.emit.functions import Written
from srcad.compiler.printing.emit.writer import literal
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.source import Source, source_of


def spliced_class(splice: Splice, written: Written) -> Spliced:
    """The class with the user's method, byte for byte."""
    owner = splice.rule.owner
    plain = bprop_of(splice.rule)
    source = source_of(plain)
    text = method_source("".join(source.lines), source.node.lineno)
    attributes: list[ast.stmt] = []
    for word in read_attributes(plain) if splice.cell is None else ():
        value = getattr(owner, word)
        if mark(value, "__srcad_parameter__") is not True:
            attributes.append(_attribute(word, value, written))
    _imports(plain, source, written)
    kind = type(owner).__name__
    if not kind.isidentifier() or keyword.iskeyword(kind):
        # `type("any text", (nn.Cell,), {})` is a class, too.
        kind = "Cell"
    said = " ".join([f"``{kind}.bprop``, verbatim.", *_settings(plain)])
    lines = textwrap.wrap(said, 80, break_long_words=False, break_on_hyphens=False)
    return Spliced(kind, "\n".join(lines), tuple(attributes), (text,))


def _settings(function: Any) -> list[str]:
    """What the plain globals that the method reads were when it was written: the module
    imports them, and else its text would not show a change."""
    return [f"``{word}`` was {value!r}." for word, value in plain_globals(function)]


def _attribute(word: str, value: Any, written: Written) -> ast.stmt:
    target = ast.Name(word, ast.Store())
    if isinstance(value, bool | int | float | str | tuple | None):
        return ast.Assign([target], literal(value))
    written.imports["from srcad import ops"] = None
    return ast.Assign([target], ast.parse(f"ops.{value!r}", mode="eval").body)


def _imports(function: Any, source: Source, written: Written) -> None:
    """The import lines that bind the names that the method reads."""
    read = {n.id for n in ast.walk(source.node) if isinstance(n, ast.Name)}
    found: dict[str, str] = {}
    for node in ast.parse("".join(source.lines)).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                bound = alias.asname or alias.name.split(".")[0]
                found[bound] = _import_line(node, alias, function.__globals__)
    local = {a.arg for a in ast.walk(source.node) if isinstance(a, ast.arg)}
    stored = {
        n.id
        for n in ast.walk(source.node)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    for word in sorted(read - local - stored):
        if found.get(word) == "import numpy as np":
            continue
        if word in found:
            written.imports[found[word]] = None
        elif word in function.__globals__:
            module = function.__globals__.get("__name__", "")
            written.imports[f"from {module} import {word}"] = None


def check_names(written: Written, defined: Iterable[str]) -> None:
    """Refuse a module in which one name would stand for two things."""
    bound: dict[str, str] = dict.fromkeys(defined, "")
    for word, line in _imported(written):
        if bound.setdefault(word, line) != line:
            message = f"`{word}` would stand for two things in the module"
            help = "give what a `bprop` reads from its file another name"
            raise CompileError(Diagnostic("SRC012", message, help=help))


def bound_names(written: Written) -> set[str]:
    """The names that the module's imports bind."""
    return {word for word, _ in _imported(written)}


def _imported(written: Written) -> Iterator[tuple[str, str]]:
    """Each name that an import binds, and its line."""
    for line in written.imports:
        (node,) = ast.parse(line).body
        assert isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0], line


def _import_line(
    node: ast.Import | ast.ImportFrom, alias: ast.alias, space: dict[str, Any]
) -> str:
    """The line that binds one name, with srcad in the place of MindSpore."""
    suffix = f" as {alias.asname}" if alias.asname else ""
    if isinstance(node, ast.Import):
        home = _home(alias.name)
        if home == alias.name:
            return f"import {alias.name}{suffix}"
        return f"import {home}{suffix}" if suffix else "import srcad as mindspore"
    module = "." * node.level + (node.module or "")
    if node.level and space.get("__package__"):
        module = resolve_name(module, space["__package__"])
    inner = _home(f"{module}.{alias.name}", submodule=True)
    if inner:
        above, _, word = inner.rpartition(".")
        bound = alias.asname or alias.name
        return f"from {above} import {word}" + (f" as {bound}" * (bound != word))
    home = _home(module)
    found = getattr(sys.modules.get(home), alias.name, None)
    public = getattr(sys.modules.get("srcad"), alias.name, None)
    if found is not None and found is public:
        # As the rest of the module imports it: one name stands for one thing.
        home = "srcad"
    return f"from {home} import {alias.name}{suffix}"


def _home(path: str, submodule: bool = False) -> str:
    """The module of srcad that answers for a path of MindSpore's; others as they are.

    With ``submodule``, "" for what is no module of MindSpore's.
    """
    if path.split(".")[0] != "mindspore":
        return "" if submodule else path
    home = getattr(sys.modules.get(path), "__srcad_home__", None)
    if home is None and not submodule:
        return "srcad" + path[len("mindspore") :]
    return home or ""
