"""Attention over several heads, and the encoder and decoder made of it.

Vaswani et al. 2017. Sequences are ``(steps, batch, features)``, or with ``batch_first``
``(batch, steps, features)``, or without a batch ``(steps, features)``. A mask is of
bools, True where nothing is looked at, or of floats, which are added to the scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, bool_, float32
from srcad.initializer import XavierNormal, XavierUniform, initializer
from srcad.nn.containers import CellList
from srcad.nn.dense import Dense
from srcad.nn.normalization import LayerNorm
from srcad.nn.regularization import Dropout
from srcad.parameter import Parameter

__all__ = [
    "MultiheadAttention",
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
]


class MultiheadAttention(Cell):
    """Weighed means of values by the likeness of queries and keys, in several heads.

    Raises ValueError where ``embed_dim`` is no multiple of ``num_heads``.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        has_bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if embed_dim % num_heads:
            raise ValueError(
                "The init argument 'embed_dim' must be divisible by 'num_heads'."
            )
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        self.add_zero_attn = add_zero_attn
        sizes = (embed_dim, kdim or embed_dim, vdim or embed_dim)
        self._one_size = sizes == (embed_dim,) * 3
        for name, size in zip("qkv", sizes, strict=True):
            shape = (embed_dim, size)
            weight = None if self._one_size else _drawn(XavierUniform(), shape, dtype)
            setattr(self, f"{name}_proj_weight", weight)
        self.in_proj_weight: Any = None
        if self._one_size:
            packed = (3 * embed_dim, embed_dim)
            self.in_proj_weight = _drawn(XavierUniform(), packed, dtype)
        bias = _drawn("zeros", (3 * embed_dim,), dtype) if has_bias else None
        self.in_proj_bias = bias
        self.out_proj = Dense(embed_dim, embed_dim, has_bias=has_bias, dtype=dtype)
        for name in ("bias_k", "bias_v"):
            step = _drawn(XavierNormal(), (1, 1, embed_dim), dtype)
            setattr(self, name, step if add_bias_kv else None)

    def _projected(self, x: Any, index: int) -> Any:
        """The queries, keys or values of all heads."""
        size = self.embed_dim
        if self._one_size:
            weight = self.in_proj_weight[index * size : (index + 1) * size]
        else:
            weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
            weight = weights[index]
        x = ops.matmul(x, weight.T)
        if self.in_proj_bias is not None:
            x = x + self.in_proj_bias[index * size : (index + 1) * size]
        return x

    def _heads(self, x: Any) -> Any:
        """``(batch * heads, steps, head_dim)``."""
        count = x.shape[1] * self.num_heads
        x = ops.reshape(x, (x.shape[0], count, self.head_dim))
        return ops.swapaxes(x, 0, 1)

    def construct(
        self,
        query: Any,
        key: Any,
        value: Any,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
    ) -> Any:
        """Return ``(out, weights)``, or ``(out,)`` without ``need_weights``.

        ``key_padding_mask`` is ``(batch, steps)``, ``attn_mask`` ``(steps, steps)`` or
        one for each sample and head. The weights are the means over the heads unless
        ``average_attn_weights`` says otherwise.
        """
        batched = query.ndim == 3
        if not batched:
            query, key, value = (ops.expand_dims(x, 1) for x in (query, key, value))
            if key_padding_mask is not None:
                key_padding_mask = ops.expand_dims(key_padding_mask, 0)
        elif self.batch_first:
            query, key, value = (ops.swapaxes(x, 0, 1) for x in (query, key, value))
        steps, batch = query.shape[0], query.shape[1]
        q, k, v = (
            self._projected(x, index) for index, x in enumerate((query, key, value))
        )
        more = 0
        if self.bias_k is not None:
            k = ops.concat((k, ops.tile(self.bias_k, (1, batch, 1))), 0)
            v = ops.concat((v, ops.tile(self.bias_v, (1, batch, 1))), 0)
            more = 1
        q, k, v = self._heads(q), self._heads(k), self._heads(v)
        if self.add_zero_attn:
            nothing = ops.zeros((batch * self.num_heads, 1, self.head_dim), k.dtype)
            k, v = ops.concat((k, nothing), 1), ops.concat((v, nothing), 1)
            more = more + 1
        scores = ops.matmul(q / math.sqrt(self.head_dim), ops.swapaxes(k, 1, 2))
        scores = self._masked(scores, batch, attn_mask, key_padding_mask, more)
        weights = ops.softmax(scores, -1)
        if self.training and self.dropout > 0:
            weights = ops.dropout(weights, self.dropout)
        out = ops.swapaxes(ops.matmul(weights, v), 0, 1)
        out = self.out_proj(ops.reshape(out, (steps, batch, self.embed_dim)))
        if not batched:
            out = ops.squeeze(out, 1)
        elif self.batch_first:
            out = ops.swapaxes(out, 0, 1)
        if not need_weights:
            return (out,)
        sizes = (batch, self.num_heads, steps, weights.shape[2])
        weights = ops.reshape(weights, sizes)
        if average_attn_weights:
            weights = ops.mean(weights, 1)
        return out, (weights if batched else ops.squeeze(weights, 0))

    def _masked(
        self, scores: Any, batch: Any, attn_mask: Any, padding_mask: Any, more: int
    ) -> Any:
        """The scores with what both masks say; ``more`` steps are always seen."""
        if attn_mask is not None:
            if more:
                attn_mask = ops.pad(_added(attn_mask, scores), (0, more))
            mask = _added(attn_mask, scores)
            scores = scores + (mask if mask.ndim == 3 else ops.expand_dims(mask, 0))
        if padding_mask is not None:
            mask = _added(padding_mask, scores)
            if more:
                mask = ops.pad(mask, (0, more))
            mask = ops.reshape(mask, (batch, 1, 1, mask.shape[1]))
            sizes = (batch, self.num_heads, scores.shape[1], scores.shape[2])
            shape = scores.shape
            scores = ops.reshape(ops.reshape(scores, sizes) + mask, shape)
        return scores


