"""Recurrent layers: RNN, GRU, LSTM, and one step of each.

Weights and biases are drawn from ``U(-b, b)``, ``b = 1 / sqrt(hidden_size)``. They are
named ``weight_ih_l0``, ``weight_hh_l0``, ``bias_ih_l0``, ``bias_hh_l0``, and so on for
the next layers, with ``_reverse`` for the backward direction.
"""

from __future__ import annotations

import math
from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.initializer import Uniform, initializer
from srcad.nn.checking import check_bool, check_positive_int
from srcad.ops.recurrent import (
    gru_layer,
    gru_step,
    lstm_layer,
    lstm_step,
    reversed_steps,
    rnn_layer,
    rnn_step,
)
from srcad.parameter import Parameter, ParameterTuple


class _Recurrent(Cell):
    """What RNN, GRU and LSTM share: Parameters, layers and directions."""

    gates = 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        sizes = {"input_size": input_size, "hidden_size": hidden_size}
        check_positive_int(self.cls_name, num_layers=num_layers, **sizes)
        flags = {"has_bias": has_bias, "batch_first": batch_first}
        check_bool(self.cls_name, bidirectional=bidirectional, **flags)
        if not 0 <= dropout < 1:
            raise ValueError(
                f"For '{self.cls_name}', dropout must be in [0, 1), but got {dropout}."
            )
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.has_bias = has_bias
        self.batch_first = batch_first
        self.dropout = dropout
        self.bidirectional = bidirectional
        self.directions = 2 if bidirectional else 1
        self._make_parameters(dtype)

    def _make_parameters(self, dtype: DType) -> None:
        drawn = Uniform(1 / math.sqrt(self.hidden_size))
        rows = self.gates * self.hidden_size
        shapes: dict[str, Any] = {"weight_ih": None, "weight_hh": (self.hidden_size,)}
        if self.has_bias:
            shapes |= {"bias_ih": (), "bias_hh": ()}
        for kind, columns in shapes.items():
            made = []
            for layer in range(self.num_layers):
                for suffix in ("", "_reverse")[: self.directions]:
                    entering = self.hidden_size * self.directions
                    width = (entering if layer else self.input_size,)
                    shape = (rows, *(width if columns is None else columns))
                    name = f"{kind}_l{layer}{suffix}"
                    values = initializer(drawn, shape, dtype)
                    made.append(Parameter(values, name=name))
            setattr(self, f"{kind}_list", ParameterTuple(made))

    def _steps_first(self, x: Any) -> Any:
        if x.ndim != 3:
            raise ValueError(
                f"For '{self.cls_name}', the input has three axes, but got {x.ndim}."
            )
        return x.swapaxes(0, 1) if self.batch_first else x

    def _weights(self, index: int) -> Any:
        """The two weights and the two biases of one layer and direction."""
        if not self.has_bias:
            return self.weight_ih_list[index], self.weight_hh_list[index], None, None
        return (
            self.weight_ih_list[index],
            self.weight_hh_list[index],
            self.bias_ih_list[index],
            self.bias_hh_list[index],
        )

    def _layer(self, x: Any, states: Any, index: int, lengths: Any) -> Any:
        """Run one layer in one direction: ``(outputs, last states)``."""
        raise NotImplementedError

    def _stack(self, x: Any, starts: Any, lengths: Any) -> Any:
        """Run all layers; ``starts`` has, for each, a tuple of states."""
        lasts = []
        for layer in range(self.num_layers):
            if layer and self.dropout and self.training:
                x = ops.dropout(x, self.dropout)
            index = layer * self.directions
            out, last = self._layer(x, starts[index], index, lengths)
            lasts.append(last)
            if self.bidirectional:
                turned = reversed_steps(x, lengths)
                backward, last = self._layer(
                    turned, starts[index + 1], index + 1, lengths
                )
                lasts.append(last)
                out = ops.concat((out, reversed_steps(backward, lengths)), 2)
            x = out
        return x, lasts

    def _zeros(self, x: Any) -> Any:
        count = self.num_layers * self.directions
        return ops.zeros((count, x.shape[1], self.hidden_size), x.dtype)

    def extend_repr(self) -> str:
        """Return the sizes."""
        return (
            f"{self.input_size}, {self.hidden_size}, num_layers={self.num_layers}, "
            f"bidirectional={self.bidirectional}"
        )


