"""The layers of ``mint.nn`` that call a function by their settings, as a table.

:mod:`srcad.ops._forwarding` reads it; ``layers.pyi`` tells type checkers of them.
"""

from srcad.cell import Cell
from srcad.mint.nn import functional
from srcad.ops._forwarding import forwarding_cells

ROWS = """
AdaptiveAvgPool1d(output_size) -> adaptive_avg_pool1d(input)
    The means of as many even windows along the last axis.
AdaptiveAvgPool2d(output_size) -> adaptive_avg_pool2d(input)
    The means of as many even windows along the last two axes.
AdaptiveAvgPool3d(output_size) -> adaptive_avg_pool3d(input)
    The means of as many even windows along the last three axes.
AdaptiveMaxPool1d(output_size, return_indices=False) -> adaptive_max_pool1d(input)
    The maxima of as many even windows along the last axis.
AdaptiveMaxPool2d(output_size, return_indices=False) -> adaptive_max_pool2d(input)
    The maxima of as many even windows along the last two axes.
AvgPool1d(kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True) -> avg_pool1d(input)
    The means of windows along the last axis.
AvgPool2d(kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None) -> avg_pool2d(input)
    The means of windows along the last two axes.
AvgPool3d(kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override=None) -> avg_pool3d(input)
    The means of windows along the last three axes.
MaxPool2d(kernel_size=1, stride=None, padding=0, dilation=1, return_indices=False,
    ceil_mode=False) -> max_pool2d(input)
    The maxima of windows along the last two axes.
MaxUnpool2d(kernel_size, stride=None, padding=0)
    -> max_unpool2d(input, indices, output_size=None)
    The way back from maxima with their places; zeros elsewhere.
ELU(alpha=1.0, inplace=False) -> elu(input)
    The exponential linear unit.
GELU(approximate="none") -> gelu(input)
    ``x Phi(x)``; with ``approximate="tanh"``, by the formula with tanh.
GLU(dim=-1) -> glu(input)
    ``a * sigmoid(b)`` of the halves along ``dim``.
Hardshrink(lambd=0.5) -> hardshrink(input)
    What is not within ``lambd`` of zero, and zero elsewhere.
Hardsigmoid() -> hardsigmoid(input)
    ``(x + 3) / 6``, brought into ``[0, 1]``.
Hardswish() -> hardswish(input)
    ``x * hardsigmoid(x)``.
Hardtanh(min_val=-1.0, max_val=1.0, inplace=False) -> hardtanh(input)
    The input brought into ``[min_val, max_val]``.
LogSigmoid() -> logsigmoid(input)
    The logarithm of the sigmoid.
LogSoftmax(dim=None) -> log_softmax(input)
    The logarithm of the softmax along ``dim``.
Mish() -> mish(input)
    ``x * tanh(softplus(x))``.
ReLU6(inplace=False) -> relu6(input)
    ``min(max(x, 0), 6)``.
SELU() -> selu(input)
    The scaled exponential linear unit.
SiLU(inplace=False) -> silu(input)
    ``x * sigmoid(x)``.
Softmax(dim=None) -> softmax(input)
    The softmax along ``dim``.
Softshrink(lambd=0.5) -> softshrink(input)
    The input drawn towards zero by ``lambd``.
Threshold(threshold, value, inplace=False) -> threshold(input)
    The input where it is above ``threshold``, ``value`` elsewhere.
BCELoss(weight=None, reduction="mean") -> binary_cross_entropy(input, target)
    The cross entropy of probabilities.
BCEWithLogitsLoss(weight=None, reduction="mean", pos_weight=None)
    -> binary_cross_entropy_with_logits(input, target)
    The cross entropy of the sigmoids of the input.
CosineEmbeddingLoss(margin=0.0, reduction="mean")
    -> cosine_embedding_loss(input1, input2, target)
    How far pairs are from alike (``target`` 1) or from unlike (-1).
KLDivLoss(reduction="mean", log_target=False) -> kl_div(input, target)
    The divergence of the target from the input, which is logarithms.
SmoothL1Loss(reduction="mean", beta=1.0) -> smooth_l1_loss(input, target)
    The Huber loss with its quadratic part up to ``beta``, over ``beta``.
SoftMarginLoss(reduction="mean") -> soft_margin_loss(input, target)
    ``log(1 + exp(-target * input))``.
Flatten(start_dim=1, end_dim=-1) -> flatten(input)
    The axes from ``start_dim`` to ``end_dim`` as one.
Fold(output_size, kernel_size, dilation=1, padding=0, stride=1) -> fold(input)
    The patches of ``Unfold`` added up again.
Unfold(kernel_size, dilation=1, padding=0, stride=1) -> unfold(input)
    The patches of ``(N, C, H, W)``, one a column.
PixelShuffle(upscale_factor) -> pixel_shuffle(input)
    ``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``.
Upsample(size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None) -> interpolate(input)
    ``(N, C, ...)`` with other sizes behind the channels.
UpsamplingNearest2d(size=None, scale_factor=None) -> interpolate(input)
    ``(N, C, H, W)`` in another size, by the nearest elements.
UpsamplingBilinear2d(size=None, scale_factor=None) -> upsampling_bilinear2d(input)
    ``(N, C, H, W)`` in another size, linear between the elements.
"""


def upsampling_bilinear2d(input, size, scale_factor):  # type: ignore[no-untyped-def]
    """Return ``(N, C, H, W)`` in another size, the corners on the corners."""
    return functional.interpolate(input, size, scale_factor, "bilinear", True)


_SPACE = {
    "Cell": Cell,
    "upsampling_bilinear2d": upsampling_bilinear2d,
    **{name: getattr(functional, name) for name in functional.__all__},
}
globals().update(forwarding_cells(ROWS, _SPACE, __file__, __name__))
