"""Filters: how they go on beyond the ends, how they begin, and what is refused."""

import numpy as np
import pytest
from numpy.linalg import LinAlgError
from scipy import ndimage, signal

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

X = np.array([0.7, -1.3, 2.1, 0.4])
SECTIONS = signal.butter(3, 0.2, output="sos")
WEIGHTS = np.array([[0.3, -1.0], [2.0, 0.0], [0.7, 0.4]])
MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror")


@pytest.mark.parametrize("sigma", [0.05, 1.0, 3.0])
@pytest.mark.parametrize("mode", [*MODES, "wrap", "grid-wrap"])
def test_it_goes_on_as_in_scipy(mode, sigma):
    def filtered(x):
        return ndimage.gaussian_filter1d(x, sigma, mode=mode) ** 2 @ [
            1.0,
            2.0,
            3.0,
            4.0,
        ]

    def of_one(x):
        return ndimage.gaussian_filter1d(x[:1], sigma, mode=mode, cval=0.5)[0] ** 2

    assert result(filtered, X)
    assert result(of_one, X)


@pytest.mark.parametrize("mode", [*MODES, "wrap"])
@pytest.mark.parametrize("origin", [(0, 0), (1, -1), (-1, 0)])
def test_neighbours_on_all_sides(mode, origin):
    more = {"mode": mode, "cval": 0.5, "origin": origin}

    def program(x):
        rows = np.outer(x, x[:3])
        made = ndimage.convolve(rows, WEIGHTS, **more) ** 2
        made = made + ndimage.correlate(rows, WEIGHTS, **more) ** 2
        made = made + ndimage.uniform_filter(rows, (3, 2), **more) ** 2
        return made.sum(1) @ x

    assert result(program, X)


@pytest.mark.parametrize("padtype", ["odd", "even", "constant", None])
def test_it_begins_with_what_is_before_the_signal(padtype):
    b, a = signal.butter(2, 0.3)

    def both_ways(x):
        rows = np.outer(x, [1.0, 2.0, 0.5, 4.0])
        made = signal.filtfilt(b, a, rows, axis=0, padtype=padtype, padlen=3)
        made = made + signal.sosfiltfilt(SECTIONS, rows, padtype=padtype, padlen=2)
        return (made**2).sum(1) @ x

    assert result(both_ways, X)
    assert result(lambda x: signal.sosfiltfilt(SECTIONS, np.tile(x, 4))[3], X)


def not_its_input(x):
    rows = np.outer(x, x)
    smooth, even = ndimage.gaussian_filter(rows, 0), ndimage.uniform_filter(rows, 1)
    smooth[0], even[1] = 5.0, 7.0
    perhaps = ndimage.gaussian_filter(rows, np.maximum(x[1], 0.0), radius=1)
    perhaps[2] = 3.0
    one_axis = ndimage.uniform_filter(rows, (0, 2))
    one_axis[3] = 1.0
    return (rows @ x + smooth @ x + even @ x + perhaps @ x + one_axis @ x) @ x