class _OneState(_Recurrent):
    """RNN and GRU: the state is h alone."""

    def construct(self, x: Any, hx: Any = None, seq_length: Any = None) -> Any:
        """Return ``(outputs, last states)``.

        ``x`` is ``(steps, batch, input)``, or with ``batch_first`` ``(batch, steps,
        input)``, as are the outputs, of the hidden size for each direction. ``hx`` is
        ``(layers * directions, batch, hidden)``, zeros if None. ``seq_length``,
        ``(batch,)``, says how many steps of each sample count; behind them its outputs
        are zeros.
        """
        x = self._steps_first(x)
        h = self._zeros(x) if hx is None else hx
        count = self.num_layers * self.directions
        out, lasts = self._stack(x, [(h[index],) for index in range(count)], seq_length)
        if self.batch_first:
            out = out.swapaxes(0, 1)
        return out, ops.stack([last[0] for last in lasts])


class RNN(_OneState):
    """An Elman network; ``nonlinearity`` is "tanh" or "relu" (ValueError otherwise)."""

    def __init__(self, *args: Any, nonlinearity: str = "tanh", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                "For 'RNN', the 'nonlinearity' must be 'tanh' or 'relu', but got "
                f"{nonlinearity!r}."
            )
        self.nonlinearity = nonlinearity

    def _layer(self, x: Any, states: Any, index: int, lengths: Any) -> Any:
        w_ih, w_hh, b_ih, b_hh = self._weights(index)
        out, h = rnn_layer(
            x, states[0], w_ih, w_hh, b_ih, b_hh, self.nonlinearity, lengths
        )
        return out, (h,)


class GRU(_OneState):
    """Gated recurrent units: Cho et al. 2014."""

    gates = 3

    def _layer(self, x: Any, states: Any, index: int, lengths: Any) -> Any:
        w_ih, w_hh, b_ih, b_hh = self._weights(index)
        out, h = gru_layer(x, states[0], w_ih, w_hh, b_ih, b_hh, lengths)
        return out, (h,)


class LSTM(_Recurrent):
    """Long short-term memory: Hochreiter and Schmidhuber 1997."""

    gates = 4

    def _layer(self, x: Any, states: Any, index: int, lengths: Any) -> Any:
        w_ih, w_hh, b_ih, b_hh = self._weights(index)
        out, h, c = lstm_layer(x, states[0], states[1], w_ih, w_hh, b_ih, b_hh, lengths)
        return out, (h, c)

    def construct(self, x: Any, hx: Any = None, seq_length: Any = None) -> Any:
        """Return ``(outputs, (last h, last c))``; ``hx`` is ``(h, c)`` or None.

        The shapes are those of GRU and RNN.
        """
        x = self._steps_first(x)
        if hx is None:
            hx = (self._zeros(x), self._zeros(x))
        h, c = hx
        count = self.num_layers * self.directions
        starts = [(h[index], c[index]) for index in range(count)]
        out, lasts = self._stack(x, starts, seq_length)
        if self.batch_first:
            out = out.swapaxes(0, 1)
        last_h = ops.stack([last[0] for last in lasts])
        return out, (last_h, ops.stack([last[1] for last in lasts]))


# --------------------------------------------------------------------- single steps


class _Step(Cell):
    """One step: the weights and biases of one layer."""

    gates = 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.has_bias = has_bias
        drawn = Uniform(1 / math.sqrt(hidden_size))
        rows = self.gates * hidden_size

        def parameter(*shape: int) -> Parameter:
            return Parameter(initializer(drawn, shape, dtype))

        self.weight_ih = parameter(rows, input_size)
        self.weight_hh = parameter(rows, hidden_size)
        self.bias_ih = parameter(rows) if has_bias else None
        self.bias_hh = parameter(rows) if has_bias else None


class RNNCell(_Step):
    """One step of an Elman network, with "tanh" or "relu"."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        nonlinearity: str = "tanh",
        dtype: DType = float32,
    ) -> None:
        super().__init__(input_size, hidden_size, has_bias, dtype)
        self.nonlinearity = nonlinearity

    def construct(self, x: Any, hx: Any) -> Any:
        """Return the next state, ``(batch, hidden)``."""
        return rnn_step(
            x,
            hx,
            self.weight_ih,
            self.weight_hh,
            self.bias_ih,
            self.bias_hh,
            self.nonlinearity,
        )


class GRUCell(_Step):
    """One step of a gated recurrent unit."""

    gates = 3

    def construct(self, x: Any, hx: Any) -> Any:
        """Return the next state, ``(batch, hidden)``."""
        return gru_step(
            x, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        )


class LSTMCell(_Step):
    """One step of a long short-term memory."""

    gates = 4

    def construct(self, x: Any, hx: Any) -> Any:
        """Return the next ``(h, c)`` for the state ``hx = (h, c)``."""
        h, c = hx
        return lstm_step(
            x, h, c, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        )
