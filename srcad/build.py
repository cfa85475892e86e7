"""From a request to a module's text: out of the store where all its guards hold,
compiled and formatted otherwise.

The store is searched as a cache of compiled files is that looks at the sources first. A
*bucket* is what can be told of a request without looking into any object: the source
text, the forms of the inputs, the options, the compiler. In it there are some *path
sets*: the questions that the compilations so far have asked. The answers to the
questions of a set, as they are now, name the module.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import pathlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

import codegen
from codegen.codes import Codes, compiled
from codegen.digest import package_digest, package_places, stamps_at, text_digest
from codegen.loading import load
from codegen.stages import Stages
from codegen.store import Entry, Store
from codegen.undisturbed import undisturbed
from srcad.compiler.reading import protocol
from srcad.compiler.reading.checks import CodeFor
from srcad.compiler.reading.code_texts import text_of
from srcad.compiler.reading.families import individual
from srcad.compiler.reading.guards import (
    Guard,
    Question,
    answer_to,
    item_of,
    question_as_json,
    question_from_json,
)
from srcad.compiler.reading.literals import class_name, literal_text
from srcad.compiler.reading.paths import Path, Resolver, from_json
from srcad.compiler.reading.source import texts_as_they_are
from srcad.compiler.reading.structures import is_structure, words_and_parts
from srcad.compiler.reading.words import here_alone
from srcad.compiler.request import Request

if TYPE_CHECKING:
    from srcad.compiler.described import Compilation

TRACE = "SRCAD_TRACE"
_MOST_VARIANTS = 64
# What modules import that is the same for as long as the process runs.
_UNCHANGING = {f"import {one}" for one in ("numpy as np", "math", "sys", "warnings")}


@dataclass(frozen=True, slots=True)
class Built:
    """A module's text, what it was made from, and whether it was in the store.

    ``live`` are the objects that it is to be given, known where it was just compiled;
    ``guards`` what it depends on besides its inputs; ``stages`` how long it took.
    """

    text: str
    manifest: Mapping[str, Any]
    cached: bool
    entry: Entry | None = None
    live: tuple[Any, ...] = ()
    guards: tuple[Guard, ...] = ()
    stages: Stages = field(default_factory=Stages, compare=False)

    def load(self, code_for: CodeFor = compiled) -> ModuleType:
        """Import the module; it is executed once, and only if it is whole.

        One that imports what may have changed since is executed anew. ``code_for``
        compiles its text.
        """
        name = f"srcad_generated_{text_digest(self.text)[-16:]}"
        known = sys.modules.get(name)
        if known is not None and not self._imports_others():
            return known
        source = self.entry if self.entry is not None else self.text
        return load(source, name, code_for)

    def codes(self, store: Store) -> Codes | None:
        """What its texts are compiled to; None where it is not in the store."""
        if self.entry is None or self.entry.path is None:
            return None
        return Codes(store, self.entry.key)

    def _imports_others(self) -> bool:
        lines = self.text.splitlines()
        imports = [one for one in lines if one.startswith(("import ", "from "))]
        others = {one for one in imports if not one.startswith("from scipy import ")}
        return not others <= _UNCHANGING


@dataclass(frozen=True, slots=True)
class Handed:
    """What a module is handed besides its inputs: Parameters by name, captured arrays
    by their key, objects of Python."""

    parameters: dict[str, Any]
    captured: dict[str, Any]
    live: tuple[Any, ...]


def paths_of(manifest: Mapping[str, Any]) -> list[Path]:
    """Where the objects are that a module is handed; those that are in no place of
    their own are left out."""
    kinds = ("parameter_paths", "captured_paths", "live")
    steps = [one for kind in kinds for one in manifest[kind] if one is not None]
    return [from_json(one) for one in steps]


def handed(manifest: Mapping[str, Any], found: Sequence[Any]) -> Handed:
    """The objects at the paths, by what they are."""
    names, keys = manifest["parameters"], manifest["captured"]
    arrays = [
        one.asnumpy() if hasattr(type(one), "asnumpy") else one
        for one in found[len(names) :]
    ]
    return Handed(
        dict(zip(names, found, strict=False)),
        dict(zip(keys, arrays, strict=False)),
        tuple(found[len(names) + len(keys) :]),
    )


def handed_by(
    request: Request, built: Built, paths: Sequence[Path] | None = None
) -> Handed:
    """What a module that was just built is handed: what is at ``paths_of`` it."""
    resolve = resolver_of(request)
    places = paths_of(built.manifest) if paths is None else paths
    one = handed(built.manifest, [resolve(path) for path in places])
    return replace(one, live=built.live) if None in built.manifest["live"] else one


def build(request: Request, store: Store | None) -> Built:
    """Build the module that a request asks for.

    With ``SRCAD_TRACE`` set, it is said on stderr how long each stage took. Raises
    CompileError for what cannot be differentiated; then nothing is written.
    """
    stages = Stages()
    try:
        built: Built = undisturbed(_built, request, store, stages)
        return replace(built, stages=stages)
    finally:
        stages.end()
        if os.environ.get(TRACE, "") not in ("", "0"):
            print(f"srcad: {request.label}: {stages}", file=sys.stderr)


def _built(request: Request, store: Store | None, stages: Stages) -> Built:
    if store is None:
        return generate(request, stages)
    stages.begin("store")
    asked = asked_for(request, store)
    bucket = _key(asked)
    known = _path_sets(store, bucket)
    found = _found(request, store, bucket, known)
    if found is not None:
        return found
    built = generate(request, stages)
    stages.begin("store")
    if not is_reusable(built):
        _note_unstored(store, bucket, known, built)
        return built
    questions = [guard.question for guard in built.guards]
    key = module_key(bucket, questions, [guard.answer for guard in built.guards])
    entry = store.put(key, built.text, {**built.manifest, "request": asked})
    _add(store, bucket, known, questions, key)
    return Built(entry.text, entry.manifest, False, entry, built.live, built.guards)


def is_reusable(built: Built) -> bool:
    """Whether a module can be used again: to evaluate its source has done nothing
    else, and another process can ask all its guards."""
    portable = all(guard.is_portable for guard in built.guards)
    return bool(built.manifest["reusable"]) and portable


def generate(request: Request, stages: Stages) -> Built:
    """Compile, print and format."""
    from codegen.formatting import FormattingError, format_module
    from codegen.printing import print_module

    # Late, for a quick start: a stored module needs no compiler.
    from srcad.compiler.driver import compile_request, too_deep

    with texts_as_they_are():
        compilation: Compilation = compile_request(request, stages=stages)
    try:
        stages.begin("printing")
        text = print_module(compilation.module)
        stages.begin("formatting")
        text = format_module(text)
        stages.end()
    except RecursionError:
        raise too_deep(request.function) from None
    except FormattingError as error:
        if not isinstance(error.__cause__, IndentationError):
            raise
        # Python takes 100 levels of indentation.
        raise too_deep(request.function) from None
    return Built(
        text,
        compilation.manifest,
        False,
        live=compilation.live,
        guards=compilation.guards,
    )


# ----------------------------------------------------------------------- path sets


@dataclass(frozen=True, slots=True)
class PathSet:
    """Questions, and the keys of the modules that were made for their answers."""

    questions: list[Any]
    keys: list[str]


def stored_keys(request: Request, store: Store) -> list[str]:
    """The modules that are stored for a request, whatever their guards say now."""
    return [
        key for one in _path_sets(store, bucket_key(request, store)) for key in one.keys
    ]


def why_unstored(request: Request, store: Store) -> list[str]:
    """Why the module that a request was last compiled to is not stored, in words."""
    return why_noted(store, bucket_key(request, store))


def why_noted(store: Store, bucket: str) -> list[str]:
    """The same of the requests of a bucket."""
    note = store.note(bucket)
    found: Any = [] if note is None else note.get("unstored", [])
    return list(found)


def _note_unstored(
    store: Store, bucket: str, known: Sequence[PathSet], built: Built
) -> None:
    reasons = [built.manifest["unrecorded"]] if built.manifest["unrecorded"] else []
    guards = individual(built.guards)
    reasons += [here_alone(guard) for guard in guards if not guard.is_portable]
    reasons = list(dict.fromkeys(reasons))
    if reasons != why_noted(store, bucket):
        _put_sets(store, bucket, known, reasons)


def _put_sets(
    store: Store, bucket: str, sets: Sequence[PathSet], unstored: Sequence[str] = ()
) -> None:
    kept = [[group.questions, group.keys] for group in sets if group.keys]
    note: dict[str, Any] = {"sets": kept}
    if unstored:
        note["unstored"] = list(unstored)
    store.put_note(bucket, note)


def resolver_of(request: Request) -> Resolver:
    """What answers questions for a request."""
    arguments = dict(request.forms or request.static)
    return Resolver(request.function, arguments, dict(request.hints))


def _path_sets(store: Store, bucket: str) -> list[PathSet]:
    note = store.note(bucket)
    found: Any = [] if note is None else note.get("sets", [])
    return [PathSet(*one) for one in found]


def _found(
    request: Request, store: Store, bucket: str, known: Sequence[PathSet]
) -> Built | None:
    """The module that a path set leads to, if there is one."""
    resolve = resolver_of(request)
    missing = bucket
    for one in known:
        try:
            questions = [question_from_json(parts) for parts in one.questions]
        except (ValueError, SyntaxError, TypeError):
            continue
        answers = [answer_to(question, resolve) for question in questions]
        key = module_key(bucket, questions, answers)
        if key not in one.keys:
            continue
        missing = key
        entry = store.get(key)
        if entry is not None:
            guards = _guards(questions, answers, resolve)
            return Built(entry.text, entry.manifest, True, entry, guards=guards)
    if missing is bucket:
        store.miss()
    return None


def _guards(
    questions: Sequence[Question], answers: Sequence[str], resolve: Resolver
) -> tuple[Guard, ...]:
    return tuple(
        Guard(question, answer, item_of(question, resolve))
        for question, answer in zip(questions, answers, strict=True)
    )


def _add(
    store: Store,
    bucket: str,
    known: list[PathSet],
    questions: Sequence[Question],
    key: str,
) -> None:
    """Remember a module under its path set; those least used go first."""
    asked: list[Any] = [question_as_json(one) for one in questions]
    if known:
        # As the others were read, without tuples.
        asked = json.loads(json.dumps(asked))
    sets = [one for one in known if one.questions != asked]
    keys = [one.keys for one in known if one.questions == asked]
    sets.insert(0, PathSet(asked, [*(keys[0] if keys else []), key]))
    every = [one for group in sets for one in group.keys]
    if len(every) > _MOST_VARIANTS:
        every.sort(key=store.used)
        gone = set(every[: len(every) - _MOST_VARIANTS]) - {key}
        for one in gone:
            store.drop(one)
        sets = [
            PathSet(group.questions, [one for one in group.keys if one not in gone])
            for group in sets
        ]
    _put_sets(store, bucket, sets)


# ---------------------------------------------------------------------------- keys


def module_key(
    bucket: str, questions: Sequence[Question], answers: Sequence[str]
) -> str:
    """The name of the module that was made for these answers."""
    asked = [question_as_json(question) for question in questions]
    return _key([bucket, asked, list(answers)])


def bucket_key(request: Request, store: Store) -> str:
    """What can be told of a request without looking into an object."""
    return _key(asked_for(request, store))


def asked_for(request: Request, store: Store) -> dict[str, Any]:
    """The parts of ``bucket_key``, by what they are."""
    return {
        "environment": environment(store),
        "function": _source_of(request.function),
        "inputs": [[name, str(aval), aval.tensor] for name, aval in request.inputs],
        "static": [[name, form_text(item)] for name, item in request.static],
        "forms": [[name, form_text(item)] for name, item in request.forms],
        "wrt": request.wrt,
        "label": request.label,
        "order": request.order,
        "hooks": request.hooks,
        "live": request.live,
        "integers": request.integers,
        "without_axes": request.without_axes,
        "float_dtype": request.float_dtype,
        "allow": request.allow,
        "parameters": [[name, str(aval)] for name, aval in request.parameters],
        "engine": request.engine,
        "aux": request.aux,
        "memory": [request.memory, request.sizes] if request.memory < 100 else [],
    }


def _key(parts: Any) -> str:
    text = json.dumps(parts, sort_keys=True)
    return text_digest(text)[-16:] + text_digest(text + " again")[-16:]


def _source_of(function: Any) -> list[str]:
    """The class and the source text of what is compiled."""
    gradients = 0
    while getattr(function, "__srcad_gradient__", False) is True:
        function, gradients = function.function, gradients + 1
    called = getattr(function, "construct", function)
    if not protocol.is_cell(function):
        called = function
    named = function if hasattr(function, "__qualname__") else type(function)
    return [str(gradients), class_name(named), text_of(called)]


def form_text(form: Any) -> str:
    """The structure of an argument: its literals, and the classes of other objects."""
    text = literal_text(form)
    if text is not None:
        return text
    kind = class_name(type(form))
    if not is_structure(form):
        return f"a {kind}"
    pairs = words_and_parts(form)
    if isinstance(form, tuple | list):
        return f"{kind} [{', '.join(form_text(part) for _, part in pairs)}]"
    inner = [f"{word!r}: {form_text(part)}" for word, part in pairs]
    return f"{kind} {{{', '.join(inner)}}}"


@functools.cache
def environment(store: Store) -> str:
    """A digest of everything that shapes the output besides the request.

    It takes longer to read all text of srcad than to run a module: a note in the store
    has the digest, with what says that the files are as they were.
    """
    versions = [f"{name} {_version(name)}" for name in ("numpy", "astor", "black")]
    folders = _folders()
    where = list(map(str, folders))
    key = _key(["environment", where, versions, sys.version_info[:2], __debug__])
    note = store.note(key)
    if note is not None and _is_as_it_was(folders, note):
        return str(note["environment"])
    # The stamps first: what changes meanwhile is then another file.
    places = ["\n".join(package_places(folder)) for folder in folders]
    stamps = _stamps(folders, places)
    # With `python -O` no program has its assertions.
    flags = "" if __debug__ else " -O"
    python = f"Python {sys.version_info[0]}.{sys.version_info[1]}{flags}"
    found = " ".join([*digests(), python, *versions])
    store.put_note(key, {"places": places, "stamps": stamps, "environment": found})
    return found


def _is_as_it_was(folders: list[pathlib.Path], note: Mapping[str, Any]) -> bool:
    """Whether a note says of the files, as they are now, what srcad's text is."""
    try:
        return bool(_stamps(folders, note["places"]) == note["stamps"])
    except OSError:
        return False


def _stamps(folders: list[pathlib.Path], places: Sequence[str]) -> list[str]:
    pairs = zip(folders, places, strict=True)
    return [stamps_at(folder, each.split("\n")) for folder, each in pairs]


@functools.cache
def digests() -> list[str]:
    """Of all text of srcad and of codegen."""
    return [package_digest(folder) for folder in _folders()]


def _folders() -> list[pathlib.Path]:
    files = (__file__, codegen.__file__)
    return [pathlib.Path(file).resolve().parent for file in files]


_listed = functools.cache(os.listdir)


def _version(name: str) -> str:
    """The version of an installed package, by the name of the folder that says it."""
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.origin is not None:
        beside = _listed(os.path.dirname(os.path.dirname(spec.origin)))
        folders = [one for one in beside if one.startswith(f"{name}-")]
        if len(folders) == 1 and folders[0].endswith(".dist-info"):
            return folders[0].removeprefix(f"{name}-").removesuffix(".dist-info")
    # Which takes longer to import than a module to run.
    from importlib.metadata import version

    return version(name)
