"""Operators of a Tensor and a number of Python that only run time knows."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops

FORMS = {
    "add": lambda x, k: ops.add(x, k) + ops.add(k, x) * x,
    "sub": lambda x, k: ops.sub(x, k) * ops.sub(k, x),
    "mul": lambda x, k: ops.mul(x, k) * ops.mul(k, x),
    "div": lambda x, k: ops.div(x, k) + ops.div(k, x),
    "pow": lambda x, k: ops.pow(x, k) + ops.pow(k, x),
    "maximum": lambda x, k: ops.maximum(x, k) * x,
    "minimum": lambda x, k: ops.minimum(k, x) * x,
    "floor_div": lambda x, k: ops.floor_div(x, k) * x,
    "floor_mod": lambda x, k: ops.floor_mod(x, k) * x,
    "atan2": lambda x, k: ops.atan2(x, k),
    "hypot": lambda x, k: ops.hypot(x, k),
    "xlogy": lambda x, k: ops.xlogy(x, k),
    "less": lambda x, k: ops.less(x, k) * x,
    "where": lambda x, k: ops.where(x > k, x, k) * x,
    "clamp": lambda x, k: ops.clamp(x, 0, k) * x,
    "method": lambda x, k: x.add(k) * x.mul(k),
    "primitive": lambda x, k: ops.Add()(x, k) * ops.Pow()(x, k),
    "a fraction": lambda x, k: ops.mul(x, k * 0.5) * x,
    "a Tensor": lambda x, k: Tensor(k) * x * x,
}


def summed(form):
    def program(x, n):
        total = x * 0
        for k in range(1, n):
            total = total + form(x, k)
        return total

    return program


@pytest.mark.filterwarnings("ignore::srcad.RecompileWarning")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_value_and_gradient(form, dtype):
    program, x = summed(form), np.array([1.3, 2.6])
    wanted = program(Tensor(x.astype(dtype)), 3)
    out, gradient = srcad.value_and_grad(program)(Tensor(x.astype(dtype)), 3)
    assert (out.dtype, gradient.dtype) == (wanted.dtype, Tensor(x.astype(dtype)).dtype)
    np.testing.assert_allclose(out.asnumpy(), wanted.asnumpy(), rtol=1e-6)
    step = 1e-6
    above, below = program(Tensor(x + step), 3), program(Tensor(x - step), 3)
    differences = (above.asnumpy() - below.asnumpy()) / (2 * step)
    np.testing.assert_allclose(gradient.asnumpy(), differences, rtol=1e-5, atol=1e-5)
