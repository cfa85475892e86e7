"""What the source itself says, whatever the values are."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import TypeGuard, TypeVar

from srcad.compiler.reading.private_names import Definition, bound_name

N = TypeVar("N", bound=ast.AST)


def nodes(root: ast.AST, *kinds: type[N]) -> Iterator[N]:
    """The nodes of some kinds in a tree, the root among them."""
    return (part for part in ast.walk(root) if isinstance(part, kinds))


def is_yield(node: ast.AST) -> TypeGuard[ast.Yield | ast.YieldFrom]:
    """Whether an expression hands out values, and stands for what is sent back."""
    return isinstance(node, ast.Yield | ast.YieldFrom)


def exchanges(targets: list[ast.expr], value: ast.expr) -> bool:
    """Whether an assignment gives items of containers other places among themselves:
    ``a[i], a[j] = a[j], a[i]``."""
    match targets, value:
        case [ast.Tuple(places)], ast.Tuple(items):
            subscripts = all(isinstance(place, ast.Subscript) for place in places)
            same = sorted(map(ast.unparse, places)) == sorted(map(ast.unparse, items))
            return subscripts and same and next(nodes(value, ast.Call), None) is None
    return False


def is_conjunction(node: ast.AST) -> TypeGuard[ast.BoolOp]:
    """Whether an expression is ``a and b and ...``."""
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)


def name_of(node: ast.AST) -> str:
    """The name that an expression is; "" of all else."""
    return node.id if isinstance(node, ast.Name) else ""


def is_loop(node: ast.AST) -> TypeGuard[ast.For | ast.While]:
    """Whether a statement is a loop."""
    return isinstance(node, ast.For | ast.While)


def names(root: ast.AST, *contexts: type[ast.expr_context]) -> Iterator[ast.Name]:
    """The names in a tree; with ``contexts``, those that are read, or bound, there."""
    wanted = contexts or ast.expr_context
    return (part for part in nodes(root, ast.Name) if isinstance(part.ctx, wanted))


def identifiers(root: ast.AST, *contexts: type[ast.expr_context]) -> set[str]:
    """What the ``names`` in a tree are."""
    return {part.id for part in names(root, *contexts)}


def written(node: ast.AST, part: str) -> str:
    """How a part of a node, such as what is called, is written; "" without one."""
    inner = getattr(node, part, None)
    return ast.unparse(inner) if isinstance(inner, ast.AST) else ""


@functools.lru_cache(maxsize=4096)
def names_read(definition: ast.AST) -> tuple[str, ...]:
    """The names that a function or an expression reads and does not bind itself, in the
    order of their text."""
    free = _free_names(definition)
    read = (part.id for part in names(definition, ast.Load))
    return tuple(dict.fromkeys(name for name in read if name in free))


def _free_names(node: ast.AST) -> frozenset[str]:
    """The names in a tree that are read there, and bound around it."""
    if isinstance(node, ast.Name):
        return frozenset([node.id] if isinstance(node.ctx, ast.Load) else [])
    found = frozenset[str]().union(*map(_free_names, ast.iter_child_nodes(node)))
    match node:
        case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args):
            before = [args, *node.decorator_list]
        case ast.Lambda(args=args):
            before = [args]
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            own = {n for part in node.generators for n in identifiers(part.target)}
            return found - own | _free_names(node.generators[0].iter)
        case _:
            return found
    return (found - local_names(node)).union(*map(_free_names, before))


@functools.lru_cache(maxsize=4096)
def refers_to_itself(node: ast.AST) -> bool:
    """Whether a function reads its own name, or an attribute called so."""
    name = bound_name(node) if isinstance(node, Definition) else None
    attributes = {part.attr for part in nodes(node, ast.Attribute)}
    return name in names_read(node) or name in attributes


def empty_function(name: str, *parameters: str) -> ast.FunctionDef:
    """A function that is to be given a body."""
    (made,) = nodes(
        ast.parse(f"def {name}({', '.join(parameters)}): pass"), ast.FunctionDef
    )
    return made


def target_name(node: ast.stmt) -> str:
    """The name that a statement binds, or deletes, first; "out" for a return."""
    match node:
        case ast.Assign(targets=[first, *_]) | ast.Delete(targets=[first, *_]):
            return _first_name(first)
        case ast.AugAssign(first) | ast.AnnAssign(first) | ast.For(first):
            return _first_name(first)
        case ast.Expr(ast.Call(ast.Attribute(first))):
            return _first_name(first)
        case ast.Return():
            return "out"
        case ast.If() | ast.While():
            return "condition"
    return ""


def _first_name(target: ast.expr) -> str:
    """The first name of a target; ``_`` is none."""
    match target:
        case ast.Name(name):
            return name if name != "_" else ""
        case ast.Tuple([ast.Name("_"), *rest]) | ast.List([ast.Name("_"), *rest]):
            return _first_name(ast.Tuple(rest))
        case ast.Tuple([ast.Name(name), *_]) | ast.List([ast.Name(name), *_]):
            return name
        case ast.Subscript(inner) | ast.Attribute(inner) | ast.Starred(inner):
            return _first_name(inner)
    return ""


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a node, but nothing that is in a definition in it."""
    for part in ast.iter_child_nodes(node):
        yield part
        inside = not isinstance(part, DEFINITIONS)
        for one in [part] if inside else getattr(part, "decorator_list", ()):
            yield from own_parts(one)


