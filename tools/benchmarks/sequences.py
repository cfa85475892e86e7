"""The LSTM of ADBench and GradBench: diagonal weights, several layers, characters.

F. Šrajer, Z. Kukelova and A. Fitzgibbon, A benchmark of selected algorithmic
differentiation tools on some problems in computer vision and machine learning,
Optimization Methods and Software 33 (2018).
"""

from __future__ import annotations

import itertools

import numpy as np

from .workload import workload


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _by_hand(main, extra, state, sequence):
    layers, size = state.shape[0] // 2, state.shape[1]
    h, c = list(state[::2]), list(state[1::2])
    kept, outputs = [], []
    total = 0.0
    for x, gold in itertools.pairwise(sequence):
        steps = []
        y = x * extra[0]
        for k in range(layers):
            given = np.concatenate((y, h[k], y, h[k]))
            gates = given * main[2 * k] + main[2 * k + 1]
            sigmoids = _sigmoid(gates[: 3 * size])
            g = np.tanh(gates[3 * size :])
            f, i, o = sigmoids[:size], sigmoids[size : 2 * size], sigmoids[2 * size :]
            before, c[k] = c[k], c[k] * f + i * g
            tanh_c = np.tanh(c[k])
            h[k] = y = o * tanh_c
            steps.append((given, f, i, o, g, before, tanh_c))
        pred = y * extra[1] + extra[2]
        e = np.exp(pred)
        under = 2 + e.sum()
        total += (gold * (pred - np.log(under))).sum()
        kept.append(steps)
        outputs.append((x, gold, y, e / under))
    count = (sequence.shape[0] - 1) * sequence.shape[1]
    dmain, dextra = np.zeros_like(main), np.zeros_like(extra)
    dh = [np.zeros(size) for _ in range(layers)]
    dc = [np.zeros(size) for _ in range(layers)]
    for steps, last in zip(reversed(kept), reversed(outputs), strict=True):
        x, gold, y, softmax = last
        dpred = (softmax * gold.sum() - gold) / count
        dextra[1] += dpred * y
        dextra[2] += dpred
        dy = dpred * extra[1]
        for k in range(layers - 1, -1, -1):
            given, f, i, o, g, before, tanh_c = steps[k]
            dout = dh[k] + dy
            dcell = dc[k] + dout * o * (1 - tanh_c * tanh_c)
            dgates = np.concatenate(
                (
                    dcell * before * (f * (1 - f)),
                    dcell * g * (i * (1 - i)),
                    dout * tanh_c * (o * (1 - o)),
                    dcell * i * (1 - g * g),
                )
            )
            dmain[2 * k] += dgates * given
            dmain[2 * k + 1] += dgates
            dgiven = dgates * main[2 * k]
            dy = dgiven[:size] + dgiven[2 * size : 3 * size]
            dh[k] = dgiven[size : 2 * size] + dgiven[3 * size :]
            dc[k] = dcell * f
        dextra[0] += dy * x
    return -total / count, (dmain, dextra)


def _characters(layers, size, steps):
    def draw(rng):
        return (
            rng.normal(size=(2 * layers, 4 * size)),
            rng.normal(size=(3, size)),
            rng.normal(size=(2 * layers, size)),
            rng.random(size=(steps, size)),
        )

    return draw


def _layer(weight, bias, hidden, cell, x):
    gates = np.concatenate((x, hidden, x, hidden)) * weight + bias
    size = hidden.shape[0]
    forget = _sigmoid(gates[:size])
    ingate = _sigmoid(gates[size : 2 * size])
    outgate = _sigmoid(gates[2 * size : 3 * size])
    change = np.tanh(gates[3 * size :])
    cell = cell * forget + ingate * change
    return outgate * np.tanh(cell), cell


def _predicted(main, extra, state, x):
    state = state.copy()
    x = x * extra[0]
    for k in range(0, state.shape[0], 2):
        state[k], state[k + 1] = _layer(main[k], main[k + 1], state[k], state[k + 1], x)
        x = state[k]
    return x * extra[1] + extra[2], state


@workload(
    _by_hand, (0, 1), small=_characters(2, 14, 20), large=_characters(4, 1024, 50)
)
def diagonal_lstm(main, extra, state, sequence):
    """The negative log likelihood of characters, by GradBench's LSTM."""
    total = 0.0
    for t in range(sequence.shape[0] - 1):
        predicted, state = _predicted(main, extra, state, sequence[t])
        normed = predicted - np.log(2 + np.sum(np.exp(predicted)))
        total = total + np.sum(sequence[t + 1] * normed)
    return -total / ((sequence.shape[0] - 1) * sequence.shape[1])
