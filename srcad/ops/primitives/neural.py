"""Classes of neural networks: products, activations, convolution, normalisation."""

from __future__ import annotations

from typing import Any

from srcad.ops import (
    activations,
    convolutions,
    linear,
    normalization,
    random,
)
from srcad.ops._primitive import Primitive
from srcad.ops.precision import composed_otherwise

__all__ = [
    "AvgPool",
    "BatchMatMul",
    "BatchNorm",
    "Conv2D",
    "Conv2DBackpropInput",
    "Conv2DTranspose",
    "Dropout",
    "Dropout2D",
    "Dropout3D",
    "Elu",
    "GeLU",
    "L2Normalize",
    "LayerNorm",
    "LogSoftmax",
    "MatMul",
    "MaxPool",
    "Softmax",
]

# ----------------------------------------------------------- products and activations


class MatMul(Primitive):
    """``(m, k)`` by ``(k, n)`` gives ``(m, n)``; each operand may be transposed first.

    Raises ValueError where an operand is not of rank 2 or the sizes do not fit.
    """

    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None:
        self.transpose_a = transpose_a
        self.transpose_b = transpose_b

    def __call__(self, input: Any, mat2: Any) -> Any:
        """Return the product."""
        if input.ndim != 2 or mat2.ndim != 2:
            raise ValueError(
                "For 'MatMul', the inputs must be of rank 2, but got ranks "
                f"{input.ndim} and {mat2.ndim}."
            )
        if self.transpose_a:
            input = input.T
        if self.transpose_b:
            mat2 = mat2.T
        return linear.matmul(input, mat2)


class BatchMatMul(Primitive):
    """Products of batches of matrices; each operand may be transposed first."""

    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None:
        self.transpose_a = transpose_a
        self.transpose_b = transpose_b

    def __call__(self, x: Any, y: Any) -> Any:
        """Return the products. Raises ValueError for ranks below 2."""
        if self.transpose_a:
            x = x.swapaxes(-1, -2)
        if self.transpose_b:
            y = y.swapaxes(-1, -2)
        return linear.bmm(x, y)


class Softmax(Primitive):
    """``e^x / sum(e^x)`` along ``axis``."""

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, input: Any) -> Any:
        """Return the result."""
        return activations.softmax(input, self.axis)


class LogSoftmax(Primitive):
    """``log(softmax(x))`` along ``axis``."""

    def __init__(self, axis: int = -1) -> None:
        self.axis = axis

    def __call__(self, logits: Any) -> Any:
        """Return the result."""
        return activations.log_softmax(logits, self.axis)


class Elu(Primitive):
    """``x`` where it is positive and ``alpha (e^x - 1)`` elsewhere."""

    def __init__(self, alpha: float = 1.0) -> None:
        self.alpha = alpha

    def __call__(self, input_x: Any) -> Any:
        """Return the result."""
        return activations.elu(input_x, self.alpha)


class GeLU(Primitive):
    """The tanh approximation of ``x`` times the normal distribution function."""

    def __call__(self, input: Any) -> Any:
        """Return the result."""
        return activations.gelu(input, "tanh")


class L2Normalize(Primitive):
    """``x / sqrt(max(sum(x^2), epsilon))`` along ``axis``."""

    def __init__(self, axis: Any = 0, epsilon: float = 1e-4) -> None:
        self.axis = axis
        self.epsilon = epsilon

    def __call__(self, input_x: Any) -> Any:
        """Return the result."""
        return normalization.l2_normalize(input_x, self.axis, self.epsilon)


# ------------------------------------------------------------- convolution and pooling


def _check_weight(name: str, axis: int, weight: Any, channels: int, size: Any) -> None:
    """Raise ValueError for a weight that is not what the constructor was told."""
    if weight.shape[axis] != channels or tuple(weight.shape[2:]) != size:
        raise ValueError(
            f"For '{name}', the weight must have {channels} channels on axis {axis} "
            f"and windows of size {size}, but got the shape {weight.shape}."
        )


