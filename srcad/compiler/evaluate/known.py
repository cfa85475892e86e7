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
from srcad.compiler.reading.world import users_comparison


def as_key(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The object, which must be known, and be told from others by Python alone."""
    item = static(frame, item, node)
    refuse_comparison(frame, users_comparison(item), node)
    return item


def refuse_comparison(frame: Frame, found: Any, node: ast.AST) -> None:
    """Refuse to let Python call what the user has written, if it was ``found``."""
    if found is not None:
        message = f"`{found.__qualname__}` would run while compiling"
        help = "compare with `==`, one by one"
        frame.refuse("SRC012", message, node, help=help)


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
