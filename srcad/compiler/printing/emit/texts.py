"""The fixed texts of a backward module: docstrings, and kernels of the back end."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

from codegen.description import Comment
from srcad.compiler.printing.emit.structures import form_text, is_plain

if TYPE_CHECKING:
    from srcad.compiler.printing.emit.interface import Interface

UNBROADCAST = '''def unbroadcast(cotangent, shape):
    """Sum ``cotangent`` over the axes along which ``shape`` was broadcast to it."""
    if cotangent.shape == shape:
        return cotangent
    extra = cotangent.ndim - len(shape)
    cotangent = cotangent.sum(axis=tuple(range(extra)))
    axes = tuple(
        axis for axis, size in enumerate(shape) if size == 1 != cotangent.shape[axis]
    )
    return cotangent.sum(axis=axes, keepdims=True)
'''

CHECK_COTANGENTS = '''def check_cotangents(bprop, cotangents, values):
    """Give the cotangents of a user's ``bprop``, checked against ``values``, as arrays.

    Raises TypeError for another number of them, no tuple, or another dtype, ValueError
    for another shape. That of one value needs no tuple. None in ``values`` is what has
    no cotangent.
    """
    code = bprop.__code__
    name = f"{bprop.__qualname__} ({code.co_filename}:{code.co_firstlineno})"
    if len(values) == 1 and not isinstance(cotangents, (tuple, list, type(None))):
        cotangents = (cotangents,)
    if not isinstance(cotangents, tuple):
        raise TypeError(f"{name} does not return a tuple: write `return (dx,)`")
    if len(cotangents) != len(values):
        raise TypeError(
            f"{name} returns {len(cotangents)} cotangents for {len(values)} inputs"
        )
    arrays = []
    for cotangent, value in zip(cotangents, values):
        if isinstance(value, (tuple, list)):
            parts = [None] * len(value) if cotangent is None else cotangent
            arrays.extend(check_cotangents(bprop, tuple(parts), value))
        elif value is not None:
            arrays.append(check_cotangent(name, cotangent, value))
    return arrays


def check_cotangent(name, cotangent, value):
    """Give one cotangent as an array of the shape and dtype of ``value``."""
    if cotangent is None:
        return np.zeros_like(value)
    array = np.asarray(cotangent)
    if array.shape != np.shape(value):
        raise ValueError(
            f"{name} gives a cotangent of shape {array.shape} for an input of shape "
            f"{np.shape(value)}"
        )
    dtype = np.asarray(value).dtype
    if isinstance(cotangent, (int, float)):
        return array.astype(dtype)
    if array.dtype != dtype:
        raise TypeError(
            f"{name} gives a cotangent of dtype {array.dtype} for an input of dtype "
            f"{dtype}"
        )
    return array
'''

CHECK_HOOK_RESULT = '''def check_hook_result(name, result):
    """Raise TypeError where a hook that cannot be differentiated gives new data."""
    if result is not None:
        raise TypeError(f"the hook {name} returns new data; it must return None here")
'''

CHECK_RESULT = '''def check_result(name, result, dtype, shape):
    """Give the result of a function that this module calls, as an array.

    Raises TypeError for another dtype, ValueError for another shape than those that
    the derivative is made for; a size that is None may be any.
    """
    array = np.asarray(result, dtype if isinstance(result, (int, float)) else None)
    if array.dtype != dtype:
        raise TypeError(f"{name} gives {array.dtype}; expected {dtype}")
    if array.ndim != len(shape) or any(
        want not in (None, have) for want, have in zip(shape, array.shape)
    ):
        raise ValueError(f"{name} gives the shape {array.shape}; expected {shape}")
    return array[()]
'''

REPLACED_BY_HOOK = '''def replaced_by_hook(name, result, gradients):
    """Give what a hook returns in the place of ``gradients``, or these for None.

    Raises TypeError or ValueError where it does not fit them.
    """
    if result is None:
        return gradients
    given = result if isinstance(result, tuple) else (result,)
    if len(given) != len(gradients):
        raise TypeError(
            f"the hook {name} returns {len(given)} gradients for {len(gradients)}"
        )
    # Copies: what the hook keeps is not written to.
    arrays = tuple(np.array(one) for one in given)
    for array, gradient in zip(arrays, gradients):
        if array.shape != np.shape(gradient):
            raise ValueError(
                f"the hook {name} gives a gradient of shape {array.shape} in the place "
                f"of one of shape {np.shape(gradient)}"
            )
        if array.dtype != gradient.dtype:
            raise TypeError(
                f"the hook {name} gives a gradient of dtype {array.dtype} in the place "
                f"of one of dtype {gradient.dtype}"
            )
    return arrays
'''

UNBOUND_LOCAL = '''def unbound_local(name):
    """Give what Python raises where a local variable is read that is not bound."""
    return UnboundLocalError(
        f"cannot access local variable '{name}' where it is not associated with a value"
    )
'''

CONVERGED = '''def converged(found):
    """Give what SciPy's solver has found; RuntimeError where it gave up."""
    if not found.get("success", found.get("converged")):
        raise RuntimeError(found.get("message", found.get("flag")))
    return found
