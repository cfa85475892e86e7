"""The operators of ``srcad.ops``, as ``srcad rules`` tells of them."""

import inspect
from collections.abc import Iterator

from srcad.compiler.differentiate.listing import Rule


def operators() -> list[Rule]:
    """The public functions of ``srcad.ops`` and ``srcad.mint`` that are read from their
    source, by name."""
    return sorted(_found(), key=lambda rule: rule.name)


def operator_named(word: str) -> Rule | None:
    """The operator of this name: ``softmax``, ``ops.softmax``, ``mint.sum``."""
    word = word.removeprefix("srcad.")
    names = (word, f"ops.{word}", f"mint.{word}")
    rules = {rule.name: rule for rule in _found()}
    return next((rules[name] for name in names if name in rules), None)


def _found() -> Iterator[Rule]:
    import srcad.mint
    import srcad.ops

    for module in (srcad.ops, srcad.mint):
        short = module.__name__.removeprefix("srcad.")
        for name in module.__all__:
            operator = getattr(module, name, None)
            if not isinstance(operator, type) and callable(operator):
                operator = inspect.unwrap(operator)
            if inspect.isfunction(operator):
                source = inspect.getsource(operator).rstrip()
                yield Rule(f"{short}.{name}", "definition", (), source)
