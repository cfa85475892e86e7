"""What is otherwise while something is evaluated."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

While: TypeAlias = AbstractContextManager[None]


@contextlib.contextmanager
def setting(item: Any, **attributes: Any) -> Iterator[None]:
    """Let attributes of an object be these for a while."""
    before = {name: getattr(item, name) for name in attributes}
    for name, value in attributes.items():
        setattr(item, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(item, name, value)
