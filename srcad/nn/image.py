"""Layers over images ``(N, C, H, W)``: gradients, comparisons, cuts, other sizes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcad import ops
from srcad.cell import Cell
from srcad.nn.checking import check_float
from srcad.tensor import Tensor


class ImageGradients(Cell):
    """The differences of neighbours, down and across; zeros in the last line."""

    def construct(self, images: Any) -> Any:
        """Return ``(dy, dx)``, each of the shape of ``images``."""
        dy = images[:, :, 1:, :] - images[:, :, :-1, :]
        dx = images[:, :, :, 1:] - images[:, :, :, :-1]
        return ops.pad(dy, (0, 0, 0, 1)), ops.pad(dx, (0, 1))


class _Comparison(Cell):
    """What SSIM and MSSSIM share: a Gaussian window, and the two constants."""

    def __init__(
        self,
        max_val: float,
        filter_size: int,
        filter_sigma: float,
        k1: float,
        k2: float,
    ) -> None:
        super().__init__()
        if max_val <= 0 or filter_size < 1 or filter_sigma <= 0:
            raise ValueError(
                f"For '{self.cls_name}', max_val, filter_size and filter_sigma must be "
                f"positive, but got {max_val}, {filter_size} and {filter_sigma}."
            )
        self.max_val = max_val
        self.filter_size = filter_size
        self.k1 = k1
        self.k2 = k2
        places = np.arange(filter_size) - (filter_size - 1) / 2
        line = np.exp(-0.5 * (places / filter_sigma) ** 2)
        window = np.outer(line, line) / np.sum(line) ** 2
        self.window = Tensor(window[None, None])

    def _means(self, images: Any) -> Any:
        """The weighed means of all windows, of each channel by itself."""
        window = ops.cast(self.window, images.dtype)
        height, width = images.shape[2], images.shape[3]
        flat = ops.reshape(images, (-1, 1, height, width))
        means = ops.conv2d(flat, window, None, 1, "valid")
        sizes = (images.shape[0], images.shape[1], means.shape[2], means.shape[3])
        return ops.reshape(means, sizes)

    def _compared(self, img1: Any, img2: Any) -> Any:
        """The similarity and its part without luminance, ``(N, C)`` each."""
        c1, c2 = (self.k1 * self.max_val) ** 2, (self.k2 * self.max_val) ** 2
        mu1, mu2 = self._means(img1), self._means(img2)
        spread = self._means(img1 * img1) - mu1 * mu1
        spread = spread + self._means(img2 * img2) - mu2 * mu2
        covariance = self._means(img1 * img2) - mu1 * mu2
        contrast = (2 * covariance + c2) / (spread + c2)
        luminance = (2 * mu1 * mu2 + c1) / (mu1 * mu1 + mu2 * mu2 + c1)
        return ops.mean(luminance * contrast, (2, 3)), ops.mean(contrast, (2, 3))


class SSIM(_Comparison):
    """The structural similarity of two images: Wang et al. 2004."""

    def __init__(
        self,
        max_val: float = 1.0,
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ) -> None:
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)

    def construct(self, img1: Any, img2: Any) -> Any:
        """Return ``(N,)``."""
        return ops.mean(self._compared(img1, img2)[0], -1)


class MSSSIM(_Comparison):
    """The structural similarity over several scales: Wang et al. 2003."""

    def __init__(
        self,
        max_val: float = 1.0,
        power_factors: Any = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333),
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ) -> None:
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)
        self.power_factors = tuple(power_factors)

    def construct(self, img1: Any, img2: Any) -> Any:
        """Return ``(N,)``."""
        levels = len(self.power_factors)
        total = 1.0
        for level, power in enumerate(self.power_factors):
            similarity, contrast = self._compared(img1, img2)
            part = contrast if level + 1 < levels else similarity
            total = total * ops.pow(ops.relu(part), power)
            if level + 1 < levels:
                img1 = ops.avg_pool2d(img1, 2, 2)
                img2 = ops.avg_pool2d(img2, 2, 2)
        return ops.mean(total, -1)


class PSNR(Cell):
    """The ratio of the largest value to the noise, in decibels."""

    def __init__(self, max_val: float = 1.0) -> None:
        super().__init__()
        if max_val <= 0:
            raise ValueError(f"For 'PSNR', max_val must be positive: {max_val}.")
        self.max_val = max_val

    def construct(self, img1: Any, img2: Any) -> Any:
        """Return ``(N,)``: ``10 log10(max_val^2 / mean of squared differences)``."""
        error = ops.mean(ops.square(img1 - img2), (-3, -2, -1))
        return 10 * ops.log(self.max_val**2 / error) / math.log(10.0)


class CentralCrop(Cell):
    """The middle of the last two axes, that share of each size."""

    def __init__(self, central_fraction: float) -> None:
        super().__init__()
        check_float("CentralCrop", above=0, central_fraction=central_fraction)
        if central_fraction > 1:
            raise ValueError("For 'CentralCrop', central_fraction is at most 1.")
        self.central_fraction = central_fraction

    def construct(self, image: Any) -> Any:
        """Return the middle of ``(C, H, W)`` or ``(N, C, H, W)``."""
        top = self._start(image.shape[-2])
        left = self._start(image.shape[-1])
        height, width = image.shape[-2] - 2 * top, image.shape[-1] - 2 * left
        return image[..., top : top + height, left : left + width]

    def _start(self, size: Any) -> Any:
        return int((size - size * self.central_fraction) / 2)


class ResizeBilinear(Cell):
    """See ``ops.resize_bilinear``; a size, or a factor for both."""

    def __init__(self, half_pixel_centers: bool = False) -> None:
        super().__init__()
        self.half_pixel_centers = half_pixel_centers

    def construct(
        self,
        x: Any,
        size: Any = None,
        scale_factor: int | None = None,
        align_corners: bool = False,
    ) -> Any:
        """Return ``(N, C, *size)``. Raises ValueError for no size and for two."""
        if (size is None) == (scale_factor is None):
            raise ValueError(
                "For 'ResizeBilinear', one of 'size' and 'scale_factor' must be given."
            )
        if size is None:
            size = (x.shape[2] * scale_factor, x.shape[3] * scale_factor)
        return ops.resize_bilinear(x, size, align_corners, self.half_pixel_centers)


class Upsample(Cell):
    """See ``ops.interpolate``."""

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def construct(self, x: Any) -> Any:
        """Return the result."""
        return ops.interpolate(
            x,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            self.recompute_scale_factor,
        )


class PixelShuffle(Cell):
    """``(..., C r^2, H, W)`` as ``(..., C, H r, W r)``: Shi et al. 2016."""

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def construct(self, input: Any) -> Any:
        """Return the result."""
        r = self.upscale_factor
        *batch, channels, height, width = input.shape
        n = len(batch)
        parts = ops.reshape(input, (*batch, channels // (r * r), r, r, height, width))
        order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
        turned = ops.transpose(parts, order)
        return ops.reshape(turned, (*batch, channels // (r * r), height * r, width * r))


class PixelUnshuffle(Cell):
    """``(..., C, H r, W r)`` as ``(..., C r^2, H, W)``."""

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def construct(self, input: Any) -> Any:
        """Return the result."""
        r = self.downscale_factor
        *batch, channels, height, width = input.shape
        n = len(batch)
        parts = (*batch, channels, height // r, r, width // r, r)
        order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
        turned = ops.transpose(ops.reshape(input, parts), order)
        return ops.reshape(turned, (*batch, channels * r * r, height // r, width // r))
