"""TARGET on the command line: which targets are meant.

``path/to/file.py::Name`` and ``package.module:Name`` name a Cell, and find what
``[tool.srcad]`` says of that Cell; any other word is the name of a golden (or the path
of its file). What ``--init``, ``--input``, ``--wrt``, ``--order``, ``--engine``,
``--memory`` and ``--size`` say replaces what is configured, input by input and argument
by argument; ``--allow`` adds to it.
"""

import ast
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from srcad.cli.configuration import (
    Configuration,
    Origin,
    Target,
    default_name,
    suggestion,
)
from srcad.cli.places import CommandLine, Keys
from srcad.cli.values import Wrong, share, values_of_structure
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, shown_path


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the options of a command say of its targets.

    ``arguments`` holds the words they were said in, for pointing at them.
    """

    init: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    wrt: tuple[str, ...] | None = None
    order: int | None = None
    engine: str | None = None
    memory: int | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    allow: tuple[str, ...] = ()
    arguments: Mapping[Keys, str] = field(default_factory=dict)


def select_targets(
    words: Sequence[str],
    configuration: Configuration,
    command_line: CommandLine,
    folder: Path,
    overrides: Overrides | None = None,
) -> tuple[Target, ...]:
    """Return the targets that ``words`` mean, without repetitions; all for no words.

    With ``overrides``, a Cell that is not configured may be named too, and only what
    is given there is known of it; without (in ``check`` and the like), each word must
    mean a configured target. Raises CompileError (SRC001) with all unknown words.
    """
    if not words:
        if not configuration.targets:
            raise CompileError(_nothing_to_do(configuration, command_line, overrides))
        listed = list(configuration.targets)
    else:
        listed = []
        mistakes: list[Diagnostic] = []
        for word in words:
            try:
                found = _meant(word, configuration, command_line, folder, overrides)
            except CompileError as error:
                mistakes += error.diagnostics
            else:
                listed += [target for target in found if target not in listed]
        if mistakes:
            raise CompileError(mistakes)
    if overrides is not None:
        listed = [_overridden(target, overrides, command_line) for target in listed]
    return tuple(listed)


def parse_overrides(
    init: str | None,
    inputs: Sequence[str],
    wrt: Sequence[str],
    order: int | None,
    engine: str | None,
    memory: str | None,
    sizes: Sequence[str],
    allow: Sequence[str],
    command_line: CommandLine,
) -> Overrides:
    """Return what the options say; raises CompileError (SRC005) with all mistakes."""
    mistakes: list[Diagnostic] = []
    arguments: dict[Keys, str] = {}

    def mistake(word: str, message: str, help: str) -> None:
        span = command_line.span(word)
        mistakes.append(Diagnostic("SRC005", message, span, help=help))

    values: dict[str, Any] = {}
    if init is not None:
        arguments["init",] = init
        try:
            values = json.loads(init)
        except ValueError as error:
            mistake(init, f"`--init` is not JSON: {error}", _INIT_HELP)
        else:
            if not isinstance(values, dict):
                mistake(init, "`--init` must be a JSON object", _INIT_HELP)
    given: dict[str, Any] = {}
    for word in inputs:
        name, equals, specification = (part.strip() for part in word.partition("="))
        if not equals or not name.isidentifier():
            mistake(word, "an input is written `name=dtype[sizes]`", _INPUT_HELP)
        elif name in given:
            mistake(word, f"input `{name}` is given twice", "")
        given[name] = specification
        if specification.startswith(("{", "[")):
            try:
                given[name] = values_of_structure(json.loads(specification))
            except (ValueError, Wrong) as error:
                mistake(word, f"`{name}` is not JSON of strings: {error}", _INPUT_HELP)
        arguments["inputs", name] = word
    known: dict[str, int] = {}
    for word in sizes:
        name, _, number = (part.strip() for part in word.partition("="))
        arguments["sizes", name] = word
        if name.isidentifier() and number.isdecimal() and int(number) > 0:
            known[name] = int(number)
        else:
            mistake(word, "a size is written `name=number`", "such as `--size batch=8`")
    for index, word in enumerate(wrt):
        arguments["wrt", index] = word
    kept: int | None = None
    if memory is not None:
        arguments["memory",] = memory
        try:
            kept = share(memory)
        except Wrong as error:
            mistake(memory, f"`--memory` {error}", "such as `--memory 50%`")
    if mistakes:
        raise CompileError(mistakes)
    wanted = tuple(wrt) or None
    return Overrides(
        *(values, given, wanted, order, engine, kept, known),
        *(tuple(allow), arguments),
    )


def split_cell(cell: str) -> tuple[str, str, bool]:
    """Return (path or module, name, whether it is a path) of a target's ``cell``.

    Raises ValueError with a text that says how a cell is written.
    """
    if "::" in cell:
        where, _, name = cell.partition("::")
        is_path = True
    else:
        where, _, name = cell.rpartition(":")
        is_path = False
    if not where or not name or not all(map(str.isidentifier, name.split("."))):
        raise ValueError(
            "a cell is written `path/to/file.py::Name` or `package.module:Name`"
        )
    return where, name, is_path


def names_in_file(path: Path) -> dict[str, int]:
    """Return the top-level classes and functions of a file, with their lines."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return {name: node.lineno for node in tree.body for name in _defined(node)}


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement gives to classes and functions; a lambda is one."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets, value=ast.Lambda()):
            return [one.id for one in targets if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(name), value=ast.Lambda()):
            return [name]
    return []


