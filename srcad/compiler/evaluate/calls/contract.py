"""What a ``bprop`` owes: a tuple, one cotangent for each input, of its shape and dtype.

Operators of the library keep it; what a user wrote is checked where it is lowered.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span
from srcad.compiler.evaluate.ast_queries import nodes
from srcad.compiler.evaluate.objects import as_tuple
from srcad.compiler.ir.sizes import alternatives
from srcad.compiler.ir.types import Atom, is_none
from srcad.compiler.reading.sizes import Dim
from srcad.compiler.reading.source import function_behind, own_signature, source_of


class BpropTypeError(CompileError, TypeError):
    """A ``bprop`` gives another number of cotangents, no tuple, or another dtype."""


class BpropValueError(CompileError, ValueError):
    """A ``bprop`` gives a cotangent of another shape than its input's."""


@dataclass(frozen=True, slots=True)
class Contract:
    """The ``bprop`` that is checked; ``title`` names it in errors, ``form`` is how it
    is written, ``returned`` the statement that gave what is checked, where known."""

    bprop: Callable[..., Any]
    title: str
    form: str
    returned: ast.AST | None = None

    def refuse(
        self, message: str, help: str, kind: type[CompileError] = BpropTypeError
    ) -> NoReturn:
        """Point at what returned, or at the last ``return`` of the ``bprop``."""
        source = source_of(self.bprop)
        returns = [*nodes(source.node, ast.Return)]
        node = self.returned if self.returned in returns else None
        span: Span = source.span(node or (returns[-1] if returns else source.node))
        raise kind(Diagnostic("SRC018", f"{self.title} {message}", span, help=help))

    def bind(self, given: list[Any]) -> dict[str, Any]:
        """The parameters of the ``bprop``, bound to what it is given."""
        plain = function_behind(self.bprop)
        try:
            bound = own_signature(plain).bind(*given)
        except TypeError:
            names = ", ".join(own_signature(plain).parameters)
            source = source_of(plain)
            span = source.span(source.node)
            message = f"{self.title} takes ({names}), which is not what it is given"
            raise BpropTypeError(
                Diagnostic("SRC018", message, span, help=self.form)
            ) from None
        bound.apply_defaults()
        return dict(bound.arguments)

    def check_parts(self, result: Any, count: int, inputs: str) -> None:
        """``result`` is a tuple with a cotangent for each of ``count`` inputs."""
        if not isinstance(result, tuple):
            self.refuse("does not return a tuple", "write `return (dx,)`")
        if len(result) != count:
            message = f"returns {counted(len(result), 'cotangent')} for " + counted(
                count, "input"
            )
            self.refuse(message, f"return one for each input of {inputs}")

    def parts_of(self, result: Any, count: int, inputs: str) -> Any:
        """The cotangents of ``count`` inputs; that of one needs no tuple, as in
        MindSpore."""
        if count == 1 and result is not None and not isinstance(result, list | dict):
            result = as_tuple(result)
        self.check_parts(result, count, inputs)
        return result

    def check_part(
        self,
        value: Atom,
        part: Atom,
        wide: tuple[tuple[Dim, ...], ...] | None = None,
        always: bool = False,
    ) -> None:
        """``part`` has the dtype and the shape of ``value``, which is floating, or
        ``always``.

        Without ``wide`` the sizes are looked at again at run time, and only those that
        are known to differ are refused here. Where ``value`` was broadcast, ``part``
        may have the shape that came of it, which is one of ``wide``.
        """
        have, want = part.aval, value.aval
        if part.is_literal and not (is_none(part) or have.is_numeric):
            message = f"gives {part.value!r} for `d{value.hint}`, which is no array"
            self.refuse(message, "give each cotangent the shape of its input")
        if not (have.is_numeric and want.is_numeric):
            return
        if not want.is_float and not always:
            return
        hint = value.hint
        if have.dtype != want.dtype and not have.weak:
            message = f"gives `d{hint}` the dtype {have.dtype}, not {want.dtype}"
            self.refuse(message, f"cast it: `.astype({hint}.dtype)`")
        if wide is not None:
            fits = have.shape == want.shape or (
                have.shape in wide and _was_broadcast(want.shape, have.shape)
            )
        else:
            fixed = have.is_fixed and want.is_fixed
            fits = have.shape == want.shape if fixed else have.ndim == want.ndim
        if not fits:
            message = f"gives `d{hint}` as {have}, not {want}"
            help = "give each cotangent the shape of its input"
            self.refuse(message, help, BpropValueError)


def _was_broadcast(narrow: tuple[Dim, ...], wide: tuple[Dim, ...]) -> bool:
    """Whether an array of the shape ``narrow`` may be broadcast to ``wide``."""
    extra = len(wide) - len(narrow)
    return extra >= 0 and all(
        one == other or one == 1 or str(one) in alternatives(other)
        for one, other in zip(narrow, wide[extra:], strict=True)
    )


def counted(number: int, word: str) -> str:
    """``1 input``, ``2 inputs``."""
    return f"{number} {word}{'' if number == 1 else 's'}"
