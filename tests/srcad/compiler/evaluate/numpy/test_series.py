"""``np.polynomial``: what is refused of it."""

import numpy as np
import pytest
from numpy.polynomial import chebyshev, polynomial

import srcad


@pytest.mark.parametrize(
    "program",
    [
        lambda x: polynomial.polyint(x, 1, [x[0]]).sum(),
        lambda x: polynomial.polyint(x, 1, [], x[0]).sum(),
        lambda x: chebyshev.chebint(x, 1, [], 0, x[0]).sum(),
        lambda x: polynomial.polyder(x, 1, x[0]).sum(),
    ],
    ids=["constant", "bound", "scale", "scale of a derivative"],
)
def test_settings_that_run_time_knows_are_refused(program):
    with pytest.raises(srcad.CompileError, match="a scale that are known"):
        srcad.grad(program)(np.array([0.3, 0.9, 1.4]))
