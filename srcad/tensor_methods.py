"""The methods that Tensor has beside arithmetic: each is an operator of ``srcad.ops``."""

from __future__ import annotations

from typing import Any

import srcad.ops as ops

__all__ = ["TensorMethods"]


class TensorMethods:
    """The part of Tensor whose methods call operators; the compiler reads them."""

    ndim: Any

    @property
    def T(self) -> Any:
        """The Tensor with its axes reversed."""
        return ops.transpose(self, tuple(range(self.ndim))[::-1])

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return the Tensor cast to ``dtype``."""
        return ops.cast(self, dtype)