PROGRAMS = [
    not_its_input,
    lambda x: signal.lfilter_zi([1.0, x[0]], [0.0, 2.0, 1.0])[0] ** 2,
    lambda x: signal.lfilter_zi([1.0, x[0], x[3]], [0.0, 0.0, 2.0]) @ x[:2],
    # A state is one for each signal, or the same for all along an axis.
    lambda x: (
        signal.lfilter([0.4, 1.0], [2.0, x[3]], np.outer(x, x), zi=x[:1, None])[1]
        @ x[:1]
        @ x
    ),
    lambda x: signal.lfilter([0.4, 1.0], 2.0, np.outer(x, x), 0, zi=x[None])[0][1] @ x,
    lambda x: signal.lfilter([0.4], [2.0, 0.3, 0.1, 0.2], x[:1], zi=x[:3])[1] @ x[1:],
    lambda x: signal.lfilter([0.4, 1.0], [2.0], x, zi=x[:1])[1][0] ** 2,
    lambda x: signal.lfilter(x[:2], 2.0, x, zi=x[:1])[0] @ x,
    lambda x: signal.lfilter([0.4], [2.0], x, zi=x[:0])[0] @ x,
    lambda x: signal.sosfilt(SECTIONS, x, zi=np.outer(x[:2], x[:2]))[1][1] @ x[:2],
    lambda x: signal.filtfilt(x[:2], 1.0, np.tile(x, 3))[5] ** 2,
    # Weights that are nothing hide what is NaN, as in SciPy.
    lambda x: np.nansum(ndimage.correlate(np.where(x > 2, np.nan, x), [2.0, 0.0, 1.0])),
    lambda x: ndimage.correlate(np.outer(x, x)[None], WEIGHTS, axes=(2, 0))[0, 1] @ x,
    lambda x: ndimage.convolve(np.outer(x, x), x[:3], axes=1, origin=1)[0] @ x,
    *(
        lambda x, form=form, axes=axes: (
            form(np.outer(x, x), np.outer([1.0, 2.0], x), origin=(0, 1), axes=axes)[1]
            @ x
        )
        for form in (ndimage.correlate, ndimage.convolve)
        for axes in ((1, 0), (0, 1), None)
    ),
    lambda x: (
        ndimage.convolve(
            np.ones((4, 3, 1)) * x,
            np.outer([1.0, 2.0], x[:3]),
            origin=(1, 0),
            axes=(2, 0),
        )[1, 1]
        @ x
    ),
    lambda x: ndimage.gaussian_filter(np.outer(x, x), (0, 1.0), radius=2)[1] @ x,
    lambda x: ndimage.gaussian_filter(x, x[0] ** 2, radius=2, order=3) @ x,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_it_is_as_in_scipy(function):
    assert result(function, X)


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (lambda x: signal.lfilter(x, [x[0] - 0.7, 1.0], x)[1], ValueError),
        (lambda x: signal.lfilter([1.0], x[:2] - 0.7, [x, x])[1, 1], ValueError),
        (lambda x: signal.lfilter_zi([1.0, x[0]], [1.0, -1.0])[0], LinAlgError),
        (lambda x: signal.lfilter_zi([1.0], [1.3, x[1]])[0], LinAlgError),
    ],
)
def test_it_raises_as_in_scipy(function, error):
    with pytest.raises(error):
        function(X)
    with pytest.raises(error):
        srcad.value_and_grad(function)(X)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: signal.savgol_filter(x, 4, 2), "`window_length` is odd here"),
        (lambda x: signal.savgol_filter(x, 7, 2), "window_length must be less than"),
        (
            lambda x: signal.savgol_filter(x, 3, 2, mode="reflect"),
            "mode must be 'mirror'",
        ),
        (
            lambda x: ndimage.gaussian_filter1d(x, x[0]),
            "`sigma` and `truncate` are known",
        ),
        (lambda x: ndimage.gaussian_filter1d(x, 1.0, order=-1), "must be non-negative"),
        (lambda x: ndimage.gaussian_filter1d(x > 0, 1.0) * x, "floating numbers"),
        (lambda x: ndimage.correlate1d(x, [1.0, 2.0], origin=1), "Invalid origin"),
        (lambda x: ndimage.correlate(x, [[1.0, 2.0]]), "weights.ndim must match"),
        (lambda x: ndimage.correlate(x, [1.0], mode=["wrap"]), "boundary mode"),
        (lambda x: ndimage.uniform_filter(x, (3, 3)), "length equal to input rank"),
        (lambda x: ndimage.uniform_filter(x, output=x), "takes no `output`"),
        (lambda x: ndimage.gaussian_filter(x, 1.0, radius=1.5), "Radius must be"),
        (
            lambda x: signal.filtfilt([1.0], [1.0, 0.5], x),
            "must be greater than padlen",
        ),
        (lambda x: signal.filtfilt([1.0], 1.0, x, padtype="x"), "padtype must be"),
        (lambda x: signal.filtfilt([1.0], 1.0, x, method="gust"), "`method` is 'pad'"),
        (lambda x: signal.lfilter([1.0, 2.0], 1.0, x, zi=x)[0], "Unexpected shape"),
        (
            lambda x: signal.lfilter([1.0, 2.0], 1.0, x[None], zi=x[:, None])[0],
            "Unexpected shape",
        ),
        (
            lambda x: signal.lfilter([1.0], [1.0, 2.0], [x, x], zi=[x[:1]] * 3)[0],
            "Unexpected shape",
        ),
        (lambda x: signal.lfilter([1.0], [0.0, 2.0], x), "== 0 is not supported"),
        (lambda x: signal.filtfilt([x[0]], [0.0, 1.0], x), "== 0 is not supported"),
        (lambda x: signal.filtfilt([2.0], [1.0], x), "without a past"),
        (lambda x: signal.sosfilt(SECTIONS[:0], x), "there are sections"),
        (lambda x: ndimage.correlate1d(x.astype(np.float16), [1.0]), "32 or 64 bits"),
        (
            lambda x: ndimage.correlate1d(x, x, mode="wrap" if x[0] > 0 else "mirror"),
            "`mode` is known before",
        ),
        (lambda x: signal.sosfilt(SECTIONS, x, zi=x)[0], "Invalid zi shape"),
        (lambda x: signal.sosfilt(SECTIONS[:, 1:], x), "must be shape"),
        (lambda x: signal.sosfiltfilt(SECTIONS + x[0], x), "which coefficients are 0"),
        (lambda x: ndimage.correlate1d(x, [1.0], mode="odd"), "boundary mode"),
    ],
)
def test_it_is_refused(function, message):
    with pytest.raises(CompileError, match=message):
        generate(lambda x: function(x).sum(), ["float64[4]"])
