"""Functions that only call an operator: made of one row of a table each.

A row is what is called, ``->`` and what that calls, then a line with the docstring.

    sum(a, axis=None, keepdims=False) -> ops.sum(a, axis, keepdims)
        Return the sum over ``axis``.

A function is compiled from the text that the row stands for. The text goes into
``linecache``, where tracebacks, ``inspect`` and the compiler find it as that of a file.
Annotations that say no more than the default (``False`` is a ``bool``) are left to the
reader, and so is ``Any``; ``tools/stubs.py`` writes both out for type checkers.

A row may be a Cell that calls a function of the same settings, by their names:

    AvgPool1d(kernel_size, stride=None) -> avg_pool1d(input)
        The means of windows.

or a class of operators, made with its settings, then called with its inputs:

    Roll(shifts, dims=None)(input) -> roll(input, self.shifts, self.dims)
        Moves elements along axes.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

__all__ = [
    "forwarding_cells",
    "forwarding_functions",
    "forwarding_primitives",
    "operator_method",
]


def operator_method(name: str, operator: Callable[..., Any]) -> Any:
    """Return an operator as a method: a function, which binds its first argument.

    It has the operator's docstring and its signature. ``__srcad_method_of__`` is the
    operator, which is what the compiler calls.
    """

    def method(self: Any, *args: Any, **keywords: Any) -> Any:
        return operator(self, *args, **keywords)

    functools.update_wrapper(method, operator, updated=())
    method.__name__ = name
    method.__srcad_method_of__ = operator  # type: ignore[attr-defined]
    return method


def forwarding_functions(
    rows: str, space: Mapping[str, Any], file: str, module: str
) -> dict[str, FunctionType]:
    """Return name to function for each row of a table.

    ``space`` has what the calls name: ``ops``, and what they give to it. ``file`` and
    ``module`` are the path of the table's file and the name of its module.
    """
    return _compiled(map(_definition, _records(rows)), space, file, module)


def forwarding_cells(
    rows: str, space: Mapping[str, Any], file: str, module: str
) -> dict[str, Any]:
    """Return name to Cell for each row of a table; ``space`` has ``Cell``, too."""
    return _compiled(map(_cell, _records(rows)), space, file, module)


def forwarding_primitives(
    rows: str, space: Mapping[str, Any], file: str, module: str
) -> dict[str, Any]:
    """Return name to class of operators for each row; ``space`` has ``Primitive``."""
    return _compiled(map(_primitive, _records(rows)), space, file, module)


def _compiled(
    definitions: Iterable[str], space: Mapping[str, Any], file: str, module: str
) -> dict[str, Any]:
    text = "\n\n".join(definitions)
    path = f"{file} (rows)"
    # No modification time: linecache then never drops the lines for the file's.
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    flags = annotations.compiler_flag
    made: dict[str, Any] = {}
    exec(
        compile(text, path, "exec", flags, dont_inherit=True),
        {**space, "__name__": module},
        made,
    )
    return made


def _records(rows: str) -> list[list[str]]:
    """Return the lines of each row, stripped: a row's first stands at the margin."""
    records: list[list[str]] = []
    for line in rows.strip().splitlines():
        if not line.startswith(" "):
            records.append([])
        records[-1].append(line.strip())
    return records


def _definition(lines: list[str]) -> str:
    *broken, docstring = lines
    head, call = " ".join(broken).split(" -> ")
    return f'def {head}:\n    """{docstring}"""\n    return {call}\n'


def _parameters(settings: str) -> list[ast.arg]:
    """The parameters of a function with these settings."""
    function = ast.parse(f"def f({settings}): ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    return function.args.args


def _primitive(lines: list[str]) -> str:
    *broken, docstring = lines
    head, call = " ".join(broken).split(" -> ")
    made, _, inputs = head.rpartition("(")
    name, _, settings = made.removesuffix(")").partition("(")
    words = [one.arg for one in _parameters(settings)]
    kept = "".join(f"        self.{word} = {word}\n" for word in words)
    kept = kept or "        ...\n"
    start = f", {settings}" if settings else ""
    given = f", {inputs}".removesuffix(")").removesuffix(", ")
    return (
        f'class {name}(Primitive):\n    """{docstring}"""\n\n'
        f"    def __init__(self{start}):\n{kept}\n"
        f"    def __call__(self{given}):\n"
        f'        """Return the outputs."""\n        return {call}\n'
    )


def _cell(lines: list[str]) -> str:
    *broken, docstring = lines
    head, call = " ".join(broken).split(" -> ")
    name, _, settings = head.rstrip(")").partition("(")
    function, _, inputs = call.rstrip(")").partition("(")
    words = [setting.split("=")[0].strip() for setting in settings.split(", ")]
    words = [word for word in words if word]
    kept = "".join(f"        self.{word} = {word}\n" for word in words)
    given = [word.partition("=") for word in inputs.split(", ")]
    passed = [word + (f"={word}" if sign else "") for word, sign, _ in given]
    passed += [f"{word}=self.{word}" for word in words]
    start = f", {settings}" if settings else ""
    shown = ", ".join(f"{word}={{self.{word}!r}}" for word in words)
    return (
        f'class {name}(Cell):\n    """{docstring}"""\n\n'
        f"    def __init__(self{start}):\n        super().__init__()\n{kept}\n"
        f"    def construct(self, {inputs}):\n"
        f'        """Return ``{function}`` of the input, by the settings."""\n'
        f"        return {function}({', '.join(passed)})\n\n"
        f'    def extend_repr(self):\n        """Return the settings."""\n'
        f"        return f{shown!r}\n"
    )
