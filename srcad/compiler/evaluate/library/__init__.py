"""Python's built-in functions and its standard library, of run-time values."""
