"""The golden modules on Python 3.9 to 3.13, on the oldest NumPy and on the newest.

Each runs on the same arguments here and there, and gives the same: numbers, dtypes and
shapes. Where a Python is not on this machine its test is skipped, and so it is where
its NumPy cannot be installed, but never in continuous integration.
"""

import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from tests.elsewhere import CORNERS, differences, python_of, ran_on, run
from tests.portable import unportable

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "golden"
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["srcad"]
TARGETS = {target["name"]: target for target in CONFIGURED["targets"]}
NAMES = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix()
    for path in FOLDER.rglob("*.py")
    # What is spliced into one uses operators of srcad, which needs Python 3.11; the
    # compiled ones need Numba.
    if "from srcad" not in path.read_text()
    and TARGETS[path.relative_to(FOLDER).with_suffix("").as_posix()].get("engine")
    != "numba"
)


@pytest.mark.parametrize("name", NAMES)
def test_its_text_is_portable(name: str) -> None:
    assert unportable((FOLDER / f"{name}.py").read_text()) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("y = np.acos(x)", ["np.acos"]),
        ("y = np.linalg.vecdot(x, x)", ["np.linalg.vecdot"]),
        ("y = x.mT", [".mT"]),
        ("y = np.in1d(x, x)", ["np.in1d"]),
        ("from numpy import astype, sin", ["np.astype"]),
        ("for a, b in zip(x, x, strict=True): pass", ["zip(strict=...)"]),
        ("y = np.linalg.norm(np.arccos(x.T)).astype(np.bool_)", []),
    ],
)
def test_what_is_not_portable_is_found(line: str, found: list[str]) -> None:
    assert unportable(f"import numpy as np\n{line}\n") == found


def test_the_grammar_is_that_of_the_oldest_python() -> None:
    with pytest.raises(SyntaxError):
        unportable("match x:\n    case 1:\n        pass\n")


# ---------------------------------------------------------------------- other Pythons


@pytest.mark.parametrize(
    "there",
    [
        {},
        {"m/0/forward": np.float64(1)},
        {"m/0/forward": np.float32(1.001)},
        {"m/0/forward": np.float32([1])},
        {"m/0/forward": np.asarray("number")},
    ],
)
def test_a_difference_is_found(there: dict[str, np.ndarray]) -> None:
    here = {"m/0/forward": np.float32(1)}
    assert differences(here, here) == []
    assert len(differences(here, there)) == 1


def drawn(name: str) -> dict[str, np.ndarray]:
    """Arguments of a golden module, for a few choices of sizes and values."""
    space: dict = {}
    exec((FOLDER / f"{name}.py").read_text(), space)
    signature, target = space["SIGNATURE"], TARGETS[name]
    found = {}
    for draw, (first, low, high) in enumerate(
        [(3, 0.1, 0.9), (4, -2.0, 2.0), (1, 0.1, 0.9)]
    ):
        random, sizes = np.random.default_rng(draw), dict(target.get("sizes", {}))
        for kind in ("inputs", "params"):
            for key, (dtype, dims) in signature.get(kind, {}).items():
                shape = [
                    dim
                    if isinstance(dim, int)
                    else sizes.setdefault(dim, first + (first > 1) * len(sizes))
                    for dim in dims
                ]
                # Numbers are tolerances, limits and rates: a loop ends that asks them.
                bounds = target.get("ranges", {}).get(key)
                if np.dtype(dtype).kind == "i":
                    array = random.integers(*(bounds or (0, 1)), size=shape)
                else:
                    usual = (low, high) if shape else (0.1, 0.9)
                    array = random.uniform(*(bounds or usual), size=shape)
                found[f"{name}/{draw}/{kind}/{key}"] = np.asarray(array, dtype)
    return found


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("inputs") / "inputs.npz"
    np.savez(path, **{key: a for name in NAMES for key, a in drawn(name).items()})
    return path


def test_every_module_is_run_and_most_draws_are_in_its_domain(
    inputs: Path, tmp_path: Path
) -> None:
    here = run(sys.executable, FOLDER, inputs, tmp_path / "here.npz")
    finite = {
        key.rpartition("/forward")[0]
        for key, value in here.items()
        if "/forward" in key and value.dtype.kind == "f" and np.isfinite(value).all()
    }
    assert {key.rpartition("/")[0] for key in finite} == set(NAMES)
    raised = {key: str(value) for key, value in here.items() if key.endswith("/raises")}
    assert len(raised) < 10, raised


@pytest.mark.pythons
@pytest.mark.parametrize(("version", "numpy"), CORNERS)
def test_they_give_the_same_elsewhere(
    version: str, numpy: str, inputs: Path, tmp_path: Path
) -> None:
    python = python_of(version, numpy)
    here = run(sys.executable, FOLDER, inputs, tmp_path / "here.npz")
    there = run(python, FOLDER, inputs, tmp_path / "there.npz")
    ran_on(there, version, numpy)
    assert differences(here, there) == []