'''

FITTED = '''def fitted(found):
    """Give what ``leastsq`` has found; RuntimeError where it gave up."""
    if found[1] not in (1, 2, 3, 4):
        raise RuntimeError("Optimal parameters not found")
    return found
'''

SOLVE_BACKWARDS = '''def solve_backwards(
    slope, pullback, start, y0, times, y, dy, args, *, method, rtol, **options
):
    """Give the cotangents of ``y0``, ``args``, ``times``, ``start`` from that of ``y``.

    The adjoint equation is solved back along the solution by the same method, with a
    tenth of the relative error; what ``args`` get is integrated on the way.
    """

    def pulled(t, w):
        parts = pullback(t, path(t), w, *args)
        return parts if isinstance(parts, tuple) else (parts,)

    options.update(method=method, rtol=rtol, args=args, dense_output=True)
    ends = (start, times[-1])
    path = converged(integrate.solve_ivp(slope, ends, y0, **options)).sol
    back = {"method": method, "rtol": max(0.1 * rtol, 1e-13), "dense_output": True}
    back["atol"] = 0.01 * back["rtol"] * np.max(np.abs(dy), initial=1e-300)
    nodes, weights = np.polynomial.legendre.leggauss(5)
    w = np.zeros(y0.shape)
    sums = [0.0 * part for part in pulled(start, w)[1:]]
    places = np.flatnonzero(np.any(dy != 0, axis=0))
    stops = [start, *times[places[:-1]]]
    for place, stop in reversed(list(zip(places, stops))):
        w = w + dy[:, place]
        end = times[place]
        if end == stop:
            continue
        span = (end, stop)
        found = integrate.solve_ivp(lambda t, w: -pulled(t, w)[0], span, w, **back)
        w = converged(found).y[:, -1]
        steps = np.unique(np.concatenate((path.ts, found.t)))
        steps = steps[(steps >= min(span)) & (steps <= max(span))]
        for left, right in zip(steps, steps[1:]):
            half = 0.5 * (right - left)
            for node, weight in zip(nodes, np.sign(end - stop) * half * weights):
                t = left + half * (node + 1.0)
                parts = pulled(t, found.sol(t))[1:]
                sums = [one + weight * part for one, part in zip(sums, parts)]
    pairs = zip(times, y.T, dy.T)
    dtimes = np.array([slope(t, one, *args) @ done for t, one, done in pairs])
    return (w, *sums, dtimes, -(slope(start, y0, *args) @ w))
