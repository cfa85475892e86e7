"""NumPy's functions: one file for each family of them.

What there is to say of a function stands in one place: what a call of it means, as a
primitive with its shape, its derivative and its text, or as a definition in Python in
terms of other functions; and the ndarray's method of the same name.
"""

from srcad.compiler.evaluate.dispatch import numpy_handler
from srcad.compiler.evaluate.numpy import (
    applied,
    complex_numbers,
    decompositions,
    domains,
    draws,
    editing,
    elementwise,
    fourier,
    joining,
    least_squares,
    linalg,
    making,
    missing,
    norms,
    orders,
    parts,
    polynomials,
    predicates,
    products,
    quantiles,
    ranges,
    reductions,
    repeating,
    scans,
    shapes,
    statistics,
    tensors,
    ufuncs,
    windows,
    writes,
)
from srcad.compiler.evaluate.numpy.unknown import is_numpy, refuse_numpy

# Importing a family enters its functions in the tables.
__all__ = [
    "applied",
    "complex_numbers",
    "decompositions",
    "domains",
    "draws",
    "editing",
    "elementwise",
    "fourier",
    "is_numpy",
    "joining",
    "least_squares",
    "linalg",
    "making",
    "missing",
    "norms",
    "numpy_handler",
    "orders",
    "parts",
    "polynomials",
    "predicates",
    "products",
    "quantiles",
    "ranges",
    "reductions",
    "refuse_numpy",
    "repeating",
    "scans",
    "shapes",
    "statistics",
    "tensors",
    "ufuncs",
    "windows",
    "writes",
]
