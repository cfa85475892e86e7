"""Which edits of what made the objects are causes: those that reach a fact.

A statement that was edited reaches what it binds, and what is bound by statements that
read that: ``hidden`` reaches ``self.first``, whose Parameters are larger now. All by
name, in all definitions together.
"""

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from srcad.review.edits import Edit, edits_between
from srcad.review.makers import targets
from srcad.review.record import Definitions, Made, Source
from srcad.review.statements import Statement, as_statement

_OUTSIDE = re.compile(
    r"(os\.environ|sys\.argv|os\.getenv)\b(\.get)?([\[(][^\])]*[\])])?"
)
_INIT = re.compile(r"changed \((\w+)=(.*) -> \1=(.*)\)")


@dataclass(frozen=True, slots=True)
class Reached:
    """Edits, and the names that they reach; "self" is among them where an edit reaches
    all of what is compiled."""

    edits: tuple[Edit, ...] = ()
    names: frozenset[str] = frozenset()

    def explains(self, where: str) -> bool:
        """Whether what is said of an object, ``self.first.weight``, follows."""
        return not self.names.isdisjoint(_parts(where))


def reaching(
    before: Definitions, made: Made, places: Iterable[str] | None, cell: str
) -> Reached:
    """The edits of makers that reach one of these objects, or any where nobody knows
    which (None); ``cell`` is the name of what is compiled."""
    wanted = {part for where in places or () for part in _parts(where)}
    edits: list[Edit] = []
    reached: set[str] = set()
    for source in made.makers:
        for one in edits_between(before, [source]):
            names = _reached(one, source, made.makers, cell)
            if places is None or not names.isdisjoint(wanted):
                edits.append(_as_init(one, source))
                reached |= names
    return Reached(tuple(edits), frozenset(reached))


def outside(made: Made, where: str) -> str:
    """What an object is made of that stands in no text, ``os.environ['RATE']``; "" for
    one that is bound by a statement without such."""
    last = re.findall(r"[^\W\d]\w*", where)[-1:]
    for source in made.makers:
        for one in source.statements:
            found = _OUTSIDE.search(one.text)
            if found and not _bound(one.text).isdisjoint(last):
                return found[0]
    return ""


def _parts(where: str) -> set[str]:
    """The names in ``self.cells[0].weight``; what is compiled is ``self``, and what is
    within a function that is, ``closure['scale']``, is its own."""
    names = set(re.findall(r"[^\W\d]\w*", where.replace("what is compiled", "self")))
    return {*names, "self"} if where.startswith(("closure[", "default")) else names


def _as_init(edit: Edit, source: Source) -> Edit:
    """``init hidden 64 -> 32`` of a default."""
    found = _INIT.fullmatch(edit.text)
    if found and source.name.endswith("__init__") and edit.line == source.line:
        return replace(edit, text=f"init {found[1]} {found[2]} -> {found[3]}")
    return edit


def _reached(
    edit: Edit, source: Source, makers: Sequence[Source], cell: str
) -> set[str]:
    names = {name for text in edit.statements for name in _bound(text)}
    names |= _inside(edit, source)
    last = source.name.rpartition(".")[2]
    if not names or _returns(edit):
        # What it does is seen by whoever calls it.
        names.add(source.name.split(".")[0] if last == "__init__" else last)
    size = -1
    while size != len(names):
        size = len(names)
        for maker in makers:
            names |= _flown(maker, names)
    if cell in names:
        names.add("self")
    return names


def _returns(edit: Edit) -> bool:
    return any(text.startswith(("return", "yield")) for text in edit.statements)


def _flown(maker: Source, names: set[str]) -> set[str]:
    """What is bound by the statements that read one of these names."""
    found = set()
    for one in maker.statements:
        if not names.isdisjoint(_read(one.text)):
            found |= _bound(one.text)
            if one.text.startswith("return"):
                found.add(maker.name.rpartition(".")[2])
    return found


def _read(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", text))


def _bound(text: str) -> set[str]:
    """What a statement binds; of a call that stands alone all that it names, of the
    head of a function its parameters."""
    node = as_statement(text)
    match node:
        case ast.Expr(value):
            return _read(ast.unparse(value)) - {"self", "super"}
        case ast.FunctionDef(args=args):
            every = [*args.posonlyargs, *args.args, *args.kwonlyargs]
            return {one.arg for one in every} - {"self"}
        case ast.stmt():
            return set(targets(node))
    return set()


def _inside(edit: Edit, source: Source) -> set[str]:
    """What is bound inside of a compound statement whose head was edited."""
    heads = [k for k, one in enumerate(source.statements) if one.line == edit.line]
    found: set[str] = set()
    for k in heads[:1]:
        if k == 0 or not source.statements[k].text.endswith(":"):
            continue
        for one in _body(source.statements, k):
            found |= _bound(one.text)
    return found


def _body(statements: Sequence[Statement], head: int) -> Iterable[Statement]:
    for one in statements[head + 1 :]:
        if one.depth <= statements[head].depth and one.text not in ("else:",):
            return
        yield one
