"""The store: generated modules on disk, found by a digest of what they are made from.

A module is two files, its text and a manifest that holds the digest of both. The text
is written first, so a manifest stands for a whole module; what was cut short or edited
does not fit its manifest, is removed and counts as absent. Several processes may use
one store: files appear whole, and equal keys have equal content.

A store that cannot be written works without caching and says so once, as a
``StoreWarning``.
"""

import contextlib
import hashlib
import json
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from codegen.files import read_text, write_atomically

JSON: TypeAlias = (
    "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"
)

_FORMAT = 1
_PLAIN_KEY = re.compile(r"sha256:([0-9a-f]{8,64})")
# One byte an event: appending so little is atomic, and no process waits for another.
_EVENTS = {"hits": b"h", "misses": b"m", "rebuilt": b"r", "written": b"w"}


class StoreWarning(UserWarning):
    """The store cannot be written; modules are made anew in every process."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A module of the store.

    ``text`` is the verified text of the module and ``digest`` its digest; ``path`` is
    the file that holds it, or None where the store could not be written.
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

    def get(self, key: str) -> Entry | None:
        """Return the module stored under ``key``, verified, or None.

        A module that is truncated, edited, or half missing is removed, and None is
        returned as for one that was never stored. Never raises for what is on disk.
        """
        entry = self._read(key)
        if entry is None and self._manifest_path(key).exists():
            # Another process may have replaced the two files between our two reads.
            entry = self._read(key)
            if entry is None:
                self._remove(key)
                self._count("rebuilt")
                return None
        if entry is not None:
            self._count("hits")
        elif self._module_path(key).exists():
            # Left in place: another process may be about to write the manifest.
            self._count("rebuilt")
        else:
            self._count("misses")
        return entry

    def put(self, key: str, text: str, manifest: Mapping[str, JSON]) -> Entry:
        """Store a module and return it as ``get`` will.

        Raises TypeError for a manifest that JSON cannot hold. Where the store cannot be
        written the entry has no path and one ``StoreWarning`` is issued.
        """
        digest = module_digest(text)
        content = json.dumps(manifest, sort_keys=True, allow_nan=False)
        path: Path | None = self._module_path(key)
        manifest = json.loads(content)
        record: dict[str, JSON] = {"format": _FORMAT, "key": key, "module": digest}
        record["manifest"] = manifest
        sealed = json.dumps({**record, "seal": _seal(record)}, indent=1)
        try:
            write_atomically(self._module_path(key), text)
            write_atomically(self._manifest_path(key), sealed)
        except OSError as error:
            self._warn(error)
            path = None
        else:
            self._count("written")
        return Entry(key, path, manifest, text, digest)

    def entries(self) -> list[Entry]:
        """Return every whole module, sorted by key. Counts nothing."""
        found = (self._read_files(path) for path in self._files(".json"))
        return sorted((entry for entry in found if entry), key=lambda entry: entry.key)

    def clean(self) -> int:
        """Delete all modules and the counters; return how many modules there were.

        Only files that a store writes are touched. Raises OSError where one cannot be
        deleted.
        """
        count = 0
        for path in [*self._files(".json"), *self._files(".py"), *self._files(".tmp")]:
            path.unlink(missing_ok=True)
            count += path.suffix == ".py"
        self._counters_path().unlink(missing_ok=True)
        for folder in (self._modules(), self.root):
            with contextlib.suppress(OSError):  # not ours alone, or not there
                folder.rmdir()
        return count

    def statistics(self) -> Counters:
        """Return what all processes counted in this store since it was cleaned."""
        try:
            events = self._counters_path().read_bytes()
        except OSError:
            return Counters()
        return Counters(**{name: events.count(mark) for name, mark in _EVENTS.items()})

    def _read(self, key: str) -> Entry | None:
        entry = self._read_files(self._manifest_path(key))
        return entry if entry is not None and entry.key == key else None

    def _read_files(self, manifest_path: Path) -> Entry | None:
        """Return the module of a manifest, or None where the two do not fit."""
        path = manifest_path.with_suffix(".py")
        try:
            record = json.loads(read_text(manifest_path))
            text = read_text(path)
        except (OSError, ValueError):  # bad JSON and bad UTF-8 are ValueErrors
            return None
        if not isinstance(record, dict) or record.pop("seal", None) != _seal(record):
            return None
        if record.get("format") != _FORMAT or record["module"] != module_digest(text):
            return None
        return Entry(record["key"], path, record["manifest"], text, record["module"])

    def _remove(self, key: str) -> None:
        # The manifest first: a text without one is nothing, the reverse is damage.
        with contextlib.suppress(OSError):
            self._manifest_path(key).unlink(missing_ok=True)
            self._module_path(key).unlink(missing_ok=True)

    def _count(self, event: str) -> None:
        setattr(self.counters, event, getattr(self.counters, event) + 1)
        with contextlib.suppress(OSError):  # counting is not worth a warning
            self.root.mkdir(parents=True, exist_ok=True)
            with open(self._counters_path(), "ab", buffering=0) as file:
                file.write(_EVENTS[event])

    def _warn(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            message = f"cannot write the cache {self.root}: {error.strerror or error}"
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

    def _manifest_path(self, key: str) -> Path:
        return self._modules() / f"{_file_name(key)}.json"


def default_root() -> Path:
    """Return ``$SRCAD_CACHE_DIR``, or srcad's folder among the user's caches."""
    configured = os.environ.get("SRCAD_CACHE_DIR")
    if configured:
        return Path(configured)
    import platformdirs

    return Path(platformdirs.user_cache_dir("srcad", appauthor=False))


def _file_name(key: str) -> str:
    """Return a name that every file system takes, and that no two keys share."""
    if plain := _PLAIN_KEY.fullmatch(key):
        return plain[1]
    return "k" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def module_digest(text: str) -> str:
    """Return the full SHA-256 of a text, as the store keeps it for its modules."""
    content = text.encode("utf-8", "surrogatepass")
    return "sha256:" + hashlib.sha256(content).hexdigest()


def _seal(record: Mapping[str, JSON]) -> str:
    """Return the digest of a manifest's record, which a change of it would break."""
    return module_digest(json.dumps(record, sort_keys=True))
