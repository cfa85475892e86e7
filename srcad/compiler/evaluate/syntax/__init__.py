"""Statements and expressions, by the kind of node."""
