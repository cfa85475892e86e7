"""How functions of SciPy are entered that the generated module calls by their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.compiler.evaluate.numpy.elementwise import called
from srcad.compiler.ir import shapes
from srcad.compiler.ir.primitives import primitive
from srcad.compiler.ir.shapes import Args, Attributes
from srcad.compiler.ir.sizes import Sizes


def elementwise(library: str, function: Any, *partials: str, **more: Any) -> None:
    """Enter a function of a module of SciPy, with its partial derivatives."""
    of_elements(library, function, partials or "none", **more)
    called(function, name_of(library, function))


def name_of(library: str, function: Any) -> str:
    """``special.gamma``: of the primitive, and as it is written."""
    return f"{library.rpartition('.')[2]}.{function.__name__}"


def of_elements(library: str, function: Any, derivative: Any, **more: Any) -> None:
    """Enter the primitive alone, for a definition that calls it by ``emit``."""
    word, name = function.__name__, name_of(library, function)
    primitive(
        name,
        shapes.elementwise(function, f"{library}.{word}"),
        function,
        derivative,
        elementwise=True,
        function=name,
        library=library,
        word=word,
        **more,
    )


def of_several(
    library: str, function: Any, bprop: Callable[..., Any], words: str
) -> None:
    """Enter the primitive of a function with several results for each element, which
    are all of one dtype. ``words`` are what they are called."""
    count, name = len(words.split()), name_of(library, function)
    written = f"{library}.{function.__name__}"
    first = shapes.elementwise(lambda *items: function(*items)[0], written)

    def rule(args: Args, attributes: Attributes, sizes: Sizes) -> Any:
        return (first(args, attributes, sizes),) * count

    primitive(
        name,
        rule,
        function,
        bprop,
        results=count,
        number=True,
        function=name,
        library=library,
        word=words,
    )


def of_matrices(
    function: Any, infer: Any, bprop: Callable[..., Any], **more: Any
) -> None:
    """Enter the primitive that a function of ``scipy.linalg`` is, which may raise;
    ``evaluate`` calls it as the primitive is called, where that is another way."""
    library = "scipy.linalg"
    name = name_of(library, function)
    more = {"function": name, "library": library, "raises": True, **more}
    primitive(name, infer, more.pop("evaluate", function), bprop, **more)
