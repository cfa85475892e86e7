"""Check the gradient of a ``while`` loop against the closed form.

Differentiating ``E - e * sin(E) = M`` on both sides gives, with ``r = 1 - e * cos(E)``,
``dE/dM = 1 / r`` and ``dE/de = sin(E) / r``. srcad knows nothing of this: it
differentiates the iteration itself, damped steps included.

Run it with ``python examples/newton/run.py``.
"""

import sys

import numpy as np

import srcad

from model import KeplerSolver

LARGEST_ERROR = 1e-9

# name, mean anomaly in radians, eccentricity. Halley's comet close to the sun makes
# Newton's first steps long: they are the ones that are damped.
ORBITS = [
    ("Earth", 1.0, 0.0167),
    ("Mercury", 0.3, 0.2056),
    ("Pluto", 2.0, 0.2488),
    ("Halley", 0.1, 0.9671),
]


def main():
    """Print both derivatives for each orbit; fail where one is not the closed form."""
    mean_anomaly = np.array([orbit[1] for orbit in ORBITS])
    eccentricity = np.array([orbit[2] for orbit in ORBITS])

    solve = srcad.value_and_grad(KeplerSolver(), grad_position=(0, 1))
    anomaly, (by_mean_anomaly, by_eccentricity) = solve(mean_anomaly, eccentricity)

    r = 1 - eccentricity * np.cos(anomaly)
    errors = np.maximum(
        relative_error(by_mean_anomaly, 1 / r),
        relative_error(by_eccentricity, np.sin(anomaly) / r),
    )
    print(f"{'orbit':8} {'E':>10} {'dE/dM':>10} {'dE/de':>10}   relative error")
    for (name, *_), *numbers, error in zip(
        ORBITS, anomaly, by_mean_anomaly, by_eccentricity, errors, strict=True
    ):
        columns = " ".join(f"{number:10.6f}" for number in numbers)
        print(f"{name:8} {columns}   {error:.1e}")

    if not errors.max() < LARGEST_ERROR:
        sys.exit(f"the gradient is not the closed form: {errors.max():.1e}")
    print(f"Both derivatives agree with the closed form to {LARGEST_ERROR:.0e}.")


def relative_error(found, expected):
    """Return ``|found - expected| / |expected|``, element by element."""
    return np.abs(found - expected) / np.abs(expected)


if __name__ == "__main__":
    main()
