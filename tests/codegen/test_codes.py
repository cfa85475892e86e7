"""Code objects beside the modules of a store: found again, and never another's."""

import hashlib
import importlib.util
import marshal
import os
import shutil

import pytest

from codegen import codes as codes_module
from codegen import store as store_module
from codegen.codes import Codes
from codegen.loading import load
from codegen.store import Store

KEY = "sha256:0123456789abcdef"
OTHER = "sha256:fedcba9876543210"
TEXT = "def f(x):\n    assert x\n    return x + 1\n"


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "cache")
    store.put(KEY, TEXT, {})
    return store


@pytest.fixture
def stored(store):
    """A store with a module that an earlier process has compiled."""
    codes = Codes(store, KEY)
    codes(TEXT, "module.py")
    codes.keep()
    return store


@pytest.fixture(autouse=True)
def compiled_texts(monkeypatch):
    """The texts that are compiled meanwhile."""
    texts = []
    compiled = codes_module.compiled

    def noted(text, filename):
        texts.append(text)
        return compiled(text, filename)

    monkeypatch.setattr(codes_module, "compiled", noted)
    return texts


def codes_path(store, key=KEY):
    return store.root / "modules" / f"{key.removeprefix('sha256:')}.codes"


def test_a_text_is_compiled_once_for_all_processes(stored, compiled_texts):
    assert compiled_texts == [TEXT]
    codes = Codes(Store(stored.root), KEY)
    code = codes(TEXT, "module.py")
    before = codes_path(stored).stat()
    codes.keep()
    assert compiled_texts == [TEXT]
    assert code.co_filename == "module.py"
    assert codes_path(stored).stat().st_mtime_ns == before.st_mtime_ns
    assert before.st_mode & 0o777 == 0o600


def test_a_module_is_made_of_it(stored, compiled_texts):
    entry = stored.get(KEY)
    codes = Codes(stored, KEY)
    assert load(entry, "generated_by_codes", codes).f(1) == 2
    codes.keep()
    again = load(entry, "generated_by_codes", Codes(Store(stored.root), KEY))
    assert again.f(1) == 2
    assert again.f.__code__.co_filename == str(entry.path)
    assert compiled_texts == [TEXT, TEXT]


@pytest.mark.parametrize(
    ("text", "filename"),
    [(TEXT + " ", "module.py"), (TEXT, "other.py"), (TEXT[:-2] + "2\n", "module.py")],
)
def test_another_text_is_compiled(stored, compiled_texts, text, filename):
    Codes(Store(stored.root), KEY)(text, filename)
    assert compiled_texts == [TEXT, text]


def test_without_assertions_a_text_is_another_one(stored, run_python):
    source = (
        "import sys; from pathlib import Path; from codegen.store import Store\n"
        "from codegen.codes import Codes; from codegen.loading import load\n"
        f"codes = Codes(Store(Path(sys.argv[1])), {KEY!r})\n"
        f"space = {{}}; exec(codes({TEXT!r}, 'module.py'), space); codes.keep()\n"
        "print(space['f'](0))"
    )
    assert run_python(source, stored.root, PYTHONOPTIMIZE="1") == "1\n"
    space = {}
    exec(Codes(Store(stored.root), KEY)(TEXT, "module.py"), space)
    with pytest.raises(AssertionError):
        space["f"](0)


def test_texts_that_are_never_the_same_are_not_written_for_ever(store):
    for number in range(40):
        codes = Codes(Store(store.root), KEY)
        codes(f"x = {number}\n", "module.py")
        codes.keep()
    assert len(store.codes(KEY)) == 8


# What is not taken for code


def damaged(content):
    yield "empty", b""
    yield "cut short", content[:-1]
    yield "only a seal", content[:32]
    yield "a bit", content[:-5] + bytes([content[-5] ^ 1]) + content[-4:]
    yield "the seal", bytes([content[0] ^ 1]) + content[1:]
    forged = content[32:].replace(b"\x01S", b"\x02S")
    yield "a digest instead of a seal", hashlib.sha256(forged).digest() + forged
    yield "more than it was", content + b"x"


def test_what_does_not_fit_its_seal_is_not_read(stored, monkeypatch):
    content = codes_path(stored).read_bytes()
    loads = []
    monkeypatch.setattr(marshal, "loads", loads.append)
    for what, changed in damaged(content):
        codes_path(stored).write_bytes(changed)
        assert Store(stored.root).codes(KEY) == {}, what
    assert loads == []


def test_another_users_key_makes_no_code(stored, monkeypatch):
    monkeypatch.setenv("SRCAD_CACHE_KEY", "another key")
    assert Store(stored.root).codes(KEY) == {}


def test_it_is_of_one_module(stored):
    stored.put(OTHER, TEXT, {})
    shutil.copy(codes_path(stored), codes_path(stored, OTHER))
    assert stored.codes(OTHER) == {}


def test_another_python_has_another_form(stored, monkeypatch):
    monkeypatch.setattr(importlib.util, "MAGIC_NUMBER", b"\x00\x00\r\n")
    assert Store(stored.root).codes(KEY) == {}


def test_a_link_is_not_followed(stored, tmp_path):
    path = codes_path(stored)
    path.rename(tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", path)
    assert Store(stored.root).codes(KEY) == {}


def test_a_folder_that_others_can_write_in(stored):
    stored.root.chmod(0o777)
    assert Store(stored.root).codes(KEY) == {}


# Where it is, and where not


def test_it_goes_with_its_module(stored):
    stored.drop(KEY)
    assert not codes_path(stored).exists()


def test_it_is_cleaned_away(stored):
    assert stored.clean() == 1
    assert not stored.root.exists()


def test_there_is_none_without_a_module(store):
    store.drop(KEY)
    store.put_codes(KEY, {})
    assert not codes_path(store).exists()


def test_a_store_in_memory_keeps_none(stored, monkeypatch):
    stored.root.chmod(0o777)
    store = Store(stored.root)
    with pytest.warns(store_module.StoreWarning):
        store.get(KEY)
    assert store.codes(KEY) == {}
    store.put_codes(KEY, {})
    stored.root.chmod(0o700)


def test_where_it_cannot_be_written_nothing_is_said(store, monkeypatch):
    def refuse(*arguments, **options):
        raise PermissionError("not here")

    monkeypatch.setattr(store_module, "write_atomically", refuse)
    codes = Codes(store, KEY)
    codes(TEXT, "module.py")
    codes.keep()
    assert not codes_path(store).exists()


def test_a_note_reads_alike_from_the_disk_and_from_memory(stored):
    note = {"sets": [[("a", 1), ["b"]]]}
    stored.put_note("k", note)
    stored.root.chmod(0o777)
    store = Store(stored.root)
    with pytest.warns(store_module.StoreWarning):
        store.put_note("k", note)
    stored.root.chmod(0o700)
    assert (
        store.note("k") == Store(stored.root).note("k") == {"sets": [[["a", 1], ["b"]]]}
    )
