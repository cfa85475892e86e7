"""What has to be known at compile time."""

from __future__ import annotations

import ast
from typing import Any

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box
from srcad.compiler.evaluate.signals import NeedsContent
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.wording import (
    captured_behind,
    dependence,
)


def static(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The object, which must be known at compile time."""
    if has_box(item):
        fix_sizes(frame.session, item)
        captured = captured_behind(frame.session, item)
        if captured:
            raise NeedsContent(captured)
        behind = dependence(frame.session, item)
        label = f"depends on {behind}" if behind else "is known at run time only"
        frame.needs_static("this must be known at compile time", node, label)
    return item
