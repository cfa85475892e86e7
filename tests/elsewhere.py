"""What the tests of other Pythons share: finding one, running modules, comparing.

Where a Python is not on this machine the test is skipped, and so it is where its NumPy
cannot be installed, but not in continuous integration, which has a package index.
"""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tools import pythons

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tests" / "run_modules.py"

Kept = dict[str, np.ndarray]

# Versions of Python, and which NumPy; all but one only where they are asked for.
CORNERS = [
    pytest.param(
        version,
        numpy,
        marks=() if (version, numpy) == ("3.9", "oldest") else pytest.mark.pythons,
    )
    for version in pythons.VERSIONS
    for numpy in ("oldest", "newest")
]


def pins_of(numpy: str) -> Path:
    """The file with the oldest or the newest NumPy of each Python."""
    return ROOT / "requirements" / f"numpy-{numpy}.txt"


def python_of(version: str, numpy: str) -> Path:
    """A Python with a NumPy; the test is skipped where there is none."""
    if pythons.found(version) is None:
        pytest.skip(f"there is no Python {version} on this machine")
    try:
        return pythons.environment(version, pins_of(numpy))
    except RuntimeError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"its NumPy cannot be installed: {error}")


def run(python: str | Path, folder: Path, inputs: Path, outputs: Path) -> Kept:
    """What modules give on a Python, as ``run_modules.py`` keeps it."""
    done = subprocess.run(
        [python, "-I", SCRIPT, inputs, outputs, folder],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    with np.load(outputs) as loaded:
        return {key: loaded[key] for key in loaded.files}


def ran_on(kept: Kept, version: str, numpy: str) -> None:
    """Check what ran, and that it is what was asked for."""
    assert str(kept["python"]).startswith(f"{version}.")
    assert f"numpy=={kept['numpy']} " in pins_of(numpy).read_text()


def differences(here: Kept, there: Kept, dtypes: bool = True) -> list[str]:
    """What is not the same; without ``dtypes``, what is so in single precision."""
    here, there = (
        {key: value for key, value in kept.items() if key not in ("python", "numpy")}
        for kept in (here, there)
    )
    found = [f"only in one: {key}" for key in here.keys() ^ there.keys()]
    for key in here.keys() & there.keys():
        a, b = here[key], there[key]
        if a.shape != b.shape or (a.dtype != b.dtype and (dtypes or _word(a, b))):
            same = _word(a, b) and a.dtype.kind == b.dtype.kind and bool(a == b)
        elif _word(a, b):
            same = bool(a == b)
        else:
            single = not dtypes or np.float32 in (a.dtype, b.dtype)
            tolerance = 1e-4 if single else 1e-11
            same = np.allclose(a, b, tolerance, tolerance, equal_nan=True)
        if not same:
            found.append(f"{key}: {a!r} here, {b!r} there")
    return sorted(found)


def _word(*arrays: np.ndarray) -> bool:
    """Whether one is a word instead of a number."""
    return any(array.dtype.kind == "U" for array in arrays)
