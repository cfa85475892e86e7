"""What a reader of a gradient should not miss, and what it means."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from srcad.paragraphs.cuts import cut_in
from srcad.paragraphs.sources import Statement
from srcad.view.subject import Subject

_SPLICED = re.compile(r"``(\w+)\.bprop``, verbatim")
_ROW = re.compile(r"^(\S+) {2,}(\S.*?) {2,}(unused|.+, its cotangent is zeros)$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A remark. ``kind`` is a word for it, ``title`` what it is about.

    It is at a statement of the source, at lines of the module (``rows``), or at none.
    """

    kind: str
    title: str
    meaning: str
    statement: Statement | None = None
    rows: tuple[int, ...] = ()

    @property
    def word(self) -> str:
        """The kind as a class of the style sheet."""
        return self.kind.replace(" ", "-")


def marks_of(subject: Subject) -> list[Mark]:
    """Return the remarks on a target, those on the source first."""
    return [
        *_refusals(subject),
        *_cuts(subject),
        *_hooks(subject),
        *_splices(subject),
        *_rows_of_the_table(subject),
        *_forward_only(subject),
        *(Mark("note", "note", text) for text in subject.notes),
    ]


def _refusals(subject: Subject) -> Iterator[Mark]:
    for one in subject.diagnostics:
        texts = (one.label, one.note, one.help and f"help: {one.help}")
        meaning = ". ".join(text for text in texts if text)
        at = None
        if one.span is not None:
            at = subject.statement_at(one.span)
        yield Mark("refused", f"{one.code}: {one.message}", meaning, at)


def _cuts(subject: Subject) -> Iterator[Mark]:
    known = subject.sources.statements
    reached = [one for one in known if one.function in subject.reached]
    for one in subject.pairing.paired or reached:
        lines = subject.files[one.path].split("\n")[one.first - 1 : one.last]
        if word := cut_in("\n".join(lines)):
            meaning = "nothing flows back through its argument: it is a constant"
            yield Mark("cut", f"`{word}`", meaning, one)


def _hooks(subject: Subject) -> Iterator[Mark]:
    pairing = subject.pairing
    for half, statements in zip(pairing.halves, pairing.statements, strict=True):
        for paragraph, statement in zip(half.paragraphs, statements, strict=True):
            if paragraph.hook:
                meaning = (
                    "a hook of the user's is applied to the cotangent here: the "
                    "gradient may be another than that of the source"
                )
                rows = tuple(paragraph.rows)
                yield Mark("hook", paragraph.hook, meaning, statement, rows)


def spliced_classes(subject: Subject) -> list[ast.ClassDef]:
    """Return the classes of a module that hold a ``bprop`` of the user's."""
    if not subject.text:
        return []
    return [
        node
        for node in ast.parse(subject.text).body
        if isinstance(node, ast.ClassDef)
        and _SPLICED.match(ast.get_docstring(node) or "")
    ]


def _splices(subject: Subject) -> Iterator[Mark]:
    for node in spliced_classes(subject):
        meaning = (
            "the user's own derivative, byte for byte: it is taken for true, and need "
            "not be that of `construct`"
        )
        found = _SPLICED.match(ast.get_docstring(node) or "")
        name = f"{found[1]}.bprop" if found else node.name
        rows = tuple(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        yield Mark("bprop", f"`{name}`", meaning, None, rows)


def _rows_of_the_table(subject: Subject) -> Iterator[Mark]:
    for line in subject.docstring.split("\n"):
        found = _ROW.match(line)
        if found is None:
            continue
        title = f"`{found[1]}` {found[2]}"
        if found[3] == "unused":
            meaning = "no statement reads this Parameter: it has no gradient"
            yield Mark("unused", title, meaning)
        else:
            meaning = "the result does not depend on it: its gradient is zeros"
            yield Mark("zeros", title, meaning)


def _forward_only(subject: Subject) -> Iterator[Mark]:
    """Name statements that only the forward half computes."""
    found: dict[str, dict[Statement, tuple[int, ...]]] = {"forward": {}, "backward": {}}
    pairing = subject.pairing
    for half, statements in zip(pairing.halves, pairing.statements, strict=True):
        for paragraph, one in zip(half.paragraphs, statements, strict=True):
            if one is not None:
                found[half.kind].setdefault(one, tuple(paragraph.rows))
    # What is computed for these stands in the class of the ``bprop``.
    spliced = [f"{node.name}.construct" for node in spliced_classes(subject)]
    for one, rows in found["forward"].items():
        if one not in found["backward"] and one.function not in spliced:
            meaning = "no gradient flows through it, or another paragraph has it"
            yield Mark("forward only", f"line {one.first}", meaning, one, rows)
