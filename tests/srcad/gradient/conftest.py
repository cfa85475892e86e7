"""A store and modules of its own for each test."""

import pytest

from srcad.gradient.modules import MODULES, default_store


@pytest.fixture(autouse=True)
def _fresh_store(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "store"))
    default_store.cache_clear()
    MODULES.clear()
    yield
    default_store.cache_clear()
    MODULES.clear()
