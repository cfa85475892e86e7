"""``heapq`` and ``bisect``, of lists whose order run time knows; read as source.

The elements stand where Python's own functions put them, equal ones too.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import ast
import bisect
import heapq
from typing import Any

from srcad.compiler.evaluate.builtin_table import Arguments, Handler, Keywords, builtin
from srcad.compiler.evaluate.changes import change
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import kind_of
from srcad.compiler.evaluate.list_methods import list_method
from srcad.compiler.evaluate.lists import has_nothing, list_from
from srcad.compiler.evaluate.objects import is_number


def risen(heap, place, start):
    """Move the element at ``place`` up, as far as ``start``, before larger ones."""
    item = heap[place]
    while place > start:
        parent = (place - 1) // 2
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def sunk(heap, start):
    """Put the element at ``start`` at its place below."""
    item, place, size = heap[start], start, len(heap)
    # The smaller child moves up until a leaf is reached; from there the element rises.
    child = 2 * place + 1
    while child < size:
        other = child + 1
        if other < size and not heap[child] < heap[other]:
            child = other
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    risen(heap, place, start)


def pushed(heap, item):
    """``heapq.heappush(heap, item)``."""
    heap.append(item)
    risen(heap, len(heap) - 1, 0)


def popped(heap):
    """``heapq.heappop(heap)``."""
    item = heap.pop()
    if len(heap) > 0:
        item, heap[0] = heap[0], item
        sunk(heap, 0)
    return item


def replaced(heap, item):
    """``heapq.heapreplace(heap, item)``."""
    first = heap[0]
    heap[0] = item
    sunk(heap, 0)
    return first


def pushed_and_popped(heap, item):
    """``heapq.heappushpop(heap, item)``."""
    if len(heap) > 0:
        if heap[0] < item:
            item, heap[0] = heap[0], item
            sunk(heap, 0)
    return item


def made_heap(items):
    """``heapq.heapify(items)``."""
    for place in range(len(items) // 2 - 1, -1, -1):
        sunk(items, place)


def smallest(n, iterable, key=None):
    """``heapq.nsmallest(n, iterable, key)``."""
    return sorted(iterable, key=key)[:n]


def largest(n, iterable, key=None):
    """``heapq.nlargest(n, iterable, key)``."""
    return sorted(iterable, key=key, reverse=True)[:n]


def place_after(a, x, lo=0, hi=None, *, key=None):
    """``bisect.bisect_right(a, x, lo, hi, key=key)``."""
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            hi = middle
        else:
            lo = middle + 1
    return lo


def place_before(a, x, lo=0, hi=None, *, key=None):
    """``bisect.bisect_left(a, x, lo, hi, key=key)``."""
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def inserted_after(a, x, lo=0, hi=None, *, key=None):
    """``bisect.insort_right(a, x, lo, hi, key=key)``."""
    place = place_after(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(place, x)


def inserted_before(a, x, lo=0, hi=None, *, key=None):
    """``bisect.insort_left(a, x, lo, hi, key=key)``."""
    place = place_before(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(place, x)


_ANY_LIST = {
    heapq.heappush: pushed,
    heapq.heappop: popped,
    heapq.heapreplace: replaced,
    heapq.heappushpop: pushed_and_popped,
    heapq.heapify: made_heap,
    heapq.nsmallest: smallest,
    heapq.nlargest: largest,
}
# These read a list at a place that run time knows.
_OF_RUN_TIME = {
    bisect.bisect_right: place_after,
    bisect.bisect_left: place_before,
    bisect.insort_right: inserted_after,
    bisect.insort_left: inserted_before,
}


def _read(definition: Any) -> Handler:
    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        return inline(frame, definition, args, named, node)

    return handler


def _read_of_run_time(definition: Any, changes: bool) -> Handler:
    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        items, item, *rest = args
        known = kind_of(items).sequence(items)
        if known is not None and changes:
            change(frame, items, node, resizes=True, unknown=True, sample=item)
        elif known and all(map(is_number, known)):
            items = list_from(frame, list(known), known[0], node)
        elif changes and has_nothing(items):
            return list_method(frame, items, "insert", [0, item], node)
        return inline(frame, definition, [items, item, *rest], named, node)

    return handler


for _function, _definition in _ANY_LIST.items():
    builtin(_function)(_read(_definition))
for _function, _definition in _OF_RUN_TIME.items():
    _changes = _function.__name__.startswith("insort")
    builtin(_function)(_read_of_run_time(_definition, _changes))
