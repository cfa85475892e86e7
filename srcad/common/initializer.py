"""MindSpore's ``common.initializer``."""

from srcad.initializer import (
    Constant,
    Dirac,
    HeNormal,
    HeUniform,
    Identity,
    Initializer,
    Normal,
    One,
    Orthogonal,
    Sparse,
    TruncatedNormal,
    Uniform,
    VarianceScaling,
    XavierNormal,
    XavierUniform,
    Zero,
    calculate_gain,
    fan_of,
    fans,
    gain_of,
    initializer,
)

# Under the names by which models of MindSpore import them.
_calculate_fan_in_and_fan_out = fans
_calculate_correct_fan = fan_of
_calculate_gain = gain_of

__all__ = [
    "Constant",
    "Dirac",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "Normal",
    "One",
    "Orthogonal",
    "Sparse",
    "TruncatedNormal",
    "Uniform",
    "VarianceScaling",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "calculate_gain",
    "initializer",
]
