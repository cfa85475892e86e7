"""A module that looks at its values as it goes: after each step, is every float finite?

Behind the statements of a paragraph stands a call of ``check_finite``, with the place
in the source that they belong to and what they have bound. No ``try`` of the program
catches what that raises: it has a class of its own then, which each ``try`` lets pass.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from srcad.paragraphs.halves import Half
from srcad.paragraphs.pairing import Pairing

CHECK = "check_finite"
NOT_FINITE = "NotFinite"
_CLASS = '''

class NOT_FINITE(FloatingPointError):
    """A NaN or infinity was found, which no handler of the program is to hide."""
'''
_HELPER = '''

def CHECK(where, values):
    """Raise FloatingPointError that names the first value with a NaN or infinity."""
    for name, value in values.items():
        if isinstance(value, dict):
            CHECK(where, {f"{name}[{key!r}]": part for key, part in value.items()})
        elif isinstance(value, (tuple, list)):
            parts = {f"{name}[{k}]": part for k, part in enumerate(value)}
            CHECK(where, parts)
        elif np.asarray(value).dtype.kind in "fc" and not np.isfinite(value).all():
            wrong = np.argwhere(~np.isfinite(value))
            place = ", ".join(map(str, wrong[0]))
            what = np.asarray(value)[tuple(wrong[0])]
            if place:
                name += f"[{place}]"
                what = f"{what}, {len(wrong)} of {np.size(value)}"
            raise NOT_FINITE(f"{where}: {name} is {what}")
'''


@dataclass(frozen=True, slots=True)
class Checked:
    """The text of a module with checks, and the name of the function that they call."""

    text: str
    name: str


def checked(text: str, pairing: Pairing) -> Checked:
    """Return the text of a module whose halves check what they compute."""
    name, error = _free(CHECK, text), _free(NOT_FINITE, text)
    lines = text.split("\n")
    behind: dict[int, list[str]] = {}
    handlers = [
        node.handlers[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Try) and node.handlers
    ]
    for one in handlers:
        indent = " " * one.col_offset
        passed = [f"{indent}except {error}:", f"{indent}    raise"]
        behind[one.lineno - 1] = passed
    for half in pairing.halves:
        for step in _steps(half):
            where = _where(half, step.rows[0], pairing)
            _add(step, where, name, lines, behind)
    shown = []
    for row, line in enumerate(lines, start=1):
        shown += [line, *behind.get(row, ())]
    helper = _CLASS.replace("NOT_FINITE", error) if handlers else ""
    raised = error if handlers else "FloatingPointError"
    helper += _HELPER.replace("CHECK", name).replace("NOT_FINITE", raised)
    return Checked("\n".join(shown).rstrip("\n") + "\n" + helper, name)


def _free(name: str, text: str) -> str:
    """Return a name that a module does not have."""
    while re.search(rf"\b{name}\b", text):
        name += "_"
    return name


@dataclass(slots=True)
class _Step:
    """Statements one behind the other, of one paragraph: their lines, what they bind.

    ``returns`` says that the last of them leaves, with something that has no name.
    """

    rows: list[int]
    last: int
    column: int
    names: dict[str, None]
    returns: bool = False


def _steps(half: Half) -> Iterator[_Step]:
    body = half.node.body
    if ast.get_docstring(half.node, clean=False) is not None:
        body = body[1:]
    yield from _steps_of(body, half)


def _steps_of(body: list[ast.stmt], half: Half) -> Iterator[_Step]:
    step: _Step | None = None
    for node in body:
        blocks = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
        blocks += [one.body for one in getattr(node, "handlers", ())]
        inner = [block for block in blocks if isinstance(block, list) and block]
        # What is deleted is looked at before.
        ends = ast.Return | ast.Raise | ast.Break | ast.Continue | ast.Delete
        if inner or isinstance(node, ends):
            if step is not None:
                yield step
            step = None
            if isinstance(node, ast.Return) and _is_computed(node.value):
                last = node.end_lineno or node.lineno
                yield _Step([node.lineno], last, node.col_offset, {}, True)
            for block in inner:
                yield from _steps_of(block, half)
            continue
        owner = half.owners.get(node.lineno)
        if step is not None and owner != half.owners.get(step.rows[0]):
            yield step
            step = None
        if step is None:
            step = _Step([], 0, node.col_offset, {})
        step.rows.append(node.lineno)
        step.last = node.end_lineno or node.lineno
        step.names.update(dict.fromkeys(_bound(node)))
    if step is not None:
        yield step


def _is_computed(value: ast.expr | None) -> bool:
    """Whether a result is more than names that were looked at before."""
    calls = (ast.Call, ast.BinOp, ast.UnaryOp, ast.IfExp)
    return value is not None and any(isinstance(one, calls) for one in ast.walk(value))


def _bound(node: ast.stmt) -> Iterator[str]:
    """Yield the variables that a statement binds, or writes into."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    for target in targets:
        for inner in ast.walk(target):
            if isinstance(inner, ast.Name):
                is_index = isinstance(inner.ctx, ast.Load) and not _is_base(
                    inner, target
                )
                if not is_index:
                    yield inner.id


def _is_base(name: ast.Name, target: ast.expr) -> bool:
    """Whether a name is what is written into, and no index of it."""
    while isinstance(target, ast.Subscript | ast.Attribute):
        target = target.value
    return target is name


def _where(half: Half, row: int, pairing: Pairing) -> str:
    """Return the place of a step; the half alone for what is no statement's."""
    statement = pairing.of_row(row)
    if statement is None:
        return half.name
    return f"{statement.path}:{statement.first}, {half.kind}"


def _add(
    step: _Step, where: str, name: str, lines: list[str], behind: dict[int, list[str]]
) -> None:
    """Note the lines that stand behind a step; a result gets a name first."""
    indent = " " * step.column
    if step.returns:
        first = step.rows[0] - 1
        lines[first] = lines[first].replace("return ", "returned = ", 1)
        behind[step.last] = [
            f'{indent}{name}({where!r}, {{"the result": returned}})',
            f"{indent}return returned",
            *behind.get(step.last, ()),
        ]
    elif step.names:
        listed = ", ".join(f'"{one}": {one}' for one in step.names)
        shown = f"{indent}{name}({where!r}, {{{listed}}})"
        behind[step.last] = [shown, *behind.get(step.last, ())]
