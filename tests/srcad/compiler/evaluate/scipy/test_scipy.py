"""SciPy's functions as a user calls them: what is refused, and when it is imported."""

import linecache
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from scipy import fft, interpolate, linalg, special, stats

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import families
from tests.srcad.compiler.derivatives import generate

X1 = "float64[n]"


def refused(function, *inputs):
    with pytest.raises(CompileError) as caught:
        generate(function, inputs)
    (found,) = caught.value.diagnostics
    return found


REFUSED = [
    (
        lambda v, x: special.jv(v, x) * x,
        "the derivative of `scipy.special.jv` by its first argument is not known",
    ),
    (
        lambda a, x: special.gammainc(a, x) * x,
        "`scipy.special.gammainc` by its first argument",
    ),
    (
        lambda a, x: special.betainc(2.0, a, x) * x,
        "`scipy.special.betainc` by its second argument",
    ),
    (
        lambda n, x: special.polygamma(n, x),
        "`scipy.special.polygamma`: its order is a number that is known beforehand",
    ),
    (
        lambda n, k: special.comb(n, k, exact=True),
        "`scipy.special.comb`: `exact=True` counts in integers",
    ),
    (
        lambda x, y: linalg.solve(np.outer(x, x), y, assume_a="banded"),
        "`scipy.linalg.solve`: `assume_a` is not 'banded' here",
    ),
    *(
        (function, "linear algebra needs matrices")
        for function in (
            lambda x, y: linalg.solve(x, y, assume_a="sym"),
            lambda x, y: linalg.cholesky(x) * y,
            linalg.solve_triangular,
        )
    ),
    (
        lambda x, y: linalg.svd(np.outer(x, y), lapack_driver="gesvd"),
        "`scipy.linalg.svd`: `lapack_driver` is 'gesdd' here",
    ),
    (
        lambda x, y: linalg.qr(np.outer(x, y), pivoting=True),
        "`scipy.linalg.qr`: it is 'full', 'economic' or 'r' here, without pivoting",
    ),
    (
        lambda x, y: linalg.pinv(np.outer(x, y), return_rank=True),
        "`scipy.linalg.pinv`: `atol` and `return_rank` are not supported",
    ),
    (
        lambda x, y: linalg.lu(np.outer(x, y), p_indices=True),
        "`scipy.linalg.lu`: `p_indices` is not supported",
    ),
    (
        lambda x, y: linalg.eigh(np.outer(x, y), driver="ev"),
        "`scipy.linalg.eigh`: `type`, `subset_by_value` and `driver` are not supported",
    ),
    (
        lambda x, y: linalg.solve_banded((1, 1), np.stack((x, x)), y),
        "`l_and_u` says another number of bands",
    ),
    (
        lambda x, y: linalg.solve_banded((0, 0), [x * 1j], y),
        "`scipy.linalg.solve_banded` of complex numbers is not supported",
    ),
    (
        lambda x, y: stats.norm.logpdf(x, location=y),
        "`scipy.stats.norm.logpdf`: it has no parameter `location`",
    ),
    (
        lambda x, y: stats.gamma.cdf(x, y),
        "`scipy.special.gammainc` by its first argument",
    ),
    (
        lambda x, y: fft.dct(x, 1) * y,
        "`scipy.fft.dct`: the transform of type 1 is not known here",
    ),
    (
        lambda x, y: np.abs(fft.fft(x, overwrite_x=True)) * y,
        "`scipy.fft.fft`: what `overwrite_x` leaves",
    ),
    (
        lambda x, y: special.smirnov(2, x) * y,
        "`scipy.special.smirnov` has no derivative rule",
    ),
]


@pytest.mark.parametrize(("function", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_refusals(function, message):
    assert message in refused(function, X1, X1).message


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (
            lambda x: stats.geninvgauss.logpdf(x, 0.3, 1.0),
            "scipy.stats.geninvgauss.logpdf",
        ),
        (lambda x: linalg.hessenberg(np.outer(x, x)), "scipy.linalg.hessenberg"),
    ],
    ids=["logpdf", "hessenberg"],
)
def test_what_is_not_known_is_refused_by_its_own_name(function, name):
    """Not by what its source calls, in a file that the user has never seen."""
    found = refused(function, X1)
    assert found.message == f"`{name}` has no derivative rule"
    assert found.span.path == __file__