def _drawn(init: Any, shape: Any, dtype: DType) -> Parameter:
    return Parameter(initializer(init, shape, dtype))


def _added(mask: Any, scores: Any) -> Any:
    """A mask as numbers to be added: minus infinity for True."""
    if mask.dtype == bool_:
        zeros = ops.zeros(mask.shape, scores.dtype)
        return ops.masked_fill(zeros, mask, -math.inf)
    return mask


def _activation(name: Any) -> Callable[..., Any]:
    """``ops.relu`` or ``ops.gelu`` by its name; a Cell or function as it is."""
    if isinstance(name, str):
        if name not in ("relu", "gelu"):
            raise ValueError(f"The activation must be relu/gelu, but get {name}")
        found: Callable[..., Any] = ops.relu if name == "relu" else ops.gelu
        return found
    if not callable(name):
        raise ValueError("The argument 'activation' must be str, callable or Cell.")
    made: Callable[..., Any] = name
    return made


class _Layer(Cell):
    """What a layer of the encoder and one of the decoder share."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        self.settings = (
            *(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps),
            *(batch_first, norm_first, dtype),
        )
        self.norm_first = norm_first
        self.self_attn = self._attention()
        self._between()
        self.dense1 = Dense(d_model, dim_feedforward, dtype=dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = Dense(dim_feedforward, d_model, dtype=dtype)
        for index in range(1, self.blocks + 1):
            norm = LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)
            setattr(self, f"norm{index}", norm)
        for index in range(1, self.blocks + 1):
            setattr(self, f"dropout{index}", Dropout(p=dropout))
        self.activation = _activation(activation)

    blocks = 2

    def _between(self) -> None:
        """Make what comes between the attention and the dense layers."""

    def _attention(self) -> MultiheadAttention:
        d_model, nhead, _, dropout, _, _, batch_first, _, dtype = self.settings
        return MultiheadAttention(
            d_model, nhead, dropout, batch_first=batch_first, dtype=dtype
        )

    def _attended(self, x: Any, mask: Any, padding_mask: Any) -> Any:
        out = self.self_attn(x, x, x, padding_mask, False, mask)[0]
        return self.dropout1(out)

    def _fed(self, x: Any) -> Any:
        return self.dense2(self.dropout(self.activation(self.dense1(x))))


class TransformerEncoderLayer(_Layer):
    """Self-attention and two dense layers, each added to its input and normalised.

    ``norm_first`` normalises before: Xiong et al. 2020.
    """

    def construct(
        self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None
    ) -> Any:
        """Return a sequence of the same shape."""
        x = src
        if self.norm_first:
            x = x + self._attended(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self.dropout2(self._fed(self.norm2(x)))
        x = self.norm1(x + self._attended(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self.dropout2(self._fed(x)))


class TransformerDecoderLayer(_Layer):
    """An encoder layer that also attends to ``memory``, in between."""

    blocks = 3

    def _between(self) -> None:
        self.multihead_attn = self._attention()

    def _remembered(self, x: Any, memory: Any, mask: Any, padding_mask: Any) -> Any:
        out = self.multihead_attn(x, memory, memory, padding_mask, False, mask)[0]
        return self.dropout2(out)

    def construct(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
    ) -> Any:
        """Return a sequence of the shape of ``tgt``."""
        x, mask, hidden = tgt, memory_mask, memory_key_padding_mask
        if self.norm_first:
            x = x + self._attended(self.norm1(x), tgt_mask, tgt_key_padding_mask)
            x = x + self._remembered(self.norm2(x), memory, mask, hidden)
            return x + self.dropout3(self._fed(self.norm3(x)))
        x = self.norm1(x + self._attended(x, tgt_mask, tgt_key_padding_mask))
        x = self.norm2(x + self._remembered(x, memory, mask, hidden))
        return self.norm3(x + self.dropout3(self._fed(x)))


class TransformerEncoder(Cell):
    """``num_layers`` layers like ``encoder_layer``, and ``norm`` behind them."""

    def __init__(
        self,
        encoder_layer: TransformerEncoderLayer,
        num_layers: int,
        norm: Cell | None = None,
    ) -> None:
        super().__init__()
        made = [type(encoder_layer)(*encoder_layer.settings) for _ in range(num_layers)]
        self.layers = CellList(made)
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None
    ) -> Any:
        """Return a sequence of the same shape."""
        for layer in self.layers:
            src = layer(src, src_mask, src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Cell):
    """``num_layers`` layers like ``decoder_layer``, and ``norm`` behind them."""

    def __init__(
        self,
        decoder_layer: TransformerDecoderLayer,
        num_layers: int,
        norm: Cell | None = None,
    ) -> None:
        super().__init__()
        made = [type(decoder_layer)(*decoder_layer.settings) for _ in range(num_layers)]
        self.layers = CellList(made)
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
    ) -> Any:
        """Return a sequence of the shape of ``tgt``."""
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask,
                memory_mask,
                tgt_key_padding_mask,
                memory_key_padding_mask,
            )
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Cell):
    """An encoder of ``src`` and a decoder of ``tgt``; matrices are drawn as Glorot's.

    Raises ValueError for features other than ``d_model``.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        custom_encoder: Cell | None = None,
        custom_decoder: Cell | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        settings: Any = (
            *(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps),
            *(batch_first, norm_first, dtype),
        )

        def norm() -> LayerNorm:
            return LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)

        self.encoder = custom_encoder or TransformerEncoder(
            TransformerEncoderLayer(*settings), num_encoder_layers, norm()
        )
        self.decoder = custom_decoder or TransformerDecoder(
            TransformerDecoderLayer(*settings), num_decoder_layers, norm()
        )
        for parameter in self.get_parameters():
            if parameter.ndim > 1:
                drawn = initializer("xavier_uniform", parameter.shape, parameter.dtype)
                parameter.set_data(drawn)
        self.d_model = d_model

    def construct(
        self,
        src: Any,
        tgt: Any,
        src_mask: Any = None,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
    ) -> Any:
        """Return a sequence of the shape of ``tgt``."""
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise ValueError(
                "The number of features for 'src' and 'tgt' must be equal to `d_model`."
            )
        memory = self.encoder(src, src_mask, src_key_padding_mask)
        return self.decoder(
            tgt,
            memory,
            tgt_mask,
            memory_mask,
            tgt_key_padding_mask,
            memory_key_padding_mask,
        )
