"""What raises FloatingPointError, where `np.errstate` or `np.seterr` says so.

An operation has the contexts that it is executed in; around these, the process is set
to something when the module is called, which is asked for only where it matters.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Mapping

from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.sharing import is_view
from srcad.compiler.ir.types import Call, Op, Operation, contexts_of, walk

# What `np.geterr` gives: what is done about each kind of error.
State = Mapping[str, str]
_KINDS = ("divide", "over", "under", "invalid")
# What raises of integers, too.
_DIVIDES = ("floor_divide", "remainder", "fmod")


def raises_floating(op: Operation, around: Callable[[], State]) -> bool:
    """Whether an operation may raise it; ``around`` says what the process is set to."""
    if isinstance(op, Call):
        return any(raises_floating(one, around) for one in walk(op.function.body))
    if not isinstance(op, Op) or not _computes(op):
        return False
    known: dict[str, str] = {}
    for words in contexts_of(op):
        known.update(_said(words))
    left = [kind for kind in _KINDS if kind not in known]
    if "raise" in known.values() or not left:
        return "raise" in known.values()
    state = around()
    return any(state.get(kind) == "raise" for kind in left)


def _computes(op: Op) -> bool:
    """Whether NumPy may compute something with floats, or divides integers."""
    if op.of_python or any(is_view(op, one) for one in op.results):
        return False
    avals = [one.aval for one in (*op.args, *op.results)]
    arrays = [aval for aval in avals if isinstance(aval, Aval) and not aval.weak]
    if op.primitive in _DIVIDES:
        return bool(arrays)
    return any(aval.is_inexact for aval in arrays)


@functools.lru_cache(maxsize=256)
def _said(words: str) -> dict[str, str]:
    """What a context says of the kinds of errors: nothing, if it is none of NumPy's."""
    made = ast.parse(words, mode="eval").body
    if not isinstance(made, ast.Call) or ast.unparse(made.func) != "np.errstate":
        return {}
    given = {one.arg: ast.literal_eval(one.value) for one in made.keywords}
    whole = given.pop("all", None)
    found = {} if whole is None else dict.fromkeys(_KINDS, whole)
    found.update((str(kind), how) for kind, how in given.items() if how is not None)
    return {kind: how for kind, how in found.items() if kind in _KINDS}
