"""Running the IR directly, for tests and for folding constants."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from srcad.compiler.ir.catches import CAUGHT
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    RecursiveReference,
)


class _Left(Exception):
    """A loop's body was left in the middle."""


class TooLong(Exception):
    """Loops have run more often than was allowed."""


# What is left of the iterations that are allowed, among the values by their name.
_ALLOWED = object()

Environment = dict[Any, Any]


def run(
    function: Function, *args: Any, iterations: int | None = None
) -> tuple[Any, ...]:
    """Apply ``function`` to run-time values; gives all of its results.

    Raises TooLong where its loops run for more ``iterations`` than these.
    """
    allowed = itertools.repeat(None, *(() if iterations is None else (iterations,)))
    return _apply(function, args, {_ALLOWED: allowed})


def _apply(function: Function, args: Any, outer: Environment) -> tuple[Any, ...]:
    """``outer`` knows the recursive functions that this one is called in."""
    if function.itself:
        function = outer[function.recursion]
    around = {
        key: item
        for key, item in outer.items()
        if isinstance(key, RecursiveReference) or key is _ALLOWED
    }
    if function.recursion is not None:
        around[function.recursion] = function
    return run_block(function.body, args, around)


def run_block(block: Block, args: Any, outer: Environment) -> tuple[Any, ...]:
    """Run a block with ``args`` for its parameters."""
    env = dict(outer)
    env.update(zip(block.params, args, strict=True))
    for op in block.ops:
        results = _step(op, env)
        env.update(zip(op.results, results, strict=True))
    return tuple(_read(atom, env) for atom in block.results)


def _read(atom: Atom, env: Environment) -> Any:
    return atom.value if isinstance(atom, Lit) else env[atom]


def _step(op: Operation, env: Environment) -> tuple[Any, ...]:
    def read(atoms: tuple[Atom, ...]) -> list[Any]:
        return [_read(atom, env) for atom in atoms]

    match op:
        case Op():
            row = PRIMITIVES[op.primitive]
            found = row.evaluate(*read(op.args), **dict(op.attributes))
            return found if row.results > 1 else (found,)
        case If() if op.catches:
            return _attempt(op, env)
        case If():
            block = op.then if _read(op.condition, env) else op.orelse
            return run_block(block, (), env)
        case Loop():
            return _loop(op, env)
        case Exit():
            if _read(op.condition, env):
                raise _Left
            return ()
        case Call():
            return _apply(op.function, read(op.args), env)
        case Opaque():
            assert op.function is not None
            result = op.function(*read(op.args))
            return (result,) if op.results else ()


def _counted(env: Environment) -> Iterator[None]:
    """One for each iteration that is allowed."""
    yield from env.get(_ALLOWED) or itertools.repeat(None)
    raise TooLong


def _attempt(op: If, env: Environment) -> tuple[Any, ...]:
    try:
        return run_block(op.orelse, (), env)
    except Exception as error:
        caught = (one for one in op.catches if isinstance(error, one.kinds))
        if (catch := next(caught, None)) is None:
            raise
        ends = run_block(op.then, (), env)
        pairs = zip(op.results, ends, strict=True)
        flag, mark = op.condition, catch.mark
        found = ((value, error if end is CAUGHT else end) for value, end in pairs)
        return tuple(mark if value is flag else end for value, end in found)


def _loop(op: Loop, env: Environment) -> tuple[Any, ...]:
    carries = [_read(atom, env) for atom in op.starts]
    lists = [_read(a, env)[::-1] if r else _read(a, env) for a, r in op.sequences]
    indices: Any = None
    if op.bounds is not None:
        indices = range(*(int(_read(atom, env)) for atom in op.bounds))
        indices = reversed(indices) if op.reverse else indices
    produced: list[list[Any]] = [[] for _ in op.results[op.carries :]]
    sources = ([indices] if indices is not None else []) + lists
    elements: Iterable[tuple[Any, ...]] = (
        zip(*sources, strict=False) if sources else itertools.repeat(())
    )
    body = op.body
    if op.stop is not None:
        body = Block(body.params, body.ops, (*body.results, op.stop))
    for element, _ in zip(elements, _counted(env), strict=False):
        head = element[:1] if op.bounds is not None else ()
        args = (*head, *carries, *element[len(head) :])
        try:
            results = list(run_block(body, args, env))
        except _Left:
            break
        stop = results.pop() if op.stop is not None else False
        carries = results[: op.carries]
        for sink, item in zip(produced, results[op.carries :], strict=True):
            sink.append(item)
        if stop:
            break
    return (*carries, *produced)
