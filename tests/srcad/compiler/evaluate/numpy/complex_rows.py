"""Complex numbers between real ones: arithmetic, what moves elements, transforms."""

import numpy as np

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import (
    X1,
    X2,
    Row,
    adding_to,
    fraction,
)

ROWS: list[Row] = []
row = adding_to(ROWS)
V5, V4, M, M3 = "float64[5]", "float64[4]", "float64[3, 4]", "float64[3, 3]"


def z(x):
    """A complex number that changes with a real one in both parts."""
    return x + 1j * (np.cos(x) + 1.5)


def parts(w):
    """Both parts of a complex result."""
    return w.real * 1.3 + w.imag


# ---------------------------------------------------------------- arithmetic, functions
row(lambda x: parts(z(x) * z(2 * x) + z(x) - 1j), X2)
row(lambda x: parts(z(x) / z(x * x)), X1)
row(lambda x: parts(2 / z(x) - x / z(x)), X1)
row(lambda x: parts(z(x) ** 2 + z(x) ** 3 + z(x) ** -1), X1)
row(lambda x: parts(z(x) ** (0.5 + 1j)), X1)
row(lambda x: parts(z(x) ** z(0.5 * x)), X1)
row(lambda x: parts(-z(x) * np.conj(z(x)) ** 2), X2)
row(lambda x: parts(np.conjugate(z(x)) * z(x).conj()), X1)
row(lambda x: abs(z(x)) ** 3 + np.abs(z(x)), X2)
row(lambda x: np.angle(z(x)) + np.angle(z(x), deg=True), X1)
row(lambda x: np.real(z(x)) * np.imag(z(x)) + np.real(x) + np.imag(x), X1)
row(lambda x: parts(np.exp(z(x)) + np.exp(1j * x)), X1)
row(lambda x: parts(np.log(z(x)) + np.sqrt(z(x)) + np.square(z(x))), X1)
row(lambda x: parts(np.log2(z(x)) + np.log10(z(x)) + np.log1p(z(x))), X1)
row(lambda x: parts(np.expm1(z(x)) + np.exp2(z(x)) + np.reciprocal(z(x))), X1)
row(lambda x: parts(np.sin(z(x)) + np.cos(z(x)) + np.tan(z(x))), X1)
row(lambda x: parts(np.sinh(z(x)) + np.cosh(z(x)) + np.tanh(z(x))), X1)
row(lambda x: parts(np.arcsin(z(x)) + np.arccos(z(x)) + np.arctan(z(x) + 1)), X1)
row(lambda x: parts(np.arcsinh(z(x)) + np.arccosh(z(x)) + np.arctanh(z(x))), X1)
row(lambda x: parts(np.where(x > 0, z(x), x)), X1)
row(lambda x: parts(np.where(np.iscomplex(z(x)), z(x), x) * np.isreal(x)), X1)
row(lambda x: x * np.iscomplexobj(z(x)) + x * np.isrealobj(z(x)) * 3, X1)
row(lambda x: (z(x) * (2 + 1j)).astype(complex).real.sum() + x.astype(complex).real, X1)
row(lambda x: parts(complex(x[0], x[1]) * 2j), "float64[2]")
row(lambda x: parts(complex(x[0], x[1]) ** (1 / 3)), "float64[2]")
row(lambda x: parts(complex(x[0], x[1]) ** x[0]), "float64[2]")

