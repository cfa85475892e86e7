"""Functions of the library's own, element by element, in cores."""

import numpy as np
import pytest

from srcad import ops
from tests.srcad.compiler.compiled.cores import built
from tests.srcad.compiler.programs.engines import PLAIN


def gelu(x):
    return (ops.gelu(x, approximate="none") ** 2).sum()


def error_functions(x):
    return ops.erf(x) * x + ops.erfc(2 * x)


def log_gamma(x):
    return ops.lgamma(np.abs(x) + 0.1).sum()


def bessel(x):
    return ops.bessel_j1(x) + ops.bessel_k0(np.abs(x) + 1)


def incomplete_gamma(x):
    return ops.igamma(np.abs(x) + 1, x * x).sum()


def branches(x):
    y = x
    for _ in range(3):
        if y.sum() > 0:
            y = ops.erf(y) - 1
        else:
            y = y * x
    return (y * y).sum()


FUNCTIONS = [gelu, error_functions, log_gamma, bessel, incomplete_gamma, branches]


def check(function, numba, dtype, rtol):
    module = built(function, numba, x=f"{dtype}[n, k]")
    assert not module.not_compiled
    x = 3 * np.random.default_rng(1).normal(size=(5, 4)).astype(dtype)
    x[0, 0], x[0, 1] = 0.5, -7.0
    (value, (dx,)), (out, (expected,)) = module.both(x)
    assert dx.shape == expected.shape
    assert (dx.dtype, np.asarray(value).dtype) == (x.dtype, np.asarray(out).dtype)
    np.testing.assert_allclose(value, out, rtol=rtol, atol=rtol)
    np.testing.assert_allclose(dx, expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_by_its_definition(function):
    check(function, PLAIN, "float64", 1e-12)


@pytest.mark.numba
@pytest.mark.parametrize("function", [gelu, error_functions, branches])
@pytest.mark.parametrize(("dtype", "rtol"), [("float64", 1e-9), ("float32", 1e-4)])
def test_a_function_by_its_definition_that_numba_compiles(function, dtype, rtol):
    import numba

    check(function, numba, dtype, rtol)


def test_a_function_is_a_part_of_the_loop_around():
    text = built(gelu, x="float64[n]").text
    core = text[text.index("def core(") : text.index("def compiled(")]
    assert core.count("for ") == 1
