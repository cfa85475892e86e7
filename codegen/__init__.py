"""The back end: a description of a Python module in, files out.

Printing (astor), verbatim splicing, formatting (black), the store on disk, loading and
golden comparison. It knows nothing of Cells or derivatives and imports nothing of the
compiler. Each module is imported by its own name, so that printing costs nothing to a
process that only loads what the store already has.
"""
