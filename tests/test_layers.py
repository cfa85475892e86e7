"""Imports run one way only: the contracts of pyproject.toml hold, and can fail.

A contract that names the wrong modules passes whatever the code does, so each is
shown to break: a violation is planted in a copy of the two packages.
"""

import ast
import graphlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import srcad.cli

ROOT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"

CODEGEN = "codegen knows nothing of srcad"
LAYERS = "cli > nn > cell, ops > gradient > parameter > tensor > compiler"
COMPILER = "the compiler does not import the public names through srcad itself"
PHASES = "phases: compiled > printing > differentiate > ... > reading > diagnostics"
EVALUATOR = (
    "evaluator: entry > values > library > syntax > calls > ... > frame, heap, kinds"
)
CIRCLES = "no circle in srcad"

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
        "srcad/compiler/evaluate/paths/joining.py",
        "from srcad.compiler.evaluate.syntax import loops",
        EVALUATOR,
    ),
    (
        "srcad/compiler/evaluate/frame.py",
        "def late():\n    import srcad.compiler.evaluate.storage.lists",
        EVALUATOR,
    ),
    ("srcad/compiler/evaluate/planted.py", "import codegen", EVALUATOR),
    (
        "srcad/compiler/evaluate/flow.py",
        "from srcad.compiler.evaluate import kinds",
        CIRCLES,
    ),
    # Inside of a package of the public names, too, and late.
    (
        "srcad/gradient/fast_path.py",
        "def late():\n    from srcad.gradient import function",
        CIRCLES,
    ),
    ("srcad/tensor.py", "def late():\n    from srcad.ops import shapes", LAYERS),
    ("srcad/parameter.py", "import srcad.cell", LAYERS),
    ("srcad/cell.py", "from srcad import ops", LAYERS),
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
    assert "6 kept, 0 broken" in result.stdout


@pytest.mark.long
@pytest.mark.parametrize(("file", "statement", "contract"), VIOLATIONS)
def test_a_planted_violation_breaks_its_contract(
    copy: Path, file: str, statement: str, contract: str
) -> None:
    with (copy / file).open("a") as source:
        source.write(f"\n\n{statement}\n")
    result = lint_imports(copy)
    assert result.returncode == 1
    assert contract in broken_contracts(result.stdout), result.stdout


# ------------------------------------------------------------- all files, all imports


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_of(path): path for path in sorted((ROOT / "srcad").rglob("*.py"))}


def imported(node: ast.AST) -> set[str]:
    """Return the modules of srcad that a statement imports."""
    if isinstance(node, ast.Import):
        return {item.name for item in node.names} & FILES.keys()
    if not isinstance(node, ast.ImportFrom):
        return set()
    assert not node.level, "a relative import"
    names = (f"{node.module}.{item.name}" for item in node.names)
    return {
        name if name in FILES else str(node.module) for name in names
    } & FILES.keys()


def graph() -> dict[str, set[str]]:
    """Return module to modules: of imports anywhere in a file, those for types too."""
    return {
        module: {
            name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for name in imported(node)
        }
        for module, path in FILES.items()
    }


@pytest.mark.long
def test_no_file_is_in_a_circle_of_imports() -> None:
    """Where an import stands, in a function or for types alone, makes no difference."""
    graphlib.TopologicalSorter(graph()).prepare()


@pytest.mark.long
def test_a_circle_of_imports_is_found() -> None:
    circle = graph()
    circle["srcad.tensor"].add("srcad.ops.shapes")
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter(circle).prepare()


def late_imports() -> Iterator[tuple[Path, int, list[str]]]:
    """Yield the imports of srcad in functions: file, line, the two lines down to it."""
    for path in FILES.values():
        lines = path.read_text(encoding="utf-8").splitlines()
        for function in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if imported(node):
                        line = node.lineno  # type: ignore[attr-defined]
                        yield path.relative_to(ROOT), line, lines[line - 2 : line]


@pytest.mark.long
def test_an_import_in_a_function_is_for_a_quick_start() -> None:
    """In the commands, as their package says, and where a comment says so."""
    late = [
        f"{path}:{line}"
        for path, line, text in late_imports()
        if path.parts[1] != "cli" and "# Late, for a quick start" not in text[0]
    ]
    assert late == []
    assert "before a command needs it" in str(srcad.cli.__doc__)


@pytest.mark.long
def test_the_compiler_imports_at_the_top_of_its_files() -> None:
    late = [path for path, *_ in late_imports() if path.parts[1] == "compiler"]
    assert late == []
