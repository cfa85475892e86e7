"""How far calls of a function in itself have come, and which one repeats another."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.evaluate.agreement import JoinedSizes, joined, unchanged
from srcad.compiler.evaluate.ast_queries import is_generator_function
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves, same_structure
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.ir.avals import AnyAval, scalar_aval
from srcad.compiler.ir.sizes import ShapeError

# So many calls with numbers known at compile time are written out under run-time
# conditions before the numbers are taken for values of run time: one in the other, and
# in all, where a function calls itself more than once.
_WRITTEN_OUT = 12
_WRITTEN_OUT_IN_ALL = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """How an activation began: its arguments, the run-time depth it stands at, and how
    many of the loops around are run-time loops.

    ``inside`` are the activations of the same function that it has led to under
    run-time conditions, each told by the calls on the way to it: a call that is tried
    several times is one.
    """

    names: dict[str, Any]
    depth: int
    loops: int = 0
    inside: set[tuple[ast.AST | None, ...]] = field(default_factory=set)

    @staticmethod
    def of(session: Session, names: dict[str, Any]) -> Entry:
        """That of what is called now."""
        return Entry(names, session.nesting, len(session.loops))


def activations(inner: Frame) -> int:
    """How many activations of the same function have called this one."""
    count = 0
    frame = inner.caller
    while frame is not None:
        count += frame.source.node is inner.source.node
        frame = frame.caller
    return count


def first_activation(inner: Frame) -> Frame | None:
    """The outermost activation of a function that calls itself, on the way to one."""
    found: Frame | None = None
    called = {inner.source.node}
    frame = inner.caller
    while frame is not None:
        node = frame.source.node
        if node in called and not is_generator_function(node):
            found = frame
        called.add(node)
        frame = frame.caller
    return found


def repeated(inner: Frame) -> Frame | None:
    """The activation that this one repeats, if only run time ends the recursion."""
    session = inner.session
    found: Frame | None = None
    deeper = 0
    depth = inner.entry.depth
    calls = [inner.site]
    frame = inner.caller
    while frame is not None:
        if frame.source.node is inner.source.node and frame.entry is not None:
            active = frame.recursion is not None
            conditional = frame.entry.depth < depth
            deeper += conditional
            loose = active or deeper >= _WRITTEN_OUT
            if conditional:
                frame.entry.inside.add(tuple(calls))
                loose |= len(frame.entry.inside) >= _WRITTEN_OUT_IN_ALL
            calls.append(frame.site)
            if (active or conditional) and _repeats(session, frame, inner, loose):
                found = frame
                if active:
                    break
        frame = frame.caller
    return found


def refuse_told(root: Entry, entry: Entry, session: Session) -> None:
    """Refuse a call that no run-time branch stands around, and only loops of which it
    is known that they are done: what ends the recursion is known, too."""
    loops = session.loops[root.loops :]
    if entry.depth - root.depth == len(loops) and all(one.told for one in loops):
        raise NeedsStatic("a function calls itself in a loop", label="calls itself")


def _repeats(session: Session, frame: Frame, inner: Frame, loose: bool) -> bool:
    """Whether the arguments differ in nothing that has to be known at compile time.

    Where ``loose``, numbers that are known may differ.
    """
    if frame.parent is not inner.parent:
        return False
    before, now = frame.entry.names, inner.entry.names
    if not same_structure(before, now):
        return False

    def may_differ(old: Any, new: Any) -> bool:
        if not (loose or has_box(old) or has_box(new)):
            return False
        pair = aval_of_leaf(session, old), aval_of_leaf(session, new)
        return joined_avals(*pair, JoinedSizes()) is not None

    return all(
        unchanged(old, new) or may_differ(old, new)
        for old, new in zip(leaves(before), leaves(now), strict=True)
    )


def aval_of_leaf(session: Session, leaf: Any) -> AnyAval | None:
    if kind_of(leaf).is_value:
        return session.aval(leaf)
    aval = scalar_aval(leaf)
    return aval if aval.is_numeric else None


def joined_avals(
    first: AnyAval | None, second: AnyAval | None, sizes: JoinedSizes
) -> AnyAval | None:
    if first is None or second is None:
        return None
    try:
        return joined(first, second, "", sizes)
    except ShapeError:  # Two lists, of which one cannot hold what is in the other.
        return None