def _check_mode(name: str, mode: int) -> None:
    if mode != 1:
        raise ValueError(f"For '{name}', the 'mode' must be 1, but got {mode}.")


class Conv2D(Primitive):
    """The convolution of ``(N, C, H, W)`` with ``(out, C / group, kh, kw)``.

    Raises ValueError for another ``mode`` than 1, for another ``data_format`` than
    "NCHW", and for a weight of another shape than ``out_channel`` and ``kernel_size``
    say.
    """

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None:
        _check_mode("Conv2D", mode)
        convolutions.check_layout("Conv2D", data_format)
        self.out_channel = out_channel
        self.kernel_size = convolutions.per_axis(kernel_size, 2)
        self.pad_mode = pad_mode
        self.pad = pad
        self.stride = stride
        self.dilation = dilation
        self.group = group

    def __call__(self, x: Any, weight: Any) -> Any:
        """Return ``(N, out, H', W')``."""
        _check_weight("Conv2D", 0, weight, self.out_channel, self.kernel_size)
        return convolutions.conv2d(
            x,
            weight,
            None,
            self.stride,
            self.pad_mode,
            self.pad,
            self.dilation,
            self.group,
        )


class Conv2DTranspose(Primitive):
    """The transpose of a convolution: the input's gradient, run forward.

    Raises ValueError as Conv2D does, and for ``pad_list`` (write ``pad``).
    """

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        pad_mode: str = "valid",
        pad: Any = 0,
        pad_list: Any = None,
        mode: int = 1,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None:
        _check_mode("Conv2DTranspose", mode)
        convolutions.check_layout("Conv2DTranspose", data_format)
        if pad_list is not None:
            raise ValueError("For 'Conv2DTranspose', write pad in place of pad_list.")
        self.out_channel = out_channel
        self.kernel_size = convolutions.per_axis(kernel_size, 2)
        self.pad_mode = pad_mode
        self.pad = pad
        self.stride = stride
        self.dilation = dilation
        self.group = group

    def __call__(self, dout: Any, weight: Any, input_size: Any) -> Any:
        """Return the gradient, of shape ``input_size``."""
        _check_weight("Conv2DTranspose", 0, weight, self.out_channel, self.kernel_size)
        return convolutions.convolution_input_gradient(
            dout,
            weight,
            tuple(input_size),
            convolutions.per_axis(self.stride, 2),
            convolutions.resolved_padding(self.pad_mode, self.pad, 2),
            convolutions.per_axis(self.dilation, 2),
            self.group,
        )


class Conv2DBackpropInput(Conv2DTranspose):
    """The same, under the name that level "auto" of mixed precision does not know."""

    def __call__(self, dout: Any, weight: Any, input_size: Any) -> Any:
        """Return the gradient, of shape ``input_size``."""
        return super().__call__(composed_otherwise(dout), weight, input_size)


class MaxPool(Primitive):
    """The maxima of windows of ``(N, C, H, W)``, which is the only ``data_format``."""

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ) -> None:
        convolutions.check_layout("MaxPool", data_format)
        self.kernel_size = kernel_size
        self.strides = strides
        self.pad_mode = pad_mode.lower()

    def __call__(self, x: Any) -> Any:
        """Return the maxima."""
        window = convolutions.per_axis(self.kernel_size, 2)
        stride = convolutions.per_axis(self.strides, 2)
        return convolutions.max_pool_nd(x, window, stride, self.pad_mode, 0, False)


class AvgPool(Primitive):
    """The means of windows of ``(N, C, H, W)``; padding does not count.

    Raises ValueError for another ``data_format``.
    """

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ) -> None:
        convolutions.check_layout("AvgPool", data_format)
        self.kernel_size = kernel_size
        self.strides = strides
        self.pad_mode = pad_mode.lower()

    def __call__(self, x: Any) -> Any:
        """Return the means."""
        window = convolutions.per_axis(self.kernel_size, 2)
        stride = convolutions.per_axis(self.strides, 2)
        return convolutions.avg_pool_nd(
            x, window, stride, self.pad_mode, 0, False, False
        )


