"""What is printed for small programs, to the letter.

A file of ``texts/`` holds a program and, under ``# output``, the two halves that are
made of its last definition. The lines at its top say for which inputs, and of which
order. ``pytest --accept`` writes what differs: read the diff as its reviewer.
"""

import importlib.util
from pathlib import Path

import pytest

from codegen.formatting import format_module
from codegen.testing import assert_golden
from tests.srcad.compiler.derivatives import check, generate

FOLDER = Path(__file__).parent / "texts"
FILES = sorted(FOLDER.glob("*.txt"))
MARK = "\n# output\n\n"


def parts_of(path):
    """The program's text, its inputs and its order."""
    source = path.read_text().partition(MARK)[0]
    said = [line[2:].partition(": ") for line in source.split("\n") if line[:2] == "# "]
    words = {key: value for key, _, value in said}
    inputs = [word.strip() for word in words["inputs"].split(";")]
    return source, inputs, int(words.get("order", "1"))


def program_of(source, tmp_path, name):
    """The last thing that the program defines, a Cell made."""
    file = tmp_path / f"{name}.py"
    file.write_text(source)
    spec = importlib.util.spec_from_file_location(f"texts_{name}", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    mine = [one for one in vars(module).values() if is_defined_in(one, module)]
    return mine[-1]() if isinstance(mine[-1], type) else mine[-1]


def is_defined_in(item, module):
    return getattr(item, "__module__", None) == module.__name__


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_text(path, tmp_path):
    source, inputs, order = parts_of(path)
    program = program_of(source, tmp_path, path.stem)
    text = format_module(generate(program, inputs, order).text)
    start = text.index('\n"""') if "docstring" in path.stem else text.index("\n}\n") + 3
    code = text[start : text.index("def value_and_grad(")].strip("\n")
    lines = [line for line in code.split("\n") if not line.strip().startswith("#")]
    assert max(map(len, lines)) <= 88
    assert_golden(f"{source}{MARK}{code}\n", path)


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if "def bprop" not in path.read_text()],
    ids=lambda path: path.stem,
)
def test_gradient(path, tmp_path):
    source, inputs, order = parts_of(path)
    inputs = [text.replace("float32", "float64") for text in inputs]
    check(program_of(source, tmp_path, path.stem), inputs, orders=range(1, order + 1))
