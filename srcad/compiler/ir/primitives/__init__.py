"""The primitives: Python's operators and NumPy functions.

``PRIMITIVES`` is the one table; ``table`` says what a row of it holds. ``core`` is what
every program is made of; NumPy's functions are entered by ``evaluate.numpy``.
"""

from srcad.compiler.ir.primitives.core import MODULUS, OPERATORS, element_aval
from srcad.compiler.ir.primitives.table import (
    ARGUMENTS,
    PRIMITIVES,
    UNKNOWN,
    Primitive,
    Text,
    primitive,
    result_avals,
    shown,
    without_derivative,
)

__all__ = [
    "ARGUMENTS",
    "MODULUS",
    "OPERATORS",
    "PRIMITIVES",
    "UNKNOWN",
    "Primitive",
    "Text",
    "element_aval",
    "primitive",
    "result_avals",
    "shown",
    "without_derivative",
]
