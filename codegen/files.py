"""Files written whole or not at all, with the bytes of the text they are given.

Line breaks are never translated: a generated module may hold a user's text whose line
breaks differ from the platform's.
"""

import contextlib
import os
import re
import secrets
from pathlib import Path

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


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


def write_atomically(path: Path, text: str) -> None:
    """Write ``text`` to ``path`` so that a reader sees the old file or the new one.

    The text goes to a temporary file beside it, reaches the disk, and takes the name.
    Folders that are missing are made; a file that exists keeps its permissions, and a
    symbolic link keeps pointing at the file that is replaced. Raises OSError, with
    nothing changed, where the file cannot be written.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
    # A plain open keeps to the user's umask; tempfile would make the file private.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make a rename in ``folder`` last, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
