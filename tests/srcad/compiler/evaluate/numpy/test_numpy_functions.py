"""NumPy's functions as a user writes them: values and gradients, and what is refused."""

import ast
import re
import warnings

import numpy as np
import pytest

import srcad
from srcad import ops
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.cases.case import apart
from tests.srcad.compiler.derivatives import (
    assert_same_values,
    check,
    choices,
    draw,
    generate,
    leaves,
    mapped,
)
from tests.srcad.compiler.evaluate.all_rows import ROWS
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2

IDS = [row.name for row in ROWS]


def test_names_are_unique():
    assert len(IDS) == len(set(IDS))


TO_ORDERS = pytest.mark.parametrize(
    "orders", [(1,), pytest.param((1, 2), marks=pytest.mark.long)], ids=str
)


@TO_ORDERS
@pytest.mark.parametrize("row", sampled(ROWS, 4), ids=IDS)
def test_against_finite_differences(row, orders):
    """With named sizes, each of them at 1 too; to second order compiled twice."""
    twice = orders if len(orders) > 1 else ()
    check(row.function, row.inputs, orders=orders, twice=twice, **row.options)


def arguments(row, module):
    sizes = next(choices(module.inputs, row.options.get("sizes", {}), False))
    random = np.random.default_rng(0)
    return draw(module.inputs, sizes, random, row.options.get("values", {}))


def assert_fits(row, inputs, rtol):
    """The module gives what NumPy gives, and cotangents of the inputs' shapes."""
    module = generate(row.function, inputs)
    given = arguments(row, module)
    expected = row.function(*given.values())
    out, residuals = module.call(given)
    assert_same_values(out, expected, rtol, "forward")
    dout = mapped(out, np.ones_like)
    for name, gradient in module.gradients(residuals, dout).items():
        assert np.asarray(gradient).dtype == given[name].dtype
        assert np.shape(gradient) == np.shape(given[name])


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_in_single_precision(row):
    """The dtype is NumPy's: no number of ours widens it."""
    inputs = [text.replace("float64", "float32") for text in row.inputs]
    assert_fits(row, inputs, 1e-4)


def empty(row):
    """The inputs with ``n`` at 0, where NumPy has a finite result for them."""
    inputs = [re.sub(r"\bn\b", "0", text) for text in row.inputs]
    if inputs == list(row.inputs):
        return None
    words = [re.findall(r"\w+", text.partition("[")[2]) for text in inputs]
    sizes = {"m": 2, "k": 4}
    arrays = [np.ones([int(sizes.get(w, w)) for w in shape]) for shape in words]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            out = row.function(*arrays)
    except Exception:
        return None
    return inputs if all(np.isfinite(leaf).all() for leaf in leaves(out)) else None


EMPTY = [(row, empty(row)) for row in ROWS]


@pytest.mark.long
@pytest.mark.parametrize(
    ("row", "inputs"),
    [pytest.param(row, inputs, id=row.name) for row, inputs in EMPTY if inputs],
)
def test_empty(row, inputs):
    assert_fits(row, inputs, 1e-9)


# ---------------------------------------------------------------------- what is refused


