"""Whether and how a user's ``bprop`` is printed verbatim: what it reads decides.

What the method reads from ``self`` stands above it as class attributes where that can
be printed; where it cannot (a sub-cell, another method), the module is given the live
Cell. What cannot stand in another file at all (``super()``, private names) is printed
in its lowered form.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.ast_queries import identifiers, name_of, names, nodes
from srcad.compiler.evaluate.calls.tracing import Rule
from srcad.compiler.ir.types import Value
from srcad.compiler.reading import protocol
from srcad.compiler.reading.origins import is_of_library
from srcad.compiler.reading.private_names import has_private_names
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.source import function_behind, source_of


@dataclass(frozen=True, slots=True)
class Splice:
    """How the backward half is printed: a call of the user's method.

    Its parameters are ``inputs`` inputs, what stands in ``given`` (the Parameters, and
    the Cell itself where the module is given it), the outputs and their cotangents.
    ``cell`` is the place of the Cell in ``given``. ``pair`` says that the method gives
    a dict besides the cotangents, ``checked`` that what it gives is checked at run
    time, ``wrapped`` that it gets Tensors. ``wanted`` are the places, among inputs and
    ``given``, of the cotangents that are given back.
    """

    rule: Rule
    inputs: int
    given: tuple[Any, ...]
    cell: int | None
    pair: bool
    checked: bool
    wrapped: bool
    wanted: tuple[int, ...]


def bprop_of(rule: Rule) -> FunctionType:
    """The Python function of the user's method."""
    bprop: Any = rule.bprop
    return function_behind(bprop)


def internal_params(owner: Any) -> list[Any]:
    """The Parameters whose gradients the ``bprop`` gives itself."""
    return list(getattr(owner, "internal_params", None) or ())


def read_attributes(bprop: FunctionType) -> dict[str, ast.Attribute]:
    """What the method reads from ``self``, with the place where it does first."""
    found: dict[str, ast.Attribute] = {}
    for part in _of_self(bprop):
        found.setdefault(part.attr, part)
    return found


def _of_self(bprop: FunctionType) -> list[ast.Attribute]:
    """Where something is read from ``self``."""
    this, node = _this(bprop), source_of(bprop).node
    found = nodes(node, ast.Attribute)
    return [part for part in found if _is_named(part.value, this)]


def _is_named(node: ast.expr, *words: str) -> bool:
    return name_of(node) in words


def _this(bprop: FunctionType) -> str:
    arguments = source_of(bprop).node.args
    first = [*arguments.posonlyargs, *arguments.args][:1]
    return first[0].arg if first else ""


def _hands_self_on(bprop: FunctionType) -> bool:
    """Whether ``self`` stands somewhere else than before a dot."""
    this = _this(bprop)
    whole = [n for n in names(source_of(bprop).node) if n.id == this]
    return not this or len(whole) != len(_of_self(bprop))


def needs_cell(owner: Any, bprop: FunctionType) -> bool:
    """Whether the method needs its Cell itself, and not some attributes of it."""
    if _hands_self_on(bprop) or _changes(owner, bprop):
        return True
    words = read_attributes(bprop)
    values = [getattr(owner, word, owner) for word in words]
    internal = {id(p) for p in internal_params(owner)}
    internal -= {id(value) for value in values}
    return bool(internal) or not all(map(_is_printable, values))


def _changes(owner: Any, bprop: FunctionType) -> bool:
    """Whether the method changes attributes or Parameters of its Cell, or uses one of
    these as more than its array."""
    node, own = source_of(bprop).node, _of_self(bprop)
    values = {one: getattr(owner, one.attr, None) for one in own}
    held = [one for one, value in values.items() if _is_parameter(value)]
    targets = [target for target, value in _bound(node) if _hands_on(value, held)]
    others = {word for target in targets for word in _bound_names(target)}
    contexts = [one.ctx for one in own]
    for one in nodes(node, ast.Subscript):
        if one.value in own or _is_named(one.value, *others):
            contexts.append(one.ctx)
    calls = []
    for call in nodes(node, ast.Call) if held else ():
        args = (*call.args, *(one.value for one in call.keywords))
        given = any(_hands_on(arg, held) or _is_named(arg, *others) for arg in args)
        calls.append((call.func, given))
    return (
        not all(isinstance(context, ast.Load) for context in contexts)
        or any(_may_write(bprop, func, values, given) for func, given in calls)
        or any(
            _is_of_parameters(values[one.value], one.attr)
            for one in nodes(node, ast.Attribute)
            if one.value in held
        )
    )


