"""From functions of the IR to statements of Python, and to a module's description."""
