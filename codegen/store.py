"""The store: generated modules on disk, found by a digest of what they are made from.

A module is two files, its text and a manifest that holds the digest of the text and is
sealed with the user's key. The text is written first, so a manifest stands for a whole
module; what was cut short, edited or made by others does not fit, is removed and counts
as absent. A third, sealed as well, may hold what the text is compiled to. Several
processes may use one store: files appear whole, and equal keys have equal content.

The store is the user's own (``codegen.store_safety``). Where others own its folder or
could write in it, or there is no secret key, the disk is left alone and modules are
kept in memory. One that cannot be written works without caching. Either is said once,
as a ``StoreWarning``.
"""

import contextlib
import hashlib
import importlib.util
import json
import marshal
import os
import re
import sys
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias

from codegen.files import open_regular, read_regular, write_atomically
from codegen.store_safety import (
    SEAL_BYTES,
    Seal,
    StoreFault,
    check_folder,
    make_folder,
    user_seal,
)
from codegen.user_folders import cache_folder

JSON: TypeAlias = (
    "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"
)

_FORMAT = 3
# Far more than a module or a manifest has, and little enough to read.
_LONGEST_FILE = 64 * 2**20
# What a process writes is there for moments; after an hour it has been killed.
_SECONDS_OF_TEMPORARY_FILES = 3600
_NOTE, _CODES = ".note", ".codes"
_PLAIN_KEY = re.compile(r"sha256:([0-9a-f]{8,64})")
# One byte an event: appending so little is atomic, and no process waits for another.
_EVENTS = {"hits": b"h", "misses": b"m", "rebuilt": b"r", "written": b"w"}


class StoreWarning(UserWarning):
    """The store is not used or cannot be written; every process makes modules anew."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A module of the store.

    ``text`` is the verified text of the module and ``digest`` its digest; ``path`` is
    the file that holds it, or None where the store is in memory or was not written.
    """

    key: str
    path: Path | None
    manifest: Mapping[str, JSON]
    text: str
    digest: str


@dataclass(slots=True)
class Counters:
    """How often ``get`` found a module (``hits``), had none (``misses``), or had one
    that did not fit its manifest (``rebuilt``), and how often ``put`` wrote one."""

    hits: int = 0
    misses: int = 0
    rebuilt: int = 0
    written: int = 0


