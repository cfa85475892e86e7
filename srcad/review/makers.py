"""What made the objects that a module reads: definitions and statements of the user's.

That is the ``__init__`` of each object's class, the methods that it calls on ``self``,
and from there, from each global that was read and from the target's own name on, what
the files bind at their top: constants, functions, classes, and what they import of each
other. All is found by name, in the text; nothing is run. So more may be listed than
ran: ``effects`` tells what matters.
"""

import ast
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType

from srcad.compiler.reading.guards import Guard
from srcad.review.statements import Statement, statements_of

Place = tuple[Path, str]
_FIRST = "__init__"
_SRCAD = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class File:
    """A file: what each name at its top is bound by, and where imported names are
    from."""

    package: str
    bound: dict[str, list[ast.stmt]] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


def makers(
    guards: Iterable[Guard], root: Path, cell: str
) -> dict[Place, tuple[Statement, ...]]:
    """The statements of each definition and constant below ``root``, by file and name;
    ``cell`` is what the target's table says."""
    files: dict[Path, File | None] = {}
    waiting = [*_of_objects(guards), *_of_target(cell, root)]
    found: dict[Place, tuple[Statement, ...]] = {}
    while waiting:
        path, name = place = waiting.pop()
        if place in found or not _is_users(path, root):
            continue
        if path not in files:
            files[path] = _file(path)
        file = files[path]
        if file is None:
            continue
        nodes = list(_nodes(file, name))
        statements = tuple(one for node in nodes for one in statements_at(node))
        if statements:
            found[place] = statements
            waiting += [(path, one) for one in _called(nodes, name)]
        for one in [name] if not nodes else _used(nodes):
            if one in file.imported:
                waiting += _imported(*file.imported[one])
            elif one in file.bound and nodes:
                waiting.append((path, one))
    return found


def _is_users(path: Path, root: Path) -> bool:
    """Whether a file is of the project: neither srcad's nor installed below it."""
    installed = "site-packages" in path.parts or path.is_relative_to(_SRCAD)
    return path.is_relative_to(root) and not installed


def _of_objects(guards: Iterable[Guard]) -> Iterator[Place]:
    """The constructors of the objects that were read, and the globals."""
    for one in guards:
        path = one.question.path
        if one.question.ask in ("type", "classes"):
            kind = one.item if isinstance(one.item, type) else type(one.item)
            for base in kind.__mro__:
                made = vars(base).get(_FIRST)
                if isinstance(made, FunctionType):
                    yield Path(made.__code__.co_filename), made.__qualname__
        while path.base is not None and path.base.base is not None:
            path = path.base
        if path.base is not None and path.base.step == "module":
            file = _file_of(str(path.base.key))
            if file is not None:
                yield file, str(path.key)


def _of_target(cell: str, root: Path) -> Iterator[Place]:
    where, mark, name = cell.rpartition("::")
    if mark:
        yield root / where, name
    else:
        where, mark, name = cell.rpartition(":")
        file = _file_of(where)
        if file is not None:
            yield file, name


def _file_of(module: str) -> Path | None:
    name = getattr(sys.modules.get(module), "__file__", None)
    return Path(name) if isinstance(name, str) and name.endswith(".py") else None


def _file(path: Path) -> File | None:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return None
    every = list(sys.modules.values())
    ours = [one for one in every if getattr(one, "__file__", None) == str(path)]
    file = File(getattr(ours[0], "__package__", None) or "" if ours else "")
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                file.bound.setdefault(name, []).append(node)
            case ast.Import(names):
                for one in names:
                    file.imported[one.asname or one.name] = one.name, ""
            case ast.ImportFrom(module, names, level):
                for one in names:
                    where = "." * (level or 0) + (module or "")
                    file.imported[one.asname or one.name] = _absolute(
                        where, file.package, one.name
                    )
            case ast.stmt():
                for name in targets(node):
                    file.bound.setdefault(name, []).append(node)
    return file


def _absolute(module: str, package: str, name: str) -> tuple[str, str]:
    """A module and a name in it; "" for the module itself."""
    try:
        module = importlib.util.resolve_name(module, package)
    except (ImportError, ValueError):
        return "", ""
    inner = f"{module}.{name}"
    return (inner, "") if inner in sys.modules else (module, name)


def _imported(module: str, name: str) -> Iterator[Place]:
    file = _file_of(module)
    if file is not None and name:
        yield file, name


def targets(node: ast.stmt) -> list[str]:
    """The names and attributes that a statement binds or writes into."""
    match node:
        case ast.Assign(targets=listed):
            left: list[ast.expr] = list(listed)
        case (
            ast.AugAssign(target=one) | ast.AnnAssign(target=one) | ast.For(target=one)
        ):
            left = [one]
        case ast.With(items=items):
            left = [one.optional_vars for one in items if one.optional_vars]
        case _:
            return []
    found = []
    for one in left:
        for inner in ast.walk(one):
            if isinstance(inner, ast.Attribute):
                found.append(inner.attr)
            elif isinstance(inner, ast.Name) and inner.id != "self":
                found.append(inner.id)
    return found


def _nodes(file: File, name: str) -> Iterator[ast.stmt]:
    """What a name is bound by; ``Net.__init__`` is within ``Net``."""
    first, *rest = name.split(".")
    found = file.bound.get(first, [])
    for part in rest:
        found = [
            inner
            for node in found
            for inner in getattr(node, "body", [])
            if getattr(inner, "name", None) == part
        ]
    yield from found


def statements_at(node: ast.stmt) -> list[Statement]:
    """The statements of a definition; of a class what stands in it beside methods."""
    if not isinstance(node, ast.ClassDef):
        return statements_of(node)
    inner = [one for one in node.body if isinstance(one, ast.Assign | ast.AnnAssign)]
    kept = [one for part in inner for one in statements_of(part, 1)]
    return [statements_of(node)[0], *kept]


def _called(nodes: Iterable[ast.stmt], name: str) -> Iterator[str]:
    """``Net.__init__`` of a class, and the methods that a method calls on itself."""
    around = name.rpartition(".")[0]
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield f"{name}.{_FIRST}"
        elif around:
            for one in ast.walk(node):
                match one:
                    case ast.Call(ast.Attribute(ast.Name("self"), attr)):
                        yield f"{around}.{attr}"


def _used(nodes: Iterable[ast.stmt]) -> set[str]:
    """The names that are read; of a class, outside of its methods."""
    found = set()
    for node in nodes:
        inner: list[ast.AST] = [node]
        if isinstance(node, ast.ClassDef):
            inner = [one for one in node.body if not hasattr(one, "body")]
            inner += node.bases
        for part in inner:
            for one in ast.walk(part):
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                    found.add(one.id)
    return found
