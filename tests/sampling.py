"""Tables of many programs, of which `make test` runs a part, and CI another each time."""

import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest


def sampled(
    rows: Iterable[Any], every: int, rest: pytest.MarkDecorator = pytest.mark.rest
) -> list[Any]:
    """Rows for ``parametrize``: one of ``every`` is run by `make test`, all of them by
    `make test-more`, which takes what is marked ``rest`` in `tests/srcad` alone."""
    return [
        pytest.param(row, marks=rest) if k % every else row
        for k, row in enumerate(rows)
    ]


def drawn(rows: Iterable[str], share: str) -> list[bool]:
    """Whether each row is in a share as ``SRCAD_TESTS_SHARE`` says it: ``3 5f2a`` is one
    row of three, others for another word than ``5f2a``."""
    parts, _, word = share.partition(" ")
    return [zlib.crc32(f"{word} {row}".encode()) % int(parts) == 0 for row in rows]


def slow_tests() -> list[str]:
    """What takes half a second or more, as tools/slow_tests.py lists it."""
    path = Path(__file__).with_name("slow.txt")
    return path.read_text(encoding="utf-8").splitlines()
