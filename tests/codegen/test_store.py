"""The store: whole modules or none, across processes."""

import dataclasses
import json
import os
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

from codegen import store as store_module
from codegen.store import Counters, Store, StoreWarning, default_root

KEY = "sha256:0123456789abcdef"
TEXT = "x = 'größe'\r\n\n" + "y = 1\n" * 100
MANIFEST = {"sources": ["a.py", "b.py"], "order": 1, "facts": {"fire": True}}


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "cache")


def files(store):
    return sorted(path.name for path in (store.root / "modules").iterdir())


def test_what_is_put_can_be_got(store):
    put = store.put(KEY, TEXT, MANIFEST)
    got = Store(store.root).get(KEY)
    assert got == put
    assert (got.key, got.text, got.manifest) == (KEY, TEXT, MANIFEST)
    assert got.path.read_bytes() == TEXT.encode()
    assert got.path.name == "0123456789abcdef.py"


def test_what_was_never_put_is_a_miss(store):
    assert store.get(KEY) is None
    assert store.counters == Counters(misses=1)
    assert store.statistics() == Counters(misses=1)


def test_making_a_store_and_reading_it_touches_nothing(tmp_path):
    store = Store(tmp_path / "cache")
    assert store.entries() == []
    assert store.statistics() == Counters()
    assert store.clean() == 0
    assert not (tmp_path / "cache").exists()


def test_counters(store):
    store.get(KEY)
    store.put(KEY, TEXT, MANIFEST)
    store.get(KEY)
    store.get(KEY)
    assert store.counters == Counters(hits=2, misses=1, written=1)
    assert Store(store.root).counters == Counters()
    assert Store(store.root).statistics() == store.counters


def test_to_look_at_a_module_is_no_use_of_it(store):
    assert store.look(KEY) is None
    put = store.put(KEY, TEXT, MANIFEST)
    os.utime(put.path, (1.0, 1.0))
    assert store.look(KEY) == put
    assert store.used(KEY) == 1.0
    assert store.counters == Counters(written=1)
    put.path.write_text("another text")
    assert store.look(KEY) is None
    assert put.path.exists()


def damage_text(text):
    def damage(store):
        path = store.root / "modules" / "0123456789abcdef.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    return damage


def damage_manifest(change):
    def damage(store):
        path = store.root / "modules" / "0123456789abcdef.json"
        path.write_text(change(path.read_text()))

    return damage


