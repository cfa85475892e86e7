"""Commands that are killed where they touch the file system.

Afterwards every file that people keep is whole, as it was or as it was to be, and the
command given once more does all that it would have done. Where it is killed is counted
in what Python tells an audit hook (files opened, renamed, removed), so a case is the
same each time.
"""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .commands import FILES, Said, command, contents, shell, written
from .family import GOOD, VOID, WRONG, Family, Verdict
from .forks import Broken, Overdue, forked

KEPT = ("golden", "out", "models")
_EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link")
# What was done before, and the command that is killed.
_SCENES: tuple[tuple[list[list[str]], list[str]], ...] = (
    ([], ["check"]),
    ([["check"]], ["accept", "--all"]),
    ([["check"]], ["accept", "square"]),
    ([["check"]], ["reject", "--all"]),
    ([["check"], ["accept", "--all"], ["edit"]], ["check"]),
    ([["check"], ["accept", "--all"], ["edit"], ["check"]], ["accept", "--all"]),
    ([["check"], ["accept", "--all"], ["edit"], ["check"]], ["reject", "square"]),
    ([["check"], ["accept", "--all"], ["drop"]], ["prune"]),
    ([], ["generate", "square", "-o", "out"]),
    ([["generate", "square", "-o", "out"], ["edit"]], ["generate", "square", "-oout"]),
    (
        [],
        [
            *("generate", "models/square.py::weighted"),
            *("--input=x=float64[n]", "-o", "out"),
        ],
    ),
    ([], ["run", "script.py"]),
    ([["run", "script.py"]], ["cache", "clean"]),
    ([["check"]], ["gradcheck", "square"]),
    ([], ["generate", "-o", "out"]),
    ([["check"], ["accept", "--all"]], ["accept", "--lock"]),
    (
        [["check"], ["accept", "--all"], ["rename"], ["check"]],
        ["accept", "--same-numbers"],
    ),
    (
        [["view", "square", "-o", "models/page.html"], ["edit"]],
        ["view", "-o", "models/page.html"],
    ),
)


@dataclass(frozen=True)
class Kill:
    """A scene, and at which part of its file system calls it is killed."""

    scene: int
    share: float


def drawn(source: random.Random) -> Kill:
    """A scene and an instant."""
    return Kill(source.randrange(len(_SCENES)), source.random())


class _Counter:
    """Counts what touches files to write; kills at a number."""

    def __init__(self, last: int | None = None) -> None:
        self.count, self.last = 0, last
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if event not in _EVENTS or (event == "open" and not _writes(arguments)):
            return
        self.count += 1
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)


def _writes(arguments: tuple[object, ...]) -> bool:
    mode, flags = (*arguments, None, None)[1:3]
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


def _done(folder: Path, words: list[str]) -> Said:
    """A command, or what a user does in between."""
    square, pyproject = folder / "models/square.py", folder / "pyproject.toml"
    if words == ["edit"]:
        square.write_text(square.read_text().replace("y * y", "y * y * y"))
        return Said(0, "", "")
    if words == ["rename"]:
        square.write_text(re.sub(r"\by\b", "scaled", square.read_text()))
        return Said(0, "", "")
    if words == ["drop"]:
        text = pyproject.read_text()
        pyproject.write_text(text[: text.rindex("[[tool.srcad.targets]]")])
        return Said(0, "", "")
    return command(folder, words)


def _prepared(folder: Path, scene: int) -> None:
    folder.mkdir()
    written(folder, dict(FILES))
    os.environ["SRCAD_CACHE_DIR"] = str(folder / ".cache")
    for words in _SCENES[scene][0]:
        forked(partial(_done, folder, words))


def _counted(folder: Path, words: list[str]) -> tuple[int, Said]:
    counter = _Counter()
    said = _done(folder, words)
    return counter.count, said


def _killed(folder: Path, words: list[str], last: int) -> None:
    _Counter(last)
    _done(folder, words)


def judged(case: Kill, folder: Path) -> Verdict:
    """What is left after the kill, and what the command does when it is given again."""
    words = _SCENES[case.scene][1]
    whole = folder / "whole"
    _prepared(whole, case.scene)
    before = contents(whole, *KEPT)
    count, usual = forked(partial(_counted, whole, words))
    after = contents(whole, *KEPT, ".srcad/pending")
    if not count:
        return Verdict(VOID, "", "it writes nothing")
    torn = folder / "torn"
    _prepared(torn, case.scene)
    try:
        forked(partial(_killed, torn, words, 1 + int(case.share * count)))
    except Overdue:
        pass
    except Broken as error:
        return Verdict(WRONG, "", f"before it was killed: {error}")
    else:
        return Verdict(VOID, "", "it ended before it was to be killed")
    for name, content in contents(torn, *KEPT).items():
        if content not in (before.get(name), after.get(name)) and not _left(name):
            return Verdict(WRONG, "", f"{name} is torn: {content[-80:]!r}")
    for name in before.keys() & after.keys():
        if not (torn / name).exists():
            return Verdict(WRONG, "", f"{name} is gone")
    try:
        said: Said = forked(partial(_done, torn, words))
    except Broken as error:
        return Verdict(WRONG, "", f"given again: {error}")
    if not said.clean:
        return Verdict(WRONG, "", f"given again: {said.err}")
    # What was done before the kill need not be done again.
    expected = {usual.code} | ({0, 1, 2} if words[0] in ("accept", "reject") else set())
    if said.code not in expected:
        told = f"given again it exits with {said.code}, not {usual.code}: {said.err}"
        return Verdict(WRONG, "", told)
    left = contents(torn, *KEPT, ".srcad/pending")
    for name in sorted(left.keys() | after.keys()):
        if left.get(name) != after.get(name) and not _left(name):
            return Verdict(WRONG, "", f"given again, {name} is not as it was to be")
    return Verdict(GOOD)


def _left(name: str) -> bool:
    """Whether a file is one that was being written, under a name of its own."""
    return name.rpartition("/")[2].startswith(".") or name.endswith(".tmp")


def title(case: Kill) -> str:
    """The command, and when."""
    first, words = _SCENES[case.scene]
    told = ", ".join(" ".join(one) for one in first)
    share = f"{100 * case.share:.0f} %"
    return f"srcad {' '.join(words)} killed at {share}" + (told and f" after {told}")


def reproducer(case: Kill) -> str:
    """The commands; the kill itself is that of the judge."""
    first, words = _SCENES[case.scene]
    lines = [one for one in first if one[0] not in ("edit", "rename", "drop")]
    return f'"""{title(case)}."""\n\n' + shell(dict(FILES), [*lines, words])


KILLS = Family(
    name="kills",
    doc="commands that are killed at some instant",
    draw=drawn,
    judge=judged,
    title=title,
    reproducer=reproducer,
    seconds=60,
)
