"""A store and modules of its own for each test, and the compilations counted."""

import numpy as np
import pytest

import srcad
from srcad import build
from srcad.gradient.modules import MODULES, default_store

X = np.array([1.0, 2.0])


@pytest.fixture(autouse=True)
def _fresh_store(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "store"))
    default_store.cache_clear()
    MODULES.clear()
    yield
    default_store.cache_clear()
    MODULES.clear()


class Compilations:
    """Counts what is compiled; calls a gradient in this process or as a new one does."""

    def __init__(self, monkeypatch):
        self.count = 0
        generate = build.generate

        def counted(request):
            self.count += 1
            return generate(request)

        monkeypatch.setattr(build, "generate", counted)

    def gradient(self, function, x=X):
        return srcad.grad(function)(x)

    def modules(self):
        return [module for known in MODULES.values() for module in known]

    def guards(self):
        """All guards of what was compiled: the texts of their paths, and the kinds."""
        found = [guard for module in self.modules() for guard in module.guards]
        return {(str(one.question.path), one.question.ask) for one in found}


@pytest.fixture
def compilations(monkeypatch):
    return Compilations(monkeypatch)
