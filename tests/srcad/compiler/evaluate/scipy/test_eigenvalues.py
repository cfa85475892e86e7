"""Eigenvalues as ``scipy.linalg`` gives them."""

import numpy as np
import pytest
from scipy import linalg

from tests.srcad.compiler.side_by_side import result


def A(p):
    return np.array([[0.0, 1.0], [-1 - p[0] ** 2, -0.3 * p[1]]])


def lowest_of_bands(p):
    w, _ = linalg.eigh_tridiagonal(
        np.linspace(1, 2, 20) * np.exp(0.1 * p[0]), -np.ones(19)
    )
    return w[0] * p[3]


def vectors_of_bands(p):
    w, v = linalg.eigh_tridiagonal(p, p[:3] + 1)
    return (v[:, 1] * w).sum() + v[0, 2] ** 3


def some_of_bands(p):
    return (
        linalg.eigvalsh_tridiagonal(p, p[1:], select="i", select_range=(1, 2)).sum()
        + linalg.eigh_tridiagonal(p, p[1:], eigvals_only=True)[0]
    )


def values_and_vectors(p):
    w, v = linalg.eig(A(p))
    return np.exp(w).real.sum() + (np.abs(v) ** 2)[0, 0] + np.sqrt(w).imag.sum()


def values_alone(p):
    w = linalg.eigvals(A(p))
    return np.log(w).imag[0] + w.real.max() + np.sqrt(w[1]).real


def of_complex_ones(p):
    return linalg.eigvals(A(p) + 0j).imag[0] + linalg.eig(A(p), right=False)[0].real


FUNCTIONS = [
    lowest_of_bands,
    vectors_of_bands,
    some_of_bands,
    values_and_vectors,
    values_alone,
    of_complex_ones,
]


@pytest.mark.parametrize("x", [[0.7, 0.4, 0.5, 1.2], [0.1, 9.0, 3.0, 0.3]])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_and_slopes(function, x):
    assert result(function, x)
