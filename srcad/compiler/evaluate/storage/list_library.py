"""Python's functions of a list, for one that is built at run time; read as source."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import operator

import numpy as np


def sum_of(values, start):
    """``sum(values, start)``."""
    total = start
    for value in values:
        total = total + value
    return total


def complex_of(real=0, imag=None):
    """``complex(real, imag)`` of numbers, or ``complex(z)``."""
    if imag is None:
        if np.iscomplexobj(real):
            return float(real.real) + float(real.imag) * 1j
        imag = 0
    return float(real) + float(imag) * 1j


def best_of(values, better):
    """``max(values)`` or ``min(values)``: the first of equals, as Python has it."""
    best = values[0]
    for value in values:
        if better(value, best):
            best = value
    return best


def best_row(values, better):
    """The same of tuples: the first is not compared with itself, where that raises."""
    best = values[0]
    for value in values[1:]:
        if better(value, best):
            best = value
    return best


def better_one(x, y, better):
    """``max(x, y)`` of numbers of two dtypes: it has that of the one it is."""
    return y if better(y, x) else x


def item_of(items, keys, key):
    """``items[key]`` of a dict with a few known keys."""
    if not keys:
        raise KeyError(key)
    first, *others = keys
    return items[first] if key == first else item_of(items, others, key)


def item_or(items, keys, key, default):
    """``items.get(key, default)`` of such a dict."""
    if not keys:
        return default
    first, *others = keys
    return items[first] if key == first else item_or(items, others, key, default)


def put_under(items, keys, key, value):
    """``items[key] = value`` of such a dict, which has the key."""
    first, *others = keys
    if not others or key == first:
        items[first] = value
    else:
        put_under(items, others, key, value)


def reduced(function, values, start):
    """``functools.reduce(function, values, start)``."""
    total = start
    for value in values:
        total = function(total, value)
    return total


def accumulated(function, values, start):
    """``list(itertools.accumulate(values, function, initial=start))``."""
    totals = [start]
    for value in values:
        totals.append(function(totals[-1], value))
    return totals


def listed(values):
    """``list(values)``."""
    return [value for value in values]  # noqa: C416


def keys_of(values, key):
    """What the values are ordered by."""
    return [compared(key(value), values) for value in values]


def compared(key, values):
    """A key among those of the values: None, which may stand alone, is less than none
    of them."""
    if key is None and len(values) > 1:
        raise TypeError("'<' not supported between instances of 'NoneType'")
    return 0 if key is None else key


def ordered(values, keys, reverse):
    """``sorted(values, key=..., reverse=reverse)``; equal ones keep their order."""
    keys = np.array(keys)
    places = np.argsort(-1 * keys if reverse else keys, kind="stable")
    return [values[place] for place in places]


def ordered_by_parts(values, columns, reverse):
    """The same of keys that are tuples, whose parts stand in ``columns``."""
    places = np.arange(len(values))
    for column in reversed(columns):
        keys = np.array(column)[places]
        found = np.argsort(-1 * keys if reverse else keys, kind="stable")
        places = places[found]
    return [values[place] for place in places]


def is_less(value, other):
    """Whether an object is less than another, by a ``<`` of its own."""
    return value < other


def less_by_key(key):
    """The same by that of their keys."""
    return lambda value, other: key(value) < key(other)


def ordered_by_comparison(values, less, reverse):
    """The same in the order of what ``less(value, other)`` says."""
    found = values[:1]
    for value in values[1:]:
        place = len(found)
        while place > 0:
            before = found[place - 1]
            if not (less(before, value) if reverse else less(value, before)):
                break
            place -= 1
        found.insert(place, value)
    return found


def best_by(values, better, key):
    """``max(values, key=key)``: the first of equals, as Python has it."""
    best = values[0]
    best_score = key(best)
    for value in values[1:]:
        score = key(value)
        if better(score, best_score):
            best = value
            best_score = score
    return best


def best_object_by(values, better, key):
    """The same of objects that can be changed, which stays the one in the list."""
    best = 0
    best_score = key(values[0])
    for place in range(1, len(values)):
        score = key(values[place])
        if better(score, best_score):
            best = place
            best_score = score
    return values[best]


def best_at(values, better, scores):
    """The same where the keys are known one by one."""
    best = values[0]
    best_score = scores[0]
    for value, score in zip(values[1:], scores[1:], strict=True):
        if better(score, best_score):
            best = value
            best_score = score
    return best


def no_order(arrays, text):
    """``left < right`` of what has no order: what Python raises of it."""
    if arrays:
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. "
            "Use a.any() or a.all()"
        )
    raise TypeError(text)


def if_there_is_one(extreme, default, values, *given):
    """``max(values, key=..., default=default)``."""
    if len(values) == 0:
        return default
    return extreme(values, *given)


def of_some(extreme, name, values, *given):
    """``max(values, key=...)``, which raises what Python does of no elements."""
    if len(values) == 0:
        raise ValueError(name + "() arg is an empty sequence")
    return extreme(values, *given)


def mapped(function, *sources):
    """``list(map(function, *sources))``."""
    return [function(*items) for items in zip(*sources, strict=False)]


def any_of(values):
    """``any(values)``."""
    found = False
    for value in values:
        if value:
            found = True
    return found


def all_of(values):
    """``all(values)``."""
    found = True
    for value in values:
        if not value:
            found = False
    return found


def extended(items, values):
    """``items.extend(values)``, one after the other."""
    for value in values:
        items.append(value)


def updated(items, pairs):
    """``items.update(pairs)``, one after the other."""
    for key, value in pairs:
        items[key] = value


def united(items, values):
    """``items.update(values)`` of a set, one after the other."""
    for value in values:
        items.add(value)


def tallied(counter, keys):
    """``counter.update(keys)``, one after the other."""
    for key in keys:
        counter[key] += 1


def is_in(values, item, equal=operator.eq):
    """``item in values``, of a generator."""
    found = False
    for value in values:
        if equal(value, item):
            found = True
            break
    return found


def place_of(values, item, equal=operator.eq):
    """``values.index(item)``."""
    for place, value in enumerate(values):
        if equal(value, item):
            return place
    raise ValueError(f"{item!r} is not in list")


def place_to_remove(values, item, equal=operator.eq):
    """Where ``values.remove(item)`` finds it."""
    for place, value in enumerate(values):
        if equal(value, item):
            return place
    raise ValueError("list.remove(x): x not in list")


def place_in_tuple(values, item, equal=operator.eq):
    """``values.index(item)`` of a tuple."""
    for place, value in enumerate(values):
        if equal(value, item):
            return place
    raise ValueError("tuple.index(x): x not in tuple")


def count_of(values, item, equal=operator.eq):
    """``values.count(item)``."""
    count = 0
    for value in values:
        if equal(value, item):
            count += 1
    return count


def is_or_equals(value, item):
    """Whether an element is an item that was read, or equal to it: a nan is found by
    its identity."""
    return value is item or value == item


def any_in(values):
    """``any(values)`` of a generator, of which no more is asked than decides."""
    found = False
    for value in values:
        if value:
            found = True
            break
    return found


def all_in(values):
    """``all(values)`` of a generator."""
    found = True
    for value in values:
        if not value:
            found = False
            break
    return found


def put_in_steps(xs, start, stop, step, items):
    """``xs[start:stop:step] = items``: none of them has another place."""
    places, items = list(range(len(xs)))[start:stop:step], list(items)
    if len(items) != len(places):
        raise ValueError(
            f"attempt to assign sequence of size {len(items)} to extended slice of "
            f"size {len(places)}"
        )
    for place, item in zip(places, items, strict=True):
        xs[place] = item
