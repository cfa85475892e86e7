"""Source to IR, by partial evaluation.

The syntax tree of a function is executed: what is known at compile time is computed
with Python's own objects, what depends on run-time arrays is emitted. ``objects`` has
the stand-ins for run-time values, ``session`` what one compilation shares, ``frame``
one activation of a function; ``statements``, ``control``, ``loops``, ``expressions``,
``subscripts`` and ``calls`` execute the syntax; ``builtins``, ``iterations``,
``orders`` and ``numpy`` say what calls mean.
"""
