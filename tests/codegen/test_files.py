"""Files written whole or not at all."""

import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen import files
from codegen.files import (
    create_private,
    read_regular,
    read_text,
    split_lines,
    write_atomically,
)


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


def test_what_need_not_last_waits_for_no_disk(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    write_atomically(tmp_path / "x", "1", lasting=False)
    assert (tmp_path / "x").read_text() == "1"
    assert synced == []
    write_atomically(tmp_path / "x", "2")
    assert len(synced) == 2
    assert os.listdir(tmp_path) == ["x"]


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


def test_a_private_file_is_its_owners_and_takes_the_place_of_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "real").chmod(0o644)
    previous = os.umask(0)
    try:
        write_atomically(tmp_path / "link", "new", private=True)
    finally:
        os.umask(previous)
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "link").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "link").stat().st_mode) == 0o600
    assert (tmp_path / "real").read_text() == "old"


def test_a_private_file_is_created_once(tmp_path):
    path = tmp_path / "key"
    create_private(path, b"first")
    with pytest.raises(FileExistsError):
        create_private(path, b"second")
    assert path.read_bytes() == b"first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["key"]


def test_a_regular_file_is_read_up_to_a_limit(tmp_path):
    (tmp_path / "x").write_bytes(b"12345")
    assert read_regular(tmp_path / "x", 5) == b"12345"
    with pytest.raises(OSError, match="too large"):
        read_regular(tmp_path / "x", 4)


def test_what_is_no_regular_file_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("file")
    before = len(os.listdir("/dev/fd"))
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "link", "/dev/zero"):
        with pytest.raises(OSError):  # noqa: PT011 - each system has words of its own
            read_regular(path, 5)
    assert len(os.listdir("/dev/fd")) == before


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


def test_an_error_names_the_file(tmp_path, monkeypatch):
    def refuse(*_: object, **__: object):
        raise PermissionError(13, "Permission denied", "some/temporary/name")

    monkeypatch.setattr(files, "_write_temporary", refuse)
    with pytest.raises(PermissionError) as raised:
        files.write_atomically(tmp_path / "golden.py", "text")
    assert raised.value.filename == str(tmp_path / "golden.py")


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
