"""A store and modules of its own for each test, and the compilations counted."""

import pytest

from srcad import build
from srcad.gradient.modules import MODULES, default_store


@pytest.fixture(autouse=True)
def _fresh_store(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "store"))
    default_store.cache_clear()
    MODULES.clear()
    yield
    default_store.cache_clear()
    MODULES.clear()


class Compilations:
    """Counts what is compiled."""

    def __init__(self, monkeypatch):
        self.count = 0
        generate = build.generate

        def counted(*given):
            self.count += 1
            return generate(*given)

        monkeypatch.setattr(build, "generate", counted)

    def modules(self):
        return [module for known in MODULES.values() for module in known]

    def guards(self):
        """All guards of what was compiled: the texts of their paths, and the kinds."""
        found = [guard for module in self.modules() for guard in module.guards]
        return {(str(one.question.path), one.question.ask) for one in found}


@pytest.fixture
def compilations(monkeypatch):
    return Compilations(monkeypatch)
