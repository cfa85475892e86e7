"""From functions of the IR to statements of Python, and to a module's description."""

from srcad.compiler.emit import numpy_functions

# Importing it enters its writers in the table of ``expressions``.
__all__ = ["numpy_functions"]
