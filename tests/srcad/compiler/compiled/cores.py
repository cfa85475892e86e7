"""Modules for Numba, run as the plain Python that they are as well."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from codegen.printing import print_module
from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.reading.engines import NUMBA
from srcad.compiler.request import Request
from tests.srcad.compiler.programs.engines import PLAIN, core_space


@dataclass(frozen=True)
class Built:
    """A module with a core, and why it has none."""

    text: str
    names: dict[str, Any]
    not_compiled: str

    def both(self, *arguments: Any, dout: Any = None) -> tuple[Any, Any]:
        """What the core gives, and what the two halves give."""
        given = self.names["compiled"](*arguments, dout=dout)
        out, residuals = self.names["forward"](*arguments)
        if dout is None:
            dout = np.ones_like(out) if np.ndim(out) else 1.0
        return given, (out, self.names["backward"](residuals, dout))


def built(function: Any, numba: Any = PLAIN, **inputs: str) -> Built:
    """The module of a function with these inputs."""
    avals = tuple((name, parse_aval(text)) for name, text in inputs.items())
    request = Request(function, avals, None, "model.py::f", engine=NUMBA)
    compilation = compile_request(request)
    text = print_module(compilation.module)
    why = compilation.manifest["not_compiled"]
    return Built(text, {} if why else core_space(text, numba), why)
