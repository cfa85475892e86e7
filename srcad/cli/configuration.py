"""``[tool.srcad]`` in pyproject.toml: found, read and checked.

Every mistake is reported at its line, all of them in one run, as SRC000 (exit 2). The
values keep the form they have in the file: ``cell`` and the input specifications are
taken apart where they are used, because a command line gives them in the same form.
"""

import difflib
import keyword
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from srcad.cli.places import CommandLine, Keys, toml_place
from srcad.cli.values import TARGET_KEYS, TOP_KEYS, Wrong
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span

_TOOL: Keys = ("tool", "srcad")


@dataclass(frozen=True, slots=True)
class Document:
    """A pyproject.toml, for pointing into it."""

    path: Path
    text: str

    def span(self, keys: Keys, *, value: bool = True) -> Span:
        """Return the span of a key, or of its value."""
        return toml_place(str(self.path), self.text, keys, value=value)


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asked for a target: a table of a document, or the command line."""

    document: Document | None = None
    index: int = 0
    command_line: CommandLine = field(default_factory=CommandLine)
    arguments: Mapping[Keys, str] = field(default_factory=dict)

    def span(self, *keys: str | int, value: bool = True) -> Span:
        """Return the place of what was said under ``keys``, such as ("inputs", "x")."""
        for end in range(len(keys), 0, -1):
            if keys[:end] in self.arguments:
                return self.command_line.span(self.arguments[keys[:end]])
        if self.document is not None:
            place = (*_TOOL, "targets", self.index, *keys)
            return self.document.span(place, value=value)
        return self.command_line.span(self.arguments.get(("cell",), ""))


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to differentiate, as asked for.

    ``name`` is its golden's name. ``cell`` is ``path.py::Name`` (the path absolute or
    relative to ``folder``) or ``package.module:Name``. ``inputs`` are specifications
    such as ``float32[batch, 64]``, or tables and arrays of these. ``sizes`` are values
    for named sizes and ``ranges`` bounds for inputs, for gradient checks; the former
    are also those for which ``memory`` percent of the residuals' bytes are kept.
    ``surrogate`` says that a user's ``bprop`` is not the derivative on purpose,
    ``training`` that the Cell is put into training mode. ``allow`` are the libraries
    besides NumPy that the module may import.
    """

    name: str
    cell: str
    folder: Path
    init: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    wrt: tuple[str, ...] | None = None
    order: int = 1
    engine: str = "numpy"
    memory: int = 100
    sizes: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    surrogate: bool = False
    training: bool = False
    allow: tuple[str, ...] = ()
    origin: Origin = field(default_factory=Origin)


@dataclass(frozen=True, slots=True)
class Configuration:
    """``[tool.srcad]``: ``golden`` is absolute, ``root`` the folder of the file.

    Without such a table, ``document`` is None and there are no targets.
    """

    root: Path
    golden: Path
    targets: tuple[Target, ...] = ()
    document: Document | None = None


def find_configuration(folder: Path) -> Configuration:
    """Return the configuration of the nearest pyproject.toml with ``[tool.srcad]``.

    Looks in ``folder`` and upwards. Raises CompileError (SRC000) for a file that is
    not TOML and for every mistake in the table.
    """
    folder = folder.resolve()
    for parent in (folder, *folder.parents):
        path = parent / "pyproject.toml"
        if not path.is_file():
            continue
        document, table = _read(path)
        if table is not None:
            return _Reader(document).configuration(table)
    return Configuration(root=folder, golden=folder / "golden")


def snake_case(name: str) -> str:
    """Return ``IFNode`` as ``if_node``, ``Conv2dBN`` as ``conv2d_bn``."""
    parted = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", parted).lower()


def default_name(cell: str) -> str:
    """Return the golden's name for a cell that was given none."""
    return snake_case(re.split(r"[:.]", cell)[-1])


def suggestion(word: str, known: Sequence[str]) -> str:
    """Return a help text with the nearest known word, or with all of them."""
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean `{near[0]}`?"
    return f"known are {', '.join(f'`{name}`' for name in known)}" if known else ""


