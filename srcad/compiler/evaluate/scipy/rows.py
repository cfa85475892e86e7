"""How functions of SciPy are entered that the generated module calls by their name."""

from __future__ import annotations

from typing import Any

from srcad.compiler.evaluate.numpy.elementwise import called
from srcad.compiler.ir import shapes
from srcad.compiler.ir.primitives import primitive


def elementwise(function: Any, library: str, *partials: str) -> None:
    """Enter a function of a module of SciPy, with its partial derivatives."""
    word, module = function.__name__, library.rpartition(".")[2]
    name = f"{module}.{word}"
    primitive(
        name,
        shapes.elementwise(function, f"{library}.{word}"),
        function,
        partials or "none",
        elementwise=True,
        function=name,
        library=library,
        word=word,
    )
    called(function, name)
