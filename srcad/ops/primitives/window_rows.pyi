"""Classes of operators over windows: pooling, convolution, regions; as a table.

:mod:`srcad.ops._forwarding` reads it; ``window_rows.pyi`` tells type checkers of them.
Layouts are channels first. Raises ValueError for other layouts.
"""

# Written by tools/stubs.py.

from typing import Any

from srcad.ops._primitive import Primitive

__all__ = [
    "IOU",
    "AdaptiveAvgPool2D",
    "AdaptiveAvgPool3D",
    "AdaptiveMaxPool2D",
    "AffineGrid",
    "AvgPool3D",
    "BatchToSpaceND",
    "Bernoulli",
    "BoundingBoxDecode",
    "BoundingBoxEncode",
    "ChannelShuffle",
    "CheckValid",
    "Conv3D",
    "Conv3DTranspose",
    "CropAndResize",
    "GridSampler2D",
    "GridSampler3D",
    "MaxPool3D",
    "MaxPool3DWithArgmax",
    "MaxPoolWithArgmax",
    "MaxPoolWithArgmaxV2",
    "MaxUnpool2D",
    "MaxUnpool3D",
    "Multinomial",
    "NMSWithMask",
    "PadV3",
    "ROIAlign",
    "RandomCategorical",
    "RandomChoiceWithMask",
    "RandomShuffle",
    "SpaceToBatchND",
    "StandardLaplace",
    "UniformInt",
    "UpsampleNearest3D",
    "UpsampleTrilinear3D",
]

class AdaptiveAvgPool2D(Primitive):
    """The means of as many windows of ``(N, C, H, W)``."""

    def __init__(self: Any, output_size: Any) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class AdaptiveAvgPool3D(Primitive):
    """The means of as many windows of ``(N, C, D, H, W)``."""

    def __init__(self: Any, output_size: Any) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class AdaptiveMaxPool2D(Primitive):
    """The maxima of as many windows of ``(N, C, H, W)``, and their int64 places."""

    def __init__(self: Any, output_size: Any) -> None: ...
    def __call__(self: Any, input: Any) -> Any: ...

class AffineGrid(Primitive):
    """The grids of affine maps."""

    def __init__(self: Any, align_corners: bool = False) -> None: ...
    def __call__(self: Any, theta: Any, size: Any) -> Any: ...

