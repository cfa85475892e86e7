"""``scipy.optimize``: what its solvers find, and the derivative of that."""

from pathlib import Path

import numpy as np
import pytest
from scipy import optimize

import srcad
from srcad import nn
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES
from tests.srcad.compiler.derivatives import check

P = np.array([1.0, 0.5])
DIRECTION = np.array([1.0, 2.0])


def kepler(e, mean, k):
    return e - k * np.sin(e) - mean


def slope_of_kepler(e, mean, k):
    return 1 - k * np.cos(e)


def ring(x, a, b):
    return [x[0] ** 2 + a * x[1] - 2.0, x[0] * x[1] - b]


def valley(x, a, b):
    return (a - x[0]) ** 2 + 2 * (x[1] - b * x[0] ** 2) ** 2


def slope_of_valley(x, a, b):
    off = x[1] - b * x[0] ** 2
    return np.array([-2 * (a - x[0]) - 8 * b * x[0] * off, 4 * off])


def bowl(x, a, b):
    return (x - a) ** 2 + np.cosh(b * x)


ROOTS = [
    lambda p: optimize.brentq(kepler, 0.0, 6.0 + p[0], args=(p[0], p[1])) * p[0],
    lambda p: optimize.brentq(lambda e: kepler(e, p[0], p[1]), 0.0, 6.0, xtol=1e-13),
    lambda p: optimize.brenth(kepler, 0.0, 6.0, (p[0], p[1])),
    lambda p: optimize.bisect(kepler, 0.0, 6.0, (p[0], p[1])),
    lambda p: optimize.ridder(kepler, 0.0, 6.0, (p[0], p[1])),
    lambda p: optimize.toms748(kepler, 0.0, 6.0, args=(p[0], p[1])),
    lambda p: optimize.newton(kepler, p[0], args=(p[0], p[1]), tol=1e-13),
    lambda p: optimize.newton(
        kepler, 1.0, slope_of_kepler, (p[0], p[1]), tol=1e-13, rtol=1e-13
    ),
    lambda p: optimize.root_scalar(kepler, (p[0], p[1]), bracket=[0, 6]).root,
    lambda p: (
        optimize.root_scalar(
            kepler,
            args=(p[0], p[1]),
            method="newton",
            x0=1.0,
            fprime=slope_of_kepler,
            xtol=1e-13,
        ).root
    ),
    lambda p: optimize.fixed_point(lambda x: np.cos(p[0] * x) * p[1], 0.5, xtol=1e-13),
    lambda p: (
        optimize.fixed_point(
            lambda x: np.cos(p * x), [0.5, 0.4], xtol=1e-13, method="iteration"
        )
        @ DIRECTION
    ),
    lambda p: optimize.fsolve(ring, [1.0, 1.0], (p[0], p[1]), xtol=1e-13) @ DIRECTION,
    lambda p: optimize.fsolve(lambda x: x**3 + x - p, p, xtol=1e-13) @ DIRECTION,
    lambda p: optimize.fsolve(
        lambda x: x**3 + x - p[0], 1.0, fprime=lambda x: [3 * x**2 + 1], xtol=1e-13
    )[0],
    lambda p: optimize.root(ring, [1.0, 1.0], (p[0], p[1]), method="lm", tol=1e-13).x[
        0
    ],
    lambda p: optimize.root(ring, [1.0, 1.0], (p[0], p[1]), tol=1e-13).fun.sum() + p[0],
]
MINIMA = [
    lambda p: (
        optimize.minimize(
            valley, [0.5, 1.0], (p[0], p[1]), jac=slope_of_valley, tol=1e-10
        ).x
        @ DIRECTION
    ),
    lambda p: (
        optimize.minimize(
            lambda x: np.sum((x - p) ** 2 * p + x**4),
            p,
            method="Newton-CG",
            jac=lambda x: 2 * (x - p) * p + 4 * x**3,
            hess=lambda x: np.diag(2 * p + 12 * x**2),
            options={"xtol": 1e-12},
        ).fun
    ),
    lambda p: (
        optimize.minimize(
            lambda x: np.sum((x - p) ** 2 * p + x**4), p, method="cg", tol=1e-7
        ).x
        @ DIRECTION
    ),
    lambda p: optimize.minimize(
        valley,
        [0.5, 1.0],
        (p[0], p[1]),
        "Nelder-Mead",
        options={"xatol": 1e-9, "fatol": 1e-15, "maxiter": 1000},
    ).x[1],
    lambda p: (
        optimize.minimize(
            valley, [0.5, 1.0], (p[0], p[1]), "L-BFGS-B", slope_of_valley, tol=1e-14
        ).x
        @ DIRECTION
    ),
    lambda p: optimize.minimize_scalar(bowl, args=(p[0], p[1]), tol=1e-10).x,
    lambda p: (
        optimize.minimize_scalar(bowl, (p[0] - 1, p[1]), None, (p[0], p[1]), "golden").x
    ),
    lambda p: (
        optimize.minimize_scalar(
            bowl, bounds=(p[1] - 1, 3), args=(p[0], p[1]), options={"xatol": 1e-9}
        ).fun
    ),
    lambda p: (
        optimize.least_squares(
            lambda x: np.array([x[0] - p[0], x[0] * x[1] - p[1], x[1] + x[0] - p[0]]),
            [1.0, 1.0],
            lambda x: np.array([[1.0, 0.0], [x[1], x[0]], [1.0, 1.0]]),
            xtol=1e-13,
            ftol=1e-15,
            gtol=1e-13,
        ).x
        @ DIRECTION
    ),
]


