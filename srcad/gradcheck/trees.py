"""Nested tuples, lists and dicts of arrays: what a module takes and gives."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np


def copied(value: Any) -> Any:
    """Return a copy of an array, and anything else as it is."""
    return value.copy() if isinstance(value, np.ndarray) else value


def leaves(tree: Any) -> list[Any]:
    """Return the leaves of nested tuples, lists and dicts, in order; no Nones."""
    if isinstance(tree, dict):
        return [leaf for value in tree.values() for leaf in leaves(value)]
    if isinstance(tree, tuple | list):
        return [leaf for value in tree for leaf in leaves(value)]
    return [] if tree is None else [tree]


def float_leaves(tree: Any) -> list[Any]:
    """Return the floating leaves as float64 arrays."""
    arrays = [np.asarray(leaf) for leaf in leaves(tree)]
    return [array.astype(np.float64) for array in arrays if array.dtype.kind == "f"]


def map_leaves(tree: Any, function: Callable[[Any], Any]) -> Any:
    """Return a tree of the same structure, with ``function`` of each leaf."""
    if isinstance(tree, dict):
        return {key: map_leaves(value, function) for key, value in tree.items()}
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(map_leaves(value, function) for value in tree))
    if isinstance(tree, tuple | list):
        return type(tree)(map_leaves(value, function) for value in tree)
    return function(tree)


def random_like(leaf: Any, random: np.random.Generator) -> Any:
    """Return a cotangent for an output: random numbers, zeros where it is no float."""
    array = np.asarray(leaf)
    if leaf is None or array.dtype.kind != "f":
        return None if leaf is None else np.zeros_like(array)
    return np.asarray(random.standard_normal(array.shape), array.dtype)


def as_arrays(tree: Any) -> Any:
    """Return nested Tensors as nested arrays."""

    def as_array(leaf: Any) -> Any:
        return leaf.asnumpy() if hasattr(leaf, "asnumpy") else leaf

    return map_leaves(tree, as_array)


def relative_difference(ours: Any, theirs: Any) -> float:
    """Return the largest difference over the largest value; 0 for equal non-numbers."""
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    if ours.dtype.kind not in "fiu" or theirs.dtype.kind not in "fiu":
        return 0.0 if np.array_equal(ours, theirs) else math.inf
    apart = float(np.max(np.abs(ours - theirs), initial=0.0))
    size = float(np.max(np.abs(theirs), initial=0.0))
    if not math.isfinite(apart):
        return math.inf
    return apart / max(size, 1e-300) if apart else 0.0
