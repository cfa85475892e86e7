"""Imports run one way only: the contracts of pyproject.toml hold, and can fail.

A contract that names the wrong modules passes whatever the code does, so each is
shown to break: a violation is planted in a copy of the two packages.
"""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"

CODEGEN = "codegen knows nothing of srcad"
LAYERS = "commands > public names > compiler"
COMPILER = "the compiler does not import the public names through srcad itself"
PHASES = "printing > differentiate > evaluate > simplify > ir > reading > diagnostics"
CIRCLES = "no circle in the compiler"

VIOLATIONS = [
    ("codegen/store.py", "import srcad", CODEGEN),
    ("codegen/planted.py", "from srcad.compiler import avals", CODEGEN),
    ("codegen/planted.py", "def late():\n    import srcad.nn", CODEGEN),
    ("srcad/compiler/driver.py", "import srcad.nn", LAYERS),
    (
        "srcad/compiler/differentiate/planted.py",
        "from srcad.tensor import Tensor",
        LAYERS,
    ),
    ("srcad/compiler/planted.py", "def late():\n    import srcad.cli", LAYERS),
    ("srcad/compiler/planted.py", "from ..ops import matmul", LAYERS),
    ("srcad/compiler/planted.py", "from srcad import Tensor", COMPILER),
    ("srcad/compiler/driver.py", "import srcad", COMPILER),
    ("srcad/nn/planted.py", "from srcad.cli import main", LAYERS),
    ("srcad/tensor.py", "import srcad.cli", LAYERS),
    (
        "srcad/compiler/ir/types.py",
        "from srcad.compiler.evaluate import frame",
        PHASES,
    ),
    (
        "srcad/compiler/simplify/planted.py",
        "def late():\n    import srcad.compiler.printing.naming",
        PHASES,
    ),
    # The folders have to be those that are named.
    ("srcad/compiler/planted.py", "import codegen", PHASES),
    (
        "srcad/compiler/evaluate/flow.py",
        "from srcad.compiler.evaluate import statements",
        CIRCLES,
    ),
    # A module that was given no layer is one more violation.
    ("srcad/planted.py", "import codegen", LAYERS),
]


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT_IMPORTS, "--no-cache", "--no-logo"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


def broken_contracts(output: str) -> set[str]:
    """Return the names of the contracts that the summary marks as broken."""
    lines = (line.strip() for line in output.splitlines())
    return {line.removesuffix(" BROKEN") for line in lines if line.endswith(" BROKEN")}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder with the sources of both packages and their contracts."""
    for package in ("codegen", "srcad"):
        for source in (ROOT / package).rglob("*.py"):
            target = tmp_path / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_project_keeps_its_contracts(copy: Path) -> None:
    result = lint_imports(copy)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "5 kept, 0 broken" in result.stdout


@pytest.mark.parametrize(("file", "statement", "contract"), VIOLATIONS)
def test_a_planted_violation_breaks_its_contract(
    copy: Path, file: str, statement: str, contract: str
) -> None:
    with (copy / file).open("a") as source:
        source.write(f"\n\n{statement}\n")
    result = lint_imports(copy)
    assert result.returncode == 1
    assert contract in broken_contracts(result.stdout), result.stdout


def test_the_compiler_imports_at_the_top_of_its_files() -> None:
    """An import inside of a function would hide a circle."""
    late = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path in sorted((ROOT / "srcad" / "compiler").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
        and "srcad" in ast.unparse(inner)
    ]
    assert late == []
