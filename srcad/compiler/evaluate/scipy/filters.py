"""``scipy.signal``: recursive filters, forwards, and forwards and backwards.

A filter is the direct form II transposed, as in SciPy: what it holds when it begins is
added to its first values, and what it holds at the end is what those behind would have.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import (
    axis_in,
    certain,
    differ,
    fixed,
    is_known,
    unsupported,
)
from srcad.compiler.evaluate.numpy.definitions import defines


def check_leading(a):
    """A filter with a past has something to divide by."""
    if a.shape[0] != 1 and not certain(a[0] != 0):
        if certain(a[0] == 0) or a[0] == 0:
            raise ValueError("filter coefficient a[0] == 0 is not supported")


@defines(signal.lfilter, arrays="b a x zi")
def lfilter(b, a, x, axis=-1, zi=None):
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    if x.ndim == 0 or b.ndim != 1 or a.ndim != 1:
        raise ValueError("a signal has an axis, and coefficients have one")
    axis = axis_in(axis, x.ndim)
    check_leading(a)
    if zi is None and x.ndim == 1:
        return from_rest(b, a, x)
    fixed(b.shape[0])
    fixed(a.shape[0])
    rows = np.moveaxis(x, axis, 0)
    b, a, before = b / a[0], a / a[0], a.shape[0] - 1
    if zi is None:
        y, _ = from_state(b, a, rows, None)
        return np.moveaxis(y[before:], 0, axis)
    check_state(zi, x, axis, max(before, b.shape[0] - 1))
    y, given = from_state(b, a, rows, np.moveaxis(zi, axis, 0))
    rest = zi if zi.shape[axis] == 0 else held_after(a, y, given)
    return np.moveaxis(y[before:], 0, axis), np.moveaxis(rest, 0, axis)


def check_state(zi, x, axis, order):
    """One for each signal, or for all along an axis."""
    if zi.ndim != x.ndim or zi.shape[axis] != order:
        raise ValueError("Unexpected shape for parameter zi")
    for k, size in enumerate(zi.shape):
        if k != axis and size != 1 and differ(size, x.shape[k]):
            raise ValueError("Unexpected shape for parameter zi")


def from_rest(b, a, x):
    order = a.shape[0] - 1
    if is_known(x.shape[0]) and x.shape[0] == 0 and order:
        return np.concatenate((b[:0], a[:0], x))
    given = np.convolve(x, b / a[0])[: x.shape[0]]
    if is_known(order) and order == 0:
        return given
    # a[0] y[k] = b[0] x[k] + b[1] x[k - 1] + ... - a[1] y[k - 1] - ...
    past = a[:0:-1] / a[0]
    y = np.concatenate((np.zeros(order, given.dtype), given))
    for k, _ in enumerate(given):
        y[k + order] -= past @ y[k : k + order]
    return y[order:]


def ahead(x, before, behind=0):
    """``x`` with zeros before it along its first axis, and behind it."""
    return np.pad(x, [(before, behind)] + [(0, 0)] * (x.ndim - 1))


def from_state(b, a, x, state):
    """What comes of ``x`` along its first axis, behind zeros that stand for what came
    before; and what the input alone gives, as far as it reaches beyond the end.

    ``a[0]`` is 1. ``state`` is what is held before the first, and None is nothing."""
    n, before, past = x.shape[0], a.shape[0] - 1, a[:0:-1]
    order = max(before, b.shape[0] - 1)
    padded = ahead(x, b.shape[0] - 1, order)
    windows = np.lib.stride_tricks.sliding_window_view(padded, b.shape[0], 0)
    given = windows @ b[::-1]
    if state is not None:
        given = given + ahead(state, 0, n)
    y = ahead(given[:n], before)
    if before:
        for k in range(n):
            y[k + before] -= weighted(past, y[k : k + before])
    return y, given


def weighted(past, rows):
    """The sum of rows, each times a number."""
    return past @ rows if rows.ndim < 3 else np.tensordot(past, rows, 1)


def held_after(a, y, given):
    """What is held behind the end of what ``from_state`` gives."""
    before, past = a.shape[0] - 1, a[:0:-1]
    n = y.shape[0] - before
    last, rest = y[n:], []
    tail = given[n:]
    for k in range(tail.shape[0]):
        held = tail[k]
        if k == 0 and before:
            held = held - weighted(past, last)
        elif k < before:
            held = held - weighted(past[:-k], last[k:])
        rest.append(held)
    return np.stack(rest)


@defines(signal.lfilter_zi, arrays="b a")
def lfilter_zi(b, a):
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    if b.ndim != 1 or a.ndim != 1:
        raise ValueError("the coefficients have one axis")
    fixed(b.shape[0])
    fixed(a.shape[0])
    for _ in range(a.shape[0] - 1):
        if certain(a[0] == 0):
            a = a[1:]
    if max(a.shape[0], b.shape[0]) < 2:
        raise ValueError("a filter without a past holds nothing")
    if not certain(a[0] != 0) and a[0] == 0:
        raise ValueError("the first coefficient of the denominator is not zero here")
    b, a, longer = b / a[0], a / a[0], a.shape[0] - b.shape[0]
    if longer > 0:
        b = ahead(b, 0, longer)
    elif longer < 0:
        a = ahead(a, 0, -longer)
    # What is held where all that comes, and all that goes, is the same.
    steps = b[1:] - a[1:] * b[0]
    total = np.sum(a)
    if not certain(total != 0) and total == 0:
        raise np.linalg.LinAlgError("Singular matrix")
    first = np.sum(steps) / total
    return np.cumsum(a)[:-1] * first - np.cumsum(steps) + steps


def prolonged(x, padtype, padlen, taps):
    """A signal with as much more at its ends along its first axis, and how much."""
    if padtype not in ("even", "odd", "constant", None):
        raise ValueError("padtype must be 'even', 'odd', 'constant', or None.")
    if not is_known(padlen):
        unsupported("`padlen` is known before")
    edge = 0 if padtype is None else 3 * taps if padlen is None else padlen
    if x.shape[0] <= edge:
        raise ValueError(
            "The length of the input vector x must be greater than padlen, which is"
            f" {edge}."
        )
    if edge <= 0:
        return x, edge
    widths = [(edge, edge)] + [(0, 0)] * (x.ndim - 1)
    if padtype == "constant":
        return np.pad(x, widths, "edge"), edge
    even = np.pad(x, widths, "reflect")
    if padtype == "even":
        return even, edge
    left, right = 2 * x[:1] - even[:edge], 2 * x[-1:] - even[-edge:]
    return np.concatenate((left, x, right)), edge


def both_ways(once, x, edge):
    """A signal that goes through a filter forwards, and then backwards."""
    y = once(x)
    y = once(y[::-1])[::-1]
    return y[edge:-edge] if edge > 0 else y


@defines(signal.filtfilt, arrays="b a x")
def filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None, method="pad", irlen=None):
    if not is_known(method) or method != "pad":
        unsupported("`method` is 'pad' here")
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    axis, taps = axis_in(axis, x.ndim), max(a.shape[0], b.shape[0])
    check_leading(a)
    start = signal.lfilter_zi(b, a)
    start = np.reshape(start, (taps - 1,) + (1,) * (x.ndim - 1))
    longer, edge = prolonged(np.moveaxis(x, axis, 0), padtype, padlen, taps)
    b, a, before = b / a[0], a / a[0], a.shape[0] - 1

    def once(rows):
        y, _ = from_state(b, a, rows, start * rows[:1])
        return y[before:]

    return np.moveaxis(both_ways(once, longer, edge), 0, axis)


# --------------------------------------------------------------- sections, in a row


def sections(sos):
    """How many there are; the first coefficient of each denominator is 1."""
    if sos.ndim != 2 or sos.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    fixed(sos.shape[0])
    if sos.shape[0] == 0:
        unsupported("there are sections here")
    if np.any(sos[:, 3] != 1):
        raise ValueError("sos[:, 3] should be all ones")
    return range(sos.shape[0])


def zeros_among(items, count):
    """How many of so many numbers are 0."""
    found = 0
    for k in range(count):
        if certain(items[k] == 0):
            found += 1
        elif not certain(items[k] != 0):
            unsupported("without `padlen` it is known which coefficients are 0")
    return found


@defines(signal.sosfilt, arrays="sos x zi")
def sosfilt(sos, x, axis=-1, zi=None):
    sos = np.atleast_2d(sos)
    if x.ndim == 0:
        raise ValueError("x must be at least 1-D")
    axis, rest = axis_in(axis, x.ndim), []
    places = sections(sos)
    if zi is not None:
        wanted = [len(places), *x.shape]
        wanted[axis + 1] = 2
        if zi.ndim != len(wanted):
            raise ValueError("Invalid zi shape.")
        for size, one in zip(zi.shape, wanted, strict=True):
            if size != one:
                raise ValueError("Invalid zi shape.")
    for k in places:
        b, a = sos[k, :3], sos[k, 3:]
        if zi is None:
            x = signal.lfilter(b, a, x, axis)
        else:
            x, held = signal.lfilter(b, a, x, axis, zi[k])
            rest.append(held)
    if zi is None:
        return x
    return x, np.stack(rest)


@defines(signal.sosfilt_zi, arrays="sos")
def sosfilt_zi(sos):
    scale, starts = 1.0, []
    for k in sections(sos):
        b, a = sos[k, :3], sos[k, 3:]
        starts.append(scale * signal.lfilter_zi(b, a))
        scale = scale * (np.sum(b) / np.sum(a))
    return np.stack(starts)


@defines(signal.sosfiltfilt, arrays="sos x")
def sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    sos = np.atleast_2d(sos)
    axis, count = axis_in(axis, x.ndim), len(sections(sos))
    if padlen is None:
        # Zeros and poles at the origin do not count.
        none = min(zeros_among(sos[:, 2], count), zeros_among(sos[:, 5], count))
        padlen = 3 * (2 * count + 1 - none)
    start = signal.sosfilt_zi(sos)
    start = np.reshape(start, (count, 2) + (1,) * (x.ndim - 1))
    longer, edge = prolonged(np.moveaxis(x, axis, 0), padtype, padlen, 0)

    def once(rows):
        state = start * rows[:1]
        for k in range(count):
            rows, _ = from_state(sos[k, :3], sos[k, 3:], rows, state[k])
            rows = rows[2:]
        return rows

    return np.moveaxis(both_ways(once, longer, edge), 0, axis)
