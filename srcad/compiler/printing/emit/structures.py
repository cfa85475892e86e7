"""Structured outputs: put together in ``forward``, taken apart in ``backward``.

The form of an output is a nest of tuples, lists and dicts whose leaves are
placeholders; ``Each`` in it is a list of structures whose length run time knows. In the
IR there is a list for every part of such a structure.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from srcad.compiler.evaluate.calls.tracing import Placeholder
from srcad.compiler.ir.avals import AnyAval, SequenceAval
from srcad.compiler.printing.emit.functions import tuple_of
from srcad.compiler.printing.emit.writer import call, literal, name
from srcad.compiler.reading.outputs import Each


def is_plain(form: Any) -> bool:
    """Whether the output is one array, or one list."""
    return isinstance(form, Placeholder)


def output_expression(
    form: Any,
    parts: list[ast.expr] | Mapping[int, ast.expr],
    rows: Callable[[Each, Any], ast.expr] | None = None,
) -> ast.expr:
    """The output as an expression, from the expressions of its leaves.

    ``rows`` gives that of a list of structures, if it is not put together of lists.
    """
    rows = rows or _rows
    if isinstance(form, Placeholder):
        return parts[form.position]
    if isinstance(form, Each):
        return rows(form, parts)
    if isinstance(form, tuple):
        return tuple_of([output_expression(part, parts, rows) for part in form])
    if isinstance(form, list):
        inner = [output_expression(part, parts, rows) for part in form]
        return ast.List(inner, ast.Load())
    if isinstance(form, dict):
        keys: list[ast.expr | None] = [literal(key) for key in form]
        values = [output_expression(part, parts, rows) for part in form.values()]
        return ast.Dict(keys, values)
    return literal(form)


def _rows(form: Each, parts: Any) -> ast.expr:
    """``list(zip(xs, ys))``, or ``[{"x": x, "y": y} for x, y in zip(xs, ys)]``."""
    leaves = list(_paths(form.item))
    lists = [parts[position] for position, _ in leaves]
    together = call("zip", *lists)
    if isinstance(form.item, tuple) and all(map(is_plain, form.item)):
        return call("list", together)
    words: list[str] = []
    for k, (_, path) in enumerate(leaves):
        word = str(path[-1])
        usable = word.isidentifier() and not keyword.iskeyword(word)
        words.append(word if usable and word not in words else f"item_{k}")
    named = {p: name(word) for (p, _), word in zip(leaves, words, strict=True)}
    item = output_expression(form.item, named)
    if len(words) == 1:
        return _comprehension(item, ast.Name(words[0], ast.Store()), lists[0])
    targets = tuple_of([ast.Name(word, ast.Store()) for word in words], store=True)
    return _comprehension(item, targets, together)


def _comprehension(item: ast.expr, target: ast.expr, source: ast.expr) -> ast.expr:
    return ast.ListComp(item, [ast.comprehension(target, source, [], 0)])


def _paths(
    form: Any, path: tuple[int | str, ...] = ()
) -> Iterator[tuple[int, tuple[int | str, ...]]]:
    """The position of every leaf, and the keys that lead to it."""
    if isinstance(form, Placeholder):
        yield form.position, path
    elif isinstance(form, dict | tuple | list):
        for key, part in form.items() if isinstance(form, dict) else enumerate(form):
            yield from _paths(part, (*path, key))


# -------------------------------------------------------------------------- cotangents


def cotangent_reads(
    form: Any, names: list[str | None], dout: ast.expr
) -> list[ast.stmt]:
    """``dout`` taken apart: a name for each part that is used."""
    if isinstance(form, Each):
        return [
            ast.Assign([ast.Name(word, ast.Store())], _column(path, dout))
            for position, path in _paths(form.item)
            if (word := names[position]) is not None
        ]
    if isinstance(form, dict) or _holds_keys(form):
        parts = form.items() if isinstance(form, dict) else enumerate(form)
        return [
            line
            for key, part in parts
            for line in cotangent_reads(
                part, names, ast.Subscript(dout, literal(key), ast.Load())
            )
        ]
    target = _cotangent_targets(form, names)
    unused = isinstance(target, ast.Name) and target.id == "_"
    return [] if unused else [ast.Assign([target], dout)]


def made_lists(form: Any, names: list[str | None]) -> set[str]:
    """The names of the lists that ``cotangent_reads`` makes."""
    if isinstance(form, Each):
        return {names[position] or "" for position, _ in _paths(form.item)}
    if isinstance(form, dict | tuple | list):
        parts = form.values() if isinstance(form, dict) else form
        return {word for part in parts for word in made_lists(part, names)}
    return set()


def _column(path: tuple[int | str, ...], dout: ast.expr) -> ast.expr:
    """``[part[0] for part in dout]``."""
    part: ast.expr = name("part")
    for key in path:
        part = ast.Subscript(part, literal(key), ast.Load())
    return _comprehension(part, ast.Name("part", ast.Store()), dout)


def _holds_keys(form: Any) -> bool:
    return isinstance(form, tuple | list) and any(
        isinstance(part, dict | Each) or _holds_keys(part) for part in form
    )


def _cotangent_targets(form: Any, names: list[str | None]) -> ast.expr:
    if isinstance(form, Placeholder):
        return ast.Name(names[form.position] or "_", ast.Store())
    if isinstance(form, tuple | list):
        return tuple_of([_cotangent_targets(part, names) for part in form], store=True)
    return ast.Name("_", ast.Store())


# ------------------------------------------------------------------------- what is said


def form_text(form: Any, avals: tuple[AnyAval, ...]) -> str:
    """``(float64[n], list of float64[])``: what the output is, for a reader."""
    if isinstance(form, Placeholder):
        return str(avals[form.position])
    if isinstance(form, Each):
        return f"list of {form_text(form.item, tuple(map(_element, avals)))}"
    if isinstance(form, tuple | list):
        parts = ", ".join(form_text(part, avals) for part in form)
        return f"({parts}{',' if len(form) == 1 else ''})"
    if isinstance(form, dict):
        items = [f"{key}: {form_text(part, avals)}" for key, part in form.items()]
        return "{" + ", ".join(items) + "}"
    return repr(form)


def form_expression(form: Any, avals: tuple[AnyAval, ...]) -> ast.expr:
    """The same as an expression, of strings."""
    parts: list[ast.expr] = [literal(str(aval)) for aval in avals]
    return output_expression(
        form, parts, lambda each, _: literal(form_text(each, avals))
    )


def _element(aval: AnyAval) -> AnyAval:
    return aval.element if isinstance(aval, SequenceAval) else aval
