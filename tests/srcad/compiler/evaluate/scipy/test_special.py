"""``scipy.special`` at the points where a formula is 0 / 0, and what is refused."""

import numpy as np
import pytest
from scipy import special

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import generate

X1 = "float64[n]"

# Each with a point, and the derivatives there: the first and, where it is easy, the
# second.
LIMITS = [
    (lambda x: special.ellipk(x), 0.0, np.pi / 8, 9 * np.pi / 64),
    (lambda x: special.ellipkm1(x), 1.0, -np.pi / 8, 9 * np.pi / 64),
    (lambda x: special.ellipe(x), 0.0, -np.pi / 8, -3 * np.pi / 64),
    (lambda x: special.ellipkinc(np.pi, x), 0.0, np.pi / 4, 9 * np.pi / 32),
    (lambda x: special.ellipj(1.0, x)[3], 0.0, -(0.25 - np.sin(2) / 8), None),
    (lambda x: special.ellipj(x, 1.0)[0], 0.0, 1.0, 0.0),
    (lambda x: special.ellipj(x, 0.0)[1], 1.0, -np.sin(1), -np.cos(1)),
    (lambda x: special.elliprf(x, 1.0, 1.0), 1.0, -1 / 6, 3 / 20),
    (lambda x: special.elliprd(x, 1.0, 1.0), 1.0, -3 / 10, 9 / 28),
    (lambda x: special.elliprg(x, 1.0, 1.0), 1.0, 1 / 6, None),
    (lambda x: special.elliprg(x, 1.0, 1.0), 0.0, np.pi / 8, None),
    (lambda x: special.elliprj(x, 1.0, 1.0, 1.0), 1.0, -3 / 10, None),
    (lambda x: special.elliprj(1.0, 1.0, 1.0, x), 1.0, -3 / 5, None),
    (lambda x: special.agm(x, 1.0), 1.0, 0.5, -1 / 8),
    (lambda x: special.lambertw(x).real, 0.0, 1.0, -2.0),
    (lambda x: special.wrightomega(x), 1.0, 0.5, 1 / 8),
    (lambda x: special.sici(x)[0], 0.0, 1.0, 0.0),
    (lambda x: special.shichi(x)[0], 0.0, 1.0, 0.0),
    (lambda x: special.spence(x), 1.0, -1.0, 0.5),
    (lambda x: special.expn(3, x), 0.0, -1.0, None),
    (lambda x: special.owens_t(0.0, x), 0.0, 1 / (2 * np.pi), 0.0),
    (lambda x: special.voigt_profile(0.0, x, 1.0), 0.0, 0.0, -2 / np.pi),
    (lambda x: special.voigt_profile(0.0, 1.0, x), 0.0, -1 / np.pi, None),
    (lambda x: special.berp(x), 0.0, 0.0, 0.0),
    (lambda x: special.beip(x), 0.0, 0.5, 0.0),
    (lambda x: special.struve(1, x), 0.0, 0.0, 4 / (3 * np.pi)),
    (lambda x: special.spherical_jn(0, x), 0.0, 0.0, -1 / 3),
    (lambda x: special.spherical_jn(1, x), 0.0, 1 / 3, 0.0),
    (lambda x: special.spherical_in(1, x), 0.0, 1 / 3, 0.0),
    (lambda x: special.hyp1f1(2.0, 3.0, x), 0.0, 2 / 3, 0.5),
    (lambda x: special.exprel(x), 0.0, 0.5, 1 / 3),
    (lambda x: special.boxcox(np.e, x), 0.0, 0.5, 1 / 3),
    (lambda x: special.boxcox1p(np.e - 1, x), 0.0, 0.5, 1 / 3),
    (lambda x: special.boxcox(0.0, x), 2.0, 0.25, -0.25),
    (lambda x: special.inv_boxcox(1.0, x), 0.0, -np.e / 2, 11 * np.e / 12),
    (lambda x: special.inv_boxcox1p(1.0, x), 0.0, -np.e / 2, 11 * np.e / 12),
    (lambda x: special.chdtr(2.0, x), 0.0, 0.5, None),
    (lambda x: special.bdtr(0, 2, x), 0.0, -2.0, None),
    (lambda x: special.bdtr(2, 2, x), 0.5, 0.0, 0.0),
    (lambda x: special.eval_legendre(3, x), 1.0, 6.0, 15.0),
    (lambda x: special.eval_legendre(3, x), -1.0, 6.0, -15.0),
    (lambda x: special.eval_chebyt(3, x), 1.0, 9.0, 24.0),
    (lambda x: special.eval_chebyu(2, x), -1.0, -8.0, 8.0),
    (lambda x: special.eval_hermite(2, x), 0.0, 0.0, 8.0),
    (lambda x: special.eval_laguerre(2, x), 0.0, -2.0, 1.0),
    (lambda x: special.eval_gegenbauer(2, 1.0, x), 1.0, 8.0, 8.0),
    (lambda x: special.eval_jacobi(1, 2.0, 1.0, x), -1.0, 2.5, 0.0),
    (lambda x: special.eval_sh_legendre(1, x), 0.0, 2.0, 0.0),
]


@pytest.mark.parametrize(
    ("function", "x", "first", "second"),
    LIMITS,
    ids=[f"{k}-{row[0].__code__.co_names[1]}" for k, row in enumerate(LIMITS)],
)
def test_where_a_formula_is_0_by_0(function, x, first, second):
    slope = srcad.grad(function)
    np.testing.assert_allclose(slope(x), first, rtol=1e-12, atol=1e-13)
    if second is not None:
        np.testing.assert_allclose(srcad.grad(slope)(x), second, rtol=1e-8, atol=1e-12)


