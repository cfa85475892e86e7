"""What is printed or raised at run time: run-time values in expressions of Python."""

from __future__ import annotations

import ast
import collections
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.objects import RuntimeString, aval_of, is_optional
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import without_none
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.templates import filled
from srcad.compiler.ir.types import Opaque, Value
from srcad.compiler.reading.lookup import class_entry
from srcad.compiler.reading.world import users_function_of

_TENSOR = "from srcad import Tensor"
_PLAIN = (tuple, list, dict)
# What shows an object, and what a ``defaultdict`` that is shown may make.
_SHOWN = ("__repr__", "__str__", "__format__")
_FACTORIES = (None, *_PLAIN, set, int, float, str, bool)


def unseen(*values: Any) -> None:
    """Stands for what is done for its effect, where the IR itself is evaluated."""


def emit_call(
    frame: Frame, path: str, imports: list[str], args: Args, keywords: Keywords
) -> None:
    """A call that is made for its effect: ``path`` is how the module writes what is
    called."""
    template = Template(frame.session, [], imports)
    words = list(map(template.of, args))
    words += [f"{name}={template.of(item)}" for name, item in keywords.items()]
    template.append(f"{path}({', '.join(words)})", function=unseen)


@dataclass(slots=True)
class Template:
    """What run-time values are written into: an expression with ``{k}`` for the atoms,
    which are appended to ``atoms``. With ``plain``, Tensors stay arrays. ``around``
    counts the containers around what is being written."""

    session: Session
    atoms: list[Any]
    imports: list[str]
    plain: bool = False
    around: int = 0

    def append(self, text: str, results: tuple[Value, ...] = (), **said: Any) -> None:
        """Append what is executed as it is written, in program order; what else is
        ``said`` of it, as ``Opaque`` has it."""
        builder, imports = self.session.builder, tuple(dict.fromkeys(self.imports))
        said |= {"origin": builder.origin, "phase": builder.phase}
        builder.ops.append(Opaque(text, tuple(self.atoms), results, imports, **said))

    def of(self, item: Any) -> str:
        """How an object is written."""
        return kind_of(item).written(self, item)

    def part(self, item: Any) -> str:
        """How a part of a container is written."""
        self.around += 1
        text = self.of(item)
        self.around -= 1
        return text

    def place(self, item: Any) -> str:
        """How a number or an array is written that run time knows."""
        place = self.array(item)
        if self.atoms[-1].aval.tensor and not self.plain:
            self.imports.append(_TENSOR)
            return f"Tensor({place})"
        return place

    def array(self, item: Any) -> str:
        """The same, as NumPy has it."""
        session, as_it_is = self.session, self._is_none_too(item)
        self.atoms.append((session.value_or_none if as_it_is else session.atom)(item))
        return "{" + str(len(self.atoms) - 1) + "}"

    def _is_none_too(self, item: Any) -> bool:
        """Whether what is written is None as well, where run time has it so."""
        tensor = without_none(aval_of(item)).tensor
        return is_optional(item) and not self.around and not tensor

    def of_class(self, item: Any, text: str) -> str:
        """``text``, which makes a plain tuple, list or dict, for what Python shows
        otherwise."""
        kind = type(item)
        shown = self._shown(kind)
        if any(shown == self._shown(base) for base in _PLAIN):
            return text
        name, callee = kind.__name__, kind.__name__
        if any(map(users_function_of, shown)):
            self.refuse(item)
        elif "_fields" in vars(kind):
            name, callee = "namedtuple", f"namedtuple({callee!r}, {kind._fields!r})"
            text = f"*{text}"
        elif kind is collections.defaultdict and item.default_factory in _FACTORIES:
            text = f"{getattr(item.default_factory, '__name__', None)}, {text}"
        elif kind not in (collections.OrderedDict, collections.Counter):
            self.refuse(item)
        self.imports.append(f"from collections import {name}")
        return f"{callee}({text})"

    def _shown(self, kind: type) -> list[Any]:
        """How a class shows its objects."""
        return [class_entry(self.session.door, kind, name) for name in _SHOWN]

    def known(self, item: Any) -> str:
        """The text that Python shows of an object, where that is known. In a container
        it would have quotes."""
        users = any(map(users_function_of, self._shown(type(item))))
        if self.around or users or has_box(item) or kind_of(item).stands_in:
            self.refuse(item)
        text = str(item)
        if " at 0x" in text:
            self.refuse(item)
        return escaped(repr(text))

    def refuse(self, item: Any) -> NoReturn:
        what = kind_of(item).described(item)
        raise CompileError(
            Diagnostic(
                "SRC013",
                f"what Python shows of {what} is not known at compile time",
                span_of_origin(self.session.builder.origin),
                help="give its parts: arrays, numbers and texts",
            )
        )

    def text(self, item: RuntimeString) -> str:
        """An expression with run-time values in it."""
        words = map(self.of, item.items)
        marks = [word.format(*self._marks) for word in words]
        parts = [ast.parse(mark, mode="eval").body for mark in marks]
        text = ast.unparse(filled(ast.unparse(item.expression), parts))
        return re.sub(r"__at(\d+)__", r"{\1}", escaped(text))

    @property
    def _marks(self) -> list[str]:
        return [f"__at{k}__" for k in range(len(self.atoms))]


def escaped(text: str) -> str:
    """A text as it stands in a template."""
    return text.replace("{", "{{").replace("}", "}}")
