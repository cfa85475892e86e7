"""Decompositions of complex matrices: by each part of each element, and refused where
LAPACK's choice of a phase decides."""

import numpy as np
import pytest

import srcad

RANDOM = np.random.default_rng(14)
STEP = 1e-6


def complex_numbers(*shape):
    return RANDOM.standard_normal(shape) + 1j * RANDOM.standard_normal(shape)


SQUARE, WEIGHTS = complex_numbers(3, 3), complex_numbers(3, 3)
POSITIVE = SQUARE @ SQUARE.conj().T + np.eye(3)


def real(w):
    return (w.real * 1.3 + w.imag).sum()


def cholesky(z):
    return real(np.linalg.cholesky(z) * WEIGHTS)


def symmetric(z, uplo="L"):
    values, vectors = np.linalg.eigh(z, uplo)
    return values @ np.arange(3.0) + real(((vectors * values) @ vectors.conj().T) ** 2)


def of_the_upper_triangle(z):
    return symmetric(z, "U") + np.linalg.eigvalsh(z, "U")[0] ** 3


def eigenvalues(z):
    values, vectors = np.linalg.eig(z)
    return real(values * np.arange(3.0)) + (np.abs(vectors) ** 2 @ np.arange(3.0)).sum()


def singular_values(z):
    u, s, vh = np.linalg.svd(z, full_matrices=False)
    weights = np.arange(1.0, s.size + 1)
    turned = real(((u * weights) @ vh) * z**2)
    return (s**2) @ weights + turned + np.abs(u[0]) @ s + np.abs(vh[:, 0]) @ weights


def of_whole_bases(z):
    u, s, vh = np.linalg.svd(z)
    return real((u[:, : s.size] * s**2) @ vh[: s.size]) + real(np.linalg.qr(z)[0])


def complete(z):
    q, r = np.linalg.qr(z, "complete")
    return real(q[:, : min(z.shape)] ** 2) + real(r**3)


def one_side(z):
    u, s, vh = np.linalg.svd(z, full_matrices=False)
    weights = np.arange(s.size)
    return real((u * weights) @ u.conj().T) + real((vh.conj().T * weights) @ vh)


def others(z):
    sign, logarithm = np.linalg.slogdet(z[:3, :3])
    return real(sign) * logarithm + real(np.linalg.pinv(z) ** 2) + np.linalg.cond(z)


def least_squares(z):
    x, residuals, _, s = np.linalg.lstsq(z, z[:, 0] ** 2 + 1)
    return real(x**2) + residuals.sum() + s @ np.arange(s.size)


CASES = [
    # What is not read of a matrix gets nothing: here the upper triangle.
    (cholesky, POSITIVE + 0.1j * np.triu(WEIGHTS.real)),
    (symmetric, POSITIVE + np.triu(WEIGHTS, 1) + 0.3j * np.eye(3)),
    (of_the_upper_triangle, POSITIVE + np.tril(WEIGHTS, -1)),
    (eigenvalues, SQUARE),
    *((one, SQUARE) for one in (singular_values, of_whole_bases, complete, others)),
    *(
        (one, complex_numbers(*shape))
        for one in (singular_values, of_whole_bases, complete, one_side, others)
        for shape in ((4, 3), (3, 5))
    ),
    (least_squares, complex_numbers(4, 3)),
    (least_squares, complex_numbers(3, 5)),
]


def differences(function, z):
    """``df/dx - i df/dy``."""
    found = np.zeros_like(z)
    for place in np.ndindex(z.shape):
        step = np.zeros_like(z)
        step[place] = STEP
        along, up = (function(z + s) - function(z - s) for s in (step, 1j * step))
        found[place] = (along - 1j * up) / (2 * STEP)
    return found


@pytest.mark.parametrize(("function", "z"), CASES)
def test_by_each_part(function, z):
    value, gradient = srcad.value_and_grad(function)(z)
    np.testing.assert_allclose(value, function(z), rtol=1e-13)
    expected = differences(function, z)
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_a_matrix_that_is_taken_apart_and_put_together(dtype):
    """The derivative of what is the matrix again is that of nothing at all."""

    def again(z):
        u, s, vh = np.linalg.svd(z)
        q, r = np.linalg.qr(z)
        w, v = np.linalg.eig(z)
        whole = (u * s) @ vh + q @ r + np.linalg.solve(v.T, (v * w).T).T
        return np.sum((whole * WEIGHTS.astype(z.dtype)).real)

    gradient = srcad.grad(again)(SQUARE.astype(dtype))
    assert gradient.dtype == dtype
    tolerance = 1e-3 if dtype == np.complex64 else 1e-11
    np.testing.assert_allclose(gradient, 3 * WEIGHTS, rtol=0, atol=tolerance)


@pytest.mark.parametrize(
    "function",
    [
        lambda z: np.linalg.eigh(z)[1].real.sum(),
        lambda z: np.linalg.eig(z)[1].real.sum(),
        lambda z: np.linalg.svd(z)[0].real.sum(),
        lambda z: np.linalg.svd(z)[2].imag.sum(),
        lambda z: (np.linalg.svd(z)[0] ** 2 @ np.linalg.svd(z)[2]).real.sum(),
    ],
)
def test_what_depends_on_a_phase_raises(function):
    with pytest.raises(np.linalg.LinAlgError, match="phase of complex vectors"):
        srcad.grad(function)(POSITIVE)


@pytest.mark.parametrize(
    "function",
    [
        lambda z: np.abs(np.linalg.eigh(z)[1]).sum(),
        lambda z: np.abs(np.linalg.eig(z)[1]).sum(),
        lambda z: np.abs(np.linalg.svd(z)[0]).sum(),
    ],
)
def test_vectors_of_equal_values_raise(function):
    with pytest.raises(np.linalg.LinAlgError, match="equal"):
        srcad.grad(function)(np.diag([1.0, 2.0, 1.0]) + 0j)


def test_the_phases_of_a_singular_value_0_raise():
    z = SQUARE * np.array([1.0, 1.0, 0.0])
    with pytest.raises(np.linalg.LinAlgError, match="singular value 0"):
        srcad.grad(lambda z: np.abs(np.linalg.svd(z)[0]).sum())(z)


def test_complex_eigenvalues_of_a_matrix_that_was_real():
    """Those of a rotation that also stretches, by hand: `a + ib` and `a - ib`."""

    def square(x):
        turned = np.array([[x[0], -x[1]], [x[1], x[0]]])
        return (np.linalg.eigvals(turned.astype(complex)).imag ** 2).sum()

    found = srcad.grad(square)(np.array([0.3, 1.1]))
    np.testing.assert_allclose(found, [0.0, 4.4], atol=1e-12)
