"""Networks: regressions, layers, recurrences, attention, convolutions."""

from __future__ import annotations

import numpy as np

from .workload import workload

# ----------------------------------------------------------------- logistic regression


def _logistic_by_hand(weight, bias, x, y):
    logits = x @ weight + bias
    p = 1 / (1 + np.exp(-logits))
    n = y.shape[0]
    value = -(y * np.log(p) + (1 - y) * np.log(1 - p)).sum() / n
    dlogits = (p - y) / n
    return value, (x.T @ dlogits, dlogits.sum())


def _regression(n, m):
    def draw(rng):
        x = rng.normal(size=(n, m)) / np.sqrt(m)
        y = (rng.random(n) > 0.5).astype(float)
        return rng.normal(size=m), 0.1, x, y

    return draw


@workload(
    _logistic_by_hand, (0, 1), small=_regression(50, 5), large=_regression(5000, 200)
)
def logistic_regression(weight, bias, x, y):
    """The mean cross entropy of a linear classifier of two classes."""
    p = 1 / (1 + np.exp(-(x @ weight + bias)))
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


# ------------------------------------------------------------------------- perceptron


def _perceptron_by_hand(w1, b1, w2, b2, x, y):
    h = np.tanh(x @ w1 + b1)
    logits = h @ w2 + b2
    shifted = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(axis=1, keepdims=True)
    n = x.shape[0]
    rows = np.arange(n)
    value = (np.log(total[:, 0]) - shifted[rows, y]).sum() / n
    dlogits = e / total
    dlogits[rows, y] -= 1
    dlogits /= n
    dh = dlogits @ w2.T
    dh *= 1 - h * h
    return value, (x.T @ dh, dh.sum(axis=0), h.T @ dlogits, dlogits.sum(axis=0))


def _layers(n, m, hidden, classes):
    def draw(rng):
        return (
            rng.normal(size=(m, hidden)) / np.sqrt(m),
            np.zeros(hidden),
            rng.normal(size=(hidden, classes)) / np.sqrt(hidden),
            np.zeros(classes),
            rng.normal(size=(n, m)),
            rng.integers(classes, size=n),
        )

    return draw


@workload(
    _perceptron_by_hand,
    (0, 1, 2, 3),
    small=_layers(16, 8, 16, 4),
    large=_layers(256, 256, 512, 10),
)
def perceptron(w1, b1, w2, b2, x, y):
    """The mean cross entropy of a network with one hidden layer."""
    h = np.tanh(x @ w1 + b1)
    logits = h @ w2 + b2
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -np.mean(log_p[np.arange(x.shape[0]), y])


# ------------------------------------------------------------------------------- LSTM


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _lstm_by_hand(w, u, b, x):
    steps, batch, _ = x.shape
    hidden = u.shape[0]
    h = np.zeros((batch, hidden))
    c = np.zeros((batch, hidden))
    kept = []
    pre = x @ w + b
    for t in range(steps):
        z = pre[t] + h @ u
        ifo = _sigmoid(z[:, : 3 * hidden])
        i, f, o = (
            ifo[:, :hidden],
            ifo[:, hidden : 2 * hidden],
            ifo[:, 2 * hidden :],
        )
        g = np.tanh(z[:, 3 * hidden :])
        before, c = c, f * c + i * g
        tanh_c = np.tanh(c)
        kept.append((h, before, i, f, o, g, tanh_c))
        h = o * tanh_c
    value = (h * h).sum()
    dz = np.empty((steps, batch, 4 * hidden))
    hs = np.empty((steps, batch, hidden))
    dh, dc = 2 * h, np.zeros((batch, hidden))
    for t in range(steps - 1, -1, -1):
        hs[t], before, i, f, o, g, tanh_c = kept[t]
        dc = dc + dh * o * (1 - tanh_c * tanh_c)
        d = dz[t]
        d[:, :hidden] = dc * g * (i * (1 - i))
        d[:, hidden : 2 * hidden] = dc * before * (f * (1 - f))
        d[:, 2 * hidden : 3 * hidden] = dh * tanh_c * (o * (1 - o))
        d[:, 3 * hidden :] = dc * i * (1 - g * g)
        dc = dc * f
        dh = d @ u.T
    flat = dz.reshape(-1, 4 * hidden)
    dw = x.reshape(-1, x.shape[2]).T @ flat
    return value, (dw, hs.reshape(-1, hidden).T @ flat, flat.sum(axis=0))


def _sequence(steps, batch, size, hidden):
    def draw(rng):
        return (
            rng.normal(size=(size, 4 * hidden)) / np.sqrt(size),
            rng.normal(size=(hidden, 4 * hidden)) / np.sqrt(hidden),
            np.zeros(4 * hidden),
            rng.normal(size=(steps, batch, size)),
        )

    return draw