def _hands_on(node: ast.expr, held: list[Any]) -> bool:
    """Whether an expression gives one of these, or a tuple or a list with one."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Starred | ast.IfExp):
        return node in held
    parts = (one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
    return any(_hands_on(part, held) for part in parts)


def _may_write(
    bprop: FunctionType, func: ast.expr, values: dict[Any, Any], given: bool
) -> bool:
    """Whether what is called may write into a Parameter, which it is ``given``, as far
    as can be told."""
    if isinstance(func, ast.Call):  # ``ops.Assign()(...)``
        return _may_write(bprop, func.func, values, given)
    called = values.get(func)
    match func:
        case ast.Name(word):
            called = bprop.__globals__.get(word, getattr(builtins, word, None))
        case ast.Attribute(ast.Name(word), name) if func not in values:
            called = getattr(bprop.__globals__.get(word), name, None)
    known = inspect.isroutine(called) or inspect.isclass(called)
    named: Any = called if known else type(called)
    if called is None or not is_of_library(named):
        return given
    ours = named.__name__.lower().startswith(_WRITING)
    return ours or named.__module__ in _OF_WRITING


# Operators that write into their first argument, and where those are that all do.
_WRITING = ("assign", "scatter", "apply", "inplace", "sparseapply")
_OF_WRITING = ("srcad.ops.writing", "srcad.ops.updates")


def _is_of_parameters(value: Any, word: str) -> bool:
    """Whether an attribute is one that a Parameter has, and other Tensors have not, or
    a method that writes."""
    if word.endswith("_"):
        return True
    known = any(hasattr(base, word) for base in type(value).__bases__)
    return hasattr(value, word) and not known


def _is_parameter(value: Any) -> bool:
    return mark(value, "__srcad_parameter__") is True


def _is_printable(value: Any) -> bool:
    if type(value) in (bool, int, float, str, type(None)):
        return True
    if type(value) is tuple:
        return all(_is_printable(one) and not _is_parameter(one) for one in value)
    if _is_parameter(value):
        return True
    if mark(value, "__srcad_hook_backward__") is True:
        return False
    return type(value).__module__.startswith("srcad.ops")


def plain_globals(bprop: FunctionType) -> list[tuple[str, Any]]:
    """The globals that the method reads, by their names, which are numbers, strings or
    tuples of these."""
    node, space = source_of(bprop).node, bprop.__globals__
    bound = {n.id for n in names(node) if not isinstance(n.ctx, ast.Load)}
    bound |= {one.arg for one in nodes(node, ast.arg)}
    read = sorted({n.id for n in names(node)} - bound)
    found = [(word, space[word]) for word in read if word in space]
    return [(word, value) for word, value in found if _is_plain(value)]


def _is_plain(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return type(value) in (bool, int, float, complex, str)


def read_places(splice: Splice) -> list[int]:
    """The places in ``given`` of the Cell, or of the Parameters that are attributes."""
    if splice.cell is not None:
        return [splice.cell]
    return [place for _, place in parameter_attributes(splice)]


def parameter_attributes(splice: Splice) -> list[tuple[str, int]]:
    """The attributes that are Parameters, with their places in ``given``."""
    places = {id(one): k for k, one in enumerate(splice.given)}
    found = []
    for word in read_attributes(bprop_of(splice.rule)):
        value = getattr(splice.rule.owner, word, None)
        if id(value) in places:
            found.append((word, places[id(value)]))
    return found


def can_be_spliced(bprop: FunctionType) -> bool:
    """Whether the text of the method means the same in another file."""
    if bprop.__closure__:
        return False
    source = source_of(bprop)
    defined = isinstance(source.node, ast.FunctionDef)
    return defined and not has_private_names(source.text)


def parameters_read(owner: Any, bprop: FunctionType) -> list[Any]:
    """The Parameters that the method may read: its own gradient may be taken."""
    found = {id(p): p for p in internal_params(owner)}
    holders = [getattr(owner, word, None) for word in read_attributes(bprop)]
    if _hands_self_on(bprop) or any(isinstance(h, MethodType) for h in holders):
        holders.append(owner)
    for holder in holders:
        if _is_parameter(holder):
            found.setdefault(id(holder), holder)
        elif protocol.is_cell(holder):
            found.update({id(p): p for _, p in protocol.parameters(holder)})
    return list(found.values())


def needs_tensors(rule: Rule, values: list[Value]) -> bool:
    """Whether the method means something else on arrays than on Tensors."""
    bprop = bprop_of(rule)
    attributes = read_attributes(bprop)
    for word in attributes:
        if getattr(getattr(rule.owner, word), "__srcad_parameter__", False) is True:
            return True
    kinds = {v.aval.dtype for v in values} - {"bool", ""}
    if len(kinds) > 1:
        return True
    if _writes(bprop):
        return True
    own = set(attributes.values())
    called = {part.func for part in nodes(source_of(bprop).node, ast.Call)}
    modules = bprop.__globals__.keys() - {*bprop.__code__.co_varnames}
    return any(
        method in called
        and method not in own
        and not _is_named(method.value, *modules)
        and not hasattr(np.ndarray, method.attr)
        for method in nodes(source_of(bprop).node, ast.Attribute)
    )


def _writes(function: FunctionType, depth: int = 4) -> bool:
    """Whether a function may write into an array that it is given, itself or by one of
    the module that it calls: a cotangent may be that of others as well, an input the
    caller's."""
    node = source_of(function).node
    given = {one.arg for one in nodes(node, ast.arg)}
    bound = [pair for pair in _bound(node) if not _is_fresh(pair[1])]
    for _ in bound:
        for target, value in bound:
            if given & identifiers(value):
                given |= _bound_names(target)
    changed: list[ast.expr] = [one.target for one in nodes(node, ast.AugAssign)]
    for one in nodes(node, ast.Subscript):
        if not isinstance(one.ctx, ast.Load):
            changed.append(one.value)
    for call in nodes(node, ast.Call):
        changed += _written_by(function, call, depth)
    return any(given & identifiers(one) for one in changed)


