"""What solvers of SciPy find: a root, a least square between bounds, a minimum under
constraints, an event, a stiff equation.

SciPy runs as it does elsewhere. The gradient is that of what was found: by the implicit
function theorem, and by the adjoint of the equation.
"""

import numpy as np
from scipy import integrate, optimize


def anomaly(orbit):
    """Return where a planet stands on its orbit: ``E`` of ``E - e * sin(E) = M``.

    ``orbit`` is float64[2]: ``M`` in radians, from 0 to pi, and the eccentricity ``e``.
    """
    mean_anomaly, eccentricity = orbit
    return optimize.brentq(
        lambda E: E - eccentricity * np.sin(E) - mean_anomaly, 0.0, 4.0, xtol=1e-14
    )


def unmixed(spectrum, materials, weights):
    """Return how much of each material is in a mixture, weighted and added up.

    Of a material there is nothing or something, never less. ``spectrum`` is
    float64[bands], ``materials`` float64[bands, n] the spectra of the pure ones, and
    ``weights`` float64[n].
    """
    count = materials.shape[1]
    found = optimize.least_squares(
        lambda x: materials @ x - spectrum,
        np.full(count, 0.5),
        bounds=(0.0, np.inf),
        xtol=1e-15,
        ftol=1e-15,
        gtol=1e-15,
    )
    return found.x @ weights


def risk(returns, wanted, covariance):
    """Return half the least variance of shares, float64[n], of which there is one.

    Their ``returns``, float64[n], are to give ``wanted`` at least; ``covariance`` is
    float64[n, n].
    """
    count = returns.shape[0]
    found = optimize.minimize(
        lambda x: 0.5 * x @ covariance @ x,
        np.full(count, 1 / count),
        method="SLSQP",
        constraints=[
            {"type": "eq", "fun": lambda x: np.sum(x) - 1},
            {"type": "ineq", "fun": lambda x: returns @ x - wanted},
        ],
        options={"ftol": 1e-15},
    )
    return found.fun


def airtime(throw, gravity):
    """Return how long a ball flies, s; ``throw`` is its height, m, and speed, m/s."""

    def fall(t, state):
        return [state[1], -gravity]

    def ground(t, state):
        return state[0]

    found = integrate.solve_ivp(fall, (0.0, 100.0), throw, events=ground)
    return found.t_events[0][0]


def decayed(rates, times):
    """Return how much there is of the second of three isotopes, float64[n].

    The first one decays into it by ``rates[0]``, and it by ``rates[1]``, which may be a
    million times faster: the equation is stiff. ``times`` are float64[n], in increasing
    order. At time 0 there is one of the first.
    """

    def change(t, amounts, slow, fast):
        return [-slow * amounts[0], slow * amounts[0] - fast * amounts[1]]

    found = integrate.solve_ivp(
        change,
        (0.0, times[-1]),
        [1.0, 0.0],
        method="Radau",
        t_eval=times,
        args=(rates[0], rates[1]),
        rtol=1e-10,
        atol=1e-16,
    )
    return found.y[1]