REFUSED = [
    (lambda x: np.packbits(x), X1, "`np.packbits` has no derivative rule"),
    (
        lambda x: np.sort_complex(x),
        X1,
        "`np.sort_complex` has no derivative rule",
        "complex numbers",
    ),
    (lambda x: np.sort(x + 1j), X1, "`np.sort` of complex numbers is not supported"),
    (lambda x: np.ptp(x + 1j), X1, "of complex numbers is not supported"),
    (lambda x: np.max(x * 1j), X1, "`np.max` of complex numbers is not supported"),
    (lambda x: np.floor(x * 1j), X1, "`np.floor` of complex numbers is not supp"),
    (lambda x: x * 1j > 0, X1, "`np.greater` of complex numbers is not supported"),
    (lambda x: x + 1j, X1, "returns complex128[n]", "its real part"),
    (
        lambda x: np.fft.fft(x, 3).real,
        X1,
        "`np.fft.fft`: a size that it needs is not known while compiling",
    ),
    (
        lambda x: np.fft.irfft(np.fft.rfft(x), 1),
        X1,
        "whether (n) // 2 + 1 elements make 1 is not known",
    ),
    (
        lambda x: np.setdiff1d(x, x[:1]),
        X1,
        "what `np.setdiff1d` gives depends on the data",
    ),
    (lambda x: np.unique(x, sorted=False), X2, "the values are sorted here"),
    (
        lambda x: np.vectorize(lambda v: 2 if v > 0 else v * v)(x),
        X1,
        "`np.vectorize`: whether it gives ints or floats depends on the path",
    ),
    (lambda x: np.add(x, x, where=x > 0), X1, "`np.add`: with `where` it needs"),
    (
        lambda x: np.max(x, where=x > 0),
        X1,
        "`np.max`: with `where` it needs an `initial`",
    ),
    (
        lambda x: np.sum(x, axis=0, out=np.zeros(3)),
        X2,
        "`np.sum`: float64[m] is not known to fit",
    ),
    (
        lambda x: np.add(x, x, out=np.zeros(3, np.int64)),
        "float64[3]",
        "float64 cannot be put into an array of int64",
    ),
    (lambda x: np.exp(x, out=[1.0]), X1, "what is no array of this code"),
    (lambda x: np.asfortranarray(x), X2, "whether it copies depends on"),
    (lambda x: np.insert(x, 4, 1.0), "float64[3]", "index 4 is out of bounds"),
    (lambda x: np.delete(x, 3), "float64[3]", "index 3 is out of bounds"),
    (lambda x: np.quantile(x, 1.5), X1, "a fraction between 0 and 1, not 1.5"),
    (lambda x: np.r_["r", x], X1, "`np.r_`: it gives no matrices"),
    (lambda x: np.polyadd(x, x[:2]), X1, "the number of coefficients must be known"),
    (lambda x: np.reshape(x, -1, copy=False), X1, "whether it can do without a copy"),
    (
        lambda x: np.pad(x, 1, stat_length=2),
        X1,
        "`np.pad`: the arguments `stat_length`",
    ),
    (lambda x: np.quantile(x, 0.5, method="x"), X1, "there is no method 'x'"),
    (lambda x: np.reshape(x, (-1,), order="A"), X2, "another order than C or F"),
    (lambda x: np.linalg.norm(x, 3), X2, "`np.linalg.norm`: there is no norm 3"),
    (lambda x: np.linalg.norm(x, "fro"), X1, "'fro' is a norm of matrices"),
    (lambda x: np.linalg.qr(x, "raw"), X2, "`np.linalg.qr`: the mode 'raw'"),
    (lambda x: np.linalg.svd(x, hermitian=True), X2, "argument `hermitian`"),
    (lambda x: np.linalg.eigh(x), "float64[2, 3]", "the matrix is not square"),
    (lambda x: np.split(x, 2), "float64[3]", "`np.split`: an array is not divided"),
    (lambda x: np.sum(x, axis=2), X2, "axis 2 is out of range for rank 2"),
    (lambda x: np.swapaxes(x, 0, 1), X1, "axis 1 is out of range for rank 1"),
    (lambda x: x * np.size(x, 2), X2, "axis 2 is out of range for rank 2"),
    (lambda x: np.linalg.lstsq(x, x)[0], X1, "linear algebra needs a matrix"),
    (
        lambda x: np.linalg.vecdot(x[:, :1], x),
        "float64[2, 3]",
        "the sizes of the vectors differ: 1 and 3",
    ),
    (lambda x: np.linalg.cross(x, x), "float64[3, 2]", "vectors of three elements"),
    (lambda x: np.einsum("ij->k", x), X2, "'ij->k' is not a sum of products"),
    (lambda x: np.einsum("ijk->k", x), X2, "does not fit"),
    (lambda x: np.linalg.inv(x), "float64[2, 3]", "the matrix is not square"),
    (lambda x: np.dot(x, x), "float64[2, 3]", "sizes 3 and 2 differ"),
]


