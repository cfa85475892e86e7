"""Which Tensors share their memory: a write to one of two, eagerly and compiled."""

import numpy as np
import pytest

import srcad
from srcad import Tensor
from tests.srcad.compiler.side_by_side import module_of

PROGRAM = """
import numpy as np
from srcad import ops

def to_the_second(x):
    y = x * 1
    z = {second}
    z[...] = 4.0
    return (y * x).sum()

def to_the_first(x):
    y = x * 1
    z = {second}
    y[...] = 4.0
    return (z * z * 1.5).sum()
"""
# What gives a Tensor over the memory of another one, or that one, for these ranks.
EACH = (0, 1, 2)
SHARED = {"y.T": (0, 1), "y[...]": EACH, "y.contiguous()": EACH, "y.data": EACH}
APART = [
    *("y.t()", "+y", "y.copy()", "y.real()", "y.conj()", "y.diff(0)"),
    *("y.permute(*range(y.ndim))", "np.transpose(y)", "y.reshape(y.shape)"),
    *("ops.transpose(y, tuple(range(y.ndim)))", "ops.stop_gradient(y)"),
]
ARRAYS = [np.array(1.5), np.array([0.7, -0.4]), np.array([[0.7, -0.4], [1.2, 0.3]])]


@pytest.mark.parametrize("second", [*SHARED, *APART])
def test_a_write_to_one_of_two_tensors(tmp_path, second):
    module = module_of(tmp_path, "program", PROGRAM.format(second=second))
    for array in ARRAYS:
        shared = array.ndim in SHARED.get(second, ())
        wanted = {
            "to_the_second": (4 * array if shared else array * array).sum(),
            "to_the_first": np.sum(1.5 * (0 * array + 4 if shared else array) ** 2),
        }
        for name, value in wanted.items():
            function = getattr(module, name)
            found = function(Tensor(array.copy())).item()
            assert found == pytest.approx(value), (name, array.ndim)
            out, _ = srcad.value_and_grad(function)(Tensor(array.copy()))
            assert out.item() == pytest.approx(value), (name, array.ndim)


def raw(x):
    return (x.data * x).sum()


def test_an_ndarray_has_no_array_as_its_data():
    for x in (Tensor(np.array([0.7, -0.4])), srcad.Parameter(Tensor([0.7, -0.4]))):
        out, gradient = srcad.value_and_grad(raw)(x)
        np.testing.assert_allclose(out, raw(x), rtol=1e-6)
        np.testing.assert_allclose(gradient, 2 * x.asnumpy(), rtol=1e-6)
    with pytest.raises(srcad.CompileError):
        srcad.value_and_grad(raw)(np.array([0.7, -0.4]))
