"""Functions of Python's ``cmath``, of numbers that run time knows."""

import cmath

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError

P = np.array([0.6, 0.8])
ANALYTIC = [
    *(cmath.exp, cmath.log, cmath.log10, cmath.sqrt, cmath.sin, cmath.cos, cmath.tan),
    *(cmath.sinh, cmath.cosh, cmath.tanh, cmath.asin, cmath.acos, cmath.atan),
    *(cmath.asinh, cmath.acosh, cmath.atanh),
]


def parts(w):
    return w.real * 1.3 + w.imag


def differences(function, step):
    return [
        (function(P + step * e) - function(P - step * e)) / (2 * step)
        for e in np.eye(2)
    ]


def compare(program):
    def slope(p):
        return srcad.grad(program)(p) @ np.array([1.0, 2.0])

    value, gradient = srcad.value_and_grad(program)(P)
    assert value == program(P)
    np.testing.assert_allclose(gradient, differences(program, 1e-5), rtol=1e-7)
    second = srcad.grad(slope)(P)
    np.testing.assert_allclose(second, differences(slope, 1e-5), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("function", ANALYTIC, ids=lambda one: one.__name__)
def test_of_complex_and_of_real_numbers(function):
    """Beyond 1, and below 0, the value of a real one is complex as well."""

    def program(p):
        whole = function(p[0] + 1j * p[1]) * function(0.9 * p[0])
        return parts(whole + function(-p[1] * 1.4) * p[0])

    compare(program)


def to_a_base(p):
    return parts(cmath.log(p[0] + 1j * p[1], p[1] + 2))


def in_polar_coordinates(p):
    radius, angle = cmath.polar(p[0] - 1j * p[1])
    return parts(cmath.rect(radius * p[0], 2 * angle)) + cmath.phase(-p[1] + 1j * p[0])


def after_tests(p):
    w = cmath.exp(1j * p[0])
    if not cmath.isfinite(w) or cmath.isnan(w) or cmath.isinf(w):
        return p[0]
    if cmath.isclose(w, w + 1e-12) and not cmath.isclose(w, p[1]):
        return abs(w * p[1] + p[0])
    return p[1]


@pytest.mark.parametrize(
    "program",
    [to_a_base, in_polar_coordinates, after_tests],
    ids=lambda one: one.__name__,
)
def test_in_terms_of_others(program):
    compare(program)


def test_below_a_branch_cut():
    """The sign of a zero says on which side of it a number is."""

    for sign in (1.0, -1.0):
        number = complex(-1.0, sign * 0.0)
        found = srcad.value_and_grad(lambda z: cmath.phase(z))(np.array(number))[0]
        assert found == cmath.phase(number)


@pytest.mark.parametrize(
    ("program", "error"),
    [
        (lambda p: abs(cmath.log(p[0] - p[0])), ValueError),
        (lambda p: abs(cmath.exp(p[1] * 1000)), OverflowError),
    ],
    ids=["log", "exp"],
)
def test_what_cmath_raises_the_module_does(program, error):
    with pytest.raises(error, match="math"):
        srcad.grad(program)(P)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (lambda p: abs(cmath.exp(p)), "`cmath` takes numbers, and this has the shape"),
        (lambda p: abs(cmath.exp(p[0], p[1])), "takes 1 argument here"),
    ],
    ids=["an array", "two numbers"],
)
def test_what_is_refused(program, message):
    with pytest.raises(CompileError, match=message):
        srcad.grad(program)(P)


NUMBERS_OF_PYTHON = {
    "item": lambda p: (p * (2 + 1j)).item(1),
    "item of one": lambda p: (p[:1] * (2 + 1j)).item(),
    "tolist": lambda p: (p * (2 + 1j)).tolist()[1],
    "complex": lambda p: complex(p[0] * (2 + 1j)),
    "conjugate": lambda p: complex(p[0], p[1]).conjugate(),
}


@pytest.mark.parametrize("name", NUMBERS_OF_PYTHON)
def test_a_number_of_python(name):
    number = NUMBERS_OF_PYTHON[name]
    compare(lambda p: parts(number(p)) * (type(number(p)) is complex))


@pytest.mark.parametrize("program", [lambda x: x.item(), lambda x: x.tolist()[0]])
def test_what_is_wider_than_a_number_of_python_is_refused(program):
    if np.dtype(np.longdouble).itemsize == 8:
        pytest.skip("a long double is a double here")
    with pytest.raises(CompileError, match="numbers of Python of a float"):
        srcad.grad(program)(np.ones(1, np.longdouble))
