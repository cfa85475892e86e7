"""Formulas and numerical methods: prices, ODEs, roots, mixtures, least squares."""

from __future__ import annotations

import math

import numpy as np

from .workload import workload

# --------------------------------------------------------------------- option pricing


def _normal(x):
    """The cumulative distribution of the normal, by the logistic approximation."""
    return 1 / (1 + np.exp(-1.5976 * x - 0.07056 * x * x * x))


def _pricing_by_hand(spot, strike, vol, rate, time):
    root = np.sqrt(time)
    spread = vol * root
    d1 = (np.log(spot / strike) + (rate + 0.5 * vol * vol) * time) / spread
    d2 = d1 - spread
    n1, n2 = _normal(d1), _normal(d2)
    discounted = strike * np.exp(-rate * time)
    value = (spot * n1 - discounted * n2).sum()
    p1 = n1 * (1 - n1) * (1.5976 + 0.21168 * d1 * d1) * spot
    p2 = n2 * (1 - n2) * (1.5976 + 0.21168 * d2 * d2) * discounted
    both = (p1 - p2) / spread
    dspot = n1 + both / spot
    dspread = p2 - both * d1
    dvol = dspread * root + both * vol * time
    return value, (dspot, dvol)


def _options(n):
    def draw(rng):
        return (
            rng.uniform(80, 120, n),
            rng.uniform(80, 120, n),
            rng.uniform(0.1, 0.4, n),
            0.03,
            rng.uniform(0.2, 2.0, n),
        )

    return draw


@workload(_pricing_by_hand, (0, 2), small=_options(20), large=_options(200_000))
def option_pricing(spot, strike, vol, rate, time):
    """The total of European call prices."""
    d1 = (np.log(spot / strike) + (rate + 0.5 * vol**2) * time) / (vol * np.sqrt(time))
    d2 = d1 - vol * np.sqrt(time)
    return np.sum(spot * _normal(d1) - strike * np.exp(-rate * time) * _normal(d2))


# ------------------------------------------------------------------------ scalar loops


def _euler_by_hand(a, b, y, steps):
    h = 1.0 / steps
    kept = []
    for _ in range(steps):
        kept.append(y)
        y = y + h * (a * y - b * y * y)
    value = y
    da = db = 0.0
    dy = 1.0
    for y in reversed(kept):
        step = dy * h
        da += step * y
        db -= step * y * y
        dy += step * (a - 2 * b * y)
    return value, (da, db, dy)


def _rates(steps):
    return lambda rng: (1.3, 0.7, 0.2, steps)


@workload(_euler_by_hand, (0, 1, 2), small=_rates(50), large=_rates(5000))
def euler(a, b, y, steps):
    """Logistic growth by the explicit method of Euler."""
    h = 1.0 / steps
    for _ in range(steps):
        y = y + h * (a * y - b * y * y)
    return y


def _newton_by_hand(a, x):
    kept = []
    while abs(x * x * x - a) > 1e-12:
        kept.append(x)
        x = x - (x * x * x - a) / (3 * x * x)
    da, dx = 0.0, 1.0
    value = x
    for x in reversed(kept):
        slope = 3 * x * x
        dquotient = -dx
        da -= dquotient / slope
        f = x * x * x - a
        dx = dx + dquotient - dquotient * f / slope / slope * 6 * x
    return value, (da, dx)


@workload(_newton_by_hand, (0, 1), small=lambda rng: (2.0, 30.0))
def newton(a, x):
    """A cube root by the method of Newton."""
    while abs(x * x * x - a) > 1e-12:
        x = x - (x * x * x - a) / (3 * x * x)
    return x


def _oscillator_by_hand(p, y, steps):
    h = 0.01
    kept = []
    for _ in range(steps):
        kept.append(y)
        y = y + h * np.tanh(p @ y)
    value = (y * y).sum()
    dy = 2 * y
    dp = np.zeros_like(p)
    for y in reversed(kept):
        t = np.tanh(p @ y)
        dpre = dy * h * (1 - t * t)
        dp += dpre[:, None] * y
        dy = dy + p.T @ dpre
    return value, (dp, dy)


