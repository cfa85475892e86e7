"""The stubs beside the tables of functions say what the tables make."""

from pathlib import Path

import pytest

from codegen.testing import assert_golden
from tools.stubs import stubs

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
@pytest.mark.parametrize("path", stubs(), ids=lambda path: "/".join(path.parts[-2:]))
def test_a_stub_is_up_to_date(path: Path) -> None:
    """``python tools/stubs.py`` writes them, and so does ``--accept``."""
    assert_golden(stubs()[path], path.relative_to(ROOT))
