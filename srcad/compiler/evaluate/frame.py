"""One activation of a function: its names, its source, and what may go wrong in it."""

from __future__ import annotations

import ast
import builtins
import difflib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import InitVar, dataclass, field, replace
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span, shown_path
from srcad.compiler.evaluate.ast_queries import local_names, name_of, names_read
from srcad.compiler.evaluate.contents import current, each_once
from srcad.compiler.evaluate.iterators import read_once
from srcad.compiler.evaluate.liveness import live_names
from srcad.compiler.evaluate.objects import Conflict, box_of, conflict_of, is_iterator
from srcad.compiler.evaluate.raised import RAISED, RAISED_HELP, RAISES, worded
from srcad.compiler.evaluate.scope import Cell, Scope, cell_of, plain
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsStatic, StaleView, Unreachable
from srcad.compiler.ir.origins import Activation, Origin, Returned
from srcad.compiler.ir.sizes import ShapeError
from srcad.compiler.reading.lookup import built_in
from srcad.compiler.reading.source import Source
from srcad.compiler.reading.statement_text import statement_text
from srcad.compiler.simplify.unbound import read_of


class LibraryError(CompileError):
    """Something was refused inside of srcad's own source: the user's call is shown."""


@dataclass(slots=True, eq=False)
class Frame:
    """Names and source of one activation. ``parent`` is the enclosing one.

    ``caller`` is the one that called it, at the node ``site``; ``failed`` is set where
    a statement was refused on which the result depends.
    ``statement`` is the one that is executed; ``returned`` says where what it returns
    goes, where it stands in the place of its call. ``entry`` is how it began and
    ``recursion`` the function that it is the body of (see ``recursion``).
    ``own`` is set where some names are those of ``parent``: of a comprehension, its own
    are what it runs over; ``captured`` says that a function may read them later.
    ``cells`` are the variables of others that it writes which are such (``nonlocals``).
    ``asked`` are the objects of which parts of tests have asked if they are None.
    ``function`` is the function of Python whose closure and globals it reads, and
    ``activation`` what operations know of this call.
    """

    session: Session
    source: Source
    bound: InitVar[dict[str, Any]]
    globals: dict[str, Any]
    parent: Frame | None = None
    closure: dict[str, Any] = field(default_factory=dict)
    loop: Any = None
    borrowed: dict[str, tuple[Frame, Any, ast.AST]] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    mark: int = field(init=False)
    stream: Any = None
    caller: Frame | None = None
    site: ast.AST | None = None
    failed: CompileError | None = None
    statement: ast.stmt | None = None
    returned: Returned | None = None
    entry: Any = None
    recursion: Any = None
    scope: Scope = field(init=False)
    suffix: str = ""
    own: frozenset[str] | None = None
    activation: Activation | None = None
    captured: bool = False
    consumer: Any = None
    function: Any = None
    asked: dict[int, Any] = field(default_factory=dict)

    def __post_init__(self, bound: dict[str, Any]) -> None:
        self.mark = len(self.session.control)
        self.scope = Scope(bound)

    @property
    def names(self) -> dict[str, Any]:
        """What the names of its scope stand for, by :meth:`key`."""
        return self.scope.names

    @names.setter
    def names(self, names: dict[str, Any]) -> None:
        self.scope.names = names

    def key(self, name: str) -> str:
        """What a name of this frame is called in its scope."""
        if self.own is None or name in self.own:
            return name + self.suffix
        assert self.parent is not None
        same = self.parent.scope is self.scope
        return self.parent.key(name) if same else name + "@"

    def is_local(self, name: str) -> bool:
        """Whether a name is one of this function, or of one around it."""
        return any(one.binds(name) or name in one.closure for one in self.around)

    @property
    def around(self) -> Iterator[Frame]:
        """This frame, and those that it is defined in."""
        frame: Frame | None = self
        while frame is not None:
            yield frame
            frame = frame.parent

    def binder(self, name: str) -> Frame | None:
        """The one of these that binds a name, if one does."""
        return next((one for one in self.around if one.binds(name)), None)

    def binds(self, name: str) -> bool:
        """Whether a name of this frame is bound."""
        return self.key(name) in self.scope.names

    def reads(self, definition: ast.AST) -> list[Any]:
        """What the names stand for that a definition in this frame reads."""
        found: list[Any] = []
        for name in names_read(definition):
            frame = self.binder(name)
            if frame is not None:
                item = frame.scope.names[frame.key(name)]
                cell = cell_of(item)
                found.append(item if cell is None else cell.contents)
        return found

    def inside(self, own: frozenset[str]) -> Frame:
        """A frame in which the names ``own`` are others: that of a comprehension."""
        inner = Frame(self.session, self.source, {}, self.globals, self)
        inner.own, inner.caller, inner.statement = own, self, self.statement
        inner.activation = self.activation
        return inner

    def share(self, other: Frame) -> None:
        """Join the scope of ``other``, which takes turns with this frame."""
        own = self.scope.names
        self.scope = other.scope
        self.suffix = self.scope.enter()
        for name, item in own.items():
            self.scope.names[name + self.suffix] = item

    @property
    def is_expression(self) -> bool:
        """Whether it is that of a generator expression."""
        return getattr(self.source.node, "name", "") == GENERATOR_EXPRESSION

    @contextmanager
    def keeping(self, item: Any) -> Iterator[None]:
        """Let an object that is being made be found, as if it had a name."""
        key = f".{len(self.names)}made{self.suffix}"
        self.names[key] = item
        try:
            yield
        finally:
            self.names.pop(key, None)

    def capture(self) -> None:
        """Note that a function is defined here, which may read the names later."""
        for frame in self.around:
            frame.captured = True

    def part(self) -> dict[str, Any]:
        """Leave the scope that was joined, unless names are still read in it; gives
        what they are."""
        self.scope.guests.remove(self.suffix)
        return self.own_names if self.captured else self.taken_away()

    def taken_away(self) -> dict[str, Any]:
        """Take the names of this frame out of its scope; gives what they are."""
        names = self.own_names
        for name in names:
            del self.scope.names[name + self.suffix]
        return names

    @property
    def own_names(self) -> dict[str, Any]:
        """What stands for the names of this frame, and of no other in its scope."""
        keys = [key for key in self.names if plain(key) + self.suffix == key]
        return {plain(key): self.names[key] for key in keys}

    def lookup(self, node: ast.Name) -> Any:
        item = self.agreed(self.find(node.id), node)
        if box_of(item).stale:
            self.refuse("SRC015", item.stale, node, help=STALE_HELP)
        if box_of(item).unsure and not item.value.is_literal:
            builder = self.session.builder
            builder.ops.append(read_of(item.value, builder.origin, builder.phase))
        if item is MISSING:
            self._refuse_unbound(node.id, node)
        if is_iterator(item) and not self.source.library:
            if not read_once(self.source.node, node.id):
                self.session.note_unknown(item)
                self.refuse_iterator(node)
        return item

    def _refuse_unbound(self, name: str, node: ast.AST) -> NoReturn:
        """Refuse a name that is not bound; one of no function never is, which a handler
        of NameError itself waits for."""
        self._blame_earlier(name)
        inside = any(name in local_names(one.source.node) for one in self.around)
        if not inside and NameError in self.session.handlers.awaited:
            with self.raises(node, NameError):
                raise NameError(f"name '{name}' is not defined", name=name)
        names = [word for word in self._visible_names() if word != name]
        near = difflib.get_close_matches(name, names, n=1)
        help = f"did you mean `{near[0]}`?" if near else ""
        self.refuse("SRC020", f"the name `{name}` is not bound here", node, help=help)

    def refuse_iterator(self, node: ast.AST) -> NoReturn:
        """Refuse to go through an iterator that another pass may leave empty."""
        self.refuse(
            "SRC013",
            f"`{ast.unparse(node)}` is an iterator that may be gone through twice",
            node,
            label="has nothing left the second time",
            help="make a list of it: `list(...)`",
        )

    def active(self) -> list[Frame]:
        """This frame, those it is defined in, and those that called it."""

        def others(one: Frame) -> Iterable[Frame]:
            return filter(None, (one.parent, one.caller))

        return list(each_once([self], others))

    def living(self) -> Iterator[Any]:
        """What the names of its scope stand for, but for those that are bound anew
        before they are read."""
        owner = next(f for f in self.around if f.own is None)
        live = None
        if owner.scope is self.scope and not owner.suffix and owner.stream is None:
            live = live_names(owner.source.node, owner.statement, owner.globals)
        for key, item in self.names.items():
            if live is None or key in live or not key.isidentifier():
                yield item if cell_of(item) is None else item.contents

    def _blame_earlier(self, name: str) -> None:
        """What was refused before may have bound a name of the function."""
        errors = self.session.errors
        owner = next(f for f in self.around if f.own is None or name in f.own)
        if errors and name in local_names(owner.source.node):
            raise errors[-1].with_traceback(None)

    def find(self, name: str) -> Any:
        for frame in self.around:
            names, key = frame.scope.names, frame.key(name)
            if key in names:
                cell = cell_of(names[key])
                return current(names[key] if cell is None else cell.item)
            if frame.own is None and name in local_names(frame.source.node):
                return MISSING  # It is bound later, or on another path.
            if name in frame.closure:
                held = frame.closure[name]
                if self.source.library:
                    return held
                return self.session.door.closure(frame.function, name, held)
        return self.find_global(name)

    def find_global(self, name: str) -> Any:
        """What a name stands for in the function's module, or is built in."""
        door, there = self.session.door, name in self.globals
        if not self.source.library:
            owner = self.owner()
            if there:
                return door.global_name(self.globals, owner, name)
            door.global_lacks(self.globals, owner, name)
            return built_in(door, name, MISSING)
        return self.globals[name] if there else getattr(builtins, name, MISSING)

    def owner(self) -> Any:
        """The function of Python that the code stands in."""
        functions = (one.function for one in self.around)
        return next((one for one in functions if one is not None), None)

    def _visible_names(self) -> list[str]:
        names: dict[str, None] = {}
        for frame in self.around:
            names.update(dict.fromkeys([*map(plain, frame.names), *frame.closure]))
        return [*names, *self.globals, *vars(builtins)]

    def cell(self, name: str) -> Cell | None:
        """The cell that a name stands for which is written here, if it is in one."""
        owner = next(f for f in self.around if f.own is None or name in f.own)
        return owner.cells.get(name) or cell_of(owner.names.get(owner.key(name)))

    def assign(self, name: str, item: Any) -> None:
        if cell := self.cell(name):
            self.session.write_item(cell.contents, name, item)
            return
        parent = self.parent
        if self.own is None or name in self.own or parent is None:
            self.scope.names[name + self.suffix] = item
            return
        around = self.session.control[parent.mark :]
        if any(frame.scope is not parent.scope for frame in around):
            message = f"a generator binds `{name}` where it is consumed"
            raise NeedsStatic(message, label="is bound outside of the generator")
        parent.assign(name, item)

    def refuse(
        self,
        code: str,
        message: str,
        node: ast.AST,
        label: str = "",
        help: str = "",
    ) -> NoReturn:
        span = self.source.span(node)
        if code == "SRC021":
            self.session.handlers.raised_at = self.session.nesting
            label = label or RAISES
        # What a handler waits for is no reason to write a loop out.
        awaited = code == "SRC021" and self.session.handlers.awaited
        if code in _OF_SEVERAL_KINDS and not awaited:
            self.session.may_write_out(*(one.instead for one in self.session.loops))
        kind = LibraryError if self.source.library else CompileError
        text, note = worded(message), self._calls()
        raise kind(Diagnostic(code, text, span, worded(label), help, note))

    @contextmanager
    def raises(
        self, node: ast.AST, *kinds: type[Exception], help: str = ""
    ) -> Iterator[None]:
        """What Python raises here of these classes is what the program raises."""
        try:
            yield
        except kinds as one:
            try:
                self.refuse("SRC021", f"{type(one).__name__}: {one}", node, "", help)
            except CompileError as refused:
                # Its context is another one where it is raised again.
                raise refused from one

    @contextmanager
    def at_first(self, *items: Any) -> Iterator[None]:
        """Where one of some objects is None, an earlier iteration of a loop on trial
        may have bound it to another: what is refused for it here is not reached, and
        reported if none does."""
        try:
            yield
        except CompileError as error:
            loops = [loop for loop in self.session.trials if not loop.complete]
            if not loops or all(item is not None for item in items):
                raise
            for loop in loops:
                loop.incomplete, loop.error = True, error
            raise Unreachable(error) from None

    def agreed(self, item: Any, node: ast.AST) -> Any:
        """An object; refused where paths disagree on it."""
        if conflict := conflict_of(item):
            self.refuse_conflict(conflict, node)
        return item

    def refuse_conflict(self, item: Conflict, node: ast.AST) -> NoReturn:
        """Refuse the use of what paths disagree on, or of what was refused before."""
        if item.error is not None:
            raise item.error.with_traceback(None)
        try:
            if name := name_of(node):
                self._blame_earlier(name)
            self.session.may_write_out(item.after)
            if item.unrolled:
                self.needs_static(item.message, node, item.help)
            self.refuse(item.code, item.message, node, help=item.help)
        except CompileError as error:
            if item.loop is None:
                raise
            item.loop.incomplete, item.loop.error = True, error
            raise Unreachable(error) from None

    def needs_static(self, message: str, node: ast.AST, label: str = "") -> NoReturn:
        """A run-time value stands where one known at compile time is needed."""
        span = None if self.source.library else self.source.span(node)
        raise NeedsStatic(message, span, label)

    def _calls(self) -> str:
        """The user's calls that led here, the innermost first."""
        # A recursion says each of its places once.
        calls: dict[tuple[str, Span], None] = {}
        frame: Frame | None = self
        while frame is not None and frame.caller is not None:
            caller, site = frame.caller, frame.site
            if site is not None and not caller.source.library:
                name = getattr(frame.source.node, "name", "")
                name = f"`{name}`" if name else "the lambda"
                if not frame.source.library:
                    calls[name, caller.source.span(site)] = None
            frame = caller
        return "\n".join(
            f"in {name}, called at {shown_path(span.path)}:{span.line}:{span.column}"
            for name, span in calls
        )

    def at(self, node: ast.AST) -> AbstractContextManager[None]:
        """Turn what goes wrong while ``node`` is evaluated into a diagnostic; in a
        library's source that is said of the call of it."""
        return _UNSAID if self.source.library else self._saying(node)

    @contextmanager
    def _saying(self, node: ast.AST) -> Iterator[None]:
        try:
            yield
        except ShapeError as error:
            self.refuse(error.code, str(error), node)
        except StaleView as error:
            self.refuse("SRC015", str(error), node, help=STALE_HELP)
        except LibraryError as error:
            # What it says besides its message is of the library's own names, but for
            # forms of a call that are not supported.
            span, note = self.source.span(node), self._calls()
            raise CompileError(
                replace(
                    item,
                    span=span,
                    label=RAISES if item.code == "SRC021" else "",
                    help=item.help if item.code == "SRC012" else "",
                    note=note,
                )
                for item in error.diagnostics
            ) from None
        except CompileError:
            raise
        except NeedsStatic as error:
            self._refuse_run_time(error, node)
        except RAISED as error:
            self._refuse_raised(error, node)

    def _refuse_raised(self, error: Exception, node: ast.AST) -> NoReturn:
        """What evaluating a node raises, where Python would most likely raise too."""
        self.session.handlers.raised_at = self.session.nesting
        text = worded(f"{type(error).__name__}: {error}".removesuffix(": "))
        span, note = self.source.span(node), self._calls()
        raise CompileError(
            Diagnostic("SRC021", text, span, RAISES, RAISED_HELP, note)
        ) from error

    def _refuse_run_time(self, error: NeedsStatic, node: ast.AST) -> NoReturn:
        """Leave it to a loop around that can be written out, or refuse it."""
        placed, loops = error.at(self.source.span(node)), self.session.loops
        if any(loop.unrolls for loop in loops):
            raise placed from None
        note = loops[-1].note if loops else self._calls()
        raise CompileError(placed.diagnostic(_STATIC_HELP, note)) from None

    def enter(self, node: ast.stmt, target: str = "") -> None:
        """From here on, operations come from this statement of the user's."""
        self.statement = node
        if self.source.library or self.is_expression:
            return
        text = statement_text(self.source, node)
        contexts = tuple(self.session.contexts)
        path, line = self.source.path, node.lineno
        executes = self.activation
        origin = Origin(text, path, line, target, "", contexts, executes)
        if isinstance(node, ast.Return) and self.returned is not None:
            told = self.returned.origin_of(origin)
            origin = replace(told, activation=executes, inside=origin)
        self.session.builder.origin = origin

    def returned_by(self, call: ast.AST | None) -> Returned | None:
        """Where what ``call``, a part of the statement, returns goes."""
        caller = self.session.builder.origin
        if caller is None:
            return None
        match self.statement:
            case ast.Assign(targets=[ast.Name(word)], value=value) if value is call:
                return Returned(caller, word)
            case ast.Return(value) if value is call:
                return self.returned or Returned(caller, "return")
        return Returned(caller)

    def assigned(self, call: ast.AST | None) -> tuple[str, ...]:
        """The names that are bound to the parts of what ``call`` gives."""
        match self.statement:
            case ast.Assign(targets=[target], value=value) if value is call:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                named = tuple(map(name_of, parts))
                return named if all(named) else ()
        return ()


MISSING = object()
# What Python calls the function that a generator expression is.
GENERATOR_EXPRESSION = "<genexpr>"


_STATIC_HELP = (
    "choose with `if`, with `np.where` or by an index into an array: these may depend "
    "on run-time values"
)
STALE_HELP = "take a copy where the view is made, as in `v = h[1:3].copy()`"
_UNSAID = nullcontext()
# What may be refused since a loop has no one kind, or no one name, for what it carries.
_OF_SEVERAL_KINDS = ("SRC013", "SRC015", "SRC016", "SRC017", "SRC019", "SRC021")
