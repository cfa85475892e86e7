"""What a module was made from, as a lock keeps it: small, and the same everywhere.

A record is data for JSON: ``target`` (what its table says), ``srcad`` (the version),
``golden`` (the digest of the module's text), ``sources`` (by file and name, the
statements of each definition that was read), ``makers`` (of those that made the objects
that were read), ``facts`` (answers about these) and ``library`` (the digest of each
function and rule that was used). No line has a number: an edit elsewhere changes
nothing.
"""

import ast
import functools
import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from codegen.digest import text_digest
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading.code_texts import text_of
from srcad.compiler.reading.families import individual
from srcad.compiler.reading.guards import Guard
from srcad.compiler.reading.paths import from_json
from srcad.compiler.reading.source import source_of, underlying
from srcad.compiler.reading.words import where_is
from srcad.review.makers import makers
from srcad.review.statements import Statement, statements_of

# What is said elsewhere in a record, or says that nothing is there.
_ELSEWHERE = ("code", "fits", "rules", "lacks", "unset", "importable", "environment")
_USUAL = (
    *("none", "NoneType None", "builtins:function", "builtins:type"),
    "srcad.parameter:Parameter",
)


@dataclass(frozen=True, slots=True)
class Source:
    """A definition that was read: its file, as it is printed, and its statements;
    ``where`` is the place of the function, ``self.act``."""

    file: str
    name: str
    line: int
    statements: tuple[Statement, ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """What a module was just made from: the record, the sources and the makers.

    ``files`` maps the files, as they are printed, to where they are; ``root`` is what
    most of them are printed relative to.
    """

    record: Mapping[str, Any]
    sources: tuple[Source, ...] = ()
    makers: tuple[Source, ...] = ()
    files: Mapping[str, Path] = field(default_factory=dict)
    root: Path = Path()


def made_from(
    text: str, target: Mapping[str, Any], guards: Iterable[Guard], root: Path
) -> Made:
    """The record of a module with these guards; files are printed relative to
    ``root``."""
    guards = individual(guards)
    sources, files = _sources(guards, root)
    read = {(one.file, one.name) for one in sources}
    made = [
        Source(_printed(path, root), name, said[0].line, said)
        for (path, name), said in makers(guards, root, target.get("cell", "")).items()
        if (_printed(path, root), name) not in read
    ]
    made.sort(key=lambda one: (one.file, one.line, one.name))
    record: dict[str, Any] = {
        "target": dict(target),
        "srcad": _version(),
        "golden": text_digest(text),
        "sources": _recorded(sources),
        "makers": _recorded(made),
        "facts": _facts(guards, root),
        "library": _library(guards),
    }
    files |= {one.file: root / one.file for one in made}
    return Made(record, tuple(sources), tuple(made), files, root)


def _recorded(sources: Iterable[Source]) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for one in sources:
        texts = [statement.recorded() for statement in one.statements]
        found.setdefault(one.file, {})[one.name] = texts
    return found


Definitions = Mapping[tuple[str, str], Sequence[Statement]]


def recorded(record: Mapping[str, Any], group: str) -> Definitions:
    """The definitions of a group, "sources" or "makers", by file and name."""
    return {
        (file, name): [Statement.of_record(one) for one in texts]
        for file, entries in record.get(group, {}).items()
        for name, texts in entries.items()
    }


def _version() -> str:
    try:
        return version("srcad")
    except PackageNotFoundError:
        return "unknown"


def _facts(guards: Iterable[Guard], root: Path) -> dict[str, str]:
    found = {}
    for one in guards:
        ask, answer = one.question.ask, one.answer
        if ask in _ELSEWHERE or answer in _USUAL:
            continue
        if not one.is_portable:
            # Without the number of the object, which is this process's own.
            answer = answer.rpartition(" ")[0]
        if ask == "named" and answer.rpartition(":")[2] == _last(one):
            continue
        if ask == "classes" and answer.startswith(_module_of(one)):
            answer = answer.replace("srcad.cell", "")
            answer = text_digest(answer)
        where = where_is(one.question.path)
        if ask == "same":
            answer = _others(one)
            if answer == where:
                continue
        if str(root) not in answer:
            found[f"{where} {ask}"] = answer
    return dict(sorted(found.items()))


def _others(guard: Guard) -> str:
    """The other object of a question whether two are the same."""
    other = where_is(from_json(guard.question.detail))
    return other if guard.answer == "True" else f"not {other}"


def _last(guard: Guard) -> str:
    return where_is(guard.question.path).rpartition(".")[2]


def _module_of(guard: Guard) -> str:
    return str(getattr(guard.item, "__module__", "\0"))


def _sources(
    guards: Iterable[Guard], root: Path
) -> tuple[list[Source], dict[str, Path]]:
    found: dict[tuple[str, str], Source] = {}
    files: dict[str, Path] = {}
    for guard in guards:
        if guard.question.ask != "code":
            continue
        function = underlying(guard.item)
        try:
            source = None if function is None else source_of(function)
        except CompileError:
            continue
        if source is None or source.library:
            continue
        path = Path(source.path)
        file = _printed(path, root)
        files[file] = path
        where = where_is(guard.question.path)
        name = source.name if isinstance(source.node, ast.FunctionDef) else where
        said = tuple(statements_of(source.node))
        one = Source(file, name, source.node.lineno, said, where)
        found.setdefault((file, name), one)
    return [found[key] for key in sorted(found)], files


def _printed(path: Path, root: Path) -> str:
    if path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    return path.name


def _library(guards: Iterable[Guard]) -> dict[str, str]:
    names = {
        name
        for guard in guards
        if guard.question.ask == "rules"
        for name in guard.question.detail
    }
    ours = ("srcad.", "numpy", "scipy")
    found = {name: _digest_of(name) for name in sorted(names) if name.startswith(ours)}
    return {name: digest for name, digest in found.items() if digest}


def _digest_of(name: str) -> str:
    """The digest of what a function of a library is read as, or of its rule."""
    module, _, path = name.partition(":")
    if module == "builtins" or not module or not path:
        return ""
    if module.split(".")[0] in ("numpy", "scipy"):
        # Of its own rule: its text is that of an installed version.
        rule = _rules().get(path)
        return "" if rule is None else text_digest(repr(rule)).partition(":")[2][:8]
    try:
        item: Any = importlib.import_module(module)
        for part in path.split("."):
            item = getattr(item, part)
    except (ImportError, AttributeError):
        return ""
    return text_of(item).partition(":")[2][:8]


@functools.cache
def _rules() -> dict[str, tuple[Any, ...]]:
    """The rules of the primitives and the definitions, by the last of their names."""
    # Late, for a quick start: the compiler is slow to import.
    from srcad.compiler.differentiate import listing

    every = [*listing.definitions(), *listing.rules()]
    return {
        one.name.rpartition(".")[2]: (one.kind, one.partials, one.source)
        for one in every
    }
