"""A number beside a Tensor, and a dtype that is asked for: eagerly and compiled."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops

X = np.array([0.0, 1.5, 2.5, 3.5])
PROGRAMS = {
    "xdivy": lambda x: ops.xdivy(x, 2.0),
    "xdivy by an int": lambda x: ops.xdivy(x, 2),
    "xdivy by a bool": lambda x: ops.xdivy(x, True),
    "xdivy of a number": lambda x: ops.xdivy(2.0, x + 1),
    "the method xdivy": lambda x: x.xdivy(2.0),
    "xlogy": lambda x: ops.xlogy(x, 2.0),
    "xlogy of a number": lambda x: ops.xlogy(2, x + 1),
    "softmax": lambda x: ops.softmax(x, 0, dtype=srcad.float64) ** 2,
    "softmax by its name": lambda x: ops.softmax(x, axis=-1, dtype=srcad.float32) ** 2,
    "the method softmax": lambda x: x.softmax(dtype=srcad.float64) ** 2,
    "softmin": lambda x: ops.softmin(x, 0, dtype=srcad.float32) ** 2,
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", PROGRAMS)
def test_value_dtype_and_gradient(name, dtype):
    program, x = PROGRAMS[name], Tensor(X.astype(dtype))
    wanted = program(x)
    out, gradient = srcad.value_and_grad(program)(x)
    assert (out.dtype, gradient.dtype) == (wanted.dtype, x.dtype)
    np.testing.assert_allclose(out.asnumpy(), wanted.asnumpy(), rtol=1e-6)
    if "softm" not in name:
        assert out.dtype == x.dtype
    if dtype is np.float64 and "float32" not in str(wanted.dtype).lower():
        for k in range(1, 4):
            step = 1e-6 * np.eye(4)[k]
            ends = [program(Tensor(X + one)).sum().item() for one in (step, -step)]
            slope = (ends[0] - ends[1]) / 2e-6
            assert gradient.asnumpy()[k] == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize(
    "program",
    [
        lambda x: x.nanmedian(None)[0],
        lambda x: ops.nanmedian(x.reshape(2, 2), axis=None)[0],
        lambda x: x.reshape(2, 2).median(None)[0],
        lambda x: ops.softmax(x, 0, srcad.float64),
    ],
)
def test_what_mindspore_refuses_is_refused(program):
    with pytest.raises(TypeError):
        program(Tensor(X))
    with pytest.raises(srcad.CompileError, match="TypeError"):
        srcad.grad(program)(Tensor(X))
