"""Digests of texts and of packages."""

import re
import shutil
from pathlib import Path

import pytest

from codegen.digest import package_digest, text_digest, texts_digest


def test_a_text_digest_is_sixteen_digits_of_its_sha256():
    assert text_digest("abc") == "sha256:ba7816bf8f01cfea"
    assert re.fullmatch("sha256:[0-9a-f]{16}", text_digest("größe \ud800"))


def test_boundaries_and_order_count():
    digests = {
        texts_digest(texts)
        for texts in ([], [""], ["ab"], ["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"])
    }
    assert len(digests) == 7


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
