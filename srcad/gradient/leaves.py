"""What of a call's arguments has a gradient, and what is refused.

Floats and floating arrays are differentiable, wherever they stand in tuples, lists,
dicts, named tuples and dataclasses. What else is asked for is refused, with its place:
a zero or an empty gradient would say that the function does not depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.reading.arguments import placed
from srcad.compiler.reading.kinds import array_kind_refused
from srcad.tensor import is_tensor

_HELP = "pass a plain array of floats: np.asarray(x, dtype=float)"


def check_kinds(named: Mapping[str, Any]) -> None:
    """Refuse what no rule is made for: complex Tensors, arrays of objects,
    subclasses of ndarray with operators of their own; CompileError names the place."""
    for name, item in named.items():
        for place, leaf in placed(item, name):
            found = _refused(leaf)
            if found:
                message = f"the argument `{place}` is {found}"
                raise CompileError(Diagnostic("SRC017", message, help=_HELP))


def _refused(leaf: Any) -> str:
    tensor = is_tensor(leaf)
    if not (tensor or isinstance(leaf, np.ndarray | np.generic)):
        return ""
    refused = array_kind_refused(leaf)
    if not refused and tensor and leaf.asnumpy().dtype.kind == "c":
        return "a Tensor of complex numbers"
    return refused


def check_wanted(item: Any, name: str, tensors: bool) -> None:
    """Refuse an argument whose gradient is asked for and that has none, or that holds
    a number that has none. Beside Tensors a number is a constant, as in MindSpore."""
    if tensors:
        message = f"the gradient by `{name}` is asked for, which is no Tensor"
        help = "beside Tensors numbers are constants: pass a Tensor"
        raise CompileError(Diagnostic("SRC022", message, help=help))
    found = False
    for place, leaf in placed(item, name):
        what = _without_gradient(leaf)
        if what:
            message = f"the gradient by `{place}`, {what}, is asked for"
            help = f"pass float({place})" if np.ndim(leaf) == 0 else "pass floats"
            if isinstance(leaf, complex):
                help = f"pass np.asarray({place})"
            help += f", or leave `{name}` out: `grad_position` names the others"
            raise CompileError(Diagnostic("SRC022", message, help=help))
        found = found or _is_floating(leaf)
    if not found:
        what = f"the gradient by `{name}` is asked for, in which there are no floats"
        help = "`grad_position` says by which arguments"
        raise CompileError(Diagnostic("SRC022", what, help=help))


def _is_floating(leaf: Any) -> bool:
    if isinstance(leaf, float) or is_tensor(leaf):
        return True
    return isinstance(leaf, np.ndarray | np.generic) and leaf.dtype.kind in "fc"


def _without_gradient(leaf: Any) -> str:
    """What a number is that has no gradient; "" for all others."""
    if isinstance(leaf, bool | np.bool_):
        return "a bool"
    if isinstance(leaf, int | np.integer):
        return "an integer"
    if isinstance(leaf, complex) and not isinstance(leaf, np.generic):
        return "a complex number of Python"
    if isinstance(leaf, float) and type(leaf) not in (float, np.float64):
        return f"a {type(leaf).__name__}"
    if isinstance(leaf, np.ndarray) and leaf.dtype.kind in "iub":
        return f"an array of the dtype {leaf.dtype}"
    return ""
