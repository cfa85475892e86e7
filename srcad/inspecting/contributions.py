"""What each statement of the source adds to a gradient, by its size."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from srcad.inspecting.call import InspectedCall, inspected

_ADDED = "srcad_added_"


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one statement adds to one cotangent.

    ``path`` and ``line`` are the statement, ``source`` its text. ``name`` is the
    cotangent's variable in the backward half, ``norm`` the Euclidean norm of what is
    added to it; over the iterations of a loop the squares add up.
    """

    path: str
    line: int
    source: str
    name: str
    norm: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """All contributions of one call, the largest first.

    ``paired`` says whether the module tells the statements of the source apart: a
    lambda has none.
    """

    contributions: tuple[Contribution, ...]
    paired: bool = True

    def of(self, name: str) -> tuple[Contribution, ...]:
        """Return those to one cotangent: ``explanation.of("dx")``."""
        return tuple(one for one in self.contributions if one.name == name)

    def __str__(self) -> str:
        if not self.paired:
            return (
                "a lambda has no statements to be ranked: write a function with `def`"
            )
        if not self.contributions:
            return "no statement adds anything"
        places = [f"{one.path}:{one.line}" for one in self.contributions]
        place = max(map(len, places))
        name = max(len(one.name) for one in self.contributions)
        most = self.contributions[0].norm
        lines = []
        for where, one in zip(places, self.contributions, strict=True):
            bar = "#" * round(20 * one.norm / most) if 0 < most < np.inf else ""
            head = f"{one.norm:>10.4g}  {one.name:<{name}}  {where:<{place}}"
            lines.append(f"{head}  {bar:<20}  {one.source.strip()}".rstrip())
        return "\n".join(lines)

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Explainer:
    """A function that is called as another is; made by ``explain_gradient``."""

    function: Any

    def __call__(self, *args: Any, **keywords: Any) -> Explanation:
        call = inspected(self.function, args, keywords)
        tree = ast.parse(call.text)
        writer = _Writer(call)
        for half in call.pairing.halves:
            for node in tree.body:
                if half.kind == "backward" and getattr(node, "name", "") == half.name:
                    writer.visit(node)
        module = call.module(ast.unparse(ast.fix_missing_locations(tree)))
        record = _Record()
        setattr(module, _ADDED, record.added)
        call.run(module)
        found = tuple(_contributions(call, record))
        return Explanation(found, bool(call.pairing.paired))


def explain_gradient(fn: Any) -> Explainer:
    """Return a function that ranks statements by the norm of what they add.

    ``srcad.explain_gradient(f)(x)`` runs the gradient of ``f``, a Cell or a Python
    function of arrays, for a cotangent of ones, with respect to all that has a
    gradient, and gives an ``Explanation``: print it. Where a cotangent is added to,
    what is added counts; where it is set, all of it. Raises TypeError for what cannot
    be called, and CompileError for what cannot be differentiated.
    """
    return Explainer(fn)


@dataclass(slots=True)
class _Record:
    """Sums of squares, by line of the module and variable."""

    squares: dict[tuple[int, str], float] = field(default_factory=dict)

    def added(
        self, row: int, name: str, value: Any, *before: Any, like: Any = 0.0
    ) -> Any:
        """Note what is added to a variable, and give back its value."""
        array = np.asarray(value)
        if array.dtype.kind in "fc":
            part = array - sum(before) if before else array
            part = np.broadcast_to(
                part, np.broadcast_shapes(part.shape, np.shape(like))
            )
            square = float(np.sum(np.square(np.abs(part), dtype=np.float64)))
            key = row, name
            self.squares[key] = self.squares.get(key, 0.0) + square
        return value


class _Writer(ast.NodeTransformer):
    """Lets each statement of a backward half tell what it adds to what.

    What a sum only takes over, a cotangent under its own name, is added by the
    statement that has bound that name.
    """

    def __init__(self, call: InspectedCall) -> None:
        self.call = call
        self.bound: dict[str, int] = {}

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        name = _base(node.target)
        if name and self.is_paired(node) and isinstance(node.op, ast.Add | ast.Sub):
            taken = node.value.id if isinstance(node.value, ast.Name) else ""
            row = self.bound.get(taken, node.lineno)
            node.value = _told(row, name, node.value)
            self.bound.setdefault(name, node.lineno)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not self.is_paired(node):
            return node
        if isinstance(target, ast.Name):
            return self.bind(node, target.id)
        if isinstance(target, ast.Subscript) and _base(target):
            node.value = _told(node.lineno, _base(target), node.value)
        elif isinstance(target, ast.Tuple):
            names = [one.id for one in target.elts if isinstance(one, ast.Name)]
            self.bound.update(dict.fromkeys(names, node.lineno))
            rows = [_told(node.lineno, one, _load(one)) for one in names]
            return [node, *map(ast.Expr, rows)]
        return node

    def bind(self, node: ast.Assign, name: str) -> list[ast.stmt]:
        """Tell what a variable is bound to, without what it takes over."""
        terms = [one.id for one in _terms(node.value) if isinstance(one, ast.Name)]
        taken = [one for one in terms if one in self.bound and one != name]
        before = [_load(one) for one in terms if one == name or one in taken]
        told = [_told(self.bound[one], name, _load(one)) for one in taken]
        node.value = _told(node.lineno, name, node.value, before)
        self.bound[name] = node.lineno
        for one in told:
            # A number is added to each element.
            one.keywords.append(ast.keyword("like", _load(name)))
        return [node, *map(ast.Expr, told)]

    def is_paired(self, node: ast.stmt) -> bool:
        """Whether a statement of the source is behind one of the module."""
        return self.call.pairing.of_row(node.lineno) is not None


def _told(
    row: int, name: str, value: ast.expr, before: Sequence[ast.expr] = ()
) -> ast.Call:
    """A call that notes what is added to a variable, and gives it back."""
    arguments = [ast.Constant(row), ast.Constant(name), value, *before]
    return ast.Call(_load(_ADDED), arguments, [])


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _base(target: ast.expr) -> str:
    """Return the variable that is written into."""
    while isinstance(target, ast.Subscript | ast.Attribute):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _terms(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the terms of a sum that are added, not those that are subtracted."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        yield from _terms(value.left)
        if isinstance(value.op, ast.Add):
            yield from _terms(value.right)
    else:
        yield value


def _contributions(call: InspectedCall, record: _Record) -> list[Contribution]:
    """Return what was noted, by statement; several lines of one add up."""
    sums: dict[tuple[str, int, str], float] = {}
    for (row, name), square in record.squares.items():
        statement = call.pairing.of_row(row)
        if statement is not None and square > 0:
            key = statement.path, statement.first, name
            sums[key] = sums.get(key, 0.0) + square
    found = [
        Contribution(path, line, call.line(path, line), name, float(np.sqrt(square)))
        for (path, line, name), square in sums.items()
    ]
    return sorted(found, key=lambda one: (-one.norm, one.path, one.line, one.name))
