"""Small programs, each with parts that may change between two calls.

``tools/hunting/subjects.py`` says what such a module defines.
"""
