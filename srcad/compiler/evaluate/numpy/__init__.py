"""NumPy's functions: one file for each family of them.

What there is to say of a function stands in one place: what a call of it means, as a
primitive with its shape, its derivative and its text, or as a definition in Python in
terms of other functions; and the ndarray's method of the same name.
"""

from srcad.compiler.evaluate.dispatch import numpy_handler
from srcad.compiler.evaluate.numpy import (
    decompositions,
    elementwise,
    joining,
    linalg,
    making,
    norms,
    orders,
    parts,
    products,
    reductions,
    repeating,
    scans,
    shapes,
    tensors,
    writes,
)
from srcad.compiler.evaluate.numpy.unknown import is_numpy, refuse_numpy

# Importing a family enters its functions in the tables.
__all__ = [
    "decompositions",
    "elementwise",
    "is_numpy",
    "joining",
    "linalg",
    "making",
    "norms",
    "numpy_handler",
    "orders",
    "parts",
    "products",
    "reductions",
    "refuse_numpy",
    "repeating",
    "scans",
    "shapes",
    "tensors",
    "writes",
]