# ------------------------------------------------------------ normalisation, dropout


class LayerNorm(Primitive):
    """Normalisation over the axes from ``begin_norm_axis`` on."""

    def __init__(
        self,
        begin_norm_axis: int = 1,
        begin_params_axis: int = 1,
        epsilon: float = 1e-7,
    ) -> None:
        self.begin_norm_axis = begin_norm_axis
        self.begin_params_axis = begin_params_axis
        self.epsilon = epsilon

    def __call__(self, input_x: Any, gamma: Any, beta: Any) -> Any:
        """Return ``(out, mean, variance)``."""
        return normalization.layer_norm_with_statistics(
            input_x,
            gamma,
            beta,
            self.begin_norm_axis,
            self.begin_params_axis,
            self.epsilon,
        )


class BatchNorm(Primitive):
    """Normalisation of ``(N, C, ...)`` by channel.

    With ``is_training`` by the batch's own statistics, which the running ones are drawn
    towards (``momentum`` is the share of the batch). Raises ValueError for another
    ``data_format`` than "NCHW".
    """

    def __init__(
        self,
        is_training: bool = False,
        epsilon: float = 1e-5,
        momentum: float = 0.1,
        data_format: str = "NCHW",
    ) -> None:
        convolutions.check_layout("BatchNorm", data_format)
        self.is_training = is_training
        self.epsilon = epsilon
        self.momentum = momentum

    def __call__(
        self, input_x: Any, scale: Any, bias: Any, mean: Any, variance: Any
    ) -> Any:
        """Return ``(out, mean, variance, mean, variance)``, as MindSpore does.

        In training ``mean`` and ``variance`` are Parameters, and are updated.
        """
        if self.is_training:
            running_mean, running_variance = mean, variance
            mean, variance = normalization.batch_statistics(input_x)
            normalization.update_running(
                running_mean,
                running_variance,
                mean,
                variance,
                input_x.size // input_x.shape[1],
                1 - self.momentum,
            )
        out = normalization.normalize_with(
            input_x, mean, variance, scale, bias, self.epsilon
        )
        return out, mean, variance, mean, variance


class Dropout(Primitive):
    """Elements kept with probability ``keep_prob`` and divided by it.

    ``Seed0`` and ``Seed1`` have no effect: ``srcad.set_seed`` seeds all there is.
    """

    def __init__(self, keep_prob: float = 0.5, Seed0: int = 0, Seed1: int = 0) -> None:
        if not 0 < keep_prob <= 1:
            raise ValueError(f"For 'Dropout', keep_prob is in (0, 1], not {keep_prob}.")
        self.keep_prob = keep_prob

    def __call__(self, x: Any) -> Any:
        """Return ``(out, uint8 mask)``."""
        return random.dropout_with_mask(x, self.keep_prob)


class Dropout2D(Primitive):
    """Channels of ``(N, C, H, W)`` kept with ``keep_prob`` and divided by it."""

    def __init__(self, keep_prob: float = 0.5) -> None:
        if not 0 <= keep_prob <= 1:
            raise ValueError(
                f"For 'Dropout2D', keep_prob is in [0, 1], not {keep_prob}."
            )
        self.keep_prob = keep_prob

    def __call__(self, x: Any) -> Any:
        """Return ``(out, bool mask)``, both of the shape of x."""
        return random.dropout2d_with_mask(x, self.keep_prob)


class Dropout3D(Primitive):
    """Channels of ``(N, C, D, H, W)`` kept with ``keep_prob`` and divided by it."""

    def __init__(self, keep_prob: float = 0.5) -> None:
        if not 0 <= keep_prob <= 1:
            raise ValueError(
                f"For 'Dropout3D', keep_prob is in [0, 1], not {keep_prob}."
            )
        self.keep_prob = keep_prob

    def __call__(self, x: Any) -> Any:
        """Return ``(out, bool mask)``, both of the shape of x."""
        return random.dropout3d_with_mask(x, self.keep_prob)
