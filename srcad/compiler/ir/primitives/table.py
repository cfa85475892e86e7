"""What a primitive is, and the one table of them.

A row holds all that the phases ask of a primitive, from its shape to its text. The
language itself enters its rows in ``core``; NumPy's functions enter theirs in
``srcad.compiler.evaluate.numpy``, beside what a call of them means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from srcad.compiler.ir.avals import AnyAval, is_complex
from srcad.compiler.ir.shapes import Args, Attributes, DtypeError, Rule
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.types import Op

# What the result shares with the first argument: nothing (fresh), its storage as a
# view, or its storage because the argument was written in place. Of several results
# of a write that goes for the last one; the others are views.
Storage = Literal["fresh", "view", "write"]

# The partial derivatives of an element-wise primitive: one expression of NumPy for each
# argument, in terms of the arguments ``x``, ``y``, ``z``, ``w`` and of the result
# ``out``; "0" says that there is none, ``UNKNOWN`` that there is one which is not
# known. Or a ``bprop``: it takes the arguments, ``out``, ``dout`` and the attributes as
# keywords, and gives one cotangent for each argument (None for one that has none).
# Where there are several results, ``out`` and ``dout`` are tuples; a cotangent that is
# not there is None. Or "none": there is none, or zero almost everywhere. Of a primitive
# whose row has no derivative reverse mode knows the adjoint itself, or refuses it.
Derivative = tuple[str, ...] | Callable[..., Any] | Literal["none"]

UNKNOWN = "unknown"
# What the arguments are called in partial derivatives.
ARGUMENTS = "xyzw"


@dataclass(frozen=True, slots=True)
class Text:
    """How an operation is written: the arguments of a call.

    An atom is written as the expression that gives it, a dtype as NumPy's name of it,
    and anything else as a literal. A ``method`` is one of the first argument, where
    that is an array for sure. ``item`` is the one of several results that is meant.
    """

    args: tuple[Any, ...]
    keywords: Mapping[str, Any] = field(default_factory=dict)
    method: bool = False
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Primitive:
    """What the phases know of a primitive."""

    name: str
    # The abstract value of the result; and the result, for the interpreter and for
    # folding constants. Of several results, a tuple of these.
    infer: Rule
    evaluate: Callable[..., Any]
    derivative: Derivative | None = None
    storage: Storage = "fresh"
    results: int = 1
    elementwise: bool = False
    # Cheap enough to be computed again rather than kept for the backward half.
    cheap: bool = False
    # May raise, of arguments that fit in rank and dtype.
    raises: bool = False
    # Any number of arguments, which a bprop gets as a tuple.
    variadic: bool = False
    # Gives a number of NumPy, not an array, where the result has no axes; None: it does
    # so if it is element-wise.
    number: bool | None = None
    # Casts its arguments to the dtype that MindSpore computes in.
    promotes: bool = False
    # Its derivative computes with the arguments alone, in the dtypes that they have.
    widens: bool = False
    # The arguments by which MindSpore has a derivative in integers.
    exact: tuple[int, ...] | Literal["all"] = ()
    # What is called, if not ``np.<name>``; with what, if not just with the arguments.
    function: str = ""
    # The module that it is of, if not NumPy; ``function`` begins with its last name.
    library: str = ""
    text: Callable[[Op], Text] | None = None
    # The row holds of complex numbers as well: the function is analytic, or it only
    # moves elements. All others are refused there.
    analytic: bool = False
    # What it gives may change at once where its arguments do not; None: it does if it
    # has no derivative.
    jumps: bool | None = None
    # Gives places along an axis of its argument, from 0 on.
    places: bool = False
    # What Python's ``math`` calls it.
    math: str = ""
    # What a temporary is called after, if not after the name; of several results, a
    # word for each.
    word: str = ""


PRIMITIVES: dict[str, Primitive] = {}


def primitive(
    name: str,
    infer: Rule,
    evaluate: Callable[..., Any],
    derivative: Derivative | None = None,
    **more: Any,
) -> None:
    """Enter a primitive; a name stands for one."""
    assert name not in PRIMITIVES, name
    PRIMITIVES[name] = Primitive(name, infer, evaluate, derivative, **more)


def result_avals(
    name: str, args: Args, attributes: Attributes, sizes: Sizes
) -> tuple[AnyAval, ...]:
    """The abstract value of each result of a primitive; ShapeError where it cannot be
    applied."""
    row = PRIMITIVES[name]
    if not row.analytic and any(is_complex(atom.aval) for atom in args):
        written = row.function or f"np.{name}"
        raise DtypeError(f"`{written}` of complex numbers is not supported")
    found = row.infer(args, attributes, sizes)
    return found if row.results > 1 else (found,)


def may_jump(name: str) -> bool:
    """Whether what a primitive gives may change at once where its arguments do not."""
    jumps = PRIMITIVES[name].jumps
    return without_derivative(name) if jumps is None else jumps


def without_derivative(name: str) -> bool:
    """Whether a primitive is known to pass no gradient on."""
    return PRIMITIVES[name].derivative == "none"


def shown(op: Op, **defaults: Any) -> dict[str, Any]:
    """The attributes of an operation that are not what they are by default."""
    return {
        word: op.attribute(word)
        for word, default in defaults.items()
        if op.attribute(word) != default
    }
