"""The operators of ``mint.nn.functional`` that have other arguments there, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

# Written by tools/stubs.py.

from typing import Any

def adaptive_avg_pool1d(input: Any, output_size: Any) -> Any:
    """Return the means of as many windows along the last axis, evenly spread."""

def adaptive_avg_pool2d(input: Any, output_size: Any) -> Any:
    """Return the means of as many windows along the last two axes, evenly spread."""

def adaptive_avg_pool3d(input: Any, output_size: Any) -> Any:
    """Return the means of as many windows along the last three axes, evenly spread."""

def adaptive_max_pool1d(
    input: Any, output_size: Any, return_indices: bool = False
) -> Any:
    """Return the maxima of as many windows along the last axis, evenly spread."""

def adaptive_max_pool2d(
    input: Any, output_size: Any, return_indices: bool = False
) -> Any:
    """Return the maxima of as many windows along the last two axes, evenly spread."""

def avg_pool1d(
    input: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: int = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Any:
    """Return the means of windows of ``(N, C, L)``; ``stride`` None: the window."""

def avg_pool2d(
    input: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: int = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Any:
    """Return the means of windows of ``(N, C, H, W)``; ``stride`` None: the window."""

def avg_pool3d(
    input: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: int = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Any:
    """Return the means of windows of ``(N, C, D, H, W)``; ``stride`` None: the window."""

def batch_norm(
    input: Any,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Any:
    """Return ``(N, C, ...)`` normalised by channel; in training by the batch's statistics."""

def binary_cross_entropy(
    input: Any, target: Any, weight: Any = None, reduction: str = "mean"
) -> Any:
    """Return the cross entropy of probabilities."""

def binary_cross_entropy_with_logits(
    input: Any,
    target: Any,
    weight: Any = None,
    reduction: str = "mean",
    pos_weight: Any = None,
) -> Any:
    """Return the cross entropy of the sigmoids of ``input``."""

def conv1d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    groups: int = 1,
) -> Any:
    """Return the convolution of ``(N, C, L)`` or ``(C, L)``."""

def conv2d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    groups: int = 1,
) -> Any:
    """Return the convolution of ``(N, C, H, W)`` or ``(C, H, W)``."""

def conv3d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    groups: int = 1,
) -> Any:
    """Return the convolution of ``(N, C, D, H, W)`` or ``(C, D, H, W)``."""

def conv_transpose2d(
    input: Any,
    weight: Any,
    bias: Any = None,
    stride: int = 1,
    padding: int = 0,
    output_padding: int = 0,
    groups: int = 1,
    dilation: int = 1,
) -> Any:
    """Return the transpose of a convolution, applied to ``(N, in, H, W)``."""

def cosine_embedding_loss(
    input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: str = "mean"
) -> Any:
    """Return how far pairs are from alike (``target`` 1) or from unlike (-1)."""

