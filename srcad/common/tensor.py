"""MindSpore's ``common.tensor``."""

from srcad.tensor import Tensor, from_numpy, is_tensor, tensor

__all__ = ["Tensor", "from_numpy", "is_tensor", "tensor"]
