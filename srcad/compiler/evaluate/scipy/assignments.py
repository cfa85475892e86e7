"""``scipy.optimize.linear_sum_assignment``: which rows and columns go together. That
stays the same until it jumps."""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import numpy as np
from scipy import optimize

from srcad.compiler.evaluate.intrinsics import emit, unsupported
from srcad.compiler.evaluate.numpy.decompositions import least
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.scipy.rows import name_of
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.primitives import Text, primitive, shown
from srcad.compiler.ir.shapes import Args, Attributes
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.types import array_aval


def _assigned(args: Args, _: Attributes, sizes: Sizes) -> tuple[Aval, ...]:
    aval = array_aval(args[0])
    if aval.ndim != 2:
        raise ShapeError("it takes one matrix of costs")
    pairs = Aval("int64", (least(*aval.shape),), tensor=aval.tensor)
    return pairs, pairs


_NAME = name_of("scipy.optimize", optimize.linear_sum_assignment)
primitive(
    _NAME,
    _assigned,
    optimize.linear_sum_assignment,
    "none",
    results=2,
    raises=True,
    function=_NAME,
    library="scipy.optimize",
    word="rows columns",
    text=lambda op: Text(op.args, shown(op, maximize=False)),
)


@defines(optimize.linear_sum_assignment, arrays="cost_matrix")
def linear_sum_assignment(cost_matrix, maximize=False):
    if maximize not in (True, False):
        unsupported("`maximize` is known beforehand")
    if cost_matrix.ndim != 2:
        raise ValueError("expected a matrix (2-D array)")
    costs = np.asarray(cost_matrix, np.float64)
    return emit(_NAME, costs, maximize=bool(maximize))
