"""The store belongs to the user: what others could have written is not used."""

import hashlib
import json
import os
import re
import stat
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs
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


def snapshot(folder):
    return {
        path: (path.lstat().st_mode, path.read_bytes() if path.is_file() else None)
        for path in sorted(folder.rglob("*"))
    }


def assert_in_memory(store, says):
    """A new store on the same folder warns once, and lives without the disk."""
    before = snapshot(store.root)
    again = Store(store.root)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert again.get(KEY) is None
        put = again.put(KEY, "x = 2\n", {"n": 1})
        assert (put.text, put.path) == ("x = 2\n", None)
        assert again.get(KEY) == put
        assert again.entries() == [put]
        again.put("other", TEXT, {})
        assert again.counters == Counters(misses=1, hits=1)
        assert again.statistics() == again.counters
    assert snapshot(store.root) == before
    (warning,) = caught
    assert warning.category is StoreWarning
    assert warning.filename == __file__
    assert str(store.root) in str(warning.message)
    assert says in str(warning.message)
    return again


# The folder


def test_the_folders_and_files_are_the_users_alone(tmp_path):
    store = Store(tmp_path / "made" / "cache")
    previous = os.umask(0)
    try:
        store.get(KEY)
        store.put(KEY, TEXT, {})
    finally:
        os.umask(previous)
    assert mode(store.root) == mode(store.root / "modules") == 0o700
    files = (module_path(store), manifest_path(store), store.root / "counters")
    assert [mode(path) for path in files] == [0o600] * 3


