"""What takes more than a few NumPy expressions, printed whole into modules."""

from srcad.ops.kernels.bessel import bessel_i_of, bessel_j_of, bessel_k_of, bessel_y_of
from srcad.ops.kernels.boxes import kept_boxes
from srcad.ops.kernels.convolution import (
    convolution,
    convolution_input_gradient,
    convolution_weight_gradient,
)
from srcad.ops.kernels.incomplete_gamma import gamma_density, incomplete_gamma
from srcad.ops.kernels.pooling import (
    adaptive_average_pool,
    adaptive_average_pool_gradient,
    average_pool,
    average_pool_gradient,
    max_pool,
    max_pool_gradient,
    max_pool_pick,
)
from srcad.ops.kernels.special import complementary_error_function, error_function

__all__ = [
    "adaptive_average_pool",
    "adaptive_average_pool_gradient",
    "average_pool",
    "average_pool_gradient",
    "bessel_i_of",
    "bessel_j_of",
    "bessel_k_of",
    "bessel_y_of",
    "complementary_error_function",
    "convolution",
    "convolution_input_gradient",
    "convolution_weight_gradient",
    "error_function",
    "gamma_density",
    "incomplete_gamma",
    "kept_boxes",
    "max_pool",
    "max_pool_gradient",
    "max_pool_pick",
]
