"""Kernels: functions that are printed into a module whole, not inlined."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from srcad.compiler.evaluate.ast_queries import names, nodes
from srcad.compiler.evaluate.calls.functions import bind_arguments
from srcad.compiler.evaluate.calls.tracing import argument_form, filled
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import run_time_leaves
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.sizes import unknown_size
from srcad.compiler.ir.types import Atom, array_aval
from srcad.compiler.reading.sizes import Dim
from srcad.compiler.reading.source import function_behind, source_of, underlying


@dataclass(frozen=True, slots=True)
class KernelCall:
    """A kernel, the form of its arguments (placeholders for the run-time leaves), and
    the abstract value of its result."""

    function: Callable[..., Any]
    bprop: Callable[..., Any] | None
    arguments: tuple[Any, ...]
    aval: Aval

    @property
    def name(self) -> str:
        return str(self.function.__name__)

    def __hash__(self) -> int:
        return hash((self.function, repr(self.arguments)))

    def fill(self, items: tuple[Any, ...]) -> list[Any]:
        """The arguments, with ``items`` in the place of the run-time leaves."""
        return list(filled(self.arguments, items.__getitem__))


def call_kernel(
    frame: Frame, operator: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Append the call of a kernel."""
    plain = function_behind(operator.__wrapped__)
    session = frame.session
    names = bind_arguments(frame, plain, args, keywords, node)
    atoms = [session.atom(leaf) for leaf in run_time_leaves(names)]
    form = argument_form(names)
    aval = _result(frame, operator, form, atoms)
    return emit_kernel(frame, plain, operator.__srcad_bprop__, names, aval)


def emit_kernel(
    frame: Frame,
    function: Callable[..., Any],
    bprop: Callable[..., Any],
    arguments: dict[str, Any],
    aval: Aval,
) -> Any:
    """Append the call of a kernel of the compiler's own, of this abstract value."""
    session = frame.session
    atoms = [session.atom(leaf) for leaf in run_time_leaves(arguments)]
    call = KernelCall(function, bprop, argument_form(arguments), aval)
    session.sources.setdefault(source_of(function))
    return session.box(session.builder.emit("kernel", *atoms, call=call))


def _result(
    frame: Frame, operator: Any, form: tuple[Any, ...], atoms: list[Atom]
) -> Aval:
    """The kernel's own word on the shape; the dtype is that of its first array."""

    def shape_or_size(place: int) -> Any:
        aval = array_aval(atoms[place])
        if aval.weak and aval.size is not None:
            return aval.size
        return aval.shape

    shape = operator.__srcad_kernel__(*filled(form, shape_or_size))
    dims: list[Dim] = [unknown_size("k") if dim is None else dim for dim in shape]
    arrays = [array_aval(atom) for atom in atoms if not array_aval(atom).weak]
    return Aval(arrays[0].dtype, tuple(dims), tensor=any(a.tensor for a in arrays))


def definitions(function: Callable[..., Any]) -> dict[str, ast.FunctionDef]:
    """The kernel's definition and those of its file's functions that it calls.

    Decorators and annotations are left out: a module needs neither.
    """
    found: dict[str, ast.FunctionDef] = {}
    _collect(function, found)
    return dict(reversed(found.items()))


def imports(function: Callable[..., Any]) -> list[str]:
    """The import lines that the definitions need besides NumPy's."""
    lines = set()
    for name in definitions(function):
        plain = function_behind(function.__globals__[name])
        for word in plain.__code__.co_names:
            item = plain.__globals__.get(word)
            if inspect.ismodule(item) and word != "np":
                suffix = f" as {word}" if item.__name__ != word else ""
                lines.add(f"import {item.__name__}{suffix}")
    return sorted(lines)


def _collect(function: Callable[..., Any], found: dict[str, ast.FunctionDef]) -> None:
    plain = function_behind(function)
    if plain.__name__ in found:
        return
    node = source_of(plain).node
    found[plain.__name__] = _bare(node)
    for inner in names(node):
        if inner.id in plain.__globals__:
            other = underlying(plain.__globals__[inner.id])
            if other is not None and other.__module__ == plain.__module__:
                _collect(other, found)


def _bare(node: ast.AST) -> ast.FunctionDef:
    copy, *_ = nodes(ast.parse(ast.unparse(node)), ast.FunctionDef)
    copy.decorator_list, copy.returns = [], None
    for part in nodes(copy, ast.arg):
        part.annotation = None
    _Plain().visit(copy)
    return copy


class _Plain(ast.NodeTransformer):
    """``x = 1`` for ``x: int = 1``: a module imports no names for annotations. And
    ``zip(xs, ys)`` without ``strict``, which Python 3.9 lacks: those are equally long.
    """

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node.func:
            case ast.Name("zip"):
                node.keywords = [one for one in node.keywords if one.arg != "strict"]
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign:
        self.generic_visit(node)
        assert node.value is not None
        return ast.copy_location(ast.Assign([node.target], node.value), node)
