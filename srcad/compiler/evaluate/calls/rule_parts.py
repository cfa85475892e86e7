"""The cotangents that a ``bprop`` gives, lowered where its primal is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from srcad.compiler.evaluate.calls.contract import Contract
from srcad.compiler.evaluate.calls.functions import activate
from srcad.compiler.evaluate.calls.tracing import position_of
from srcad.compiler.evaluate.kinds import leaves
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.types import Atom
from srcad.compiler.reading.source import function_behind, source_of


def placed_parts(
    session: Session, arguments: tuple[Any, ...], parts: tuple[Any, ...]
) -> Iterator[tuple[int, Atom]]:
    """The cotangents that there are, each with the place of its input."""
    for form, part in zip(arguments, parts, strict=True):
        if part is None:
            continue
        for leaf, item in zip(leaves(form), leaves(part), strict=True):
            place = position_of(leaf)
            if place is not None and item is not None:
                yield place, session.atom(item)


def checked_parts(
    session: Session, contract: Contract, given: list[Any]
) -> tuple[Any, ...]:
    """Lower a user's ``bprop``: a tuple with one cotangent for each input."""
    plain = function_behind(contract.bprop)
    parts = activate(session, plain, source_of(plain), contract.bind(given))
    contract.check_parts(parts, len(given) - 2, "the function")
    checked: tuple[Any, ...] = parts
    return checked


def bprop_parts(
    session: Session,
    bprop: Callable[..., Any],
    args: list[Any],
    keywords: Mapping[str, Any] | None = None,
) -> Any:
    """Lower a ``bprop``: the cotangents that it returns, one for each argument."""
    plain = function_behind(bprop)
    names = plain.__code__.co_varnames[: plain.__code__.co_argcount]
    bound = {**dict(zip(names, args, strict=True)), **(keywords or {})}
    return activate(session, plain, source_of(plain), bound)
