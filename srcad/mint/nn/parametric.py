"""The layers of ``mint.nn`` with Parameters, or that differ in training.

Parameters have PyTorch's names: ``weight``, ``bias``, ``running_mean``,
``running_var`` and ``num_batches_tracked``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad import nn, ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32, int64
from srcad.initializer import Normal, initializer
from srcad.mint.nn import functional
from srcad.nn.checking import check_bool, check_positive_int
from srcad.parameter import Parameter
from srcad.tensor import Tensor

__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "Dropout",
    "Dropout2d",
    "Embedding",
    "GroupNorm",
    "LayerNorm",
    "Linear",
    "PReLU",
    "SyncBatchNorm",
]


class Linear(nn.Dense):
    """``x @ weight.T + bias``: ``nn.Dense`` under other names."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__(
            in_features,
            out_features,
            weight_init,
            bias_init,
            has_bias=bias,
            dtype=dtype or float32,
        )
        self.in_features = in_features
        self.out_features = out_features

    def construct(self, x: Any) -> Any:
        """Return ``(..., out_features)`` for ``x`` of shape ``(..., in_features)``."""
        return ops.dense(x, self.weight, self.bias)


class Dropout(Cell):
    """Sets elements to zero with probability ``p`` while training."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        self.p = p
        self.inplace = inplace

    def construct(self, input: Any) -> Any:
        """Return the input, some elements zero in training."""
        return functional.dropout(input, self.p, self.training, self.inplace)


class Dropout2d(Dropout):
    """Sets whole channels to zero with probability ``p`` while training."""

    def construct(self, input: Any) -> Any:
        """Return the input, some channels zero in training."""
        return functional.dropout2d(input, self.p, self.training, self.inplace)


class PReLU(Cell):
    """The input where it is positive, and ``weight`` times it elsewhere."""

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, dtype: DType | None = None
    ) -> None:
        super().__init__()
        filled = initializer(init, (num_parameters,), dtype or float32)
        self.weight = Parameter(filled, name="weight")

    def construct(self, input: Any) -> Any:
        """Return the result, of the same shape."""
        return functional.prelu(input, self.weight)


class Embedding(Cell):
    """The rows of ``weight``, which starts from the standard normal distribution.

    That at ``padding_idx`` starts as zeros and has no gradient. Raises ValueError for
    ``max_norm``, ``scale_grad_by_freq`` and ``sparse``, for a ``_weight`` of another
    shape and a ``padding_idx`` outside of it.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Any = None,
        _freeze: bool = False,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        if sparse or max_norm is not None or scale_grad_by_freq:
            raise ValueError(
                "For 'Embedding', 'max_norm', 'scale_grad_by_freq' and 'sparse' are "
                "not supported."
            )
        shape = (num_embeddings, embedding_dim)
        if padding_idx is not None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise ValueError(
                    f"For 'Embedding', there is no row {padding_idx} among "
                    f"{num_embeddings}."
                )
        if _weight is None:
            table = initializer(Normal(1.0), shape, dtype or float32)
            if padding_idx is not None:
                table[padding_idx] = Tensor(np.zeros(embedding_dim, np.float32))
        elif tuple(_weight.shape) != shape:
            raise ValueError(
                f"For 'Embedding', the weight has the shape {_weight.shape}, not "
                f"{shape}."
            )
        else:
            table = _weight
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx
        self.weight = Parameter(table, name="weight", requires_grad=not _freeze)

    def construct(self, input: Any) -> Any:
        """Return ``(*input.shape, embedding_dim)``."""
        return functional.embedding(input, self.weight, self.padding_idx)


