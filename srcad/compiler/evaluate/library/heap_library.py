"""``heapq``, of lists whose order run time knows; read as source.

The elements stand where Python's own functions put them, equal ones too.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import ast
import heapq
from typing import Any

from srcad.compiler.evaluate.calls.builtin_table import (
    Arguments,
    Handler,
    Keywords,
    builtin,
)
from srcad.compiler.evaluate.dispatch import inline
from srcad.compiler.evaluate.frame import Frame


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


def _read(definition: Any) -> Handler:
    def handler(frame: Frame, args: Arguments, named: Keywords, node: ast.AST) -> Any:
        return inline(frame, definition, args, named, node)

    return handler


for _function, _definition in {
    heapq.heappush: pushed,
    heapq.heappop: popped,
    heapq.heapreplace: replaced,
    heapq.heappushpop: pushed_and_popped,
    heapq.heapify: made_heap,
    heapq.nsmallest: smallest,
    heapq.nlargest: largest,
}.items():
    builtin(_function)(_read(_definition))
