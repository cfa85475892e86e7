"""MindSpore's ``common.parameter``."""

from srcad.parameter import Parameter, ParameterTuple

__all__ = ["Parameter", "ParameterTuple"]
