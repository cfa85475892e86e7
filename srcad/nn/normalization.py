"""Normalisation layers."""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32
from srcad.initializer import initializer
from srcad.nn.checking import check_positive_int
from srcad.ops.convolutions import check_layout
from srcad.ops.normalization import (
    batch_statistics,
    layer_norm_with_statistics,
    normalize_with,
    update_running,
)
from srcad.parameter import Parameter


class _BatchNorm(Cell):
    """Normalisation of each channel of ``(N, C, ...)``: Ioffe and Szegedy 2015.

    In training by the batch's own mean and variance, which the moving ones are drawn
    towards: ``moving = momentum * moving + (1 - momentum) * batch``, with the variance
    divided by one less than the count. In prediction by the moving ones.
    ``use_batch_statistics`` True or False settles it for both.

    Parameters: ``gamma`` and ``beta`` (trainable), ``moving_mean`` and
    ``moving_variance`` (not), all ``(num_features,)``. Raises ValueError for
    ``num_features`` below 1, a ``momentum`` outside ``[0, 1]`` and inputs of another
    rank.
    """

    ranks: tuple[int, ...] = ()

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if num_features < 1:
            raise ValueError(
                f"For '{self.cls_name}', num_features must be at least 1, but got "
                f"{num_features}."
            )
        if not 0 <= momentum <= 1:
            raise ValueError(
                f"For '{self.cls_name}', momentum is in [0, 1], but got {momentum}."
            )
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.use_batch_statistics = use_batch_statistics
        shape = (num_features,)

        def parameter(init: Any, name: str, trained: bool) -> Parameter:
            return Parameter(initializer(init, shape, dtype), name, trained)

        self.moving_mean = parameter(moving_mean_init, "mean", False)
        self.moving_variance = parameter(moving_var_init, "variance", False)
        self.gamma = parameter(gamma_init, "gamma", affine)
        self.beta = parameter(beta_init, "beta", affine)

    def construct(self, x: Any) -> Any:
        """Return the normalised input, of its shape and dtype."""
        if x.ndim not in self.ranks:
            raise ValueError(
                f"For '{self.cls_name}', the input must be of rank "
                f"{' or '.join(map(str, self.ranks))}, but got {x.ndim}."
            )
        if (
            self.training
            if self.use_batch_statistics is None
            else (self.use_batch_statistics)
        ):
            mean, variance = batch_statistics(x)
            update_running(
                self.moving_mean,
                self.moving_variance,
                mean,
                variance,
                x.size // self.num_features,
                self.momentum,
            )
        else:
            mean, variance = self.moving_mean, self.moving_variance
        return normalize_with(x, mean, variance, self.gamma, self.beta, self.eps)

    def extend_repr(self) -> str:
        """Return the hyper-parameters and Parameters."""
        return (
            f"num_features={self.num_features}, eps={self.eps}, "
            f"momentum={self.momentum}, gamma={self.gamma}, beta={self.beta}, "
            f"moving_mean={self.moving_mean}, moving_variance={self.moving_variance}"
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of ``(N, C)`` or ``(N, C, L)``."""

    ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of ``(N, C, H, W)``; ``data_format`` is "NCHW"."""

    ranks = (4,)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        data_format: str = "NCHW",
        dtype: DType = float32,
    ) -> None:
        check_layout("BatchNorm2d", data_format)
        super().__init__(
            num_features,
            eps,
            momentum,
            affine,
            gamma_init,
            beta_init,
            moving_mean_init,
            moving_var_init,
            use_batch_statistics,
            dtype,
        )


class BatchNorm3d(Cell):
    """Batch normalisation of ``(N, C, D, H, W)``, by a ``BatchNorm2d`` called ``bn2d``,
    as MindSpore has it: the Parameters are those of that."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        inits = (gamma_init, beta_init, moving_mean_init, moving_var_init)
        settings = (eps, momentum, affine, *inits, use_batch_statistics)
        self.bn2d = BatchNorm2d(num_features, *settings, dtype=dtype)

    def construct(self, x: Any) -> Any:
        """Return the normalised input, of its shape and dtype."""
        if x.ndim != 5:
            raise ValueError(
                f"For '{self.cls_name}', the input must be of rank 5, but got {x.ndim}."
            )
        batch, channels, depth, height, width = x.shape
        flat = x.reshape(batch, channels, depth * height, width)
        return self.bn2d(flat).reshape(x.shape)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation over all processes, of which there is one.

    Raises ValueError for ``process_groups``.
    """

    ranks = (2, 3, 4, 5)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        moving_mean_init: Any = "zeros",
        moving_var_init: Any = "ones",
        use_batch_statistics: bool | None = None,
        process_groups: Any = None,
        dtype: DType = float32,
    ) -> None:
        if process_groups is not None:
            raise ValueError("For 'SyncBatchNorm', there is one process and no group.")
        inits = (gamma_init, beta_init, moving_mean_init, moving_var_init)
        settings = (eps, momentum, affine, *inits, use_batch_statistics)
        super().__init__(num_features, *settings, dtype)


