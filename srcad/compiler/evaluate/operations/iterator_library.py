"""Python's functions that give iterators, as generators; read as source.

What stands in them after a ``yield`` to count with (``+=``) is executed also where the
consumer may have left: nothing reads it then.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, var-annotated"

from __future__ import annotations


def each(items, over):
    """``iter(items)`` of what was read ``over`` these already."""
    yield from items


def undisturbed(items, check):
    """The same items, of what must not be changed meanwhile."""
    check()
    for item in items:
        yield item
        check()


def in_deque(items, backwards):
    """``iter`` of a deque that has these items, or ``reversed``."""
    raise TypeError("it is called by the evaluation")


class Each:
    """``iter(items)`` of a list, which goes on where it was left."""

    __srcad_stands_for__: type = type(iter([]))

    def __init__(self, items):
        self._items = items
        self._place = 0
        self._ended = False

    def __iter__(self):
        while self._is_before_the_end():
            yield self._advanced()

    def __next__(self):
        if not self._is_before_the_end():
            raise StopIteration
        return self._advanced()

    def _is_before_the_end(self):
        # What is appended when it has ended is not gone through.
        self._ended = self._ended or self._place >= len(self._items)
        return not self._ended

    def _advanced(self):
        place = self._place
        self._place = place + 1
        return self._items[place]


def counted(items, taken):
    """``enumerate(items, taken)``."""
    for item in items:
        yield taken, item
        taken += 1


def next_of(iterator):
    """``next(iterator)`` of an object of the user's."""
    return iterator.__next__()


def next_or(iterator, default):
    """``next(iterator, default)`` of an object of the user's."""
    try:
        return iterator.__next__()
    except StopIteration:
        return default


def first_of(generator):
    """``next(generator)`` of what nothing else asks."""
    for item in generator:
        return item
    raise StopIteration


def first_or(generator, default):
    """``next(generator, default)`` of what nothing else asks."""
    for item in generator:
        return item
    return default


def given_by(iterator):
    """What the ``__next__`` of an object of the user's gives, one after the other."""
    while True:
        try:
            item = iterator.__next__()
        except StopIteration:
            return
        yield item


def by_items(sequence):
    """``iter(sequence)`` of an object of the user's without ``__iter__``."""
    k = 0
    while True:
        try:
            item = sequence[k]
        except IndexError:
            return
        yield item
        k += 1


def entries(mapping):
    """What ``dict`` is given: of an object that has ``keys``, what these lead to."""
    if not hasattr(mapping, "keys"):
        return mapping
    return [(key, mapping[key]) for key in mapping.keys()]  # noqa: SIM118


def needs_items(items, count):
    """Before ``items`` are bound to targets."""
    if len(items) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    needs_enough(items, count, count)


def needs_enough(items, count, expected):
    """Before so many are taken out of them."""
    if len(items) < count:
        raise ValueError(
            f"not enough values to unpack (expected {expected}, got {len(items)})"
        )


def needs_at_least(items, count):
    """The same, where one of the targets has a star."""
    needs_enough(items, count, f"at least {count}")


def needs_rows(rows, count):
    """Before ``zip(*rows)`` is unpacked: of no rows it gives nothing."""
    if len(rows) == 0:
        raise ValueError(f"not enough values to unpack (expected {count}, got 0)")


def backwards(sequence):
    """``reversed(sequence)`` of an object of the user's without ``__reversed__``."""
    return from_the_end(sequence, len(sequence))


def from_the_end(sequence, count):
    """``sequence[count - 1]`` and those before it, up to an IndexError."""
    for k in range(count - 1, -1, -1):
        try:
            item = sequence[k]
        except IndexError:
            return
        yield item


def zipped(items, ends, row, over):
    """``zip(items, ...)`` of a generator with what has positions, and an end; it goes
    ``over`` these arrays."""
    k = 0
    for item in items:
        if ends(k):
            return
        yield row(k, item)
        k += 1  # noqa: SIM113


