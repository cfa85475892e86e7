"""``heapq``, of lists whose order run time knows; read as source.

The elements stand where Python's own functions put them, equal ones too.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import heapq

from srcad.compiler.evaluate.calls.builtin_table import reads


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


@reads(heapq.heappush)
def pushed(heap, item):
    heap.append(item)
    risen(heap, len(heap) - 1, 0)


@reads(heapq.heappop)
def popped(heap):
    item = heap.pop()
    if len(heap) > 0:
        item, heap[0] = heap[0], item
        sunk(heap, 0)
    return item


@reads(heapq.heapreplace)
def replaced(heap, item):
    first = heap[0]
    heap[0] = item
    sunk(heap, 0)
    return first


@reads(heapq.heappushpop)
def pushed_and_popped(heap, item):
    if len(heap) > 0:
        if heap[0] < item:
            item, heap[0] = heap[0], item
            sunk(heap, 0)
    return item


@reads(heapq.heapify)
def made_heap(items):
    for place in range(len(items) // 2 - 1, -1, -1):
        sunk(items, place)


@reads(heapq.nsmallest)
def smallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


@reads(heapq.nlargest)
def largest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]
