"""Which names of a function are read again: by its statements alone.

    live before a statement  =  what it reads  +  live after it, but for what it binds

A name that is bound before it is read is dead until then: nobody sees what it stood
for. Where it cannot be told, every name is live.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from srcad.compiler.evaluate.ast_queries import identifiers, is_yield, name_of, nodes

_LATER = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
# These go through what they are given before they return.
EAGER = frozenset(("sum", "any", "all", "min", "max", "list", "tuple", "sorted"))
_ASKING = ("locals", "vars", "dir", "eval", "exec")
_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_Names = frozenset[str]


def live_names(
    function: ast.AST, statement: ast.AST | None, around: Collection[str]
) -> _Names | None:
    """The names that are read in a statement of a function, or after it; None where
    that is not known. The names ``around`` it are not those of Python's functions."""
    found = _analysed(function, frozenset(EAGER.difference(around)))
    return None if found is None or statement is None else found.get(statement)


@functools.lru_cache(maxsize=1024)
def _analysed(function: ast.AST, eager: _Names) -> Mapping[ast.AST, _Names] | None:
    if not isinstance(function, ast.FunctionDef):
        return None
    body = ast.Module(function.body, [])
    calls = (name_of(call.func) for call in nodes(body, ast.Call))
    if any(map(is_yield, ast.walk(body))) or not set(_ASKING).isdisjoint(calls):
        return None
    eager -= identifiers(function, ast.Store)
    eager -= {one.arg for one in nodes(function, ast.arg)}
    analysis = _Analysis(_read_later(body, eager))
    analysis.block(function.body, frozenset())
    return analysis.found


def _read_later(body: ast.AST, eager: _Names) -> _Names:
    """What functions and generators in it read, whenever they run, and what is not its
    own; but for generators that one of the ``eager`` functions is called with."""
    calls = (one for one in nodes(body, ast.Call) if name_of(one.func) in eager)
    now = [call.args[0] for call in calls if call.args]
    later = [one for one in nodes(body, *_LATER) if one not in now]
    found = {name for one in later for name in identifiers(one)}
    declared = [one.names for one in nodes(body, ast.Global)]
    declared += [one.names for one in nodes(body, ast.Nonlocal)]
    found.update(*declared)
    return frozenset(found)


def _reads(*parts: ast.AST | None) -> _Names:
    found = (identifiers(part, ast.Load) for part in parts if part is not None)
    return frozenset().union(*found)


@dataclass(slots=True)
class _Analysis:
    """``always`` are live everywhere; ``found`` is what is live in each statement and
    after it, ``caught`` what is read where one raises, ``jumps`` where one leaves a
    loop or goes on with it."""

    always: _Names
    found: dict[ast.AST, _Names] = field(default_factory=dict)
    caught: _Names = frozenset()
    jumps: _Names = frozenset()

    def block(self, statements: Iterable[ast.stmt], after: _Names) -> _Names:
        """What is live before some statements."""
        for one in reversed([*statements]):
            before = self._before(one, after) | self.caught
            known = self.found.get(one, frozenset())
            # Behind what leaves there is nothing.
            behind = frozenset() if isinstance(one, _LEAVING) else after
            self.found[one] = known | before | behind | _reads(one) | self.always
            after = before
        return after

    def _before(self, one: ast.stmt, after: _Names) -> _Names:
        match one:
            case ast.Assign(targets):
                return (after - _bound(targets)) | _reads(one)
            case ast.AnnAssign(target, _, value) if value is not None:
                return (after - _bound([target])) | _reads(one)
            case ast.AugAssign(target):
                return after | _reads(one) | identifiers(target)
            case ast.Delete(targets):
                return (after - _bound(targets)) | _reads(one)
            case ast.Return() | ast.Raise():
                return _reads(one)
            case ast.Break() | ast.Continue():
                return self.jumps
            case ast.If(test, body, orelse):
                then = self.block(body, after) | self.block(orelse, after)
                return then | _reads(test)
            case ast.For(target, source, body, orelse):
                out = self.block(orelse, after) | after
                return self._loop(body, out, _bound([target])) | _reads(source)
            case ast.While(test, body, orelse):
                out = self.block(orelse, after) | after | _reads(test)
                return self._loop(body, out)
            case ast.With(items, body):
                # What is raised in it may end there.
                outer, self.caught = self.caught, self.caught | after
                before = self.block(body, after)
                self.caught = outer
                return before | after | _reads(*items)
            case ast.Try():
                return self._try(one, after)
            case ast.Match(subject, cases):
                sides = [self.block(case.body, after) for case in cases]
                asked = [part for case in cases for part in (case.pattern, case.guard)]
                return after.union(*sides) | _reads(subject, *asked)
        return after | _reads(one)

    def _loop(
        self, body: list[ast.stmt], out: _Names, bound: _Names = frozenset()
    ) -> _Names:
        """What is live where an iteration begins, which has bound some names, or none
        does."""
        outer, head = self.jumps, out
        while True:
            self.jumps = head
            before = head | (self.block(body, head) - bound)
            if before == head:
                break
            head = before
        self.jumps = outer
        return head

    def _try(self, one: ast.Try, after: _Names) -> _Names:
        end = self.block(one.finalbody, after) | after
        outer, self.caught = self.caught, self.caught | end
        handlers = [self.block(handler.body, end) for handler in one.handlers]
        caught = end.union(*handlers) | _reads(*(h.type for h in one.handlers))
        rest = self.block(one.orelse, end)
        self.caught |= caught
        before = self.block(one.body, rest)
        self.caught = outer
        return before | caught


def _bound(targets: Collection[ast.expr]) -> _Names:
    """The names that are bound, whatever else is."""
    found: set[str] = set()
    for one in targets:
        if isinstance(one, ast.Tuple | ast.List):
            found |= _bound(one.elts)
        elif isinstance(one, ast.Starred):
            found |= _bound([one.value])
        else:
            found.add(name_of(one))
    return frozenset(found)
