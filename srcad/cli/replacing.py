"""What `srcad generate -o` may replace: what it has written of the same source."""

import contextlib
import re
from pathlib import Path

from codegen.description import GENERATED
from codegen.files import read_text
from srcad.cli.output import CommandError

_SOURCE = re.compile(r"# source: (.+)")
# What the test beside a module says of itself, below what it is a test of.
_TEST = f"\n{GENERATED.removeprefix('# ').partition('.')[0]}."


def refuse_to_replace(path: Path, text: str) -> None:
    """Refuse to write a text over what somebody else has written, or over the module of
    another source. Raises CommandError."""
    try:
        old = read_text(path) if path.is_file() else ""
    except UnicodeDecodeError:
        old = "not a text"
    if old in ("", text):
        return
    shown, help = path.as_posix(), "delete it, or write into another folder: -o DIR"
    if not (_TEST in old if _TEST in text else old.startswith(GENERATED)):
        raise CommandError(f"{shown} was not written by srcad; {help}")
    before, now = _source_of(old), _source_of(text)
    if before and now and not _is_one(before, now):
        message = f"{shown} is the module of {before}, and not of {now}"
        raise CommandError(f"{message}; {help}")


def _is_one(before: str, now: str) -> bool:
    """Whether two texts name one source: a module that one of them imports by its
    dotted name may be the file of the other."""
    if before == now:
        return True
    file, module = (before, now) if "::" in before else (now, before)
    path, _, name = file.partition("::")
    if not name or "::" in module:
        return False
    place = path.removesuffix(".py").removesuffix("/__init__")
    dotted = f".{place.replace('/', '.')}:{name}"
    return dotted.endswith(f".{module}")


def _source_of(text: str) -> str:
    """The source that a module names in its first lines, or ""."""
    found = None
    with contextlib.suppress(IndexError):
        found = _SOURCE.match(text.split("\n", 2)[1])
    return found[1].rstrip() if found else ""
