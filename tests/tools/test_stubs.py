"""The stubs beside the tables of functions say what the tables make."""

from pathlib import Path

import pytest

from codegen.testing import assert_golden
from tools.stubs import stubs

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_they_are_up_to_date() -> None:
    """``python tools/stubs.py`` writes them, and so does ``--accept``."""
    for path, text in stubs().items():
        assert_golden(text, path.relative_to(ROOT))