DAMAGES = {
    "truncated": damage_text(TEXT[:-1]),
    "cut to nothing": damage_text(""),
    "edited": damage_text(TEXT.replace("y = 1", "y = 2", 1)),
    "line breaks translated": damage_text(TEXT.replace("\r\n", "\n")),
    "not text": damage_text(b"\xff\xfe\x00"),
    "module missing": lambda store: os.unlink(
        store.root / "modules" / "0123456789abcdef.py"
    ),
    "manifest missing": lambda store: os.unlink(
        store.root / "modules" / "0123456789abcdef.json"
    ),
    "manifest truncated": damage_manifest(lambda text: text[:-10]),
    "manifest empty": damage_manifest(lambda text: ""),
    "manifest not a record": damage_manifest(lambda text: "[1]"),
    "manifest edited": damage_manifest(lambda text: text.replace("a.py", "c.py")),
    "manifest of another format": damage_manifest(
        lambda text: text.replace('"format": 3', '"format": 4')
    ),
    "manifest of another key": damage_manifest(
        lambda text: text.replace("0123456789abcdef", "f" * 16)
    ),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_module_is_rebuilt(store, damage):
    store.put(KEY, TEXT, MANIFEST)
    damage(store)
    again = Store(store.root)
    assert again.entries() == []
    assert again.get(KEY) is None
    assert again.counters == Counters(rebuilt=1)
    assert "0123456789abcdef.json" not in files(store)
    again.put(KEY, TEXT, MANIFEST)
    assert again.get(KEY).text == TEXT
    assert again.counters == Counters(rebuilt=1, written=1, hits=1)


@pytest.mark.parametrize(
    "damage", ["truncated", "edited", "not text", "manifest edited"]
)
def test_bad_files_are_removed(store, damage):
    store.put(KEY, TEXT, MANIFEST)
    DAMAGES[damage](store)
    store.get(KEY)
    assert files(store) == []
    store.get(KEY)
    assert store.counters == Counters(written=1, rebuilt=1, misses=1)


def test_a_damaged_module_is_never_executed(store, tmp_path, run_python):
    """The whole way, as a user of the store goes it, in another process."""
    witness = tmp_path / "executed"
    store.put(KEY, "x = 1\n", {})
    module = store.root / "modules" / "0123456789abcdef.py"
    module.write_text(f"open({str(witness)!r}, 'w')\nx = 2\n")
    source = (
        "import sys; from pathlib import Path\n"
        "from codegen.store import Store; from codegen.loading import load\n"
        "store = Store(Path(sys.argv[1]))\n"
        f"entry = store.get({KEY!r}) or store.put({KEY!r}, 'x = 1\\n', {{}})\n"
        "print(load(entry, 'generated').x, store.counters.rebuilt)\n"
    )
    assert run_python(source, store.root) == "1 1\n"
    assert not witness.exists()
    assert store.get(KEY).text == "x = 1\n"


def test_any_text_may_be_a_key(store):
    keys = ["a/b", "../x", "A", "a", "", "sha256:xyz", "sha256:" + "A" * 16, "ü" * 300]
    for key in keys:
        store.put(key, f"key = {key!r}\n", {})
    assert {entry.key for entry in store.entries()} == set(keys)
    assert [entry.key for entry in store.entries()] == sorted(keys)
    assert all(store.get(key).text == f"key = {key!r}\n" for key in keys)
    assert all(
        path.parent == store.root / "modules" for path in store.root.rglob("*.py")
    )


def test_putting_again_replaces(store):
    store.put(KEY, "x = 1\n", {"n": 1})
    store.put(KEY, "x = 2\n", {"n": 2})
    entry = store.get(KEY)
    assert (entry.text, entry.manifest) == ("x = 2\n", {"n": 2})


def test_a_manifest_is_json(store):
    with pytest.raises(TypeError):
        store.put(KEY, TEXT, {"bad": object()})
    with pytest.raises(ValueError, match="JSON"):
        store.put(KEY, TEXT, {"bad": float("nan")})
    assert store.entries() == []
    assert store.put(KEY, TEXT, {"pair": (1, 2)}).manifest == {"pair": [1, 2]}


def test_an_interrupted_put_leaves_no_half_module(store, monkeypatch):
    write = store_module.write_atomically

    def interrupted(path, text, **options):
        if path.suffix == ".json":
            raise KeyboardInterrupt
        write(path, text, **options)

    monkeypatch.setattr(store_module, "write_atomically", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.put(KEY, TEXT, MANIFEST)
    monkeypatch.undo()
    assert store.get(KEY) is None
    store.put(KEY, TEXT, MANIFEST)
    assert store.get(KEY).text == TEXT


def test_clean_removes_what_the_store_wrote_and_nothing_else(store):
    store.put(KEY, TEXT, MANIFEST)
    store.put("other", TEXT, MANIFEST)
    (store.root / "modules" / ".x.py.1.tmp").write_text("left by a crash")
    (store.root / "mine.txt").write_text("keep")
    assert store.clean() == 2
    assert sorted(path.name for path in store.root.rglob("*")) == ["mine.txt"]
    assert store.statistics() == Counters()
    (store.root / "mine.txt").unlink()
    store.put(KEY, TEXT, MANIFEST)
    assert store.clean() == 1
    assert not store.root.exists()


def test_entries_are_those_that_are_whole(store):
    store.put("b", "x = 1\n", {})
    store.put("a", "x = 2\n", {})
    store.put(KEY, "x = 3\n", {})
    DAMAGES["truncated"](store)
    before = dataclasses.replace(store.counters)
    assert [entry.key for entry in store.entries()] == ["a", "b"]
    assert store.counters == before


# Where it stands


def test_the_environment_names_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert default_root() == tmp_path / "elsewhere"
    assert Store().root == tmp_path / "elsewhere"


def test_the_default_is_among_the_users_caches(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    root = default_root()
    assert root.name == "srcad" or "srcad" in root.parts
    if sys.platform == "linux":
        assert root == tmp_path / "srcad"


# Where it cannot be written


def unwritable(tmp_path):
    """A folder that nobody can make, not even root: a file stands in its place."""
    (tmp_path / "file").write_text("")
    return Store(tmp_path / "file" / "cache")


def test_an_unwritable_store_works_without_caching_and_warns_once(tmp_path):
    store = unwritable(tmp_path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert store.get(KEY) is None
        entry = store.put(KEY, TEXT, MANIFEST)
        store.put("other", TEXT, MANIFEST)
    assert (entry.text, entry.manifest, entry.path) == (TEXT, MANIFEST, None)
    assert store.get(KEY) is None
    (warning,) = caught
    assert warning.category is StoreWarning
    assert str(store.root) in str(warning.message)
    assert warning.filename == __file__
    assert store.counters == Counters(misses=2)


def test_a_store_that_can_only_be_read_is_read_silently(store, monkeypatch):
    store.put(KEY, TEXT, MANIFEST)
    open_file = os.open

    def refuse(path, flags, *mode):
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError("read-only file system")
        return open_file(path, flags, *mode)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = Store(store.root)
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", refuse)
            assert again.get(KEY).text == TEXT
            assert again.counters == Counters(hits=1)
            with pytest.warns(StoreWarning, match="read-only"):
                assert again.put("other", TEXT, MANIFEST).path is None
    assert store.statistics() == Counters(written=1)


# Several processes


WRITER = """
import sys
from pathlib import Path
from codegen.store import Store

store = Store(Path(sys.argv[1]))
for round in range(25):
    for key in ("a", "b", "c"):
        entry = store.get(key)
        if entry is None:
            text = f"key = {key!r}\\n" * 2000
            entry = store.put(key, text, {"key": key})
        assert entry.text == f"key = {key!r}\\n" * 2000, key
    if round % 5 == int(sys.argv[2]):
        (Path(sys.argv[1]) / "modules").joinpath(entry.path.name).write_text("cut")
print(store.counters.hits, store.counters.written)
"""


def test_several_processes_share_one_store(store, run_python):
    """Some damage what others read; every text that is got is whole all the same."""
    with ThreadPoolExecutor(4) as pool:
        outputs = list(
            pool.map(lambda n: run_python(WRITER, store.root, n), [0, 1, 2, 9])
        )
    hits, written = (sum(int(out.split()[n]) for out in outputs) for n in (0, 1))
    assert hits > 0
    statistics = store.statistics()
    assert (statistics.hits, statistics.written) == (hits, written)
    assert not list(store.root.rglob("*.tmp"))


def test_a_second_process_uses_what_the_first_wrote(store, run_python):
    source = (
        "import sys; from pathlib import Path; from codegen.store import Store\n"
        "store = Store(Path(sys.argv[1]))\n"
        "if store.get('k') is None: store.put('k', 'x = 1\\n', {})\n"
    )
    run_python(source, store.root)
    assert store.statistics() == Counters(misses=1, written=1)
    run_python(source, store.root)
    assert store.statistics() == Counters(misses=1, written=1, hits=1)


def test_the_bytes_do_not_depend_on_the_order_of_the_manifest(store, tmp_path):
    other = Store(tmp_path / "other")
    store.put(KEY, TEXT, MANIFEST)
    other.put(KEY, TEXT, dict(reversed(MANIFEST.items())))
    name = "modules/0123456789abcdef.json"
    assert (store.root / name).read_bytes() == (other.root / name).read_bytes()
    assert json.loads((store.root / name).read_text())["manifest"] == MANIFEST
