"""Reverse mode: which values matter, their cotangents, and the two halves."""