def dropout(
    input: Any, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Any:
    """Return ``input`` with elements set to zero with probability ``p``."""

def dropout2d(
    input: Any, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Any:
    """Return ``input`` with whole channels set to zero with probability ``p``."""

def elu(input: Any, alpha: float = 1.0, inplace: bool = False) -> Any:
    """Return ``input`` where it is positive and ``alpha (e^input - 1)`` elsewhere."""

def elu_(input: Any, alpha: float = 1.0) -> Any:
    """Set the elements to the exponential linear unit of them."""

def embedding(
    input: Any,
    weight: Any,
    padding_idx: int | None = None,
    max_norm: Any = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
) -> Any:
    """Return the rows of ``weight`` at ``input``; that at ``padding_idx`` is fixed."""

def flatten(input: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    """Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one."""

def fold(
    input: Any,
    output_size: Any,
    kernel_size: Any,
    dilation: int = 1,
    padding: int = 0,
    stride: int = 1,
) -> Any:
    """Return the patches of ``unfold`` added up again."""

def glu(input: Any, dim: int = -1) -> Any:
    """Return ``a * sigmoid(b)`` of the halves along ``dim``."""

def grid_sample(
    input: Any,
    grid: Any,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Any:
    """Return ``(N, C, ...)`` read at the places of a grid."""

def group_norm(
    input: Any,
    num_groups: int,
    weight: Any = None,
    bias: Any = None,
    eps: float = 1e-05,
) -> Any:
    """Return ``input`` normalised in groups of channels."""

def hardtanh(
    input: Any, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Any:
    """Return ``input`` brought into ``[min_val, max_val]``."""

def hardtanh_(input: Any, min_val: float = -1.0, max_val: float = 1.0) -> Any:
    """Bring the elements into ``[min_val, max_val]``."""

def interpolate(
    input: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Any:
    """Return ``(N, C, ...)`` with other sizes behind the channels."""

def kl_div(
    input: Any, target: Any, reduction: str = "mean", log_target: bool = False
) -> Any:
    """Return the divergence of ``target`` from ``input``, which are logarithms."""

def leaky_relu(input: Any, negative_slope: float = 0.01) -> Any:
    """Return ``input`` where it is positive, ``negative_slope * input`` elsewhere."""

def log_softmax(input: Any, dim: int | None = None, *, dtype: Any = None) -> Any:
    """Return the logarithm of the softmax along ``dim``."""

def logsigmoid(input: Any) -> Any:
    """Return the logarithm of the sigmoid."""

def max_pool2d(
    input: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: int = 0,
    dilation: int = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the maxima of windows of ``(N, C, H, W)``."""

def max_unpool2d(
    input: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: int = 0,
    output_size: Any = None,
) -> Any:
    """Return ``(N, C, H, W)``: the maxima at their places, zeros elsewhere."""

def mish(input: Any) -> Any:
    """Return ``input * tanh(softplus(input))``."""

def nll_loss(
    input: Any,
    target: Any,
    weight: Any = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Any:
    """Return the mean of what ``input`` has, negative, at the classes."""

def normalize(input: Any, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Any:
    """Return ``input``, its norms along ``dim`` 1."""

def one_hot(tensor: Any, num_classes: int = -1) -> Any:
    """Return 1 at the class along a new axis, 0 elsewhere; int64."""

def pad(
    input: Any, pad: Any, mode: str = "constant", value: float | None = None
) -> Any:
    """Return ``input`` with elements added around it."""

def pixel_shuffle(input: Any, upscale_factor: int) -> Any:
    """Return ``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``."""

def prelu(input: Any, weight: Any) -> Any:
    """Return ``input`` where it is positive, ``weight * input`` elsewhere."""

def relu(input: Any, inplace: bool = False) -> Any:
    """Return ``max(input, 0)``."""

def relu6(input: Any, inplace: bool = False) -> Any:
    """Return ``min(max(input, 0), 6)``."""

def relu_(input: Any) -> Any:
    """Set the negative elements to 0."""

def selu(input: Any) -> Any:
    """Return the scaled exponential linear unit."""

def sigmoid_(input: Any) -> Any:
    """Set the elements to their logistic functions."""

def silu(input: Any, inplace: bool = False) -> Any:
    """Return ``input * sigmoid(input)``."""

def smooth_l1_loss(
    input: Any, target: Any, reduction: str = "mean", beta: float = 1.0
) -> Any:
    """Return the Huber loss with its quadratic part up to ``beta``, over ``beta``."""

def soft_margin_loss(input: Any, target: Any, reduction: str = "mean") -> Any:
    """Return ``log(1 + exp(-target * input))``."""

def softmax(input: Any, dim: int | None = None, dtype: Any = None) -> Any:
    """Return the softmax along ``dim``."""

def threshold(input: Any, threshold: float, value: float, inplace: bool = False) -> Any:
    """Return ``input`` where it is above ``threshold``, ``value`` elsewhere."""

def threshold_(input: Any, threshold: float, value: float) -> Any:
    """Set the elements to a value where they are not above a threshold."""

def unfold(
    input: Any, kernel_size: Any, dilation: int = 1, padding: int = 0, stride: int = 1
) -> Any:
    """Return the patches of ``(N, C, H, W)``, one a column."""

def upsample(
    input: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Any:
    """Return ``(N, C, ...)`` with other sizes behind the channels."""