# ------------------------------------------------------------------- moving elements
row(lambda x: parts(z(x).reshape(-1).T[::-1]), X2)
row(lambda x: parts(np.swapaxes(z(x), 0, 1)[None]), X2)
row(lambda x: parts(np.concatenate([z(x), x]) * np.hstack([z(x), z(x)])), X1)
row(lambda x: parts(np.stack([z(x), x]).sum(axis=0)), X1)
row(lambda x: parts(np.array([z(x[0]), x[1], 2.0])), "float64[2]")
row(lambda x: parts(np.roll(z(x), 1) + np.flip(z(x)) + np.tile(z(x), 2)[: x.size]), X1)
row(lambda x: parts(np.repeat(z(x), 2) + np.pad(z(x), (0, x.size))), X1)
row(lambda x: parts(np.diag(np.diag(z(x))) + np.tril(z(x)) - np.triu(z(x))), M3)
row(lambda x: parts(np.diff(z(x)) * np.cumsum(z(x))[1:]), V4)
row(lambda x: parts(np.take(z(x), [0, 2, 0]) * z(x)[[1, 1, 0]]), V4)
row(lambda x: parts(np.trapezoid(z(x)) + np.polyadd(z(x), z(x))[0]), V4)
row(lambda x: parts(z(x)[x > 0].sum() + z(x).mean()), V4)

# ---------------------------------------------------------------------- linear algebra
row(lambda x: parts(z(x) @ z(x).T + np.dot(z(x), x.T)), X2)
row(lambda x: parts(z(x) @ z(x) + np.inner(z(x), x) + np.outer(x, z(x)).sum()), X1)
row(lambda x: parts(np.einsum("ij,ik->jk", z(x), x)), X2)
row(lambda x: parts(np.tensordot(z(x), z(x), 1)), M3)
row(lambda x: parts(np.linalg.solve(z(x) + 4 * np.eye(3), z(x))), M3)
row(lambda x: parts(np.linalg.solve(z(x) + 4 * np.eye(3), x[0])), M3)
row(lambda x: parts(np.linalg.inv(z(x) + 4 * np.eye(3))), M3)
row(lambda x: parts(np.linalg.det(z(x)) + np.trace(z(x))), M3)
row(lambda x: parts(np.kron(z(x), x)), X1)
row(lambda x: parts(np.vdot(z(x), z(x * x)) + np.vecdot(z(x), x)), X1)
row(lambda x: np.linalg.norm(z(x)) + np.linalg.norm(z(x), 3) + x, X1)
row(lambda x: np.linalg.norm(z(x), np.inf, axis=0) + np.linalg.norm(z(x), 0), X1)
row(lambda x: np.linalg.norm(z(x), axis=1) + np.linalg.norm(z(x), "fro"), X2)
row(lambda x: np.linalg.norm(z(x), 1, axis=(0, 1)) * x, M3)
row(lambda x: np.var(z(x), axis=0) + z(x).std(ddof=1), M)

# What no phase of LAPACK's changes: magnitudes, and projections on what vectors span.
SQUARES, TALL, WIDE = "float64[2, 3, 3]", "float64[4, 3]", "float64[3, 4]"


def hermitian(x):
    return z(x) + np.conj(np.swapaxes(z(x), -1, -2)) + np.diag(np.arange(3.0))


def spanned(v):
    """The projections on the vectors, the first one counted once, and so on."""
    return (v * np.arange(1.0, v.shape[-1] + 1)) @ np.conj(np.swapaxes(v, -1, -2))


