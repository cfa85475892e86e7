"""Image layers and segments: what MindSpore on a CPU cannot say, and what is refused."""

import numpy as np
import pytest

import srcad
from srcad import Tensor, nn, ops

RANDOM = np.random.default_rng(0)
FIRST, SECOND = RANDOM.uniform(size=(2, 2, 3, 9, 8))


def windows(image, size, sigma):
    """The weighed means of all windows of a channel, one by one."""
    places = np.arange(size) - (size - 1) / 2
    line = np.exp(-(places**2) / (2 * sigma**2))
    weights = np.outer(line, line) / np.outer(line, line).sum()
    height, width = image.shape[0] - size + 1, image.shape[1] - size + 1
    return np.array(
        [
            [np.sum(image[i : i + size, j : j + size] * weights) for j in range(width)]
            for i in range(height)
        ]
    )


def similarity(x, y, size, sigma, c1=0.01**2, c2=0.03**2):
    """Equation 13 of Wang et al. 2004, averaged over a channel."""
    mx, my = windows(x, size, sigma), windows(y, size, sigma)
    vx = windows(x * x, size, sigma) - mx**2
    vy = windows(y * y, size, sigma) - my**2
    vxy = windows(x * y, size, sigma) - mx * my
    above = (2 * mx * my + c1) * (2 * vxy + c2)
    return np.mean(above / ((mx**2 + my**2 + c1) * (vx + vy + c2)))


def test_ssim_against_its_equation():
    found = nn.SSIM(filter_size=4, filter_sigma=1.2)(Tensor(FIRST), Tensor(SECOND))
    expected = [
        np.mean([similarity(x, y, 4, 1.2) for x, y in zip(a, b, strict=True)])
        for a, b in zip(FIRST, SECOND, strict=True)
    ]
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-9)
    same = nn.MSSSIM(filter_size=3, power_factors=(0.5, 0.5))
    np.testing.assert_allclose(same(Tensor(FIRST), Tensor(FIRST)).asnumpy(), 1)


def test_psnr_against_its_equation():
    error = np.mean((FIRST - SECOND) ** 2, axis=(1, 2, 3))
    found = nn.PSNR(2.0)(Tensor(FIRST), Tensor(SECOND))
    np.testing.assert_allclose(found.asnumpy(), 10 * np.log10(4 / error))


def test_insert_gradient_of():
    double = ops.InsertGradientOf(lambda dout: 2 * dout)
    x = Tensor([1.0, 2.0])
    assert (double(x) == x).all()
    gradient = srcad.grad(lambda x: (double(x * x) * 3).sum())(x)
    np.testing.assert_allclose(gradient.asnumpy(), [12, 24])


def test_segments_that_are_empty_or_not_counted():
    x, numbers = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([2, -1])
    assert ops.unsorted_segment_sum(x, numbers, 3).tolist() == [[0, 0], [0, 0], [1, 2]]
    least = np.finfo(np.float32).min
    assert ops.unsorted_segment_max(x, numbers, 3)[0].tolist() == [least, least]
    assert ops.unsorted_segment_prod(x, numbers, 3).tolist()[1] == [1, 1]


def test_sizes_of_several_axes():
    x, numbers = Tensor(np.arange(8.0).reshape(2, 2, 2)), Tensor([[0, 1], [1, 1]])
    assert ops.unsorted_segment_sum(x, numbers, 2).tolist() == [[0, 1], [12, 15]]


def test_resize_by_a_factor():
    x = Tensor(FIRST)
    half = nn.ResizeBilinear(half_pixel_centers=True)
    wide = ops.resize_bilinear(x, (18, 16), half_pixel_centers=True)
    assert (half(x, scale_factor=2) == wide).all()
    near = ops.ResizeNearestNeighbor((18, 16))(x)
    assert (ops.resize_nearest_neighbor(x, (18, 16)) == near).all()
    assert ops.interpolate(x, scale_factor=2.0).shape == (2, 3, 18, 16)


def test_what_they_refuse():
    x = Tensor(FIRST)
    for call in (
        lambda: ops.interpolate(x),
        lambda: ops.interpolate(x, (3, 3), 2.0),
        lambda: ops.interpolate(x, (3, 3), align_corners=True),
        lambda: ops.interpolate(x, (3, 3), mode="cubic"),
        lambda: ops.resize_bilinear(x, (3, 3), True, True),
        lambda: nn.ResizeBilinear()(x),
        lambda: nn.CentralCrop(1.5),
        lambda: nn.SSIM(max_val=0.0),
        lambda: nn.PSNR(0.0),
        lambda: nn.ConstantPad1d((1, 2, 3, 4), 0.0),
        lambda: nn.L1Regularizer(0.0),
    ):
        with pytest.raises(ValueError, match="For '"):
            call()
    with pytest.raises(TypeError):
        nn.ConstantPad2d(1.5, 0.0)
    with pytest.raises(TypeError):
        ops.InsertGradientOf(3)
