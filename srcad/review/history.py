"""What git knows of a golden: the commit that last touched it, and the files as they
were then.

Nothing here is needed: without git, outside of a repository, where the history was cut
off (a shallow clone) or git takes long, there is nothing, and no error.
"""

import subprocess
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 5


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit that last touched a golden: its short name, and how it is called."""

    folder: Path
    name: str
    subject: str

    def text(self, path: Path) -> str | None:
        """A file as it was in the commit; None where it was not there."""
        try:
            relative = path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return None
        return _git(self.folder, "show", f"{self.name}:./{relative}")

    def __str__(self) -> str:
        return f"{self.name} ({self.subject})"


def commit_of(golden: Path, folder: Path) -> Commit | None:
    """The commit that made ``golden`` what it is; ``folder`` holds the sources."""
    if not golden.exists() or not folder.is_dir():
        return None
    log = ("log", "-1", "--format=%h%x00%H%x00%s", "--", str(golden.resolve()))
    found = (_git(folder, *log) or "").strip().split("\0")
    if len(found) != 3 or found[1] in _cut_off(folder):
        return None
    commit = Commit(folder, found[0], found[2])
    # One that was accepted since, and is not committed, is of other sources.
    text = golden.read_text(encoding="utf-8", errors="replace")
    return commit if commit.text(golden) == text else None


def _cut_off(folder: Path) -> set[str]:
    """The commits at which a shallow history begins: they seem to touch every file."""
    where = (_git(folder, "rev-parse", "--git-path", "shallow") or "").strip()
    try:
        return set((folder / where).read_text().split()) if where else set()
    except OSError:
        return set()


def _git(folder: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
