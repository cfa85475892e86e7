"""The primitives: Python's operators and NumPy functions, with their shape rules.

``PRIMITIVES`` is the one table. ``evaluate`` is what the interpreter and constant
folding run; how a primitive is printed stands in ``emit``, how it is differentiated
in ``rules``. ``core`` holds what every program is made of, ``functions`` the larger
functions of NumPy.
"""

from srcad.compiler.ir.primitives import functions
from srcad.compiler.ir.primitives.core import (
    OPERATORS,
    UFUNCS,
    element_aval,
    unbroadcast,
    zeros_of,
)
from srcad.compiler.ir.primitives.table import PRIMITIVES, Primitive

# Importing ``functions`` enters them in the table.
__all__ = [
    "OPERATORS",
    "PRIMITIVES",
    "UFUNCS",
    "Primitive",
    "element_aval",
    "functions",
    "unbroadcast",
    "zeros_of",
]
