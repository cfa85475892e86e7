"""The operators of ``mint.nn.functional`` that have other arguments there, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.ops._forwarding import forwarding_functions

ROWS = """
dropout(input, p=0.5, training=True) -> ops.dropout(input, p, training)
    Return ``input`` with elements set to zero with probability ``p``.
leaky_relu(input, negative_slope=0.01) -> ops.leaky_relu(input, negative_slope)
    Return ``input`` where it is positive, ``negative_slope * input`` elsewhere.
log_softmax(input, dim=-1, *, dtype=None)
    -> ops.log_softmax(input if dtype is None else ops.cast(input, dtype), dim)
    Return the logarithm of the softmax along ``dim``.
softmax(input, dim=-1, *, dtype=None)
    -> ops.softmax(input if dtype is None else ops.cast(input, dtype), dim)
    Return the softmax along ``dim``.
smooth_l1_loss(input, target, reduction="mean", beta=1.0)
    -> ops.smooth_l1_loss(input, target, beta, reduction)
    Return the Huber loss with its quadratic part up to ``beta``, over ``beta``.
adaptive_avg_pool1d(input, output_size) -> ops.adaptive_avg_pool1d(input, output_size)
    Return the means of as many windows along the last axis, evenly spread.
adaptive_avg_pool2d(input, output_size) -> ops.adaptive_avg_pool2d(input, output_size)
    Return the means of as many windows along the last two axes, evenly spread.
avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override: int | None = None)
    -> ops.avg_pool2d(input, kernel_size, kernel_size if stride is None else stride,
    padding, ceil_mode, count_include_pad, divisor_override or 0)
    Return the means of windows of ``(N, C, H, W)``; ``stride`` None: the window.
binary_cross_entropy(input, target, weight=None, reduction="mean")
    -> ops.binary_cross_entropy(input, target, weight, reduction)
    Return the cross entropy of probabilities.
embedding(input, weight, padding_idx: int | None = None)
    -> ops.embedding(input, weight, padding_idx)
    Return the rows of ``weight`` at ``input``; that at ``padding_idx`` is fixed.
flatten(input, start_dim=0, end_dim=-1)
    -> ops.flatten(input, start_dim=start_dim, end_dim=end_dim)
    Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one.
fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1)
    -> ops.fold(input, output_size, kernel_size, dilation, padding, stride)
    Return the patches of ``unfold`` added up again.
glu(input, dim=-1) -> ops.glu(input, dim)
    Return ``a * sigmoid(b)`` of the halves along ``dim``.
group_norm(input, num_groups: int, weight=None, bias=None, eps=1e-5)
    -> ops.group_norm(input, num_groups, weight, bias, eps)
    Return ``input`` normalised in groups of channels.
interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None)
    -> ops.interpolate(input, size, scale_factor, mode, align_corners,
    recompute_scale_factor)
    Return ``(N, C, ...)`` with other sizes behind the channels.
kl_div(input, target, reduction="mean", log_target=False)
    -> ops.kl_div(input, ops.exp(target) if log_target else target, reduction)
    Return the divergence of ``target`` from ``input``, which are logarithms.
logsigmoid(input) -> ops.logsigmoid(input)
    Return the logarithm of the sigmoid.
max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, *, ceil_mode=False,
    return_indices=False)
    -> ops.max_pool2d(input, kernel_size, stride, padding, dilation, return_indices,
    ceil_mode)
    Return the maxima of windows of ``(N, C, H, W)``.
nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean")
    -> ops.nll_loss(input, target, weight, ignore_index, reduction)
    Return the mean of what ``input`` has, negative, at the classes.
normalize(input, p=2.0, dim=1, eps=1e-12)
    -> input / ops.maximum(ops.norm(input, p, dim, True), eps)
    Return ``input``, its norms along ``dim`` 1.
one_hot(tensor, num_classes: int) -> ops.one_hot(tensor, num_classes)
    Return 1 at the class along a new axis, 0 elsewhere; int64.
pad(input, pad, mode="constant", value=0.0) -> ops.pad(input, pad, mode, value)
    Return ``input`` with elements added around it.
pixel_shuffle(input, upscale_factor: int) -> ops.pixel_shuffle(input, upscale_factor)
    Return ``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``.
prelu(input, weight) -> ops.prelu(input, weight)
    Return ``input`` where it is positive, ``weight * input`` elsewhere.
soft_margin_loss(input, target, reduction="mean")
    -> ops.soft_margin_loss(input, target, reduction)
    Return ``log(1 + exp(-target * input))``.
threshold(input, threshold: float, value: float)
    -> ops.threshold(input, threshold, value)
    Return ``input`` where it is above ``threshold``, ``value`` elsewhere.
unfold(input, kernel_size, dilation=1, padding=0, stride=1)
    -> ops.unfold(input, kernel_size, dilation, padding, stride)
    Return the patches of ``(N, C, H, W)``, one a column.
"""

globals().update(forwarding_functions(ROWS, {"ops": ops}, __file__, __name__))