class _InstanceNorm(Cell):
    """Normalisation of each channel of each sample: Ulyanov et al. 2016.

    ``gamma`` and ``beta`` are ``(num_features,)``. The moving statistics are never
    used, nor updated: ValueError for a ``momentum`` other than 0.1, and for inputs of
    another rank.
    """

    rank = 4

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if momentum != 0.1:
            raise ValueError(
                f"For '{self.cls_name}', the moving statistics are not kept: momentum "
                f"must be 0.1, but got {momentum}."
            )
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        shape = (num_features,)

        def parameter(init: Any, name: str, trained: bool) -> Parameter:
            return Parameter(initializer(init, shape, dtype), name, trained)

        self.moving_mean = parameter("zeros", "mean", False)
        self.moving_variance = parameter("ones", "variance", False)
        self.gamma = parameter(gamma_init, "gamma", affine)
        self.beta = parameter(beta_init, "beta", affine)

    def construct(self, x: Any) -> Any:
        """Return the normalised input, of its shape and dtype."""
        if x.ndim != self.rank:
            raise ValueError(
                f"For '{self.cls_name}', the input must be of rank {self.rank}, but "
                f"got {x.ndim}."
            )
        return ops.group_norm(x, self.num_features, self.gamma, self.beta, self.eps)


class InstanceNorm1d(_InstanceNorm):
    """Instance normalisation of ``(N, C, L)``."""

    rank = 3


class InstanceNorm2d(_InstanceNorm):
    """Instance normalisation of ``(N, C, H, W)``."""

    rank = 4


class InstanceNorm3d(_InstanceNorm):
    """Instance normalisation of ``(N, C, D, H, W)``."""

    rank = 5


class LayerNorm(Cell):
    """Normalisation over the axes from ``begin_norm_axis`` on: Ba et al. 2016.

    ``gamma`` and ``beta`` have the shape ``normalized_shape``, the sizes of the axes
    from ``begin_params_axis`` on.
    """

    def __init__(
        self,
        normalized_shape: Any,
        begin_norm_axis: int = -1,
        begin_params_axis: int = -1,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        epsilon: float = 1e-7,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if not isinstance(normalized_shape, (tuple, list)):
            raise TypeError(
                "For 'LayerNorm', 'normalized_shape' must be a tuple or a list, "
                f"but got {normalized_shape!r}."
            )
        self.normalized_shape = tuple(normalized_shape)
        self.begin_norm_axis = begin_norm_axis
        self.begin_params_axis = begin_params_axis
        self.epsilon = epsilon
        gamma = initializer(gamma_init, self.normalized_shape, dtype)
        beta = initializer(beta_init, self.normalized_shape, dtype)
        self.gamma = Parameter(gamma, name="gamma")
        self.beta = Parameter(beta, name="beta")

    @property
    def layer_norm(self) -> ops.LayerNorm:
        """The operator: ``layer_norm(x, gamma, beta)`` gives three Tensors."""
        return ops.LayerNorm(self.begin_norm_axis, self.begin_params_axis, self.epsilon)

    def construct(self, input_x: Any) -> Any:
        """Return the normalised input, of its shape and dtype."""
        out, _, _ = layer_norm_with_statistics(
            input_x,
            self.gamma.astype(input_x.dtype),
            self.beta.astype(input_x.dtype),
            self.begin_norm_axis,
            self.begin_params_axis,
            self.epsilon,
        )
        return out

    def extend_repr(self) -> str:
        """Return the hyper-parameters and Parameters."""
        return (
            f"normalized_shape={self.normalized_shape}, "
            f"begin_norm_axis={self.begin_norm_axis}, "
            f"begin_params_axis={self.begin_params_axis}, gamma={self.gamma}, "
            f"beta={self.beta}"
        )


class GroupNorm(Cell):
    """Normalisation in groups of channels of ``(N, C, ...)``: Wu and He 2018.

    ``gamma`` and ``beta`` are ``(num_channels,)``. Raises ValueError where
    ``num_channels`` is no multiple of ``num_groups``.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        check_positive_int(
            "GroupNorm", num_groups=num_groups, num_channels=num_channels
        )
        if num_channels % num_groups:
            raise ValueError(
                f"For 'GroupNorm', num_channels {num_channels} must be a multiple of "
                f"num_groups {num_groups}."
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        gamma = initializer(gamma_init, (num_channels,), dtype)
        beta = initializer(beta_init, (num_channels,), dtype)
        self.gamma = Parameter(gamma, name="gamma", requires_grad=affine)
        self.beta = Parameter(beta, name="beta", requires_grad=affine)

    def construct(self, x: Any) -> Any:
        """Return the normalised input, of its shape and dtype."""
        gamma, beta = self.gamma.astype(x.dtype), self.beta.astype(x.dtype)
        return ops.group_norm(x, self.num_groups, gamma, beta, self.eps)

    def extend_repr(self) -> str:
        """Return the sizes."""
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}"
