"""The kinds of objects that the evaluation meets; each file enters its own.

``kinds`` says what a kind answers. A new kind is a class in a file here.
"""

from srcad.compiler.evaluate.values import (
    arrays,
    callables,
    choices,
    conflicts,
    hashes,
    interpolators,
    literals,
    mappings,
    marked,
    piecewise,
    polynomials,
    random_generators,
    ranges,
    records,
    run_time,
    run_time_lists,
    run_time_tuples,
    sequences,
    sets,
    splines,
    subscripted,
    vectorized,
)

__all__ = [
    "arrays",
    "callables",
    "choices",
    "conflicts",
    "hashes",
    "interpolators",
    "literals",
    "mappings",
    "marked",
    "piecewise",
    "polynomials",
    "random_generators",
    "ranges",
    "records",
    "run_time",
    "run_time_lists",
    "run_time_tuples",
    "sequences",
    "sets",
    "splines",
    "subscripted",
    "vectorized",
]
