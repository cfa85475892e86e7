"""What takes more than a few NumPy expressions, printed whole into modules."""

from srcad.ops.kernels.convolution import (
    convolution,
    convolution_input_gradient,
    convolution_weight_gradient,
)
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
    "complementary_error_function",
    "convolution",
    "convolution_input_gradient",
    "convolution_weight_gradient",
    "error_function",
    "max_pool",
    "max_pool_gradient",
    "max_pool_pick",
]
