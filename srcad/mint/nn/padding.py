"""Zeros around the last axes, under PyTorch's names; the others are ``nn``'s."""

from __future__ import annotations

from srcad import nn

__all__ = ["ZeroPad1d", "ZeroPad3d"]


class ZeroPad1d(nn.ZeroPad2d):
    """Zeros around the last axis: an int, or (left, right)."""

    axes = 1


class ZeroPad3d(nn.ZeroPad2d):
    """Zeros around the last three axes: an int, or (before, after) from the last on."""

    axes = 3
