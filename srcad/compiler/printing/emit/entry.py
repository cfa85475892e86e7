"""The entry point of a backward module: ``SIGNATURE``, ``value_and_grad``, its checks.

The user's words win over ours: where an input is called ``params`` or ``dout``, our
argument is ``params_`` or ``dout_``. Only what the module itself could not do without
(``np``, ``forward``, Python's own functions) is kept; an input of that name gains the
``_``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from srcad.compiler.evaluate.tracing import Placeholder
from srcad.compiler.ir.avals import Aval
from srcad.compiler.printing.emit import texts
from srcad.compiler.printing.emit.structures import form_expression, ones_text
from srcad.compiler.printing.emit.writer import literal
from srcad.compiler.printing.naming import RESERVED

if TYPE_CHECKING:
    from srcad.compiler.printing.emit.interface import Interface

_KEPT = RESERVED | {"Tensor", "ValueError", "dict", *texts.KERNELS, "check_cotangent"}
_KEPT -= {"params"}
# What every module defines, or imports.
DEFINED = ("np", "SIGNATURE", "value_and_grad", "check_arguments", "check_arrays")


def printed_inputs(
    inputs: Iterable[tuple[str, Aval]],
) -> tuple[tuple[str, Aval], ...]:
    """The inputs under the names that they have in the module."""
    named = list(inputs)
    taken = {word for word, _ in named}
    out = []
    for word, aval in named:
        if word in _KEPT:
            word = yielding(word, taken)
            taken.add(word)
        out.append((word, aval))
    return tuple(out)


def yielding(word: str, taken: Iterable[str]) -> str:
    """One of our words, with ``_`` behind it where the user has taken it."""
    while word in set(taken):
        word += "_"
    return word


@dataclass(frozen=True, slots=True)
class Words:
    """Our arguments, by the names that they have beside the user's inputs."""

    params: str
    captured: str
    rng: str
    out: str
    residuals: str
    updates: str
    dout: str


def words(interface: Interface) -> Words:
    """Our arguments in the module of this interface."""
    taken = {word for word, _ in interface.inputs}
    return Words(*(yielding(one.name, taken) for one in fields(Words)))


def forward_names(interface: Interface) -> list[str]:
    """The arguments of ``forward``."""
    ours = words(interface)
    names = [word for word, _ in interface.inputs]
    if interface.parameters:
        names.append(ours.params)
    if interface.rng:
        names.append(ours.rng)
    names.extend(live_names(interface))
    # The last, since ``value_and_grad`` can do without it.
    if interface.captured:
        names.append(ours.captured)
    return names


def live_names(interface: Interface) -> list[str]:
    """The arguments for objects of Python, such as Cells."""
    ours = words(interface)
    taken = {word for word, _ in interface.inputs} | _KEPT
    taken |= {getattr(ours, one.name) for one in fields(Words)}
    names = []
    for word, _, _ in interface.live:
        names.append(yielding(word, taken))
        taken.add(names[-1])
    return names


def signature(interface: Interface) -> ast.stmt:
    """``SIGNATURE``: what ``check_arguments`` checks against."""
    keys: list[ast.expr | None] = [literal("inputs")]
    values: list[ast.expr] = [_group(interface.inputs)]
    if interface.parameters:
        keys.append(literal("params"))
        values.append(_group(interface.parameters))
    if interface.captured:
        keys.append(literal("captured"))
        values.append(_group(interface.captured))
    keys.append(literal("out"))
    values.append(form_expression(interface.output, interface.outputs))
    target = ast.Name("SIGNATURE", ast.Store())
    return ast.Assign([target], ast.Dict(keys, values))


def _group(items: Iterable[tuple[str, Aval]]) -> ast.expr:
    pairs = [(literal(word), literal(str(aval))) for word, aval in items]
    return ast.Dict([key for key, _ in pairs], [value for _, value in pairs])


def value_and_grad(interface: Interface) -> str:
    """The text of ``value_and_grad``."""
    ours = words(interface)
    groups = [ours.params] * bool(interface.parameters)
    groups += [ours.captured] * bool(interface.captured)
    checks = [*groups, *(f"{word}={word}" for word, _ in interface.inputs)]
    names = forward_names(interface)
    given = [f"{name}=None" if name == ours.captured else name for name in names]
    more = f", {ours.updates}" if interface.updates else ""
    ones, shape_check = _dout_lines(interface, ours)
    lines = [
        f"def value_and_grad({', '.join([*given, f'{ours.dout}=None'])}):",
        f'    """Return ``(out, grads{", updates" if more else ""})``, with ``grads`` '
        "as ``backward`` returns them.",
        "",
        *_defaults_doc(interface, ours),
        '    """',
        *_loading(interface, ours),
        f"    check_arguments({', '.join(checks)})",
        f"    {ours.out}, {ours.residuals}{more} = forward({', '.join(names)})",
        f"    if {ours.dout} is None:",
        f"        {ours.dout} = {ones}",
        *shape_check,
        f"    return {ours.out}, backward({ours.residuals}, {ours.dout}){more}",
        "",
    ]
    return "\n".join(lines)


