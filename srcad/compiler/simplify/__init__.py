"""Passes that make the IR smaller without changing what it computes."""