def differences(function, step):
    return [
        (function(P + step * e) - function(P - step * e)) / (2 * step)
        for e in np.eye(2)
    ]


def compare(program, value=1e-15, **tolerances):
    """The value, which is SciPy's; and two derivatives."""

    def slope(p):
        return srcad.grad(program)(p) @ DIRECTION

    found, gradient = srcad.value_and_grad(program)(P)
    assert found == pytest.approx(program(P), rel=value)
    np.testing.assert_allclose(gradient, differences(program, 1e-3), **tolerances)
    np.testing.assert_allclose(
        srcad.grad(slope)(P), differences(slope, 1e-3), **tolerances
    )


@pytest.mark.parametrize("number", range(len(ROOTS)))
def test_roots(number):
    compare(ROOTS[number], rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("number", range(len(MINIMA)))
def test_minima(number):
    """SciPy finds some of them to half of the digits only."""
    compare(MINIMA[number], rtol=2e-4, atol=2e-4)


# ------------------------------------------------------- all that a program may do


def of_any_size(a, b):
    root = optimize.fsolve(
        lambda x: x**3 + x + a * np.roll(x, 1) ** 2 / 9 - b, b, xtol=1e-12
    )
    return root * a


def cubic(t, factor, target):
    return t**3 + t + factor * t**2 - target


def in_a_loop(a, b):
    x = 0.0
    for v in b:
        args = x, v
        x = x + optimize.brentq(cubic, -9.0, 9.0, args)
    return x * a


def in_a_branch(a, b):
    if a.sum() > 0:
        x = optimize.brentq(lambda t: t**3 + t - b.sum(), -9.0, 9.0)
    else:
        x = 2.0
    return x * a


def inside_of_another(a, b):
    def inner(y):
        return optimize.brentq(lambda x: x**3 + x - np.sin(y) - a.sum(), -9.0, 9.0)

    return optimize.brentq(lambda y: y + inner(y) - b.sum(), -29.0, 29.0)


def with_paths(a, b):
    def function(x, target):
        if x > 0.2:
            return x * x - target
        if x > 100:
            raise ValueError("that is far away")
        return 0.2 * x - target

    total = 0.0
    for v in b:
        total = total + optimize.brentq(function, -20.0, 9.0, v)
    return total * a


@pytest.mark.parametrize(
    "program",
    [of_any_size, in_a_loop, in_a_branch, inside_of_another, with_paths],
    ids=lambda one: one.__name__,
)
def test_to_the_second_order(program):
    check(program, {"a": "float64[n]", "b": "float64[n]"}, orders=(1, 2))


def test_to_the_third_order():
    def program(a):
        return optimize.brentq(lambda x: x - 0.5 * np.sin(x) - a, -20.0, 20.0)

    check(program, {"a": "float64"})


class Layer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, 3)

    def construct(self, x):
        return 0.3 * srcad.ops.tanh(self.dense(x))


