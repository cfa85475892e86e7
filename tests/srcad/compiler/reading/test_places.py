"""What has no statement of its own is shown at the definition of what is differentiated."""

import inspect

import numpy as np
import pytest
from scipy import special

import srcad
from srcad import Tensor, nn, ops
from srcad.compiler.diagnostics.errors import CompileError

X = np.array([1.0, 2.0])
bessel = lambda x: special.jv(x, 2.0)  # noqa: E731
logarithm = lambda x: ops.log(x)  # noqa: E731


class Nothing(nn.Cell):
    def construct(self, x):
        x * 2


class Keyed(nn.Cell):
    def construct(self, x):
        return {Tensor([1.0]): x}


@pytest.mark.parametrize(
    ("function", "of", "x"),
    [
        (bessel, bessel, X),
        (srcad.grad(bessel), bessel, X),
        (logarithm, logarithm, Tensor([1, 2])),
        (Nothing(), Nothing.construct, Tensor(X)),
        (Keyed(), Keyed.construct, Tensor(X)),
    ],
    ids=["a lambda", "its gradient", "a lambda of integers", "nothing", "a key"],
)
def test_it_is_at_the_definition(function, of, x):
    with pytest.raises(CompileError) as caught:
        srcad.grad(function)(x)
    (found,) = caught.value.diagnostics
    assert found.span.path.endswith("test_places.py")
    first = inspect.getsourcelines(of)[1]
    assert first <= found.span.line <= first + 1
    assert f"test_places.py:{found.span.line}:" in str(caught.value)
