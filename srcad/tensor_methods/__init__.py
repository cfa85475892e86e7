"""The methods that Tensor has beside arithmetic, each calling ``srcad.ops``.

They are ordinary Python over operators, which the compiler reads.
"""

from srcad.tensor_methods import elementwise, reductions, shapes

__all__ = ["TensorMethods"]


class TensorMethods(
    elementwise.ElementwiseMethods,
    reductions.ReductionMethods,
    shapes.ShapeMethods,
):
    """All of them."""