_INIT_HELP = """such as `--init '{"hidden": 64}'`"""
_INPUT_HELP = "such as `--input 'x=float32[batch, 64]'`"


def _meant(
    word: str,
    configuration: Configuration,
    command_line: CommandLine,
    folder: Path,
    overrides: Overrides | None,
) -> list[Target]:
    """Return the targets that one word means; CompileError (SRC001) where none."""
    if _is_golden_name(word):
        name = _golden_name(word, configuration, folder)
        found = [target for target in configuration.targets if target.name == name]
        if found:
            return found
        raise CompileError(_unknown_name(word, configuration, command_line, folder))
    try:
        split_cell(word)
    except ValueError as error:
        diagnostic = Diagnostic("SRC001", str(error), command_line.span(word))
        raise CompileError(diagnostic) from error
    key = cell_key(word, folder)
    found = [
        target
        for target in configuration.targets
        if cell_key(target.cell, target.folder) == key
    ]
    if found:
        return found
    origin = Origin(command_line=command_line, arguments={("cell",): word})
    if overrides is None:
        raise CompileError(_not_configured(word, configuration, origin))
    name = default_name(word)
    return [Target(name=name, cell=word, folder=folder, origin=origin)]


def cell_key(cell: str, folder: Path) -> tuple[str, str]:
    """Return what two ways of writing the same cell have in common."""
    try:
        where, name, is_path = split_cell(cell)
    except ValueError:
        return cell, ""
    return (os.path.realpath(folder / where) if is_path else where), name


def _is_golden_name(word: str) -> bool:
    return ":" not in word


def _golden_name(word: str, configuration: Configuration, folder: Path) -> str:
    """Return the name that a word gives: itself, or that of the golden file it is."""
    path = (folder / word).resolve()
    golden = configuration.golden.resolve()
    if word.endswith(".py") and path.is_relative_to(golden):
        return path.relative_to(golden).with_suffix("").as_posix()
    return word


def _unknown_name(
    word: str, configuration: Configuration, command_line: CommandLine, folder: Path
) -> Diagnostic:
    span = command_line.span(word)
    path = folder / word
    if word.endswith(".py") and path.is_file():
        names = list(names_in_file(path))
        name = names[0] if len(names) == 1 else "Name"
        listed = f" (it defines {_listed(names)})" if names else ""
        return Diagnostic(
            "SRC001",
            f"`{word}` does not say which Cell",
            span,
            help=f"write `{word}::{name}`{listed}",
        )
    if word.endswith(".py"):
        return Diagnostic("SRC001", f"there is no file `{word}`", span)
    names = [target.name for target in configuration.targets]
    if not names:
        help = "name a Cell as `path/to/file.py::Name` or `package.module:Name`"
    else:
        help = suggestion(word, names)
    return Diagnostic(
        "SRC001", f"unknown target `{word}`", span, "no target has this name", help
    )


def _not_configured(
    word: str, configuration: Configuration, origin: Origin
) -> Diagnostic:
    name = default_name(word)
    where = "pyproject.toml"
    if configuration.document is not None:
        where = shown_path(str(configuration.document.path))
    return Diagnostic(
        "SRC001",
        f"`{word}` is not one of the targets in [tool.srcad]",
        origin.span("cell"),
        help=(
            f"only configured targets have golden files; add to {where}:\n"
            f"[[tool.srcad.targets]]\n"
            f'name = "{name}"\n'
            f'cell = "{word}"\n'
            f'inputs = {{ x = "float32[batch, 64]" }}'
        ),
    )


def _nothing_to_do(
    configuration: Configuration,
    command_line: CommandLine,
    overrides: Overrides | None,
) -> Diagnostic:
    table = "begin one with a line `[[tool.srcad.targets]]`"
    if overrides is not None:
        table = f"name a Cell as `path/to/file.py::Name`, or {table}"
    if configuration.document is None:
        span = command_line.span("")
        where = "no pyproject.toml with [tool.srcad] here or in a folder above"
    else:
        span = configuration.document.span(("tool", "srcad"))
        where = "[tool.srcad] has no targets"
    return Diagnostic("SRC001", f"no target: {where}", span, help=table)


def _overridden(
    target: Target, overrides: Overrides, command_line: CommandLine
) -> Target:
    """Return a target with what the options say of it."""
    origin = replace(
        target.origin,
        command_line=command_line,
        arguments={**target.origin.arguments, **overrides.arguments},
    )
    return replace(
        target,
        init={**target.init, **overrides.init},
        inputs={**target.inputs, **overrides.inputs},
        wrt=target.wrt if overrides.wrt is None else overrides.wrt,
        order=target.order if overrides.order is None else overrides.order,
        engine=target.engine if overrides.engine is None else overrides.engine,
        memory=target.memory if overrides.memory is None else overrides.memory,
        sizes={**target.sizes, **overrides.sizes},
        allow=tuple(dict.fromkeys((*target.allow, *overrides.allow))),
        origin=origin,
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def unknown_attribute(target: Target, where: str, known: Sequence[str]) -> Diagnostic:
    """Return SRC001 for a cell whose file or module has no such name."""
    _, name, _ = split_cell(target.cell)
    return Diagnostic(
        "SRC001",
        f"there is no `{name}` in {where}",
        target.origin.span("cell"),
        help=suggestion(re.split(r"\.", name)[0], known),
    )
