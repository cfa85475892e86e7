"""The entry point of a backward module: ``value_and_grad``, and what it checks.

The user's words win over ours: where an input is called ``params`` or ``dout``, our
argument is ``params_`` or ``dout_``. Only what the module itself could not do without
(``np``, ``forward``, Python's own functions) is kept; an input of that name gains the
``_``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from srcad.compiler.ir.avals import Aval
from srcad.compiler.printing.emit import texts
from srcad.compiler.printing.emit.structures import is_plain
from srcad.compiler.printing.naming import RESERVED

if TYPE_CHECKING:
    from srcad.compiler.printing.emit.interface import Interface

_KEPT = RESERVED | {"Tensor", "ValueError", "dict", *texts.KERNELS, "check_cotangent"}
_KEPT -= {"params"}
# What every module defines, or imports, but for ``check``, which yields.
DEFINED = ("np", "SIGNATURE", "value_and_grad")
# So much of a line is left in a function.
_WIDTH = 84
_YIELDING = re.compile(r"(?<![.\w])(check|check_like|ones_like)\(")


def printed_inputs(
    inputs: Iterable[tuple[str, Aval]], kernels: Collection[str] = ()
) -> tuple[tuple[str, Aval], ...]:
    """The inputs under the names that they have in the module, which calls
    ``kernels``."""
    named = list(inputs)
    taken = {word for word, _ in named}
    out = []
    for word, aval in named:
        if word in _KEPT or word in kernels:
            word = yielding(word, {*taken, *kernels})
            taken.add(word)
        out.append((word, aval))
    return tuple(out)


def yielding(word: str, taken: Iterable[str]) -> str:
    """One of our words, with ``_`` behind it where the user has taken it."""
    while word in set(taken):
        word += "_"
    return word


def with_yielding(text: str, taken: Iterable[str]) -> str:
    """A text in which our functions have other names than what a ``bprop`` reads."""
    taken = set(taken)
    return _YIELDING.sub(lambda word: yielding(word[1], taken) + "(", text)


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
    sizes: str
    given: str


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
    if not interface.rng:
        taken.discard(ours.rng)
    names = []
    for word, _, _ in interface.live:
        names.append(yielding(word, taken))
        taken.add(names[-1])
    return names


def value_and_grad(interface: Interface) -> str:
    """The text of ``value_and_grad``."""
    ours = words(interface)
    names = forward_names(interface)
    given = [f"{name}=None" if name == ours.captured else name for name in names]
    more = f", {ours.updates}" if interface.updates else ""
    lines = [
        f"def value_and_grad({', '.join([*given, f'{ours.dout}=None'])}):",
        *_doc(interface, ours),
        *_loading(interface, ours),
        *_checks(interface, ours),
        f"    {ours.out}, {ours.residuals}{more} = forward({', '.join(names)})",
        *_dout(interface, ours),
        f"    return {ours.out}, backward({ours.residuals}, {ours.dout}){more}",
        "",
    ]
    return "\n".join(lines)


def _doc(interface: Interface, ours: Words) -> list[str]:
    more = ", updates" if interface.updates else ""
    text = (
        f"Return ``(out, grads{more})``, with ``grads`` as ``backward`` gives them for "
        f"``{ours.dout}``, by default ones."
    )
    if interface.captured:
        text = (
            f"Return ``(out, grads{more})``; by default ``{ours.dout}`` is ones, and "
            f"``{ours.captured}`` lies beside this module."
        )
    text += " Raises ValueError that names what does not fit ``SIGNATURE``."
    first, *rest = textwrap.wrap(text, 81, break_on_hyphens=False)
    lines = [f'    """{first}', *(f"    {line}" for line in rest)]
    return [*lines[:-1], f'{lines[-1]}"""']


def _loading(interface: Interface, ours: Words) -> list[str]:
    if not interface.captured:
        return []
    text = f"load_captured() if {ours.captured} is None else {ours.captured}"
    return [f"    {ours.captured} = {text}"]


def _checks(interface: Interface, ours: Words) -> list[str]:
    """A line for each group of ``SIGNATURE``; they have their sizes in common. Many
    inputs are given their names by it."""
    inputs = [word for word, _ in interface.inputs]
    named = ", ".join(f'"{word}": {word}' for word in inputs)
    lines = [f'check({{{named}}}, SIGNATURE["inputs"], {{}})']
    params = ours.params
    if interface.parameters and interface.unused:
        item = f'k: a for k, a in {params}.items() if k not in SIGNATURE["unused"]'
        lines.append(f"used = {{{item}}}")
        params = "used"
    if interface.parameters:
        lines.append(f'check({params}, SIGNATURE["params"], {ours.sizes})')
    if interface.captured:
        lines.append(f'check({ours.captured}, SIGNATURE["captured"], {ours.sizes})')
    before = f"{ours.sizes} = " if len(lines) > 1 else ""
    lines[0] = before + lines[0]
    if len(lines[0]) > _WIDTH and len(inputs) > 1:
        named = f'dict(zip(SIGNATURE["inputs"], {ours.given}))'
        first = f'{before}check({named}, SIGNATURE["inputs"], {{}})'
        lines[:1] = [f"{ours.given} = ({', '.join(inputs)})", first]
    return [f"    {line}" for line in lines]


def _dout(interface: Interface, ours: Words) -> list[str]:
    """What ``dout`` is by default, and what it is compared with where it is given."""
    out, dout = ours.out, ours.dout
    if not is_one_array(interface):
        return [
            f"    {dout} = ones_like({out}) if {dout} is None else {dout}",
            f'    check_like("{dout}", {dout}, {out})',
        ]
    default = f"    {dout} = np.ones_like({out}) if {dout} is None else {dout}"
    like = f"({out}.dtype, {out}.shape)"
    (aval,) = interface.outputs
    assert isinstance(aval, Aval)
    if not aval.shape:
        like = 'SIGNATURE["out"]'
    if not (aval.shape or aval.weak):
        default = f"    {dout} = np.{aval.dtype}(1 if {dout} is None else {dout})"
    return [default, f'    check({{"{dout}": {dout}}}, {{"{dout}": {like}}}, {{}})']


def is_one_array(interface: Interface) -> bool:
    """Whether the output is one array or one number, and is known to be which."""
    plain = is_plain(interface.output) and not interface.numbers
    return plain and isinstance(interface.outputs[0], Aval)
