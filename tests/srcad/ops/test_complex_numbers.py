"""Complex Tensors: their parts keep the width, and what is not complex is refused."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops


def test_the_parts_of_a_wide_complex_number_are_wide():
    wide = ops.fft(Tensor(np.array([1.0, 2.0 + 1e-12])))
    assert wide.dtype == srcad.complex128
    for part in (ops.real(wide), ops.abs(wide), ops.angle(wide)):
        assert part.dtype == srcad.float64
    assert ops.real(wide).asnumpy()[0] == 3.0 + 1e-12
    assert ops.fft(Tensor([1, 2])).dtype == srcad.complex64


def test_what_is_not_complex_is_refused():
    with pytest.raises(TypeError, match="must be complex"):
        ops.view_as_real(Tensor([1.0]))
    with pytest.raises(TypeError, match="must be the same"):
        ops.Complex()(Tensor([1.0]), Tensor(np.array([1.0])))


def test_a_loss_of_a_spectrum():
    x = np.array([0.3, -1.2, 0.5, 0.9, -0.4])

    def loss(x):
        spectrum = ops.rfft(x)
        return (ops.real(spectrum * ops.conj(spectrum))[1:]).sum()

    # The squares of the frequencies from 1 on, twice of which are the rest: Parseval.
    found = srcad.grad(loss)(Tensor(x)).asnumpy()
    np.testing.assert_allclose(found, len(x) * (x - x.mean()), rtol=1e-12)


def test_adjoints_are_of_conjugates():
    a = np.array([[1 + 1j, 2], [0.5j, 3 - 1j]])
    b = np.array([[1 + 0j], [2j]])
    for found in (Tensor(a).H, Tensor(a).mH, ops.adjoint(Tensor(a))):
        np.testing.assert_array_equal(found.asnumpy(), a.conj().T)
    solved = ops.matrix_solve(Tensor(a), Tensor(b), True).asnumpy()
    np.testing.assert_allclose(solved, np.linalg.solve(a.conj().T, b))
    found = ops.vecdot(Tensor(a[0]), Tensor(a[1]))
    np.testing.assert_allclose(found.asnumpy(), np.vdot(a[0], a[1]))


def test_one_axis_of_a_standard_deviation_may_be_the_first():
    x = np.array([[1.0, 2.0], [3.0, 6.0]])
    deviation, mean = ops.ReduceStd(axis=0)(Tensor(x))
    np.testing.assert_allclose(deviation.asnumpy(), x.std(axis=0, ddof=1))
    np.testing.assert_allclose(mean.asnumpy(), x.mean(axis=0))
    np.testing.assert_allclose(ops.ReduceStd()(Tensor(x))[1].asnumpy(), x.mean())
