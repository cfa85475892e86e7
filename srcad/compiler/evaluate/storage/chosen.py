"""Known objects of which run time chooses one: texts, members of an Enum, functions.

Each has a number, which is the same wherever it is an option, so that what paths have
chosen is joined as any other number is.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from dataclasses import replace
from types import MethodType
from typing import Any, TypeVar

from srcad.compiler.evaluate.agreement import unchanged
from srcad.compiler.evaluate.contents import has_grown
from srcad.compiler.evaluate.kinds import content, has_box, kind_of, run_time_leaves
from srcad.compiler.evaluate.objects import Choice, box_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.storage.aliases import adopt, stands_for
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.literals import is_member
from srcad.compiler.reading.records import is_made

# None may be an option beside those of any family.
_NONE = -1
_MOST = 16
# The family of objects that can be changed.
OBJECT = "object"

T = TypeVar("T")


def as_choices(session: Session, first: Any, second: Any) -> tuple[Any, Any]:
    """Two objects, with choices in both where a known one stands in the place of
    another known one; as they are where there is none."""
    if unchanged(first, second):
        return first, second
    items = [_as_object(session, item) for item in (first, second)]
    families = {_family(session, one) for one in items} - {type(None)}
    if None not in families and len(families) == 1:
        (family,) = families
        pair = [_options(session, family, item) for item in items]
        options = dict(sorted({**pair[0], **pair[1]}.items()))
        if len(options) > _MOST or not _are_there(session, family, options):
            return first, second
        one, other = (_among(session, family, options, item) for item in items)
        return one, other
    of = kind_of(first)
    if of.lists(first) and kind_of(second).lists(second):
        # A list says itself what its items may be.
        forms = of.form(first), kind_of(second).form(second)
        if lasts(session, *forms) and lasts(session, *forms[::-1]):
            admit(session, *forms)
            admit(session, *forms[::-1])
    is_form = of.is_structure and not of.may_be_none and of is kind_of(second)
    if not is_form or not of.same_form(first, second):
        return first, second
    parts, others = list(of.parts(first)), list(of.parts(second))
    both = [as_choices(session, *pair) for pair in zip(parts, others, strict=True)]
    ones, twos = [one for one, _ in both], [two for _, two in both]
    if not any(map(operator.is_not, [*ones, *twos], [*parts, *others])):
        return first, second
    return _in_place_of(session, first, ones), _in_place_of(session, second, twos)


def as_objects(session: Session, first: Any, second: Any) -> tuple[Any, Any]:
    """Choices in the place of two objects that paths choose among themselves; as they
    are where they do not."""
    one, other = (_as_object(session, item) for item in (first, second))
    families = {_family(session, item) for item in (one, other)} - {type(None)}
    chosen = families == {OBJECT}
    return as_choices(session, first, second) if chosen else (first, second)


def _as_object(session: Session, item: Any) -> Any:
    """The list whose content an object of run time is; all else as it is."""
    held = session.holders.get(box_of(item))
    return item if held is None or not has_grown(held.container) else held.container


def has_objects(session: Session, items: Iterable[Any]) -> bool:
    """Whether one of some objects is chosen as it is, and not by what it holds."""
    return any(_family(session, item) is OBJECT for item in items)


def _in_place_of(session: Session, item: T, parts: list[Any]) -> T:
    """An object with choices in it, which stands for the one that it was made of: a
    write to either is to be seen in both."""
    new: T = adopt(session, kind_of(item).with_parts(item, parts))
    stands_for(session, new, item)
    return new


def all_as_choices(session: Session, items: list[Any]) -> list[Any]:
    """The same of some objects: known ones in one place are options of one choice, also
    where there is one option alone."""
    like = functools.reduce(lambda one, item: as_choices(session, one, item)[0], items)
    like = _as_only_choice(session, like)
    return [as_choices(session, like, item)[1] for item in items]


def _as_only_choice(session: Session, item: Any) -> Any:
    """An object with choices of one option in the place of what is known of it."""
    family, of = _family(session, item), kind_of(item)
    if family not in (None, type(None)):
        return _among(session, family, _options(session, family, item), item)
    if not of.is_structure or of.may_be_none:
        return item
    parts = list(of.parts(item))
    ones = [_as_only_choice(session, part) for part in parts]
    changed = any(map(operator.is_not, ones, parts))
    return of.with_parts(item, ones) if changed else item


def own_options(item: Any) -> Any:
    """The form of a list's items, with choices whose options are its own."""
    of = kind_of(item)
    choice = of.choice(item)
    if choice is not None:
        return replace(choice, options=dict(choice.options))
    if not of.is_structure or of.may_be_none:
        return item
    parts = list(of.parts(item))
    ones = list(map(own_options, parts))
    changed = any(map(operator.is_not, ones, parts))
    return of.with_parts(item, ones) if changed else item


