"""Digests of texts and of packages."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from codegen.digest import package_digest, parsed_text, text_digest, texts_digest


def test_a_text_digest_is_sixteen_digits_of_its_sha256():
    assert text_digest("abc") == "sha256:ba7816bf8f01cfea"
    assert re.fullmatch("sha256:[0-9a-f]{16}", text_digest("größe \ud800"))


def test_boundaries_and_order_count():
    digests = {
        texts_digest(texts)
        for texts in ([], [""], ["ab"], ["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"])
    }
    assert len(digests) == 7


PROGRAM = """
@decorated(1, key="word")
def f(x, /, y: float = 1e-3, *rest, k=None, **options) -> None:
    'A docstring.'
    for i, (a, b) in enumerate(zip(x, y)):
        if a > 0 and not b or a in (None, True, ..., 1j):
            x[i:, ::2] += f"{a!r:>{b}} of {b=}" "behind"
            continue
    else:
        return
    with open("ü") as z, z:
        t = {**options, "a": lambda *v: [*v, -1], b"c": {w for w in x if w}}
    match x:
        case [1, *others] | {"k": others, **other}: del x, t[0]
        case Point(x=0) as p if p: assert p, "why"
        case _: raise ValueError(x) from None
    try:
        (yield), (n := x if y else await_)
    except (A, B) as e:
        nonlocal_ = yield from e.x @ ~y
    class C(Base, metaclass=M):
        v: int
"""


def parsed(text):
    (node,) = ast.parse(text).body
    return parsed_text(node)


def test_a_program_is_the_same_on_every_python():
    """`make test-short` runs this on each of them."""
    assert text_digest(parsed(PROGRAM)) == "sha256:86f88004cb304ac8"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("x = 1", "x  =  (1)  # one"),
        ("def f():\n    return 'a'", 'def f():\n    # why\n\n    return "a"'),
    ],
)
def test_how_a_program_is_written_does_not_count(first, second):
    assert parsed(first) == parsed(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("x = 1", "x = 1.0"),
        ("x = '1'", "x = 1"),
        ("x = None", "x: None"),
        ("def f(): return", "def f(): return None"),
        ("f(a)", "f(*a)"),
        ("f(a, b)", "f((a, b))"),
        ("x[1:]", "x[:1]"),
        ("{**a}", "{None: a}"),
        ("x = a, 'b'", "x = 'a', b"),
        ("x < y <= z", "x <= y < z"),
    ],
)
def test_what_a_program_does_counts(first, second):
    assert parsed(first) != parsed(second)


def test_a_long_sum():
    assert parsed("+".join("x" * 900)).count("Add") == 899


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "package"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "inner" / "rules.py").write_text("x = 1\n")
    (folder / "notes.txt").write_text("not code")
    return folder


def test_a_package_digest_is_of_names_and_contents(package, tmp_path):
    before = package_digest(package)
    elsewhere = shutil.copytree(package, tmp_path / "other" / "name")
    assert package_digest(elsewhere) == before
    (package / "notes.txt").write_text("changed")
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "rules.cpython-311.pyc").write_bytes(b"\x00")
    assert package_digest(package) == before
    (package / "inner" / "rules.py").write_bytes(b"x = 1\r\n")
    assert package_digest(package) == before
    (package / "inner" / "rules.py").write_text("x = 2\n")
    after = package_digest(package)
    assert after != before
    (package / "inner" / "rules.py").rename(package / "inner" / "tables.py")
    assert package_digest(package) not in (before, after)


def test_a_package_digest_does_not_depend_on_the_order_of_a_folder(
    package, monkeypatch
):
    before = package_digest(package)
    rglob = Path.rglob
    monkeypatch.setattr(Path, "rglob", lambda *a: reversed(list(rglob(*a))))
    assert package_digest(package) == before


def test_an_empty_package_is_a_mistake(tmp_path):
    with pytest.raises(FileNotFoundError, match="no Python files"):
        package_digest(tmp_path)
