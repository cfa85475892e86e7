"""Golden files: what a generator wrote when a person last said that it is right.

A text that differs from its golden is left as *pending*, beside nothing else, in a
folder that git ignores; only ``accept`` turns it into the golden and only ``remove``
deletes one. Where ``CI`` is set neither does: no person is there to say so.
"""

import difflib
import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from codegen.description import GENERATED
from codegen.files import read_text, write_atomically


class GoldenError(Exception):
    """A golden file cannot be written, or what is to be accepted is not there."""


class Status(StrEnum):
    """How a new text relates to its golden file."""

    SAME = "same"
    DIFFERS = "differs"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A golden file beside the text that would replace it.

    ``diff`` is a unified diff from the golden to the new text, empty where they are the
    same; ``added`` and ``removed`` count its lines.
    """

    path: Path
    status: Status
    diff: str
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a project keeps its golden files and its pending ones.

    ``state`` is the project's ``.srcad``, which is made when first needed and ignores
    itself in git.
    """

    golden: Path
    state: Path

    def golden_path(self, name: str) -> Path:
        """Return the golden file of ``name``, which may hold ``/``."""
        return _inside(self.golden, name)

    def pending_path(self, name: str) -> Path:
        """Return the file where a new text of ``name`` waits."""
        return _inside(self.state / "pending", name)


def compare(golden_path: Path, new_text: str, label: str | None = None) -> Comparison:
    """Compare a golden file with a new text, byte for byte.

    ``label`` names the file in the diff; by default its path. Raises OSError where the
    golden exists and cannot be read.
    """
    name = golden_path.as_posix() if label is None else label
    status = Status.DIFFERS
    try:
        content = golden_path.read_bytes()
    except FileNotFoundError:
        content, status = b"", Status.MISSING
    # What is not UTF-8 must differ, not stop the comparison.
    old_text = content.decode("utf-8", "surrogateescape")
    if status is Status.DIFFERS and old_text == new_text:
        return Comparison(golden_path, Status.SAME, "", 0, 0)
    before = "/dev/null" if status is Status.MISSING else name
    # A tab ends the file's name for tools that apply diffs.
    lines = _diff_lines(old_text, new_text, before, f"{name}\tnew")
    added = sum(line.startswith("+") for line in lines[2:])
    removed = sum(line.startswith("-") for line in lines[2:])
    diff = "".join(lines).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return Comparison(golden_path, status, diff, added, removed)


def check(
    folders: Folders, name: str, new_text: str, label: str | None = None
) -> Comparison:
    """Compare as ``compare`` does and keep what is pending in step.

    A text that differs, or has no golden, becomes pending; one that is the same drops
    what was pending. Never writes a golden file.
    """
    path = folders.golden_path(name)
    comparison = compare(path, new_text, label)
    if comparison.status is Status.SAME:
        _drop(folders.pending_path(name), folders.state)
    else:
        _ignore_itself(folders.state)
        write_atomically(folders.pending_path(name), new_text)
    return comparison


def pending(folders: Folders) -> list[str]:
    """Return the names of what is pending, sorted."""
    return _names(folders.state / "pending")


def pending_text(folders: Folders, name: str) -> str:
    """Return the new text that waits. Raises GoldenError where none does."""
    try:
        return read_text(folders.pending_path(name))
    except FileNotFoundError:
        raise GoldenError(f"nothing is pending for {name}") from None


def accept(folders: Folders, name: str) -> Path:
    """Make the pending text of ``name`` its golden and return the golden's path.

    Raises GoldenError where nothing is pending or where ``CI`` is set.
    """
    text = pending_text(folders, name)
    write_golden(folders.golden_path(name), text)
    _drop(folders.pending_path(name), folders.state)
    return folders.golden_path(name)


def reject(folders: Folders, name: str) -> None:
    """Drop the pending text of ``name``. Raises GoldenError where there is none."""
    if not folders.pending_path(name).exists():
        raise GoldenError(f"nothing is pending for {name}")
    _drop(folders.pending_path(name), folders.state)


def obsolete(folders: Folders, names: set[str]) -> list[str]:
    """Return the golden files, by name and sorted, that none of ``names`` makes.

    A file that does not begin as generated modules do was put there by a person and is
    left out; so is one that cannot be read, such as a link that leads nowhere.
    """
    found = (name for name in _names(folders.golden) if name not in names)
    return [name for name in found if _is_generated(folders.golden_path(name))]


def remove(folders: Folders, name: str) -> None:
    """Delete a golden file, and its folder where that leaves it empty.

    Raises GoldenError where there is no such file or where ``CI`` is set.
    """
    refuse_in_ci(f"delete {name}")
    path = folders.golden_path(name)
    if not path.exists():
        raise GoldenError(f"there is no golden file {path}")
    _drop(path, folders.golden)


def write_golden(path: Path, text: str) -> None:
    """Write a golden file. Raises GoldenError where ``CI`` is set."""
    refuse_in_ci(f"write {path.as_posix()}")
    write_atomically(path, text)


def refuse_in_ci(action: str) -> None:
    """Raise GoldenError where the environment says that this is a CI run."""
    if in_ci():
        raise GoldenError(f"will not {action}: the environment variable CI is set")


def in_ci() -> bool:
    """Say whether ``CI`` is set to anything but nothing, ``0`` or ``false``."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def _diff_lines(old: str, new: str, before: str, after: str) -> list[str]:
    return list(difflib.unified_diff(_lines(old), _lines(new), before, after))


def _lines(text: str) -> list[str]:
    """Return the lines of a text as diff counts them, each with a line break.

    Not by ``splitlines``, which would also end lines at form feeds and the like.
    """
    lines = [line + "\n" for line in text.split("\n")]
    unended = lines.pop()
    if unended != "\n":
        lines.append(unended + "\\ No newline at end of file\n")
    return lines


def _names(folder: Path) -> list[str]:
    """Return the names of the modules under a folder: paths with ``/``, no suffix."""
    found = (path for path in folder.rglob("*.py") if not path.is_dir())
    paths = (path.relative_to(folder).as_posix() for path in found)
    return sorted(path.removesuffix(".py") for path in paths)


def _is_generated(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.readline().rstrip() == GENERATED.encode()
    except OSError:
        return False


def _inside(folder: Path, name: str) -> Path:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name:
        raise GoldenError(f"{name!r} cannot be the name of a golden file")
    return folder.joinpath(*parts[:-1], parts[-1] + ".py")


def _ignore_itself(state: Path) -> None:
    if not (state / ".gitignore").exists():
        write_atomically(state / ".gitignore", "*\n")


def _drop(path: Path, top: Path) -> None:
    """Delete a file, and the folders between it and ``top`` that this leaves empty."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder == top or not folder.is_relative_to(top):
            return
        try:
            folder.rmdir()
        except OSError:
            return
