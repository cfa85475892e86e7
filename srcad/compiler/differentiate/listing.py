"""The table of rules as a person reads it: each primitive, and what its rule says."""

from __future__ import annotations

import cmath
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

import srcad.compiler.evaluate.entry.evaluator  # noqa: F401  # Its files enter its tables.
from srcad.compiler.differentiate.adjoints import STRUCTURAL_ADJOINTS
from srcad.compiler.evaluate.families import enter_all, public_module
from srcad.compiler.evaluate.library.math_functions import DEFINED
from srcad.compiler.evaluate.library.standard_library import PRIMITIVE_OF
from srcad.compiler.evaluate.numpy.definitions import DEFINITIONS
from srcad.compiler.evaluate.numpy.unknown import name_of
from srcad.compiler.ir.primitives import PRIMITIVES

_PYTHONS = {"math": math, "cmath": cmath}
Kind = Literal["partials", "bprop", "none", "adjoint", "definition", "its own"]


@dataclass(frozen=True, slots=True)
class Rule:
    """How a primitive, or a function of NumPy in terms of them, is differentiated.

    ``partials`` are expressions of the arguments ``x``, ``y`` and the result ``out``,
    one for each argument ("0" where there is none). ``source`` is the text of what is
    a function: the rule, or the definition that is read.
    """

    name: str
    kind: Kind
    partials: tuple[str, ...] = ()
    source: str = ""

    @property
    def summary(self) -> str:
        """The rule in one line."""
        match self.kind:
            case "partials":
                return ", ".join(self.partials)
            case "none":
                return "no derivative, on purpose"
            case "bprop":
                return "a bprop"
            case "adjoint":
                return "an adjoint in reverse mode itself"
            case "definition":
                return "read from its definition"
        return "the bprop that each brings along"


def rules() -> list[Rule]:
    """The rule of every primitive, by name."""
    enter_all()
    return [_of_primitive(name) for name in sorted(PRIMITIVES)]


def definitions() -> list[Rule]:
    """The functions of NumPy, SciPy and Python that are defined in terms of the
    primitives, by name; not those that are one, but for the form of their arguments."""
    enter_all()
    found = {
        name_of(function): _source(definition)
        for function, definition in DEFINITIONS.items()
        if public_module(function)
        or function.__name__ not in PRIMITIVES
        or name_of(function).startswith("np.emath.")
    }
    for function, definition in DEFINED.items():
        found[f"{function.__module__}.{function.__name__}"] = _source(definition)
    return [Rule(name, "definition", (), found[name]) for name in sorted(found)]


def rule_named(word: str) -> Rule | None:
    """The rule of a primitive or function: ``tanh``, ``np.tanh``, ``np.linalg.inv``."""
    enter_all()
    if word.removeprefix("scipy.") in PRIMITIVES:
        return _of_primitive(word.removeprefix("scipy."))
    library, _, rest = word.partition(".")
    if library in _PYTHONS:
        return _of_python(word, getattr(_PYTHONS[library], rest, None))
    short = word.removeprefix("np.").removeprefix("numpy.").removeprefix("scipy.")
    short = short.removeprefix("linalg.")
    # ``np.mod`` is another name of ``np.remainder``.
    primitive = getattr(getattr(np, short, None), "__name__", short)
    if primitive in PRIMITIVES:
        return _of_primitive(primitive)
    for name, row in PRIMITIVES.items():
        if row.function == f"np.linalg.{short}" and row.derivative != "none":
            return _of_primitive(name)
    for rule in definitions():
        names = (word, f"np.{word}", f"np.{short}", f"np.linalg.{short}")
        if rule.name in (*names, f"scipy.{short}"):
            return rule
    return None


def _of_python(word: str, function: Any) -> Rule | None:
    """The rule of a function of ``math`` or ``cmath``."""
    if function in PRIMITIVE_OF:
        return _of_primitive(PRIMITIVE_OF[function])
    return next((rule for rule in definitions() if rule.name == word), None)


def _of_primitive(name: str) -> Rule:
    rule = PRIMITIVES[name].derivative
    if isinstance(rule, tuple):
        return Rule(name, "partials", rule)
    if rule == "none":
        return Rule(name, "none")
    if rule is not None:
        return Rule(name, "bprop", (), _source(rule))
    if name in STRUCTURAL_ADJOINTS:
        return Rule(name, "adjoint", (), _source(STRUCTURAL_ADJOINTS[name]))
    return Rule(name, "its own")


def _source(function: Callable[..., Any]) -> str:
    return inspect.getsource(function).rstrip()