row(lambda x: parts(np.linalg.cholesky(hermitian(x) @ hermitian(x) + np.eye(3))), M3)
row(lambda x: parts(np.linalg.cholesky(z(x) @ np.conj(z(x)).mT + np.eye(3))), SQUARES)
row(lambda x: np.linalg.eigvalsh(hermitian(x)) ** 2, M3)
row(lambda x: parts(spanned(np.linalg.eigh(hermitian(x)).eigenvectors)), SQUARES)
row(lambda x: np.abs(np.linalg.eigh(hermitian(x), "U")[1]), M3)
row(lambda x: parts(np.linalg.eigvals(z(x) + np.diag(np.arange(3.0)))), M3)
row(lambda x: parts(spanned(np.linalg.eig(z(x) + np.diag(np.arange(3.0)))[1])), M3)
row(lambda x: np.linalg.svd(z(x), compute_uv=False) * np.linalg.svdvals(z(x)), TALL)
row(lambda x: parts(spanned(np.linalg.svd(z(x), full_matrices=False).U)), TALL)
row(lambda x: np.abs(np.linalg.svd(z(x) + 2 * np.eye(3))[2]), SQUARES)
row(lambda x: parts(spanned(np.linalg.svd(z(x))[2][:3].conj().T)), WIDE)
row(lambda x: parts((lambda u, s, vh: u @ vh * s)(*np.linalg.svd(z(x) + 1j * x.T))), M3)
row(lambda x: parts(np.linalg.qr(z(x))[0] ** 2), TALL)
row(lambda x: parts(np.linalg.qr(z(x)).R) + parts(np.linalg.qr(z(x), "r")), WIDE)
row(lambda x: parts(np.linalg.qr(z(x), "complete")[1]), TALL)
row(lambda x: parts(np.linalg.slogdet(z(x))[0]) + np.linalg.slogdet(z(x))[1], SQUARES)
row(lambda x: parts(np.linalg.pinv(z(x))), TALL)
row(lambda x: parts(np.linalg.pinv(z(x))), WIDE)
row(lambda x: parts(np.linalg.lstsq(z(x), z(x)[:, 0] ** 2)[0]), TALL)
row(lambda x: np.linalg.lstsq(x, z(x) ** 2)[1], TALL)
row(lambda x: parts(np.linalg.lstsq(z(x), x)[0]) + np.linalg.lstsq(z(x), x)[3][0], M3)
row(lambda x: np.linalg.norm(z(x), 2) + np.linalg.norm(z(x), "nuc"), X2)
row(lambda x: np.linalg.cond(z(x)) + np.linalg.cond(z(x), "fro"), M3)
row(lambda x: x.sum() * np.linalg.matrix_rank(z(x)), M3)
row(lambda x: np.linalg.matrix_norm(z(x)) + np.linalg.vector_norm(z(x), axis=0), X2)
row(lambda x: parts(np.cross(z(x), x * 2) + np.linalg.cross(x, z(x))), M3)
row(lambda x: parts(np.linalg.tensorinv(z(x) + 3 * np.eye(3), ind=1)), M3)
row(lambda x: parts(np.linalg.tensorsolve(z(x) + 3 * np.eye(3), x[0])), M3)

# -------------------------------------------------------------------------- transforms
row(lambda x: np.abs(np.fft.fft(x)) ** 2 * np.arange(x.size), X1)
row(lambda x: parts(np.fft.fft(z(x)) ** 2), X1)
row(lambda x: parts(np.fft.fft(z(x), axis=0, norm="ortho") ** 2), X2)
row(lambda x: parts(np.fft.ifft(z(x)) ** 2 + np.fft.ifft(x, norm="forward")), X1)
row(lambda x: parts(np.fft.fft(z(x), 7)[1:] ** 2), V5)
row(lambda x: parts(np.fft.fft(z(x), n=3) ** 2), V5)
row(lambda x: parts(np.fft.rfft(x) ** 2), V4)
row(lambda x: parts(np.fft.rfft(x, norm="ortho") ** 2), V4)
row(lambda x: parts(np.fft.rfft(x, norm="forward") ** 2), V4)
row(lambda x: parts(np.fft.rfft(x, 7) ** 2), V4)
row(lambda x: np.fft.irfft(np.fft.rfft(x) ** 2, x.size) ** 2, V4)
row(lambda x: np.fft.irfft(z(x), 2 * x.size - 1, norm="ortho") ** 2, V4)
row(lambda x: np.fft.irfft(z(x), norm="forward") ** 2, V4)
row(lambda x: np.fft.hfft(z(x)) ** 2, V4)
row(lambda x: parts(np.fft.ihfft(x) ** 2), V4)
row(lambda x: parts(np.fft.rfft(x) ** 2), V5)
row(lambda x: parts(np.fft.rfft(x, norm="ortho") ** 2), V5)
row(lambda x: parts(np.fft.rfft(x, norm="forward") ** 2), V5)
row(lambda x: parts(np.fft.rfft(x, 7) ** 2), V5)
row(lambda x: np.fft.irfft(np.fft.rfft(x) ** 2, x.size) ** 2, V5)
row(lambda x: np.fft.irfft(z(x), 2 * x.size - 1, norm="ortho") ** 2, V5)
row(lambda x: np.fft.irfft(z(x), norm="forward") ** 2, V5)
row(lambda x: np.fft.hfft(z(x)) ** 2, V5)
row(lambda x: parts(np.fft.ihfft(x) ** 2), V5)
row(lambda x: parts(np.fft.rfft(x) ** 2), X1)
row(lambda x: np.fft.irfft(np.fft.rfft(x) ** 2, x.shape[0]), X1)
row(lambda x: parts(np.fft.rfft(x, axis=0) ** 2), M)
row(lambda x: np.fft.irfft(z(x), 4, axis=0) ** 2, M)
row(lambda x: parts(np.fft.fft2(x) ** 2 + np.fft.ifft2(z(x))), M)
row(lambda x: parts(np.fft.fftn(x, axes=(0,)) ** 2 + np.fft.ifftn(z(x)) ** 2), M)
row(lambda x: parts(np.fft.fftn(x, s=(2, 5)) ** 2), M)
row(lambda x: parts(np.fft.rfft2(x) ** 2), M)
row(lambda x: parts(np.fft.rfftn(x, axes=(1, 0)) ** 2), M)
row(lambda x: np.fft.irfft2(z(x)) ** 2, M)
row(lambda x: np.fft.irfftn(z(x), (3, 6)) ** 2, M)
row(lambda x: np.abs(np.fft.fftshift(np.fft.fft(x))) ** 2 * np.arange(x.size), X1)
row(lambda x: parts(np.fft.ifft(np.fft.ifftshift(z(x))) * np.fft.fftfreq(x.size)), X1)

