"""`srcad check` on this project: what makes it fail, and what does not.

Everything runs on a copy of the project, in a process of its own.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("examples", "golden", "pyproject.toml")
GOLDENS = sorted((ROOT / "golden").rglob("*.py"))
WHOLE = [path for path in GOLDENS if path.parent.name == "golden"]
# What is spliced here uses operators of srcad.
WITH_SRCAD = {"spiking_neuron"}
# These need Numba to be imported.
COMPILED = [path for path in GOLDENS if path.parent.name == "compiled"]

DIGITS = "examples/digits/model.py"
NEWTON = "examples/newton/model.py"
MATMUL = "examples/matmul_bprop/model.py"


class Copy:
    """A copy of the project without its packages, and `srcad` run in it."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("CI", "PYTHONPATH")
        } | {"SRCAD_CACHE_DIR": str(cache), "NO_COLOR": "1"}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return processes.run(words, self.folder, self.environment)

    def add(self, name: str) -> None:
        """Copy a file or folder of the project."""
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, self.folder)
        else:
            ignored = shutil.ignore_patterns("__pycache__", "generated", "*.png")
            shutil.copytree(ROOT / name, self.folder / name, ignore=ignored)

    def replace(self, path: str, old: str, new: str) -> None:
        file = self.folder / path
        text = file.read_text()
        assert text.count(old) == 1, f"{path} holds {old!r} {text.count(old)} times"
        file.write_text(text.replace(old, new))

    def goldens(self) -> dict[str, bytes]:
        folder = self.folder / "golden"
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*.py"))
        }


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache that all copies share: what is unchanged is compiled once."""
    return tmp_path_factory.mktemp("cache")


class WithPackages(Copy):
    """A copy of the project with its packages, and `srcad` of that copy."""

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        # `-m` looks into the working directory first: the copy, not what is installed.
        return subprocess.run(
            [sys.executable, "-m", "srcad", *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


def copied(kind: type[Copy], folder: Path, cache: Path, *names: str) -> Copy:
    folder.mkdir()
    made = kind(folder, cache)
    for name in (*COPIED, *names):
        made.add(name)
    return made


@pytest.fixture
def copy(tmp_path: Path, cache: Path) -> Copy:
    return copied(Copy, tmp_path / "copy", cache)


def check(copy: Copy, *words: str) -> tuple[int, set[str], str]:
    """Return the exit code of `srcad check`, what it found to differ, and its words."""
    before = copy.goldens()
    done = copy.run("check", *words)
    assert copy.goldens() == before, "check wrote golden files"
    differing = re.findall(r"^golden differs: (\S+)", done.stdout, flags=re.MULTILINE)
    return done.returncode, set(differing), done.stdout + done.stderr


@pytest.mark.long
def test_the_goldens_are_what_srcad_writes(copy: Copy) -> None:
    code, _, said = check(copy)
    assert code == 0, said
    assert f"{len(GOLDENS)} targets: {len(GOLDENS)} same" in said
    # The lock beside them is of these.
    assert "srcad.lock" not in said
    # The second run has nothing to compile.
    code, _, said = check(copy)
    assert code == 0, said
    assert f"{len(GOLDENS)} cached  " in said, said
    plain = [one for one in names() if not one.startswith("compiled/")]
    gradients_are_those_of_finite_differences(copy, plain)


@pytest.mark.numba
def test_the_compiled_ones_are_those_of_finite_differences(copy: Copy) -> None:
    found = [one for one in names() if one.startswith("compiled/")]
    assert len(found) == len(COMPILED) == 3
    done = copy.run("gradcheck", *found, "--tolerance", "1e-6")
    assert done.returncode == 0, done.stdout + done.stderr


def gradients_are_those_of_finite_differences(copy: Copy, plain: list[str]) -> None:
    words = ("--tolerance", "1e-6", "--output-format", "json")
    done = copy.run("gradcheck", *plain, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    reports = json.loads(done.stdout)["targets"]
    assert len(reports) == len(plain)
    surrogates = {report["name"] for report in reports if report["surrogate"]}
    assert surrogates == {
        "matmul_bprop",
        "gradients/hook",
        "gradients/spiking_neuron",
        "gradients/stop_gradient",
    }
    for report in reports:
        if report["name"] in surrogates:
            continue
        errors = [item["relative_error"] for item in report["arguments"]]
        assert errors
        assert max(errors) < 1e-6
        assert all(item["checked"] for item in report["arguments"])


# What the edits below are of, and one target that none of them touches.
EDITED = ("digits_classifier", "newton", "matmul_bprop", "language/branches")

# One edit of each model at a time: what differs is then told apart by its name.
CHANGES = [
    {
        "digits_classifier": (DIGITS, "self.relu(self.fc1(x))", "self.fc1(x)"),
        "newton": (NEWTON, "step = step * 0.5", "step = step * 0.25"),
        "matmul_bprop": (MATMUL, "dx   = x + 1 ", "dx   = x + 2 "),
    },
    {
        "digits_classifier": ("pyproject.toml", "hidden = 64", "hidden = 63"),
        "newton": (NEWTON, "tolerance=1e-9,", "tolerance=1e-8,"),
        "matmul_bprop": (MATMUL, "# 'likewise'", "# 'as well'"),
    },
]


@pytest.mark.long
def test_edits_of_models_that_change_their_gradients(copy: Copy) -> None:
    for edits in CHANGES:
        for path, old, new in edits.values():
            copy.replace(path, old, new)
        code, differing, said = check(copy, *EDITED)
        assert (code, differing) == (1, set(edits)), said
        for path, old, new in edits.values():
            copy.replace(path, new, old)
    code, _, said = check(copy, *EDITED)
    assert code == 0, said


NOT_READ = [
    (DIGITS, '"""A classifier of', '"""One classifier of'),
    (DIGITS, "from srcad import nn", "import math\n\nfrom srcad import nn"),
    (DIGITS, "class Classifier", "# A remark.\nclass Classifier"),
    (
        DIGITS,
        "class Classifier",
        "class Other(nn.Cell):\n    def construct(self, x):\n        return x\n\n\n"
        "class Classifier",
    ),
    (
        DIGITS,
        "    def logits(self, x):",
        "    def unused(self, x):\n        return x\n\n    def logits(self, x):",
    ),
    (NEWTON, "All orbits are solved", "Every orbit is solved"),
    (MATMUL, "# fmt: off\n", "# A remark.\n    # fmt: off\n"),
    ("examples/newton/run.py", "LARGEST_ERROR = 1e-9", "LARGEST_ERROR = 1e-8"),
]


@pytest.mark.long
def test_edits_of_text_that_was_not_read(copy: Copy) -> None:
    for path, old, new in NOT_READ:
        copy.replace(path, old, new)
    for words in ((), ("--no-cache",)):
        code, differing, said = check(copy, *EDITED, *words)
        assert (code, differing) == (0, set()), said


@pytest.mark.long
def test_a_rule_that_is_edited(tmp_path: Path, cache: Path) -> None:
    copy = copied(WithPackages, tmp_path / "copy", cache, "srcad", "codegen")
    assert check(copy, *EDITED)[0] == 0
    families = copy.folder / "srcad" / "compiler" / "evaluate" / "numpy"
    row = re.compile(r'^(elementwise\(np\.sin, )"np\.cos\(x\)"', re.MULTILINE)
    (table,) = [path for path in families.glob("*.py") if row.search(path.read_text())]
    text = table.read_text()

    table.write_text(row.sub(r'\1"1.5 * np.cos(x)"', text))
    code, differing, said = check(copy, *EDITED)
    assert (code, differing) == (1, {"newton", "language/branches"}), said
    failed = copy.run("gradcheck", "newton")
    assert failed.returncode == 1, failed.stderr
    assert "the gradient check of newton fails" in failed.stdout + failed.stderr

    table.write_text(text)
    assert check(copy, *EDITED)[0] == 0


STANDALONE = """
import runpy, sys
for name in ("srcad", "codegen", "black", "astor", "rich", "click"):
    sys.modules[name] = None
