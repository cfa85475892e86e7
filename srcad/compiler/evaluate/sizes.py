"""Sizes that must be known at compile time: then they are those of the call.

A module is made for sizes of any number, and named in it. Where the number itself is
needed (a tuple of as many pieces, a loop that is written out) the compilation starts
again with the number that the call has. Ahead of time there is no call: it is refused.
"""

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.kinds import kind_of, leaves
from srcad.compiler.evaluate.objects import box_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.types import Atom, applications

_ARITHMETIC = {
    *("add", "subtract", "multiply", "floor_divide", "remainder", "negative"),
    *("minimum", "maximum", "least", "greatest", "int"),
    *("larger", "smaller", "above", "below"),
}


def fix_sizes(session: Session, item: Any) -> None:
    """Compile again with the sizes that ``item`` is made of, where they are known."""
    for leaf in leaves((item, kind_of(item).sizes(item))):
        _fix(session, box_of(leaf).value)


def _fix(session: Session, atom: Atom) -> None:
    aval = atom.aval
    if atom.is_literal or aval.shape or not aval.is_integer:
        return
    if aval.size is not None:
        session.builder.sizes.fix(aval.size)
        return
    for op in applications(reversed(session.builder.ops)):
        if atom in op.results:
            if op.primitive in _ARITHMETIC:
                for arg in op.args:
                    _fix(session, arg)
            return
