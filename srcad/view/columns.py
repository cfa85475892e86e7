"""The three columns of a target: source, forward and backward."""

from collections.abc import Iterable, Iterator

from srcad.paragraphs.halves import Half
from srcad.paragraphs.sources import Routine, Statement
from srcad.view.marks import Mark, spliced_classes
from srcad.view.rows import Anchors, Listing, group_of, grouped
from srcad.view.subject import Subject
from srcad.view.text import escaped, inline


class Columns:
    """The columns of one target."""

    def __init__(self, subject: Subject, anchors: Anchors, marks: list[Mark]) -> None:
        self.subject = subject
        self.anchors = anchors
        self.marks = marks
        self.files = {path: Listing(text) for path, text in subject.files.items()}
        self.module = Listing(subject.text)

    def source(self) -> str:
        """The functions that were read, with the lines of their files; where none is
        known, the files."""
        parts = []
        shown = ""
        for routine in _without_inner(self.subject.routines):
            if routine.path != shown:
                shown = routine.path
                parts.append(_head_of_file(shown))
            parts.append(self._routine(routine))
        if not parts:
            for path, listing in self.files.items():
                rows = range(1, len(listing.lines) + 1)
                parts.append(_head_of_file(path))
                parts += [self._source_row(path, row) for row in rows]
        return "".join(parts)

    def half(self, kind: str) -> str:
        """The halves of one kind; the backward ones with the classes of a ``bprop``."""
        parts = self._splices() if kind == "backward" else []
        pairing = self.subject.pairing
        for half, statements in zip(pairing.halves, pairing.statements, strict=True):
            if half.kind == kind:
                parts.append(self._half(half, statements))
        return "".join(parts)

    def _routine(self, routine: Routine) -> str:
        owners = {
            row: one
            for one in self.subject.sources.statements
            if one.path == routine.path and one in self.anchors.hues
            for row in range(one.first, one.last + 1)
        }
        parts = [f"<h4><code>{escaped(routine.name)}</code></h4>"]
        rows = range(routine.first, routine.last + 1)
        for owner, group in grouped(rows, owners.get):
            inside = "".join(self._source_row(routine.path, row) for row in group)
            if owner is None:
                parts.append(f"<div>{inside}</div>")
                continue
            inside += _remarks(one for one in self.marks if one.statement == owner)
            label = f"line {owner.first} of the source"
            parts.append(group_of(label, self.anchors.attributes(owner), inside))
        return "".join(parts)

    def _source_row(self, path: str, row: int) -> str:
        anchor = self.anchors.line(path, row)
        return self.files[path].row(row, anchor, str(row), anchor, f"line {row}")

    def _splices(self) -> list[str]:
        parts = []
        for node in spliced_classes(self.subject):
            rows = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            found = [m for m in self.marks if m.kind == "bprop" and rows[0] in m.rows]
            body = "".join(self._module_row(row, None, False) for row in rows)
            parts.append(
                f"<h4><code>class {escaped(node.name)}</code></h4>"
                f'<div class="p splice">{_remarks(found)}{body}</div>'
            )
        return parts

    def _half(self, half: Half, statements: tuple[Statement | None, ...]) -> str:
        parts = [f"<h4><code>{escaped(half.name)}</code></h4>"]
        rows = range(half.first, half.last + 1)
        for owner, whole in grouped(rows, half.owners.get):
            group = [row for row in whole if not self.module.is_blank(row)]
            if not group:
                continue
            one = None if owner is None else statements[owner]
            hooks = [m for m in self.marks if m.kind == "hook" and group[0] in m.rows]
            shown = [self._module_row(row, one, row == group[0]) for row in group]
            inside = "".join(shown) + _remarks(hooks)
            if one is None:
                parts.append(f'<div class="p">{inside}</div>')
                continue
            label = f"{half.name}, for line {one.first} of the source"
            parts.append(group_of(label, self.anchors.attributes(one), inside))
        return "".join(parts)

    def _module_row(self, row: int, one: Statement | None, first: bool) -> str:
        anchor = self.anchors.row(row)
        if one is None or not first:
            return self.module.row(row, anchor, "", "", "")
        target, label = self.anchors.statement(one), f"source line {one.first}"
        return self.module.row(row, anchor, str(one.first), target, label)


def _head_of_file(path: str) -> str:
    return f'<p class="file"><code>{escaped(path)}</code></p>'


def _without_inner(routines: list[Routine]) -> Iterator[Routine]:
    """Leave out functions that stand in one that is shown."""
    for one in routines:
        if not any(
            other.path == one.path
            and other.first <= one.first <= one.last <= other.last
            for other in routines
            if other is not one
        ):
            yield one


def _remarks(marks: Iterable[Mark]) -> str:
    return "".join(
        f'<p class="remark {one.word}"><strong>{escaped(one.kind)}</strong> '
        f"{inline(one.title)}: {inline(one.meaning)}</p>"
        for one in marks
    )
