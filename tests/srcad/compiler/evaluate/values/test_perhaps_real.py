"""Eigenvalues of real matrices, which are complex or real as run time decides."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def matrix(p):
    return np.array([[0.0, 1.0], [-1 - p[0] ** 2, -0.3 * p[1]]])


# Of the first the eigenvalues are complex, of the second real.
POINTS = [[0.7, 0.4, 0.5, 1.2], [0.1, 9.0, 3.0, 0.3]]


def decay(p):
    return np.linalg.eigvals(matrix(p)).real.max()


def radius(p):
    return np.abs(np.roots([1, p[0], 2 + p[1] ** 2])).max() * p[2]


def of_vectors(p):
    w, v = np.linalg.eig(matrix(p))
    return (np.abs(v) ** 2)[0, 0] * p[3] + w.imag[0]


def one_by_one(p):
    w = np.linalg.eigvals(matrix(p))
    return sum(abs(x) ** 2 for x in w) + max(x.real for x in w)


def propagated(p):
    w, v = np.linalg.eig(matrix(p))
    return (v @ np.diag(np.exp(w * 0.5)) @ np.linalg.inv(v)).real[0, 1]


def modes(p):
    w, v = np.linalg.eig(matrix(p))
    c = np.linalg.solve(v, np.array([1.0, p[2]]))
    return (v @ (c * np.exp(w * p[3]))).real.sum()


def picked(p):
    w = np.linalg.eigvals(matrix(p))
    return abs(w[np.argmax(np.abs(w))]) + np.angle(w).sum()


def in_a_loop(p):
    total, w = 0.0, np.zeros(2)
    for k in range(3):
        w = np.linalg.eigvals(matrix(p * (k + 1)))
        total += np.abs(w).max()
    return total + w.real[0]


def on_paths(p):
    w = np.linalg.eigvals(matrix(p))
    if p[0] > 0:
        w = np.linalg.eigvals(matrix(2 * p))
    return np.real(w).sum() + np.imag(w)[0] ** 2


def decided_by_it(p):
    w = np.linalg.eigvals(matrix(p))
    if np.all(np.abs(w) < 5) and len(w) == w.size == 2:
        return np.sqrt(w.real**2 + w.imag**2).sum()
    return p[0]


def arithmetic(p):
    w = np.linalg.eigvals(matrix(p))
    product = (w * w.conj()).real.sum() + np.sum(w).real + (1j * w).imag[0]
    return product + (w / 2)[0].real + (w**2)[1].imag - (-w)[0].imag


def in_lists(p):
    poles = [np.linalg.eigvals(matrix(q * p)) for q in (1.0, 2.0)]
    return np.concatenate(poles).real.min() + np.array(poles).imag.max()


def at_runtime_only(p):
    r = np.roots(p)
    return np.abs(r).sum()


BOTH = [decay, radius, of_vectors, one_by_one, propagated, modes, picked, in_a_loop]
BOTH += [on_paths, decided_by_it, arithmetic, in_lists, at_runtime_only]


@pytest.mark.parametrize("x", POINTS, ids=["complex", "real"])
@pytest.mark.parametrize("function", BOTH)
def test_what_is_the_same_of_complex_numbers(function, x):
    assert result(function, x)


def largest(p):
    return np.max(np.linalg.eigvals(matrix(p)))


def asked_for_its_dtype(p):
    return p[1] if np.iscomplexobj(np.linalg.eigvals(matrix(p))) else p[0]


def an_element_asked(p):
    return p[1] if np.linalg.eigvals(matrix(p))[0].dtype == complex else p[0]


def logarithm(p):
    return np.log(np.linalg.eigvals(matrix(p)))[0].real


def sorted_in_place(p):
    w = np.linalg.eigvals(matrix(p))
    w.sort()
    return w[0] * 2 + w[1]


def written(p):
    w = np.linalg.eigvals(matrix(p))
    w[0] = 1.0
    return np.abs(w).sum()


def written_by_numpy(p):
    w = np.linalg.eigvals(matrix(p))
    np.multiply(w, 2.0, out=w)
    v = w
    w += 1
    return np.abs(v).sum()


REAL = [largest, asked_for_its_dtype, an_element_asked, logarithm, sorted_in_place]
REAL += [written, written_by_numpy]


@pytest.mark.parametrize("function", REAL)
def test_what_needs_real_numbers(function):
    assert result(function, POINTS[1])
    with pytest.raises(np.linalg.LinAlgError, match="complex eigenvalues"):
        srcad.grad(function)(np.array(POINTS[0]))


def of_a_phase(p):
    return (np.linalg.eig(matrix(p))[1].real ** 2).sum()


def test_the_phase_of_vectors_has_no_derivative():
    assert result(of_a_phase, POINTS[1])
    with pytest.raises(np.linalg.LinAlgError, match="phase"):
        srcad.grad(of_a_phase)(np.array(POINTS[0]))
