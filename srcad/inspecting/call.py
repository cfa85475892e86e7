"""A call of a function, with the module of its gradient as text."""

from __future__ import annotations

import copy
import linecache
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from codegen.loading import load
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.reading import protocol
from srcad.compiler.reading.arguments import leaf_names
from srcad.compiler.reading.reachable import reachable_parameters
from srcad.gradient.call import PrimalCall
from srcad.gradient.function import GradientFunction
from srcad.gradient.pullback import arguments_of
from srcad.gradient.sens import like
from srcad.gradient.statements import statements_behind
from srcad.paragraphs.pairing import Pairing
from srcad.paragraphs.sources import Sources
from srcad.random_state import generator


@dataclass(frozen=True, slots=True)
class InspectedCall:
    """A call: the text of its module, what ``forward`` is given, and the source."""

    call: PrimalCall
    text: str
    arguments: tuple[Any, ...]
    sources: Sources
    pairing: Pairing

    def module(self, text: str) -> ModuleType:
        """Return the module of another text, which stands in for that of the call."""
        return load(text, "srcad_inspected")

    def run(self, module: ModuleType) -> None:
        """Run both halves of a module, for a cotangent of ones; arrays are copied."""
        arguments = copy.deepcopy(self.arguments)
        with np.errstate(all="ignore"):
            out, residuals, *_ = module.forward(*arguments)
            module.backward(residuals, like(out, 1))

    def residuals(self) -> Any:
        """Return what ``forward`` keeps."""
        module = self.module(self.text)
        with np.errstate(all="ignore"):
            return module.forward(*copy.deepcopy(self.arguments))[1]

    def line(self, path: str, line: int) -> str:
        """Return a line of the source, as it stands there."""
        lines = self.sources.texts.get(path, "").split("\n")
        return lines[line - 1] if 0 < line <= len(lines) else ""


def inspected(function: Any, args: tuple[Any, ...], keywords: Any) -> InspectedCall:
    """Return the call ``function(*args, **keywords)``, by all that has a gradient.

    ``function`` is what is differentiated, or a gradient function of it. Raises
    CompileError for what cannot be differentiated.
    """
    if isinstance(function, GradientFunction):
        function = function.function
    if not callable(function):
        raise TypeError(f"A function or a Cell is needed, not {function!r:.60}.")
    call = PrimalCall.of(function, args, dict(keywords))
    leaves = [
        leaf
        for name in call.differentiable(True)
        for leaf in leaf_names(call.forms[name])
    ]
    weights = list(reachable_parameters(protocol.innermost(function)))
    try:
        module, handed = call.module(leaves, bool(weights))
    except CompileError as error:
        raise error.with_traceback(None) from None
    arguments = arguments_of(call, module, handed, lambda: copy.deepcopy(generator()))
    text = "".join(linecache.getlines(module.module.__file__))
    sources, pairing = statements_behind(function, text, module.manifest["read"])
    return InspectedCall(call, text, tuple(arguments), sources, pairing)