def test_a_folder_that_others_can_read_is_used(store):
    store.put(KEY, TEXT, {})
    store.root.chmod(0o755)
    (store.root / "modules").chmod(0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Store(store.root).get(KEY).text == TEXT


@pytest.mark.parametrize("folder", [".", "modules"])
@pytest.mark.parametrize("bits", [0o777, 0o775, 0o702, 0o1777])
def test_where_others_can_write_the_store_is_in_memory(store, folder, bits):
    store.put(KEY, TEXT, {})
    (store.root / folder).chmod(bits)
    assert_in_memory(store, f"chmod go-w {store.root / folder}`")


@pytest.mark.parametrize("use", ["entries", "statistics", "clean"])
def test_every_use_looks_at_the_folder_first(store, use):
    store.put(KEY, TEXT, {})
    store.root.chmod(0o777)
    before = snapshot(store.root)
    again = Store(store.root)
    with pytest.warns(StoreWarning, match="others can write"):
        assert not getattr(again, use)() or use == "statistics"
    assert snapshot(store.root) == before
    assert again.put(KEY, TEXT, {}).path is None
    assert again.clean() == 1
    assert again.entries() == []
    assert snapshot(store.root) == before


def test_a_folder_is_looked_at_each_time(store):
    store.put(KEY, TEXT, {})
    store.root.chmod(0o777)
    with pytest.warns(StoreWarning, match="others can write"):
        assert store.get(KEY) is None


def test_a_folder_of_another_user_is_not_used(store, monkeypatch):
    store.put(KEY, TEXT, {})
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert_in_memory(store, f"{store.root} belongs to another user")


def pretend_owner(monkeypatch, path, owner):
    """Let ``path`` itself, not what it points at, belong to a user."""
    lstat = os.lstat

    def changed(name, **options):
        status = lstat(name, **options)
        if os.fspath(name) == os.fspath(path):
            return os.stat_result([*status[:4], owner, *status[5:10]])
        return status

    monkeypatch.setattr(os, "lstat", changed)


@pytest.mark.parametrize("place", ["the folder", "a parent", "behind a link of ours"])
def test_a_link_of_another_user_is_not_followed(tmp_path, monkeypatch, place):
    """It could lead to another folder of ours, whose files `clean` would delete."""
    (tmp_path / "real" / "cache").mkdir(parents=True)
    link = tmp_path / "link"
    root = link / "cache"
    if place == "the folder":
        link.symlink_to("real/cache")
        root = link
    else:
        link.symlink_to("real")
    if place == "behind a link of ours":
        (tmp_path / "ours").symlink_to("link/cache")
        root = tmp_path / "ours"
    Store(root).put(KEY, TEXT, {})
    assert Store(root).get(KEY).text == TEXT
    pretend_owner(monkeypatch, link, 0)  # the system's own
    assert Store(root).get(KEY).text == TEXT
    pretend_owner(monkeypatch, link, os.geteuid() + 1)
    assert_in_memory(Store(root), f"the link {link} belongs to another user")


def test_links_that_go_round_are_a_store_that_cannot_be_written(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    store = Store(tmp_path / "a")
    assert store.get(KEY) is None
    with pytest.warns(StoreWarning, match="cannot write"):
        assert store.put(KEY, TEXT, {}).path is None


def test_nothing_is_checked_where_there_are_no_owners(store, monkeypatch):
    """As on Windows. Elsewhere the same folder would not be used."""
    store.put(KEY, TEXT, {})
    (store.root / "modules").chmod(0o777)
    assert_in_memory(store, "others can write")
    monkeypatch.delattr(os, "geteuid")
    assert Store(store.root).get(KEY).text == TEXT


# The seal


def forge(store, seal):
    """Do what one who can write files, but has no key, would do."""
    text = "x = 'forged'\n"
    module_path(store).write_text(text)
    record = json.loads(manifest_path(store).read_text())
    record["module"] = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    del record["seal"]
    content = json.dumps(record, sort_keys=True).encode()
    manifest_path(store).write_text(json.dumps({**record, "seal": seal(content)}))


SEALS = {
    "a plain digest": lambda content: "sha256:" + hashlib.sha256(content).hexdigest(),
    "a digest in our form": lambda content: (
        "hmac-sha256:" + hashlib.sha256(content).hexdigest()
    ),
    "nothing": lambda content: None,
    "no text": lambda content: ["hmac-sha256:"],
    "not ASCII": lambda content: "hmac-sha256:ü\ud800",
}


@pytest.mark.parametrize("seal", SEALS.values(), ids=SEALS)
def test_a_forged_module_is_not_there(store, seal):
    store.put(KEY, TEXT, {})
    forge(store, seal)
    assert store.entries() == []
    assert store.get(KEY) is None
    assert store.counters == Counters(written=1, rebuilt=1)
    assert store.put(KEY, TEXT, {}) == store.get(KEY)


@pytest.mark.parametrize("part", ["format", "key", "module", "manifest"])
def test_the_seal_covers(store, part, monkeypatch):
    """Each is changed to what would be taken, were it not for the seal."""
    store.put(KEY, TEXT, {"n": 1})
    record = json.loads(manifest_path(store).read_text())
    assert re.fullmatch("hmac-sha256:[0-9a-f]{64}", record["seal"])
    module_path(store).write_text("x = 2\n")
    digest = "sha256:" + hashlib.sha256(b"x = 2\n").hexdigest()
    changes = {"format": 9, "key": "other", "module": digest, "manifest": {"n": 2}}
    if part == "format":
        monkeypatch.setattr(store_module, "_FORMAT", 9)
    if part != "module":
        module_path(store).write_text(TEXT)
    manifest_path(store).write_text(json.dumps(record))
    assert len(store.entries()) == (part in ("key", "manifest"))
    record[part] = changes[part]
    manifest_path(store).write_text(json.dumps(record))
    assert store.entries() == []


def test_a_module_that_another_key_sealed_is_not_there(store, monkeypatch):
    store.put(KEY, TEXT, {})
    monkeypatch.setenv("SRCAD_CACHE_KEY", "another")
    assert Store(store.root).entries() == []
    assert Store(store.root).get(KEY) is None
    monkeypatch.undo()
    store.put(KEY, TEXT, {})
    assert Store(store.root).get(KEY).text == TEXT


def test_a_module_of_the_first_format_is_replaced(store):
    """As it was written before there was a key."""
    record = {"format": 1, "key": KEY, "module": "", "manifest": {}}
    record["module"] = "sha256:" + hashlib.sha256(TEXT.encode()).hexdigest()
    content = json.dumps(record, sort_keys=True).encode()
    record["seal"] = "sha256:" + hashlib.sha256(content).hexdigest()
    manifest_path(store).parent.mkdir(parents=True)
    manifest_path(store).write_text(json.dumps(record, indent=1))
    module_path(store).write_text(TEXT)
    assert store.get(KEY) is None
    assert store.counters == Counters(rebuilt=1)
    store.put(KEY, TEXT, {})
    assert Store(store.root).get(KEY).text == TEXT


# The key


@pytest.fixture
def key_file(tmp_path, monkeypatch):
    """The place of the user's key, in a home folder of the test's own."""
    monkeypatch.setenv("SRCAD_CACHE_KEY", "")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "configuration"))
    folder = Path(platformdirs.user_config_dir("srcad", appauthor=False))
    assert folder.is_relative_to(tmp_path)
    return folder / "cache-key"


def test_the_key_is_made_once_and_the_users_alone(store, key_file, run_python):
    previous = os.umask(0)
    try:
        store.put(KEY, TEXT, {})
    finally:
        os.umask(previous)
    key = key_file.read_bytes()
    assert len(key) == 32
    assert mode(key_file) == 0o600
    assert mode(key_file.parent) == 0o700
    assert os.listdir(key_file.parent) == ["cache-key"]
    source = (
        "import sys; from pathlib import Path; from codegen.store import Store\n"
        f"print(Store(Path(sys.argv[1])).get({KEY!r}).text)"
    )
    assert run_python(source, store.root).strip() == TEXT.strip()
    assert key_file.read_bytes() == key


