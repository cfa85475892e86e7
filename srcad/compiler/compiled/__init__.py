"""Printing for Numba: forward and backward as one function of explicit loops."""
