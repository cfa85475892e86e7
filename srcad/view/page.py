"""The page: one file of HTML, that asks for nothing and works without its script."""

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from srcad.view.changes import changes
from srcad.view.columns import Columns
from srcad.view.drawing import list_of, svg_of
from srcad.view.graph import call_graph
from srcad.view.marks import Mark, marks_of
from srcad.view.ribbon import ribbon
from srcad.view.rows import Anchors
from srcad.view.subject import Subject
from srcad.view.text import escaped, hidden_in, inline, label_of, plain


def page(subjects: Sequence[Subject], title: str) -> str:
    """Return the text of a page with a part for each target."""
    prefixes = [f"t{k}-" if k > 1 else "" for k in range(1, len(subjects) + 1)]
    drawn = [Anchors(one, word) for one, word in zip(subjects, prefixes, strict=True)]
    parts = [_part(one, anchors) for one, anchors in zip(subjects, drawn, strict=True)]
    style = _file("page.css") + _targets(drawn)
    script = _file("page.js")
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{plain(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<header class="top"><h1>{escaped(title)}</h1>{_contents(subjects, prefixes)}'
        '<p class="keys">Each colour is a statement of the source. '
        '<span class="script" hidden><kbd>↑</kbd> <kbd>↓</kbd> go from one '
        "to the next, <kbd>Esc</kbd> lets go.</span></p></header>\n"
        f"<main>\n{''.join(parts)}</main>\n"
        '<p class="said" role="status" aria-live="polite"></p>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _file(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The word by which a policy allows one script or style sheet."""
    content = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(content).decode()}"


def _targets(drawn: Sequence[Anchors]) -> str:
    """A rule that lights up what belongs to the statement that a link names."""
    places = [anchors.statement(one) for anchors in drawn for one in anchors.hues]
    rules = [
        f'body:has([id="{a}"]:target) [data-s="{a}"]' for a in dict.fromkeys(places)
    ]
    return f"{','.join(rules)}{{outline:2px solid var(--on)}}\n" if rules else ""


def _contents(subjects: Sequence[Subject], prefixes: Sequence[str]) -> str:
    if len(subjects) == 1:
        return ""
    items = [
        f'<li><a href="#{prefix}target">{escaped(one.name)}</a> {_state(one)}</li>'
        for one, prefix in zip(subjects, prefixes, strict=True)
    ]
    return f'<nav aria-label="targets"><ul>{"".join(items)}</ul></nav>'


def _state(subject: Subject) -> str:
    if not subject.text:
        return '<span class="state refused">refused</span>'
    if subject.old:
        return '<span class="state differs">differs</span>'
    return ""


def _part(subject: Subject, anchors: Anchors) -> str:
    """Everything of one target."""
    marks = marks_of(subject)
    place = anchors.prefix
    return (
        f'<article id="{place}target" aria-labelledby="{place}name">'
        f'<h2 id="{place}name">{escaped(subject.name)} {_state(subject)}</h2>'
        f'<p class="label"><code>{escaped(subject.label)}</code></p>'
        f"{_warning(subject)}{_summary(subject)}{_remarks(marks)}"
        f'<div class="facts">{_facts(subject)}{_graph(subject, anchors)}</div>'
        f"{_changes(subject)}"
        f"{_columns(subject, anchors, marks)}</article>\n"
    )


def _warning(subject: Subject) -> str:
    """Say which characters of the texts are not seen."""
    found: Counter[str] = Counter()
    for text in (*subject.files.values(), subject.text, subject.old):
        found.update(hidden_in(text))
    if not found:
        return ""
    listed = ", ".join(f"{label_of(c)} ({n})" for c, n in sorted(found.items()))
    return (
        '<p class="warning" role="note"><strong>Characters that are not seen</strong> '
        "stand in these texts, and may make them read as other code than what runs: "
        f"{escaped(listed)}. Each is shown by its number.</p>"
    )


def _summary(subject: Subject) -> str:
    if not subject.summary:
        return ""
    items = "".join(f"<li>{inline(line)}</li>" for line in subject.summary)
    return f'<ul class="summary" aria-label="what the change is">{items}</ul>'


def _remarks(marks: Sequence[Mark]) -> str:
    """What is marked, above all else: what is no statement's is said here alone."""
    listed = [one for one in marks if one.kind != "forward only"]
    if not listed:
        return ""
    items = []
    for one in listed:
        about = "" if one.kind == "note" else f"{inline(one.title)}: "
        items.append(
            f'<li class="{one.word}"><strong>{escaped(one.kind)}</strong> '
            f"{about}{inline(one.meaning)}</li>"
        )
    return f'<h3>Worth a look</h3><ul class="remarks">{"".join(items)}</ul>'


def _facts(subject: Subject) -> str:
    if not subject.docstring:
        return ""
    text = escaped(subject.docstring)
    return (
        "<details open><summary>Inputs and outputs</summary>"
        f'<pre class="table">{text}</pre></details>'
    )


def _graph(subject: Subject, anchors: Anchors) -> str:
    root = call_graph(subject.sources, subject.function)
    if root is None:
        return ""
    places = {
        (one.path, one.first): anchors.line(one.path, one.first)
        for one in subject.routines
    }
    items = list_of(root, places)
    return (
        '<details open><summary>Calls</summary><figure class="calls">'
        f"{svg_of(root, anchors.prefix + 'graph')}</figure>"
        f'<details class="list"><summary>The same as a list</summary><ul>{items}</ul>'
        "</details></details>"
    )


def _changes(subject: Subject) -> str:
    """Old and new, where the golden differs from the module."""
    if not (subject.old and subject.text):
        return ""
    try:
        tables = [
            f"<details {'open' if kind == 'backward' else ''}><summary>Changes of "
            f"{kind}</summary>{changes(subject.old, subject.text, kind)}</details>"
            for kind in ("backward", "forward")
        ]
    except SyntaxError:
        return '<p class="warning">The golden file is no Python.</p>'
    return f"<section><h3>Changes</h3>{''.join(tables)}</section>"


def _columns(subject: Subject, anchors: Anchors, marks: list[Mark]) -> str:
    drawn = Columns(subject, anchors, marks)
    columns = [("source", "Source", drawn.source())]
    if subject.text:
        columns += [
            ("forward", "Forward", drawn.half("forward")),
            ("kept", "Kept", ribbon(subject, anchors)),
            ("backward", "Backward", drawn.half("backward")),
        ]
    else:
        words = "<p>There is no module: what stands above has to be mended first.</p>"
        columns.append(("refused", "Forward and backward", words))
    parts = [
        f'<section class="column {word}" aria-labelledby="{anchors.prefix}name '
        f'{anchors.prefix}{word}">'
        f'<h3 id="{anchors.prefix}{word}">{head}</h3>{body}</section>'
        for word, head, body in columns
    ]
    return f'<div class="columns">{"".join(parts)}</div>'
