"""What classes of the table ``rows`` compute that no function of ``ops`` does."""

from __future__ import annotations

from typing import Any

from srcad.ops import creation, layout, reductions, shapes


def running_products(x: Any, axis: Any, exclusive: bool, reverse: bool) -> Any:
    """The running products; without the element itself, from the other end."""
    axis = int(axis)
    x = shapes.flip(x, (axis,)) if reverse else x
    if exclusive:
        first = shapes.narrow(x, axis, 0, 1)
        rest = shapes.narrow(x, axis, 0, x.shape[axis] - 1)
        x = shapes.concat((creation.ones_like(first), rest), axis)
    found = reductions.cumprod(x, axis)
    return shapes.flip(found, (axis,)) if reverse else found


def diagonal_of_matrix(x: Any) -> Any:
    """The diagonal; ValueError for more axes, which MindSpore takes in pairs."""
    if x.ndim != 2:
        raise ValueError(f"For 'DiagPart', a matrix is expected, not {x.ndim} axes.")
    return layout.diagonal(x)


def to_depth(x: Any, size: int) -> Any:
    """``(N, C, H, W)`` with blocks of pixels as channels, block by block."""
    n, c, h, w = x.shape
    parts = shapes.reshape(x, (n, c, h // size, size, w // size, size))
    moved = shapes.transpose(parts, (0, 3, 5, 1, 2, 4))
    return shapes.reshape(moved, (n, c * size * size, h // size, w // size))


def to_space(x: Any, size: int) -> Any:
    """``to_depth`` undone."""
    n, c, h, w = x.shape
    parts = shapes.reshape(x, (n, size, size, c // (size * size), h, w))
    moved = shapes.transpose(parts, (0, 3, 4, 1, 5, 2))
    return shapes.reshape(moved, (n, c // (size * size), h * size, w * size))