class Store:
    """A folder of generated modules.

    ``counters`` counts what this object did; ``statistics()`` what all processes did.
    """

    def __init__(self, root: Path | None = None) -> None:
        """Use the folder ``root``; by default the one that ``default_root`` names.

        Nothing is read or written before the first use.
        """
        self.root = default_root() if root is None else Path(root)
        self.counters = Counters()
        self._warned = False
        self._swept = False
        self._seal: Seal | None = None
        # The modules, where the store on disk is not to be used.
        self._memory: dict[str, Entry] | None = None
        self._notes: dict[str, Mapping[str, JSON]] = {}

    def get(self, key: str) -> Entry | None:
        """Return the module stored under ``key``, verified, or None.

        A module that is truncated, edited, or half missing is removed, and None is
        returned as for one that was never stored. Never raises for what is on disk.
        """
        if self._memory is None:
            try:
                return self._find(key)
            except StoreFault as fault:
                self._warn(fault)
        entry = (self._memory or {}).get(key)
        self._count("misses" if entry is None else "hits")
        return entry

    def look(self, key: str) -> Entry | None:
        """Return the module stored under ``key``, verified, or None; nothing is
        counted, removed, or taken for used."""
        if self._memory is None:
            try:
                self._check_folders()
                return self._read(key)
            except StoreFault as fault:
                self._warn(fault)
        return (self._memory or {}).get(key)

    def miss(self) -> None:
        """Count a module that was looked for by other means, and is not there."""
        self._count("misses")

    def note(self, key: str) -> Mapping[str, JSON] | None:
        """Return what ``put_note`` stored under ``key``, verified, or None.

        A note is about modules, and is none: it is neither listed nor counted.
        """
        if self._memory is None:
            try:
                self._check_folders()
                record = self._record(self._note_path(key))
                return record["note"] if record and record["key"] == key else None
            except StoreFault as fault:
                self._warn(fault)
        return self._notes.get(key)

    def put_note(self, key: str, note: Mapping[str, JSON]) -> None:
        """Store a note under ``key``, in the place of another one."""
        record: dict[str, JSON] = {"format": _FORMAT, "key": key, "note": note}
        if self._memory is None:
            try:
                self._make_folders()
                self._write_record(self._note_path(key), json.dumps(record))
            except (StoreFault, OSError) as error:
                self._warn(error)
        if self._memory is not None:
            self._notes[key] = json.loads(json.dumps(note))

    def codes(self, key: str) -> dict[str, CodeType]:
        """Return what ``put_codes`` stored under ``key``, verified; else nothing."""
        if self._memory is not None:
            return {}
        try:
            self._check_folders()
            content = read_regular(self._codes_path(key), _LONGEST_FILE)
            marked = content[SEAL_BYTES:]
            if not self._user_seal().fits_bytes(marked, content[:SEAL_BYTES]):
                return {}
        except (StoreFault, OSError):
            return {}
        mark = _mark_of_codes(key)
        if not marked.startswith(mark):
            return {}
        # Nothing but what this user's srcad wrote, by this Python, gets here.
        codes: dict[str, CodeType] = marshal.loads(marked[len(mark) :])
        return codes

    def put_codes(self, key: str, codes: Mapping[str, CodeType]) -> None:
        """Store code objects beside the module under ``key``, if it is on disk.

        They save time alone, so where they cannot be written nothing is said.
        """
        if self._memory is not None:
            return
        with contextlib.suppress(StoreFault, OSError):
            self._check_folders()
            if os.path.lexists(self._manifest_path(key)):
                marked = _mark_of_codes(key) + marshal.dumps(dict(codes))
                content = self._user_seal().of_bytes(marked) + marked
                path = self._codes_path(key)
                write_atomically(path, content, private=True, lasting=False)

    def drop(self, key: str) -> None:
        """Forget the module stored under ``key``."""
        if self._memory is not None:
            self._memory.pop(key, None)
            return
        self._remove(key)

    def used(self, key: str) -> float:
        """Return when the module under ``key`` was used last; 0 for none."""
        try:
            return self._module_path(key).stat().st_mtime
        except OSError:
            return 0.0

    def put(self, key: str, text: str, manifest: Mapping[str, JSON]) -> Entry:
        """Store a module and return it as ``get`` will.

        Raises TypeError for a manifest that JSON cannot hold. Where the store cannot be
        written the entry has no path and one ``StoreWarning`` is issued.
        """
        content = json.dumps(manifest, sort_keys=True, allow_nan=False)
        entry = Entry(key, None, json.loads(content), text, module_digest(text))
        if self._memory is None:
            try:
                return self._write(entry, content)
            except (StoreFault, OSError) as error:
                self._warn(error)
        if self._memory is not None:
            self._memory[key] = entry
        return entry

    def entries(self) -> list[Entry]:
        """Return every whole module, sorted by key. Counts nothing."""
        if self._memory is None:
            try:
                self._check_folders()
                found = [self._read_files(path) for path in self._files(".json")]
                return sorted(filter(None, found), key=lambda entry: entry.key)
            except StoreFault as fault:
                self._warn(fault)
        return sorted((self._memory or {}).values(), key=lambda entry: entry.key)

    def clean(self) -> int:
        """Delete all modules and the counters; return how many modules there were.

        Only files that a store writes are touched, and none where others can write.
        Raises OSError where one cannot be deleted.
        """
        count = len(self._memory or {})
        self._notes = {}
        try:
            self._check_folders()
        except StoreFault as fault:
            self._warn(fault)
            self._memory = {}
            return count
        if self._memory is not None:
            # Without a key the modules cannot be read, but they can be deleted.
            self._memory = {}
        suffixes = (".json", ".py", _CODES, _NOTE, ".tmp")
        for path in [path for suffix in suffixes for path in self._files(suffix)]:
            if path.is_dir() and not path.is_symlink():
                continue
            path.unlink(missing_ok=True)
            count += path.suffix == ".py"
        self._counters_path().unlink(missing_ok=True)
        for folder in (self._modules(), self.root):
            with contextlib.suppress(OSError):  # not ours alone, or not there
                folder.rmdir()
        return count

    def statistics(self) -> Counters:
        """Return what all processes counted in this store since it was cleaned.

        Of a store in memory, what this object counted.
        """
        try:
            self._check_folders()
        except StoreFault as fault:
            self._warn(fault)
        if self._memory is not None:
            return replace(self.counters)
        try:
            events = read_regular(self._counters_path(), _LONGEST_FILE)
        except OSError:
            return Counters()
        return Counters(**{name: events.count(mark) for name, mark in _EVENTS.items()})

    # What follows may raise StoreFault: the public methods then turn to the memory.

    def _find(self, key: str) -> Entry | None:
        """Return the module on disk, as ``get`` does."""
        self._check_folders()
        entry = self._read(key)
        if entry is None and os.path.lexists(self._manifest_path(key)):
            # Another process may have replaced the two files between our two reads.
            entry = self._read(key)
            if entry is None:
                self._remove(key)
                self._count("rebuilt")
                return None
        if entry is not None:
            with contextlib.suppress(OSError):
                os.utime(self._module_path(key))
            self._count("hits")
        elif os.path.lexists(self._module_path(key)):
            # Left in place: another process may be about to write the manifest.
            self._count("rebuilt")
        else:
            self._count("misses")
        return entry

    def _write(self, entry: Entry, manifest: str) -> Entry:
        """Write a module to the disk, with its manifest as JSON; raises OSError where
        that cannot be done."""
        self._make_folders()
        self._user_seal()  # before a text is there that nobody could seal
        self._sweep()
        path = self._module_path(entry.key)
        write_atomically(path, entry.text, private=True)
        record = {"format": _FORMAT, "key": entry.key, "module": entry.digest}
        content = f'{json.dumps(record)[:-1]}, "manifest": {manifest}}}'
        self._write_record(self._manifest_path(entry.key), content)
        self._count("written")
        return replace(entry, path=path)

    def _write_record(self, path: Path, content: str) -> None:
        write_atomically(path, self._user_seal().sealed(content), private=True)

    def _record(self, path: Path) -> dict[str, Any] | None:
        """Return what a sealed file says, or None where it is not whole or not ours."""
        try:
            content = read_regular(path, _LONGEST_FILE)
            record: dict[str, Any] | None = self._user_seal().opened(content)
        except OSError:
            return None
        if record is None or record["format"] != _FORMAT:
            return None
        return record

    def _read(self, key: str) -> Entry | None:
        entry = self._read_files(self._manifest_path(key))
        return entry if entry is not None and entry.key == key else None

    def _read_files(self, manifest_path: Path) -> Entry | None:
        """Return the module of a manifest, or None where the two do not fit."""
        path = manifest_path.with_suffix(".py")
        record = self._record(manifest_path)
        if record is None:
            return None
        try:
            text = read_regular(path, _LONGEST_FILE).decode()
        except (OSError, ValueError):
            return None
        if record["module"] != module_digest(text):
            return None
        return Entry(record["key"], path, record["manifest"], text, record["module"])

    def _user_seal(self) -> Seal:
        if self._seal is None:
            self._seal = user_seal()
        return self._seal

    def _check_folders(self) -> None:
        # Anew for each use: it takes microseconds, and a process may live for days.
        check_folder(self.root)
        check_folder(self._modules())

    def _make_folders(self) -> None:
        self._check_folders()
        self._make_folder(self.root)
        self._make_folder(self._modules())

    def _make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            make_folder(folder)
            self._check_folders()  # another user may have made it just before

    def _remove(self, key: str) -> None:
        # The manifest first: a text without one is nothing, the reverse is damage.
        with contextlib.suppress(OSError):
            self._manifest_path(key).unlink(missing_ok=True)
            self._module_path(key).unlink(missing_ok=True)
            self._codes_path(key).unlink(missing_ok=True)

    def _sweep(self) -> None:
        """Delete what killed processes left, once for each store and process."""
        if self._swept:
            return
        self._swept = True
        oldest = time.time() - _SECONDS_OF_TEMPORARY_FILES
        for path in self._files(".tmp"):
            with contextlib.suppress(OSError):
                if path.lstat().st_mtime < oldest:
                    path.unlink()

    def _count(self, event: str) -> None:
        if self._memory is None:
            with contextlib.suppress(OSError):  # counting is not worth a warning
                self._append(_EVENTS[event])
        setattr(self.counters, event, getattr(self.counters, event) + 1)

    def _append(self, mark: bytes) -> None:
        self._make_folder(self.root)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        descriptor = open_regular(self._counters_path(), flags)
        try:
            os.write(descriptor, mark)
        finally:
            os.close(descriptor)

    def _warn(self, error: OSError | StoreFault) -> None:
        """Say once what is wrong; after a StoreFault modules are kept in memory."""
        if isinstance(error, StoreFault):
            self._memory = {} if self._memory is None else self._memory
            message = f"the cache {self.root} is not used: {error}"
        else:
            message = f"cannot write the cache {self.root}: {error.strerror or error}"
        if not self._warned:
            self._warned = True
            warnings.warn(message, StoreWarning, stacklevel=3)

    def _files(self, suffix: str) -> Iterator[Path]:
        yield from sorted(
            path for path in self._modules().glob("*") if path.suffix == suffix
        )

    def _modules(self) -> Path:
        return self.root / "modules"

    def _counters_path(self) -> Path:
        return self.root / "counters"

    def _module_path(self, key: str) -> Path:
        return self._modules() / f"{_file_name(key)}.py"

    def _note_path(self, key: str) -> Path:
        return self._modules() / f"{_file_name(key)}{_NOTE}"

    def _manifest_path(self, key: str) -> Path:
        return self._modules() / f"{_file_name(key)}.json"

    def _codes_path(self, key: str) -> Path:
        return self._modules() / f"{_file_name(key)}{_CODES}"


def _mark_of_codes(key: str) -> bytes:
    """Which module code objects belong to, and which Python made them: others may have
    another form, and say another thing by the same bytes."""
    python = f"{sys.implementation.cache_tag} {importlib.util.MAGIC_NUMBER.hex()}"
    return f"codes {_FORMAT} {python} {_file_name(key)}\n".encode()


def default_root() -> Path:
    """Return ``$SRCAD_CACHE_DIR``, or srcad's folder among the user's caches."""
    configured = os.environ.get("SRCAD_CACHE_DIR")
    if configured:
        return Path(configured)
    return cache_folder()


def _file_name(key: str) -> str:
    """Return a name that every file system takes, and that no two keys share."""
    if plain := _PLAIN_KEY.fullmatch(key):
        return plain[1]
    return "k" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def module_digest(text: str) -> str:
    """Return the full SHA-256 of a text, as the store keeps it for its modules."""
    content = text.encode("utf-8", "surrogatepass")
    return "sha256:" + hashlib.sha256(content).hexdigest()
