"""What a module offers: its inputs, its output, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
)
from srcad.compiler.printing.emit.families import Family


@dataclass(frozen=True, slots=True)
class Interface:
    """What the module offers.

    ``inputs`` and ``parameters`` are the names in the order of the primal's
    parameters, and so are those of ``captured`` arrays; ``are_captured`` says which are
    which, in the order of both. ``unused`` are the Cell's other Parameters. ``output``
    is the form of its output, ``wrt`` the inputs and parameters whose cotangents
    ``backward`` gives, ``live`` the objects that it is given (name, class, path in the
    Cell), ``facts`` what it was specialised on.
    ``families`` are the parameters that are lists, by their names.
    ``aliases`` says which outputs share storage as the function itself is written (see
    ``result_aliases``), ``zeros`` which inputs and parameters (``params['w']``) have
    no other gradient, ``predicting`` which layers do not train, ``kept`` how many bytes
    the residuals are, where they are limited, ``numbers`` which outputs may be numbers
    instead of arrays.
    From ``order`` 2 on, the output is what ``backward`` of the order below gives for
    cotangents of ones.
    """

    inputs: tuple[tuple[str, Aval], ...]
    parameters: tuple[tuple[str, Aval], ...]
    captured: tuple[tuple[str, Aval], ...]
    are_captured: tuple[bool, ...]
    output: Any
    outputs: tuple[AnyAval, ...]
    wrt_inputs: tuple[str, ...]
    wrt_parameters: tuple[str, ...]
    updates: tuple[str, ...]
    rng: bool
    live: tuple[tuple[str, str, str | None], ...]
    subject: str
    facts: tuple[tuple[str, Any], ...]
    order: int = 1
    aliases: Mapping[tuple[int, int], bool] = field(default_factory=dict)
    zeros: frozenset[str] = frozenset()
    predicting: tuple[str, ...] = ()
    unused: tuple[tuple[str, Aval], ...] = ()
    families: Mapping[str, Family] = field(default_factory=dict)
    kept: str = ""
    numbers: frozenset[int] = frozenset()
