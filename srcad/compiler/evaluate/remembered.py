"""What is known at compile time of arguments of some kinds is found out once.

A helper of the library (is this a number? which dtype do the two have in common?) is
called for each operator of each layer. Where it has given literals, dtypes, classes, or
some of its arguments as they are, and has done nothing else, it gives the same again
for arguments of the same kinds: those are all that it can see of values of run time.
What has appended an operation, written, refused, found sizes to be related, or asked
what is known on the path is not remembered. Nor is anything where no argument is a
value of run time, for what a library is set to may be asked, and set; or where one is
neither that nor a literal. An argument without a name gets the one that it has got
before. The text of a library does not change, and what the session reads of it was
recorded the first time; where that is taken back, all is forgotten.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from srcad.compiler.evaluate.objects import Box
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval

LITERALS = (bool, int, float, str, type(None))
# So often a function may be asked in vain, before it is not asked any more.
_IN_VAIN = 4


class NotKnown(Exception):
    """It takes more than the kind of an object to say what it is."""


def remembered(
    session: Session,
    function: FunctionType,
    names: dict[str, Any],
    give: Callable[[], Any],
) -> Any:
    """What ``give`` gives, which evaluates a ``function`` of the library whose
    parameters are bound; or has given."""
    memory = session.remembered
    if session.derived or session.observed or memory.get(function, 0) > _IN_VAIN:
        return give()
    boxes: list[Box] = []
    try:
        forms = tuple(_form(item, boxes) for item in names.values())
    except NotKnown:
        memory[function] = memory.get(function, 0) + 1
        return give()
    computing = session.precision.computing
    if not boxes or session.precision.automatic is not None:
        return give()
    origin = session.builder.origin
    target = origin.target if origin is not None else ""
    key = function, forms, target, session.arrays, computing
    known = memory.get(key)
    if known is not None:
        memory[function] = 0
        form, hints = known
        for box, hint in zip(boxes, hints, strict=True):
            box.own.hint = hint or box.own.hint
        return _filled(form, boxes)
    before, named = _state(session), [box.own.hint for box in boxes]
    result = give()
    if _state(session) == before:
        hints = [
            box.own.hint if box.own.hint != hint else ""
            for box, hint in zip(boxes, named, strict=True)
        ]
        with contextlib.suppress(NotKnown):
            memory[key] = _form(result, boxes, given=True), hints
    if key not in memory:
        memory[function] = memory.get(function, 0) + 1
    return result


def _state(session: Session) -> tuple[int, ...]:
    """Whatever an evaluation does changes one of these."""
    reading = session.builder.sizes.reading
    return (
        id(session.builder),
        len(session.builder.ops),
        len(session.journal),
        len(session.errors),
        len(session.parameters),
        len(session.unfinished),
        len(reading.registered),
        len(reading.related),
        len(reading.facts),
        len(session.door.guards),
        len(session.door.alike),
        session.conditions.told,
    )


def _form(item: Any, boxes: list[Box], given: bool = False) -> Any:
    """What tells an object from others, as far as a helper can see; of what is given,
    which of the ``boxes`` are in it."""
    kind = type(item)
    if kind is Box:
        return _place(item, boxes, given)
    if kind is tuple:
        return tuple(_form(part, boxes, given) for part in item)
    if kind in LITERALS:
        return kind, item if given else repr(item)
    if isinstance(item, np.dtype) or (kind is type and _is_pythons(item)):
        return kind, item
    raise NotKnown


def _place(box: Box, boxes: list[Box], given: bool) -> Any:
    place = next((k for k, one in enumerate(boxes) if one is box), len(boxes))
    if given:
        if place == len(boxes):
            raise NotKnown
        return Box, place
    own, aval = box.own, box.aval
    if own.is_literal or type(aval) is not Aval or not _is_itself(box):
        raise NotKnown
    if place == len(boxes):
        boxes.append(box)
    return Box, place, aval, box.holds, own.named or bool(own.hint)


def _is_itself(box: Box) -> bool:
    """Whether nothing happens where a value is read: it is bound, and is no view of
    what was written since."""
    if box.stale or box.unsure or box.classes:
        return False
    views = (one.view for one in box.owners if one.view is not None)
    return all(one.derive is None or one.base.own is one.seen for one in views)


def _is_pythons(cls: type) -> bool:
    return cls.__module__ in ("builtins", "numpy")


def _filled(form: Any, boxes: list[Box]) -> Any:
    if len(form) == 2 and inspect.isclass(form[0]):
        kind, item = form
        return boxes[item] if kind is Box else item
    return tuple(_filled(part, boxes) for part in form)