def _read(path: Path) -> tuple[Document, object]:
    """Return a TOML file, and its ``tool.srcad`` or None."""
    try:
        # Some editors put a mark in front.
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot read {path.name}: {error}"
        span = Span(str(path), 1, 1, 1, 1)
        raise CompileError(Diagnostic("SRC000", message, span)) from error
    document = Document(path, text)
    try:
        tool = tomllib.loads(text).get("tool", {})
    except tomllib.TOMLDecodeError as error:
        raise CompileError(_syntax_error(document, str(error))) from error
    return document, tool.get("srcad") if isinstance(tool, dict) else None


def _syntax_error(document: Document, message: str) -> Diagnostic:
    place = re.search(r"\s*\(at line (\d+), column (\d+)\)$", message)
    lines = document.text.splitlines() or [""]
    if place:
        line, column = int(place[1]), int(place[2])
        message = message[: place.start()]
    else:  # "(at end of document)"
        line, column = len(lines), len(lines[-1]) + 1
    text = lines[line - 1] if line <= len(lines) else ""
    span = Span(str(document.path), line, column, line, column + 1, text)
    return Diagnostic("SRC000", "this is not TOML", span, message)


class _Reader:
    """Reads one table, and gathers the mistakes in it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.mistakes: list[Diagnostic] = []

    def configuration(self, table: object) -> Configuration:
        """Return the configuration, or raise all mistakes together."""
        root = self.document.path.parent
        values = self.table(table, _TOOL, TOP_KEYS)
        golden = values.get("golden", "golden")
        listed = [
            self.target(index, target)
            for index, target in enumerate(values.get("targets", []))
        ]
        targets = tuple(target for target in listed if target is not None)
        self.refuse_duplicates(targets)
        if self.mistakes:
            raise CompileError(self.mistakes)
        return Configuration(root, root / golden, targets, self.document)

    def target(self, index: int, table: object) -> Target | None:
        """Return one target, or None where something in it is wrong."""
        keys: Keys = (*_TOOL, "targets", index)
        before = len(self.mistakes)
        values = self.table(table, keys, TARGET_KEYS)
        values.pop("mode", None)
        if "cell" not in values and len(self.mistakes) == before:
            example = 'cell = "path/to/model.py::Net"'
            self.mistake(keys, "this target has no `cell`", f"write `{example}`")
        if len(self.mistakes) > before:
            return None
        name = values.pop("name", None) or default_name(values["cell"])
        if wrong := _wrong_name(name):
            self.mistake((*keys, "name"), f"`{name}` cannot be a name", wrong)
            return None
        origin = Origin(self.document, index)
        return Target(
            name=name, folder=self.document.path.parent, origin=origin, **values
        )

    def table(
        self, table: object, keys: Keys, known: Mapping[str, Callable[[Any], Any]]
    ) -> dict[str, Any]:
        """Return the converted values of a table; note unknown keys and wrong types."""
        if not isinstance(table, dict):
            self.mistake(keys, "this must be a table", "")
            return {}
        values = {}
        for key, value in table.items():
            if key not in known:
                where = "a target" if len(keys) > len(_TOOL) else "[tool.srcad]"
                self.mistake(
                    (*keys, key),
                    f"unknown key `{key}` in {where}",
                    suggestion(key, list(known)),
                    value=False,
                )
                continue
            try:
                values[key] = known[key](value)
            except Wrong as wrong:
                self.mistake((*keys, key, *wrong.keys), f"`{key}` {wrong}", wrong.help)
        return values

    def refuse_duplicates(self, targets: Sequence[Target]) -> None:
        """Note each target whose name another has (on some disks case is lost)."""
        seen: dict[str, Target] = {}
        for target in targets:
            first = seen.setdefault(target.name.casefold(), target)
            if first is target:
                continue
            line = first.origin.span("name").line
            self.mistake(
                (*_TOOL, "targets", target.origin.index, "name"),
                f"two targets are called `{target.name}`",
                f'the other is at line {line}; give this one another `name = "..."`',
            )

    def mistake(
        self, keys: Keys, message: str, help: str, *, value: bool = True
    ) -> None:
        span = self.document.span(keys, value=value)
        self.mistakes.append(Diagnostic("SRC000", message, span, help=help))


def _wrong_name(name: str) -> str:
    """Return why a golden cannot have this name, or an empty text."""
    for part in name.split("/"):
        if not part.isidentifier() or keyword.iskeyword(part):
            return (
                "a golden is a module: its name is made of identifiers, with `/` "
                "between them for folders, and has no `.py`"
            )
    return ""
