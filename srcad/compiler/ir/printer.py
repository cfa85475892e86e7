"""Text of the core IR, for tests, for ``srcad show --after`` and for debugging."""

from __future__ import annotations

import re
from typing import Any

from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    RecursiveReference,
    Value,
    operations,
)


class _Names:
    """A name for each value: its hint, numbered where the hint is not its alone."""

    def __init__(self, functions: _FunctionNames) -> None:
        self.functions = functions
        self.names: dict[Value, str] = {}
        self.counts: dict[str, int] = {}

    def __call__(self, atom: Atom) -> str:
        if isinstance(atom, Lit):
            return repr(atom.value)
        if atom not in self.names:
            base = atom.hint or "t"
            count = self.counts.get(base, 0)
            self.counts[base] = count + 1
            self.names[atom] = f"{base}.{count}" if count or not atom.hint else base
        return self.names[atom]

    def many(self, atoms: tuple[Atom, ...]) -> str:
        return ", ".join(map(self, atoms))


def show(function: Function) -> str:
    """The function, and before it the ones that it calls, as text."""
    lines: list[str] = []
    _show_function(function, lines, _FunctionNames())
    return "\n".join(lines) + "\n"


def names_of(function: Function) -> dict[Value, str]:
    """What the values of a function are called in its text."""
    names = _Names(_FunctionNames())
    for param in function.body.params:
        names(param)
    _show_block(function.body, names, [], "", [])
    return names.names


def likeness(
    function: Function, recursion: RecursiveReference | None = None
) -> tuple[Any, ...]:
    """What is equal of two functions that may stand for each other: their text, all
    that is known of their values, which of the unknown sizes are one, and what they
    call; calls of themselves, with a ``recursion``, excepted."""
    numbers: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        return f"?{match[1]}{numbers.setdefault(match[0], len(numbers))}"

    values = names_of(function)
    known = (re.sub(r"\?(\D*?)\d+", numbered, repr(value.aval)) for value in values)
    called = (call.function for call in operations(function.body, Call))
    others = (one for one in called if not one.itself or one.recursion is not recursion)
    return show(function), *known, *map(_form, others)


def _form(function: Function) -> Any:
    """What a function is known by: itself, but for an operator with a rule."""
    if not function.inline or function.hooks is not None or function.rule is None:
        return function
    return likeness(function), function.rule.form


class _FunctionNames:
    """A name for each function: its own, numbered where another one has it."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.counts: dict[str, int] = {}

    def __call__(self, function: Function) -> str:
        if id(function) not in self.names:
            count = self.counts.get(function.name, 0)
            self.counts[function.name] = count + 1
            name = f"{function.name}.{count}" if count else function.name
            self.names[id(function)] = name
        return self.names[id(function)]


def _show_function(
    function: Function, lines: list[str], functions: _FunctionNames
) -> None:
    calls: list[Function] = []
    own: list[str] = []
    names = _Names(functions)
    params = ", ".join(f"{names(p)}: {p.aval}" for p in function.body.params)
    own.append(f"def {functions(function)}({params}):")
    _show_block(function.body, names, own, "    ", calls)
    results, count = function.body.results, function.outputs
    own.append(f"    return {names.many(results[:count])}")
    if results[count:]:
        own.append(f"    residuals {names.many(results[count:])}")
    for callee in calls:
        _show_function(callee, lines, functions)
    lines.extend(own)


def _attribute(value: Any) -> str:
    """A text that is no word is quoted, such as ``'ij,j->i'``."""
    quoted = isinstance(value, str) and not value.isidentifier()
    return repr(value) if quoted else str(value)


def _show_block(
    block: Block, names: _Names, lines: list[str], pad: str, calls: list[Function]
) -> None:
    for op in block.ops:
        _show_op(op, names, lines, pad, calls)


def _show_op(
    op: Operation, names: _Names, lines: list[str], pad: str, calls: list[Function]
) -> None:
    results = "".join(f"{names(v)}: {v.aval}; " for v in op.results)[:-2]
    phase = f"  # {op.phase}" if op.phase else ""
    match op:
        case Op():
            attributes = (f"{k}={_attribute(v)}" for k, v in op.attributes)
            given = [*map(names, op.args), *attributes]
            given += ["of_python=True"] if op.of_python else []
            text = f"{op.primitive}({', '.join(given)})"
            lines.append(f"{pad}{results} = {text}{phase}")
        case If():
            kinds = ", ".join(map(str, op.catches))
            condition = names(op.condition)
            head = f"try {condition} for {kinds}:" if kinds else f"if {condition}:"
            lines.append(f"{pad}{results} = {head}{phase}")
            for word, block in (("then", op.then), ("else", op.orelse)):
                lines.append(f"{pad}  {word}:")
                _show_block(block, names, lines, pad + "    ", calls)
                lines.append(f"{pad}    yield {names.many(block.results)}")
        case Loop():
            heads = []
            if op.bounds is not None:
                word = "reversed range" if op.reverse else "range"
                heads.append(
                    f"{names(op.body.params[0])} in {word}({names.many(op.bounds)})"
                )
            for param, start in zip(op.carry_params, op.starts, strict=True):
                heads.append(f"{names(param)} from {names(start)}")
            for param, (atom, rev) in zip(op.element_params, op.sequences, strict=True):
                word = "reversed " if rev else ""
                heads.append(f"{names(param)} in {word}{names(atom)}")
            lines.append(f"{pad}{results} = loop {'; '.join(heads)}:{phase}")
            _show_block(op.body, names, lines, pad + "    ", calls)
            lines.append(f"{pad}    yield {names.many(op.body.results)}")
            if op.stop is not None:
                lines.append(f"{pad}    stop if {names(op.stop)}")
        case Exit():
            lines.append(f"{pad}exit if {names(op.condition)}")
        case Call():
            known = id(op.function) in names.functions.names
            name = names.functions(op.function)
            if not known:
                calls.append(op.function)
            lines.append(f"{pad}{results} = {name}({names.many(op.args)}){phase}")
        case Opaque():
            lines.append(
                f"{pad}{results} = opaque {op.template!r}({names.many(op.args)})"
            )
