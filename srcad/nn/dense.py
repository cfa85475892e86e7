"""The fully connected layer, and the table of embeddings."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.initializer import HeUniform, Uniform, initializer
from srcad.nn.activations import get_activation
from srcad.nn.checking import check_bool, check_positive_int
from srcad.parameter import Parameter
from srcad.tensor import Tensor


class Dense(Cell):
    """``x weight^T + bias``, and an activation where one is given.

    ``weight`` is ``(out_channels, in_channels)``, ``bias`` ``(out_channels,)``. Without
    ``weight_init`` and ``bias_init`` both are drawn from ``U(-b, b)`` with
    ``b = 1 / sqrt(in_channels)``. ``activation`` is a name, a Cell or a function.

    Raises ValueError for channels below 1 or initial Tensors of another shape,
    TypeError for an ``activation`` that cannot be called.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        activation: Any = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if in_channels < 1 or out_channels < 1:
            raise ValueError(
                "For 'Dense', in_channels and out_channels must be at least 1, but got "
                f"{in_channels} and {out_channels}."
            )
        check_bool("Dense", has_bias=has_bias)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.has_bias = has_bias
        # He et al.'s uniform bound with a slope of sqrt(5) is 1 / sqrt(in_channels).
        if weight_init is None:
            weight_init = HeUniform(math.sqrt(5))
        if bias_init is None:
            bias_init = Uniform(1 / math.sqrt(in_channels))
        shape = (out_channels, in_channels)
        self.weight = Parameter(initializer(weight_init, shape, dtype), name="weight")
        self.bias = None
        if has_bias:
            bias = initializer(bias_init, (out_channels,), dtype)
            self.bias = Parameter(bias, name="bias")
        if isinstance(activation, str):
            activation = get_activation(activation)
        if activation is not None and not callable(activation):
            raise TypeError(
                "For 'Dense', the 'activation' must be a str, a Cell or a function, "
                f"but got {type(activation).__name__}."
            )
        self.activation = activation
        self.activation_flag = activation is not None

    def construct(self, x: Any) -> Any:
        """Return ``(..., out_channels)`` for ``x`` of shape ``(..., in_channels)``."""
        x = ops.matmul(x, self.weight.T)
        if self.has_bias:
            x = x + self.bias
        if self.activation_flag:
            x = self.activation(x)
        return x

    def extend_repr(self) -> str:
        """Return the sizes."""
        shown = (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"has_bias={self.has_bias}"
        )
        if self.activation_flag:
            shown += f", activation={self.activation}"
        return shown


class Embedding(Cell):
    """A table of vectors, looked up by integers.

    ``embedding_table`` is ``(vocab_size, embedding_size)``, drawn from ``N(0, 0.01^2)``
    unless an initializer says otherwise; the row ``padding_idx`` starts as zeros. With
    ``use_one_hot`` the look-up is a product with one-hot vectors.

    Raises ValueError for a ``padding_idx`` outside of the table.
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Any = "normal",
        dtype: DType = float32,
        padding_idx: int | None = None,
    ) -> None:
        super().__init__()
        check_bool("Embedding", use_one_hot=use_one_hot)
        self.vocab_size = vocab_size
        self.embedding_size = embedding_size
        self.use_one_hot = use_one_hot
        self.padding_idx = padding_idx
        shape = (vocab_size, embedding_size)
        table = initializer(embedding_table, shape, dtype)
        if padding_idx is not None:
            if not 0 <= padding_idx < vocab_size:
                raise ValueError(
                    f"For 'Embedding', padding_idx {padding_idx} is not below "
                    f"vocab_size {vocab_size}."
                )
            table[padding_idx] = Tensor(np.zeros(embedding_size, np.float32))
        self.embedding_table = Parameter(table, name="embedding_table")

    def construct(self, ids: Any) -> Any:
        """Return ``(*ids.shape, embedding_size)``."""
        if self.use_one_hot:
            hot = ops.one_hot(ids, self.vocab_size, 1.0, 0.0)
            return ops.matmul(hot.astype(float32), self.embedding_table)
        return ops.gather(self.embedding_table, ids, 0)

    def extend_repr(self) -> str:
        """Return the sizes."""
        return (
            f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, "
            f"use_one_hot={self.use_one_hot}, embedding_table={self.embedding_table}, "
            f"dtype={self.embedding_table.dtype}, padding_idx={self.padding_idx}"
        )


class EmbeddingLookup(Cell):
    """A table of vectors, ``embedding_table``, looked up by integers.

    A place outside of the table gives zeros; a vector whose norm is above ``max_norm``
    is scaled down to it. The vectors stand on one device: of ``target``,
    ``slice_mode`` and ``manual_shapes`` only the defaults are there.

    Raises ValueError for others.
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: Any = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: Any = None,
        max_norm: float | None = None,
        sparse: bool = True,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        check_positive_int(
            "EmbeddingLookup", vocab_size=vocab_size, embedding_size=embedding_size
        )
        if (target, slice_mode, manual_shapes) != ("CPU", "batch_slice", None):
            raise ValueError("For 'EmbeddingLookup', the table is on one CPU.")
        self.vocab_size = vocab_size
        self.embedding_size = embedding_size
        self.max_norm = max_norm
        table = initializer(param_init, (vocab_size, embedding_size), dtype)
        self.embedding_table = Parameter(table, name="embedding_table")

    def construct(self, indices: Any) -> Any:
        """Return ``(*indices.shape, embedding_size)``."""
        found = ops.gathering.rows_or_zeros(self.embedding_table, indices)
        if self.max_norm is None:
            return found
        squares = ops.sum(ops.square(found), -1, True)
        above = squares > self.max_norm**2
        norm = ops.sqrt(ops.where(above, squares, 1.0))
        return ops.where(above, found * self.max_norm / norm, found)


class BiDense(Cell):
    """``x1^T W y1 + b`` for each output: ``weight`` is ``(out, in1, in2)``.

    Both are drawn from ``U(-1/sqrt(in1), 1/sqrt(in1))``.
    """

    def __init__(
        self,
        in1_channels: int,
        in2_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        channels = {"in1_channels": in1_channels, "in2_channels": in2_channels}
        check_positive_int("BiDense", out_channels=out_channels, **channels)
        drawn = Uniform(1 / math.sqrt(in1_channels))
        self.has_bias = has_bias
        weight = initializer(
            drawn if weight_init is None else weight_init,
            (out_channels, in1_channels, in2_channels),
            dtype,
        )
        self.weight = Parameter(weight, name="weight")
        self.bias = None
        if has_bias:
            bias = initializer(
                drawn if bias_init is None else bias_init, (out_channels,), dtype
            )
            self.bias = Parameter(bias, name="bias")

    def construct(self, input1: Any, input2: Any) -> Any:
        """Return ``(..., out)`` of ``(..., in1)`` and ``(..., in2)``."""
        rows = ops.matmul(ops.expand_dims(ops.expand_dims(input1, -2), -2), self.weight)
        out = ops.sum(ops.squeeze(rows, -2) * ops.expand_dims(input2, -2), -1)
        return out if self.bias is None else out + self.bias