def test_what_has_no_row_may_be_read():
    frozen = stats.multivariate_normal(np.zeros(2), np.eye(2))

    def program(x):
        return frozen.logpdf(x)

    x = np.array([0.3, 0.4])
    np.testing.assert_allclose(srcad.grad(program)(x), -x)


def test_a_refusal_points_at_the_users_line():
    def program(v, x):
        return special.jv(v, x) * x

    found = refused(program, X1, X1)
    assert found.span.path == __file__
    assert found.span.line == program.__code__.co_firstlineno + 1


def test_an_order_that_is_no_input_is_fine():
    """What has no derivative by an argument has one by the others."""
    module = generate(lambda v, x: special.jv(v, x), [X1, X1], wrt=("x",))
    v, x = np.array([0.5, 1.0]), np.array([1.5, 2.0])
    out, residuals = module.forward(v, x)
    np.testing.assert_allclose(out, special.jv(v, x))
    (dx,) = module.backward(residuals, np.ones(2))
    np.testing.assert_allclose(dx, special.jvp(v, x))


@pytest.mark.parametrize("word", ["special", "np"])
def test_an_input_of_the_name_of_the_module_is_refused(word):
    space = {"np": np, "functions": special}
    text = f"def program({word}):\n    return functions.gamma({word})\n"
    path = f"<{word}>"
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    exec(compile(text, path, "exec"), space)
    if word == "np":
        np.testing.assert_allclose(srcad.grad(space["program"])(1.5), DGAMMA)
        return
    with pytest.raises(CompileError, match="like what is used here"):
        srcad.grad(space["program"])(1.5)


DGAMMA = special.gamma(1.5) * special.psi(1.5)


def test_a_function_of_scipy_itself():
    np.testing.assert_allclose(srcad.grad(special.gamma)(1.5), DGAMMA)


@pytest.mark.parametrize("x", [-800.0, -30.0, 0.0, 30.0, 800.0])
def test_expit_far_out(x):
    def program(x):
        return special.expit(x)

    out, slope = srcad.value_and_grad(program)(x)
    np.testing.assert_allclose(out, special.expit(x), rtol=1e-15)
    np.testing.assert_allclose(
        slope, special.expit(x) * special.expit(-x), rtol=1e-12, atol=1e-16
    )


def test_a_result_that_is_written_into_an_array():
    def program(x):
        out = np.zeros_like(x)
        special.gamma(2 * x, out=out)
        return np.sum(out * x)

    def plain(x):
        return np.sum(special.gamma(2 * x) * x)

    x = np.array([0.3, 0.4])
    np.testing.assert_allclose(srcad.grad(program)(x), srcad.grad(plain)(x))


def test_logsumexp_of_infinities():
    def program(x):
        return special.logsumexp(x, axis=1)

    x = np.array([[-np.inf, 0.5], [1000.0, 1000.0]])
    out, slope = srcad.value_and_grad(lambda x: program(x).sum())(x)
    np.testing.assert_allclose(out, special.logsumexp(x, axis=1).sum())
    np.testing.assert_allclose(slope, [[0, 1], [0.5, 0.5]])
    with np.errstate(divide="ignore"):
        out, _ = generate(program, ["float64[n, 2]"]).forward(np.full((1, 2), -np.inf))
    assert out == -np.inf


def test_xlogy_at_zero():
    """By x it is log(y), also where x is 0; at y = 0 it is taken to be 0."""

    def program(x, y):
        return np.sum(special.xlogy(x, y))

    x, y = np.zeros(3), np.array([2.0, 0.0, -1.0])
    dx, dy = srcad.grad(program, (0, 1))(x, y)
    np.testing.assert_allclose(dx, [np.log(2.0), 0, 0])
    np.testing.assert_allclose(dy, [0, 0, 0])


