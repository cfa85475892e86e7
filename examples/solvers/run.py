"""Check the gradients of what SciPy's solvers find against closed forms.

Run it with ``python examples/solvers/run.py``; it needs SciPy.
"""

import sys

import numpy as np

import srcad

from model import airtime, anomaly, decayed, risk, unmixed

LARGEST_ERROR = 1e-6


def main():
    """Print each gradient and its error; fail where one is not the closed form."""
    errors = [
        shown("a root", *root()),
        shown("least squares between bounds", *least_squares()),
        shown("a minimum under constraints", *constrained_minimum()),
        shown("an event", *event()),
        shown("a stiff equation", *stiff_equation()),
    ]
    if not max(errors) < LARGEST_ERROR:
        sys.exit(f"a gradient is not the closed form: {max(errors):.1e}")
    print(f"All gradients agree with the closed forms to {LARGEST_ERROR:.0e}.")


def shown(name, found, expected):
    """Print a gradient; return how far it is off, relative to what is the greatest."""
    error = np.abs(found - expected).max() / np.abs(expected).max()
    numbers = " ".join(f"{number:11.4e}" for number in found)
    print(f"{name:29} {numbers}   relative error {error:.1e}")
    return error


def root():
    """Return ``dE/dM`` and ``dE/de``, and the closed form."""
    orbit = np.array([0.1, 0.9671])  # Halley's comet close to the sun
    E, gradient = srcad.value_and_grad(anomaly)(orbit)
    return gradient, np.array([1.0, np.sin(E)]) / (1 - orbit[1] * np.cos(E))


def least_squares():
    """Return the gradient by the spectrum, and that of the materials that are there.

    Where all of them were free it would be another one: there is none of the second.
    """
    materials = np.array([[1.0, 0.9, 0.1], [0.6, 0.8, 0.3], [0.1, 0.4, 1.0]])
    spectrum = np.array([0.9, 0.4, 0.5])
    weights = np.array([1.0, 10.0, 2.0])
    gradient = srcad.grad(unmixed)(spectrum, materials, weights)
    there = np.array([0, 2])
    return gradient, np.linalg.pinv(materials[:, there]).T @ weights[there]


def constrained_minimum():
    """Return the gradient by the returns, and that of the multiplier and the shares."""
    covariance = np.array([[0.04, 0.01, 0.0], [0.01, 0.09, 0.02], [0.0, 0.02, 0.16]])
    returns, wanted = np.array([0.03, 0.06, 0.1]), 0.07
    gradient = srcad.grad(risk)(returns, wanted, covariance)
    rows = np.stack((np.ones(3), returns))
    system = np.block([[covariance, -rows.T], [rows, np.zeros((2, 2))]])
    *shares, _, multiplier = np.linalg.solve(system, [0, 0, 0, 1, wanted])
    return gradient, -multiplier * np.array(shares)


def event():
    """Return the gradient by height and speed, and that of the parabola."""
    (height, speed), g = (1.5, 4.0), 9.81
    gradient = srcad.grad(airtime)(np.array([height, speed]), g)
    root = np.sqrt(speed**2 + 2 * g * height)
    return gradient, np.array([1 / root, (1 + speed / root) / g])


def stiff_equation():
    """Return the gradient by both rates, and that of Bateman's solution.

    That is ``a / (b - a) * (exp(-a t) - exp(-b t))`` with the rates ``a`` and ``b``.
    """
    rates, times = np.array([0.5, 1e4]), np.array([0.5, 3.0])
    gradient = srcad.grad(lambda rates: decayed(rates, times)[-1])(rates)
    (a, b), t = rates, times[-1]
    between = (np.exp(-a * t) - np.exp(-b * t)) / (b - a)
    by_a = (b * between - a * t * np.exp(-a * t)) / (b - a)
    by_b = a * (t * np.exp(-b * t) - between) / (b - a)
    return gradient, np.array([by_a, by_b])


if __name__ == "__main__":
    main()