# ------------------------------------------------------------- sums of products of them
row(lambda x: parts(np.prod(z(x), axis=0) * np.prod(z(x))), M)
row(lambda x: parts(np.prod(z(x), axis=1, initial=2j, where=x > 0)), M)
row(lambda x: parts(np.convolve(z(x), 1j * x[:2])), V4)
row(lambda x: parts(np.convolve(x[:3], z(x), "same") ** 2), V4)
row(lambda x: parts(np.convolve(z(x), z(x), "valid")), V4)
row(lambda x: parts(np.correlate(z(x), z(x)[:2])), V4)
row(lambda x: parts(np.correlate(z(x), x, "full") ** 2), V4)
row(lambda x: parts(np.correlate(x[:2], z(x), "same")), V4)
row(lambda x: parts(np.correlate(z(x)[:2], z(x))), V4)
row(lambda x: parts(np.polyval(z(x[:3]), z(x))), V4)
row(lambda x: parts(np.polyval(z(x[:3]), x)), V4)
row(lambda x: parts(np.polyval([1.0, 2.0, 0.5], z(x))), X2)
row(lambda x: parts(np.polymul(z(x), x[:2])), V4)

# ------------------------------------------------------ in and out of the real domain
POSITIVE, FRACTION = {"values": {"x": positive}}, {"values": {"x": fraction}}
row(lambda x: np.emath.sqrt(x) * np.emath.log(x), X2, **POSITIVE)
row(lambda x: np.emath.log2(x) + np.emath.log10(x) * x, X1, **POSITIVE)
row(lambda x: np.emath.logn(x + 1, 2 * x), X1, **POSITIVE)
row(lambda x: np.emath.power(x, -2) + np.emath.power([2.0], x), X1, **POSITIVE)
row(lambda x: np.emath.arccos(x) * np.emath.arcsin(x), X1, **FRACTION)
row(lambda x: np.emath.arctanh(x) ** 2, X1, **FRACTION)
row(lambda x: parts(np.emath.sqrt(z(x)) + np.emath.log(x + 0j)), X1, **POSITIVE)
row(lambda x: parts(np.emath.arccos(z(x)) * np.emath.power(z(x), 2)), X1)
