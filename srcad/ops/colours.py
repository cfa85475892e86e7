"""Colours, ``(..., 3)``: red, green and blue, or hue, saturation and value."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcad.ops._operator import operator

__all__: list[str] = []


@operator
def rgb_to_hsv(images: Any) -> Any:
    """Return hue, saturation and value; grey has the hue 0."""
    red, green, blue = images[..., 0], images[..., 1], images[..., 2]
    value, least = np.max(images, axis=-1), np.min(images, axis=-1)
    spread = value - least
    safe = np.where(spread > 0, spread, 1)
    # The sixth of the circle that the largest of the three colours says.
    hue = np.where(value == green, 2 + (blue - red) / safe, 4 + (red - green) / safe)
    hue = np.where(value == red, (green - blue) / safe, hue) / 6
    hue = np.where(spread > 0, np.where(hue < 0, hue + 1, hue), 0)
    saturation = np.where(value > 0, spread / np.where(value > 0, value, 1), 0)
    return np.stack((hue, saturation, value), axis=-1)


@operator
def hsv_to_rgb(images: Any) -> Any:
    """Return red, green and blue."""
    hue, saturation, value = images[..., 0], images[..., 1], images[..., 2]
    place = 6 * hue
    pure = np.stack(
        (
            np.clip(np.abs(place - 3) - 1, 0, 1),
            np.clip(2 - np.abs(place - 2), 0, 1),
            np.clip(2 - np.abs(place - 4), 0, 1),
        ),
        axis=-1,
    )
    mixed = 1 + np.expand_dims(saturation, -1) * (pure - 1)
    return mixed * np.expand_dims(value, -1)


@operator
def adjusted_hue(image: Any, delta: Any) -> Any:
    """Return the colours with their hue turned by ``delta``, a share of the circle."""
    hsv = rgb_to_hsv(image)
    hue = hsv[..., 0] + delta
    return hsv_to_rgb(np.stack((hue - np.floor(hue), hsv[..., 1], hsv[..., 2]), -1))


@operator
def adjusted_saturation(image: Any, scale: Any) -> Any:
    """Return the colours with their saturation multiplied, at most 1."""
    hsv = rgb_to_hsv(image)
    saturation = np.clip(hsv[..., 1] * scale, 0, 1)
    return hsv_to_rgb(np.stack((hsv[..., 0], saturation, hsv[..., 2]), -1))
