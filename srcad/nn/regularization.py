"""Dropout layers: at work in training, the identity in prediction.

``p`` is the probability with which an element, or a whole channel, is set to 0; what is
left is divided by ``1 - p``. Raises ValueError for ``p`` outside ``[0, 1]``.
"""

from __future__ import annotations

from typing import Any

from srcad import ops
from srcad.cell import Cell
from srcad.dtypes import DType, float32


class Dropout(Cell):
    """Dropout of elements. ``keep_prob``, MindSpore's older argument, is ``1 - p``.

    Without ``p`` it counts; ValueError where that is outside ``(0, 1]``. ``dtype`` has
    no effect, as in MindSpore: the result has the dtype of the input.
    """

    def __init__(
        self,
        keep_prob: float = 0.5,
        p: float | None = None,
        dtype: DType = float32,
    ) -> None:
        super().__init__()
        if p is None:
            if not 0 < keep_prob <= 1:
                raise ValueError(
                    "For 'Dropout', the 'keep_prob' must be a number in range (0, 1], "
                    f"but got {keep_prob}."
                )
        elif not 0 <= p < 1:
            raise ValueError(
                f"For 'Dropout', the 'p' must be a number in range [0, 1), but got {p}."
            )
        self.keep_prob = keep_prob if p is None else 1 - p
        self.p = 1 - keep_prob if p is None else p

    def construct(self, x: Any) -> Any:
        """Return the input with elements dropped; in prediction as it is."""
        if not self.training or self.p == 0:
            return x
        return ops.dropout(x, self.p)

    def extend_repr(self) -> str:
        """Return the probability."""
        return f"p={self.p}"


class _ChannelDropout(Cell):
    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"For '{self.cls_name}', p is in [0, 1], but got {p}.")
        self.p = p

    def extend_repr(self) -> str:
        """Return the probability."""
        return f"p={self.p}"


class Dropout1d(_ChannelDropout):
    """Dropout of channels of ``(N, C, L)``."""

    def construct(self, x: Any) -> Any:
        """Return the input with channels dropped; in prediction as it is."""
        if not self.training or self.p == 0:
            return x
        return ops.dropout1d(x, self.p)


class Dropout2d(_ChannelDropout):
    """Dropout of channels of ``(N, C, H, W)``."""

    def construct(self, x: Any) -> Any:
        """Return the input with channels dropped; in prediction as it is."""
        if not self.training or self.p == 0:
            return x
        return ops.dropout2d(x, self.p)


class Dropout3d(_ChannelDropout):
    """Dropout of channels of ``(N, C, D, H, W)``."""

    def construct(self, x: Any) -> Any:
        """Return the input with channels dropped; in prediction as it is."""
        if not self.training or self.p == 0:
            return x
        return ops.dropout3d(x, self.p)
