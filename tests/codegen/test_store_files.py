"""What stands in the folder of the store, and is no file that a store wrote."""

import os
import stat

import pytest

from codegen import store as store_module
from codegen.store import Counters, Store, StoreWarning

KEY = "sha256:0123456789abcdef"
NAME = "0123456789abcdef"
TEXT = "x = 1\n"

pytestmark = pytest.mark.usefixtures("no_waiting")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "cache")


def manifest_path(store):
    return store.root / "modules" / f"{NAME}.json"


def module_path(store):
    return store.root / "modules" / f"{NAME}.py"


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def deep(path):
    path.write_text("[" * 200_000)


def replaced(make):
    def change(path):
        path.unlink()
        make(path)

    return change


def elsewhere(path):
    """The very same content, behind a link."""
    path.rename(path.parents[2] / path.name)
    path.symlink_to(path.parents[2] / path.name)


STRANGE = {
    "nested without end": deep,
    "a pipe": replaced(os.mkfifo),
    "a link": elsewhere,
    "a link to nothing": replaced(lambda path: path.symlink_to("nothing")),
}


@pytest.mark.parametrize("path", [manifest_path, module_path])
@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_what_is_no_file_of_ours_is_not_read(store, path, change):
    store.put(KEY, TEXT, {})
    change(path(store))
    again = Store(store.root)
    assert again.entries() == []
    assert again.get(KEY) is None
    assert again.counters == Counters(rebuilt=1)
    assert again.put(KEY, TEXT, {}) == again.get(KEY)
    assert [mode(one) for one in (manifest_path(store), module_path(store))] == (
        [0o600] * 2
    )


@pytest.mark.parametrize("path", [manifest_path, module_path])
def test_a_folder_in_the_place_of_a_file(store, path):
    store.put(KEY, TEXT, {})
    path(store).unlink()
    path(store).mkdir()
    assert store.entries() == []
    assert store.get(KEY) is None
    with pytest.warns(StoreWarning, match="cannot write"):
        assert store.put(KEY, TEXT, {}).path is None
    store.clean()
    assert path(store).is_dir()


@pytest.mark.parametrize("path", [manifest_path, module_path])
def test_a_file_that_is_too_long_is_not_read(store, path, monkeypatch):
    store.put(KEY, TEXT + "\n" * 5000, {"n": "1" * 5000})
    assert store.get(KEY) is not None
    monkeypatch.setattr(store_module, "_LONGEST_FILE", 4000)
    assert store.get(KEY) is None


def test_a_link_is_replaced_and_what_it_points_at_is_kept(store, tmp_path):
    """Others may have made it, when they still could write in the folder."""
    store.put("other", TEXT, {})
    (tmp_path / "precious").write_text("keep")
    module_path(store).symlink_to(tmp_path / "precious")
    store.put(KEY, TEXT, {})
    assert (tmp_path / "precious").read_text() == "keep"
    assert store.get(KEY).text == TEXT


def test_counters_that_are_no_file(store, tmp_path):
    store.put(KEY, TEXT, {})
    counters = store.root / "counters"
    (tmp_path / "precious").write_bytes(b"hh")
    for make in (os.mkfifo, lambda path: path.symlink_to(tmp_path / "precious")):
        counters.unlink()
        make(counters)
        assert Store(store.root).get(KEY).text == TEXT
        assert store.statistics() == Counters()
    assert (tmp_path / "precious").read_bytes() == b"hh"


# What killed processes left


def leave(store, name, seconds):
    path = store.root / "modules" / name
    path.write_text("half a mod")
    then = path.stat().st_mtime - seconds
    os.utime(path, (then, then))
    return path


def test_what_killed_processes_left_is_swept_by_the_first_write(store):
    store.put("other", TEXT, {})
    old = leave(store, f".{NAME}.py.1.0123abcd.tmp", 7200)
    young = leave(store, f".{NAME}.py.2.0123abcd.tmp", 60)
    again = Store(store.root)
    assert again.get("other").text == TEXT
    assert old.exists()
    again.put(KEY, TEXT, {})
    assert not old.exists()
    assert young.exists()
    assert again.get("other").text == TEXT
    leave(store, old.name, 7200)
    again.put(KEY, TEXT, {})
    assert old.exists()  # once is enough
    assert again.clean() == 2
    assert not store.root.exists()