class AvgPool3D(Primitive):
    """The means of windows of ``(N, C, D, H, W)``."""

    def __init__(
        self: Any,
        kernel_size: int = 1,
        strides: int = 1,
        pad_mode: str = "valid",
        pad: int = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int = 0,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class BatchToSpaceND(Primitive):
    """Images as the pixels of blocks."""

    def __init__(self: Any, block_shape: Any, crops: Any) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class Bernoulli(Primitive):
    """Ones, as likely as ``p`` says, and zeros."""

    def __init__(self: Any, seed: int = -1, offset: int = 0) -> None: ...
    def __call__(self: Any, x: Any, p: float = 0.5) -> Any: ...

class BoundingBoxDecode(Primitive):
    """The boxes that were encoded."""

    def __init__(
        self: Any,
        max_shape: Any,
        means: Any = ...,
        stds: Any = ...,
        wh_ratio_clip: float = 0.016,
    ) -> None: ...
    def __call__(self: Any, anchor_box: Any, deltas: Any) -> Any: ...

class BoundingBoxEncode(Primitive):
    """What leads from anchors to boxes."""

    def __init__(self: Any, means: Any = ..., stds: Any = ...) -> None: ...
    def __call__(self: Any, anchor_box: Any, groundtruth_box: Any) -> Any: ...

class ChannelShuffle(Primitive):
    """The channels of the groups in turn."""

    def __init__(self: Any, group: int) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class CheckValid(Primitive):
    """Whether boxes lie inside of an image."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, bboxes: Any, img_metas: Any) -> Any: ...

class Conv3D(Primitive):
    """The convolution of ``(N, C, D, H, W)``."""

    def __init__(
        self: Any,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: int = 0,
        stride: int = 1,
        dilation: int = 1,
        group: int = 1,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self: Any, x: Any, weight: Any) -> Any: ...

class Conv3DTranspose(Primitive):
    """The transpose of a convolution over three axes."""

    def __init__(
        self: Any,
        in_channel: int,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: int = 0,
        stride: int = 1,
        dilation: int = 1,
        group: int = 1,
        output_padding: int = 0,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self: Any, dout: Any, weight: Any) -> Any: ...

class CropAndResize(Primitive):
    """Boxes of images in one size."""

    def __init__(
        self: Any, method: str = "bilinear", extrapolation_value: float = 0.0
    ) -> None: ...
    def __call__(
        self: Any, image: Any, boxes: Any, box_indices: Any, crop_size: Any
    ) -> Any: ...

class GridSampler2D(Primitive):
    """An image, read at the points of a grid."""

    def __init__(
        self: Any,
        interpolation_mode: str = "bilinear",
        padding_mode: str = "zeros",
        align_corners: bool = False,
    ) -> None: ...
    def __call__(self: Any, input_x: Any, grid: Any) -> Any: ...

class GridSampler3D(Primitive):
    """A body, read at the points of a grid."""

    def __init__(
        self: Any,
        interpolation_mode: str = "bilinear",
        padding_mode: str = "zeros",
        align_corners: bool = False,
    ) -> None: ...
    def __call__(self: Any, input_x: Any, grid: Any) -> Any: ...

class IOU(Primitive):
    """What share boxes have in common."""

    def __init__(self: Any, mode: str = "iou") -> None: ...
    def __call__(self: Any, anchor_boxes: Any, gt_boxes: Any) -> Any: ...

class MaxPool3D(Primitive):
    """The maxima of windows of ``(N, C, D, H, W)``."""

    def __init__(
        self: Any,
        kernel_size: int = 1,
        strides: int = 1,
        pad_mode: str = "VALID",
        pad_list: int = 0,
        ceil_mode: Any = None,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class MaxPool3DWithArgmax(Primitive):
    """The maxima of windows of ``(N, C, D, H, W)``, and their places."""

    def __init__(
        self: Any,
        ksize: Any,
        strides: Any,
        pads: Any,
        dilation: Any = ...,
        ceil_mode: bool = False,
        data_format: str = "NCDHW",
        argmax_type: Any = ...,
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class MaxPoolWithArgmax(Primitive):
    """The maxima of windows of ``(N, C, H, W)``, and their int32 places."""

    def __init__(
        self: Any,
        kernel_size: int = 1,
        strides: int = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class MaxPoolWithArgmaxV2(Primitive):
    """The maxima of windows of ``(N, C, H, W)``, and their places."""

    def __init__(
        self: Any,
        kernel_size: Any,
        strides: Any = None,
        pads: int = 0,
        dilation: Any = ...,
        ceil_mode: bool = False,
        argmax_type: Any = ...,
    ) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class MaxUnpool2D(Primitive):
    """The maxima at their places, zeros elsewhere."""

    def __init__(
        self: Any,
        ksize: Any,
        strides: int = 0,
        pads: int = 0,
        output_shape: Any = ...,
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self: Any, x: Any, argmax: Any) -> Any: ...

class MaxUnpool3D(Primitive):
    """The maxima at their places, zeros elsewhere."""

    def __init__(
        self: Any,
        ksize: Any,
        strides: int = 0,
        pads: int = 0,
        output_shape: Any = ...,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self: Any, x: Any, argmax: Any) -> Any: ...

class Multinomial(Primitive):
    """Random numbers of classes, by their weights."""

    def __init__(
        self: Any, seed: int = 0, seed2: int = 0, dtype: Any = ...
    ) -> None: ...
    def __call__(self: Any, x: Any, num_samples: Any) -> Any: ...

class NMSWithMask(Primitive):
    """Boxes, the best score first, and which of them no better one covers."""

    def __init__(self: Any, iou_threshold: float = 0.5) -> None: ...
    def __call__(self: Any, bboxes: Any) -> Any: ...

class PadV3(Primitive):
    """Elements around ``x``, the last axis first."""

    def __init__(
        self: Any, mode: str = "constant", paddings_contiguous: bool = True
    ) -> None: ...
    def __call__(
        self: Any, x: Any, paddings: Any, constant_value: Any = None
    ) -> Any: ...

class ROIAlign(Primitive):
    """The means of bins of regions."""

    def __init__(
        self: Any,
        pooled_height: int,
        pooled_width: int,
        spatial_scale: float,
        sample_num: int = 2,
        roi_end_mode: int = 1,
    ) -> None: ...
    def __call__(self: Any, features: Any, rois: Any) -> Any: ...

class RandomCategorical(Primitive):
    """Random numbers of classes, by the logarithms of their weights."""

    def __init__(self: Any, dtype: Any = ...) -> None: ...
    def __call__(self: Any, logits: Any, num_sample: Any, seed: int = 0) -> Any: ...

class RandomChoiceWithMask(Primitive):
    """Places of elements that are true, in a random order, and which of them there are."""

    def __init__(
        self: Any, count: int = 256, seed: int = 0, seed2: int = 0
    ) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class RandomShuffle(Primitive):
    """The Tensor with its first axis in a random order."""

    def __init__(self: Any, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self: Any, x: Any) -> Any: ...

class SpaceToBatchND(Primitive):
    """Pixels of blocks as images of their own."""

    def __init__(self: Any, block_shape: Any, paddings: Any) -> None: ...
    def __call__(self: Any, input_x: Any) -> Any: ...

class StandardLaplace(Primitive):
    """Random numbers from the Laplace distribution."""

    def __init__(self: Any, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self: Any, shape: Any) -> Any: ...

class UniformInt(Primitive):
    """Random int32 numbers from ``minval`` on, below ``maxval``."""

    def __init__(self: Any, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self: Any, shape: Any, minval: Any, maxval: Any) -> Any: ...

class UpsampleNearest3D(Primitive):
    """``(N, C, D, H, W)`` in another size, each element that of the nearest."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any, x: Any, output_size: Any = None, scales: Any = None
    ) -> Any: ...

class UpsampleTrilinear3D(Primitive):
    """``(N, C, D, H, W)`` in another size, linear between elements."""

    def __init__(self: Any, align_corners: bool = False) -> None: ...
    def __call__(
        self: Any, x: Any, output_size: Any = None, scales: Any = None
    ) -> Any: ...