def zipped_strictly(rows, check):
    """``zip(..., strict=True)`` of what has not the same length."""
    yield from rows
    check()


def zipped_between(items, ends, row, over, begins):
    """``zip(..., items, ...)``: what stands before is asked first."""
    k = 0
    if begins(k):
        return
    for item in items:
        if ends(k):
            return
        yield row(k, item)
        k += 1
        if begins(k):
            return


def drawn(draw, sources):
    """``zip(*sources)`` of generators, which are asked one after the other."""
    while True:
        row = draw(sources)
        if row is None:
            return
        yield row


def mapped_one_by_one(function, values):
    """``map(function, values)``."""
    for value in values:
        yield function(value)


def mapped_together(function, *sources):
    """``map(function, *sources)``."""
    for items in zip(*sources, strict=False):
        yield function(*items)


def starred(function, rows):
    """``itertools.starmap(function, rows)``."""
    for row in rows:
        yield function(*row)


def filtered(function, values):
    """``filter(function, values)``."""
    for value in values:
        if value if function is None else function(value):
            yield value


def chained(*sources):
    """``itertools.chain(*sources)``."""
    for values in sources:
        yield from values


def flattened(sources):
    """``itertools.chain.from_iterable(sources)``."""
    for values in sources:
        yield from values


def sliced(values, start, stop, step):
    """``itertools.islice(values, start, stop, step)``."""
    places = range(max(start, stop)) if stop is not None else None
    for k, value in numbered(places, values):
        if k == start:
            yield value
            start += step


def numbered(places, values):
    """The values with their positions, up to the end of ``places``."""
    return enumerate(values) if places is None else zip(places, values, strict=False)


def taken_while(function, values):
    """``itertools.takewhile(function, values)``."""
    for value in values:
        if not function(value):
            return
        yield value


def dropped_while(function, values):
    """``itertools.dropwhile(function, values)``."""
    dropping = True
    for value in values:
        if dropping and function(value):
            continue
        dropping = False
        yield value


def paired(values):
    """``itertools.pairwise(values)``."""
    for first in values:  # noqa: B007
        break
    else:
        return
    for value in values:
        yield first, value
        first = value


def running(values, function, start):
    """``itertools.accumulate(values, function)``; ``start`` has the initial value."""
    total, started = 0.0, False
    for total in start:
        started = True
        yield total
    for value in values:
        total = function(total, value) if started else value
        started = True
        yield total


def compressed(values, selectors):
    """``itertools.compress(values, selectors)``."""
    for value, chosen in zip(values, selectors, strict=False):
        if chosen:
            yield value


def left_out(function, values):
    """``itertools.filterfalse(function, values)``."""
    for value in values:
        if not (value if function is None else function(value)):
            yield value


def batches(values, n, *, strict=False):
    """``itertools.batched(values, n)``."""
    if n < 1:
        raise ValueError("n must be at least one")
    batch = []
    for value in values:
        batch.append(value)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        if strict:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)


def counting(start=0, step=1):
    """``itertools.count(start, step)``."""
    number = start
    while True:
        yield number
        number = number + step


def product(values, start):
    """``math.prod`` of as many values as run time knows."""
    total = start
    for value in values:
        total = total * value
    return total


def until(function, sentinel):
    """``iter(function, sentinel)``: what it gives, call by call."""
    while True:
        value = function()
        if value == sentinel:
            return
        yield value


def repeating(value):
    """``itertools.repeat(value)``."""
    while True:
        yield value


def cycled(values):
    """``itertools.cycle(values)``: what was given once is given again."""
    given = []
    for value in values:
        given.append(value)
        yield value
    while len(given):
        yield from given


def grouped(values, key=None):
    """``itertools.groupby(values, key)``: going on leaves a group."""
    group, last = [], None
    for value in values:
        found = value if key is None else key(value)
        if group and found != last:
            members = each(group, ())
            yield last, members
            for _ in members:
                pass
            group = []
        group.append(value)
        last = found
    if group:
        members = each(group, ())
        yield last, members
        for _ in members:
            pass
