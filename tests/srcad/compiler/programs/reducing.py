"""Making the text of a program smaller while the same becomes of it."""

import ast
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.srcad.compiler.programs.checking import Outcome, outcome_of
from tests.srcad.compiler.programs.grower import Program

TRIALS = 600


def reduced(program: Program, outcome: Outcome, seed: int = 0) -> Program:
    """A smaller program of which the same becomes; not the smallest."""
    trials = 0

    def still(text: str) -> bool:
        nonlocal trials
        trials += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            found = outcome_of(replace(program, text=text), seed)
        return (found.what, found.code) == (outcome.what, outcome.code)

    text = ast.unparse(ast.parse(program.text)) + "\n"
    if not still(text):
        return program
    smaller = True
    while smaller and trials < TRIALS:
        smaller = False
        for candidate in candidates(text):
            if trials >= TRIALS:
                break
            if len(candidate) < len(text) and still(candidate):
                text, smaller = candidate, True
                break
    return replace(program, text=text)


def candidates(text: str) -> Iterator[str]:
    """Texts with a statement less, or an expression in the place of a larger one."""
    count = len(list(ast.walk(ast.parse(text))))
    for edit in (_without_statement, _with_part):
        for number in range(count):
            yield from _edited(text, number, edit)


Edit = Callable[[ast.Module, ast.AST], Iterator[Callable[[], None]]]


def _edited(text: str, number: int, edit: Edit) -> Iterator[str]:
    position = 0
    while True:
        tree = ast.parse(text)
        nodes = list(ast.walk(tree))
        if number >= len(nodes):
            return
        edits = list(edit(tree, nodes[number]))
        if position >= len(edits):
            return
        edits[position]()
        position += 1
        try:
            yield ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        except (ValueError, AttributeError, TypeError):
            continue


def _without_statement(tree: ast.Module, node: ast.AST) -> Iterator[Callable[[], None]]:
    for name in ("body", "orelse"):
        body = getattr(node, name, None)
        if not isinstance(body, list):
            continue
        for place, one in enumerate(body):
            rest = [*body[:place], *body[place + 1 :]]
            if rest or name == "orelse":
                yield lambda name=name, rest=rest: setattr(node, name, rest)
            for inner in ("body", "orelse"):
                parts = getattr(one, inner, None)
                if isinstance(parts, list) and not isinstance(one, ast.FunctionDef):
                    whole = [*body[:place], *parts, *body[place + 1 :]]
                    if whole:
                        yield lambda name=name, whole=whole: setattr(node, name, whole)


def _with_part(tree: ast.Module, node: ast.AST) -> Iterator[Callable[[], None]]:
    for name, item in ast.iter_fields(node):
        if isinstance(item, ast.expr):
            for part in _parts(item):
                yield lambda name=name, part=part: setattr(node, name, part)
        elif isinstance(item, list):
            for place, one in enumerate(item):
                if isinstance(one, ast.expr):
                    for part in _parts(one):
                        yield (
                            lambda item=item, place=place, part=part: item.__setitem__(
                                place, part
                            )
                        )


def _parts(node: ast.expr) -> list[ast.expr]:
    """What may stand for an expression."""
    parts = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
    if isinstance(node, ast.Call):
        parts = [one for one in parts if one is not node.func]
        if isinstance(node.func, ast.Attribute):
            parts.append(node.func.value)
    if isinstance(node, ast.Attribute | ast.Compare | ast.Lambda):
        return []
    return [one for one in parts if not isinstance(one, ast.Slice)]
