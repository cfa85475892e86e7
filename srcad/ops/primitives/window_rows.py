"""Classes of operators over windows: pooling, convolution, regions; as a table.

:mod:`srcad.ops._forwarding` reads it; ``window_rows.pyi`` tells type checkers of them.
Layouts are channels first. Raises ValueError for other layouts.
"""

from typing import Any

from srcad.dtypes import int32, int64
from srcad.ops import (
    blocks,
    boxes,
    convolutions,
    kernels,
    layout,
    random,
    resizing,
    sampling,
    shapes,
    unpooling,
)
from srcad.ops._forwarding import forwarding_primitives
from srcad.ops._primitive import Primitive
from srcad.ops.primitives.pieces import (
    channels_first,
    integer_sizes,
    padded,
    same_or_valid,
)

ROWS = """
MaxPool3D(kernel_size=1, strides=1, pad_mode="VALID", pad_list=0, ceil_mode=None,
    data_format="NCDHW")(x)
    -> max_pool_nd(channels_first("MaxPool3D", x, self.data_format),
    per_axis(self.kernel_size, 3), per_axis(self.strides, 3), self.pad_mode.lower(),
    self.pad_list, bool(self.ceil_mode))
    The maxima of windows of ``(N, C, D, H, W)``.
AvgPool3D(kernel_size=1, strides=1, pad_mode="valid", pad=0, ceil_mode=False,
    count_include_pad=True, divisor_override=0, data_format="NCDHW")(x)
    -> avg_pool_nd(channels_first("AvgPool3D", x, self.data_format),
    per_axis(self.kernel_size, 3), per_axis(self.strides, 3), self.pad_mode.lower(),
    self.pad, self.ceil_mode, self.count_include_pad, self.divisor_override)
    The means of windows of ``(N, C, D, H, W)``.
MaxPoolWithArgmax(kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW")(x)
    -> same_or_valid(channels_first("MaxPoolWithArgmax", x, self.data_format),
    self.kernel_size, self.strides, self.pad_mode)
    The maxima of windows of ``(N, C, H, W)``, and their int32 places.
MaxPoolWithArgmaxV2(kernel_size, strides=None, pads=0, dilation=(1, 1), ceil_mode=False,
    argmax_type=int64)(x)
    -> padded(x, self.kernel_size, self.strides, self.pads, self.dilation,
    self.ceil_mode, self.argmax_type, 2)
    The maxima of windows of ``(N, C, H, W)``, and their places.
MaxPool3DWithArgmax(ksize, strides, pads, dilation=(1, 1, 1), ceil_mode=False,
    data_format="NCDHW", argmax_type=int64)(x)
    -> padded(channels_first("MaxPool3DWithArgmax", x, self.data_format), self.ksize,
    self.strides, self.pads, self.dilation, self.ceil_mode, self.argmax_type, 3)
    The maxima of windows of ``(N, C, D, H, W)``, and their places.
MaxUnpool2D(ksize, strides=0, pads=0, output_shape=(), data_format="NCHW")(x, argmax)
    -> max_unpool2d(channels_first("MaxUnpool2D", x, self.data_format), argmax,
    self.ksize, self.strides or None, self.pads, self.output_shape or None)
    The maxima at their places, zeros elsewhere.
MaxUnpool3D(ksize, strides=0, pads=0, output_shape=(), data_format="NCDHW")(x, argmax)
    -> max_unpool3d(channels_first("MaxUnpool3D", x, self.data_format), argmax,
    self.ksize, self.strides or None, self.pads, self.output_shape or None)
    The maxima at their places, zeros elsewhere.
AdaptiveAvgPool2D(output_size)(input) -> adaptive_avg_pool2d(input, self.output_size)
    The means of as many windows of ``(N, C, H, W)``.
AdaptiveAvgPool3D(output_size)(input) -> adaptive_avg_pool3d(input, self.output_size)
    The means of as many windows of ``(N, C, D, H, W)``.
AdaptiveMaxPool2D(output_size)(input)
    -> adaptive_max_pool2d(input, self.output_size, True)
    The maxima of as many windows of ``(N, C, H, W)``, and their int64 places.
Conv3D(out_channel: int, kernel_size, mode=1, pad_mode="valid", pad=0, stride=1,
    dilation=1, group=1, data_format="NCDHW")(x, weight)
    -> conv3d(channels_first("Conv3D", x, self.data_format), weight, None, self.stride,
    self.pad_mode, self.pad, self.dilation, self.group)
    The convolution of ``(N, C, D, H, W)``.
Conv3DTranspose(in_channel: int, out_channel: int, kernel_size, mode=1,
    pad_mode="valid", pad=0, stride=1, dilation=1, group=1, output_padding=0,
    data_format="NCDHW")(dout, weight)
    -> conv_transpose(channels_first("Conv3DTranspose", dout, self.data_format), weight,
    None, self.stride, self.pad_mode, self.pad, self.output_padding, self.dilation,
    self.group)
    The transpose of a convolution over three axes.
ChannelShuffle(group: int)(x) -> channel_shuffle(x, self.group)
    The channels of the groups in turn.
SpaceToBatchND(block_shape, paddings)(input_x)
    -> space_to_batch_nd(input_x, self.block_shape, self.paddings)
    Pixels of blocks as images of their own.
BatchToSpaceND(block_shape, crops)(input_x)
    -> batch_to_space_nd(input_x, self.block_shape, self.crops)
    Images as the pixels of blocks.
PadV3(mode="constant", paddings_contiguous=True)(x, paddings, constant_value=None)
    -> pad(x, integer_sizes(paddings, self.paddings_contiguous), PAD_MODES[self.mode],
    constant_value)
    Elements around ``x``, the last axis first.
GridSampler2D(interpolation_mode="bilinear", padding_mode="zeros",
    align_corners=False)(input_x, grid)
    -> grid_sample(input_x, grid, self.interpolation_mode, self.padding_mode,
    self.align_corners)
    An image, read at the points of a grid.
GridSampler3D(interpolation_mode="bilinear", padding_mode="zeros",
    align_corners=False)(input_x, grid)
    -> grid_sample(input_x, grid, self.interpolation_mode, self.padding_mode,
    self.align_corners)
    A body, read at the points of a grid.
AffineGrid(align_corners=False)(theta, size)
    -> affine_grid(theta, size, self.align_corners)
    The grids of affine maps.
UpsampleNearest3D()(x, output_size=None, scales=None)
    -> interpolate(x, output_size, scales, "nearest")
    ``(N, C, D, H, W)`` in another size, each element that of the nearest.
UpsampleTrilinear3D(align_corners=False)(x, output_size=None, scales=None)
    -> interpolate(x, output_size, scales, "trilinear", self.align_corners)
    ``(N, C, D, H, W)`` in another size, linear between elements.
IOU(mode="iou")(anchor_boxes, gt_boxes) -> iou(anchor_boxes, gt_boxes, self.mode)
    What share boxes have in common.
BoundingBoxEncode(means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0))(anchor_box,
    groundtruth_box)
    -> bounding_box_encode(anchor_box, groundtruth_box, self.means, self.stds)
    What leads from anchors to boxes.
BoundingBoxDecode(max_shape, means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip=0.016)(anchor_box, deltas)
    -> bounding_box_decode(anchor_box, deltas, self.max_shape, self.means, self.stds,
    self.wh_ratio_clip)
    The boxes that were encoded.
CheckValid()(bboxes, img_metas) -> check_valid(bboxes, img_metas)
    Whether boxes lie inside of an image.
NMSWithMask(iou_threshold=0.5)(bboxes) -> without_overlaps(bboxes, self.iou_threshold)
    Boxes, the best score first, and which of them no better one covers.
ROIAlign(pooled_height: int, pooled_width: int, spatial_scale: float, sample_num=2,
    roi_end_mode=1)(features, rois)
    -> roi_align(features, rois, self.pooled_height, self.pooled_width,
    self.spatial_scale, self.sample_num, self.roi_end_mode)
    The means of bins of regions.
CropAndResize(method="bilinear", extrapolation_value=0.0)(image, boxes, box_indices,
    crop_size)
    -> crop_and_resize(image, boxes, box_indices, crop_size, self.method,
    self.extrapolation_value)
    Boxes of images in one size.
RandomChoiceWithMask(count=256, seed=0, seed2=0)(input_x)
    -> choice_with_mask(input_x, self.count)
    Places of elements that are true, in a random order, and which of them there are.
Multinomial(seed=0, seed2=0, dtype=int32)(x, num_samples)
    -> cast(multinomial(x, num_samples), self.dtype)
    Random numbers of classes, by their weights.
RandomShuffle(seed=0, seed2=0)(x) -> shuffle(x)
    The Tensor with its first axis in a random order.
RandomCategorical(dtype=int64)(logits, num_sample, seed=0)
    -> cast(random_categorical(logits, num_sample), self.dtype)
    Random numbers of classes, by the logarithms of their weights.
Bernoulli(seed=-1, offset=0)(x, p=0.5) -> bernoulli(x, p)
    Ones, as likely as ``p`` says, and zeros.
StandardLaplace(seed=0, seed2=0)(shape) -> standard_laplace(shape)
    Random numbers from the Laplace distribution.
UniformInt(seed=0, seed2=0)(shape, minval, maxval)
    -> uniform_integers(shape, minval, maxval)
    Random int32 numbers from ``minval`` on, below ``maxval``.
"""

PAD_MODES = {
    "constant": "constant",
    "reflect": "reflect",
    "edge": "replicate",
    "circular": "circular",
}
_FAMILIES: tuple[Any, ...] = (
    *(blocks, boxes, convolutions, layout, random, resizing, sampling),
    *(shapes, unpooling, kernels),
)
_SPACE = {name: vars(one)[name] for one in _FAMILIES for name in one.__all__}
_SPACE |= {
    name: getattr(convolutions, name)
    for name in ("max_pool_nd", "avg_pool_nd", "per_axis", "conv_transpose")
}
_SPACE |= {"roi_align": boxes.roi_align, "without_overlaps": boxes.without_overlaps}
_SPACE |= {"uniform_integers": random.uniform_integers, "PAD_MODES": PAD_MODES}
_SPACE |= {"channels_first": channels_first, "integer_sizes": integer_sizes}
_SPACE |= {"padded": padded, "same_or_valid": same_or_valid, "Primitive": Primitive}
_SPACE |= {"int32": int32, "int64": int64}
_MADE = forwarding_primitives(ROWS, _SPACE, __file__, __name__)
globals().update(_MADE)

__all__ = list(_MADE)
