"""``--allow`` and the key ``allow``: modules that need more than NumPy."""

import numpy as np
import pytest
from scipy import special

PROGRAM = """
import numpy as np
from scipy import integrate, optimize, special


def energy(x):
    return np.sum(special.gamma(x))


def total(x):
    return special.logsumexp(x)


def root(x):
    return optimize.brentq(lambda y: y**3 + y - x, -9.0, 9.0)


def decay(x):
    return integrate.solve_ivp(lambda t, y: -x * y, (0, 1), [1.0], "BDF").y[0, -1]
"""
ENERGY = ("models.py::energy", "--input", "x=float64[n]")


@pytest.fixture
def models(empty):
    empty.write("models.py", PROGRAM)
    return empty


def test_a_module_that_needs_scipy_is_refused(models):
    result = models.run("generate", *ENERGY)
    assert (result.code, result.out) == (1, "")
    assert "the module would need `scipy`, for `scipy.special.gamma`" in result.err
    assert "models.py:7" in result.err
    assert "--allow scipy" in result.err


def test_a_module_that_calls_a_solver_of_scipy_is_refused(models):
    asked = "models.py::root", "--input", "x=float64"
    result = models.run("generate", *asked)
    assert (result.code, result.out) == (1, "")
    assert "the module would need `scipy`, for `scipy.optimize.brentq`" in result.err
    assert "models.py:15" in result.err
    result = models.run("generate", *asked, "--allow", "scipy")
    module = {}
    exec(result.out, module)
    out, (dx,) = module["value_and_grad"](np.float64(10.0))
    np.testing.assert_allclose((out, dx), (2.0, 1 / 13))
    result = models.run("generate", "models.py::decay", *asked[1:])
    assert "would need `scipy`, for `scipy.integrate.solve_ivp`" in result.err


def test_an_allowed_one_imports_scipy_and_says_so(models):
    result = models.run("generate", *ENERGY, "--allow", "scipy")
    assert result.code == 0
    header, _, rest = result.out.partition('"""')
    assert header.endswith("# needs: numpy, scipy\n")
    assert "from scipy import special\n" in rest
    module = {}
    exec(result.out, module)
    x = np.array([1.5, 2.5])
    out, (dx,) = module["value_and_grad"](x)
    np.testing.assert_allclose(out, special.gamma(x).sum())
    np.testing.assert_allclose(dx, special.gamma(x) * special.psi(x))


def test_what_is_allowed_once_is_refused_again_from_the_store(models):
    assert models.run("generate", *ENERGY, "--allow", "scipy").code == 0
    assert models.run("generate", *ENERGY).code == 1


def test_what_numpy_can_do_needs_nothing(models):
    result = models.run("generate", "models.py::total", "--input", "x=float64[n]")
    assert result.code == 0
    assert "scipy" not in result.out.partition("def forward")[0]


def test_a_target_may_allow_it(models):
    target = '[[tool.srcad.targets]]\ncell = "models.py::energy"\n'
    target += 'inputs = { x = "float64[n]" }\n'
    models.write("pyproject.toml", target)
    assert models.run("generate", "energy").code == 1
    models.write("pyproject.toml", target + 'allow = ["scipy"]\n')
    assert models.run("generate", "energy").code == 0


def test_only_known_libraries_can_be_allowed(models):
    result = models.run("generate", *ENERGY, "--allow", "torch")
    assert result.code == 2
    target = '[[tool.srcad.targets]]\ncell = "models.py::energy"\nallow = ["torch"]\n'
    models.write("pyproject.toml", target)
    result = models.run("generate", "energy")
    assert result.code == 2
    assert "`allow` must hold names of libraries, not 'torch'" in result.err
