"""What one compilation shares: the builder, the boxes, what was read."""

from __future__ import annotations

import ast
import contextlib
import functools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from codegen.digest import text_digest
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span
from srcad.compiler.evaluate.awaited import NOWHERE, Handlers
from srcad.compiler.evaluate.cell_names import CellNames
from srcad.compiler.evaluate.heap import Heap
from srcad.compiler.evaluate.left import Left
from srcad.compiler.evaluate.objects import (
    Box,
    box_of,
    is_constant_array,
    is_parameter,
)
from srcad.compiler.evaluate.precision import Precision
from srcad.compiler.evaluate.settings import While, setting
from srcad.compiler.evaluate.signals import (
    NeedsContent,
    NeedsStatic,
    NotApart,
    StaleView,
)
from srcad.compiler.ir.avals import AnyAval, Aval, carries_gradient
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.conditions import Conditions, Facts
from srcad.compiler.ir.origins import span_of_origin
from srcad.compiler.ir.shapes import is_tensor
from srcad.compiler.ir.types import Atom, Function, Lit, Operation, Value
from srcad.compiler.reading.captured import Captured, captured_of
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.kinds import array_kind_refused
from srcad.compiler.reading.literals import is_member, literal_text
from srcad.compiler.reading.lookup import number_method
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.sizes import is_known
from srcad.compiler.reading.source import Source, is_jit


@dataclass(frozen=True, slots=True)
class RuntimeLoop:
    """A loop whose body is being evaluated once for all of its iterations.

    ``unrolls`` says that it is written out where a value in it must be known at compile
    time; ``note`` says why not. ``told`` says that it is known, of the iteration at
    hand, that it is done, ``short`` that there are few of them; ``instead`` is where a
    loop stands that is written out as well where it is refused since something has
    several kinds.
    """

    unrolls: bool
    note: str = ""
    short: bool = False
    told: bool = False
    instead: Span | None = None


