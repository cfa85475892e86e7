"""What the tests of the examples share: running a script, importing a model."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs Python as a user would, in the project's folder.

    All runs of one test module share a cache that nothing else uses.
    """
    cache = tmp_path_factory.mktemp("cache")

    def run_python(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            env=os.environ | {"SRCAD_CACHE_DIR": str(cache), "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )

    return run_python


@pytest.fixture
def model(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> ModuleType:
    """Return the ``model.py`` of the example that the test's file is named after."""
    example = request.path.stem.removeprefix("test_")
    path = ROOT / "examples" / example / "model.py"
    spec = importlib.util.spec_from_file_location(f"{example}_model", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module
