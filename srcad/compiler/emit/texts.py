"""The fixed parts of a backward module: docstring, entry point, argument checks."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING, Any

from codegen.description import Comment
from srcad.compiler.avals import Aval
from srcad.compiler.lowering.functions import Placeholder

if TYPE_CHECKING:
    from srcad.compiler.emit.module import Interface

CHECK_ARGUMENTS = '''def check_arguments(**arguments):
    """Raise an error that names the first argument that does not fit ``SIGNATURE``."""
    sizes = {}
    for name, expected in SIGNATURE.items():
        if name == "out":
            continue
        if name not in arguments:
            raise TypeError(f"{name} is missing; expected {expected}")
        value = arguments[name]
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
        wanted = [int(word) if word.isdigit() else sizes.get(word) for word in words]
        if value.ndim != len(words) or any(
            want not in (None, have) for want, have in zip(wanted, value.shape)
        ):
            raise ValueError(f"{name} has shape {value.shape}; expected {expected}")
        sizes.update(zip(words, value.shape))
'''

UNBROADCAST = '''def unbroadcast(cotangent, shape):
    """Sum ``cotangent`` over the axes along which ``shape`` was broadcast to it."""
    extra = cotangent.ndim - len(shape)
    cotangent = cotangent.sum(axis=tuple(range(extra)))
    axes = tuple(
        axis for axis, size in enumerate(shape) if size == 1 != cotangent.shape[axis]
    )
    return cotangent.sum(axis=axes, keepdims=True)
'''

CHECK_COTANGENTS = '''def check_cotangents(name, cotangents, values):
    """Give the cotangents of a user's ``bprop``, checked against the inputs, as arrays.

    Raises TypeError for another number of them, no tuple, or another dtype, ValueError
    for another shape.
    """
    if not isinstance(cotangents, tuple):
        raise TypeError(f"{name} must return a tuple, such as (dx,)")
    if len(cotangents) != len(values):
        raise TypeError(
            f"{name} returns {len(cotangents)} cotangents for {len(values)} inputs"
        )
    arrays = []
    for cotangent, value in zip(cotangents, values):
        array = np.zeros_like(value) if cotangent is None else np.asarray(cotangent)
        if np.issubdtype(value.dtype, np.floating):
            if array.shape != value.shape:
                raise ValueError(
                    f"{name} gives a cotangent of shape {array.shape} for an input of "
                    f"shape {value.shape}"
                )
            if array.dtype != value.dtype:
                raise TypeError(
                    f"{name} gives a cotangent of dtype {array.dtype} for an input of "
                    f"dtype {value.dtype}"
                )
        arrays.append(array)
    return arrays
'''

CHECK_HOOK_RESULT = '''def check_hook_result(name, result):
    """Raise TypeError where a hook that cannot be differentiated gives new data."""
    if result is not None:
        raise TypeError(f"the hook {name} returns new data; it must return None here")
'''

KERNELS = {
    "unbroadcast": UNBROADCAST,
    "check_cotangents": CHECK_COTANGENTS,
    "check_hook_result": CHECK_HOOK_RESULT,
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


def forward_names(interface: Interface) -> list[str]:
    """The arguments of ``forward``."""
    names = [word for word, _ in interface.inputs]
    if interface.parameters:
        names.append("params")
    if interface.rng:
        names.append("rng")
    return names


def forward_doc(interface: Interface) -> str:
    """What ``forward`` gives, and what it draws from."""
    updates = ", {parameter name: new value}" if interface.updates else ""
    drawn = "; ``rng`` is a ``numpy.random.Generator``" if interface.rng else ""
    return f"Return ``(out, residuals{updates})``{drawn}."


def value_and_grad(interface: Interface) -> str:
    """The text of ``value_and_grad``."""
    inputs = [word for word, _ in interface.inputs]
    checks = [f"{word}={word}" for word in inputs]
    names = forward_names(interface)
    if interface.parameters:
        checks.append("**params")
    more = ", updates" if interface.updates else ""
    plain = isinstance(interface.output, Placeholder)
    ones, shape_check = _dout_lines(interface, plain)
    lines = [
        f"def value_and_grad({', '.join([*names, 'dout=None'])}):",
        f'    """Return ``(out, grads{more})``, with ``grads`` as ``backward`` '
        "returns them.",
        "",
        "    ``dout`` is ones where it is None. Raises TypeError or ValueError, naming "
        "the",
        "    argument, for what does not fit ``SIGNATURE``.",
        '    """',
        f"    check_arguments({', '.join(checks)})",
        f"    out, residuals{more} = forward({', '.join(names)})",
        "    if dout is None:",
        f"        dout = {ones}",
        *shape_check,
        f"    return out, backward(residuals, dout){more}",
        "",
    ]
    return "\n".join(lines)


def _dout_lines(interface: Interface, plain: bool) -> tuple[str, list[str]]:
    if plain:
        return "np.ones_like(out)", [
            "    elif np.shape(dout) != np.shape(out):",
            '        raise ValueError(f"dout has shape {np.shape(dout)}; expected '
            '{np.shape(out)}")',
        ]
    if isinstance(interface.output, tuple | list) and all(
        isinstance(part, Placeholder) for part in interface.output
    ):
        return "tuple(np.ones_like(part) for part in out)", []
    return _nested_ones(interface.output, "out"), []


def _nested_ones(form: Any, text: str) -> str:
    if isinstance(form, Placeholder):
        return f"np.ones_like({text})"
    if isinstance(form, tuple | list):
        parts = [_nested_ones(part, f"{text}[{k}]") for k, part in enumerate(form)]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if isinstance(form, dict):
        items = [
            f"{key!r}: {_nested_ones(part, f'{text}[{key!r}]')}"
            for key, part in form.items()
        ]
        return "{" + ", ".join(items) + "}"
    return "None"


def docstring(interface: Interface, classes: list[str]) -> str:
    """Shapes and dtypes first: they are what a reviewer checks first."""
    rows: list[tuple[str, str, str]] = []
    rows.extend((word, str(aval), "input") for word, aval in interface.inputs)
    rows.extend((word, str(aval), "parameter") for word, aval in interface.parameters)
    rows.append(("out", _form_text(interface.output, interface.outputs), "output"))
    first = max(len(row[0]) for row in rows)
    second = max(len(row[1]) for row in rows)
    table = [f"{a.ljust(first)}  {b.ljust(second)}  {c}" for a, b, c in rows]
    facts = ""
    if interface.facts:
        words = ", ".join(f"{key}={value!r}" for key, value in interface.facts)
        facts = f", with ``{words}``"
    head = f"Reverse-mode derivative of ``{interface.subject}``{facts}."
    lines = [*_wrapped(head), "", *table]
    for word in classes:
        text = f"The derivative of ``{word}`` is the user's own: its ``bprop``."
        lines.extend(("", text))
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 84, break_long_words=False, break_on_hyphens=False)


def _form_text(form: Any, avals: tuple[Aval, ...]) -> str:
    if isinstance(form, Placeholder):
        return str(avals[form.position])
    if isinstance(form, tuple | list):
        parts = ", ".join(_form_text(part, avals) for part in form)
        return f"({parts}{',' if len(form) == 1 else ''})"
    if isinstance(form, dict):
        items = [f"{key}: {_form_text(part, avals)}" for key, part in form.items()]
        return "{" + ", ".join(items) + "}"
    return repr(form)