def _system(n, steps):
    return lambda rng: (rng.normal(size=(n, n)) / n**0.5, rng.normal(size=n), steps)


@workload(_oscillator_by_hand, (0, 1), small=_system(4, 100), large=_system(128, 200))
def ode(p, y, steps):
    """The squared norm of the state of a small recurrent system."""
    h = 0.01
    for _ in range(steps):
        y = y + h * np.tanh(p @ y)
    return np.sum(y * y)


# -------------------------------------------------------------------- mixtures, fitting


def _mixture_by_hand(alphas, means, log_scales, x):
    scales = np.exp(log_scales)
    diff = x[:, None, :] - means
    scaled = diff * scales
    exponents = alphas + log_scales.sum(axis=1) - 0.5 * (scaled * scaled).sum(axis=2)
    top = exponents.max(axis=1, keepdims=True)
    e = np.exp(exponents - top)
    total = e.sum(axis=1, keepdims=True)
    a = np.exp(alphas - alphas.max())
    n = x.shape[0]
    log_a = alphas.max() + np.log(a.sum())
    value = (top + np.log(total)).sum() - n * log_a
    r = e / total
    by_class = r.sum(axis=0)
    dalphas = by_class - n * a / a.sum()
    weighted = np.einsum("nk,nkd->kd", r, scaled)
    dmeans = weighted * scales
    squares = np.einsum("nk,nkd->kd", r, scaled * scaled)
    return value, (dalphas, dmeans, by_class[:, None] - squares)


def _points(n, k, d):
    def draw(rng):
        return (
            rng.normal(size=k),
            rng.normal(size=(k, d)),
            rng.normal(size=(k, d)) * 0.1,
            rng.normal(size=(n, d)),
        )

    return draw


def _log_sum_exp(x, axis):
    top = x.max(axis=axis, keepdims=True)
    return np.squeeze(top, axis) + np.log(np.exp(x - top).sum(axis=axis))


@workload(
    _mixture_by_hand, (0, 1, 2), small=_points(20, 3, 2), large=_points(2000, 25, 10)
)
def mixture(alphas, means, log_scales, x):
    """The log likelihood of a mixture of Gaussians with diagonal covariances."""
    scaled = (x[:, None, :] - means) * np.exp(log_scales)
    squares = np.sum(scaled**2, axis=2)
    exponents = alphas + np.sum(log_scales, axis=1) - 0.5 * squares
    return np.sum(_log_sum_exp(exponents, 1)) - x.shape[0] * _log_sum_exp(alphas, 0)


def _lse_by_hand(x):
    top = x.max()
    e = np.exp(x - top)
    total = e.sum()
    return top + np.log(total), (e / total,)


@workload(
    _lse_by_hand,
    (0,),
    small=lambda rng: (rng.normal(size=20),),
    large=lambda rng: (rng.normal(size=200_000),),
)
def log_sum_exp(x):
    """The logarithm of a sum of exponentials."""
    top = np.max(x)
    return top + np.log(np.sum(np.exp(x - top)))


def _squares_by_hand(x, a, y):
    rest = a @ x - y
    return 0.5 * (rest @ rest), (a.T @ rest,)


def _equations(n, m):
    return lambda rng: (rng.normal(size=m), rng.normal(size=(n, m)), rng.normal(size=n))


@workload(_squares_by_hand, (0,), small=_equations(20, 5), large=_equations(2000, 500))
def least_squares(x, a, y):
    """Half of the squared residual of linear equations."""
    rest = a @ x - y
    return 0.5 * np.sum(rest * rest)


def _kmeans_by_hand(centres, x):
    diff = x[:, None, :] - centres
    squares = np.einsum("nkd,nkd->nk", diff, diff)
    nearest = squares.argmin(axis=1)
    rows = np.arange(x.shape[0])
    value = squares[rows, nearest].sum()
    dcentres = np.zeros_like(centres)
    np.add.at(dcentres, nearest, -2 * diff[rows, nearest])
    return value, (dcentres,)


