"""MindSpore's ``mint.special``."""

from srcad.mint.nn.functional import log_softmax
from srcad.ops import erfc, exp2, expm1, log1p, round, sinc

__all__ = ["erfc", "exp2", "expm1", "log1p", "log_softmax", "round", "sinc"]
