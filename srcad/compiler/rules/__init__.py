"""The derivative rules: one file per family, each a table of readable lines."""
