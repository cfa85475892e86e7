"""Finding the source of a function: its text, its syntax tree and where it stands."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import linecache
import textwrap
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType
from typing import Any, NoReturn, cast

import numpy as np

from srcad.compiler.diagnostics.errors import (
    CompileError,
    Diagnostic,
    Span,
    shown_path,
    span_of_head,
    span_of_node,
)
from srcad.compiler.reading.imported import (
    codes_in,
    is_imported,
    is_of_a_text_alone,
    is_of_library_file,
    lines_around,
    same_code,
)
from srcad.compiler.reading.library_text import definition_at, file_of
from srcad.compiler.reading.private_names import with_private_names
from srcad.compiler.reading.protocol import mark

_ASYNCHRONOUS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

FunctionNode = ast.FunctionDef | ast.Lambda
# The name and the first line of a function.
Place = tuple[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The definition of one function, with the lines of the file that it stands in."""

    node: FunctionNode
    path: str
    lines: tuple[str, ...]
    library: bool

    def span(self, node: ast.AST) -> Span:
        """The place of a node; of a compound statement, of the part before its body."""
        if isinstance(node, ast.stmt) and hasattr(node, "body"):
            return span_of_head(self.path, self.lines, node)
        return span_of_node(self.path, self.lines, node)

    @property
    def name(self) -> str:
        """Where the definition stands: its names from the outside in, or its line."""
        tree, node = _parsed(self.path, self.lines), self.node
        place = node.lineno, node.col_offset
        return _paths(tree).get(place, f"line {node.lineno}")

    @property
    def text(self) -> str:
        """The text that was read: the definition, from its first decorator on."""
        first = min([self.node.lineno, *(d.lineno for d in self._decorators())])
        return "".join(self.lines[first - 1 : self.node.end_lineno])

    def _decorators(self) -> Sequence[ast.expr]:
        return getattr(self.node, "decorator_list", ())


def underlying(function: Callable[..., Any]) -> FunctionType | None:
    """The Python function whose source says what a call does.

    It is behind methods and behind what only caches, dispatches or marks a function;
    what a decorator of the user's gives is read itself, ``__wrapped__`` or not.
    """
    while True:
        if inspect.ismethod(function):
            function = function.__func__
        elif is_transparent(function):
            function = function.__wrapped__  # type: ignore[attr-defined]
        else:
            return function if isinstance(function, FunctionType) else None


def function_behind(function: Callable[..., Any]) -> FunctionType:
    """The same, of what is known to have such a function."""
    plain = underlying(function)
    assert plain is not None
    return plain


def receivers(function: Callable[..., Any]) -> tuple[Any, ...]:
    """What a call hands to the underlying function before the arguments: the objects
    of the methods that it is behind, as of ``jit(net.construct)``."""
    found: tuple[Any, ...] = ()
    while True:
        if inspect.ismethod(function):
            found = (function.__self__, *found)
            function = function.__func__
        elif is_transparent(function):
            function = function.__wrapped__  # type: ignore[attr-defined]
        else:
            return found


_TRANSPARENT = (functools._lru_cache_wrapper, type(np.sum))


def mark_local(function: FunctionType, source: Source, frame: Any) -> None:
    """Note where a function of a class stands that was defined in ``frame``."""
    function.__dict__[_LOCAL] = source, frame


def frame_around(function: Any) -> Any:
    """The frame in which the class of a method was defined, if in any."""
    return getattr(function, _LOCAL, (None, None))[1]


_LOCAL = "__srcad_local__"


def is_transparent(function: Any) -> bool:
    """Whether a call gives what a call of ``__wrapped__`` gives."""
    if isinstance(function, _TRANSPARENT):
        return hasattr(function, "__wrapped__")
    if mark(function, "__srcad_operator__") is True:
        return not isinstance(function, type)
    # It is itself: a decorator outside of it takes its attributes along.
    return function is not None and mark(function, "__srcad_jit__") is function


def lacks_construct(cell: Any) -> bool:
    """Whether a Cell has no ``construct`` itself, and its class defines none that is a
    method."""
    if "construct" in vars(cell):
        return False
    found = inspect.getattr_static(type(cell), "construct", None)
    function = found.__func__ if isinstance(found, classmethod) else found
    missing = getattr(function, "__srcad_missing__", False) is True
    return missing or underlying(function) is None


def is_jit(function: Any) -> bool:
    """Whether this is what ``jit`` gave: hooks are ignored inside of it."""
    function = function.__func__ if inspect.ismethod(function) else function
    return mark(function, "__srcad_jit__") is function


def own_signature(function: Callable[..., Any]) -> inspect.Signature:
    """The parameters of a function itself, as a call binds them: not those of one that
    it wraps, nor what its ``__signature__`` says."""
    if inspect.ismethod(function):
        return _bound(own_signature(function.__func__))
    if not isinstance(function, FunctionType):
        return inspect.signature(function, follow_wrapped=False)
    defaults = tuple(("", one) for one in function.__defaults__ or ())
    keywords = tuple((function.__kwdefaults__ or {}).items())
    annotations = tuple(function.__annotations__.items())
    parts = map(_Parts, (defaults, keywords, annotations))
    return _signature(function.__code__, *parts)