def admit(session: Session, form: Any, wider: Any) -> None:
    """Let the items of a list be what is ``wider`` than their form: other options too,
    also of what was read from it before in a loop on trial."""
    of = kind_of(form)
    choice, other = of.choice(form), kind_of(wider).choice(wider)
    if choice is not None and other is not None:
        options = sorted({**choice.options, **other.options}.items())
        if len(options) > len(choice.options):
            choice.options.clear()
            choice.options.update(options)
            for loop in session.trials:
                loop.widened = True
    elif of.is_structure and wider is not form:
        # What has other parts is refused where it is put in.
        for pair in zip(of.parts(form), kind_of(wider).parts(wider), strict=False):
            admit(session, *pair)


def lasts(session: Session, form: Any, wider: Any) -> bool:
    """Whether the options of what is ``wider`` than the form of a list's items are
    there wherever the list is: none holds what was made further inside than those of
    the form were."""
    of = kind_of(form)
    choice, other = of.choice(form), kind_of(wider).choice(wider)
    if choice is not None and other is not None:
        if choice.family is not OBJECT:
            return True
        first = min(_depths(session, choice.options.values()), default=0)
        new = [one for k, one in other.options.items() if k not in choice.options]
        # What was made before is there, whatever it holds by now.
        new = [one for one in new if not _was_there(session, one, first)]
        inside = _made_inside(session, first)
        return all(one.value not in inside for one in run_time_leaves(new))
    if not of.is_structure or wider is form:
        return True
    pairs = zip(of.parts(form), kind_of(wider).parts(wider), strict=False)
    return all(lasts(session, *pair) for pair in pairs)


def _depths(session: Session, options: Iterable[Any]) -> list[int]:
    """The depths at which those of some objects were made that hold run-time values."""
    places = [session.held.get(id(content(one))) for one in options if has_box(one)]
    return [place.depth for place in places if place is not None]


def _was_there(session: Session, item: Any, depth: int) -> bool:
    """Whether an object that can be changed was made at a depth, or further outside."""
    return any(known <= depth for known in _depths(session, [item]))


def _made_inside(session: Session, depth: int) -> set[Atom]:
    """The values that were made further inside than at a depth."""
    found: set[Atom] = set()
    builder: Builder | None = session.builder
    for _ in range(session.depth - depth):
        if builder is not None:
            found.update(value for op in builder.ops for value in op.results)
            builder = builder.outer
    return found


def _family(session: Session, item: Any) -> Any:
    """What an object is an option among; None if it is none."""
    of = kind_of(item)
    choice = of.choice(item)
    if choice is not None:
        return choice.family
    if item is None or isinstance(item, str) or is_member(item):
        return type(item)
    if session.builder.sizes.reading.ways.by_identity:
        changeable = is_made(item) or _is_older(session, item)
        if changeable and _is_there(session, item):
            return OBJECT
        if isinstance(item, MethodType) and _is_there(session, item.__self__):
            return "callable"
    known = not (of.is_value or of.is_structure or is_made(item) or has_box(item))
    return "callable" if known and callable(item) else None


def _is_older(session: Session, item: Any) -> bool:
    """Whether an object that can be changed was there before the paths that meet."""
    container = item if has_grown(item) else content(item)
    place = session.held.get(id(container))
    # What stands for one at the end of a path is another one.
    if place is None or place.container is not container:
        return False
    return place.depth <= session.depth


def _is_there(session: Session, item: Any) -> bool:
    """Whether an object is the same for the paths that meet, and behind them."""
    return _is_older(session, item) or not has_box(item)


def _are_there(session: Session, family: Any, options: dict[int, Any]) -> bool:
    """Whether options are: what one path has chosen it may have made as well."""
    if family is OBJECT:
        return all(one is None or _is_there(session, one) for one in options.values())
    methods = (one for one in options.values() if isinstance(one, MethodType))
    return all(_is_there(session, one.__self__) for one in methods)


def _options(session: Session, family: Any, item: Any) -> dict[int, Any]:
    choice = kind_of(item).choice(item)
    if choice is not None:
        options: dict[int, Any] = choice.options
        return options
    return {_number(session, family, item): item}


def _among(session: Session, family: Any, options: dict[int, Any], item: Any) -> Any:
    """A choice among some options; the object itself where it is one."""
    choice = kind_of(item).choice(item)
    if choice is not None and list(choice.options) == list(options):
        return item
    return Choice(family, options, _number(session, family, item))


def _number(session: Session, family: Any, item: Any) -> Any:
    choice = kind_of(item).choice(item)
    if choice is not None:
        return choice.number
    if item is None:
        return _NONE
    known = session.options.setdefault(family, [])
    for number, one in enumerate(known):
        if unchanged(one, item) or _is_same_function(one, item):
            return number
    known.append(item)
    return len(known) - 1


def _is_same_function(one: Any, other: Any) -> bool:
    """Whether two functions are of one definition, met twice."""
    if not (kind_of(one).is_closure and kind_of(other).is_closure):
        return False
    plain = not (one.defaults or one.keyword_defaults or one.attributes)
    return plain and one.node is other.node and one.frame is other.frame