def _cloud(n, k, d):
    return lambda rng: (rng.normal(size=(k, d)), rng.normal(size=(n, d)))


@workload(_kmeans_by_hand, (0,), small=_cloud(50, 3, 2), large=_cloud(5000, 10, 8))
def kmeans(centres, x):
    """The sum of squared distances to the nearest centre."""
    squares = np.sum((x[:, None, :] - centres) ** 2, axis=2)
    return np.sum(np.min(squares, axis=1))


# ------------------------------------------------------------------- bundle adjustment


def _project_by_hand(cameras, points, which, seen):
    cam = cameras[which[:, 0]]
    point = points[which[:, 1]]
    w, t, focal = cam[:, :3], cam[:, 3:6], cam[:, 6:7]
    turned = point + np.cross(w, point) + t
    depth = turned[:, 2:]
    flat = turned[:, :2] / depth
    rest = focal * flat - seen
    value = (rest * rest).sum()
    drest = 2 * rest
    dflat = drest * focal
    dturned = np.empty_like(turned)
    dturned[:, :2] = dflat / depth
    dturned[:, 2] = -(dturned[:, :2] * flat).sum(axis=1)
    dcam = np.empty_like(cam)
    dcam[:, :3] = np.cross(point, dturned)
    dcam[:, 3:6] = dturned
    dcam[:, 6] = (drest * flat).sum(axis=1)
    dpoint = dturned + np.cross(dturned, w)
    dcameras, dpoints = np.zeros_like(cameras), np.zeros_like(points)
    np.add.at(dcameras, which[:, 0], dcam)
    np.add.at(dpoints, which[:, 1], dpoint)
    return value, (dcameras, dpoints)


def _scene(cameras, points, sights):
    def draw(rng):
        which = np.stack(
            (rng.integers(cameras, size=sights), rng.integers(points, size=sights)),
            axis=1,
        )
        cams = rng.normal(size=(cameras, 7)) * 0.1
        cams[:, 5] += 5.0
        cams[:, 6] += 1.0
        return cams, rng.normal(size=(points, 3)), which, rng.normal(size=(sights, 2))

    return draw


@workload(
    _project_by_hand, (0, 1), small=_scene(3, 10, 20), large=_scene(20, 1000, 5000)
)
def bundle_adjustment(cameras, points, which, seen):
    """The squared error of projections by cameras that turn a little."""
    camera = cameras[which[:, 0]]
    point = points[which[:, 1]]
    turned = point + np.cross(camera[:, :3], point) + camera[:, 3:6]
    flat = turned[:, :2] / turned[:, 2:]
    rest = camera[:, 6:7] * flat - seen
    return np.sum(rest * rest)


# ---------------------------------------------------------------- a formula of numbers


def _black_by_hand(s, k, v, t):
    root = v * math.sqrt(t)
    d = (math.log(s / k) + 0.5 * v * v * t) / root
    e = math.exp(-0.5 * d * d)
    ds = -e * d / root / s
    dv = -e * d * (v * t / root - d / v)
    return e, (ds, dv)


@workload(_black_by_hand, (0, 2), small=lambda rng: (100.0, 95.0, 0.2, 1.5))
def scalar_formula(s, k, v, t):
    """A formula of numbers, by Python's functions."""
    d = (math.log(s / k) + 0.5 * v * v * t) / (v * math.sqrt(t))
    return math.exp(-0.5 * d * d)


def _numpy_black_by_hand(s, k, v, t):
    root = v * np.sqrt(t)
    d = (np.log(s / k) + 0.5 * v * v * t) / root
    e = np.exp(-0.5 * d * d)
    ds = -e * d / root / s
    dv = -e * d * (v * t / root - d / v)
    return e, (ds, dv)


@workload(_numpy_black_by_hand, (0, 2), small=lambda rng: (100.0, 95.0, 0.2, 1.5))
def numpy_formula(s, k, v, t):
    """The same by NumPy's functions, which give other bits, and nan where those of
    Python raise."""
    d = (np.log(s / k) + 0.5 * v * v * t) / (v * np.sqrt(t))
    return np.exp(-0.5 * d * d)
