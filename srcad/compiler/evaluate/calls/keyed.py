"""Dicts that are kept as two lists, since run time alone knows their keys."""

from __future__ import annotations

import ast
import collections
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from srcad.compiler.evaluate.calls import dict_library, key_lists
from srcad.compiler.evaluate.calls.key_sets import KeySet
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call, inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.settings import setting
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.list_items import is_list_box, is_run_time_list
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
    """Whether an object is such a dict, or a view of one."""
    views = dict_library.Keys, dict_library.Values, dict_library.Items
    return isinstance(item, (dict_library.Keyed, *views))


def in_any_order(item: Any, named: Keywords) -> Any:
    """What gives the same in whichever order it is gone through: the elements of a set
    of keys, where no ``key`` may hold several of them for equal."""
    if not isinstance(item, KeySet) or named.get("key") is not None:
        return item
    return current(parts_of(item)["_distinct"])


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


def made(frame: Frame, found: dict[Any, Any], node: ast.AST) -> dict[Any, Any]:
    """A dict whose keys are known, with the place where it is made."""
    frame.session.made[id(found)] = found, frame.source.span(node)
    frame.session.own(found)
    return found


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
