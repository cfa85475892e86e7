"""Whether the order in which sets are gone through can be seen.

Python's order of objects that are equal to themselves alone is that of their addresses,
that of texts hangs on their hashes: another one in every process. The order of objects
is nobody's; so is that of a set from outside, which other data may have been made in.
What is differentiated is lowered again, with each of these sets gone through in another
order, and in the one that Python has just now, which other data may have; all are run
on numbers that are drawn, and have to give the same, up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.described import Lowered
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span
from srcad.compiler.evaluate.kinds import leaves
from srcad.compiler.evaluate.signals import NeedsContent
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.sizes import Sizes, SizesRelated
from srcad.compiler.ir.types import Function, Value
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.record import Reading
from srcad.compiler.reading.sizes import size_at
from srcad.compiler.request import Request

# What floats are drawn between, the next ones where the result is not finite; and what
# each size is that no call says.
_RANGES = ((-1.0, 1.0), (0.5, 2.0), (0.1, 0.9))
_SIZE = 3
_MANY = 10_000
_TOLERANCE = {"float64": 1e-9, "complex128": 1e-9}


def in_any_order(
    lower: Callable[[Request, Sizes], Lowered], request: Request, sizes: Sizes
) -> Lowered:
    """What a request is lowered to, which is the same in any order of such sets."""
    lowered, reading = lower(request, sizes), sizes.reading
    if not reading.unordered:
        return lowered
    for order in ("scattered", "python"):
        _check(lower, request, sizes, lowered, order)
    return lowered


def _check(
    lower: Callable[[Request, Sizes], Lowered],
    request: Request,
    sizes: Sizes,
    lowered: Lowered,
    order: str,
) -> None:
    """Refuse what another order shows to be seen."""
    reading = sizes.reading
    span, word = next(iter(reading.unordered.items()))
    forms = dict(request.forms or request.static)
    door = Door(request.function, forms, reading.door.contents)
    other = Reading(
        door=door,
        hints=dict(reading.hints),
        fixed=reading.fixed,
        captured_sizes=dict(reading.captured_sizes),
        written_out=reading.written_out,
        ways=reading.ways,
        taken=reading.taken,
        names=reading.names,
        order=order,
    )
    try:
        again = lower(request, Sizes(other.hints, other))
    except (CompileError, NeedsContent, SizesRelated):
        _refuse(span, word)
    finally:
        other.take_back()
    outputs = [list(leaves(one.output)) for one in (lowered, again)]
    if outputs[0] != outputs[1] or not _same(lowered.function, again.function):
        _refuse(span, word)


def _refuse(span: Span | None, word: str) -> NoReturn:
    objects = word == "addresses"
    of = "a set of objects" if objects else "a set from outside"
    message = f"what is computed depends on the order of {of}"
    label = f"Python's order is that of their {word}, another one in every process"
    help = "keep them in a list, or in a dict, whose order is that of its keys"
    if not objects:
        help = "go through `sorted(s)`, here and where else its order is seen"
    raise CompileError(Diagnostic("SRC013", message, span, label, help))


def _same(one: Function, other: Function) -> bool:
    """Whether two functions give the same for numbers of which they give any."""
    sizes = dict.fromkeys(_names(one), _SIZE)
    params = one.body.params
    if [p.aval for p in params] != [p.aval for p in other.body.params]:
        return False
    for bounds in _RANGES:
        random = np.random.default_rng(0)
        given = [_drawn(param, sizes, random, bounds) for param in params]
        try:
            with np.errstate(all="ignore"):
                results = [
                    run(f, *map(np.copy, given), iterations=_MANY) for f in (one, other)
                ]
        except Exception:
            continue  # numbers that it is not defined for
        if all(np.isfinite(leaf).all() for r in results for leaf in _arrays(r)):
            return _equal(*results)
    return False


def _names(function: Function) -> Iterator[str]:
    for param in function.body.params:
        for dim in getattr(param.aval, "shape", ()):
            yield from (name for name, _ in getattr(dim, "terms", ()))


def _drawn(
    param: Value,
    sizes: dict[str, int],
    random: np.random.Generator,
    bounds: tuple[float, float],
) -> Any:
    aval = param.aval
    if not isinstance(aval, Aval):
        return None
    shape = tuple(size_at(dim, sizes) or 0 for dim in aval.shape)
    if not aval.is_inexact:
        return random.integers(0, 2, shape).astype(aval.dtype)
    return random.uniform(*bounds, shape).astype(aval.dtype)


def _arrays(item: Any) -> Iterator[Any]:
    if isinstance(item, Sequence) and not isinstance(item, str):
        for part in item:
            yield from _arrays(part)
    else:
        yield np.asarray(item)


def _equal(left: Any, right: Any) -> bool:
    pairs = list(_arrays(left)), list(_arrays(right))
    if len(pairs[0]) != len(pairs[1]):
        return False
    for one, other in zip(*pairs, strict=True):
        if one.shape != other.shape or one.dtype != other.dtype:
            return False
        tolerance = _TOLERANCE.get(str(one.dtype), 1e-4)
        if not np.allclose(one, other, rtol=tolerance, atol=tolerance):
            return False
    return True
