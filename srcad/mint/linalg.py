"""MindSpore's ``mint.linalg``."""

from srcad.mint.renamed import matrix_norm, norm_of_axes, vector_norm
from srcad.ops import inverse as inv
from srcad.ops import qr

norm = norm_of_axes

__all__ = ["inv", "matrix_norm", "norm", "qr", "vector_norm"]
