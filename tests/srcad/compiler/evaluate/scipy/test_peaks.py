"""Peaks of samples, and how high and wide they are; what is refused, or raised."""

import numpy as np
import pytest
from scipy import signal

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = [0.1, 0.9, 0.3, 0.35, 1.4, 0.2, 0.6, 0.5, 2.0, 1.9, 1.0, 1.1, 0.4]
FLAT = np.array([0.0, 1, 3, 3, 3, 1, 0, 2, 5, 5, 1, 4, 4])


def by_run_time(x):
    peaks, said = signal.find_peaks(
        x, height=(0.2 * x.max(), None), prominence=np.std(x) / 9, distance=len(x) // 6
    )
    return (said["peak_heights"] * peaks).sum() + (said["prominences"] ** 2).sum()


def of_flat_ones(x):
    peaks, said = signal.find_peaks(FLAT, plateau_size=(1, 9))
    _, other = signal.find_peaks(np.round(x + FLAT), plateau_size=1)
    sizes = said["plateau_sizes"] @ [1, 2] + other["right_edges"].sum()
    return x[peaks].sum() * sizes + x[other["left_edges"]].sum()


def one_after_the_other(x):
    peaks, _ = signal.find_peaks(x)
    told = signal.peak_prominences(x, peaks, wlen=7)
    wide = signal.peak_widths(x, peaks, 0.3 * x[0] + 0.5, prominence_data=told)
    total = 0.0
    for height, width, left, right in zip(told[0], *wide[:1], *wide[2:], strict=True):
        total += height * width + left * right
    return total


def none_at_all(x):
    peaks, said = signal.find_peaks(x, height=100.0, width=1)
    return x[peaks].sum() + said["widths"].sum() + x[0]


def by_heights_of_each(x):
    return x[signal.find_peaks(x, height=np.linspace(0, 2, 13))[0]].sum()


@pytest.mark.parametrize(
    "function",
    [by_run_time, of_flat_ones, one_after_the_other, none_at_all, by_heights_of_each],
)
def test_what_is_told_of_peaks(function):
    assert result(function, X)


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda x: signal.find_peaks(np.outer(x, x))[0].sum() * x[0], ValueError),
        (lambda x: x[signal.find_peaks(x, distance=0)[0]].sum(), ValueError),
        (lambda x: signal.peak_prominences(x, [99])[0][0], ValueError),
        (lambda x: signal.peak_prominences(x, [0.5])[0][0], TypeError),
        (lambda x: x[signal.argrelmax(x, order=0)].sum(), ValueError),
        (lambda x: signal.stft(x, nperseg=4, noverlap=4)[2].real.sum(), ValueError),
        (lambda x: signal.stft(x, nperseg=4, boundary="no")[2].real.sum(), ValueError),
        (lambda x: signal.istft(x)[1].sum(), ValueError),
        (lambda x: signal.upfirdn([1.0], x, 0).sum(), ValueError),
        (lambda x: signal.resample_poly(x, 1.5, 1).sum(), ValueError),
        (lambda x: signal.decimate(x, 2, ftype="no").sum(), ValueError),
        (lambda x: signal.hilbert(x, -1).real.sum(), ValueError),
        (lambda x: signal.medfilt(x, 4).sum(), ValueError),
        (lambda x: signal.freqz(x, worN=-2)[1].real.sum(), ValueError),
    ],
)
def test_what_scipy_raises(function, error):
    x = np.array(X)
    with pytest.raises(error):
        function(x)
    with pytest.raises((error, CompileError)):
        srcad.grad(function)(x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: signal.argrelmax(x, mode="raise")[0] @ x[:2], "`mode` is 'clip'"),
        (lambda x: signal.resample_poly(x, 2, 3, padtype="line").sum(), "`padtype`"),
        (lambda x: signal.upfirdn([1.0], x, mode="wrap").sum(), "beyond the ends"),
        (lambda x: np.abs(signal.stft(x + 1j, nperseg=4)[2]).sum(), "complex"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(function, ["float64[13]"])