def test_scipy_is_not_imported_by_what_does_not_use_it(tmp_path):
    """Neither importing srcad nor compiling costs its time."""
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent("""
        import sys
        import numpy as np
        import srcad

        def f(x):
            return np.sum(np.sin(x))

        srcad.grad(f)(np.ones(2))
        print("scipy" in sys.modules)
        """)
    )
    command = [sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_every_family_is_of_a_module_that_there_is():
    families.enter_all()
    assert set(families.FAMILIES) <= set(sys.modules)
    assert set(families.FAMILIES.values()) <= set(sys.modules)


PRIOR = stats.gamma(2.0, scale=1.5)


def test_a_distribution_that_was_frozen_before():
    def program(x):
        return np.sum(PRIOR.logpdf(x))

    x = np.array([0.5, 2.0])
    out, slope = srcad.value_and_grad(program)(x)
    np.testing.assert_allclose(out, program(x))
    np.testing.assert_allclose(slope, 1 / x - 1 / 1.5)


@pytest.mark.parametrize(
    "distribution",
    [
        stats.expon(1.0, 2.0),
        stats.uniform(0.5, 1.0),
        stats.gamma(1.7),
        stats.beta(1.5, 2.5),
        stats.lognorm(0.7),
        stats.laplace(0.3),
    ],
    ids=lambda one: one.dist.name,
)
def test_outside_of_where_there_is_any_density(distribution):
    def program(x):
        return distribution.logpdf(x)

    x = np.array([-1.5, 0.75, 2.5])
    module = generate(program, [X1])
    out, residuals = module.forward(x)
    np.testing.assert_allclose(out, distribution.logpdf(x))
    (dx,) = module.backward(residuals, np.ones(3))
    step = 1e-6
    expected = (distribution.pdf(x + step) - distribution.pdf(x - step)) / (2 * step)
    density = distribution.pdf(x)
    np.testing.assert_allclose(dx * density, expected, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("word", ["poisson", "binom", "bernoulli"])
def test_masses_beside_the_whole_numbers(word):
    parameters = {"poisson": (1.5,), "binom": (3, 0.3), "bernoulli": (0.3,)}[word]
    distribution = getattr(stats, word)

    def program(k):
        return distribution.pmf(k, *parameters)

    k = np.array([-1.0, 0.0, 0.5, 1.0, 4.0])
    out, _ = generate(program, [X1]).forward(k)
    np.testing.assert_allclose(out, program(k))


def test_one_point_among_several_is_noticed():
    def program(x):
        return stats.multivariate_normal.logpdf(x, np.zeros(2), np.eye(2))

    module = generate(program, ["float64[n, 2]"])
    x = np.array([[0.5, 1.0], [2.0, 0.0]])
    np.testing.assert_allclose(module.forward(x)[0], program(x))
    with pytest.raises(ValueError, match="a single point"):
        module.forward(x[:1])


def test_a_complex_root_is_noticed():
    def program(x):
        return np.sum(linalg.sqrtm(x))

    with pytest.raises(np.linalg.LinAlgError, match="complex roots"):
        srcad.grad(program)(np.diag([-1.0, 2.0]))
    with pytest.raises(np.linalg.LinAlgError, match="complex logarithms"):
        srcad.grad(lambda x: np.sum(linalg.logm(x)))(np.diag([-1.0, 2.0]))


def test_a_distribution_is_flat_outside_of_its_density():
    """Also where the density has no bound at the end of its support."""

    def program(x):
        return stats.beta.cdf(x, 0.5, 0.5) + stats.gamma.cdf(x, 0.5)

    x = np.array([-1.0, 0.5, 1.5])
    out, residuals = generate(program, [X1]).forward(x)
    np.testing.assert_allclose(out, program(x))
    (dx,) = generate(program, [X1]).backward(residuals, np.ones(3))
    density = stats.beta.pdf(x, 0.5, 0.5) + stats.gamma.pdf(x, 0.5)
    np.testing.assert_allclose(dx, density)


PLACES = np.array([0.0, 1.0, 2.5, 3.0, 4.0])
SPLINE = interpolate.CubicSpline(PLACES, np.sin(PLACES))
INSIDE = interpolate.PchipInterpolator(PLACES, np.cos(PLACES), extrapolate=False)
OF_SEVERAL = interpolate.CubicSpline(PLACES, np.outer(PLACES, [1.0, 2.0]))
LINES = np.array([0.0, 2.0, 5.0])
SURFACE = interpolate.RegularGridInterpolator((PLACES, LINES), np.outer(PLACES, LINES))
NEAREST = interpolate.RegularGridInterpolator((PLACES,), PLACES, method="nearest")


class Surface:
    def __init__(self, values):
        self.of = interpolate.RegularGridInterpolator(
            (PLACES, LINES), values, bounds_error=False, fill_value=-2.0
        )

    def __call__(self, x):
        return (self.of((x, 9 - 3 * x)) * x).sum()


class Curve:
    def __init__(self, values):
        self.spline = interpolate.Akima1DInterpolator(PLACES, values)

    def __call__(self, x):
        return (self.spline(x, extrapolate=True) * x).sum()


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (SPLINE(x) ** 2).sum() + SPLINE(x[0]) * SPLINE(0.5),
        lambda x: (SPLINE(x, 1) * SPLINE(x, nu=2) * x).sum(),
        lambda x: (INSIDE(x[:2]) ** 2).sum(),
        Curve(PLACES**2),
        lambda x: (SURFACE(x[:2]) ** 2).sum() + SURFACE((x[1:], 1.0)).sum(),
        Surface(np.add.outer(PLACES**2, LINES**2)),
        lambda x: srcad.grad(lambda v: (SPLINE(v) ** 2).sum())(x) @ x,
    ],
)
def test_splines_that_were_made_before(function):
    x = np.array([0.3, 1.7, 3.4])
    value, gradient = srcad.value_and_grad(function)(x)
    np.testing.assert_allclose(value, function(x), rtol=1e-13)
    step = 1e-6
    expected = [
        (function(x + step * e) - function(x - step * e)) / (2 * step)
        for e in np.eye(3)
    ]
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8)


