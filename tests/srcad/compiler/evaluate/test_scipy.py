"""SciPy's functions as a user calls them: what is refused, and when it is imported."""

import linecache
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from scipy import special

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
        lambda x, y: special.gamma(x, out=y),
        "`scipy.special.gamma`: the argument `out` is not supported",
    ),
    (
        lambda x, y: special.ellipk(x) * y,
        "`scipy.special.ellipk` has no derivative rule",
    ),
]


@pytest.mark.parametrize(("function", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_refusals(function, message):
    assert message in refused(function, X1, X1).message


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
    with pytest.raises(CompileError, match="like what is imported here"):
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