@dataclass(frozen=True, slots=True)
class Apart:
    """What is evaluated as a function of its own does not see the caller's objects, but
    others of their forms: ``given`` are the lists, dicts and sets among these, by their
    identity. That of a ``cell`` can be evaluated in the caller instead."""

    cell: Any = None
    given: Mapping[int, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Session(Heap):
    """The state of one compilation.

    ``parameters`` are those that the function being lowered has read so far, by the
    parameter's name. ``sources`` is everything that was read, in order. ``loops`` are
    the run-time loops around, ``trials`` those of which an iteration is tried,
    ``errors`` what was refused (see ``recovery``).
    ``contexts`` are the context managers around, ``filtered`` is the depth at which
    there is one that catches warnings. ``handlers``, ``precision`` and
    ``naming`` are what their classes say.
    ``arrays`` says that Tensors are seen as the ndarrays under them: in the body of an
    operator, in NumPy's functions and in rules.
    ``unfinished`` are generators that do something where they are closed; in a run-time
    loop, what is not younger than ``oldest`` is older than it; where what is evaluated
    may be taken back, what is not younger than ``tentative``.
    ``forward_only`` says that a ``bprop`` stands for the derivative of what is lowered.
    ``integers`` says that integers are among what is differentiated by.
    ``live`` says that the module may be given any object of Python, ``derived`` that
    what is lowered is no part of the primal, ``observed`` that it is a hook.
    ``entered`` are the inputs of the
    function that is being lowered, with the hooks registered on them; ``around`` counts
    the run-time loops and branches around it, ``activations`` those that are active.
    ``apart`` is set in a function of its own, ``within`` are the Cells, by their
    identity, that are evaluated in what calls them.
    ``cells`` and ``recursive`` are the functions made of Cells, and of functions that
    call themselves, by what tells them apart: those that are alike are one.
    ``constants`` are the arrays of known numbers, by what stands for them.
    ``options`` are the known objects that run time may choose, by their families.
    ``returned`` is the last ``return`` of the user's that was executed, ``varied`` is
    what a rule that is lowered may be asked for the cotangents of.
    ``written_out`` are loop statements that are no loops of run time.
    ``decided`` are the arrays whose dtype a path decides, ``steady`` what loops carry
    that is taken to be the same in all calls, and whether anything relies on that.
    ``remembered`` is what helpers of the library have given (see ``remembered``).
    ``left`` are numbers that paths and loops leave for arrays.
    ``counted_by_layers`` are Parameters, by their identity, that these update.
    ``conditions`` says what follows from conditions, ``told`` is what holds here.
    ``seeded`` says that the program has given NumPy's own random generator a seed,
    ``resized`` how often a container was made longer or shorter, by its identity.
    """

    handlers: Handlers = field(default_factory=Handlers)
    precision: Precision = field(default_factory=Precision)
    naming: CellNames = field(default_factory=CellNames)
    parameters: dict[str, tuple[Any, Value]] = field(default_factory=dict)
    parameter_boxes: dict[str, Box] = field(default_factory=dict)
    arrays: bool = False
    control: list[Any] = field(default_factory=list)
    cells: dict[Any, Function] = field(default_factory=dict)
    recursive: dict[Any, Function] = field(default_factory=dict)
    returned: ast.Return | None = None
    activations: int = 0
    hooks: bool = True
    contexts: list[str] = field(default_factory=list)
    filtered: int | None = None
    loops: list[RuntimeLoop] = field(default_factory=list)
    trials: list[Any] = field(default_factory=list)
    constants: dict[Atom, np.ndarray] = field(default_factory=dict)
    options: dict[Any, list[Any]] = field(default_factory=dict)
    starts: dict[Value, Atom] = field(default_factory=dict)
    errors: list[CompileError] = field(default_factory=list)
    recovering: bool = False
    forward_only: bool = False
    integers: bool = False
    live: bool = False
    derived: bool = False
    varied: Collection[Value] = ()
    observed: bool = False
    predicting: dict[str, None] = field(default_factory=dict)
    entered: dict[Value, list[Any]] = field(default_factory=dict)
    tracing: int = 0
    apart: Apart | None = None
    within: dict[int, Any] = field(default_factory=dict)
    around: int = 0
    lost: dict[tuple[int, str], CompileError] = field(default_factory=dict)
    examined: dict[ast.AST, list[CompileError]] = field(default_factory=dict)
    written_out: set[ast.AST] = field(default_factory=set)
    unfinished: list[Any] = field(default_factory=list)
    oldest: int = 0
    tentative: int = 0
    remembered: dict[Any, Any] = field(default_factory=dict)
    left: Left = field(default_factory=Left)
    counted_by_layers: set[int] = field(default_factory=set)
    decided: set[Any] = field(default_factory=set)
    steady: dict[Value, bool] = field(default_factory=dict)
    seeded: bool = False
    resized: Counter[int] = field(default_factory=Counter)
    conditions: Conditions = field(default_factory=Conditions)
    told: Facts = frozenset()

    @property
    def sources(self) -> dict[Source, None]:
        return self.builder.sizes.reading.sources

    @property
    def facts(self) -> dict[str, Any]:
        return self.builder.sizes.reading.facts

    @property
    def door(self) -> Door:
        return self.builder.sizes.reading.door

    def carries(self, aval: AnyAval) -> bool:
        """Whether a value of this kind may have a cotangent in the end."""
        if self.integers and aval.is_whole:
            return not aval.weak and aval.size is None
        return carries_gradient(aval)

    def given_up(self) -> list[tuple[Any, bool, CompileError | None]]:
        """The loops on trial, with whether a path of theirs was given up, and why."""
        return [(loop, loop.incomplete, loop.error) for loop in self.trials]

    def give_up(self, paths: list[tuple[Any, bool, CompileError | None]]) -> None:
        """Let be given up what was ``given_up``, and no other path."""
        for loop, incomplete, error in paths:
            loop.incomplete, loop.error = incomplete, error

    def ignore_hooks(self) -> None:
        """Note that hooks are met, in graph mode or under ``jit``, and do not run."""
        self.builder.sizes.reading.ignores_hooks = True

    def wrap(self, atom: Atom) -> Any:
        """What the evaluation works with: a literal is a Python number again."""
        if atom.is_literal:
            return atom.value
        if is_known(atom.aval.size):
            return atom.aval.size
        return self.box(atom)

    @contextlib.contextmanager
    def building(self, builder: Builder) -> Iterator[Builder]:
        """Emit into ``builder`` for a while."""
        outer, self.builder = self.builder, builder
        try:
            yield builder
        finally:
            self.builder = outer

    def extending(self, ops: list[Operation]) -> AbstractContextManager[Builder]:
        """Emit behind some operations of a block that stands in this one."""
        inner = self.builder.inner()
        inner.ops = ops
        return self.building(inner)

    def may_write_out(self, *loops: Span | None) -> None:
        """Note loops that are written out, for what is refused is not refused then."""
        self.builder.sizes.reading.growing.update(filter(None, loops))

    def note_unknown(self, owner: Any) -> bool:
        # A set is known where what is around it is written out.
        known = isinstance(owner, set) and self.writes_out()
        return not known and Heap.note_unknown(self, owner)

    def writes_out(self) -> bool:
        """Whether a loop around is written out where something in it must be known."""
        return any(loop.unrolls for loop in self.loops)

    def inside_loop(self, loop: RuntimeLoop) -> While:
        """Evaluate the body of a run-time loop for a while."""
        return setting(self, loops=[*self.loops, loop])

    def beside_bprop(self, bprop: Any) -> While:
        """Evaluate a ``construct``, of which the ``bprop`` (or None) is the rule."""
        return setting(self, forward_only=self.forward_only or bprop is not None)

    def tentatively(self) -> While:
        """Evaluate something that may be taken back: what is older stays of its kind,
        for what makes it a value of run time would be taken back as well."""
        return setting(self, tentative=self.serial)

    @property
    def nesting(self) -> int:
        """How many run-time loops and branches there are around, in callers as well."""
        return self.around + self.depth

    def is_given(self, container: Any) -> bool:
        """Whether a list or dict stands for one of what calls a function of its own."""
        return self.apart is not None and id(container) in self.apart.given

    def leave_apart(self) -> None:
        """Let what changes an object of the caller be evaluated there, if it can be."""
        if self.apart is not None and self.apart.cell is not None:
            raise NotApart(self.apart.cell)

    def under_condition(self, frame: Any) -> While:
        """Evaluate in a frame what run time decides upon: a branch, or an iteration."""
        control = [*self.control, frame]
        return setting(self, depth=self.depth + 1, control=control)

    @contextlib.contextmanager
    def attempting(self, decides: bool = False) -> Iterator[None]:
        """Evaluate something that has a substitute: its first error ends it.

        What was read by then is forgotten, unless it ``decides`` what follows.
        """
        mark = len(self.builder.sizes.reading.registered)
        before = self.door.state()
        try:
            with setting(self, recovering=False, tentative=self.serial):
                yield
        except BaseException:
            self.builder.sizes.reading.take_back(mark)
            if not decides:
                self.door.restore(before)
                self.remembered.clear()
            raise

    def writing_out(self, loop: ast.AST) -> While:
        """Evaluate a loop statement that is no loop of run time."""
        return setting(self, written_out=self.written_out | {loop})

    def inside_function(self, function: Any) -> While:
        """Evaluate the body of a function: under ``jit`` hooks are ignored."""
        return setting(self, hooks=self.hooks and not is_jit(function))

    def observing(self) -> While:
        """Evaluate a hook: whatever it does besides printing must be seen each time."""
        return setting(self, observed=True)

    def option(self, item: Any) -> Atom:
        """The atom of what a path, an iteration or run time chooses among others: a
        number of NumPy's stays one, which does not give way beside fewer bits."""
        atom = self.atom(item)
        if isinstance(item, np.generic) and atom.aval.weak:
            if not is_tensor((*self.entered,)):
                return self.builder.cast(atom, item.dtype.name)
        return atom

    def atom(self, item: Any) -> Atom:
        """The atom of a number: a box's value, a literal, a constant array."""
        if box_of(item) is item:
            return self._value_of(box_of(item))
        if is_parameter(item):
            return self.parameter(item)
        if is_constant_array(item):
            return self.constant(item)
        if isinstance(item, np.generic):
            number, dtype = Lit(item.item()), item.dtype.name
            if dtype in ("float64", "complex128"):
                # Beside Tensors it counts as one of Python's.
                return number if is_tensor((*self.entered,)) else Lit(item)
            own = dtype == "bool"
            return number if own else self.builder.emit("astype", number, dtype=dtype)
        if literal_text(item) is None:
            kind = type(item).__name__
            raise NeedsStatic(f"a {kind} cannot be a value of run time")
        bases = [base for base in (int, float, complex) if isinstance(item, base)]
        if not is_member(item) or not bases:
            return Lit(item)
        # A member of an IntEnum is a number here, and no member.
        method = number_method(self.door, item)
        if method:
            message = f"{type(item).__name__} says itself what number a member is"
            raise NeedsStatic(message, label=f"has a `{method}`")
        return Lit(bases[0].__pos__(item))

    def value_or_none(self, box: Box) -> Atom:
        """The atom of what may be None as well."""
        if box.stale:
            raise StaleView(box.stale)
        return box.value

    def _value_of(self, box: Box) -> Atom:
        if box.aval.is_optional and not box.stale:
            label = "is None on a path that leads here"
            raise NeedsStatic("this may be None", label=label)
        return self.value_or_none(box)

    def aval(self, item: Any) -> AnyAval:
        """What is known of a number or an array, which may be None."""
        box = box_of(item)
        return box.aval if box is item else self.atom(item).aval

    def literal_box(self, item: Any) -> Box:
        """The box of an array from outside that is a literal; it may not be written."""
        item = self.door.mirror(item)
        if captured_of(item):
            return self.parameter_box(item)
        box = self.box(self.constant(item))
        box.is_input, box.outside = True, self.door.where(item) or "an array"
        return box

    def constant(self, item: Any) -> Value:
        self.door.content(item)
        tensor = mark(item, "__srcad_tensor__") is True
        array = np.asarray(item.asnumpy() if tensor else item)
        if refused := array_kind_refused(item if tensor else array):
            message = f"{refused} stands where an array of real numbers is needed"
            span = span_of_origin(self.builder.origin)
            raise CompileError(Diagnostic("SRC017", message, span))
        if self.precision.dtype and array.dtype.kind == "f":
            array = array.astype(self.precision.dtype)
        made = self.builder.emit("constant", array=ConstantArray(array), tensor=tensor)
        if not tensor:
            self.constants[made] = array
        return made

    def parameter(self, parameter: Any) -> Atom:
        """The value that a Parameter, or a captured array, has by now."""
        return self.parameter_box(parameter).value

    def parameter_box(self, parameter: Any) -> Box:
        """The box of a Parameter, or of a captured array."""
        captured = captured_of(parameter)
        name = self._name_of(parameter, captured)
        if self.derived and name not in self.parameter_boxes:
            # What the primal does not read is no argument of its derivative.
            if captured is None:
                self._refuse_unread(parameter)
            raise NeedsContent((captured.path,))
        box = self.parameter_boxes.get(name)
        if box is None:
            # Older than every box: what is written to it in a loop or a branch lasts.
            box = Box(self._entry_value(name, parameter, captured), 0)
            if captured:
                box.is_input, box.outside = True, captured.key
            self.parameter_boxes[name] = box
        return box

    def _refuse_unread(self, parameter: Any) -> NoReturn:
        message = f"the Parameter `{parameter.name}` is read in a derivative alone"
        help = "read it in `construct` as well"
        raise CompileError(Diagnostic("SRC012", message, help=help))

    def _name_of(self, parameter: Any, captured: Captured | None) -> str:
        """What a Parameter is called in the module: MindSpore's name, where it is in
        the Cell that is compiled; its own, or its path, where it is not."""
        if captured:
            return f"captured {captured.path}"
        known = self.naming.parameters.get(id(parameter))
        if known is None and self.derived:
            self._refuse_unread(parameter)
        if known is None:
            known = self.naming.named(parameter)
        if self.door.parameter(parameter):
            return known
        message = f"the Parameter `{known}` cannot be found again"
        help = "let it be an attribute, an item or a variable of what is differentiated"
        raise CompileError(Diagnostic("SRC012", message, help=help))

    def _entry_value(
        self, name: str, parameter: Any, captured: Captured | None
    ) -> Value:
        """The value of a parameter at the entry of the function being lowered."""
        if name in self.parameters:
            return self.parameters[name][1]
        array = parameter.asnumpy()
        aval = _aval_of_parameter(array.dtype, array.shape)
        if self.precision.dtype and array.dtype.kind == "f":
            aval = aval.but(dtype=self.precision.dtype)
        if captured:
            word = captured.variable(self.naming.key)
            shape = self.builder.sizes.reading.captured_shape(captured)
            aval = aval.but(shape=shape, tensor=captured.is_tensor)
        else:
            word = self.naming.local.get(id(parameter), name)
        # The layers of a SequentialCell are numbers.
        hint = re.sub(r"\W", "_", word)
        hint = hint if hint.isidentifier() else f"layer_{hint}"
        self.parameters[name] = (parameter, Value(aval, hint, named=True))
        return self.parameters[name][1]


@functools.lru_cache(maxsize=1024)
def _aval_of_parameter(dtype: np.dtype[Any], shape: tuple[int, ...]) -> Aval:
    """One for all Parameters of a dtype and a shape: networks have many."""
    return Aval(dtype.name, shape, tensor=True)


@dataclass(frozen=True, slots=True)
class ConstantArray:
    """An array known at compile time; two are equal when their bytes are."""

    array: np.ndarray[Any, Any]

    def _key(self) -> tuple[Any, ...]:
        return self.array.dtype.name, self.array.shape, self.array.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstantArray) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        dtype, shape, data = self._key()
        return f"array({dtype}, {shape}, {text_digest(data.hex())})"


class Snapshot:
    """A point in the evaluation of a frame that can be gone back to."""

    def __init__(self, frame: Any) -> None:
        session: Session = frame.session
        self.frame, self.names = frame, dict(frame.names)
        self.mark, self.count = len(session.journal), len(session.builder.ops)
        self.given_up, self.told = session.given_up(), session.told

    @property
    def added(self) -> list[Operation]:
        """The operations since then."""
        session: Session = self.frame.session
        return session.builder.ops[self.count :]

    def back(self) -> None:
        """Take back what was done since then.

        What was raised since then is no more what a handler around goes on from.
        """
        session: Session = self.frame.session
        session.handlers.raised_at = NOWHERE
        session.undo(self.mark)
        session.give_up(self.given_up)
        session.told = self.told
        self.frame.names = dict(self.names)
        del session.builder.ops[self.count :]
