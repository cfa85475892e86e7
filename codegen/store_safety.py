"""Whether the store is the user's own, and the seal that only the user can make.

A generated module is executed, so what others could have written is not read. A folder
is safe to use where it is the user's and nobody else can write in it. A manifest's seal
is an HMAC with the user's secret key; digests alone could be forged by anybody.

The key is what ``SRCAD_CACHE_KEY`` says, or a file of random bytes in the user's
configuration folder, made when it is first needed. What is not safe is a
``StoreFault``.
"""

import contextlib
import hashlib
import hmac
import json
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codegen.files import create_private, open_regular
from codegen.user_folders import configuration_folder

KEY_VARIABLE = "SRCAD_CACHE_KEY"
_KEY_FILE = "cache-key"
_KEY_BYTES = 32
SEAL_BYTES = 32
_ENTRY_BYTES = len(', "seal": "hmac-sha256:"}') + 2 * SEAL_BYTES


class StoreFault(Exception):
    """Why a store on disk is not used; says what the user can do about it."""


# ------------------------------------------------------------------------- folders


def check_folder(folder: Path) -> None:
    """Raise StoreFault for a folder that others own, can write in, or lead us to.

    One that is not there, or is no folder, passes: it cannot be used, safely. Where
    the system knows no owners (Windows) nothing is checked.
    """
    user = _user()
    if user is None:
        return
    for link in _links(folder):
        with contextlib.suppress(OSError):  # gone by now
            # root's are the system's own: /tmp is such a link on macOS.
            if os.lstat(link).st_uid not in (0, user):
                raise StoreFault(f"the link {link} belongs to another user")
    try:
        status = folder.stat()
    except OSError:
        return
    if not stat.S_ISDIR(status.st_mode):
        return
    if status.st_uid != user:
        raise StoreFault(f"{folder} belongs to another user")
    if status.st_mode & 0o022:
        raise StoreFault(
            f"others can write in {folder}; `chmod go-w {folder}` keeps them out"
        )


def make_folder(folder: Path) -> None:
    """Make a folder for the user alone, unless it is there; raises OSError."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _user() -> int | None:
    """The user that files are made for, or None where the system has no such number."""
    get = getattr(os, "geteuid", None)
    return None if get is None else int(get())


def _links(path: Path) -> list[str]:
    """The symbolic links on the way to a path, and on the way to where they point."""
    found: list[str] = []
    waiting = [os.fspath(path)]
    while waiting:
        part, above = waiting.pop(), ""
        while part != above:
            if os.path.islink(part) and part not in found:
                found.append(part)
                with contextlib.suppress(OSError):  # gone by now
                    target = os.readlink(part)
                    waiting.append(os.path.join(os.path.dirname(part), target))
            part, above = os.path.dirname(part), part
    return found


# ---------------------------------------------------------------------------- seal


@dataclass(frozen=True, slots=True)
class Seal:
    """Makes and checks the seals of a user."""

    key: bytes = field(repr=False)

    def sealed(self, content: str) -> str:
        """Return a record, given as JSON, with its seal as the last entry; a change of
        any byte of it breaks the seal."""
        return f"{content[:-1]}{self._entry(content.encode())}"

    def opened(self, content: bytes) -> Any:
        """Return the record that ``sealed`` gave, without its seal; None where it is
        another one. Nothing is read of what does not fit."""
        record, entry = content[:-_ENTRY_BYTES] + b"}", content[-_ENTRY_BYTES:]
        fits = hmac.compare_digest(entry, self._entry(record).encode())
        return json.loads(record) if fits else None

    def _entry(self, content: bytes) -> str:
        return f', "seal": "hmac-sha256:{self.of_bytes(content).hex()}"}}'

    def of_bytes(self, content: bytes) -> bytes:
        """Return the seal of some bytes: of a record, or of what does not begin with a
        brace."""
        return hmac.digest(self.key, content, "sha256")

    def fits_bytes(self, content: bytes, seal: bytes) -> bool:
        """Whether ``seal`` is the content's; the time does not tell how nearly."""
        return hmac.compare_digest(seal, self.of_bytes(content))


def user_seal() -> Seal:
    """Return the seal of this user, making the key if there is none.

    Raises StoreFault where the key cannot be read or made, or where others could know
    it or replace it.
    """
    if text := os.environ.get(KEY_VARIABLE):
        return Seal(hashlib.sha256(b"srcad cache key\n" + os.fsencode(text)).digest())
    path = _key_path()
    check_folder(path.parent)
    try:
        try:
            return Seal(_read_key(path))
        except FileNotFoundError:
            make_folder(path.parent)
            check_folder(path.parent)
        # Another process may be first; then its key is everybody's.
        with contextlib.suppress(FileExistsError):
            create_private(path, os.urandom(_KEY_BYTES))
        return Seal(_read_key(path))
    except OSError as error:
        raise StoreFault(
            f"its key {path} cannot be used ({error.strerror or error}); "
            f"{KEY_VARIABLE} can give one"
        ) from None


def _key_path() -> Path:
    folder = configuration_folder()
    if not folder.is_absolute():
        raise StoreFault(f"there is no home folder for its key; set {KEY_VARIABLE}")
    return folder / _KEY_FILE


def _read_key(path: Path) -> bytes:
    """Return the key that a file holds; raises OSError, or StoreFault if not secret."""
    with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        status = os.fstat(file.fileno())
        key = file.read(_KEY_BYTES + 1)
    user = _user()
    if user is not None and status.st_uid != user:
        raise StoreFault(f"its key {path} belongs to another user")
    if user is not None and status.st_mode & 0o077:
        raise StoreFault(
            f"others may have read its key {path}; delete it, and a new one is made"
        )
    if len(key) != _KEY_BYTES:
        raise StoreFault(f"its key {path} is damaged; delete it, and a new one is made")
    return key
