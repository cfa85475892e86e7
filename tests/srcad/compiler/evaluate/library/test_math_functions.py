"""Functions of Python's ``math`` of which NumPy has none, or another one."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import special

import srcad
from srcad.gradient.modules import MODULES
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import result

SLOPE = 2 / math.sqrt(math.pi)
# The first and the second derivative.
EXACT = {
    "erf": (
        lambda x: SLOPE * math.exp(-x * x),
        lambda x: -2 * x * SLOPE * math.exp(-x * x),
    ),
    "erfc": (
        lambda x: -SLOPE * math.exp(-x * x),
        lambda x: 2 * x * SLOPE * math.exp(-x * x),
    ),
    "gamma": (
        lambda x: math.gamma(x) * special.psi(x),
        lambda x: math.gamma(x) * (special.psi(x) ** 2 + special.polygamma(1, x)),
    ),
    "lgamma": (special.psi, lambda x: special.polygamma(1, x)),
}


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("at", [0.01, 0.4, 1.0, 2.3, 7.0, 31.0, -0.3, -3.7])
def test_derivatives_are_exact(name, at):
    function = getattr(math, name)
    first, second = EXACT[name]
    if name in ("gamma", "lgamma") and at < 0:
        # SciPy's polygamma is for positive numbers: psi'(x) = psi'(x + 4) + ...
        shifted = special.polygamma(1, at + 4) + sum(
            1 / (at + k) ** 2 for k in range(4)
        )
        square = special.psi(at) ** 2 if name == "gamma" else 0
        size = function(at) if name == "gamma" else 1

        def second(x):
            return size * (square + shifted)

    gradient = srcad.grad(function)
    assert gradient(at) == pytest.approx(first(at), rel=1e-12)
    assert srcad.grad(gradient)(at) == pytest.approx(second(at), rel=1e-11)


def in_a_loop(x):
    total = 0.0
    for v in x:
        total = total + math.lgamma(v + 1) - math.erf(v) * math.gamma(v + 2)
    return total


def rests(x):
    return math.remainder(7.0 * x[0], x[1]) * x[2] + math.remainder(x[0], 0.3) ** 2


def parts(x):
    fraction, whole = math.modf(x[0] * 7.0)
    mantissa, exponent = math.frexp(x[1] * 5.0)
    return fraction * x[0] + whole * x[1] + mantissa * x[2] * exponent


def scaled(x):
    return math.ldexp(x[0], 3) * x[1] + math.nextafter(x[1], math.inf) * x[2]


def compared(x):
    if math.isclose(x[0], 0.4, rel_tol=0.2) or math.isclose(x[1], x[2], abs_tol=1e-3):
        return x[0] * x[1]
    return 2 * x[2] * x[0] + x[1] * math.ulp(x[2])


def distances(x):
    try:
        whole = math.dist(x, [1.0])
    except ValueError:
        whole = math.degrees(math.dist(x[:2], (x[2], 1.0)))
    return whole * math.radians(x[1])


FUNCTIONS = [in_a_loop, rests, parts, scaled, compared, distances]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_against_finite_differences(function):
    for x in (np.array([0.37, 1.9, 2.2]), np.array([3.7, 2.9, 2.9])):
        value, gradient = srcad.value_and_grad(function)(x)
        assert value == function(x)
        step = 1e-6
        expected = [
            (function(x + step * e) - function(x - step * e)) / (2 * step)
            for e in np.eye(3)
        ]
        np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-8)


def test_what_they_give_is_a_float_of_pythons():
    def function(x):
        return (x * math.erf(x[0]) * math.frexp(x[1])[0]).sum()

    x = np.array([0.25, 0.5], np.float32)
    value, gradient = srcad.value_and_grad(function)(x)
    assert (value.dtype, gradient.dtype) == (np.float32, np.float32)
    assert value == function(x)


def test_what_raises_in_python_raises():
    gradient = srcad.grad(lambda x: math.lgamma(x) * x)
    assert gradient(2.0) == pytest.approx(2 * special.psi(2.0))
    with pytest.raises(ValueError, match=r"domain|expected"):
        gradient(-2.0)
    with pytest.raises(OverflowError):
        srcad.grad(lambda x: math.gamma(x) * x)(200.0)


def test_a_module_needs_nothing_but_python_for_it():
    MODULES.clear()
    srcad.grad(lambda x: math.lgamma(x) + math.lgamma(2.0 * x))(1.5)
    (module,) = next(iter(MODULES.values()))
    text = Path(module.module.__file__).read_text()
    assert "import math" in text
    assert text.count("def polygamma(order, x):") == 1
    assert "# needs" not in text
    assert module.manifest["reusable"]


@pytest.mark.parametrize(
    ("function", "x"),
    [
        *((math.log, 0.0), (math.acos, 2.0), (math.gamma, -1.0), (math.atanh, 2.0)),
        *((math.cosh, 1000.0), (math.log1p, -2.0), (math.lgamma, -1.0)),
        *((math.exp, 1000.0), (math.expm1, 1000.0)),
    ],
)
def test_out_of_their_domain_they_raise_as_in_python(function, x):
    with pytest.raises((ValueError, OverflowError)) as theirs:
        function(x)
    with pytest.raises(theirs.type):
        srcad.value_and_grad(lambda x: function(x))(x)


@pytest.mark.parametrize(
    ("function", "x", "value"),
    [
        (lambda x: math.sqrt(x), -1.0, np.nan),
        (lambda x: math.fmod(x, 0.0), 1.0, np.nan),
    ],
)
def test_those_that_numpy_has_give_what_numpy_gives(function, x, value):
    with np.errstate(all="ignore"):
        out, _ = srcad.value_and_grad(function)(x)
    np.testing.assert_equal(out, value)


def test_what_is_folded_of_nothing_is_what_python_gives():
    def f(x, parts):
        return x * math.prod(parts) + math.fsum(parts)

    assert srcad.value_and_grad(f)(2.0, []) == (2.0, 1.0)


def small_beside_large(x):
    return math.fsum([x[0] * 1e16, 1.0, -x[0] * 1e16]) + x[1]


def of_an_array_and_a_generator(x):
    return math.fsum(x) * math.fsum(value * value for value in x)


def of_a_list_that_grows(x):
    found = []
    for value in x:
        if value > 0:
            found.append(value * value)
    return math.fsum(found) ** 2


def of_whole_numbers_too(x):
    total = 0.0
    for i in range(len(x)):
        total += math.fsum((x[i], total, 2))
    return total


@pytest.mark.parametrize(
    "function",
    [
        small_beside_large,
        of_an_array_and_a_generator,
        of_a_list_that_grows,
        of_whole_numbers_too,
    ],
)
def test_fsum(function):
    assert result(function, [0.3, 1.2, -0.7])


def test_fsum_rounds_once():
    for seed in range(20):
        generator = np.random.default_rng(seed)
        x = generator.normal(size=50) * 10.0 ** generator.integers(-9, 9, 50)
        out, gradient = srcad.value_and_grad(lambda values: math.fsum(values))(x)
        assert out == math.fsum(x)
        assert type(out) is float
        assert gradient.tolist() == [1.0] * 50


def imaginary(a):
    return (a * 1j).imag + (a**0.5).imag


def both_parts(a):
    z = (a - 1.0) ** 0.5
    return z.real + z.imag


def size(a):
    return abs(a**1.5)


def by_its_class(a):
    z = pow(a, 1 / 3)
    return 2.0 * z.imag if isinstance(z, complex) else z


def in_place(a):
    a **= 0.25
    return a * 2.0


@pytest.mark.parametrize(
    "program", [imaginary, both_parts, size, by_its_class, in_place]
)
def test_a_power_that_would_be_complex_raises(program):
    gradient = srcad.value_and_grad(program)
    value, slope = gradient(2.5)
    assert value == program(2.5)
    assert slope == pytest.approx((program(2.5 + 1e-6) - program(2.5 - 1e-6)) / 2e-6)
    with pytest.raises(ValueError, match="domain"):
        gradient(-2.5)


@pytest.mark.parametrize("exponent", [1j, 2 + 0j, 0.5 + 0.5j])
def test_a_complex_exponent(exponent):
    def program(a):
        return abs(a**exponent) + (a**exponent).real

    value, slope = srcad.value_and_grad(program)(2.5)
    assert value == pytest.approx(program(2.5))
    difference = (program(2.5 + 1e-6) - program(2.5 - 1e-6)) / 2e-6
    assert slope == pytest.approx(difference, abs=1e-8)


def of_what_is_not_negative(a):
    return (a * a + 1.0) ** 1.5 + abs(a) ** 0.5 + a**3.0


def test_what_is_not_negative_stays_a_power():
    value, slope = srcad.value_and_grad(of_what_is_not_negative)(-1.5)
    assert value == of_what_is_not_negative(-1.5)
    step = 1e-6
    above, below = map(of_what_is_not_negative, (-1.5 + step, -1.5 - step))
    assert slope == pytest.approx((above - below) / (2 * step))
    assert "math.pow" not in generate(of_what_is_not_negative, ["float"]).text


def in_an_attempt(a):
    try:
        z = a**-0.5
    except ZeroDivisionError:
        z = 3.0 * a
    return z


def test_a_power_in_an_attempt_raises_as_python_has_it():
    gradient = srcad.value_and_grad(in_an_attempt)
    assert gradient(0.0) == (0.0, 3.0)
    assert gradient(4.0)[0] == 0.5


def apart(x):
    return math.dist(x[:2], x[:2]) ** 2 + x[0]


def long(x):
    return math.hypot(x[0] - x[0], x[1] - x[1], 0.0 * x[1]) ** 2 + x[0]


def of_numpy(x):
    return np.hypot(x[0] - x[0], x[1] - x[1]) ** 2 + x[0]


def of_arrays(x):
    return np.hypot(x - x[0], 0.0 * x).sum() ** 2 + x[0]


@pytest.mark.parametrize("function", [apart, long, of_numpy, of_arrays])
def test_the_norm_of_nothing_has_the_slope_0(function):
    """As `np.linalg.norm` and `abs` of a complex number, which `hypot` is as well."""
    x = np.array([0.7, -1.3])
    assert result(function, x)

    def first(x):
        return srcad.grad(function)(x)[0]

    assert np.isfinite(srcad.grad(first)(x)).all()
