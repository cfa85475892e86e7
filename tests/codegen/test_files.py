"""Files written whole or not at all."""

import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen.files import read_text, split_lines, write_atomically


def test_writes_the_bytes_of_the_text(tmp_path):
    path = tmp_path / "a" / "b" / "module.py"
    write_atomically(path, "größe\r\nx\r\ny\n")
    assert path.read_bytes() == "größe\r\nx\r\ny\n".encode()
    assert read_text(path) == "größe\r\nx\r\ny\n"
    assert os.listdir(path.parent) == ["module.py"]


def test_replaces_and_keeps_permissions(tmp_path):
    path = tmp_path / "script.py"
    path.write_text("old and longer")
    path.chmod(0o754)
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o754


def test_new_files_follow_the_umask(tmp_path):
    previous = os.umask(0o027)
    try:
        write_atomically(tmp_path / "x", "")
    finally:
        os.umask(previous)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


def test_a_symbolic_link_keeps_pointing(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_a_failure_changes_nothing(tmp_path, monkeypatch, function):
    """Be it while writing or at the very end."""

    def fail(*arguments):
        raise OSError("disk full")

    path = tmp_path / "module.py"
    path.write_text("old")
    monkeypatch.setattr(os, function, fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["module.py"]


def test_the_text_reaches_the_disk_before_it_takes_the_name(tmp_path, monkeypatch):
    events = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda *a: (events.append("fsync"), fsync(*a)))
    monkeypatch.setattr(
        os, "replace", lambda *a: (events.append("replace"), replace(*a))
    )
    write_atomically(tmp_path / "module.py", "text")
    assert events[:2] == ["fsync", "replace"]


def test_text_that_is_not_unicode_leaves_nothing_behind(tmp_path):
    with pytest.raises(UnicodeEncodeError):
        write_atomically(tmp_path / "x.py", "\ud800")
    assert os.listdir(tmp_path) == []


def test_split_lines_ends_lines_where_python_does():
    text = "a\nb\r\nc\rd\x0ce\x85f\u2028g\n\nh"
    assert split_lines(text) == [
        *("a\n", "b\r\n", "c\r", "d\x0ce\x85f\u2028g\n", "\n", "h")
    ]


@given(st.text(st.sampled_from("a \r\n\x0c\u2028")))
def test_split_lines_loses_nothing(text):
    assert "".join(split_lines(text)) == text