def _bound(signature: inspect.Signature) -> inspect.Signature:
    """The parameters of a method, of which the first is given; ``*args`` takes it
    beside others."""
    first, *rest = signature.parameters.values()
    several = first.kind is inspect.Parameter.VAR_POSITIONAL
    return signature if several else inspect.Signature(rest)


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Objects with names, which are the same if they are these very ones."""

    parts: tuple[tuple[str, Any], ...]

    def _identities(self) -> tuple[tuple[str, int], ...]:
        return tuple((name, id(one)) for name, one in self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Parts) and self._identities() == other._identities()

    def __hash__(self) -> int:
        return hash(self._identities())


@functools.lru_cache(maxsize=1024)
def _signature(
    code: CodeType, defaults: _Parts, keywords: _Parts, annotations: _Parts
) -> inspect.Signature:
    closure = tuple(CellType() for _ in code.co_freevars)
    values = tuple(one for _, one in defaults.parts)
    bare = FunctionType(code, {}, code.co_name, values, closure)
    bare.__kwdefaults__ = dict(keywords.parts)
    bare.__annotations__ = dict(annotations.parts)
    return inspect.signature(bare)


def called_signature(function: Callable[..., Any]) -> inspect.Signature:
    """The parameters of a callable, of what it wraps where it wraps a function; what
    ``__signature__`` says of a function is not believed."""
    if inspect.ismethod(function):
        return _bound(called_signature(function.__func__))
    inner = inspect.unwrap(function)
    if inspect.ismethod(inner):
        return called_signature(inner)
    plain = isinstance(inner, FunctionType)
    return own_signature(inner) if plain else inspect.signature(function)


def source_of_code(code: CodeType, space: Mapping[str, Any] | None = None) -> Source:
    """The source of a code object, of the module that has the names of ``space``;
    CompileError (SRC010) where there is none."""
    known = getattr(_NOW, "sources", {}).get(id(code))
    if known is not None:
        return cast(Source, known[1])
    path = file_of(code)
    linecache.checkcache(path)
    lines = lines_around(code, space)
    # Code objects are equal where only their files or comments differ, so the text
    # is a part of the key.
    found = _source_in(code, path, code.co_firstlineno, lines)
    if hasattr(_NOW, "sources"):
        _NOW.sources[id(code)] = code, found
    return found


@contextlib.contextmanager
def texts_as_they_are() -> Iterator[None]:
    """Look at a file but once meanwhile, in this thread, for what it says of a
    function."""
    if hasattr(_NOW, "sources"):
        yield
        return
    _NOW.sources = {}
    try:
        yield
    finally:
        del _NOW.sources


_NOW = threading.local()


@functools.lru_cache(maxsize=4096)
def _source_in(code: CodeType, path: str, line: int, lines: tuple[str, ...]) -> Source:
    if not lines:
        help = (
            "define it in a file, in a cell of a notebook (without a magic such as "
            "`%%time`) or in a text that `linecache` knows"
        )
        if not path.startswith("<"):
            help = f"`{shown_path(path)}` is not there: only its compiled code is"
        raise CompileError(
            Diagnostic(
                "SRC010",
                f"the source of `{code.co_name}` cannot be found",
                Span(path, code.co_firstlineno, 1, code.co_firstlineno, 1),
                help=help,
            )
        )
    library = is_of_library_file(path)
    if library or is_imported(path):
        now = _in_text(code, path, lines)
        node = definition_at(lines, now.co_name, now.co_firstlineno)
        if node is not None:
            return Source(node, path, lines, library)
    try:
        functions = _functions(path, lines)
    except SyntaxError:
        _refuse_changed(code)
    if code.co_flags & _ASYNCHRONOUS:
        _refuse_coroutine(path, lines, code)
    code = _in_text(code, path, lines)
    found = functions.get((code.co_name, code.co_firstlineno), [])
    if len(found) > 1:
        # Several lambdas on one line: the compiled code tells them apart.
        found = _innermost(found, code) or found
    if not found:
        _refuse_changed(code)
    if len(found) > 1:
        first = found[0]
        raise CompileError(
            Diagnostic(
                "SRC010",
                "several functions on this line look the same",
                span_of_node(path, lines, first),
                help="put each on a line of its own, or give it a name with `def`",
            )
        )
    return Source(found[0], path, lines, library)


def _refuse_changed(code: CodeType) -> NoReturn:
    line, path = code.co_firstlineno, file_of(code)
    message = f"the source of `{code.co_name}` is not what was imported"
    help = (
        "the file was changed since: import it again, or start Python again; "
        "a change of the same second and size is seen once `__pycache__` is gone"
    )
    if is_of_a_text_alone(path) and not is_imported(path):
        message = f"the source of `{code.co_name}` is not what was compiled"
        help = "`linecache` has another text by this name: let each have its own"
    span = Span(code.co_filename, line, 1, line, 1)
    raise CompileError(Diagnostic("SRC010", message, span, help=help))


def _in_text(code: CodeType, path: str, lines: tuple[str, ...]) -> CodeType:
    """The code that a file's text is compiled to now, which does what ``code`` does.

    It may stand at another line. Where the text says something else, it was changed
    afterwards. What is not compiled from the text alone (a test that pytest rewrites)
    is taken as it is.
    """
    if not is_of_a_text_alone(path):
        return code
    codes = codes_in(path, lines, code)
    named = (one for one in codes if one.co_name == code.co_name)
    same = [one for one in named if same_code(one, code)]
    here = [one for one in same if one.co_firstlineno == code.co_firstlineno]
    if not here and len(same) != 1:
        _refuse_changed(code)
    return code if here else same[0]


@functools.lru_cache(maxsize=256)
def _parsed(path: str, lines: tuple[str, ...]) -> ast.Module:
    text = "".join(lines)
    try:
        return with_private_names(ast.parse(text), text)
    except SyntaxError:
        return with_private_names(ast.parse(textwrap.dedent(text)), text)


@functools.lru_cache(maxsize=256)
def _functions(path: str, lines: tuple[str, ...]) -> dict[Place, list[FunctionNode]]:
    """Every function of a text by its name and first line, as its code has them."""
    found: dict[Place, list[FunctionNode]] = {}
    lambdas = any("lambda" in line for line in lines)
    tree = _parsed(path, lines)
    for node in ast.walk(tree) if lambdas else _statements_in(tree):
        if isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
        elif isinstance(node, ast.FunctionDef):
            above = [decorator.lineno for decorator in node.decorator_list]
            place = (node.name, min([node.lineno, *above]))
            found.setdefault(place, []).append(node)
    return found


def _statements_in(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements, and what holds them, of a tree, in the order of ``ast.walk``."""
    queue: deque[ast.AST] = deque([tree])
    while queue:
        node = queue.popleft()
        yield node
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            queue.extend(getattr(node, name, ()))


