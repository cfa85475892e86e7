"""Tables of many programs, of which `make test` runs a part."""

from collections.abc import Iterable
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