@pytest.mark.parametrize(
    ("function", "inputs", "message", "help"),
    [(*case, "")[:4] for case in REFUSED],
    ids=[case[2] for case in REFUSED],
)
def test_refusals(function, inputs, message, help):
    """The message names the function, and points at the user's own line."""
    with pytest.raises(CompileError) as caught:
        generate(function, [inputs])
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert help in diagnostic.help
    assert diagnostic.span is not None
    assert diagnostic.span.path == __file__
    assert diagnostic.span.line == function.__code__.co_firstlineno


def test_numpy_itself_is_not_read():
    """A function that NumPy writes in Python is refused, not inlined."""

    def program(x):
        return np.polydiv(x, x)[0] * 2.0

    with pytest.raises(CompileError) as caught:
        generate(program, [X1])
    assert "np.polydiv" in str(caught.value)
    assert "_polynomial_impl" not in str(caught.value)


def test_views_are_views():
    """What NumPy gives as a view is seen to change with its array."""

    def program(x):
        h = x * x
        parts = (
            np.diagonal(h),
            np.lib.stride_tricks.sliding_window_view(h, 2, axis=1),
            np.rot90(h, 4),
            np.rot90(h),
            np.flip(h, 0),
            np.split(h, 3)[0],
            np.swapaxes(h, 0, 1),
            np.atleast_3d(h),
        )
        h[0, 0] = x[1, 1] * 3.0
        total = h.sum()
        for part in parts:
            total = total + np.sum(part * part)
        return total

    check(program, ["float64[3, 3]"], orders=(1, 2))


def test_copies_are_copies():
    """What NumPy gives as a new array stays as it was."""

    def program(x):
        h = x * x
        parts = (+h, np.positive(h), np.array(h), np.roll(h, 0), np.tril(h), np.sort(h))
        h[0, 0] = x[1, 1] * 3.0
        total = h.sum()
        for part in parts:
            total = total + np.sum(part * part)
        return total

    check(program, ["float64[3, 3]"], orders=(1, 2), values={"x": apart})


@pytest.mark.parametrize(
    "function",
    [
        np.std,
        np.linalg.norm,
        lambda x: np.linalg.norm(x, axis=0),
        lambda x: (x.std() + 1.0) * x,
        np.nanstd,
        lambda x: ops.norm(x) + ops.std(x),
    ],
    ids=["std", "norm", "norm of an axis", "method", "nanstd", "ops"],
)
@pytest.mark.parametrize("value", [0.0, 3.0])
@pytest.mark.parametrize("count", [1, 3])
def test_a_root_of_a_sum_of_squares_has_a_finite_gradient(function, value, count):
    """Where all squares are 0, it is taken to be 0, as in PyTorch, to any order."""

    def program(x):
        return function(x)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for order in (1, 2):
            module = generate(program, [X1], order)
            given = {"x": np.full(count, value)}
            if order == 2:
                given["dout"] = np.ones_like(function(given["x"]))
            out, residuals = module.call(given)
            for gradient in module.gradients(
                residuals, mapped(out, np.ones_like)
            ).values():
                assert np.isfinite(gradient).all()


WITHOUT_NAN = [
    lambda x: np.nanmedian(x),
    lambda x: np.nanmedian(x, axis=1),
    lambda x: np.nanquantile(x, 0.3, axis=0),
    lambda x: np.nanquantile(x, 0.3, axis=1, method="higher"),
    lambda x: np.nanpercentile(x, [30, 80]),
    lambda x: np.nancumsum(x, axis=1),
    lambda x: np.nancumprod(x),
    lambda x: np.nanmax(x, axis=0) + np.nanmin(x, axis=0, initial=0.15),
    lambda x: np.nansum(x, axis=0, where=x < 1.5) + np.nanmean(x, axis=0),
    lambda x: x[np.nanargmax(x, axis=0), np.arange(4)],
]


