"""One primitive as a function of the IR, and its vjp against numeric derivatives.

The vjp is that of the compiler (``differentiate``), run by the interpreter, so that no
source and no printing stands between a rule and its test. The numeric side is NumPy's
own function: with a complex step where that is analytic, else by finite differences.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Function, Value
from srcad.compiler.ir.verifier import verify
from srcad.compiler.reading.sizes import named_size
from srcad.compiler.simplify.driver import simplify
from tests.srcad.compiler.derivatives import agrees, extrapolated

Shape = tuple[int, ...]


def aval_of(value: Any, name: str = "") -> Aval:
    """What is known of an argument; with a ``name`` its sizes are named ones."""
    array = np.asarray(value)
    dims: Any = array.shape
    if name:
        dims = tuple(named_size(f"{name}{k}") for k in range(array.ndim))
    return Aval(array.dtype.name, dims)


def function_of(
    primitive: str, avals: Sequence[Aval], attributes: Mapping[str, Any]
) -> Function:
    """``lambda x, y, ...: primitive(x, y, ..., **attributes)``."""
    builder = Builder()
    params = [Value(aval, f"x{k}", named=True) for k, aval in enumerate(avals)]
    result = builder.emit(primitive, *params, **attributes)
    return verify(Function(primitive, builder.block(params, (result,)), 1))


def vjp(function: Function, wrt: Sequence[bool]) -> Function:
    """The function and its vjp, as it is derived and as it is simplified: one of them
    is given, after both are found well formed."""
    joint = verify(differentiate(function, tuple(wrt)))
    return verify(simplify(joint, inline=True))


def floating(values: Sequence[Any]) -> list[bool]:
    return [np.asarray(value).dtype.kind == "f" for value in values]


def dot(parts: Sequence[Any], weights: Sequence[Any]) -> float:
    """``<parts, weights>`` over what is floating."""
    pairs = zip(parts, weights, strict=True)
    return float(
        sum(np.sum(a * b) for a, b in pairs if np.asarray(a).dtype.kind in "fc")
    )


def moved(values: Sequence[Any], place: int, index: tuple[int, ...], step: Any) -> list:
    """The arguments, with one element of one of them moved."""
    array = np.array(values[place], dtype=np.result_type(values[place], step))
    array[index] += step
    return [array if k == place else value for k, value in enumerate(values)]


def complex_step(
    call: Callable[..., Any],
    values: Sequence[Any],
    place: int,
    index: Any,
    weights: Any,
) -> float:
    """The derivative of ``<call(values), weights>`` by one element, to rounding."""
    (out,) = call(*moved(values, place, index, 1e-30j))
    return float(np.sum(np.imag(out) * weights[0])) / 1e-30


def assert_close(
    gradient: Any,
    call: Callable[..., Sequence[Any]],
    values: Sequence[Any],
    place: int,
    weights: Sequence[Any],
    analytic: bool = False,
) -> None:
    """Every element of a cotangent against the derivative of ``<call, weights>``."""
    gradient = np.asarray(gradient)
    value = np.asarray(values[place])
    assert gradient.shape == value.shape, (gradient.shape, value.shape)
    assert gradient.dtype == value.dtype, (gradient.dtype, value.dtype)
    floor = max(1e-3 * float(np.max(np.abs(gradient), initial=0.0)), 1e-3)
    for index in np.ndindex(*value.shape):
        have = float(gradient[index])
        if analytic:
            want = complex_step(call, values, place, index, weights)
            size = max(abs(have), abs(want), floor)
            assert abs(have - want) <= 1e-10 * size, (place, index, have, want)
            continue

        def along(step: float, index: Any = index) -> float:
            def quotient(h: float) -> float:
                sides = [call(*moved(values, place, index, s * h)) for s in (1, -1)]
                parts = zip(*sides, weights, strict=True)
                return float(sum(np.sum((a - b) * w) for a, b, w in parts)) / (2 * h)

            return extrapolated(quotient, step)

        good, numeric = agrees(have, along, floor)
        assert good, (place, index, have, numeric)


def check_primitive(
    primitive: str,
    values: Sequence[Any],
    attributes: Mapping[str, Any] | None = None,
    *,
    analytic: bool = False,
    second: bool = True,
    named: bool = False,
) -> None:
    """First and second derivative of a primitive at ``values`` (in float64)."""
    attributes = dict(attributes or {})
    random = np.random.default_rng(7)
    avals = [aval_of(v, "abc"[k] if named else "") for k, v in enumerate(values)]
    function = function_of(primitive, avals, attributes)
    wrt = floating(values)

    def forward(*args: Any) -> Sequence[Any]:
        return [PRIMITIVES[primitive].evaluate(*args, **attributes)]

    (out,) = forward(*values)
    aval = function.body.results[0].aval
    assert isinstance(aval, Aval)
    assert np.asarray(out).dtype == aval.dtype
    assert np.ndim(out) == aval.ndim
    if np.asarray(out).dtype.kind != "f":
        return
    dout = np.asarray(random.standard_normal(np.shape(out)))[()]
    joint = vjp(function, wrt)
    parts = run(joint, *values, dout)[1:]
    places = [k for k, flag in enumerate(wrt) if flag]
    for place, part in zip(places, parts, strict=True):
        assert_close(part, forward, values, place, [dout], analytic)
    if second:
        check_function(joint, [*values, dout])


def check_function(function: Function, values: Sequence[Any]) -> None:
    """The vjp of any function of the IR against finite differences of itself."""
    random = np.random.default_rng(8)
    wrt = floating(values)
    joint = vjp(function, wrt)

    def forward(*args: Any) -> Sequence[Any]:
        return run(function, *args)

    outs = forward(*values)
    kinds = [np.asarray(out).dtype.kind == "f" for out in outs]
    douts = [np.asarray(random.standard_normal(np.shape(out)))[()] for out in outs]
    parts = run(
        joint, *values, *(d for d, flag in zip(douts, kinds, strict=True) if flag)
    )
    places = [k for k, flag in enumerate(wrt) if flag]
    for place, part in zip(places, parts[len(outs) :], strict=True):
        assert_close(part, forward, values, place, douts)
