"""Lines of code on the page: their places, their groups, their colours."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from srcad.paragraphs.sources import Statement
from srcad.view.subject import Subject
from srcad.view.text import coloured, indent_class, plain

_HUES = 9
_Owner = TypeVar("_Owner")


class Anchors:
    """The places of a page: statements are ``L41``, lines of the module ``M41``.

    Those of a second file or a second target have a word before them.
    """

    def __init__(self, subject: Subject, prefix: str) -> None:
        self.prefix = prefix
        self.files = {path: k for k, path in enumerate(subject.files)}
        used = subject.pairing.paired or subject.sources.statements
        self.hues = {one: k % _HUES for k, one in enumerate(used)}

    def line(self, path: str, line: int) -> str:
        """The anchor of a line of the source."""
        number = self.files[path]
        file = f"f{number + 1}-" if number else ""
        return f"{self.prefix}{file}L{line}"

    def statement(self, one: Statement) -> str:
        """The anchor of a statement."""
        return self.line(one.path, one.first)

    def row(self, row: int) -> str:
        """The anchor of a line of the module."""
        return f"{self.prefix}M{row}"

    def attributes(self, one: Statement | None) -> str:
        """The attributes of a paragraph that belongs to a statement."""
        if one is None:
            return 'class="p"'
        hue = self.hues.get(one)
        colour = f" h{hue}" if hue is not None else ""
        return f'class="p{colour}" data-s="{self.statement(one)}"'


class Listing:
    """A text whose lines are shown one by one."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.coloured = coloured(text)

    def is_blank(self, row: int) -> bool:
        """Whether a line has nothing in it."""
        return not self.lines[row - 1].strip()

    def row(self, row: int, anchor: str, number: str, target: str, label: str) -> str:
        """A line with its number, which is a link to ``target``; "" has no link."""
        indent = indent_class(self.lines[row - 1])
        link = (
            f'<a class="no" href="#{target}" aria-label="{plain(label)}">{number}</a>'
        )
        if not number:
            link = '<span class="no"></span>'
        return (
            f'<div class="row" id="{anchor}">{link}'
            f'<code class="{indent}">{self.coloured[row - 1]}</code></div>'
        )


def grouped(
    rows: Iterable[int], owner_of: Callable[[int], _Owner]
) -> Iterator[tuple[_Owner, list[int]]]:
    """Yield lines that follow each other and have one owner, with it."""
    group: list[int] = []
    for row in rows:
        if group and owner_of(row) != owner_of(group[-1]):
            yield owner_of(group[-1]), group
            group = []
        group.append(row)
    if group:
        yield owner_of(group[-1]), group


def group_of(label: str, attributes: str, inside: str) -> str:
    """Lines of one statement."""
    return f'<div role="group" aria-label="{plain(label)}" {attributes}>{inside}</div>'
