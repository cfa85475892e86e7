"""Functions of NumPy that are not in the table: their names, and what to write."""

from __future__ import annotations

import ast
import itertools
import types
from typing import Any, NoReturn

import numpy as np

from srcad.compiler.evaluate.families import public_module
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.known import known_array
from srcad.compiler.evaluate.numpy.without import REASONS
from srcad.compiler.evaluate.objects import box_of
from srcad.compiler.evaluate.refusals import written_out_instead
from srcad.compiler.evaluate.signals import NeedsContent
from srcad.compiler.evaluate.wording import captured_behind, run_time_argument

_HELP = {
    "np.nditer": "go through `x.flat`, or through `np.ndenumerate(x)`",
    "np.frompyfunc": "call the function in a loop, or make it with `np.vectorize`",
}
_HELP_BY_MODULE = {
    "np.random": "draw from a `np.random.Generator`, made of a seed or passed in",
    "scipy.sparse": "make it a matrix of NumPy: `toarray()` gives one of what is known",
}
# Their results have as many elements as the values decide.
_DATA_DEPENDENT = {
    *("np.intersect1d", "np.setdiff1d", "np.setxor1d", "np.trim_zeros"),
}


def is_numpy(callee: Any) -> bool:
    """Whether a callable belongs to NumPy."""
    if isinstance(callee, np.ufunc):
        return True
    owner = None if isinstance(callee, type) else getattr(callee, "__self__", None)
    if isinstance(owner, np.ufunc):
        return True
    if isinstance(callee, types.MethodType | types.BuiltinMethodType):
        if not isinstance(owner, types.ModuleType | type | None):
            return False
    module = getattr(callee, "__module__", None) or ""
    return module == "numpy" or module.startswith("numpy.")


def name_of(callee: Any) -> str:
    """``np.linalg.eig``, ``np.add.at``: how a callable of NumPy, or a ufunc of another
    library, is written."""
    owner = getattr(callee, "__self__", None)
    if isinstance(callee, np.vectorize):
        return "np.vectorize"
    word = str(getattr(callee, "__name__", type(callee).__name__))
    if isinstance(owner, np.ufunc):
        return f"np.{owner.__name__}.{word}"
    if isinstance(callee, np.ufunc) and getattr(np, word, None) is not callee:
        # One of another library's; it does not say of which.
        module = public_module(callee)
        return f"{module}.{word}" if module else word
    if library := public_module(callee):
        further = str(getattr(callee, "__module__", "")).split(".")[2:]
        shown = itertools.takewhile(lambda part: not part.startswith("_"), further)
        return ".".join([library, *shown, _within(callee)])
    parts = (getattr(callee, "__module__", None) or "numpy").split(".")
    public = [part for part in parts[1:] if not part.startswith("_")]
    if public == ["lib", "scimath"]:
        public = ["emath"]
    return ".".join(["np", *public, word])


def _within(callee: Any) -> str:
    """``logsumexp``; ``norm.logpdf`` and ``norm`` of a distribution."""
    if isinstance(callee, types.MethodType):
        return f"{_within(callee.__self__)}.{callee.__name__}"
    word = getattr(callee, "__name__", "") or type(callee).__name__
    return str(word).removesuffix("_gen")


# Functions of the table that NumPy itself is asked where all that is given is known.
ASKED_ITSELF: dict[Any, bool] = {}


def with_constants(frame: Frame, callee: Any, args: list[Any]) -> list[Any] | None:
    """The arguments of a function whose result has as many elements as the values
    decide, where these are known: of arrays made of numbers, and not written since."""
    if name_of(callee) not in _DATA_DEPENDENT:
        return None
    session = frame.session
    found = [
        known_array(session, item.value) if box_of(item) is item else item
        for item in args
    ]
    return None if any(item is None for item in found) or has_box(found) else found


def refuse_numpy(frame: Frame, callee: Any, args: list[Any], node: ast.AST) -> NoReturn:
    """Refuse a function that is not in the table, and gets a run-time value."""
    written_out_instead(frame, args, node)
    name = name_of(callee)
    text, argument = run_time_argument(frame.session, args, node)
    if name in _DATA_DEPENDENT:
        if captured := captured_behind(frame.session, args):
            raise NeedsContent(captured)
        frame.refuse(
            "SRC024",
            f"the shape of what `{name}` gives depends on the data",
            node,
            label=f"has as many elements as the values of `{text}` decide",
            help="keep the shape, as in `np.where(x > 0, x, 0.0)`, or index with a "
            "mask, as in `x[x > 0]`",
        )
    usual = f"write it in other functions, or register `srcad.defbprop({name})`"
    if name in REASONS:
        usual = f"{REASONS[name]}; {usual}"
    help = _HELP.get(name) or _HELP_BY_MODULE.get(name.rpartition(".")[0], usual)
    label = f"gets {argument.rstrip(',')}" if argument else ""
    frame.refuse("SRC014", f"`{name}` has no derivative rule", node, label, help)
