"""What modules can compute with, by the names that users give it."""

NUMPY, NUMBA = ENGINES = ("numpy", "numba")
