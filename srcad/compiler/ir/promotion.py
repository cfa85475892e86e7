"""Which dtype two operands of an arithmetic operator share: MindSpore's rules.

One table, used by eager Tensors and by the compiler, so that a generated module and an
eager call give the same dtypes. The rules are those that MindSpore 2.10 shows:

- ``bool < uint8 < int8 < int16 < int32 < int64 < float16 < float32 < float64 <
  complex64 < complex128``: the operands take the higher dtype of the two; ``int8`` with
  ``uint8`` takes ``int16``, and ``float64`` with ``complex64`` takes ``complex128``.
- ``uint16``, ``uint32`` and ``uint64`` meet only themselves and ``bool``.
- A Python scalar takes the array's dtype, except that an ``int`` lifts a bool array to
  ``int64``, a ``float`` lifts bools and integers to ``float32``, and a ``complex``
  lifts what is not complex to ``complex64`` (``float64`` to ``complex128``).
- True division and the transcendental functions lift bools and integers to ``float32``.

NumPy differs in the mixed cases (``int32 + float32`` is ``float64`` there), which is
why generated modules hold explicit casts where these rules and NumPy's disagree.
"""

from __future__ import annotations

import numpy as np

__all__ = ["PromotionError", "floating_dtype", "promote", "promote_with_scalar"]

DType = np.dtype[np.generic]

# From the lowest to the highest; a dtype that is not here meets only itself and bool.
ORDER = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
RANK = {name: rank for rank, name in enumerate(ORDER)}

# The pairs that the order alone would get wrong.
EXCEPTIONS = {
    frozenset(("uint8", "int8")): "int16",
    frozenset(("float64", "complex64")): "complex128",
}


class PromotionError(TypeError):
    """Two dtypes have no common one under MindSpore's rules."""


def promote(first: DType, second: DType) -> DType:
    """Return the dtype that arrays of dtypes ``first`` and ``second`` are cast to.

    Raises PromotionError (a TypeError) where MindSpore refuses the pair.
    """
    if first == second:
        return first
    names = frozenset((first.name, second.name))
    if names in EXCEPTIONS:
        return np.dtype(EXCEPTIONS[names])
    if first.name in RANK and second.name in RANK:
        return max(first, second, key=lambda dtype: RANK[dtype.name])
    if first.name == "bool":
        return second
    if second.name == "bool":
        return first
    raise PromotionError(
        f"Type implicit conversion between {first.name} and {second.name} is not "
        "supported; cast one of them with `astype`."
    )


def promote_with_scalar(dtype: DType, scalar: type) -> DType:
    """Return the dtype of an array of ``dtype`` meeting a Python scalar.

    ``scalar`` is the scalar's type: ``bool``, ``int``, ``float`` or ``complex``.
    Raises PromotionError for an ``int`` or ``float`` with ``uint16``, ``uint32`` or
    ``uint64``, as MindSpore does, and for any other type.
    """
    if scalar is bool:
        return dtype
    if scalar is int:
        lift, kept = "int64", "iufc"
    elif scalar is float:
        lift, kept = "float32", "fc"
    elif scalar is complex:
        lift, kept = "complex128" if dtype.name == "float64" else "complex64", "c"
    else:
        raise PromotionError(f"A Tensor does not combine with a {scalar.__name__}.")
    if dtype.name not in RANK:
        raise PromotionError(
            f"Type implicit conversion between {dtype.name} and a Python "
            f"{scalar.__name__} is not supported; cast the array with `astype`."
        )
    return dtype if dtype.kind in kept else np.dtype(lift)


def floating_dtype(dtype: DType) -> DType:
    """Return the dtype in which ``exp`` and ``/`` compute: float32 for integers."""
    return dtype if dtype.kind in "fc" else np.dtype("float32")
