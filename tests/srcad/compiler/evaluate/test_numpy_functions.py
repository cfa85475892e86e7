"""NumPy's functions as a user writes them: values and gradients, and what is refused."""

import re
import warnings

import numpy as np
import pytest

from srcad import ops
from srcad.compiler.diagnostics.errors import CompileError
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
from tests.srcad.compiler.evaluate import linalg_rows, numpy_rows, scipy_rows
from tests.srcad.compiler.evaluate.numpy_rows import X1, X2

ROWS = [*numpy_rows.ROWS, *linalg_rows.ROWS, *scipy_rows.ROWS]
IDS = [row.name for row in ROWS]


def test_names_are_unique():
    assert len(IDS) == len(set(IDS))


TO_ORDERS = pytest.mark.parametrize(
    "orders", [(1,), pytest.param((1, 2), marks=pytest.mark.long)], ids=str
)


@TO_ORDERS
@pytest.mark.parametrize("row", ROWS, ids=IDS)
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


@pytest.mark.parametrize(
    ("row", "inputs"),
    [pytest.param(row, inputs, id=row.name) for row, inputs in EMPTY if inputs],
)
def test_empty(row, inputs):
    assert_fits(row, inputs, 1e-9)


# ---------------------------------------------------------------------- what is refused


REFUSED = [
    (lambda x: np.i0(x), X1, "`np.i0` has no derivative rule"),
    (
        lambda x: np.fft.fft(x),
        X1,
        "`np.fft.fft` has no derivative rule",
        "complex numbers",
    ),
    (
        lambda x: np.piecewise(x, [x < 0], [0.0]),
        X1,
        "`np.piecewise` has no derivative rule",
        "np.where",
    ),
    (lambda x: np.unique(x), X1, "what `np.unique` gives depends on the data"),
    (
        lambda x: np.histogram(x),
        X1,
        "`np.histogram` has no derivative rule",
        "comparisons",
    ),
    (
        lambda x: np.vectorize(abs)(x),
        X1,
        "`np.vectorize` has no derivative rule",
        "whole array",
    ),
    (
        lambda x: np.maximum.accumulate(x),
        X1,
        "`np.maximum.accumulate` has no derivative rule",
    ),
    (lambda x: np.sum(x, where=x > 0), X1, "`np.sum`: got an unexpected"),
    (lambda x: np.add(x, x, where=x > 0), X1, "`np.add`: the argument `where`"),
    (lambda x: np.clip(x, 0, 1, out=x), X1, "`np.clip`: got an unexpected"),
    (
        lambda x: np.pad(x, 1, mode="linear_ramp"),
        X1,
        "`np.pad`: the mode 'linear_ramp'",
    ),
    (lambda x: np.quantile(x, 0.5, method="lower"), X1, "`np.quantile`: the arguments"),
    (lambda x: np.reshape(x, (-1,), order="F"), X2, "another order than C"),
    (lambda x: np.linalg.norm(x, 3), X2, "`np.linalg.norm`: there is no norm 3"),
    (lambda x: np.linalg.norm(x, "fro"), X1, "'fro' is a norm of matrices"),
    (lambda x: np.linalg.qr(x, "raw"), X2, "`np.linalg.qr`: the mode 'raw'"),
    (lambda x: np.linalg.svd(x, hermitian=True), X2, "argument `hermitian`"),
    (lambda x: np.linalg.eigh(x), "float64[2, 3]", "the matrix is not square"),
    (lambda x: np.split(x, 2), "float64[3]", "`np.split`: an array is not divided"),
    (lambda x: x.tolist(), X1, "`tolist` of an array is not supported", "itself"),
    (lambda x: np.sum(x, axis=2), X2, "axis 2 is out of range for rank 2"),
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
        return np.i0(x) * 2.0

    with pytest.raises(CompileError) as caught:
        generate(program, [X1])
    assert "np.i0" in str(caught.value)
    assert "_function_base_impl" not in str(caught.value)


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
        lambda x: ops.norm(x) + ops.std(x),
    ],
    ids=["std", "norm", "norm of an axis", "method", "ops"],
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
    (lambda x: np.linalg.qr(x, "complete")[0], np.eye(3, 2)),
]


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


@pytest.mark.parametrize("bounds", [slice(None, 0), slice(2, 2), slice(3, 1)])
def test_the_median_of_no_elements_is_refused(bounds):
    with pytest.raises(CompileError, match="no elements"):
        generate(lambda x: np.sum(x) * np.median(x[bounds]), ["float64[n]"])
