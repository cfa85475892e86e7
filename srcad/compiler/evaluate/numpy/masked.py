"""What `np.ma` says of arrays: no array of run time is a masked one."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.numpy.registry import entry


@entry(np.ma.isMaskedArray, np.ma.is_masked)
def _is_masked(frame: Frame, node: ast.AST, x: Any) -> bool:
    return isinstance(x, np.ma.MaskedArray) and bool(np.ma.is_masked(x))
