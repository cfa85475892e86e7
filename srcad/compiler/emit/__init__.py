"""From functions of the IR to statements of Python, and to a module's description."""

from srcad.compiler.emit import kept, numpy_functions

# Importing them enters their writers in the table of ``expressions``.
__all__ = ["kept", "numpy_functions"]
