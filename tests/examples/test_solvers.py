"""The gradients of what SciPy's solvers find are those of closed forms."""

from types import ModuleType

import numpy as np
import pytest

import srcad


@pytest.mark.long
def test_the_script_agrees_with_the_closed_forms(run) -> None:
    result = run("examples/solvers/run.py")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.splitlines()[-1].startswith("All gradients agree")


@pytest.mark.long
def test_the_script_fails_where_a_gradient_is_wrong(run, tmp_path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import runpy, srcad, sys\n"
        "right = srcad.grad\n"
        "srcad.grad = lambda f: lambda *inputs: right(f)(*inputs) * (1 + 1e-5)\n"
        "sys.path.insert(0, 'examples/solvers')\n"
        "runpy.run_path('examples/solvers/run.py', run_name='__main__')\n"
    )
    result = run(wrong)
    assert result.returncode == 1
    assert "a gradient is not the closed form" in result.stderr


def test_nothing_of_a_material_has_no_derivative(model: ModuleType) -> None:
    materials, weights = np.eye(3), np.array([1.0, 2.0, 3.0])
    gradient = srcad.grad(model.unmixed)(np.array([0.5, -0.5, 0.1]), materials, weights)
    np.testing.assert_allclose(gradient, [1.0, 0.0, 3.0])


def test_amounts_of_the_second_isotope(model: ModuleType) -> None:
    rates, times = np.array([1.0, 3.0]), np.array([0.0, 0.4, 2.0])
    expected = (np.exp(-times) - np.exp(-3 * times)) / 2
    np.testing.assert_allclose(model.decayed(rates, times), expected, atol=1e-9)
