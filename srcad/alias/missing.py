"""What stands for a name that srcad lacks: importable, and an error once it is run.

``missing("mindspore.train.Callback")`` is a class: it can be subclassed, stand in an
annotation or a default argument, and be looked into (``ParallelMode.AUTO`` is another
such class). As a decorator, with arguments or without, it gives a class that stands for
what it decorated. A class of operators gives what stands for one of them. Every other
call raises MissingNameError.
"""

from __future__ import annotations

import ast
import inspect
import sys
from abc import ABCMeta
from functools import cache, lru_cache
from types import FrameType
from typing import Any, NoReturn

from srcad.alias.reasons import reason

__all__ = ["Missing", "MissingNameError", "missing"]


class MissingNameError(NotImplementedError):
    """A name of MindSpore that srcad lacks was run; ``name`` is its dotted name."""

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


class Missing(ABCMeta):
    """The class of the classes that stand for missing names.

    Derived from ABCMeta, so that ``class C(Abstract, mindspore.train.Callback)`` works.
    """

    _srcad_name: str
    _srcad_role: str
    _srcad_operator: bool

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        frame = sys._getframe(1)
        decorates = _decorates(frame)
        if decorates is None:  # no source to look at
            decorates = _is_decoration(args, kwargs)
        if not decorates and _is_operator(cls):
            return _made(cls.__name__, cls._srcad_name, "", operator=True)
        if not decorates:
            cls._refuse()
        if not _is_decoration(args, kwargs):
            return cls  # ``@name(option=1)``: what it gives decorates
        role = f", which decorates `{args[0].__name__}`,"
        return _made(args[0].__name__, cls._srcad_name, role)

    def __getattr__(cls, word: str) -> Any:
        if word.startswith(("__", "_srcad_")):
            raise AttributeError(f"{cls.__name__} has no attribute {word!r}")
        return missing(f"{cls._srcad_name}.{word}")

    @property
    def register(cls) -> Any:
        """``@name.register(...)``: not ABCMeta's, a name like any other."""
        return missing(f"{cls._srcad_name}.register")

    def __getitem__(cls, item: Any) -> Any:
        return cls  # ``name[int]`` in an annotation

    def __repr__(cls) -> str:
        return f"<{cls._srcad_name}, which srcad lacks>"

    @property
    def _srcad_message(cls) -> str:
        """What is said where the name is run, by the compiler too."""
        role = cls.__dict__.get("_srcad_role")
        if role is None:
            role = f", a base of `{cls.__name__}`,"
        why = reason(cls._srcad_name)
        said = f"`{cls._srcad_name}`{role} is not in srcad."
        return f"{said} {why}" if why else said

    def _refuse(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise MissingNameError(cls._srcad_message, cls._srcad_name)


# Using a missing constant is running it. (`|` and `==` belong to annotations and
# dicts, and truth to `if` at module level.)
for _word in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"):
    setattr(Missing, f"__{_word}__", Missing._refuse)
    setattr(Missing, f"__r{_word}__", Missing._refuse)
for _word in ("neg", "lt", "le", "gt", "ge", "iter", "enter", "exit", "int", "float"):
    setattr(Missing, f"__{_word}__", Missing._refuse)


@cache
def missing(name: str) -> Missing:
    """Return the class that stands for a dotted name, always the same one."""
    return _made(name.rpartition(".")[2], name, "")


def _made(word: str, name: str, role: str, operator: bool = False) -> Missing:
    space = {
        "_srcad_name": name,
        "_srcad_role": role,
        "_srcad_operator": operator,
        "__module__": name.rpartition(".")[0],
        "__doc__": f"Stands for ``{name}``, which srcad lacks.",
    }
    return Missing(word, (), space)


def _is_operator(cls: Missing) -> bool:
    """Whether this is a class of operators. A Cell that makes one and never calls it
    runs, as networks do that would talk to other processes where there are any."""
    is_class = cls.__dict__.get("_srcad_role") == "" and not cls._srcad_operator
    is_named = cls._srcad_name.startswith("mindspore.ops.")
    return is_class and is_named and cls.__name__[:1].isupper()


def _is_decoration(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether these could be the arguments of a decorator that was applied."""
    if len(args) != 1 or kwargs:
        return False
    return inspect.isroutine(args[0]) or isinstance(args[0], type)


def _decorates(frame: FrameType) -> bool | None:
    """Whether a frame is at a decorator; None where it has no source to tell by."""
    # Late, for a quick start: `srcad --help` does without NumPy.
    from srcad.compiler.reading.imported import lines_around

    position = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    if None in position:
        return None
    lines = lines_around(frame.f_code, frame.f_globals)
    return position in _decorators(lines) if lines else None


@lru_cache(maxsize=16)
def _decorators(lines: tuple[str, ...]) -> frozenset[tuple[int | None, ...]]:
    """The places of all decorators in a file: line, last line, columns."""
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return frozenset()
    return frozenset(
        (item.lineno, item.end_lineno, item.col_offset, item.end_col_offset)
        for node in ast.walk(tree)
        for item in getattr(node, "decorator_list", ())
    )
