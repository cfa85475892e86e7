"""One activation of a function: its names, its source, and what may go wrong in it."""

from __future__ import annotations

import ast
import builtins
import inspect
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.fingerprint import fingerprint
from srcad.compiler.ir import Origin
from srcad.compiler.lowering.objects import Box, Poison
from srcad.compiler.lowering.session import NeedsStatic, Session, StaleView
from srcad.compiler.shapes import ShapeError
from srcad.compiler.source import Source, statement_text


@dataclass(slots=True, eq=False)
class Frame:
    """Names and source of one activation. ``parent`` is the enclosing one."""

    session: Session
    source: Source
    names: dict[str, Any]
    globals: dict[str, Any]
    parent: Frame | None = None
    closure: dict[str, Any] = field(default_factory=dict)
    loop: Any = None
    nonlocals: set[str] = field(default_factory=set)

    def lookup(self, node: ast.Name) -> Any:
        item = self.find(node.id)
        if isinstance(item, Poison):
            self.refuse(item.code, item.message, node, help=item.help)
        if isinstance(item, Box) and item.stale:
            self.refuse("SRC015", item.stale, node, help=_STALE_HELP)
        if item is MISSING:
            self.refuse("SRC020", f"the name `{node.id}` is not bound here", node)
        return item

    def find(self, name: str) -> Any:
        frame: Frame | None = self
        while frame is not None:
            if name in frame.names:
                return frame.names[name]
            if name in frame.closure:
                return frame.closure[name]
            frame = frame.parent
        if name in self.globals:
            item = self.globals[name]
            if not self.source.library:
                self.note_global(str(self.globals.get("__name__", "")), name, item)
            return item
        return getattr(builtins, name, MISSING)

    def note_global(self, module: str, name: str, item: Any) -> None:
        """Remember what a module's name stands for, so that a change is noticed.

        Functions and classes are read as source, which is looked at anyway; of a
        Parameter only the value changes, which is an argument.
        """
        if not (
            isinstance(item, types.ModuleType | type | types.BuiltinFunctionType)
            or inspect.isfunction(item)
            or getattr(item, "__srcad_operator__", False) is True
        ):
            self.session.globals_read.add((module, name, fingerprint(item)))

    def assign(self, name: str, item: Any) -> None:
        if name in self.nonlocals:
            owner = self.parent
            while owner is not None and name not in owner.names:
                owner = owner.parent
            if owner is not None:
                owner.names[name] = item
                return
        self.names[name] = item

    def refuse(
        self,
        code: str,
        message: str,
        node: ast.AST,
        label: str = "",
        help: str = "",
        note: str = "",
    ) -> NoReturn:
        span = self.source.span(node)
        raise CompileError(Diagnostic(code, message, span, label, help, note))

    @contextmanager
    def at(self, node: ast.AST) -> Iterator[None]:
        """Turn what goes wrong while ``node`` is evaluated into a diagnostic."""
        try:
            yield
        except ShapeError as error:
            if self.source.library:
                raise
            self.refuse("SRC016", str(error), node)
        except StaleView as error:
            if self.source.library:
                raise
            self.refuse("SRC015", str(error), node, help=_STALE_HELP)
        except NeedsStatic as error:
            if error.span is None and not self.source.library:
                raise NeedsStatic(error.message, self.source.span(node)) from None
            raise

    def enter(self, node: ast.stmt, target: str = "") -> None:
        """From here on, operations come from this statement of the user's."""
        if not self.source.library:
            builder = self.session.builder
            text = statement_text(self.source, node)
            builder.origin = Origin(text, self.source.path, node.lineno, target)


MISSING = object()
_STALE_HELP = "take a copy where the view is made, as in `v = h[1:3].copy()`"
