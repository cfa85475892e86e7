"""Gradient checks: a generated module against finite differences of its own primal."""

from srcad.gradcheck.check import Report, gradcheck
from srcad.gradcheck.differences import TOLERANCE, ArgumentError

__all__ = ["TOLERANCE", "ArgumentError", "Report", "gradcheck"]