# Those of negative degrees are others of them.
OF_ANY_DEGREE = (
    *(special.eval_legendre, special.eval_chebyt, special.eval_chebyu),
    *(special.eval_chebyc, special.eval_chebys, special.eval_sh_legendre),
    *(special.eval_sh_chebyt, special.eval_sh_chebyu),
)


@pytest.mark.parametrize("x", [-1.0, 0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    "function",
    [
        *(special.eval_legendre, special.eval_chebyt, special.eval_chebyu),
        *(special.eval_chebyc, special.eval_chebys, special.eval_hermite),
        *(special.eval_hermitenorm, special.eval_laguerre, special.eval_sh_legendre),
        *(special.eval_sh_chebyt, special.eval_sh_chebyu),
    ],
    ids=lambda one: one.__name__,
)
def test_polynomials_of_every_degree(function, x):
    """As NumPy differentiates the polynomial that goes through the points."""
    degrees = np.arange(-4, 6) if function in OF_ANY_DEGREE else np.arange(6)
    places = np.cos(np.pi * (np.arange(7) + 0.5) / 7)
    slopes = srcad.grad(lambda x: function(degrees, x).sum())(np.full(degrees.shape, x))
    for degree, slope in zip(degrees, slopes, strict=True):
        fitted = np.polynomial.Polynomial.fit(places, function(degree, places), 6)
        np.testing.assert_allclose(slope, fitted.deriv()(x), rtol=1e-9, atol=1e-10)


REFUSED = [
    (lambda x, y: special.eval_legendre(x, y), "eval_legendre` by its first"),
    (lambda x, y: special.eval_jacobi(2, 0.5, x, y), "eval_jacobi` by its third"),
    (lambda x, y: special.hyp2f1(1.0, x, 2.0, y), "hyp2f1` by its second"),
    (lambda x, y: special.expn(x, y), "expn` by its first"),
    (lambda x, y: special.bdtr(2, x, y), "bdtr` by its second"),
    (lambda x, y: special.chdtr(x, y), "chdtr` by its first"),
    (lambda x, y: special.gdtr(y, x, y), "gdtr` by its second"),
    (lambda x, y: special.zetac(x) * y, "zetac` by its first"),
    (lambda x, y: special.spherical_jn(x, y), "its order is an int"),
    (lambda x, y: special.perm(x, y, exact=True), "counts in integers"),
    (
        lambda x, y: special.psi(x + 1j).real * y,
        "`special.zeta` of complex numbers is not supported",
    ),
    (
        lambda x, y: special.ellipk(x + 1j).real * y,
        "of complex numbers is not supported",
    ),
]


@pytest.mark.parametrize(("function", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_refusals(function, message):
    with pytest.raises(CompileError) as caught:
        generate(function, [X1, X1])
    (found,) = caught.value.diagnostics
    assert message in found.message
    assert found.span.path == __file__


@pytest.mark.parametrize("order", [0, 1, 3])
@pytest.mark.parametrize(
    "function",
    [
        *(special.kn, special.yn, special.expn),
        lambda k, x: special.pdtri(k, x / 3),
        lambda k, x: special.bdtr(k, 6 + k, x / 3),
        lambda k, x: special.bdtri(k, 6 + k, x / 3),
        lambda k, x: special.nbdtr(k, 6 + k, x / 3),
        lambda k, x: special.nbdtri(k, 6 + k, x / 3),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
def test_orders_and_counts_that_scipy_cuts_to_ints(function, order):
    x = np.array([0.4, 1.7])
    np.testing.assert_array_equal(function(order, x), function(order + 0.6, x))
    whole = srcad.grad(lambda x: function(order, x).sum())(x)
    cut = srcad.grad(lambda x: function(order + 0.6, x).sum())(x)
    np.testing.assert_allclose(cut, whole, rtol=1e-13)


def test_the_fourth_argument_is_named():
    def program(x):
        return special.eval_jacobi(2, 0.5, 1.0, x)

    x = np.array([0.3, 0.6])
    (text,) = {generate(program, [X1]).text}
    assert "special.eval_jacobi(" in text
    slope = srcad.grad(lambda x: program(x).sum())(x)
    np.testing.assert_allclose(slope, 2.25 * special.eval_jacobi(1, 1.5, 2.0, x))


def test_a_dimension_that_is_too_large_is_noticed():
    gradient = srcad.grad(lambda a: special.multigammaln(a, 3).sum())
    assert np.isfinite(gradient(np.array([1.5]))).all()
    with pytest.raises(ValueError, match="not met"):
        gradient(np.array([1.5, 0.9]))


@pytest.mark.parametrize(
    "function",
    [special.gamma, special.loggamma, special.rgamma],
    ids=lambda function: function.__name__,
)
def test_gamma_functions_of_complex_numbers(function):
    """Their second derivatives ask for what SciPy has of reals alone."""
    x = np.array([0.7, 1.4, -0.3])

    def program(x):
        z = function(x + 0.5j * x * x)
        return np.sum(z.real * 1.3 + z.imag * x)

    value, gradient = srcad.value_and_grad(program)(x)
    steps = np.eye(3) * 1e-6
    slopes = [(program(x + step) - program(x - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(value, program(x))
    np.testing.assert_allclose(gradient, slopes, rtol=1e-7)
    with pytest.raises(CompileError, match="zeta"):
        srcad.grad(lambda x: srcad.grad(program)(x).sum())(x)