class Equilibrium(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = Layer()

    def construct(self, p):
        x = optimize.fsolve(lambda x: x - self.layer(x) - p, p, xtol=1e-12)
        return (x * x).sum()


def test_a_cell_may_stand_in_the_equation():
    net, p = Equilibrium(), np.array([0.3, 0.4, 0.1])
    weight = net.layer.dense.weight
    _, (dp, dweight) = srcad.value_and_grad(net, 0, weight)(p)
    expected = [(net(p + s) - net(p - s)) / 2e-4 for s in 1e-4 * np.eye(3)]
    np.testing.assert_allclose(dp, expected, rtol=1e-5)
    start = weight.asnumpy().copy()
    steps = np.zeros_like(start)
    steps[1, 2] = 1e-2
    values = []
    for sign in (1, -1):
        weight.set_data(srcad.Tensor(start + sign * steps))
        values.append(net(p))
    slope = (values[0] - values[1]) / 2e-2
    np.testing.assert_allclose(dweight.asnumpy()[1, 2], slope, rtol=1e-3)


# ----------------------------------------------------------------------- the module


def text_of(program):
    MODULES.clear()
    srcad.grad(program)(P)
    (module,) = next(iter(MODULES.values()))
    return Path(module.module.__file__).read_text()


def test_the_module_calls_scipy_and_solves_for_the_cotangent():
    def program(p):
        return optimize.root(ring, [1.0, 1.0], args=(p[0], p[1])).x.sum()

    text = text_of(program)
    assert "# needs: numpy, scipy\n" in text
    assert "from scipy import optimize\n" in text
    assert "\ndef ring(x, " in text
    forward, backward = text.split("def backward")
    assert "optimize.root(" in forward
    assert "optimize" not in backward.partition("def value_and_grad")[0].replace(
        "# return optimize", ""
    )
    assert "np.linalg.solve(jacobian.T, " in backward


def test_a_jacobian_of_more_rows_is_a_loop():
    def program(p):
        x = optimize.fsolve(lambda x: x**3 + p.sum() * x - 1, np.ones(20))
        return (x * x).sum()

    assert "in enumerate(np.eye(20)):" in text_of(program)


def converged(x, a):
    return x**3 - a


def test_names_that_the_module_needs_itself():
    function = optimize_ = converged

    def program(p):
        optimize_result = p[0] * 2
        root = optimize.fsolve(function, 3.0, args=(optimize_result,))[0]
        converged = p[1]
        return optimize.fsolve(optimize_, root, args=(converged,))[0] * root

    compare(program, rtol=2e-5)


# ------------------------------------------------------------------ what goes wrong


def test_what_scipy_does_not_solve_raises():
    def fails(p):
        return optimize.fsolve(lambda x: x**2 + p[0], 1.0).sum()

    def has_none(p):
        return optimize.brentq(lambda x: x**2 + p[0], 0.0, 3.0)

    def has_no_end(p):
        return optimize.minimize(lambda x: (x * p).sum(), np.zeros(2)).x.sum()

    def ends_early(p):
        found = optimize.root_scalar(kepler, (p[0], p[1]), x0=9.0, maxiter=1)
        return found.root

    for program in (fails, has_no_end, ends_early):
        with pytest.raises(RuntimeError):
            srcad.grad(program)(P)
    with pytest.raises(ValueError, match="different signs"):
        srcad.grad(has_none)(P)


def test_what_is_found_has_the_class_that_scipy_gives_it():
    """A number of NumPy widens single precision, one of Python does not."""

    def program(p, method):
        x = optimize.root_scalar(
            kepler, (1.0, 0.5), method, [0.0, 6.0], slope_of_kepler, x0=1.0
        )
        return x.root * p

    p = np.ones(2, np.float32)
    for method in ("brentq", "toms748", "newton"):
        gradient = srcad.value_and_grad(lambda p, m=method: program(p, m).sum())
        value, dp = gradient(p)
        assert value.dtype == program(p, method).dtype
        assert dp.dtype == np.float32


def test_a_jacobian_without_an_inverse_raises():
    def program(p):
        x = optimize.fsolve(lambda x: np.ones(2) * (x[0] + x[1] - p[0]), [0.0, 0.0])
        return x.sum()

    with pytest.raises(np.linalg.LinAlgError):
        srcad.grad(program)(P)


def test_as_many_equations_as_unknowns_are_asked_for():
    def program(p):
        equations = lambda x: np.concatenate((x, x)) - p[0]  # noqa: E731
        return optimize.root(equations, p, method="lm").x.sum()

    with pytest.raises(ValueError, match="as many equations as unknowns"):
        srcad.grad(program)(P)


def counting(p):
    calls = []

    def function(x):
        calls.append(1)
        return x - p[0]

    return optimize.brentq(function, 0.0, 3.0) * len(calls)


def writing(p):
    work = np.array(p)

    def function(x):
        work[0] = x
        return work.sum() - 2.0

    return optimize.brentq(function, 0.0, 3.0) + work[0]


def printing(p):
    def function(x):
        print(x)
        return x - p[0]

    return optimize.brentq(function, 0.0, 3.0)


def drawing(p):
    def function(x):
        return x - p[0] + 0 * np.random.default_rng(0).normal()

    return optimize.brentq(function, 0.0, 3.0)


REFUSED = [
    (counting, "its function changes what is outside of it"),
    (writing, "its function changes what is outside of it"),
    (printing, "its function prints, or draws random numbers"),
    (drawing, "its function prints, or draws random numbers"),
    (lambda p: optimize.brentq(lambda x: x - p, 0, 3), "its function gives a number"),
    (
        lambda p: optimize.brentq(lambda x: x - p[0], 0, 3, full_output=True),
        "got an unexpected keyword argument 'full_output'",
    ),
    (lambda p: optimize.newton(lambda x: x - p, p), "`x0` is a number here"),
    (
        lambda p: optimize.root(lambda x: (x - p, p), p, jac=True).x,
        "`jac` is a function here, or left out",
    ),
    (
        lambda p: optimize.minimize(lambda x: (x @ p) ** 2, p, callback=print).x,
        "`callback` is not supported",
    ),
    (lambda p: optimize.minimize(lambda x: (x @ p) ** 2, p).nit * p, "nit"),
    (
        lambda p: optimize.fixed_point(lambda x: np.cos(p), 0.5),
        "what the function gives is of another shape",
    ),
    (lambda p: optimize.linprog(p).x, "scipy.optimize.linprog"),
    (
        lambda p: optimize.curve_fit(np.polyval, p, p)[0],
        "how many parameters there are is not known",
    ),
]


@pytest.mark.parametrize(("program", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_what_is_refused(program, message):
    with pytest.raises(CompileError, match=r"optimize|nit") as caught:
        srcad.grad(lambda p: np.sum(program(p)))(P)
    assert message in str(caught.value)
