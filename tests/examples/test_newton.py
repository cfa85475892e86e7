"""The gradient of a damped Newton iteration is the closed form's."""

from types import ModuleType

import numpy as np
import pytest

import srcad


def orbits(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return mean anomalies and eccentricities, both float64[count]."""
    rng = np.random.default_rng(count)
    return rng.uniform(-np.pi, np.pi, count), rng.uniform(0, 0.97, count)


@pytest.mark.long
def test_the_script_agrees_with_the_closed_form(run) -> None:
    result = run("examples/newton/run.py")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.splitlines()[-1].startswith("Both derivatives agree")


def test_the_script_fails_where_the_gradient_is_wrong(run, tmp_path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import runpy, srcad\n"
        "right = srcad.value_and_grad\n"
        "def value_and_grad(*args, **options):\n"
        "    def call(*inputs):\n"
        "        out, (first, second) = right(*args, **options)(*inputs)\n"
        "        return out, (first, second * (1 + 1e-6))\n"
        "    return call\n"
        "srcad.value_and_grad = value_and_grad\n"
        "import sys\n"
        "sys.path.insert(0, 'examples/newton')\n"
        "runpy.run_path('examples/newton/run.py', run_name='__main__')\n"
    )
    result = run(wrong)
    assert result.returncode == 1
    assert "the gradient is not the closed form" in result.stderr


@pytest.mark.parametrize("count", [1, 2, 50])
def test_the_cell_solves_its_equation(model: ModuleType, count: int) -> None:
    mean_anomaly, eccentricity = orbits(count)
    solver = model.KeplerSolver()
    anomaly = solver(srcad.Tensor(mean_anomaly), srcad.Tensor(eccentricity)).asnumpy()
    assert anomaly.dtype == np.float64
    np.testing.assert_allclose(
        anomaly - eccentricity * np.sin(anomaly), mean_anomaly, atol=1e-12
    )


@pytest.mark.parametrize("longest_step", [0.05, 1.0, np.inf])
@pytest.mark.parametrize("count", [1, 2, 50])
def test_the_gradient_is_the_closed_form(
    model: ModuleType, count: int, longest_step: float
) -> None:
    # How the root was reached, with many damped steps or none, does not matter to it.
    mean_anomaly, eccentricity = orbits(count)
    solver = model.KeplerSolver(longest_step=longest_step)
    anomaly, (by_mean_anomaly, by_eccentricity) = srcad.value_and_grad(
        solver, grad_position=(0, 1)
    )(mean_anomaly, eccentricity)
    r = 1 - eccentricity * np.cos(anomaly)
    np.testing.assert_allclose(by_mean_anomaly, 1 / r, rtol=1e-10)
    np.testing.assert_allclose(by_eccentricity, np.sin(anomaly) / r, rtol=1e-10)


def test_a_planet_that_starts_at_the_root_has_the_right_gradient(
    model: ModuleType,
) -> None:
    # At M = 0 the first step has length 0. A test before the step would end the loop
    # with dE/dM = 1, where the closed form says 1 / (1 - e).
    anomaly, by_mean_anomaly = srcad.value_and_grad(model.KeplerSolver())(
        np.array([0.0]), np.array([0.5])
    )
    np.testing.assert_array_equal(anomaly, [0.0])
    np.testing.assert_allclose(by_mean_anomaly, [2.0])
