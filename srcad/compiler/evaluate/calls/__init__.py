"""Calls: of functions, methods, classes, Cells, and of what has a rule."""
