"""Lists of keys, and of what is held for them; read as source."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations


def place_of(keys, key):
    """Where a key stands; -1 where it does not."""
    found = -1
    for place, other in enumerate(keys):
        if other == key:
            found = place
            break
    return found


def at(keys, key, place=None):
    """Where a key stands that is there; a tuple was found at ``place``."""
    if place is None and isinstance(key, tuple | str):
        return place_of(keys, key)
    return index_of(keys, key) if place is None else place


def hashed(key):
    """The key, of which Python has a hash."""
    return key


# These raise nothing, since they are asked for what is there.


def is_in(keys, key):
    """Whether a key is there."""
    return key in keys


def index_of(keys, key):
    """Where it stands."""
    return keys.index(key)


def held(values, place):
    """What stands at a place."""
    return values[place]


def hold(values, place, value):
    """Put something else there."""
    values[place] = value


def taken(values, place):
    """What stands there, taken out."""
    return values.pop(place)


def each_in(*lists):
    """What stands in a list, or in several of one length side by side. A dict that is
    gone through does not change its size, so that the lists may be written meanwhile.
    """
    return zip(*lists, strict=False) if len(lists) > 1 else iter(lists[0])
