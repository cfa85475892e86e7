"""Complex arguments: their gradient ``∂f/∂x - i ∂f/∂y``, as JAX has it."""

import numpy as np
import pytest

import srcad
from srcad import nn, ops
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradcheck import gradcheck

Z = np.array([1 + 0.5j, -0.3 + 1j, 0.7 - 0.2j])


def differences(function, z):
    """The gradient by central differences along the real and the imaginary axis."""
    found = np.zeros(z.shape, complex)
    for place in np.ndindex(z.shape):
        unit = np.zeros(z.shape)
        unit[place] = 1e-6
        x, y = (function(z + d) - function(z - d) for d in (unit, 1j * unit))
        found[place] = (x - 1j * y) / 2e-6
    return found


def squares(z):
    return np.sum(np.abs(z) ** 2)


def analytic(z):
    return np.sum((z * z * np.exp(1j * z)).real)


def spectrum(z):
    return np.sum(np.abs(np.fft.fft(z)) ** 3)


def parts(z):
    return np.sum(z.imag * z.real**2) + np.angle(z[0])


def loop(z):
    w = z.copy()
    w[0] = w[1] * 2
    for _ in range(3):
        w = w * np.conj(z) + 1
    return np.sum(w.real)


def matrix(z):
    return np.linalg.norm(np.outer(z, z.conj()) + 1j * np.eye(3))


def branches(z):
    if z[0].real > 0.5:
        return np.abs(z[0] * z[1])
    return np.vdot(z, z).real


def real_part_alone(z):
    return np.sum(z.real**3)


FUNCTIONS = [
    *(squares, analytic, spectrum, parts, loop, matrix, branches, real_part_alone)
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_gradient_is_that_of_differences(function):
    out, gradient = srcad.value_and_grad(function)(Z)
    assert gradient.dtype == Z.dtype
    np.testing.assert_allclose(out, function(Z))
    np.testing.assert_allclose(gradient, differences(function, Z), atol=1e-6)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_step_against_the_conjugate_leads_down(function):
    gradient = srcad.grad(function)(Z)
    rate = 1e-4 / (1 + np.abs(gradient).max())
    assert function(Z - rate * np.conj(gradient)) < function(Z)


def test_the_gradient_of_a_gradient():
    def function(z):
        return np.sum(np.abs(srcad.grad(spectrum)(z)) ** 2)

    wanted = differences(function, Z)
    gradient = srcad.grad(function)(Z)
    np.testing.assert_allclose(gradient, wanted, rtol=1e-6)


def test_beside_a_real_argument_and_in_a_structure():
    def function(z, x):
        return np.sum((z["a"] * x).real * x)

    x = np.arange(3.0)
    by_z, by_x = srcad.grad(function, (0, 1))({"a": Z}, x)
    np.testing.assert_allclose(by_z["a"], x**2)
    np.testing.assert_allclose(by_x, 2 * Z.real * x)


def test_dtypes_and_memory():
    single = srcad.grad(squares)(Z.astype(np.complex64))
    assert single.dtype == np.complex64
    strided = np.stack([Z, Z])[:, ::2]
    np.testing.assert_allclose(srcad.grad(squares)(strided), 2 * strided.conj())
    zero = np.asarray(1 + 2j)
    np.testing.assert_allclose(srcad.grad(squares)(zero), 2 - 4j)
    np.testing.assert_allclose(srcad.grad(squares)(np.complex128(zero)), 2 - 4j)
    assert srcad.grad(squares)(Z[:0]).shape == (0,)
    np.testing.assert_allclose(srcad.grad(squares)(Z.real), 2 * Z.real)


def test_rows_of_a_jacobian():
    rows = srcad.jacrev(lambda z: np.abs(z))(Z)
    np.testing.assert_allclose(rows, np.diag(Z.conj() / np.abs(Z)))


def test_what_is_refused():
    with pytest.raises(srcad.CompileError, match=r"pass np.asarray\(z\)"):
        srcad.grad(squares)(1 + 2j)
    with pytest.raises(srcad.CompileError, match="returns complex128"):
        srcad.grad(lambda z: z * z)(Z)
    with pytest.raises(srcad.CompileError, match="a Tensor of complex numbers"):
        srcad.grad(lambda z: z)(srcad.Tensor(Z))


def with_spectrum(x):
    return (x * x).sum(), np.fft.fft(x)


def test_what_is_given_besides_may_be_complex():
    x = np.array([1.0, -2.0, 0.5])
    slope, (found,) = srcad.grad(with_spectrum, has_aux=True)(x)
    np.testing.assert_allclose(slope, 2 * x)
    np.testing.assert_allclose(found, np.fft.fft(x))
    value, slopes, aux = srcad.vjp(with_spectrum, x, has_aux=True)
    assert value == 5.25
    np.testing.assert_allclose(aux, np.fft.fft(x))
    np.testing.assert_allclose(slopes(np.float64(2.0))[0], 4 * x)
    rows = srcad.jacrev(with_spectrum, has_aux=True)(x)[0]
    np.testing.assert_allclose(rows, 2 * x)

    def within(x):
        slope, (found,) = srcad.grad(with_spectrum, has_aux=True)(x)
        return (slope * np.abs(found)).sum()

    def written_out(x):
        return (2 * x * np.abs(np.fft.fft(x))).sum()

    np.testing.assert_allclose(srcad.grad(within)(x), srcad.grad(written_out)(x))


def test_what_is_differentiated_may_not():
    def turned(x):
        return np.fft.fft(x), x.sum()

    x = np.ones(3)
    for refused in (
        srcad.grad(with_spectrum),
        srcad.grad(turned, has_aux=True),
        srcad.grad(lambda x: srcad.grad(turned, has_aux=True)(x)[0].sum()),
    ):
        with pytest.raises(srcad.CompileError, match="returns complex128"):
            refused(x)


def test_a_complex_number_beside_what_is_asked_for_is_known():
    found = srcad.grad(lambda x, c: np.abs(c * x), 0)(2.0, 3 + 4j)
    np.testing.assert_allclose(found, 5.0)


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
def test_the_gradient_check_of_a_target(dtype):
    inputs = (("z", parse_aval(f"{dtype}[n]")),)
    report = gradcheck(Request(spectrum, inputs, None, "m:spectrum"))
    assert report.passed
    assert report.dot_product < 1e-6
    assert report.worst.checked == 6


def test_a_cell_ahead_of_time_is_refused():
    class Net(nn.Cell):
        def construct(self, z):
            return ops.abs(z).sum()

    request = Request(Net(), (("z", parse_aval("complex128[n]")),), None, "m:Net")
    with pytest.raises(srcad.CompileError, match="`z` is a Tensor of complex numbers"):
        gradcheck(request)
