"""``scipy.signal``: where samples are largest or smallest, and what is said of peaks.

Which samples are peaks stays the same until it jumps. How high and wide one is has the
derivative by the samples that it is told from: where a peak ends, as ``peak_widths``
has it, is between two of them.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import signal

from srcad.compiler.evaluate.intrinsics import axis_in, emit, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.rows import name_of
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes, result_of
from srcad.compiler.ir.sizes import Sizes, unknown_size
from srcad.compiler.ir.types import Op, array_aval

# ---------------------------------------------------------------------------- places


def _given(options: Any, atoms: Any) -> dict[str, Any]:
    """The options as they are called: one value each, or two ends."""
    left, found = list(atoms), {}
    for word, ends in options:
        parts = [left.pop(0) if there else None for there in ends]
        found[word] = tuple(parts) if len(parts) == 2 else parts[0]
    return found


def _places(args: Args, _: Attributes, __: Sizes) -> Aval:
    return result_of(args[:1], (unknown_size("peaks"),), "int64")


def _peaks(x: Any, *atoms: Any, options: Any) -> Any:
    return signal.find_peaks(x, **_given(options, atoms))[0]


def _peaks_text(op: Op) -> Text:
    return Text(op.args[:1], _given(op.attribute("options"), op.args[1:]), item=0)


_PEAKS = name_of("scipy.signal", signal.find_peaks)
_MORE: dict[str, Any] = {"library": "scipy.signal", "raises": True}
primitive(
    _PEAKS,
    _places,
    _peaks,
    "none",
    function=_PEAKS,
    word="peaks",
    text=_peaks_text,
    **_MORE,
)


def samples(x):
    if x.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    return np.asarray(x, np.float64)


@defines(signal.find_peaks, arrays="x")
def find_peaks(
    x,
    height=None,
    threshold=None,
    distance=None,
    prominence=None,
    width=None,
    wlen=None,
    rel_height=0.5,
    plateau_size=None,
):
    x = samples(x)
    usual = is_known(rel_height) and rel_height == 0.5
    asked = {
        "height": height,
        "threshold": threshold,
        "distance": distance,
        "prominence": prominence,
        "width": width,
        "wlen": wlen,
        "rel_height": None if usual else rel_height,
        "plateau_size": plateau_size,
    }
    options, values = [], []
    for word, item in asked.items():
        if item is not None:
            ends = item if isinstance(item, tuple | list) else (item,)
            if len(ends) > 2:
                unsupported(f"`{word}` is a number, or two ends")
            options.append((word, tuple([one is not None for one in ends])))
            values += [one for one in ends if one is not None]
    peaks = emit("signal.find_peaks", x, *values, options=tuple(options))
    found = {}
    if plateau_size is not None:
        left, right = edges(x, peaks)
        found["plateau_sizes"] = right - left + 1
        found["left_edges"], found["right_edges"] = left, right
    if height is not None:
        found["peak_heights"] = x[peaks]
    if threshold is not None:
        found["left_thresholds"] = x[peaks] - x[peaks - 1]
        found["right_thresholds"] = x[peaks] - x[peaks + 1]
    if prominence is not None or width is not None:
        told = signal.peak_prominences(x, peaks, wlen)
        found["prominences"], found["left_bases"], found["right_bases"] = told
        if width is not None:
            wide = signal.peak_widths(x, peaks, rel_height, told)
            found["widths"], found["width_heights"] = wide[0], wide[1]
            found["left_ips"], found["right_ips"] = wide[2], wide[3]
    return peaks, found


def edges(x, peaks):
    """The first and the last of the equal samples around a peak, which do not stand at
    an end."""
    starts = np.flatnonzero(x[1:] != x[:-1]) + 1
    place = np.searchsorted(starts, peaks, side="right")
    return starts[place - 1], starts[place] - 1


# -------------------------------------------------------------------------- how high


def _of_bases(args: Args, _: Attributes, __: Sizes) -> tuple[Aval, ...]:
    shape = array_aval(args[1]).shape
    places = result_of(args[:1], shape, "int64")
    return result_of(args[:1], shape, "float64"), places, places


primitive(
    name_of("scipy.signal", signal.peak_prominences),
    _of_bases,
    signal.peak_prominences,
    "none",
    results=3,
    function="signal.peak_prominences",
    word="prominences left_bases right_bases",
    text=lambda op: Text(op.args, shown(op, wlen=None)),
    **_MORE,
)


@defines(signal.peak_prominences, arrays="x peaks")
def peak_prominences(x, peaks, wlen=None):
    if not is_known(wlen):
        unsupported("`wlen` is known before")
    x, peaks = samples(x), places(peaks)
    _, left, right = emit("signal.peak_prominences", x, peaks, wlen=wlen)
    return x[peaks] - np.maximum(x[left], x[right]), left, right


def places(peaks):
    if peaks.ndim != 1:
        raise ValueError("`peaks` must be a 1-D array")
    if peaks.dtype.kind not in "iu":
        raise TypeError("cannot safely cast `peaks` to dtype('intp')")
    return peaks


# -------------------------------------------------------------------------- how wide


def _of_widths(args: Args, _: Attributes, __: Sizes) -> tuple[Aval, ...]:
    return (result_of(args[:1], array_aval(args[1]).shape, "float64"),) * 4


def _widths(x: Any, peaks: Any, height: Any, *bases: Any) -> Any:
    return signal.peak_widths(x, peaks, height, bases)


primitive(
    name_of("scipy.signal", signal.peak_widths),
    _of_widths,
    _widths,
    "none",
    results=4,
    function="signal.peak_widths",
    word="widths width_heights left_ends right_ends",
    text=lambda op: Text((*op.args[:3], op.args[3:])),
    **_MORE,
)


@defines(signal.peak_widths, arrays="x peaks")
def peak_widths(x, peaks, rel_height=0.5, prominence_data=None, wlen=None):
    x, peaks = samples(x), places(peaks)
    if prominence_data is None:
        prominence_data = signal.peak_prominences(x, peaks, wlen)
    rise, left_bases, right_bases = prominence_data
    found = emit(
        "signal.peak_widths", x, peaks, rel_height, rise, left_bases, right_bases
    )
    height = x[peaks] - rise * rel_height
    left = np.floor(found[2]).astype(np.int64)
    right = np.ceil(found[3]).astype(np.int64)
    begin = left + part_of(height, x[left], x[np.minimum(left + 1, peaks)])
    end = right - part_of(height, x[right], x[np.maximum(right - 1, peaks)])
    return end - begin, height, begin, end


def part_of(height, low, high):
    """How far from a sample below a height to the next one that height is."""
    below = low < height
    rise = np.where(below, high - low, 1.0)
    return np.where(below, (height - low) / rise, 0.0)


# -------------------------------------------------------------------------- extrema


@defines(signal.argrelextrema, arrays="data")
def argrelextrema(data, comparator, axis=0, order=1, mode="clip"):
    if not is_known(order) or not is_known(mode):
        unsupported("`order` and `mode` are known before")
    if int(order) != order or order < 1:
        raise ValueError("Order must be an int >= 1")
    if mode not in ("clip", "wrap"):
        unsupported("`mode` is 'clip' or 'wrap' here")
    axis = axis_in(axis, data.ndim)
    count = data.shape[axis]
    found, here = np.ones(data.shape, bool), np.arange(count)
    for shift in range(1, order + 1):
        for other in (here + shift, here - shift):
            if mode == "clip":
                other = np.clip(other, 0, count - 1)
            else:
                other = other % count
            found = found & comparator(data, np.take(data, other, axis=axis))
    return np.nonzero(found)


@defines(signal.argrelmax, arrays="data")
def argrelmax(data, axis=0, order=1, mode="clip"):
    return signal.argrelextrema(data, np.greater, axis, order, mode)


@defines(signal.argrelmin, arrays="data")
def argrelmin(data, axis=0, order=1, mode="clip"):
    return signal.argrelextrema(data, np.less, axis, order, mode)
