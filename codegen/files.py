"""Files written whole or not at all, with the bytes of the text they are given.

Line breaks are never translated: a generated module may hold a user's text whose line
breaks differ from the platform's.
"""

import contextlib
import errno
import os
import re
import stat
from pathlib import Path

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
# A file that is opened is the one that has the name, and nothing is waited for: to
# open a pipe would otherwise wait for its other end. Not every system has all of them.
_PLAIN = 0
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):
    _PLAIN |= getattr(os, _flag, 0)


def read_text(path: Path) -> str:
    """Return a file's text with the line breaks it has.

    Raises OSError where it cannot be read, UnicodeDecodeError where it is not UTF-8.
    """
    return path.read_bytes().decode("utf-8")


def split_lines(text: str) -> list[str]:
    """Return the lines of Python source, each with the line break it has.

    They end where Python's tokenizer ends them (line feed, carriage return, or both),
    which is not everywhere ``str.splitlines`` does.
    """
    return _LINE.findall(text)


def open_regular(path: Path, flags: int, mode: int = 0o600) -> int:
    """Open a regular file as ``os.open`` does, and return its descriptor.

    Never waits. Raises OSError for a symbolic link, a pipe, a device or a folder too.
    """
    descriptor = os.open(path, flags | _PLAIN, mode)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return descriptor


def read_regular(path: Path, limit: int) -> bytes:
    """Return the content of a regular file, up to ``limit`` bytes.

    Raises OSError for what ``open_regular`` does not open, and for a longer file.
    """
    with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        if os.fstat(file.fileno()).st_size <= limit:
            content = file.read(limit + 1)
            if len(content) <= limit:
                return content
    raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))


def write_atomically(
    path: Path, content: str | bytes, *, private: bool = False, lasting: bool = True
) -> None:
    """Write ``content`` to ``path`` so that a reader sees the old file or the new one.

    It goes to a temporary file beside it, reaches the disk, and takes the name.
    Folders that are missing are made; a file that exists keeps its permissions, and a
    symbolic link keeps pointing at the file that is replaced. A ``private`` file is its
    owner's alone, and takes the place of a link. One that is not ``lasting`` may be
    cut short where the machine stops, and is not waited for. Raises OSError, with
    nothing changed, where the file cannot be written.
    """
    if not private:
        path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    # A plain open keeps to the user's umask; tempfile would make each file private.
    data = content.encode() if isinstance(content, str) else content
    try:
        mode = 0o600 if private else 0o666
        temporary = _write_temporary(path, data, mode, lasting)
    except OSError as error:
        if error.errno is None:
            raise
        # The name of a temporary file says nothing to anybody.
        raise type(error)(error.errno, error.strerror, str(path)) from error
    try:
        if not private:
            with contextlib.suppress(FileNotFoundError):
                temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if lasting:
        _flush_folder(path.parent)


def create_private(path: Path, content: bytes) -> None:
    """Create a file that only its owner can read, whole from the first moment.

    Raises FileExistsError where there is one: of several processes, one creates it.
    Raises OSError where it cannot be written, or where files cannot have two names.
    """
    temporary = _write_temporary(path, content, 0o600)
    try:
        os.link(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    _flush_folder(path.parent)


def _write_temporary(
    path: Path, content: bytes, mode: int, lasting: bool = True
) -> Path:
    """Write a temporary file beside ``path``, and to the disk where it is ``lasting``;
    its name ends in .tmp."""
    name = f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    temporary = path.with_name(name)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _flush_folder(folder: Path) -> None:
    """Make a rename in ``folder`` last, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
