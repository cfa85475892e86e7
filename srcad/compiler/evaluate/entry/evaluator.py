"""The evaluator: importing it enters all of its files in the tables of ``dispatch``.

Named are those that none of the others imports.
"""

from srcad.compiler.evaluate import numpy, values
from srcad.compiler.evaluate.library import (
    averages,
    bisection,
    complex_functions,
    heap_library,
    random_draws,
)
from srcad.compiler.evaluate.syntax import contexts, execution, matching, statements

__all__ = [
    "averages",
    "bisection",
    "complex_functions",
    "contexts",
    "execution",
    "heap_library",
    "matching",
    "numpy",
    "random_draws",
    "statements",
    "values",
]