@pytest.mark.parametrize("function", WITHOUT_NAN)
def test_nan_is_left_out(function):
    """As in NumPy; and nothing flows to what is NaN."""
    value = np.array([[0.3, np.nan, 1.7, 0.9], [0.1, 0.6, np.nan, 0.2], [1, 2, 3, 0.4]])
    module = generate(lambda x: function(x), ["float64[n, m]"])
    out, residuals = module.call({"x": value})
    np.testing.assert_allclose(out, function(value), rtol=1e-12)
    weights = np.random.default_rng(0).standard_normal(np.shape(out))
    gradient = module.gradients(residuals, weights)["x"]
    for place in np.ndindex(value.shape):
        if np.isnan(value[place]):
            assert gradient[place] == 0
            continue
        step = np.zeros(value.shape)
        step[place] = 1e-6
        sides = function(value + step) - function(value - step)
        assert abs(np.sum(sides * weights) / 2e-6 - gradient[place]) < 1e-6


@pytest.mark.parametrize("method", ["linear", "lower", "hazen", "median_unbiased"])
@pytest.mark.parametrize("q", [0.3, np.array([0.2, 0.7])], ids=["one", "several"])
def test_quantiles_of_nan_are_nan(method, q):
    value = np.array([[0.3, np.nan, 1.7], [0.1, 0.6, 2.5]])

    def function(x):
        return np.quantile(x, q, axis=1, method=method)

    out, _ = generate(function, ["float64[n, m]"]).call({"x": value})
    np.testing.assert_allclose(out, function(value), rtol=1e-12)


@pytest.mark.rest
@pytest.mark.parametrize("size", [5, 8])
def test_quantiles_are_numpys(size):
    """Each method, where a fraction falls on an element and where it does not."""
    value = np.random.default_rng(0).standard_normal(size)
    methods = (
        *("linear", "lower", "higher", "midpoint", "nearest", "hazen", "weibull"),
        *("median_unbiased", "normal_unbiased", "inverted_cdf", "closest_observation"),
        *("averaged_inverted_cdf", "interpolated_inverted_cdf"),
    )
    for method in methods:
        for q in (0.0, 0.05, 0.125, 0.25, 0.3, 0.5, 0.6, 0.75, 0.99, 1.0):

            def function(x, q=q, method=method):
                return np.quantile(x, q, method=method)

            module = generate(function, [X1])
            out, _ = module.call({"x": value})
            np.testing.assert_allclose(out, function(value), rtol=1e-12)


def test_histograms_count_as_numpy_does():
    value = np.array([0.0, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, -0.2])
    for bins, more in ((4, {}), (4, {"range": (0.0, 1.0)}), ([0.0, 0.25, 1.0], {})):

        def function(x, bins=bins, more=more):
            return np.histogram(x, bins, **more)

        out, _ = generate(function, [X1]).call({"x": value})
        assert_same_values(out, function(value), 1e-12, "histogram")


OUT_OF_BOUNDS = [
    lambda x: np.insert(x, 4, 1.0),
    lambda x: np.delete(x, 3),
    lambda x: np.delete(x, np.argmin(x) + 3),
    lambda x: np.delete(x, np.argsort(x) + 1),
    lambda x: np.take(x, [3]),
    lambda x: np.choose((x * 0).astype(int) + 2, [x, x]),
    lambda x: np.ravel_multi_index((x.shape[0], 0), (x.shape[0], 2)) * x,
    lambda x: x[np.unravel_index(x.shape[0] + 1, x.shape)],
    lambda x: put_at(x, 3),
    lambda x: put_at(x, -4),
    lambda x: put_flat(x, 3),
]


def put_at(x, place):
    y = x * 1.0
    np.put(y, place, 2.0)
    return y


def put_flat(x, place):
    y = x * 1.0
    y.flat[place] = 2.0
    return y


@pytest.mark.parametrize("function", OUT_OF_BOUNDS)
def test_what_is_out_of_bounds_raises_as_in_numpy(function):
    given = np.arange(3.0)
    with pytest.raises((IndexError, ValueError)):
        function(given)
    module = generate(lambda x: function(x), [X1])
    with pytest.raises((IndexError, ValueError)):
        module.call({"x": given})


