"""From functions of the IR to statements of Python, and to the description of a module."""
