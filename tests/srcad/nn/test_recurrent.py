"""Recurrent layers against their equations, step by step in float64."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn

RNG = np.random.default_rng(2)
X = RNG.standard_normal((5, 2, 4))  # steps, batch, input


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def rnn(x, state, w_ih, w_hh, b_ih, b_hh):
    (h,) = state
    return (np.tanh(w_ih @ x + b_ih + w_hh @ h + b_hh),)


def gru(x, state, w_ih, w_hh, b_ih, b_hh):
    (h,) = state
    r_i, z_i, n_i = np.split(w_ih @ x + b_ih, 3)
    r_h, z_h, n_h = np.split(w_hh @ h + b_hh, 3)
    r, z = sigmoid(r_i + r_h), sigmoid(z_i + z_h)
    return ((1 - z) * np.tanh(n_i + r * n_h) + z * h,)


def lstm(x, state, w_ih, w_hh, b_ih, b_hh):
    h, c = state
    i, f, g, o = np.split(w_ih @ x + b_ih + w_hh @ h + b_hh, 4)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


KINDS = {"RNN": (rnn, 1), "GRU": (gru, 1), "LSTM": (lstm, 2)}


def layer_parameters(net, suffix):
    named = {p.name: p.asnumpy() for p in net.get_parameters()}
    kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    return [named.get(f"{kind}_{suffix}", 0) for kind in kinds]


def run(net, kind, x, starts):
    """Outputs and last states of all layers, one sample and one step at a time."""
    step, count = KINDS[kind]
    lasts = []
    for layer in range(net.num_layers):
        outputs = []
        for direction, suffix in enumerate(("", "_reverse")[: net.directions]):
            weights = layer_parameters(net, f"l{layer}{suffix}")
            order = range(len(x))[:: -1 if direction else 1]
            index = layer * net.directions + direction
            out = np.zeros((len(x), x.shape[1], net.hidden_size))
            last = np.zeros((count, x.shape[1], net.hidden_size))
            for sample in range(x.shape[1]):
                state = tuple(start[index, sample] for start in starts)
                for t in order:
                    state = step(x[t, sample], state, *weights)
                    out[t, sample] = state[0]
                last[:, sample] = state
            outputs.append(out)
            lasts.append(last)
        x = np.concatenate(outputs, axis=2)
    return x, np.stack(lasts, axis=1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("has_bias", [True, False])
def test_a_recurrent_layer(kind, layers, bidirectional, has_bias):
    srcad.set_seed(1)
    net = getattr(nn, kind)(
        4,
        3,
        num_layers=layers,
        has_bias=has_bias,
        bidirectional=bidirectional,
        dtype=srcad.float64,
    )
    count = KINDS[kind][1]
    starts = RNG.standard_normal((count, layers * net.directions, 2, 3))
    expected, lasts = run(net, kind, X, starts)
    hx = tuple(Tensor(start) for start in starts)
    out, state = net(Tensor(X), hx if kind == "LSTM" else hx[0])
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-10)
    states = state if kind == "LSTM" else (state,)
    for made, last in zip(states, lasts, strict=True):
        np.testing.assert_allclose(made.asnumpy(), last, rtol=1e-10)
    zeros, _ = net(Tensor(X))
    expected, _ = run(net, kind, X, np.zeros_like(starts))
    np.testing.assert_allclose(zeros.asnumpy(), expected, rtol=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_batch_first(kind):
    net = getattr(nn, kind)(4, 3, batch_first=True, dtype=srcad.float64)
    out, _ = net(Tensor(X.swapaxes(0, 1)))
    net.batch_first = False
    expected, _ = net(Tensor(X))
    assert out.tolist() == expected.swapaxes(0, 1).tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_one_step(kind):
    cell = getattr(nn, f"{kind}Cell")(4, 3, dtype=srcad.float64)
    state = tuple(RNG.standard_normal((2, 3)) for _ in range(KINDS[kind][1]))
    hx = tuple(Tensor(part) for part in state)
    out = cell(Tensor(X[0]), hx if kind == "LSTM" else hx[0])
    weights = [p.asnumpy() for p in cell.get_parameters()]
    for sample in range(2):
        expected = KINDS[kind][0](
            X[0, sample], tuple(part[sample] for part in state), *weights
        )
        parts = out if kind == "LSTM" else (out,)
        for part, value in zip(parts, expected, strict=True):
            np.testing.assert_allclose(part[sample].asnumpy(), value, rtol=1e-10)


def test_names_relu_and_dropout():
    net = nn.LSTM(4, 3, num_layers=2, bidirectional=True)
    names = [p.name for p in net.get_parameters()]
    assert names[:4] == [
        "weight_ih_l0",
        "weight_ih_l0_reverse",
        "weight_ih_l1",
        "weight_ih_l1_reverse",
    ]
    assert len(names) == 16
    relu = nn.RNN(4, 3, nonlinearity="relu")
    out, _ = relu(Tensor(X.astype(np.float32)))
    assert out.asnumpy().min() == 0
    dropped = nn.GRU(4, 3, num_layers=2, dropout=0.9).set_train()
    first, _ = dropped(Tensor(X.astype(np.float32)))
    second, _ = dropped(Tensor(X.astype(np.float32)))
    assert first.tolist() != second.tolist()


def test_recurrent_layers_refuse():
    with pytest.raises(ValueError, match="nonlinearity"):
        nn.RNN(4, 3, nonlinearity="sine")
    with pytest.raises(ValueError, match="dropout"):
        nn.GRU(4, 3, dropout=1.0)