def scaled_by_an_eigenvalue(x):
    while x.sum() < 20:
        w, _ = np.linalg.eigh(x @ x.T + np.eye(2))
        x = x * w[1] + 1
    return x


def underscore(x):
    for k in range(3):
        _ = np.sin(x) * k
        x = x * _ + np.exp(_)
    return x


@pytest.mark.parametrize("function", [scaled_by_an_eigenvalue, underscore])
def test_what_is_called_underscore_is_kept_under_another_name(function):
    """``_`` is what the module assigns to where nothing is read."""
    check(function, ["float64[2, 2]"], orders=(1, 2))
    code = ast.walk(ast.parse(generate(function, [X2]).code))
    names = [node for node in code if isinstance(node, ast.Name) and node.id == "_"]
    assert not any(isinstance(node.ctx, ast.Load) for node in names)


DEGENERATE = [
    (lambda x: np.linalg.eigh(x)[1], np.eye(3)),
    (lambda x: np.linalg.eigh(x)[1], np.zeros((2, 2))),
    # Equal but for rounding.
    (lambda x: np.linalg.eigh(x)[1], np.diag([0.3, 0.1 + 0.2, 1.0])),
    (lambda x: np.linalg.eig(x)[1], np.diag([1.0, 2.0, 1.0])),
    (lambda x: np.linalg.svd(x)[0], np.eye(2)),
    (lambda x: np.linalg.svd(x)[2], np.diag([2.0, 2.0])),
    (lambda x: np.linalg.svd(x, full_matrices=False)[0], np.eye(3, 2, -1)),
    (lambda x: np.linalg.svd(x, False)[0], np.array([[1.0, 2.0], [2.0, 4.0], [0, 0]])),
    (lambda x: np.linalg.svd(x)[0], np.array([[1.0, 2.0], [3.0, 4.0], [0, 1.0]])),
    (lambda x: np.linalg.qr(x)[0], np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])),
    (lambda x: np.linalg.qr(x)[0], np.outer([0.1, 0.7, 0.3, 0.9, 0.5], [1.0, 1.7])),
    (lambda x: np.linalg.qr(x)[0], np.outer([0.1, 0.7, 0.3], [1e-9, 3.0])),
    (lambda x: np.linalg.qr(x, "complete")[0], np.eye(3, 2)),
]


@pytest.mark.parametrize("function", [np.linalg.eigh, np.linalg.svd])
def test_values_that_differ_by_rounding_are_equal(function):
    """Whatever rotation the matrix has: some are an error of five roundings apart."""
    place = 1 if function is np.linalg.eigh else 0
    gradient = srcad.grad(lambda x: np.sum(function(x)[place]))
    rng = np.random.default_rng(0)
    for _ in range(20):
        turn = np.linalg.qr(rng.standard_normal((2, 2)))[0]
        x = turn * [0.3, 0.3 * (1.0 + 6e-16)] @ turn.T
        with pytest.raises(np.linalg.LinAlgError, match="derivative"):
            gradient(x)


def test_columns_that_are_small_are_not_dependent():
    x = np.array([[1.0, 2e-20], [2.0, 1e-20], [3.0, 0.0]])
    gradient = srcad.grad(lambda x: np.sum(np.linalg.qr(x)[0] ** 3))(x)
    large = srcad.grad(lambda x: np.sum(np.linalg.qr(x)[0] ** 3))(x * [1.0, 1e20])
    np.testing.assert_allclose(gradient * [1.0, 1e-20], large)


@pytest.mark.parametrize(("function", "value"), DEGENERATE)
@pytest.mark.parametrize("sizes", ["named", "known"])
def test_vectors_without_a_derivative_are_refused_at_run_time(function, value, sizes):
    """The vectors that equal values have are any basis of what they span."""
    shape = "n, m" if sizes == "named" else ", ".join(map(str, value.shape))
    module = generate(lambda x: function(x), [f"float64[{shape}]"])
    out, residuals = module.call({"x": value})
    weights = np.random.default_rng(0).standard_normal(out.shape)
    with pytest.raises(np.linalg.LinAlgError, match="derivative"):
        module.gradients(residuals, weights)


