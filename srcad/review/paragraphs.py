"""The diff of two modules by paragraph: each belongs to a statement of the source.

A paragraph is the code under a heading, or between two blank lines; of what is no
function, a whole definition. It is unchanged, renamed (equal but for the names of
locals), moved, changed, new or gone, and is compared with the paragraph that it was.
"""

import ast
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from srcad.review.locals import locals_of
from srcad.review.modules import Parsed, parsed

# A number is one word, whatever is in it.
_TOKEN = re.compile(r"\d[\w.]*(?:(?<=[eE])[-+]\d+)?|\w+|\s+|[^\w\s]")
_ALIKE = 0.5

UNCHANGED, RENAMED, MOVED = "unchanged", "renamed", "moved"
CHANGED, ADDED, GONE = "changed", "new", "gone"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of either module: its ``section`` (the function, or "module"), its
    heading, what became of it, and its lines then and now.

    ``names`` are the pairs of names of one that is renamed.
    """

    section: str
    heading: str
    status: str
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        renamed = ", ".join(f"{one} -> {two}" for one, two in self.names)
        words = f"{self.section}: {self.heading}" if self.heading else self.section
        return f"{self.status}{f' {renamed}' if renamed else ''}  {words}"


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph of one module."""

    section: str
    heading: str
    lines: tuple[str, ...]


def paragraphs(old_text: str, new_text: str) -> list[Paragraph]:
    """The paragraphs of the new module in order, with those that are gone where they
    were. Raises ValueError for a text that is no module."""
    before, after = parsed(old_text), parsed(new_text)
    old, new = list(parts_of(before)), list(parts_of(after))
    pairs = _paired(old, new)
    kept = _longest_rising([(pairs[k], k) for k in sorted(pairs)])
    names = _Names(before, after)
    found: list[tuple[tuple[float, int], Paragraph]] = []
    place = -1.0
    for k, part in enumerate(new):
        if k not in pairs:
            one = Paragraph(part.section, part.heading, ADDED, (), part.lines)
            found.append(((place + 0.5, k + len(old)), one))
            continue
        other = old[pairs[k]]
        if k in kept:
            place = float(pairs[k])
        one = _of_pair(other, part, k in kept, names)
        found.append(((place, k + len(old)), one))
    for k in sorted({*range(len(old))} - {*pairs.values()}):
        one = Paragraph(old[k].section, old[k].heading, GONE, old[k].lines)
        found.append(((float(k), 0), one))
    return [one for _, one in sorted(found, key=lambda item: item[0])]


def _of_pair(old: Part, new: Part, in_place: bool, names: "_Names") -> Paragraph:
    status = UNCHANGED if in_place else MOVED
    one = Paragraph(new.section, new.heading, status, old.lines, new.lines)
    if old.lines == new.lines:
        return one
    renamed = names.between(old, new)
    if renamed is None:
        return replace(one, status=CHANGED)
    return replace(one, status=RENAMED, names=renamed)


def line_diff(paragraph: Paragraph) -> Iterator[str]:
    """The lines of a paragraph, each after " ", "-" or "+"."""
    old, new = paragraph.old, paragraph.new
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for code, a, b, c, d in matcher.get_opcodes():
        if code == "equal":
            yield from (f" {line}" for line in old[a:b])
        else:
            yield from (f"-{line}" for line in old[a:b])
            yield from (f"+{line}" for line in new[c:d])


def word_diff(paragraph: Paragraph) -> list[tuple[str, str]]:
    """The text of a paragraph in pieces, each after " ", "-" or "+"."""
    one, two = (_TOKEN.findall("\n".join(x)) for x in (paragraph.old, paragraph.new))
    matcher = difflib.SequenceMatcher(None, one, two, autojunk=False)
    found = []
    for code, a, b, c, d in matcher.get_opcodes():
        if code == "equal":
            found.append((" ", "".join(one[a:b])))
            continue
        if a < b:
            found.append(("-", "".join(one[a:b])))
        if c < d:
            found.append(("+", "".join(two[c:d])))
    return found


# ----------------------------------------------------------------------------- reading


def parts_of(module: Parsed) -> Iterator[Part]:
    """The paragraphs of a module, in order."""
    lines = module.text.split("\n")
    start = 0
    for node in module.tree.body:
        end = node.end_lineno or node.lineno
        text = tuple(_trimmed(lines[start:end]))
        start = end
        comments = 0
        if node is module.tree.body[0]:
            comments = sum(1 for line in text if line.startswith("#"))
            yield Part("module", "header", text[:comments])
        if isinstance(node, ast.FunctionDef):
            head = end - (node.body[0].lineno - 1)
            if ast.get_docstring(node) is not None:
                head = end - (node.body[0].end_lineno or 0)
            yield from _of_function(node.name, text, len(text) - head)
        else:
            yield Part("module", _title(node), text[comments:])
    rest = tuple(_trimmed(lines[start:]))
    if rest:
        yield Part("module", "", rest)