'''

KERNELS = {
    "solve_backwards": SOLVE_BACKWARDS,
    "converged": CONVERGED,
    "fitted": FITTED,
    "unbroadcast": UNBROADCAST,
    "check_cotangents": CHECK_COTANGENTS,
    "check_hook_result": CHECK_HOOK_RESULT,
    "check_result": CHECK_RESULT,
    "replaced_by_hook": REPLACED_BY_HOOK,
    "unbound_local": UNBOUND_LOCAL,
}


def paragraph() -> list[ast.stmt]:
    """A blank line."""
    return [Comment("")]


def backward_doc(interface: Interface) -> str:
    """``Return ((dx,), {parameter name: cotangent}).``"""
    names = [f"d{word}" for word in interface.wrt_inputs]
    inputs = f"({', '.join(names)}{',' if len(names) == 1 else ''})"
    if not interface.wrt_parameters:
        return f"Return ``{inputs}``."
    return f"Return ``({inputs}, {{parameter name: cotangent}})``."


def forward_doc(interface: Interface) -> str:
    """What ``forward`` gives, and what it draws from."""
    updates = ", {parameter name: new value}" if interface.updates else ""
    drawn = "; ``rng`` is a ``numpy.random.Generator``" if interface.rng else ""
    return f"Return ``(out, residuals{updates})``{drawn}."


_WIDTH = 84
_GENERATORS = ("Generator", "RandomState")


def docstring(interface: Interface, classes: list[str]) -> str:
    """Shapes and dtypes first: they are what a reviewer checks first."""
    rows: list[tuple[str, str, str]] = []
    for word, aval in interface.inputs:
        rows.append((word, str(aval), f"input{_zero(word, interface)}"))
    for word, aval in interface.parameters:
        zero = _zero(parameter_key(word), interface)
        rows.append((word, str(aval), f"parameter{zero}"))
    rows.extend((word, str(aval), "unused") for word, aval in interface.unused)
    rows.extend((word, str(aval), "captured") for word, aval in interface.captured)
    for word, kind, path in interface.live:
        at = "" if path is None else f" {path}" if path else " itself"
        other = "drawn from" if kind in _GENERATORS else "hook"
        rows.append((word, kind, f"the Cell{at}" if at else other))
    form = form_text(interface.output, interface.outputs)
    rows.append(("out", form, f"output{_number(interface)}"))
    first = max(len(row[0]) for row in rows)
    second = max(len(row[1]) for row in rows)
    table = [f"{a.ljust(first)}  {b.ljust(second)}  {c}" for a, b, c in rows]
    facts = [f"{key}={value!r}" for key, value in interface.facts]
    of = "the gradient of " * (interface.order - 1)
    head = f"Reverse-mode derivative of {of}``{interface.subject}``"
    short = f"{head}, with ``{', '.join(facts)}``." if facts else f"{head}."
    lines = [short, "", *table]
    if facts and len(short) > _WIDTH:
        lines = [f"{head}.", "", *table, "", *_facts(facts)]
    if interface.predicting:
        listed = ", ".join(f"``{path}``" for path in interface.predicting)
        words = f"Built for prediction, not for training: {listed}."
        lines.extend(("", *textwrap.wrap(words, _WIDTH, break_on_hyphens=False)))
    if interface.kept:
        told = textwrap.wrap(interface.kept, _WIDTH, break_on_hyphens=False)
        lines.extend(("", *told))
    if interface.order > 1:
        lines.extend(("", "``out`` is that gradient, for a cotangent of ones."))
    for word in classes:
        text = f"The derivative of ``{word}`` is the user's own: its ``bprop``."
        lines.extend(("", text))
    return "\n".join(lines) + "\n"


def _number(interface: Interface) -> str:
    plain = is_plain(interface.output)
    words = ", on some paths a number" if plain else ", on some paths with numbers"
    return words if interface.numbers else ""


def _zero(key: str, interface: Interface) -> str:
    return ", its cotangent is zeros" if key in interface.zeros else ""


def parameter_key(name: str) -> str:
    """What tells a parameter from an input of the same name."""
    return f"params[{name!r}]"


def _facts(facts: list[str]) -> list[str]:
    """What the module was specialised on; no fact is broken over lines."""
    words = [f"``{fact}``," for fact in facts]
    words = ["Specialised on", *words[:-1], f"``{facts[-1]}``."]
    kept = [word.replace(" ", "\0") for word in words]
    lines = textwrap.wrap(
        " ".join(kept), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]
