"""Convolution and pooling: calls of functions that let windows slide over arrays.

Each kernel of the library is one call. What is there of axes is told apart here: the
functions take three, of which the first have one element where there are fewer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from srcad.compiler.compiled.forms import Array, Names, NotCompiled
from srcad.compiler.compiled.registry import prints
from srcad.compiler.compiled.writer import Writer, tuple_of
from srcad.compiler.evaluate.calls.kernels import KernelCall
from srcad.compiler.evaluate.calls.tracing import filled
from srcad.compiler.ir.types import Lit, Op, Value, array_aval

_AXES = 3
KernelPrinter = Callable[[Writer, Op, list[Any]], None]
_KERNELS: dict[str, KernelPrinter] = {}


def _kernel(name: str) -> Callable[[KernelPrinter], KernelPrinter]:
    """Enter a function as the printer of a kernel; it is given the arguments, atoms in
    the place of those that run time knows."""

    def enter(function: KernelPrinter) -> KernelPrinter:
        _KERNELS[name] = function
        return function

    return enter


def is_window(op: Op) -> bool:
    """Whether a kernel is one of windows."""
    call: KernelCall = op.attribute("call")
    return call.name in _KERNELS


@prints("kernel")
def _print_kernel(writer: Writer, op: Op) -> None:
    call: KernelCall = op.attribute("call")
    found = _KERNELS.get(call.name)
    if found is None:
        raise NotCompiled(f"`{call.name}`")
    arrays = [array_aval(atom) for atom in op.args]
    floats = {aval.dtype for aval in arrays if aval.shape}
    if len(floats) != 1 or not floats <= {"float32", "float64"}:
        raise NotCompiled(f"`{call.name}` of other dtypes than one of floats")
    found(writer, op, list(filled(call.arguments, op.args.__getitem__)))


# ------------------------------------------------------------------------------- sizes


def _number(writer: Writer, part: Any) -> str:
    """The text of a size, or of another integer."""
    if isinstance(part, Value | Lit):
        return writer.number(part)
    if not isinstance(part, int):
        raise NotCompiled("a window whose size is no integer")
    return str(part)


def _numbers(writer: Writer, parts: Any) -> Names:
    return [_number(writer, part) for part in parts]


def _size(writer: Writer, hint: str, text: str, *parts: str) -> str:
    """A name for an expression of sizes, or its value where all of them are known."""
    value = text.format(*parts)
    if all(part.isdigit() for part in parts):
        return str(eval(value, {"max": max}))
    return writer.bind(hint, value)


@dataclass(frozen=True, slots=True)
class _Windows:
    """How windows lie on each axis, of some size: how long they are, the steps between
    two of them and between two elements of one, how much is before the first, the size
    with padding, and how many there are at most."""

    sizes: Names
    window: Names
    step: Names
    gap: Names
    before: Names
    padded: Names
    count: Names

    def call(self) -> str:
        """What functions for windows are given."""
        return ", ".join(map(_wide, (self.padded, self.window, self.step)))

    def framing(self) -> str:
        """What functions are given that write what is padded, and what is not."""
        before = _wide(self.before, "0")
        return ", ".join([_wide(self.sizes), _wide(self.padded), before])

    def is_padded(self) -> bool:
        """Whether there may be padding."""
        return self.padded != self.sizes


def _wide(parts: Names, fill: str = "1") -> str:
    """A tuple for three axes, which says of those that are not that there is one
    element."""
    return tuple_of([*[fill] * (_AXES - len(parts)), *parts])


def _windows(
    writer: Writer,
    sizes: Names,
    window: Names,
    stride: Any,
    padding: Any,
    dilation: Any = None,
) -> _Windows:
    """How windows lie on axes of these sizes; where one does not fit, gives up."""
    if len(sizes) > _AXES:
        raise NotCompiled(f"windows over {len(sizes)} axes")
    step = _numbers(writer, stride)
    gap = _numbers(writer, dilation or [1] * len(sizes))
    for text in (*step, *gap):
        if text.lstrip("-").isdigit() and int(text) < 1:
            raise NotCompiled("windows without steps")
        if not text.isdigit():
            writer.guard(f"{text} < 1")
    found = _Windows(sizes, window, step, gap, [], [], [])
    pads = ["same"] * len(sizes) if padding == "same" else padding
    for size, extent, by, apart, pad in zip(
        sizes, window, step, gap, pads, strict=True
    ):
        reach = extent
        if apart != "1":
            reach = _size(writer, "reach", "({} - 1) * {} + 1", extent, apart)
        if pad == "same":
            text = "max((-(-{0} // {1}) - 1) * {1} + {2} - {0}, 0)"
            total = _size(writer, "added", text, size, by, reach)
            before = _size(writer, "before", "{} // 2", total)
        else:
            before, after = _numbers(writer, pad)
            if not (before.isdigit() and after.isdigit()):
                raise NotCompiled("padding that run time alone knows")
            total = str(int(before) + int(after))
        padded = size
        if total != "0":
            padded = _size(writer, "padded", "{} + {}", size, total)
        if not (padded.isdigit() and reach.isdigit() and int(padded) >= int(reach)):
            writer.guard(f"{padded} < {reach}")
        found.before.append(before)
        found.padded.append(padded)
        text = "({} - {}) // {} + 1" if by != "1" else "{} - {} + 1"
        found.count.append(_size(writer, "count", text, padded, reach, by))
    return found


def _same(writer: Writer, first: str, second: str) -> None:
    """Give up where two sizes are not the same."""
    if first != second:
        writer.guard(f"{first} != {second}")


def _there(writer: Writer, *sizes: str) -> None:
    """Give up where a size is zero."""
    unknown = dict.fromkeys(one for one in sizes if not one.isdigit() or one == "0")
    if unknown:
        writer.guard(f"{' * '.join(unknown)} == 0")


def _array(writer: Writer, atom: Any) -> Array:
    return writer.whole(writer.stored(atom), array_aval(atom).dtype)


def _made(writer: Writer, op: Op, sizes: Names) -> Array:
    """The array that the result is written into."""
    dtype = array_aval(op.result).dtype
    made = writer.empty(op.result.hint or "t", sizes, dtype)
    writer.forms[op.result] = made
    return made


def _frame(writer: Writer, like: Array, lie: _Windows, dtype: str) -> Array:
    """A new array as large as one is with its padding."""
    sizes = [*like.sizes[: len(like.sizes) - len(lie.sizes)], *lie.padded]
    return writer.empty(f"{like.name}_frame", sizes, dtype)


def _framed(writer: Writer, x: Array, lie: _Windows, fill: str, dtype: str) -> Array:
    """The array in the middle of a larger one, where there is padding."""
    if not lie.is_padded():
        return x
    frame = _frame(writer, x, lie, dtype)
    word = writer.helper("framed_images")
    writer.line(f"{word}({x.name}, {lie.framing()}, {fill}, {frame.name})")
    return frame


def _written(
    writer: Writer, op: Op, sizes: Names, lie: _Windows, word: str, *given: str
) -> None:
    """Call a function that writes the cotangent of what has been padded; it is given
    how windows lie behind the arrays, and what it writes into last."""
    frame = made = _made(writer, op, sizes)
    if lie.is_padded():
        frame = _frame(writer, made, lie, array_aval(op.result).dtype)
    arrays, rest = given[:-1], given[-1]
    texts = [*arrays, lie.call(), rest, frame.name]
    writer.line(f"{writer.helper(word)}({', '.join(texts)})")
    if lie.is_padded():
        word = writer.helper("unframed_images")
        writer.line(f"{word}({frame.name}, {lie.framing()}, {made.name})")


# ------------------------------------------------------------------------- convolution


def _channels(
    writer: Writer, inputs: str, weight: Names, groups: Any, batch: str
) -> str:
    """The number of groups; gives up where channels do not fit, and of nothing."""
    outer, inner = weight[:2]
    count = _number(writer, groups)
    _there(writer, batch, *weight)
    if not count.isdigit() or count == "0":
        writer.guard(f"{count} < 1")
    if count == "1":
        _same(writer, inputs, inner)
        return count
    whole = all(one.isdigit() for one in (inner, outer, inputs, count))
    if not whole or int(inputs) != int(inner) * int(count) or int(outer) % int(count):
        writer.guard(f"{inputs} != {inner} * {count} or {outer} % {count} != 0")
    return count


@_kernel("convolution")
def _convolution(writer: Writer, op: Op, args: list[Any]) -> None:
    x, weight = (_array(writer, one) for one in args[:2])
    stride, padding, dilation, groups = args[2:]
    batch, inputs, *sizes = x.sizes
    count = _channels(writer, inputs, weight.sizes, groups, batch)
    lie = _windows(writer, sizes, weight.sizes[2:], stride, padding, dilation)
    x = _framed(writer, x, lie, "0.0", array_aval(op.result).dtype)
    made = _made(writer, op, [batch, weight.sizes[0], *lie.count])
    rest = f"{_wide(lie.gap)}, {_wide(lie.count)}, {count}, {made.name}"
    word = writer.helper("convolve")
    writer.line(f"{word}({x.name}, {weight.name}, {lie.call()}, {rest})")


@_kernel("convolution_input_gradient")
def _input_gradient(writer: Writer, op: Op, args: list[Any]) -> None:
    dout, weight = (_array(writer, one) for one in args[:2])
    shape, stride, padding, dilation, groups = args[2:]
    batch, inputs, *sizes = _numbers(writer, shape)
    count = _channels(writer, inputs, weight.sizes, groups, batch)
    _same(writer, dout.sizes[0], batch)
    _same(writer, dout.sizes[1], weight.sizes[0])
    _there(writer, *dout.sizes[2:])
    lie = _windows(writer, sizes, weight.sizes[2:], stride, padding, dilation)
    # A transposed convolution may have fewer positions than there is room for.
    for size, most in zip(dout.sizes[2:], lie.count, strict=True):
        if size != most:
            writer.guard(f"{size} > {most}")
    rest = f"{_wide(lie.gap)}, {_wide(dout.sizes[2:])}, {count}"
    given = (dout.name, weight.name, rest)
    _written(writer, op, [batch, inputs, *sizes], lie, "convolve_input", *given)


@_kernel("convolution_weight_gradient")
def _weight_gradient(writer: Writer, op: Op, args: list[Any]) -> None:
    dout, x = (_array(writer, one) for one in args[:2])
    shape, stride, padding, dilation, groups = args[2:]
    weight = _numbers(writer, shape)
    batch, inputs, *sizes = x.sizes
    count = _channels(writer, inputs, weight, groups, batch)
    _same(writer, dout.sizes[0], batch)
    _same(writer, dout.sizes[1], weight[0])
    lie = _windows(writer, sizes, weight[2:], stride, padding, dilation)
    for size, positions in zip(dout.sizes[2:], lie.count, strict=True):
        _same(writer, size, positions)
    x = _framed(writer, x, lie, "0.0", array_aval(op.result).dtype)
    made = _made(writer, op, weight)
    rest = f"{_wide(lie.gap)}, {_wide(lie.count)}, {count}, {made.name}"
    word = writer.helper("convolve_weight")
    writer.line(f"{word}({dout.name}, {x.name}, {lie.call()}, {rest})")


# ----------------------------------------------------------------------------- pooling


def _alike(writer: Writer, first: Names, second: Names) -> None:
    for one, other in zip(first, second, strict=True):
        _same(writer, one, other)


def _pooled(writer: Writer, op: Op, word: str, fills: Names, args: list[Any]) -> None:
    """What a window gives: of arrays that are padded with something."""
    *given, window, stride, padding = args
    arrays = [_array(writer, one) for one in given]
    x = arrays[0]
    place = len(x.sizes) - len(window)
    extents = _numbers(writer, window)
    lie = _windows(writer, x.sizes[place:], extents, stride, padding)
    sizes = [*x.sizes[:place], *lie.count]
    for array in arrays[1:2]:
        _alike(writer, array.sizes, x.sizes)
    for array in arrays[2:]:
        _alike(writer, array.sizes, sizes)
    dtype = array_aval(op.result).dtype
    framed = [
        _framed(writer, array, lie, fill, dtype).name
        for array, fill in zip(arrays, fills, strict=False)
    ]
    framed += [array.name for array in arrays[2:]]
    made = _made(writer, op, sizes)
    parts = [*framed, lie.call(), _wide(lie.count), made.name]
    writer.line(f"{writer.helper(word)}({', '.join(parts)})")


@_kernel("max_pool")
def _max_pool(writer: Writer, op: Op, args: list[Any]) -> None:
    _pooled(writer, op, "largest_in_windows", ["-np.inf"], args)


@_kernel("max_pool_pick")
def _max_pool_pick(writer: Writer, op: Op, args: list[Any]) -> None:
    _pooled(writer, op, "taken_at_largest", ["0.0", "-np.inf"], args)


@_kernel("average_pool")
def _average_pool(writer: Writer, op: Op, args: list[Any]) -> None:
    _pooled(writer, op, "mean_of_windows", ["0.0"], args)


@_kernel("max_pool_gradient")
def _max_pool_gradient(writer: Writer, op: Op, args: list[Any]) -> None:
    dout, x, largest = (_array(writer, one) for one in args[:3])
    window, stride, padding = args[3:]
    place = len(x.sizes) - len(window)
    extents = _numbers(writer, window)
    lie = _windows(writer, x.sizes[place:], extents, stride, padding)
    for array in (dout, largest):
        _alike(writer, array.sizes, [*x.sizes[:place], *lie.count])
    frame = _framed(writer, x, lie, "-np.inf", array_aval(op.result).dtype)
    given = (dout.name, frame.name, largest.name, _wide(lie.count))
    _written(writer, op, x.sizes, lie, "add_at_largest", *given)


@_kernel("average_pool_gradient")
def _average_pool_gradient(writer: Writer, op: Op, args: list[Any]) -> None:
    dout = _array(writer, args[0])
    shape, window, stride, padding = args[1:]
    sizes, rank = _numbers(writer, shape), len(window)
    place = len(sizes) - rank
    extents = _numbers(writer, window)
    lie = _windows(writer, sizes[place:], extents, stride, padding)
    _alike(writer, dout.sizes, [*sizes[:place], *lie.count])
    given = (dout.name, _wide(lie.count))
    _written(writer, op, sizes, lie, "spread_over_windows", *given)


def _in_parts(
    writer: Writer, op: Op, word: str, given: Array, sizes: Names, rank: int
) -> None:
    """Means of parts, or their cotangent; what is inf or nan is for the halves."""
    if rank > _AXES:
        raise NotCompiled(f"windows over {rank} axes")
    _there(writer, *given.sizes, *sizes)
    made = _made(writer, op, sizes)
    whole, parts = given.sizes, sizes
    if word == "spread_over_parts":
        whole, parts = parts, whole
    tuples = f"{_wide(whole[-rank:])}, {_wide(parts[-rank:])}"
    writer.guard(f"not {writer.helper(word)}({given.name}, {tuples}, {made.name})")


@_kernel("adaptive_average_pool")
def _adaptive(writer: Writer, op: Op, args: list[Any]) -> None:
    x, counts = _array(writer, args[0]), args[1]
    place = len(x.sizes) - len(counts)
    sizes = list(x.sizes)
    for k, count in enumerate(counts, place):
        sizes[k] = sizes[k] if count is None else _number(writer, count)
    _in_parts(writer, op, "mean_of_parts", x, sizes, len(counts))


@_kernel("adaptive_average_pool_gradient")
def _adaptive_gradient(writer: Writer, op: Op, args: list[Any]) -> None:
    dout, shape, counts = _array(writer, args[0]), args[1], args[2]
    sizes = _numbers(writer, shape)
    place = len(sizes) - len(counts)
    _alike(writer, dout.sizes[:place], sizes[:place])
    for k, count in enumerate(counts, place):
        expected = sizes[k] if count is None else _number(writer, count)
        _same(writer, dout.sizes[k], expected)
    _in_parts(writer, op, "spread_over_parts", dout, sizes, len(counts))
