"""Calls of SciPy's Fourier transforms, each with the inputs that it is tried with."""

import numpy as np
from scipy import fft, fftpack

from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)

WAVE = np.exp(1j * np.arange(3.0))

# ------------------------------------------------------------------ those of fft
row(lambda x: np.abs(fft.fft(x) * WAVE) ** 2, "float64[3]")
row(lambda x: fft.irfft(fft.rfft(x) * 2.0, 6) * x, "float64[6]")
row(lambda x: np.abs(fft.ifft(x, 4)) * x, "float64[4]")
row(lambda x: np.abs(fft.fftn(x)) + fft.irfft2(fft.rfft2(x)), "float64[3, 4]")
row(lambda x: np.real(fft.fft2(x, norm="ortho") + fft.ifft2(x)), "float64[3, 4]")
row(lambda x: fft.hfft(fft.ihfft(x)) * fft.fftshift(x), "float64[4]")
row(lambda x: fft.ifftshift(x) * fft.fftfreq(x.shape[0], 0.5), X1)
row(lambda x: x[:3] * fft.rfftfreq(4), "float64[4]")
row(lambda x: fft.dct(x), X1)
row(lambda x: fft.dct(x, norm="ortho") + fft.dct(x, 3), "float64[4]")
row(lambda x: fft.dct(x, axis=0, orthogonalize=True, norm="forward"), X2)
row(lambda x: fft.idct(x) * fft.idct(x, 3, norm="ortho"), X1)
row(lambda x: fft.idct(fft.dct(x, n=3), norm="backward"), "float64[4]")
row(lambda x: fft.dst(x) + fft.dst(x, 3, norm="ortho"), X1)
row(lambda x: fft.dst(x, 2, None, 0, "ortho", False, None, False), X2)
row(lambda x: fft.idst(x, orthogonalize=True) * fft.idst(x, 3), "float64[4]")
row(lambda x: fft.dctn(x) + fft.idctn(x, 3, norm="ortho"), X2)
row(lambda x: fft.dstn(x, axes=(0,)) * fft.idstn(x, 2, (3, 4)), "float64[3, 4]")
row(lambda x: fft.dctn(x, axes=-1, s=(4,), orthogonalize=True), "float64[n, 3]")

# ------------------------------------------------------------- those of fftpack
row(lambda x: np.abs(fftpack.fft(x) * WAVE) ** 2, "float64[3]")
row(lambda x: np.abs(fftpack.ifft(x, 4)) * x, "float64[4]")
row(lambda x: np.real(fftpack.fft2(x) + fftpack.ifft2(x, axes=(1, 0))), "float64[3, 4]")
row(lambda x: np.abs(fftpack.fftn(x, (2, 5))), "float64[3, 4]")
row(lambda x: np.real(fftpack.ifftn(x, axes=(0,))) * x, X2)
row(lambda x: fftpack.fftshift(x) * fftpack.ifftshift(fftpack.fftfreq(4)), "float64[4]")
row(lambda x: fftpack.rfft(x) * fftpack.rfftfreq(x.shape[0], 0.5), X1)
row(lambda x: fftpack.rfft(x, 4) ** 2, "float64[3, 5]")
row(lambda x: fftpack.rfft(x, axis=0) ** 2, "float64[5, n]")
row(lambda x: fftpack.irfft(x) ** 2, "float64[n, 5]")
row(lambda x: fftpack.irfft(x, n=5, axis=0) ** 2, "float64[4, n]")
row(lambda x: fftpack.irfft(fftpack.rfft(x)) * fftpack.irfft(x), "float64[4]")
row(lambda x: fftpack.dct(x) * fftpack.idct(x), X1)
row(lambda x: fftpack.dct(x, 3, norm="ortho") + fftpack.idct(x, 3, axis=0), X2)
row(lambda x: fftpack.idct(fftpack.dct(x, n=3), norm="ortho"), "float64[4]")
row(lambda x: fftpack.dst(x) * fftpack.idst(x, norm="ortho"), X1)
row(lambda x: fftpack.dst(x, 3) + fftpack.idst(x, 3), "float64[4]")
row(lambda x: fftpack.dctn(x, norm="ortho") * fftpack.idctn(x), X2)
row(lambda x: fftpack.dstn(x, 3, axes=(1,)) + fftpack.idstn(x, 3), X2)
