"""What calls of NumPy's functions mean: one file for each family, one table.

Each function is a primitive, or a function of ``numpy_library`` in terms of them.
"""

from srcad.compiler.evaluate.dispatch import numpy_handler
from srcad.compiler.evaluate.numpy_calls import (
    elementwise,
    library,
    making,
    products,
    reductions,
    shapes,
    writes,
)
from srcad.compiler.evaluate.numpy_calls.unknown import is_numpy, refuse_numpy

elementwise.enter_methods()

# Importing a family enters its functions in the table.
__all__ = [
    "elementwise",
    "is_numpy",
    "library",
    "making",
    "numpy_handler",
    "products",
    "reductions",
    "refuse_numpy",
    "shapes",
    "writes",
]
