"""The commands: ``srcad generate``, ``check``, ``review`` and so on.

Thin: they parse arguments, call the layers below, and render. Nothing here imports
NumPy, black or rich before a command needs it.
"""

from srcad.cli.app import main

__all__ = ["main"]