def _refuse_coroutine(path: str, lines: tuple[str, ...], code: CodeType) -> None:
    """An ``async def`` is no function whose source could be read."""
    for node in ast.walk(_parsed(path, lines)):
        if isinstance(node, ast.AsyncFunctionDef) and node.name == code.co_name:
            raise CompileError(
                Diagnostic(
                    "SRC011",
                    "`async def` is not supported",
                    span_of_head(path, lines, node),
                    "its result is not there when it is called",
                    "write it with `def`; await around the call of what is "
                    "differentiated",
                )
            )


def _paths(tree: ast.Module) -> dict[tuple[int, int], str]:
    """The dotted path of every function, by its place; equal ones are numbered."""
    found: dict[tuple[int, int], str] = {}
    counts: dict[str, int] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.Lambda):
                word = getattr(child, "name", "<lambda>")
                path = f"{prefix}.{word}" if prefix else word
                counts[path] = counts.get(path, 0) + 1
                if counts[path] > 1:
                    path = f"{path}#{counts[path]}"
                found[child.lineno, child.col_offset] = inner = path
            visit(child, inner)

    visit(tree, "")
    return found


def _innermost(nodes: list[FunctionNode], code: CodeType) -> list[FunctionNode]:
    """The lambda that holds all that the code does, and the least besides."""
    places = [p for p in code.co_positions() if p[2]]
    lambdas = [node for node in nodes if isinstance(node, ast.Lambda)]
    if not places:
        # In Python 3.12 a constant that is returned has no place.
        return [node for node in lambdas if _is_constant(node.body, code)]
    holding: list[FunctionNode] = [
        node for node in lambdas if all(_holds(node.body, p) for p in places)
    ]
    holding.sort(key=lambda node: len(list(ast.walk(node))))
    return holding[:1]


def _is_constant(node: ast.expr, code: CodeType) -> bool:
    known = [(type(one), one) for one in code.co_consts]
    return isinstance(node, ast.Constant) and (type(node.value), node.value) in known


def _holds(node: ast.expr, place: tuple[int | None, ...]) -> bool:
    line, last, column, end = (number or 0 for number in place)
    start, stop = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= (line, column) and (last, end) <= stop


def source_of(function: Callable[..., Any]) -> Source:
    """The source of a Python function; CompileError (SRC010) where there is none."""
    plain = underlying(function)
    if plain is None:
        name = getattr(function, "__qualname__", repr(function))
        raise CompileError(Diagnostic("SRC010", f"`{name}` has no Python source"))
    own: Source | None = getattr(plain, _LOCAL, (None, None))[0]
    return own if own is not None else source_of_code(plain.__code__, plain.__globals__)
