"""Write the stubs that tell type checkers of functions that are rows of tables.

    python tools/stubs.py

One stands beside each module with such functions: signatures and docstrings, as
``inspect`` gives them. tests/test_stubs.py fails while one is not up to date.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import black

import srcad
from srcad.mint import renamed as of_mint
from srcad.mint.nn import layers as layers_of_mint
from srcad.mint.nn import renamed as of_mint_nn
from srcad.numpy import elementwise as elementwise_of_numpy
from srcad.numpy import operators as operators_of_numpy
from srcad.numpy import renamed as of_numpy
from srcad.ops import renamed as of_ops
from srcad.ops.primitives import rows as classes_of_ops
from srcad.ops.primitives import update_rows as steps_of_optimizers
from srcad.ops.primitives import window_rows as classes_over_windows
from srcad.tensor_methods import TensorMethods, attach

ROOT = Path(srcad.__file__).parent
_HEAD = '"""{docstring}"""\n\n# Written by tools/stubs.py.\n\n{imports}\n'


def stubs() -> dict[Path, str]:
    """Return path to text of all stubs."""
    texts = {
        ROOT / "tensor_methods.pyi": _of_methods(),
        ROOT / "mint" / "renamed.pyi": _of_module(of_mint),
        ROOT / "mint" / "nn" / "renamed.pyi": _of_module(of_mint_nn),
        ROOT / "mint" / "nn" / "layers.pyi": _of_module(layers_of_mint),
        ROOT / "ops" / "renamed.pyi": _of_module(of_ops),
        ROOT / "ops" / "primitives" / "rows.pyi": _of_module(classes_of_ops),
        ROOT / "ops" / "primitives" / "update_rows.pyi": _of_module(
            steps_of_optimizers
        ),
        ROOT / "ops" / "primitives" / "window_rows.pyi": _of_module(
            classes_over_windows
        ),
        ROOT / "numpy" / "elementwise.pyi": _of_module(elementwise_of_numpy),
        ROOT / "numpy" / "renamed.pyi": _of_module(of_numpy),
        ROOT / "numpy" / "operators.pyi": _of_module(operators_of_numpy),
    }
    mode = black.Mode({black.TargetVersion.PY311}, is_pyi=True)
    return {path: black.format_str(text, mode=mode) for path, text in texts.items()}


def _of_module(module: Any) -> str:
    parts = [
        _definition(name, one)
        for name, one in sorted(vars(module).items())
        if getattr(one, "__module__", "") == module.__name__ and name[0] != "_"
    ]
    imports = "from typing import Any"
    if any("(Cell):" in part for part in parts):
        imports += "\n\nfrom srcad.cell import Cell"
    if any("(Primitive):" in part for part in parts):
        imports += "\n\nfrom srcad.ops._primitive import Primitive"
    if hasattr(module, "__all__"):
        imports += f"\n\n__all__ = {sorted(module.__all__, key=_place)}"
    head = _HEAD.format(docstring=module.__doc__, imports=imports)
    return head + "\n".join(parts)


def _place(name: str) -> tuple[bool, bool, str]:
    """What the names in ``__all__`` are sorted by: constants, classes, others."""
    return not name.isupper(), not name[0].isupper(), name


def _of_methods() -> str:
    """The class, in which ``int`` and ``float`` are methods and no types."""
    members: Mapping[str, Any] = vars(TensorMethods)
    own = {name: one for name, one in members.items() if not name.startswith("_")}
    parts = [f'class TensorMethods:\n    """{TensorMethods.__doc__}"""\n']
    for name, one in sorted(own.items()):
        if isinstance(one, property):
            getter = one.fget
            assert getter is not None
            text = "@property\n" + _definition(name, getter, "builtins.")
        else:
            text = _definition(name, one, "builtins.")
        parts.append("\n".join("    " + line for line in text.splitlines()) + "\n")
    imports = (
        "import builtins\nfrom collections.abc import Mapping\nfrom typing import Any"
    )
    module = inspect.getmodule(TensorMethods)
    assert module is not None
    head = _HEAD.format(docstring=module.__doc__, imports=imports)
    return head + "\n".join([*parts, _definition("attach", attach)])


def _definition(name: str, function: Callable[..., Any], builtins: str = "") -> str:
    """The text of a function; ``builtins`` is what stands before Python's types."""
    if isinstance(function, type):
        return _class(name, function)
    head = _head(function, builtins).replace(function.__name__, name, 1)
    return f'{head}\n    """{inspect.getdoc(function)}"""\n'


def _head(function: Callable[..., Any], builtins: str) -> str:
    """The first line of its definition."""
    signature = inspect.signature(function)
    written: list[str] = []
    starred = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not starred:
            written.append("*")
        starred = starred or one.kind in (one.VAR_POSITIONAL, one.KEYWORD_ONLY)
        written.append(_parameter(one, builtins))
    if builtins:
        written[0] = "self"
    returned = signature.return_annotation
    result = "Any" if returned is signature.empty else returned
    return f"def {function.__name__}({', '.join(written)}) -> {result}:"


def _class(name: str, cell: type) -> str:
    """The text of a class of a table: what it is made with and what it is called on."""
    made = _head(cell.__init__, "").replace("-> Any", "-> None")  # type: ignore[misc]
    called = _head(getattr(cell, "construct", cell.__call__), "")
    body = f"    {made} ...\n    {called} ...\n"
    base = cell.__mro__[1].__name__
    return f'class {name}({base}):\n    """{inspect.getdoc(cell)}"""\n{body}'


def _parameter(one: inspect.Parameter, builtins: str) -> str:
    kind = type(one.default)
    word = one.annotation
    if word is one.empty:
        word = kind.__name__ if kind in (bool, int, float, str) else "Any"
    word = "bool" if word == "Flag" else word
    if word.removesuffix(" | None") in ("bool", "int", "float", "str"):
        word = builtins + word
    star = "*" if one.kind is one.VAR_POSITIONAL else ""
    text = f"{star}{one.name}: {word}"
    if one.default is one.empty:
        return text
    plain = one.default is None or kind in (bool, int, float, str)
    return f"{text} = {one.default!r}" if plain else f"{text} = ..."


def main() -> None:
    """Write them all."""
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