def test_another_spline_is_another_one():
    curve, x = Curve(PLACES**2), np.array([0.3, 1.7])
    gradient = srcad.grad(curve)
    first = gradient(x)
    curve.spline = interpolate.Akima1DInterpolator(PLACES, 3 * PLACES**2)
    np.testing.assert_allclose(gradient(x), 3 * first)


def test_another_grid_is_another_one():
    surface, x = Surface(np.add.outer(PLACES, LINES)), np.array([2.3, 2.7])
    gradient = srcad.grad(surface)
    gradient(x)
    surface.of = interpolate.RegularGridInterpolator(
        (2 * PLACES, LINES - 1), np.outer(PLACES, LINES), bounds_error=False
    )
    np.testing.assert_allclose(gradient(x), srcad.grad(surface)(x))
    step = 1e-6
    expected = [surface(x + step * e) - surface(x - step * e) for e in np.eye(2)]
    np.testing.assert_allclose(gradient(x), np.array(expected) / (2 * step), rtol=1e-6)


def test_what_is_outside_of_the_points_raises():
    def program(x, y):
        return interpolate.interp1d(PLACES, y)(x)

    gradient = srcad.grad(lambda x: program(x, PLACES).sum())
    assert gradient(np.array([0.5, 3.5])).tolist() == [1.0, 1.0]
    for outside in (-0.1, 4.1):
        with pytest.raises(ValueError, match="interpolation range"):
            gradient(np.array([0.5, outside]))
        with pytest.raises(ValueError, match="out of bounds"):
            srcad.grad(lambda x: SURFACE((x, 1.0)).sum())(np.array([0.5, outside]))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: OF_SEVERAL(x),
        lambda x: NEAREST(x[:1]),
        lambda x: interpolate.make_interp_spline(PLACES, x, 5, bc_type="natural")(x),
        lambda x: interpolate.interpn((PLACES,), x, x[:1], method="pchip"),
        lambda x: interpolate.CubicSpline(PLACES, np.outer(PLACES, x))(x[0]),
        lambda x: interpolate.CubicSpline(PLACES, PLACES, bc_type=((1, 0.5), (1, 0.0)))(
            x
        ),
        lambda x: interpolate.interp1d(PLACES, PLACES, kind="zero")(x),
    ],
)
def test_interpolation_that_is_refused(function):
    found = refused(function, "float64[5]")
    assert found.code in ("SRC012", "SRC014")
    assert "scipy.interpolate" in found.message
