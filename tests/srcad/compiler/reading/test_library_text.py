"""Of a library's text a function is found without the rest, or in all of it."""

import ast
import importlib
import os
import py_compile
import sys
from pathlib import Path

import pytest

import srcad
from srcad.compiler.reading.library_text import definition_at, stored_code
from tests.sampling import sampled

ROOT = Path(srcad.__file__).parent
FILES = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py"))


def definitions(text):
    """Each function of a text by its name and first line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            lines = [node.lineno, *(one.lineno for one in node.decorator_list)]
            yield node, (node.name, min(lines))


@pytest.mark.parametrize("name", sampled(FILES, 25))
def test_what_is_found_is_what_the_whole_text_has(name):
    text = (ROOT / name).read_text()
    lines = tuple(text.splitlines(keepends=True))
    for node, place in definitions(text):
        found = definition_at(lines, *place)
        assert found is not None, place
        assert ast.dump(found, include_attributes=True) == ast.dump(
            node, include_attributes=True
        )


TEXTS = {
    "a string": 'def g():\n    """\nclass C:\n    def f(x):\n        pass\n    """\n\n'
    "def f(x):\n    return x\n",
    "a string around": 'A = """\nx = 1\n"""\n\n\ndef f(x):\n    return """\ny\n"""\n',
    "brackets": "g = h(\na, lambda: 1)\n\n@d(\n    1,\n)\n@e\ndef f(x):\n    return (\nx\n)\n",
    "a branch": "if a:\n    pass\nelse:\n    def f(x):\n        return x\n",
    "an attempt": "try:\n    def f(x):\n        return x\nexcept ValueError:\n    pass\n",
    "a comment": "class C:\n    a = 1\n# here\n    def f(self):\n        return 1\n# there\n"
    "        b = 2\n",
    "two": "class C:\n    def f(x): return 1\n\n    def f(x): return 2\n",
    "continued": "def f(x): return x + \\\n1\n\n\ny = 2\n",
    "letters of others": "ä = 1\ndef f(x):\n    return x\nß = 2\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_stands_unusually(name):
    """It is found as it is, or not at all."""
    text = TEXTS[name]
    lines = tuple(text.splitlines(keepends=True))
    for node, place in definitions(text):
        found = definition_at(lines, *place)
        assert found is None or ast.dump(found, include_attributes=True) == ast.dump(
            node, include_attributes=True
        )
    assert definition_at(lines, "nobody", 1) is None
    assert definition_at(lines, "f", len(lines) + 1) is None


def test_what_python_has_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "stored.py"
    path.write_text("def f(x):\n    return x\n")
    assert stored_code(str(path)) is None
    py_compile.compile(str(path))
    code = stored_code(str(path))
    assert code == compile(path.read_text(), str(path), "exec", dont_inherit=True)
    os.utime(path, (1, 1))
    assert stored_code(str(path)) is None, "of a text of another time"
    py_compile.compile(str(path))
    path.write_text("def f(x):\n    return x + 1\n")
    os.utime(path, (1, 1))
    assert stored_code(str(path)) is None, "of a text of another size"
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(path), invalidation_mode=mode)
    assert stored_code(str(path)) is None, "nobody knows of which text"
    cached = importlib.util.cache_from_source(str(path))
    Path(cached).write_bytes(b"")
    assert stored_code(str(path)) is None
