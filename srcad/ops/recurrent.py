"""One layer of a recurrent network, run over time.

``x`` is ``(steps, batch, input)``, states are ``(batch, hidden)``. The weights are
``w_ih`` ``(gates * hidden, input)`` and ``w_hh`` ``(gates * hidden, hidden)``, the
biases ``(gates * hidden,)`` or None. ``lengths``, ``(batch,)``, says how many steps of
each sample count: behind them its states stay, and its outputs are zeros.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator
from srcad.ops._promotion import check_floating
from srcad.ops.activations import relu, sigmoid


def _affine(x: Any, weight: Any, bias: Any) -> Any:
    check_floating("a recurrent layer", x, weight, bias)
    out = x @ weight.T
    return out if bias is None else out + bias


@operator
def rnn_step(
    x: Any, h: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, nonlinearity: str
) -> Any:
    """Return the next state of an Elman network: ``tanh`` or ``relu`` of the sums."""
    total = _affine(x, w_ih, b_ih) + _affine(h, w_hh, b_hh)
    return np.tanh(total) if nonlinearity == "tanh" else relu(total)


@operator
def gru_step(x: Any, h: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any) -> Any:
    """Return the next state of a gated recurrent unit: Cho et al. 2014.

    The gates stand in the order reset, update, new.
    """
    size = h.shape[-1]
    from_input, from_state = _affine(x, w_ih, b_ih), _affine(h, w_hh, b_hh)
    reset = sigmoid(from_input[:, :size] + from_state[:, :size])
    update = sigmoid(from_input[:, size : 2 * size] + from_state[:, size : 2 * size])
    new = np.tanh(from_input[:, 2 * size :] + reset * from_state[:, 2 * size :])
    return new + update * (h - new)


@operator
def lstm_step(
    x: Any, h: Any, c: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any
) -> Any:
    """Return the next ``(h, c)`` of a long short-term memory: Hochreiter et al. 1997.

    The gates stand in the order input, forget, cell, output.
    """
    size = h.shape[-1]
    gates = _affine(x, w_ih, b_ih) + _affine(h, w_hh, b_hh)
    entry = sigmoid(gates[:, :size])
    forget = sigmoid(gates[:, size : 2 * size])
    candidate = np.tanh(gates[:, 2 * size : 3 * size])
    output = sigmoid(gates[:, 3 * size :])
    c = forget * c + entry * candidate
    return output * np.tanh(c), c


def _counted(step: Any, lengths: Any) -> Any:
    """Whether a step counts, for each sample."""
    return np.expand_dims(step < lengths, 1)


@operator
def reversed_steps(x: Any, lengths: Any = None) -> Any:
    """Return the steps of each sample from its last one on; the others stay."""
    if lengths is None:
        return np.flip(x, 0)
    steps = np.expand_dims(np.arange(x.shape[0]), 1)
    places = np.where(steps < lengths, lengths - 1 - steps, steps)
    return np.take_along_axis(x, np.expand_dims(places, 2), axis=0)


@operator
def rnn_layer(
    x: Any,
    h: Any,
    w_ih: Any,
    w_hh: Any,
    b_ih: Any,
    b_hh: Any,
    nonlinearity: str,
    lengths: Any = None,
) -> Any:
    """Return ``(states (steps, batch, hidden), last state)`` of an Elman network."""
    check_floating("a recurrent layer", x, h)
    states = np.zeros((x.shape[0], *h.shape), dtype=x.dtype)
    for step in range(x.shape[0]):
        new = rnn_step(x[step], h, w_ih, w_hh, b_ih, b_hh, nonlinearity)
        if lengths is None:
            h = new
            states[step] = h
        else:
            states[step] = np.where(_counted(step, lengths), new, 0)
            h = np.where(_counted(step, lengths), new, h)
    return states, h


@operator
def gru_layer(
    x: Any, h: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, lengths: Any = None
) -> Any:
    """Return ``(states (steps, batch, hidden), last state)`` of gated units."""
    check_floating("a recurrent layer", x, h)
    states = np.zeros((x.shape[0], *h.shape), dtype=x.dtype)
    for step in range(x.shape[0]):
        new = gru_step(x[step], h, w_ih, w_hh, b_ih, b_hh)
        if lengths is None:
            h = new
            states[step] = h
        else:
            states[step] = np.where(_counted(step, lengths), new, 0)
            h = np.where(_counted(step, lengths), new, h)
    return states, h


@operator
def lstm_layer(
    x: Any,
    h: Any,
    c: Any,
    w_ih: Any,
    w_hh: Any,
    b_ih: Any,
    b_hh: Any,
    lengths: Any = None,
) -> Any:
    """Return ``(states (steps, batch, hidden), last h, last c)`` of memory cells."""
    check_floating("a recurrent layer", x, h)
    states = np.zeros((x.shape[0], *h.shape), dtype=x.dtype)
    for step in range(x.shape[0]):
        new_h, new_c = lstm_step(x[step], h, c, w_ih, w_hh, b_ih, b_hh)
        if lengths is None:
            h, c = new_h, new_c
            states[step] = h
        else:
            states[step] = np.where(_counted(step, lengths), new_h, 0)
            h = np.where(_counted(step, lengths), new_h, h)
            c = np.where(_counted(step, lengths), new_c, c)
    return states, h, c
