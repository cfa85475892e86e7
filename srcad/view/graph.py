"""The call graph of a target's Cells and functions, as its source has it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from srcad.paragraphs.sources import Routine, Sources

_DEEPEST = 8
_HOOKS = ("register_backward_hook", "register_backward_pre_hook", "register_hook")


@dataclass(slots=True)
class Node:
    """A Cell or a function; ``children`` are what it calls, as it runs.

    ``kind`` is cell, function or library; ``again`` says that its own children were
    listed before. ``words`` are what else is known of it: "own bprop", "hook".
    """

    title: str
    kind: str
    path: str = ""
    line: int = 0
    words: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    again: bool = False

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Node]]:
        """Yield the nodes from this one on, each with its depth."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)


def call_graph(sources: Sources, entry: str) -> Node | None:
    """Return the tree of calls from a function on; None where it is not found."""
    routine = sources.entry(entry)
    if routine is None:
        return None
    owner = entry.rpartition(".")[0].rpartition(".")[2]
    return _Grower(sources).routine(routine, entry, owner, 0)


class _Grower:
    """Follows calls; what was followed before is not followed again."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.seen: set[str] = set()

    def routine(self, routine: Routine, title: str, owner: str, depth: int) -> Node:
        """Return the node of a function; ``owner`` is the class of its ``self``."""
        is_cell = owner in self.sources.classes
        kind = "cell" if is_cell else "function"
        node = Node(title, kind, routine.path, routine.first)
        if routine.name.endswith(".construct") and self.sources.method(owner, "bprop"):
            node.words.append("own bprop")
        if routine.name in self.seen or depth >= _DEEPEST:
            node.again = True
            return node
        self.seen.add(routine.name)
        made = self.made_in(owner) if is_cell else {}
        named: set[str] = set()
        for inner in evaluated(routine.node):
            child = self.child(inner, owner, made, depth)
            if child is not None and child.title not in named:
                named.add(child.title)
                node.children.append(child)
        return node

    def child(
        self, node: ast.AST, owner: str, made: dict[str, list[ast.Call]], depth: int
    ) -> Node | None:
        """Return what an expression calls, if it calls anything."""
        match node:
            case ast.Attribute(ast.Name("self"), word):
                if word in made:
                    return self.cells(word, made[word], owner, depth)
                method = self.sources.method(owner, word)
                if method is not None:
                    return self.routine(method, method.name, owner, depth + 1)
            case ast.Call(ast.Name(word)):
                routine = self.sources.routine(word)
                if routine is not None and "." not in routine.name:
                    return self.routine(routine, word, "", depth + 1)
                if word in self.sources.classes:
                    return self.cell(word, word, depth)
        return None

    def cells(self, word: str, calls: list[ast.Call], owner: str, depth: int) -> Node:
        """Return the node of an attribute: the Cell in it, or the Cells of its list."""
        nodes = [
            self.of_call(word, call, depth, k == 0) for k, call in enumerate(calls)
        ]
        first, *rest = nodes
        first.children.extend(rest)
        if self.has_hook(owner, word):
            first.words.append("hook")
        return first

    def of_call(self, word: str, call: ast.Call, depth: int, outer: bool) -> Node:
        name = ast.unparse(call.func)
        title = f"{word}: {name}" if outer else name
        if name in self.sources.classes:
            return self.cell(name, title, depth)
        return Node(title, "library")

    def cell(self, name: str, title: str, depth: int) -> Node:
        method = self.sources.method(name, "construct") or self.sources.method(
            name, "__call__"
        )
        if method is None:
            return Node(title, "cell")
        node = self.routine(method, title, name, depth + 1)
        node.kind = "cell"
        return node

    def made_in(self, owner: str) -> dict[str, list[ast.Call]]:
        """Return the Cells that ``__init__`` makes, by attribute: calls of classes."""
        routine = self.sources.method(owner, "__init__")
        found: dict[str, list[ast.Call]] = {}
        for node in ast.walk(routine.node) if routine is not None else ():
            match node:
                case ast.Assign([ast.Attribute(ast.Name("self"), word)], value):
                    calls = [one for one in ast.walk(value) if _makes_a_cell(one)]
                    if calls:
                        found[word] = calls  # type: ignore[assignment]
        return found

    def has_hook(self, owner: str, word: str) -> bool:
        """Whether ``__init__`` gives an attribute a hook."""
        routine = self.sources.method(owner, "__init__")
        for node in ast.walk(routine.node) if routine is not None else ():
            match node:
                case ast.Call(
                    ast.Attribute(ast.Attribute(ast.Name("self"), one), name)
                ):
                    if one == word and name in _HOOKS:
                        return True
        return False


def evaluated(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions in a node in the order in which they are evaluated: of
    ``f(g(x))`` the call of ``g`` first. An attribute of ``self`` that is called stands
    where its call does."""
    late: list[ast.expr] = []
    match node:
        case ast.Call(ast.Attribute(ast.Name("self")) as called, args, keywords):
            inner: list[ast.AST] = [*args, *keywords]
            late = [called]
        case ast.Assign(targets, value):
            inner = [value, *targets]
        case ast.ListComp(elt, loops) | ast.SetComp(elt, loops):
            inner = [*loops, elt]
        case ast.GeneratorExp(elt, loops):
            inner = [*loops, elt]
        case ast.DictComp(key, value, loops):
            inner = [*loops, key, value]
        case ast.comprehension(target, source, conditions):
            inner = [source, target, *conditions]
        case ast.For(target, source, body, orelse):
            inner = [source, target, *body, *orelse]
        case _:
            inner = list(ast.iter_child_nodes(node))
    for one in inner:
        yield from evaluated(one)
    yield from late
    if isinstance(node, ast.expr):
        yield node


def _makes_a_cell(node: ast.AST) -> bool:
    """Whether an expression calls something that is named as classes are."""
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    return name[:1].isupper() and name not in ("Parameter", "Tensor")