class LayerNorm(Cell):
    """Normalisation over the last axes: Ba, Kiros and Hinton 2016.

    Raises TypeError and ValueError for a ``normalized_shape`` that is none.
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        if not isinstance(normalized_shape, (tuple, list)):
            raise TypeError(
                "For 'LayerNorm', 'normalized_shape' must be an int, a tuple or a "
                f"list, but got {normalized_shape!r}."
            )
        if not normalized_shape:
            raise ValueError("For 'LayerNorm', 'normalized_shape' has no axis.")
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = self.bias = None
        if elementwise_affine:
            ones = initializer("ones", self.normalized_shape, dtype or float32)
            self.weight = Parameter(ones, name="weight")
        if elementwise_affine and bias:
            zeros = initializer("zeros", self.normalized_shape, dtype or float32)
            self.bias = Parameter(zeros, name="bias")

    def construct(self, input: Any) -> Any:
        """Return the normalised input, of its shape."""
        shape = self.normalized_shape
        return ops.layer_norm(input, shape, self.weight, self.bias, self.eps)


class GroupNorm(Cell):
    """Normalisation in groups of channels of ``(N, C, ...)``: Wu and He 2018.

    Raises ValueError where ``num_channels`` is no multiple of ``num_groups``.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        sizes = {"num_groups": num_groups, "num_channels": num_channels}
        check_positive_int("GroupNorm", **sizes)
        check_bool("GroupNorm", affine=affine)
        if num_channels % num_groups:
            raise ValueError(
                f"For 'GroupNorm', num_channels {num_channels} must be a multiple of "
                f"num_groups {num_groups}."
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        ones = initializer("ones", (num_channels,), dtype or float32)
        zeros = initializer("zeros", (num_channels,), dtype or float32)
        self.weight = Parameter(ones, name="weight", requires_grad=affine)
        self.bias = Parameter(zeros, name="bias", requires_grad=affine)

    def construct(self, input: Any) -> Any:
        """Return the normalised input, of its shape."""
        groups = self.num_groups
        return ops.group_norm(input, groups, self.weight, self.bias, self.eps)


class _BatchNorm(Cell):
    """Normalisation of each channel of ``(N, C, ...)``: Ioffe and Szegedy 2015.

    In training by the batch's mean and variance, of which ``momentum`` is the share
    that the running ones take; None: their mean over all batches. In prediction by the
    running ones, which ``track_running_stats=False`` leaves out. Raises ValueError for
    inputs of another rank.
    """

    ranks: tuple[int, ...] = ()

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        check_positive_int(self.cls_name, num_features=num_features)
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats

        def parameter(init: str, name: str, trained: bool) -> Parameter:
            array = initializer(init, (num_features,), dtype or float32)
            return Parameter(array, name, trained)

        self.weight = self.bias = None
        if affine:
            self.weight = parameter("ones", "weight", True)
            self.bias = parameter("zeros", "bias", True)
        self.num_batches_tracked: Any = None
        self.running_mean = self.running_var = None
        if track_running_stats:
            self.running_mean = parameter("zeros", "running_mean", False)
            self.running_var = parameter("ones", "running_var", False)
            count = Tensor(0, int64)
            self.num_batches_tracked = Parameter(count, "num_batches_tracked", False)

    def construct(self, input: Any) -> Any:
        """Return the normalised input, of its shape."""
        if input.ndim not in self.ranks:
            raise ValueError(
                f"For '{self.cls_name}', the input must be of rank "
                f"{' or '.join(map(str, self.ranks))}, but got {input.ndim}."
            )
        share: Any = self.momentum
        if self.training and self.track_running_stats:
            count: Any = self.num_batches_tracked + 1
            ops.assign(self.num_batches_tracked, count)
            if share is None:
                share = 1.0 / count.astype(input.dtype)
        return functional.batch_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            share,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of ``(N, C)`` or ``(N, C, L)``."""

    ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of ``(N, C, H, W)``."""

    ranks = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of ``(N, C, D, H, W)``."""

    ranks = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation over all processes, of which there is one.

    Raises ValueError for a ``process_group``.
    """

    ranks = (2, 3, 4, 5)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: str | None = None,
        dtype: DType | None = None,
    ) -> None:
        if process_group is not None:
            raise ValueError("For 'SyncBatchNorm', there is one process and no group.")
        settings = (eps, momentum, affine, track_running_stats)
        super().__init__(num_features, *settings, dtype)
