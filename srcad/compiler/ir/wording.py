"""What temporaries are called: the second word of ``<target>_<what>``."""

from __future__ import annotations

import builtins

from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Atom, Call, If, Lit, Loop, Op, Value

# A temporary never hides a function of Python's.
OTHER_MEANINGS = frozenset(word for word in dir(builtins) if word.islower())

_OF_LISTS = {
    "list_contains": "condition",
    "list_count": "count",
    "list_equal": "condition",
    "list_index": "place",
    "list_join": "joined",
    "list_len": "length",
    "list_of": "items",
    "list_place": "place",
    "list_plus": "joined",
    "list_repeat": "repeated",
    "list_slice": "part",
    "list_stack": "stacked",
    "list_sum": "sum",
    "list_fsum": "fsum",
    "set_items": "items",
    **dict.fromkeys(("set_of", "set_from", "set_minus", "set_both"), "set"),
    **dict.fromkeys(("set_either", "set_one"), "set"),
    "unstack": "rows",
}


def what(op: object) -> str:
    """A word for the result of an operation."""
    match op:
        case Op():
            if op.primitive in ("getitem", "list_get", "list_pop"):
                return index_word(op)
            if op.primitive == "full":
                return _filled(op.args[1])
            word = PRIMITIVES[op.primitive].word or _OF_LISTS.get(op.primitive)
            aval = op.results[0].aval
            array = aval.shape
            return "mask" if word == "condition" and array else word or op.primitive
        case Call():
            return op.label or op.function.name.removesuffix("_forward")
        case If():
            return "branch"
        case Loop():
            return "loop"
    return "value"


def _filled(value: Atom) -> str:
    number = value.value if isinstance(value, Lit) else None
    return "zeros" if number == 0 else "ones" if number == 1 else "array"


def index_word(op: Op) -> str:
    """``h_i`` for ``h[i]``, ``x_0`` for ``x[0]``."""
    index = next((arg for arg in op.args[1:] if isinstance(arg, Value)), None)
    if index is not None:
        return index.hint or "i"
    if op.primitive in ("list_get", "list_pop"):
        place = op.args[1]
        assert isinstance(place, Lit)
        return str(place.value) if place.value in range(10) else "item"
    entries = op.attribute("index").entries
    return str(entries[0]) if len(entries) == 1 and entries[0] in range(10) else "part"