import numpy as np

rng = np.random.default_rng(0)
module = runpy.run_path(sys.argv[1])
for size in (5, 1):
    sizes = {}

    def made(leaf):
        dtype, dims = leaf
        shape = [
            dim if isinstance(dim, int) else sizes.setdefault(dim, size + len(sizes))
            for dim in dims
        ]
        high = 10 if np.dtype(dtype).kind == "i" else 0.9
        return rng.uniform(0, high, shape).astype(dtype)

    signature = module["SIGNATURE"]
    arrays = {name: made(leaf) for name, leaf in signature["inputs"].items()}
    params = {n: made(leaf) for n, leaf in signature.get("params", {}).items()}
    expected = made(signature["out"])
    arguments = [*arrays.values(), *([params] if params else [])]
    out, grads = module["value_and_grad"](*arguments)
    assert (out.dtype, out.shape) == (expected.dtype, expected.shape)
    dinputs, dparams = grads if params else (grads, {})
    floating = [array for array in arrays.values() if array.dtype.kind == "f"]
    assert len(dinputs) == len(floating) and list(dparams) == list(params)
    given = [*floating, *params.values()]
    for given, found in zip(given, [*dinputs, *dparams.values()]):
        assert (found.dtype, found.shape) == (given.dtype, given.shape)
        assert np.isfinite(found).all()
loaded = {name.partition(".")[0] for name in sys.modules if sys.modules[name]}
assert not loaded & {"srcad", "codegen"}
print("fine")
"""


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_the_entry_point_is_short(golden: Path) -> None:
    """What is not mathematics is 28 lines, whatever the size of a module; a core is
    asked in three more, and numbers are checked in four."""
    defined = {
        node.name: node
        for node in ast.parse(golden.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }
    ours = [defined["value_and_grad"], defined["check"]]
    lines = sum(node.end_lineno - node.lineno + 1 for node in ours)
    assert lines <= (31 if golden in COMPILED else 28)


def names() -> list[str]:
    """The name of each target."""
    folder = ROOT / "golden"
    return [path.relative_to(folder).with_suffix("").as_posix() for path in GOLDENS]


@pytest.mark.parametrize("golden", WHOLE, ids=lambda path: path.stem)
def test_it_runs_where_srcad_is_not(golden: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STANDALONE, str(golden)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "fine\n", done.stderr


IMPORTED = """
import runpy, sys
for name in ("srcad", "codegen", "black", "astor", "rich", "click"):
    sys.modules[name] = None
for path in sys.argv[1:]:
    assert {"forward", "backward", "value_and_grad"} <= set(runpy.run_path(path)), path
"""


def test_they_are_imported_where_srcad_is_not() -> None:
    plain = [path for path in GOLDENS if path not in COMPILED]
    paths = [str(path) for path in plain if path.stem not in WITH_SRCAD]
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *paths],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_golden_that_was_edited_by_hand(copy: Copy) -> None:
    before = copy.goldens()
    copy.replace("golden/newton.py", "dstep = -danomaly", "dstep = danomaly")
    code, differing, said = check(copy, *EDITED)
    assert (code, differing) == (1, {"newton"}), said
    assert copy.run("accept", "newton").returncode == 0
    assert copy.goldens() == before
    assert check(copy, *EDITED)[0] == 0
