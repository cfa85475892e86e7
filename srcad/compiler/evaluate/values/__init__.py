"""The kinds of objects that the evaluation meets; each file enters its own.

``kinds`` says what a kind answers. A new kind is a class in a file here.
"""

from srcad.compiler.evaluate.values import (
    callables,
    mappings,
    records,
    run_time,
    sequences,
)
from srcad.compiler.evaluate.values.kinds import (
    content,
    has_box,
    is_structure,
    kind_of,
    leaf_names,
    leaves,
    outward,
    reached,
    rebuilt,
    same_structure,
)

__all__ = [
    "callables",
    "content",
    "has_box",
    "is_structure",
    "kind_of",
    "leaf_names",
    "leaves",
    "mappings",
    "outward",
    "reached",
    "rebuilt",
    "records",
    "run_time",
    "same_structure",
    "sequences",
]