@workload(
    _lstm_by_hand,
    (0, 1, 2),
    small=_sequence(50, 1, 8, 16),
    large=_sequence(50, 32, 64, 128),
)
def lstm(w, u, b, x):
    """The squared norm of the last state of an LSTM, its gates one after the other."""
    hidden = u.shape[0]
    h = np.zeros((x.shape[1], hidden))
    c = np.zeros((x.shape[1], hidden))
    for row in x:
        z = row @ w + h @ u + b
        i = 1 / (1 + np.exp(-z[:, :hidden]))
        f = 1 / (1 + np.exp(-z[:, hidden : 2 * hidden]))
        o = 1 / (1 + np.exp(-z[:, 2 * hidden : 3 * hidden]))
        g = np.tanh(z[:, 3 * hidden :])
        c = f * c + i * g
        h = o * np.tanh(c)
    return np.sum(h * h)


# ------------------------------------------------------------------- transformer block


def _norm_by_hand(x, gain):
    mean = x.mean(axis=-1, keepdims=True)
    centred = x - mean
    scale = 1 / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + 1e-5)
    unit = centred * scale
    return unit * gain, (unit, scale)


def _norm_back(dout, gain, kept):
    unit, scale = kept
    rank = dout.shape[-1]
    dgain = (dout * unit).reshape(-1, rank).sum(axis=0)
    d = dout * gain
    inner = (d * unit).mean(axis=-1, keepdims=True)
    return (d - d.mean(axis=-1, keepdims=True) - unit * inner) * scale, dgain


def _block_by_hand(wqkv, wo, w1, w2, g1, g2, x):
    batch, steps, width = x.shape
    heads = 4
    size = width // heads
    n1, kept1 = _norm_by_hand(x, g1)
    qkv = (n1 @ wqkv).reshape(batch, steps, 3, heads, size).transpose(2, 0, 3, 1, 4)
    q, k, v = qkv
    scores = q @ k.swapaxes(-1, -2)
    scores /= np.sqrt(size)
    scores -= scores.max(axis=-1, keepdims=True)
    a = np.exp(scores)
    a /= a.sum(axis=-1, keepdims=True)
    mixed = (a @ v).transpose(0, 2, 1, 3).reshape(batch, steps, width)
    y = x + mixed @ wo
    n2, kept2 = _norm_by_hand(y, g2)
    pre = n2 @ w1
    hidden = np.maximum(pre, 0)
    out = y + hidden @ w2
    value = (out * out).sum()

    dout = 2 * out
    flat = dout.reshape(-1, width)
    dw2 = hidden.reshape(-1, hidden.shape[-1]).T @ flat
    dpre = dout @ w2.T
    dpre *= hidden > 0
    dw1 = n2.reshape(-1, width).T @ dpre.reshape(-1, dpre.shape[-1])
    dn2, dg2 = _norm_back(dpre @ w1.T, g2, kept2)
    dy = dout + dn2
    dwo = mixed.reshape(-1, width).T @ dy.reshape(-1, width)
    dmixed = (dy @ wo.T).reshape(batch, steps, heads, size).transpose(0, 2, 1, 3)
    da = dmixed @ v.swapaxes(-1, -2)
    dqkv = np.empty((batch, steps, 3, heads, size))
    parts = dqkv.transpose(2, 0, 3, 1, 4)
    parts[2] = a.swapaxes(-1, -2) @ dmixed
    ds = a * (da - (da * a).sum(axis=-1, keepdims=True))
    ds /= np.sqrt(size)
    parts[0] = ds @ k
    parts[1] = ds.swapaxes(-1, -2) @ q
    dqkv = dqkv.reshape(batch, steps, 3 * width)
    dwqkv = n1.reshape(-1, width).T @ dqkv.reshape(-1, 3 * width)
    dn1, dg1 = _norm_back(dqkv @ wqkv.T, g1, kept1)
    return value, (dwqkv, dwo, dw1, dw2, dg1, dg2, dy + dn1)


def _tokens(batch, steps, width):
    def draw(rng):
        def weight(n, m):
            return rng.normal(size=(n, m)) / np.sqrt(n)

        return (
            weight(width, 3 * width),
            weight(width, width),
            weight(width, 4 * width),
            weight(4 * width, width),
            np.ones(width),
            np.ones(width),
            rng.normal(size=(batch, steps, width)),
        )

    return draw


def _normed(x, gain):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-5) * gain


@workload(
    _block_by_hand,
    (0, 1, 2, 3, 4, 5, 6),
    small=_tokens(2, 8, 16),
    large=_tokens(8, 64, 128),
)
def transformer_block(wqkv, wo, w1, w2, g1, g2, x):
    """The squared norm of what attention and a network give, both residual."""
    batch, steps, width = x.shape
    heads = 4
    size = width // heads
    qkv = (_normed(x, g1) @ wqkv).reshape(batch, steps, 3, heads, size)
    q, k, v = qkv.transpose(2, 0, 3, 1, 4)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(size)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    attention = scores / scores.sum(axis=-1, keepdims=True)
    mixed = (attention @ v).transpose(0, 2, 1, 3).reshape(batch, steps, width)
    y = x + mixed @ wo
    out = y + np.maximum(_normed(y, g2) @ w1, 0) @ w2
    return np.sum(out * out)