def _title(node: ast.stmt) -> str:
    match node:
        case ast.Expr(ast.Constant(str())):
            return "docstring"
        case ast.ClassDef(name):
            return f"class {name}"
        case ast.Assign([ast.Name(name)]):
            return name
    return ast.unparse(node).split("\n")[0]


def _of_function(name: str, lines: Sequence[str], head: int) -> Iterator[Part]:
    """The paragraphs of a function: its head of so many lines, with the docstring, then
    between blank lines and headings."""
    held = list(lines[:head])
    for k, line in enumerate(lines[head:], head):
        is_heading = line.strip().startswith("# ")
        follows = k > 0 and lines[k - 1].strip().startswith("# ")
        if held and (not line.strip() or (is_heading and not follows)):
            yield Part(name, _heading(held), tuple(held))
            held = []
        if line.strip():
            held.append(line)
    if held:
        yield Part(name, _heading(held), tuple(held))


def _heading(lines: Sequence[str]) -> str:
    return lines[0].strip().removeprefix("# ")


def _trimmed(lines: Sequence[str]) -> list[str]:
    kept = list(lines)
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


# ----------------------------------------------------------------------------- pairing


def _paired(old: Sequence[Part], new: Sequence[Part]) -> dict[int, int]:
    """The old paragraph that each new one was: those that are equal, then those under
    the same heading, then those that are alike, in one section."""
    pairs: dict[int, int] = {}
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for a, c, size in matcher.get_matching_blocks():
        pairs |= {c + k: a + k for k in range(size)}
    for key in (_whole, _headed):
        free = _free(old, pairs)
        waiting: dict[object, list[int]] = {}
        for k in free:
            waiting.setdefault(key(old[k]), []).append(k)
        for k, part in enumerate(new):
            if k not in pairs and waiting.get(key(part)):
                pairs[k] = waiting[key(part)].pop(0)
    for k, part in enumerate(new):
        if k in pairs:
            continue
        rivals = [j for j in _free(old, pairs) if old[j].section == part.section]
        if rivals:
            best = max(rivals, key=lambda j: _likeness(old[j], part))
            if _likeness(old[best], part) >= _ALIKE:
                pairs[k] = best
    return pairs


def _free(old: Sequence[Part], pairs: Mapping[int, int]) -> list[int]:
    taken = {*pairs.values()}
    return [k for k in range(len(old)) if k not in taken]


def _whole(part: Part) -> object:
    return part


def _headed(part: Part) -> object:
    return part.section, part.heading


def _likeness(one: Part, two: Part) -> float:
    texts = ["\n".join(part.lines) for part in (one, two)]
    a, b = ([t for t in _TOKEN.findall(text) if not t.isspace()] for text in texts)
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> set[int]:
    """The new places of the longest run of pairs whose old places rise."""
    best: list[tuple[int, int | None]] = []
    for k, (place, _) in enumerate(pairs):
        before = [j for j in range(k) if pairs[j][0] < place]
        last = max(before, key=lambda j: best[j][0], default=None)
        best.append((1 if last is None else best[last][0] + 1, last))
    where = max(range(len(best)), key=lambda j: best[j][0], default=None)
    found = set()
    while where is not None:
        found.add(pairs[where][1])
        where = best[where][1]
    return found


class _Names:
    """The locals of the functions of both modules, and which was renamed to which."""

    def __init__(self, old: Parsed, new: Parsed) -> None:
        self.old = {name: {*locals_of(one)} for name, one in old.functions.items()}
        self.new = {name: {*locals_of(one)} for name, one in new.functions.items()}
        self.known: dict[str, dict[str, str]] = {}

    def between(self, one: Part, two: Part) -> tuple[tuple[str, str], ...] | None:
        """The pairs of names, where two paragraphs differ in nothing else."""
        old, new = self.old.get(one.section, set()), self.new.get(two.section, set())
        tokens = [
            [token for line in part.lines for token in _TOKEN.findall(line.strip())]
            for part in (one, two)
        ]
        first, second = ([t for t in some if not t.isspace()] for some in tokens)
        if len(first) != len(second):
            return None
        names = dict(self.known.get(two.section, {}))
        for was, has in zip(first, second, strict=True):
            if was in old and has in new:
                if names.setdefault(was, has) != has:
                    return None
            elif was != has and not self._is_quoted(was, has):
                return None
        apart = {was: has for was, has in names.items() if was != has}
        if not apart or len({*names.values()}) < len(names):
            return None
        self.known[two.section] = names
        return tuple((was, has) for was, has in apart.items() if was in first)

    def _is_quoted(self, was: str, has: str) -> bool:
        """Whether a heading quotes a name that was renamed in another function."""
        return any(names.get(was) == has for names in self.known.values())
