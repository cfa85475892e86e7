"""Families of functions that are entered when a program calls one of them.

SciPy is not needed to run srcad, and slow to import: a family of its functions is
entered in the tables where one of them is met, so by a program that has imported it.
"""

from __future__ import annotations

import importlib
import sys
from types import MethodType
from typing import Any

import numpy as np

# The public modules whose functions are known, each with the file of its family.
FAMILIES = {
    f"scipy.{word}": f"srcad.compiler.evaluate.scipy.{word}"
    for word in (
        *("special", "linalg", "signal", "stats", "integrate", "interpolate", "fft"),
        *("optimize", "fftpack", "spatial", "ndimage"),
    )
}
# NumPy imports these modules where they are asked for.
_LAZY = ("numpy.random", "numpy.ma")
FAMILIES |= {
    "numpy.random": "srcad.compiler.evaluate.numpy.seeds",
    "numpy.ma": "srcad.compiler.evaluate.numpy.masked",
}


def public_module(callee: Any) -> str:
    """The public module of SciPy that a callable is of; "" of what is of none."""
    if "scipy" not in sys.modules:
        return ""
    if isinstance(callee, np.ufunc):
        # It does not say of which library it is.
        special = vars(sys.modules.get("scipy.special", sys))
        return "scipy.special" if special.get(callee.__name__) is callee else ""
    owner = callee.__self__ if isinstance(callee, MethodType) else callee
    module = str(getattr(owner, "__module__", ""))
    return ".".join(module.split(".")[:2]) if module.startswith("scipy.") else ""


def enter_family(callee: Any) -> None:
    """Enter the family that a callable is of, if it is of one."""
    family = FAMILIES.get(public_module(callee) or _lazy_module(callee))
    if family is not None:
        # Late: to import SciPy takes longer than all else.
        importlib.import_module(family)


def _lazy_module(callee: Any) -> str:
    """The module of NumPy that a callable is of, where NumPy imports it late."""
    module = str(getattr(callee, "__module__", ""))
    return next((name for name in _LAZY if module.startswith(name)), "")


def usual(callee: Any) -> Any:
    """A method of a frozen distribution's own as that of the one which all share."""
    if not isinstance(callee, MethodType) or public_module(callee) != "scipy.stats":
        return callee
    owner = callee.__self__
    shared = vars(sys.modules["scipy.stats"]).get(getattr(owner, "name", ""))
    if type(shared) is not type(owner):
        return callee
    return getattr(shared, callee.__name__)


def enter_all() -> None:
    """Enter every family whose library is installed."""
    for family in FAMILIES.values():
        try:
            importlib.import_module(family)
        except ImportError:
            return
