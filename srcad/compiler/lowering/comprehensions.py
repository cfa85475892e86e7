"""Comprehensions and generator expressions, over what is known at compile time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from srcad.compiler.lowering.expressions import evaluate, made, static, truth
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.objects import Box, Iteration
from srcad.compiler.lowering.statements import assign, sequence_parts


def comprehension(frame: Frame, node: ast.expr) -> Any:
    """A list, set or dict; a generator expression is a list as well."""
    assert isinstance(
        node, ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp
    )
    saved = dict(frame.names)
    try:
        if isinstance(node, ast.DictComp):
            return frame.session.own(
                {
                    static(frame, evaluate(frame, node.key), node.key): evaluate(
                        frame, node.value
                    )
                    for _ in _rounds(frame, node.generators)
                }
            )
        items = [evaluate(frame, node.elt) for _ in _rounds(frame, node.generators)]
    finally:
        targets = {
            part.id
            for generator in node.generators
            for part in ast.walk(generator.target)
            if isinstance(part, ast.Name)
        }
        for name in targets:
            frame.names.pop(name, None)
            if name in saved:
                frame.names[name] = saved[name]
    if isinstance(node, ast.SetComp):
        return {static(frame, item, node.elt) for item in items}
    return made(frame, items)


def _rounds(frame: Frame, generators: list[ast.comprehension]) -> Iterator[None]:
    if not generators:
        yield None
        return
    first, *rest = generators
    for item in _items(frame, evaluate(frame, first.iter), first.iter):
        assign(frame, first.target, item)
        for condition in first.ifs:
            test = evaluate(frame, condition)
            if isinstance(test, Box):
                frame.refuse(
                    "SRC013",
                    "a comprehension's condition must be known at compile time",
                    condition,
                )
            if not truth(frame, test, condition):
                break
        else:
            yield from _rounds(frame, rest)


def _items(frame: Frame, source: Any, node: ast.expr) -> list[Any]:
    if isinstance(source, Iteration):
        if not isinstance(source.length, int):
            frame.refuse(
                "SRC013",
                "a comprehension's length must be known at compile time",
                node,
                help="write into an array in a loop",
            )
        return [source.element(k) for k in range(source.length)]
    return sequence_parts(frame, source, node)
