"""Diagnostics: errors as data, how they are shown, and what they mean."""
