"""NumPy functions in terms of the primitives, read from their source like any other.

Each has the name of NumPy's function, and those of its parameters that are supported.
"""

from srcad.compiler.evaluate.numpy_library import (
    elementwise,
    joining,
    making,
    orders,
    parts,
    products,
    reductions,
    shapes,
    writes,
)
from srcad.compiler.evaluate.numpy_library.definitions import DEFINITIONS, Definition

# Importing a family enters its definitions in the table.
__all__ = [
    "DEFINITIONS",
    "Definition",
    "elementwise",
    "joining",
    "making",
    "orders",
    "parts",
    "products",
    "reductions",
    "shapes",
    "writes",
]
