"""Dicts that are kept as two lists, and sets that are kept as one, since run time alone
knows their keys."""

from __future__ import annotations

import ast
import collections
import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from srcad.compiler.evaluate.calls import dict_library, key_lists
from srcad.compiler.evaluate.calls.builtin_table import by_arguments
from srcad.compiler.evaluate.calls.key_sets import KeySet, key_set
from srcad.compiler.evaluate.calls.number_sets import NumberSet, number_set
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.known import refuse_unhashable
from srcad.compiler.evaluate.objects import aval_of
from srcad.compiler.evaluate.operations.special import is_user_object, special_method
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.list_items import is_list_box, is_run_time_list
from srcad.compiler.ir.avals import is_whole
from srcad.compiler.ir.lists import element_of
from srcad.compiler.reading.records import parts_of

_KEYED: dict[type, type] = {
    dict: dict_library.Keyed,
    collections.OrderedDict: dict_library.KeyedInOrder,
    collections.defaultdict: dict_library.KeyedWithDefault,
    collections.Counter: dict_library.KeyedCounts,
}


def is_unknown(frame: Frame, node: ast.AST) -> bool:
    """Whether run time alone was found to know what is in what is made here."""
    return frame.source.span(node) in frame.session.builder.sizes.reading.ways.unknown


def keyed(frame: Frame, kind: type, args: Args, named: Keywords, node: ast.AST) -> Any:
    """``kind(*args, **named)``, of one of the classes of dicts, as two lists."""
    return call(frame, _KEYED[kind], args, named, node)


def is_or_shows_one(item: Any) -> bool:
    """Whether an object is such a dict, a view of one, or a set that run time has."""
    views = dict_library.Keys, dict_library.Values, dict_library.Items
    return isinstance(item, (dict_library.Keyed, *views, NumberSet))


def in_any_order(item: Any, named: Keywords) -> Any:
    """What gives the same in whichever order it is gone through: the elements of a set
    of keys, where no ``key`` may hold several of them for equal."""
    if not isinstance(item, KeySet) or named.get("key") is not None:
        return item
    found = parts_of(item).get("_distinct")
    return item if found is None else current(found)


def added_in_any_order(item: Any, named: Keywords) -> Any:
    """The same of what is added up: whole numbers alone."""
    found = in_any_order(item, named)
    if is_run_time_list(found):
        whole = is_list_box(found) and is_whole(element_of(found.value))
    else:
        parts = kind_of(found).parts(found)
        whole = all(isinstance(one, int) or is_whole(aval_of(one)) for one in parts)
    return found if whole else item


@contextlib.contextmanager
def making(frame: Frame, node: ast.AST) -> Iterator[None]:
    """While a dict is made here: note where run time alone knows its keys."""
    try:
        yield
    except NeedsStatic:
        note(frame, node)
        raise


def note(frame: Frame, node: ast.AST) -> None:
    """Note that run time alone knows the keys of what is made here."""
    frame.session.builder.sizes.reading.unknown[frame.source.span(node)] = None


@contextlib.contextmanager
def making_set(frame: Frame, node: ast.AST) -> Iterator[None]:
    """The same, while a set is made; not where it is known when what is around it is
    written out."""
    with (
        contextlib.nullcontext() if frame.session.writes_out() else making(frame, node)
    ):
        yield


def kept_set(frame: Frame, args: Args, node: ast.AST) -> Any:
    """``set(*args)``, as a list in which each is once; as a set of run time, where it
    was found that the order is asked for."""
    in_order = frame.session.builder.sizes.reading.ways.in_order
    return inline(frame, number_set if in_order else key_set, args, {}, node)


def made_set(frame: Frame, found: Any, node: ast.AST) -> Any:
    """A set whose elements are known, with the place where it is made; kept as a list
    where they are found to become unknown. All else as it is."""
    if type(found) is not set:
        return frame.session.own(found)
    if is_unknown(frame, node):
        return kept_set(frame, [found], node)
    return made(frame, found, node)


_Known = TypeVar("_Known", dict[Any, Any], set[Any])


def made(frame: Frame, found: _Known, node: ast.AST) -> _Known:
    """A dict or set whose keys are known, with the place where it is made."""
    frame.session.made[id(found)] = found, frame.source.span(node)
    frame.session.own(found)
    return found


def _hashed(frame: Frame, key: Any, node: ast.AST) -> Any:
    refuse_unhashable(frame, key, node)
    if is_user_object(key) and special_method(frame, key, "hash") is not None:
        message = "an object with a `__hash__` of its own is in no set of run time"
        frame.refuse(
            "SRC013", message, node, help="let its class be a frozen dataclass"
        )
    return key


HANDLERS[key_lists.hashed] = by_arguments(key_lists.hashed, _hashed)


def _surely(function: Any, is_known: Callable[[Any], bool]) -> None:
    """Let a function of the library raise nothing, of lists which ``is_known`` says
    that nothing of the user's is called of."""

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        sure = is_known(current(args[0]))
        with setting(frame.session.builder, sure=sure):
            return inline(frame, function, args, named, node)

    HANDLERS[function] = handler


_surely(key_lists.is_in, is_list_box)
_surely(key_lists.index_of, is_list_box)
_surely(key_lists.held, is_run_time_list)
_surely(key_lists.hold, is_run_time_list)
_surely(key_lists.taken, is_run_time_list)
