"""``scipy.signal`` with every option: spectra, trends, rates, and where an image ends."""

import warnings

import numpy as np
import pytest
from scipy import signal

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -1.3, 2.1, 0.4])
PLANE = np.array([[0.3, -1.0], [2.0, 0.5], [0.7, 0.4]])


def weighted(made):
    """A number that depends on each element."""
    weights = 1.5 + np.cos(np.arange(made.size))
    return np.sum(np.sqrt(made * made + 1).ravel() * weights)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("boundary", ["fill", "wrap", "circular", "symm"])
def test_planes(mode, boundary):
    def program(x):
        large, options = np.outer(x, x[1:]), (mode, boundary, x[0])
        made = weighted(signal.convolve2d(large, PLANE * x[0], *options))
        made = made + weighted(signal.correlate2d(large, PLANE, *options))
        made = made + weighted(signal.convolve2d(PLANE, large, *options))
        return made + weighted(signal.correlate2d(PLANE[:, :1], large[:, :2], *options))

    if mode == "valid":

        def program(x):
            large = np.outer(x, x[1:])
            made = weighted(signal.convolve2d(PLANE, large, mode, boundary))
            return made + weighted(signal.correlate2d(PLANE, large, mode, boundary))

    assert result(program, X)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_complex_numbers(mode):
    def program(x):
        a, b = x + 1j * x[::-1], x[:3] * (1 - 2j)
        made = weighted(np.abs(signal.correlate(a, b, mode)))
        made = made + weighted(np.abs(signal.convolve(b, a, mode)))
        rows = np.outer(a, b)
        made = made + weighted(np.abs(signal.correlate2d(rows, PLANE * 1j, mode)))
        small, large = rows[:2, :2], np.outer(a, a[:3])
        turned = signal.correlate2d(small, large * x[:3], mode)
        return made + weighted(turned.real) + weighted(turned.imag + 2)

    assert result(program, X)


@pytest.mark.parametrize("scaling", ["density", "spectrum"])
@pytest.mark.parametrize("detrend", ["constant", "linear", False])
@pytest.mark.parametrize("one_sided", [True, False])
def test_spectra(scaling, detrend, one_sided):
    more = {"scaling": scaling, "detrend": detrend, "return_onesided": one_sided}

    def program(x):
        long = np.outer(np.arange(9.0), x).ravel()
        at, power = signal.welch(long, 3.0, nperseg=8, nfft=9, **more)
        made = weighted(at) + weighted(power)
        at, power = signal.periodogram(long[:15], x[0] ** 2, "hann", **more)
        return made + weighted(at) + weighted(power)

    assert result(program, X)


PROGRAMS = [
    # Of two that are equally large one laid on the other is a single number.
    lambda x: weighted(signal.convolve2d(np.outer(x, x), np.ones((4, 4)), "valid")),
    lambda x: weighted(signal.correlate(np.outer(x, x), np.outer(x, x), "valid")),
    lambda x: weighted(signal.fftconvolve(x[None], PLANE[:1, :1] * x, "valid")),
    lambda x: weighted(signal.welch(np.tile(x, 4), average="median", window=x)[1]),
    lambda x: weighted(signal.welch(np.tile(x, 4), window=("kaiser", 2.0))[1]),
    lambda x: weighted(signal.welch(np.tile(x, 4), nperseg=1)[1]),
    lambda x: weighted(signal.periodogram(x, window=x * x)[1]),
    lambda x: weighted(signal.periodogram(np.outer(x, x), nfft=3, axis=0)[1]),
    *(
        lambda x, n=n, m=m: weighted(signal.resample(np.tile(x, 2)[:m], n))
        for n in (3, 4, 7, 8, 13, 14)
        for m in (7, 8)
    ),
    lambda x: weighted(signal.resample(np.tile(x, 2), 5, window="hann")),
    lambda x: weighted(np.concatenate(signal.resample(x, 5, x * x))),
    lambda x: signal.resample([1, 2, 4], 2)[1] * x[0],
    lambda x: weighted(signal.detrend(np.tile(x, 3), bp=[3, 7])),
    lambda x: weighted(signal.detrend(np.tile(x, 3), bp=11)),
    lambda x: weighted(signal.fftconvolve([1, 2, 3], [1, 1]) * x[0]),
    lambda x: x[0] + weighted(signal.fftconvolve(x, x[:0], "same")),
    lambda x: x[0] + weighted(signal.convolve(x[:0], x, "same")),
    lambda x: weighted(
        signal.savgol_filter(np.tile(x, 2), 5, 3, 1, np.linspace(0, 1, 8)[1])
    ),
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_it_is_as_in_scipy(function):
    with warnings.catch_warnings(action="ignore"):
        assert result(function, X)


def test_fewer_samples_than_the_window_are_warned_of():
    def program(x):
        return signal.welch(x)[1][1]

    with pytest.warns(UserWarning, match="nperseg=256 is greater than"):
        srcad.value_and_grad(program)(X)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: signal.convolve(x, x, "all"), "there is no mode 'all'"),
        (
            lambda x: signal.convolve(x, x, "same" if x[0] > 0 else "full"),
            "`mode` is known before",
        ),
        (
            lambda x: signal.convolve2d(
                [x], [x], boundary="fill" if x[0] > 0 else "wrap"
            ),
            "`boundary` is known before",
        ),
        (lambda x: signal.convolve(x, x[:0], "same"), "cannot be empty"),
        (lambda x: signal.correlate(x[:0], x), "cannot be empty"),
        (lambda x: signal.convolve2d([x], [x], fillvalue=1j), "could not cast"),
        (lambda x: signal.correlate2d([x], [x], fillvalue=[1, 2]), "must be scalar"),
        (lambda x: signal.savgol_filter(x, 3, -1), "expected deg >= 0"),
        (lambda x: signal.detrend(x, bp=[-3]), "are not negative"),
        (lambda x: signal.detrend(x, bp=2.0), "are integers"),
        (lambda x: signal.convolve(x, x, method="x"), "Acceptable method flags"),
        (lambda x: signal.convolve(x, [[1.0]]), "the same dimensionality"),
        (lambda x: signal.fftconvolve(x, x, axes=[0]), "it takes all axes here"),
        (lambda x: signal.convolve2d([x], x), "must both be 2-D"),
        (lambda x: signal.convolve2d([x], [x], boundary="x"), "Acceptable boundary"),
        (lambda x: signal.convolve2d([x], PLANE, "valid"), "For 'valid' mode"),
        (lambda x: signal.welch(x, nperseg=2, noverlap=2)[1], "must be less than"),
        (lambda x: signal.welch(x, nperseg=3, nfft=2)[1], "greater than or equal"),
        (lambda x: signal.welch(x, window=x, nperseg=3)[1], "does not equal len"),
        (lambda x: signal.welch(x, scaling="x")[1], "not in"),
        (lambda x: signal.welch(x, average="x")[1], "must be 'median' or 'mean'"),
        (lambda x: signal.welch(x, nperseg=2, detrend=np.sin)[1], "`detrend` is"),
        (lambda x: signal.welch(x * 1j, nperseg=2)[1], "complex numbers"),
        (lambda x: signal.detrend(x, type="x"), "Trend type must be"),
        (lambda x: signal.detrend(x, bp=5), "Breakpoints must be less"),
        (lambda x: signal.detrend(x, overwrite_data=True), "`overwrite_data` leaves"),
        (lambda x: signal.resample(x, 3, domain="freq"), "samples of a time"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(lambda x: function(x).sum(), ["float64[4]"])