def test_a_store_that_holds_nothing_needs_no_key(store, key_file):
    assert store.get(KEY) is None
    assert store.entries() == []
    assert store.clean() == 0
    assert store.counters == Counters(misses=1)
    assert not key_file.exists()
    store.put(KEY, TEXT, {})
    assert key_file.exists()


def test_of_two_processes_one_makes_the_key(store, key_file, monkeypatch):
    """The other is between looking for the key and making it."""
    link, other = os.link, b"k" * 32

    def second(source, target):
        Path(target).write_bytes(other)
        Path(target).chmod(0o600)
        link(source, target)

    monkeypatch.setattr(os, "link", second)
    store.put(KEY, TEXT, {})
    assert key_file.read_bytes() == other
    assert os.listdir(key_file.parent) == ["cache-key"]
    assert Store(store.root).get(KEY).text == TEXT


def test_processes_that_start_together_agree_on_the_key(store, key_file, run_python):
    source = (
        "import sys; from pathlib import Path; from codegen.store import Store\n"
        "Store(Path(sys.argv[1])).put(sys.argv[2], 'x = 1\\n', {})\n"
    )
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda key: run_python(source, store.root, key), "abcdef"))
    assert key_file.exists()
    assert [entry.key for entry in store.entries()] == list("abcdef")


def replace_key(change):
    def damage(key_file):
        key_file.unlink()
        change(key_file)

    return damage


def point_elsewhere(key_file):
    real = key_file.with_name("real")
    real.write_bytes(b"k" * 32)
    real.chmod(0o600)
    key_file.symlink_to("real")


BAD_KEYS = {
    "the group can read it": (lambda path: path.chmod(0o640), "others may have read"),
    "all can read it": (lambda path: path.chmod(0o604), "others may have read"),
    "it was cut short": (lambda path: path.write_bytes(b"k" * 31), "damaged"),
    "it is empty": (lambda path: path.write_bytes(b""), "damaged"),
    "it is too long": (lambda path: path.write_bytes(b"k" * 33), "damaged"),
    "it is a folder": (replace_key(Path.mkdir), "cannot be used"),
    "it is a pipe": (replace_key(os.mkfifo), "cannot be used"),
    "it is a link": (replace_key(point_elsewhere), "cannot be used"),
    "others can replace it": (
        lambda path: path.parent.chmod(0o777),
        "others can write in",
    ),
}


@pytest.mark.parametrize(("damage", "says"), BAD_KEYS.values(), ids=BAD_KEYS)
def test_without_a_secret_key_the_store_is_in_memory(store, key_file, damage, says):
    store.put(KEY, TEXT, {})
    damage(key_file)
    again = assert_in_memory(store, says)
    # They cannot be read, but the folder is ours.
    assert again.clean() == 3
    assert not store.root.exists()


def test_a_key_of_another_user_is_not_used(store, key_file, monkeypatch):
    store.put(KEY, TEXT, {})
    fstat = os.fstat

    def changed(descriptor):
        status = fstat(descriptor)
        if status.st_ino != key_file.stat().st_ino:
            return status
        return os.stat_result([*status[:4], os.geteuid() + 1, *status[5:10]])

    monkeypatch.setattr(os, "fstat", changed)
    assert_in_memory(store, "key")


def test_a_key_that_cannot_be_made(store, key_file):
    key_file.parent.parent.mkdir(parents=True)
    key_file.parent.write_text("a file where the folder would be")
    store.root.mkdir()
    (store.root / "modules").mkdir()
    assert_in_memory_without_key(store, "SRCAD_CACHE_KEY can give one")


def test_a_file_system_on_which_a_key_cannot_be_made_at_once(
    store, key_file, monkeypatch
):
    def refuse(*arguments):
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    assert_in_memory_without_key(store, "SRCAD_CACHE_KEY can give one")
    assert os.listdir(key_file.parent) == []


def test_no_home_folder(store, key_file, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", "")
    monkeypatch.setenv("HOME", "~")
    monkeypatch.setattr(
        platformdirs, "user_config_dir", lambda *a, **o: "~/.config/srcad"
    )
    monkeypatch.chdir(store.root.parent)
    assert_in_memory_without_key(store, "set SRCAD_CACHE_KEY")
    assert not Path("~").exists()


def assert_in_memory_without_key(store, says):
    """Nothing was stored yet, so the first to need a key is ``put``."""
    with pytest.warns(StoreWarning, match=says):
        assert store.put(KEY, TEXT, {}).path is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store.get(KEY).text == TEXT
        assert store.put("other", TEXT, {}).path is None
    assert not list(store.root.rglob("*.py"))