def _leading(x):
    vectors = np.linalg.eigh((x + x.T) / 2)[1]
    return np.sum(np.abs(vectors[:, -1]) ** 3)


def _leading_in_order(x):
    values, vectors = np.linalg.eigh((x + x.T) / 2)
    order = np.argsort(values)[::-1]
    return np.sum(np.abs(vectors[:, order][:, :1] * values[order[0]]) ** 3)


def _principal(x):
    centred = x - x.mean(axis=0)
    return np.sum((centred @ np.linalg.svd(centred, full_matrices=False)[2][:1].T) ** 4)


def _of_low_rank(x):
    u, s, v = np.linalg.svd(x)
    return np.sum((u[:, :2] * s[:2]) @ v[:2] * np.arange(1.0, 5.0))


_TURN = np.linalg.qr(np.random.default_rng(0).standard_normal((4, 4)))[0]


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (_leading, _TURN * [1.0, 1.0, 1.0, 3.0] @ _TURN.T),
        (_leading_in_order, _TURN * [1.0, 1.0, 1.0, 3.0] @ _TURN.T),
        (_principal, np.outer([1.0, -2.0, 3.0], [0.5, 1.0, 0.3, 2.0])),
        (_of_low_rank, _TURN[:, :2] * [3.0, 2.0] @ _TURN[:2]),
    ],
)
def test_vectors_that_are_read_have_a_derivative_beside_equal_values(function, x):
    found, step = srcad.grad(function)(x), 1e-6
    moves = [step * np.eye(x.size)[k].reshape(x.shape) for k in range(x.size)]
    slopes = [(function(x + h) - function(x - h)) / (2 * step) for h in moves]
    np.testing.assert_allclose(found.ravel(), slopes, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("x", [np.eye(3), np.diag([1.0, 1.0, 2.0])])
def test_a_vector_is_read_where_its_cotangent_happens_to_be_zero(x):
    def part(x):
        return np.linalg.eigh((x + x.T) / 2)[1][0, 1] ** 2

    def last(x):
        return np.linalg.eigh((x + x.T) / 2)[1][2, -1] ** 2

    with pytest.raises(np.linalg.LinAlgError, match="derivative"):
        srcad.grad(part)(x)
    # The derivative of its derivative reads all of them.
    with pytest.raises(np.linalg.LinAlgError, match="derivative"):
        srcad.grad(lambda x: np.sum(srcad.grad(last)(x) * (x + 1)))(x)


def test_complex_eigenvalues_are_refused_at_run_time():
    module = generate(lambda x: np.linalg.eigvals(x), ["float64[2, 2]"])
    with pytest.raises(np.linalg.LinAlgError, match="complex"):
        module.call({"x": np.array([[0.0, 1.0], [-1.0, 0.0]])})


def test_equal_values_have_a_gradient():
    """What is made of all of them alike has one."""
    for function in (np.linalg.eigvalsh, np.linalg.svdvals):
        module = generate(lambda x, f=function: np.sum(f(x) ** 2), ["float64[2, 2]"])
        _, residuals = module.call({"x": np.eye(2)})
        found = module.gradients(residuals, 1.0)["x"]
        np.testing.assert_allclose(found, 2 * np.eye(2), atol=1e-12)


@pytest.mark.parametrize(
    ("function", "inside", "outside"),
    [
        (np.emath.sqrt, 0.0, -0.1),
        (np.emath.log, 0.1, -0.1),
        (lambda x: np.emath.power(x, 2), 3.0, -3.0),
        (np.emath.arccos, 0.9, 1.1),
        (np.emath.arctanh, -0.9, -1.1),
    ],
)
def test_what_would_be_complex_raises(function, inside, outside):
    module = generate(lambda x: function(x), [X1])
    out, _ = module.forward(np.array([0.5, inside]))
    np.testing.assert_array_equal(out, function(np.array([0.5, inside])))
    with pytest.raises(ValueError, match=r"gives a complex one: pass `x \+ 0j`"):
        module.forward(np.array([0.5, outside]))
