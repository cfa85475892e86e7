"""Branches: attempts as ``try``, with the branch that follows one as its handler, and
branches that leave a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol

from codegen.description import Comment
from srcad.compiler.ir.avals import UNDEFINED
from srcad.compiler.ir.catches import CAUGHT, RAISE_AGAIN, Catch
from srcad.compiler.ir.types import (
    Atom,
    Block,
    If,
    Lit,
    Opaque,
    Value,
    contexts_of,
    walk,
)
from srcad.compiler.printing.emit.assignments import copies
from srcad.compiler.printing.emit.writer import Writer
from srcad.compiler.printing.schedule import Item


class Emitter(Protocol):
    """What writes the statements of blocks."""

    writer: Writer
    seen: set[Value]
    imports: dict[str, None]

    def block(self, block: Block) -> list[ast.stmt]: ...

    def target(self, value: Value) -> ast.Name: ...


def handlers(items: Sequence[Item]) -> dict[If, If]:
    """For an attempt the branch on its flag that follows it, where one does."""
    return {
        one: other
        for one, other in pairwise(items)
        if isinstance(one, If)
        and isinstance(other, If)
        and len(one.catches) == 1
        and not other.catches
        and one.condition is other.condition
        and contexts_of(one) == contexts_of(other)
    }


def attempt(emitter: Emitter, op: If, branch: If | None) -> list[ast.stmt]:
    """A ``try`` whose handlers set the flag, and do what the ``branch`` on it does."""

    def side(block: Block, results: Iterable[Value]) -> list[ast.stmt]:
        body = emitter.block(block)
        made = copies(emitter.writer, emitter.seen, tuple(results), block.results)
        return body + made

    body = side(op.orelse, op.results)
    clauses = []
    for one in op.catches:
        emitter.imports.update(dict.fromkeys(one.imports))
        names = [ast.parse(name, mode="eval").body for name in one.names]
        kind = names[0] if len(names) == 1 else ast.Tuple(names, ast.Load())
        pairs = zip(op.results, op.then.results, strict=True)
        ends = tuple(_at_end(emitter, op, one, branch, *pair) for pair in pairs)
        caught = copies(emitter.writer, emitter.seen, op.results, ends)
        handled = side(branch.then, branch.results) if branch is not None else []
        caught += handled[1:] if _is_blank(handled) else handled
        clauses.append(ast.ExceptHandler(kind, None, caught))
    orelse = side(branch.orelse, branch.results) if branch is not None else []
    return [ast.Try(body, clauses, orelse, [])]


def _at_end(
    emitter: Emitter,
    op: If,
    catch: Catch,
    branch: If | None,
    result: Value,
    end: Atom,
) -> Atom:
    """What a clause of an attempt leaves for one of its results."""
    if result is op.condition:
        return Lit(catch.mark)
    if end != Lit(CAUGHT):
        return end
    read = emitter.writer.plan.counts.get(result)
    if branch is not None and _raises_again(branch.then, result) == read:
        emitter.writer.handled.add(result)
        return Lit(UNDEFINED)
    emitter.imports["import sys"] = None
    return end


def _raises_again(block: Block, caught: Value) -> int:
    """How often what was caught is raised again in a block that has no handlers."""
    ops = list(walk(block))
    if any(isinstance(op, If) and op.catches for op in ops):
        return 0
    again = (op for op in ops if isinstance(op, Opaque) and op.template == RAISE_AGAIN)
    return sum(op.args[0] is caught for op in again)


def _is_blank(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[0], Comment) and not body[0].text


def break_in_branch(body: list[ast.stmt], test: ast.expr) -> None:
    """``if stop: a else: b`` and then ``if stop: break`` with one test.

    It is ``if stop: a; break``, and ``b`` after it.
    """
    branch = body.pop()
    assert isinstance(branch, ast.If)
    turned = ast.unparse(branch.test) != ast.unparse(test)
    then, rest = branch.body, branch.orelse
    if turned:
        then, rest = rest, then
    body.append(ast.If(test, [*then, ast.Break()], []))
    if rest and not isinstance(rest[0], Comment):
        body.append(Comment(""))
    body.extend(rest)
