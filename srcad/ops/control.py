"""Operators about gradients and state rather than numbers."""

from __future__ import annotations

from typing import Any

from srcad.ops._operator import operator


@operator
def stop_gradient(value: Any) -> Any:
    """Return ``value``; its gradient is zero."""
    return value


@stop_gradient.defbprop
def stop_gradient_bprop(value: Any, out: Any, dout: Any) -> Any:
    """No cotangent goes back."""
    return (None,)


@operator
def cast(input: Any, dtype: Any) -> Any:
    """Return ``input`` with ``dtype``. A cast to an integer or bool has no gradient."""
    return input.astype(dtype)