def binds(part: ast.AST) -> list[str]:
    """The names that a node binds itself."""
    match part:
        case ast.Name(name, ast.Store() | ast.Del()) | ast.arg(name):
            return [name]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.alias():
            return [bound_name(part)]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            return [name]
        case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            return [name]
    return []


@functools.lru_cache(maxsize=4096)
def outside_names(definition: ast.FunctionDef) -> list[ast.stmt]:
    """The ``nonlocal`` and ``global`` of a function that stand inside of others."""
    kinds, own = (ast.Nonlocal, ast.Global), definition.body
    return [p for p in own_parts(definition) if isinstance(p, kinds) and p not in own]


@functools.lru_cache(maxsize=4096)
def _has_own(node: ast.AST, kinds: tuple[type[ast.AST], ...]) -> bool:
    """Whether a node is of one of some kinds, or has one in it that is in no
    definition."""
    if type(node) in kinds or type(node) in DEFINITIONS:
        return type(node) in kinds
    return any(_has_own(part, kinds) for part in ast.iter_child_nodes(node))


def yields(node: ast.AST) -> bool:
    """Whether a ``yield`` of the function stands in a node, or is it."""
    return _has_own(node, (ast.Yield, ast.YieldFrom))


def calls(node: ast.AST) -> bool:
    """Whether a call of the function itself stands in a node, or is it."""
    return _has_own(node, (ast.Call,))


@functools.lru_cache(maxsize=4096)
def with_return(definition: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function, and the ``return None`` that Python reads after
    them where other paths return a value."""
    body = definition.body
    returns = (part for part in own_parts(definition) if type(part) is ast.Return)
    if leaves_always(body) or all(one.value is None for one in returns):
        return body
    nothing = ast.copy_location(ast.Constant(None), body[-1])
    return [*body, ast.copy_location(ast.Return(nothing), body[-1])]


@functools.lru_cache(maxsize=4096)
def has_handled_yield(node: ast.AST) -> bool:
    """Whether a ``yield`` stands in a ``try`` whose handlers may see what it raises."""
    match node:
        case ast.Try(body, handlers=[_, *_]):
            return any(map(yields, body))
    return any(map(has_handled_yield, ast.iter_child_nodes(node)))


@functools.lru_cache(maxsize=4096)
def cleans_up(node: ast.AST) -> bool:
    """Whether something is done where a ``yield`` in a node is left for good."""
    match node:
        case ast.With(body=body) | ast.Try(body=body, finalbody=[_, *_]):
            return any(map(yields, body))
    return any(map(cleans_up, ast.iter_child_nodes(node)))


def is_generator_function(definition: ast.AST) -> bool:
    """Whether a call of the function gives a generator."""
    return isinstance(definition, ast.FunctionDef) and any(map(yields, definition.body))


@functools.lru_cache(maxsize=1024)
def written_inside(definition: ast.AST) -> frozenset[str]:
    """The names that ``nonlocal`` says of in a function, or in one defined in it."""
    return frozenset(n for part in nodes(definition, ast.Nonlocal) for n in part.names)


@functools.lru_cache(maxsize=1024)
def local_names(node: ast.AST) -> frozenset[str]:
    """The names that a function binds itself, so that none around it is read for them.

    What a comprehension binds is not among them.
    """
    parts, outside, others = [*own_parts(node)], set[str](), set[ast.AST]()
    for part in parts:
        match part:
            case ast.Nonlocal(said) | ast.Global(said):
                outside.update(said)
            case ast.comprehension(target):
                others.update(names(target))
    found = {name for part in parts if part not in others for name in binds(part)}
    return frozenset(found - outside)


def leaves_always(body: list[ast.stmt]) -> bool:
    """Whether a list of statements ends by leaving on every path."""
    match body[-1]:
        case ast.Return() | ast.Break() | ast.Continue() | ast.Raise():
            return True
        case ast.With(body=inner):
            return leaves_always(inner)
        case ast.Try(inner, handlers, orelse):
            handled = all(leaves_always(handler.body) for handler in handlers)
            return handled and leaves_always(orelse or inner)
        case ast.If(_, inner, [_, *_] as orelse):
            return leaves_always(inner) and leaves_always(orelse)
        case ast.Match(_, [*_, ast.match_case(ast.MatchAs(None), None)] as cases):
            return all(leaves_always(case.body) for case in cases)
        case ast.While(ast.Constant(test)) as loop:
            return bool(test) and not any(map(_breaks, loop.body))
    return False


@functools.lru_cache(maxsize=4096)
def _breaks(node: ast.AST) -> bool:
    """Whether a ``break`` of the loop that a node stands in is in it, or is it."""
    match node:
        case ast.Break():
            return True
        case ast.For(orelse=others) | ast.While(orelse=others):
            return any(map(_breaks, others))
        case ast.stmt() | ast.ExceptHandler() | ast.match_case():
            inside = not isinstance(node, DEFINITIONS)
            return inside and any(map(_breaks, ast.iter_child_nodes(node)))
    return False


@functools.lru_cache(maxsize=4096)
def may_change(node: ast.AST) -> bool:
    """Whether something may be changed while an expression is evaluated."""
    changing = ast.Call | ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await
    return any(isinstance(part, changing) for part in ast.walk(node))