def _written_by(
    function: FunctionType, call: ast.Call, depth: int
) -> Iterator[ast.expr]:
    """What a call may write into, of what it is given."""
    yield from (one.value for one in call.keywords if one.arg == "out")
    called: Any = None
    match call.func:
        case ast.Name(word):
            called = function.__globals__.get(word)
        case ast.Attribute(owner, word):
            if word.endswith("_") or word in _OF_ARRAYS_WRITING:
                yield from (owner, *call.args[:1])
            if isinstance(owner, ast.Name):
                called = getattr(function.__globals__.get(owner.id), word, None)
    if isinstance(called, np.ufunc):
        yield from call.args[called.nin :]
    elif called is np.clip:
        yield from call.args[3:]
    elif isinstance(called, FunctionType) and not is_of_library(called):
        if not depth or _writes(called, depth - 1):
            yield from (*call.args, *(one.value for one in call.keywords))


# Methods and functions of NumPy that write into the array itself.
_OF_ARRAYS_WRITING = (
    *("fill", "sort", "put", "partition", "itemset", "resize"),
    *("at", "copyto", "place", "putmask", "put_along_axis", "fill_diagonal"),
)


def _bound(node: ast.AST) -> list[tuple[ast.AST, ast.expr]]:
    """What is bound in a function, and to what."""
    bound: list[tuple[ast.AST, ast.expr]] = [
        (target, one.value) for one in nodes(node, ast.Assign) for target in one.targets
    ]
    bound += [(one.target, one.iter) for one in nodes(node, ast.For)]
    bound += [(one.target, one.value) for one in nodes(node, ast.NamedExpr)]
    for one in nodes(node, ast.AnnAssign):
        if one.value is not None:
            bound.append((one.target, one.value))
    for match in nodes(node, ast.Match):
        bound += [(case.pattern, match.subject) for case in match.cases]
    return bound


def _bound_names(target: ast.AST) -> set[str]:
    """The names in a target, or in a pattern."""
    whole = (one.name for one in nodes(target, ast.MatchAs))
    rest = (one.name for one in nodes(target, ast.MatchStar))
    return identifiers(target) | set(filter(None, (*whole, *rest)))


def _is_fresh(value: ast.expr) -> bool:
    """Whether an expression makes an array of its own, or is a number."""
    match value:
        case ast.Call(ast.Name(word) | ast.Attribute(_, word)):
            made = word in ("copy", "deepcopy", "zeros", "ones", "empty", "full")
            return made or word.endswith("_like")
        case ast.BinOp() | ast.UnaryOp():
            # Lists and tuples hold what they are put together of.
            return not any(nodes(value, ast.List, ast.Tuple))
    return isinstance(value, ast.Compare | ast.Constant)


def may_wait(error: CompileError) -> bool:
    """Whether a method that cannot be lowered may still be called as it is."""
    return all(item.code in _LEFT_TO_PYTHON for item in error.diagnostics)


_LEFT_TO_PYTHON = (
    *("SRC010", "SRC011", "SRC012", "SRC013", "SRC014", "SRC015", "SRC019"),
    # Effects, and results that differ, come about at each call of it.
    *("SRC023", "SRC025"),
)
