"""The operators of ``mint.nn.functional`` that have other arguments there, as a table.

:mod:`srcad.ops._forwarding` reads it; ``renamed.pyi`` tells type checkers of them.
"""

from srcad import ops
from srcad.mint.nn import arguments
from srcad.ops._forwarding import forwarding_functions
from srcad.ops.in_place import written
from srcad.ops.resizing import interpolated

ROWS = """
dropout(input, p=0.5, training=True, inplace=False)
    -> ops.dropout(fresh(input, inplace), p, training)
    Return ``input`` with elements set to zero with probability ``p``.
dropout2d(input, p=0.5, training=True, inplace=False)
    -> channels_dropped(fresh(input, inplace), p, training)
    Return ``input`` with whole channels set to zero with probability ``p``.
elu(input, alpha=1.0, inplace=False) -> ops.elu(fresh(input, inplace), alpha)
    Return ``input`` where it is positive and ``alpha (e^input - 1)`` elsewhere.
relu(input, inplace=False) -> ops.relu(fresh(input, inplace))
    Return ``max(input, 0)``.
relu6(input, inplace=False) -> ops.relu6(fresh(input, inplace))
    Return ``min(max(input, 0), 6)``.
silu(input, inplace=False) -> ops.silu(fresh(input, inplace))
    Return ``input * sigmoid(input)``.
hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False)
    -> ops.hardtanh(fresh(input, inplace), min_val, max_val)
    Return ``input`` brought into ``[min_val, max_val]``.
elu_(input, alpha=1.0) -> written(input, ops.elu(input, alpha))
    Set the elements to the exponential linear unit of them.
hardtanh_(input, min_val=-1.0, max_val=1.0)
    -> written(input, ops.hardtanh(input, min_val, max_val))
    Bring the elements into ``[min_val, max_val]``.
relu_(input) -> written(input, ops.relu(input))
    Set the negative elements to 0.
sigmoid_(input) -> input.sigmoid_()
    Set the elements to their logistic functions.
threshold_(input, threshold: float, value: float)
    -> written(input, ops.threshold(input, threshold, value))
    Set the elements to a value where they are not above a threshold.
mish(input) -> ops.mish(input)
    Return ``input * tanh(softplus(input))``.
selu(input) -> ops.selu(input)
    Return the scaled exponential linear unit.
leaky_relu(input, negative_slope=0.01) -> ops.leaky_relu(input, negative_slope)
    Return ``input`` where it is positive, ``negative_slope * input`` elsewhere.
log_softmax(input, dim: int | None = None, *, dtype=None)
    -> ops.log_softmax(input if dtype is None else ops.cast(input, dtype),
    implicit_axis(dim, input.ndim))
    Return the logarithm of the softmax along ``dim``.
softmax(input, dim: int | None = None, dtype=None)
    -> ops.softmax(input if dtype is None else ops.cast(input, dtype),
    implicit_axis(dim, input.ndim))
    Return the softmax along ``dim``.
conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
    -> convolved(input, weight, bias, stride, padding, dilation, groups, 1)
    Return the convolution of ``(N, C, L)`` or ``(C, L)``.
conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
    -> convolved(input, weight, bias, stride, padding, dilation, groups, 2)
    Return the convolution of ``(N, C, H, W)`` or ``(C, H, W)``.
conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
    -> convolved(input, weight, bias, stride, padding, dilation, groups, 3)
    Return the convolution of ``(N, C, D, H, W)`` or ``(C, D, H, W)``.
conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0,
    groups=1, dilation=1)
    -> transposed(input, weight, bias, stride, padding, output_padding, groups,
    dilation)
    Return the transpose of a convolution, applied to ``(N, in, H, W)``.
batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
    momentum=0.1, eps=1e-5)
    -> normalized_by_batch(input, running_mean, running_var, weight, bias, training,
    momentum, eps)
    Return ``(N, C, ...)`` normalised by channel; in training by the batch's statistics.
smooth_l1_loss(input, target, reduction="mean", beta=1.0)
    -> ops.smooth_l1_loss(input, target, beta, reduction)
    Return the Huber loss with its quadratic part up to ``beta``, over ``beta``.
adaptive_avg_pool1d(input, output_size) -> ops.adaptive_avg_pool1d(input, output_size)
    Return the means of as many windows along the last axis, evenly spread.
adaptive_avg_pool2d(input, output_size) -> ops.adaptive_avg_pool2d(input, output_size)
    Return the means of as many windows along the last two axes, evenly spread.
adaptive_avg_pool3d(input, output_size) -> ops.adaptive_avg_pool3d(input, output_size)
    Return the means of as many windows along the last three axes, evenly spread.
adaptive_max_pool1d(input, output_size, return_indices=False)
    -> ops.adaptive_max_pool1d(input, output_size, return_indices)
    Return the maxima of as many windows along the last axis, evenly spread.
adaptive_max_pool2d(input, output_size, return_indices=False)
    -> ops.adaptive_max_pool2d(input, output_size, return_indices)
    Return the maxima of as many windows along the last two axes, evenly spread.
avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True)
    -> ops.avg_pool1d(input, kernel_size, kernel_size if stride is None else stride,
    padding, ceil_mode, count_include_pad)
    Return the means of windows of ``(N, C, L)``; ``stride`` None: the window.
avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override: int | None = None)
    -> ops.avg_pool2d(input, kernel_size, kernel_size if stride is None else stride,
    padding, ceil_mode, count_include_pad, divisor(divisor_override))
    Return the means of windows of ``(N, C, H, W)``; ``stride`` None: the window.
avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False,
    count_include_pad=True, divisor_override: int | None = None)
    -> ops.avg_pool3d(input, kernel_size, kernel_size if stride is None else stride,
    padding, ceil_mode, count_include_pad, divisor(divisor_override))
    Return the means of windows of ``(N, C, D, H, W)``; ``stride`` None: the window.
binary_cross_entropy(input, target, weight=None, reduction="mean")
    -> ops.binary_cross_entropy(input, target, weight, reduction)
    Return the cross entropy of probabilities.
binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean",
    pos_weight=None)
    -> ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight,
    reduction)
    Return the cross entropy of the sigmoids of ``input``.
cosine_embedding_loss(input1, input2, target, margin=0.0, reduction="mean")
    -> ops.cosine_embedding_loss(input1, input2, target, margin, reduction)
    Return how far pairs are from alike (``target`` 1) or from unlike (-1).
embedding(input, weight, padding_idx: int | None = None, max_norm=None,
    norm_type=2.0, scale_grad_by_freq=False)
    -> ops.embedding(input, weight, padding_idx, max_norm, norm_type,
    scale_grad_by_freq)
    Return the rows of ``weight`` at ``input``; that at ``padding_idx`` is fixed.
flatten(input, start_dim=0, end_dim=-1)
    -> ops.flatten(input, start_dim=start_dim, end_dim=end_dim)
    Return ``input`` with the axes from ``start_dim`` to ``end_dim`` as one.
fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1)
    -> ops.fold(input, output_size, kernel_size, dilation, padding, stride)
    Return the patches of ``unfold`` added up again.
glu(input, dim=-1) -> ops.glu(input, dim)
    Return ``a * sigmoid(b)`` of the halves along ``dim``.
grid_sample(input, grid, mode="bilinear", padding_mode="zeros",
    align_corners: bool | None = None)
    -> ops.grid_sample(input, grid, mode, padding_mode, align_corners)
    Return ``(N, C, ...)`` read at the places of a grid.
group_norm(input, num_groups: int, weight=None, bias=None, eps=1e-5)
    -> ops.group_norm(input, num_groups, weight, bias, eps)
    Return ``input`` normalised in groups of channels.
interpolate(input, size=None, scale_factor=None, mode="nearest",
    align_corners: bool | None = None, recompute_scale_factor: bool | None = None)
    -> interpolated(input, size, scale_factor, mode, align_corners,
    recompute_scale_factor, True)
    Return ``(N, C, ...)`` with other sizes behind the channels.
upsample(input, size=None, scale_factor=None, mode="nearest",
    align_corners: bool | None = None)
    -> interpolated(input, size, scale_factor, mode, align_corners, None, True)
    Return ``(N, C, ...)`` with other sizes behind the channels.
kl_div(input, target, reduction="mean", log_target=False)
    -> ops.kl_div(input, ops.exp(target) if log_target else target, reduction)
    Return the divergence of ``target`` from ``input``, which are logarithms.
logsigmoid(input) -> ops.logsigmoid(input)
    Return the logarithm of the sigmoid.
max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
    return_indices=False)
    -> ops.max_pool2d(input, kernel_size, stride, padding, dilation, return_indices,
    ceil_mode)
    Return the maxima of windows of ``(N, C, H, W)``.
max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None)
    -> ops.max_unpool2d(input, indices, kernel_size, stride, padding, output_size)
    Return ``(N, C, H, W)``: the maxima at their places, zeros elsewhere.
nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean")
    -> ops.nll_loss(input, target, weight, ignore_index, reduction)
    Return the mean of what ``input`` has, negative, at the classes.
normalize(input, p=2.0, dim=1, eps=1e-12)
    -> input / ops.maximum(ops.norm(input, p, dim, True), eps)
    Return ``input``, its norms along ``dim`` 1.
one_hot(tensor, num_classes=-1) -> ops.one_hot(tensor, known_classes(num_classes))
    Return 1 at the class along a new axis, 0 elsewhere; int64.
pad(input, pad, mode="constant", value: float | None = None)
    -> ops.pad(input, pad, mode, value)
    Return ``input`` with elements added around it.
pixel_shuffle(input, upscale_factor: int) -> ops.pixel_shuffle(input, upscale_factor)
    Return ``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``.
prelu(input, weight) -> ops.prelu(input, weight)
    Return ``input`` where it is positive, ``weight * input`` elsewhere.
soft_margin_loss(input, target, reduction="mean")
    -> ops.soft_margin_loss(input, target, reduction)
    Return ``log(1 + exp(-target * input))``.
threshold(input, threshold: float, value: float, inplace=False)
    -> ops.threshold(fresh(input, inplace), threshold, value)
    Return ``input`` where it is above ``threshold``, ``value`` elsewhere.
unfold(input, kernel_size, dilation=1, padding=0, stride=1)
    -> ops.unfold(input, kernel_size, dilation, padding, stride)
    Return the patches of ``(N, C, H, W)``, one a column.
"""

_SPACE = {
    "ops": ops,
    "interpolated": interpolated,
    "written": written,
    **{name: getattr(arguments, name) for name in arguments.__all__},
}
globals().update(forwarding_functions(ROWS, _SPACE, __file__, __name__))
