"""From functions of the IR to statements of Python, and to a module's description."""

from srcad.compiler.printing.emit import expressions, kept, sets

# Importing them enters their writers in the table of ``writer``.
__all__ = ["expressions", "kept", "sets"]