def _defaults_doc(interface: Interface, ours: Words) -> list[str]:
    if not interface.captured:
        return [
            f"    ``{ours.dout}`` is ones where it is None. Raises TypeError or "
            "ValueError, naming the",
            "    argument, for what does not fit ``SIGNATURE``.",
        ]
    found = f"``{ours.captured}`` is what lies beside this module"
    return [
        f"    Where they are None, {found}, and ``{ours.dout}`` is",
        "    ones. Raises TypeError or ValueError, naming the argument, for what does "
        "not fit",
        "    ``SIGNATURE``.",
    ]


def _loading(interface: Interface, ours: Words) -> list[str]:
    if not interface.captured:
        return []
    return [
        f"    if {ours.captured} is None:",
        f"        {ours.captured} = load_captured()",
    ]


def _dout_lines(interface: Interface, ours: Words) -> tuple[str, list[str]]:
    """An expression for ones, and the lines that check what is given instead."""
    out, dout = ours.out, ours.dout
    avals = interface.outputs
    plain = all(isinstance(aval, Aval) for aval in avals)
    form = interface.output
    if not isinstance(form, Placeholder):
        flat = isinstance(form, tuple | list) and all(
            isinstance(part, Placeholder) for part in form
        )
        if flat and plain:
            return f"tuple(np.ones_like(part) for part in {out})", []
        return ones_text(form, avals, out), []
    measure = "np.shape" if plain else "len"
    what = "shape" if plain else "length"
    return ones_text(form, avals, out), [
        f"    elif {measure}({dout}) != {measure}({out}):",
        f'        raise ValueError(f"{dout} has {what} {{{measure}({dout})}}; expected '
        f'{{{measure}({out})}}")',
    ]


def load_captured(interface: Interface) -> str:
    """The text of ``load_captured``."""
    return _LOAD_CAPTURED.replace(
        "captured is missing", f"{words(interface).captured} is missing"
    )


def check_arguments(interface: Interface) -> str:
    """The text of ``check_arguments``, and of what it calls."""
    if interface.captured:
        groups = ["params"] * bool(interface.parameters) + ["captured"]
        pairs = ["inputs", *groups]
        text = _CHECK_GROUPS.replace("GIVEN", ", ".join(groups))
        text = text.replace("GROUPS", ", ".join(f'"{one}": {one}' for one in pairs))
        return text + _CHECK_ARRAYS
    if interface.parameters:
        return _CHECK_PARAMETERS + _CHECK_ARRAYS
    return _CHECK_INPUTS + _CHECK_ARRAYS


# The arrays lie in DIR/mlp_captured.npz beside DIR/mlp_backward.py, and DIR/mlp.py.
_LOAD_CAPTURED = '''CAPTURED = {}


def load_captured():
    """Return the arrays that lie beside this module; they are read once."""
    if not CAPTURED:
        try:
            stem = __file__.removesuffix(".py").removesuffix("_backward")
            with np.load(f"{stem}_captured.npz") as arrays:
                CAPTURED.update(dict(arrays))
        except (NameError, OSError) as error:
            raise TypeError(f"captured is missing: {error}") from error
    return CAPTURED
'''

_CHECK_GROUPS = '''def check_arguments(GIVEN, /, **inputs):
    """Raise an error that names the first argument that does not fit ``SIGNATURE``."""
    sizes = {}
    given = {GROUPS}
    for group, arrays in given.items():
        unknown = [name for name in arrays if name not in SIGNATURE[group]]
        if unknown:
            raise TypeError(f"{unknown[0]} is not in SIGNATURE[{group!r}]")
        check_arrays(arrays, SIGNATURE[group], sizes)


'''
_CHECK_PARAMETERS = '''def check_arguments(params, /, **inputs):
    """Raise an error that names the first argument that does not fit ``SIGNATURE``."""
    unknown = [name for name in params if name not in SIGNATURE["params"]]
    if unknown:
        raise TypeError(f"{unknown[0]} is none of the parameters in SIGNATURE")
    sizes = {}
    check_arrays(inputs, SIGNATURE["inputs"], sizes)
    check_arrays(params, SIGNATURE["params"], sizes)


'''

_CHECK_INPUTS = '''def check_arguments(**inputs):
    """Raise an error that names the first argument that does not fit ``SIGNATURE``."""
    check_arrays(inputs, SIGNATURE["inputs"], {})


'''

_CHECK_ARRAYS = '''def check_arrays(arrays, signature, sizes):
    """Check each array; a word in the place of a size means one size everywhere."""
    for name, expected in signature.items():
        if name not in arrays:
            raise TypeError(f"{name} is missing; expected {expected}")
        value = arrays[name]
        if "[" not in expected:
            if not isinstance(value, (int, float, np.number)):
                raise TypeError(
                    f"{name} is {type(value).__name__}; expected {expected}"
                )
            continue
        dtype, _, shape = expected.rstrip("]").partition("[")
        given = getattr(value, "dtype", type(value).__name__)
        if given != dtype:
            raise TypeError(f"{name} is {given}; expected {expected}")
        words = shape.split(", ") if shape else []
        if value.ndim != len(words) or any(
            have != (int(word) if word.isdigit() else sizes.setdefault(word, have))
            for word, have in zip(words, value.shape)
        ):
            raise ValueError(f"{name} has shape {value.shape}; expected {expected}")
'''
