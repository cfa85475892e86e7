"""The derivative rules: one file per family, each a table of readable lines."""

from srcad.compiler.differentiate.rules import arrays, elementwise, products, reductions

# Importing a family enters its rules in ``registry``.
__all__ = ["arrays", "elementwise", "products", "reductions"]
