"""Classes of SciPy that nothing is known of: it is the call that is refused, and none of
SciPy's own source is shown."""

import numpy as np
import pytest
from scipy import interpolate, sparse

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda x: sparse.csr_matrix(np.eye(4) * 2) @ x, "scipy.sparse.csr_matrix"),
        (lambda x: sparse.csr_array(np.outer(x, x)) @ x, "scipy.sparse.csr_array"),
        (
            lambda x: interpolate.NearestNDInterpolator(np.eye(4), x)(np.ones(4)),
            "scipy.interpolate.NearestNDInterpolator",
        ),
    ],
)
def test_the_call_is_refused(function, name):
    with pytest.raises(CompileError) as caught:
        generate(lambda x: np.sum(function(x)), ["float64[4]"])
    (found,) = caught.value.diagnostics
    assert found.message == f"`{name}` has no derivative rule"
    assert found.span.path == __file__
    assert "site-packages" not in str(caught.value)
