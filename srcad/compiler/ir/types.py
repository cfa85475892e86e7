"""The core IR: a small structured SSA.

A :class:`Block` is a list of operations, each giving new :class:`Value`\\ s. ``If``
and ``Loop`` hold blocks, which may use any value bound above them. Everything is
immutable; a pass is a function from block to block. ``ir_printer`` shows a block and
``verifier`` says whether it is well formed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

import numpy as np

from srcad.compiler.ir.avals import AnyAval, Aval, scalar_aval
from srcad.compiler.ir.catches import Catch
from srcad.compiler.ir.origins import Origin
from srcad.compiler.ir.roles import DerivativeRule, GradientHooks, SplicedMethod


@dataclass(slots=True, eq=False)
class Value:
    """A run-time value, bound once; two values are the same when they are one object.

    ``hint`` is the user's name for it, if ``named``, or a proposal. ``primal`` is the
    value that this one is a cotangent of, ``source`` the one that it is read back from
    (as an element of a list of residuals). Names mean nothing to the passes: they alone
    may be set after the value was made.
    """

    aval: AnyAval
    hint: str = ""
    named: bool = False
    primal: Value | None = None
    source: Value | None = None

    is_literal: ClassVar[Literal[False]] = False

    def call(self, hint: str, named: bool) -> None:
        """Give it a name of the user's, or propose one."""
        self.hint, self.named = hint, named

    def refine(self, aval: AnyAval) -> None:
        """Say more of it than what was known where it was made."""
        self.aval = aval


@dataclass(frozen=True, slots=True)
class Lit:
    """A number, string, dtype or None that is known at compile time."""

    value: Any

    is_literal: ClassVar[Literal[True]] = True

    def call(self, hint: str, named: bool) -> None:
        """It is written as it is, and has no name."""

    def refine(self, aval: AnyAval) -> None:
        """All is known of it."""

    @property
    def aval(self) -> AnyAval:
        return scalar_aval(self.value)

    hint, named = "", False

    def __eq__(self, other: object) -> bool:
        # repr tells 1 from 1.0 and True, and 0.0 from -0.0.
        return (
            isinstance(other, Lit)
            and type(self.value) is type(other.value)
            and repr(self.value) == repr(other.value)
        )

    def __hash__(self) -> int:
        return hash(repr(self.value))


NONE = Lit(None)
Atom: TypeAlias = Value | Lit


def is_numpys(atom: Atom) -> bool:
    """Whether an atom is a number of NumPy's that is known."""
    return isinstance(atom, Lit) and isinstance(atom.value, np.generic)


def as_python(atom: Atom) -> Atom:
    """Such a number as one of Python's."""
    if isinstance(atom, Lit) and isinstance(atom.value, np.generic):
        return Lit(atom.value.item())
    return atom


Flags: TypeAlias = tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """A primitive applied to atoms, with compile-time attributes.

    Most have one ``result``; ``eigh`` gives eigenvalues and eigenvectors. Of one that
    changes its first argument the last of the results is what that has become:
    ``list_pop`` gives an element and the list. An operator ``of_python`` may be applied
    to numbers of Python, whatever is known of its operands, and raises what these do.
    One that is ``sure`` raises nothing: what it finds in a list was put there.
    """

    primitive: str
    args: tuple[Atom, ...]
    attributes: tuple[tuple[str, Any], ...]
    results: tuple[Value, ...]
    origin: Origin | None = None
    phase: int = 0
    of_python: bool = False
    sure: bool = False

    @property
    def result(self) -> Value:
        """The result of an operation that has just one."""
        (result,) = self.results
        return result

    def attribute(self, name: str) -> Any:
        return dict(self.attributes)[name]


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """Two blocks without parameters, of which ``condition`` selects one.

    With ``catches`` it is an attempt: ``orelse`` is executed, and where that raises
    what is caught, the results are what ``then`` yields. The ``condition`` is one of
    the results, the flag that says so. What a handler does is a branch on that, behind
    it, and ``then`` has no operations: so nothing is assigned in the attempt that is
    read in a handler.
    """

    condition: Atom
    then: Block
    orelse: Block
    results: tuple[Value, ...]
    origin: Origin | None = None
    phase: int = 0
    catches: tuple[Catch, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """A loop in the manner of a scan.

    The parameters of ``body`` are the index (where ``bounds`` is given), then the
    carried values, then one element of each consumed sequence; its results are the
    next carried values, then one element of each produced sequence. ``bounds`` is
    ``(start, stop, step)`` of a range; ``reverse`` says that it is run backwards.
    A sequence is consumed with a flag that says whether from its end. Without bounds
    and sequences only an :class:`Exit` ends the loop. ``stop`` is a value of the body
    that, where true, ends the loop *after* the iteration. The results are the last
    carried values, then the produced lists.
    """

    bounds: tuple[Atom, Atom, Atom] | None
    reverse: bool
    starts: tuple[Atom, ...]
    sequences: tuple[tuple[Atom, bool], ...]
    body: Block
    results: tuple[Value, ...]
    stop: Atom | None = None
    origin: Origin | None = None
    phase: int = 0

    @property
    def carries(self) -> int:
        return len(self.starts)

    @property
    def has_exit(self) -> bool:
        """Whether a condition of its own may end it within an iteration."""
        return any(isinstance(op, Exit) for op in self.body.ops)

    @property
    def index(self) -> Value | None:
        return self.body.params[0] if self.bounds else None

    @property
    def carry_params(self) -> tuple[Value, ...]:
        first = 1 if self.bounds else 0
        return self.body.params[first : first + len(self.starts)]

    @property
    def element_params(self) -> tuple[Value, ...]:
        return self.body.params[(1 if self.bounds else 0) + len(self.starts) :]


@dataclass(frozen=True, slots=True, eq=False)
class Exit:
    """In a loop's body: leave, if true, with this iteration's starting carries."""

    condition: Atom
    origin: Origin | None = None
    phase: int = 0

    @property
    def results(self) -> tuple[Value, ...]:
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """Another function of the IR, applied.

    ``label`` is what the source calls the function, ``fc1`` in ``self.fc1(x)``.
    """

    function: Function
    args: tuple[Atom, ...]
    results: tuple[Value, ...]
    origin: Origin | None = None
    phase: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """A Python callable that the compiler must not look into, in program order.

    ``template`` is an expression of Python in which ``{0}`` stands for the first
    argument; ``imports`` are the lines that it needs. With ``many`` it gives a tuple of
    the results. ``refusal`` says why the results cannot be differentiated, ``constant``
    that they are constants of the derivative. What it calls are ``functions``,
    ``{called[0]}`` and so on in the template. A statement that ``raises`` has the class
    of what it raises.
    """

    template: str
    args: tuple[Atom, ...]
    results: tuple[Value, ...]
    imports: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    many: bool = False
    refusal: Exception | None = None
    constant: bool = False
    function: Callable[..., Any] | None = None
    functions: tuple[Function, ...] = ()
    raises: type[BaseException] | None = None
    origin: Origin | None = None
    phase: int = 0


Operation: TypeAlias = Op | If | Loop | Exit | Call | Opaque


def applications(ops: Iterable[Operation]) -> Iterator[Op]:
    """Those of some operations that apply a primitive."""
    return (op for op in ops if isinstance(op, Op))


K = TypeVar("K", bound=Operation)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Parameters, operations in order, and the atoms that it yields."""

    params: tuple[Value, ...]
    ops: tuple[Operation, ...]
    results: tuple[Atom, ...]
    # Asked for again by every pass, of every block around: found once.
    _free: tuple[Value, ...] | None = field(default=None, init=False, repr=False)


@dataclass(slots=True, eq=False)
class RecursiveReference:
    """What a recursive function has in common with its calls of itself.

    ``effects`` says whether a call has to stay though nothing reads its results. While
    the halves are made, ``varied`` are the results that depend on what is
    differentiated, and ``making`` is what stands for the halves.
    """

    effects: bool = True
    varied: Flags = ()
    making: HalvesInMaking | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """A function in two: ``y, *kept = forward(x)`` and ``dx = backward(*kept, dy)``.

    The latter gives the cotangents of the parameters at the places ``targets``, and
    gets those of the results that ``outputs`` marks. ``integers`` are parameters
    without a cotangent for which a user's ``bprop`` gives one.
    """

    forward: Function
    backward: Function
    targets: tuple[int, ...]
    outputs: Flags
    integers: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class HalvesInMaking:
    """What the calls that a recursive function makes of itself are to the halves of it.

    ``asked`` are the outputs of which such a call has a cotangent.
    """

    primal: Function
    halves: Halves
    asked: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Derived:
    """What the stages have found out about a function, each once.

    ``varied``: the results that vary where these parameters do. ``halves``: by the
    parameters that vary and the outputs that have cotangents; ``ruled``: those that a
    user's ``bprop`` makes. ``passed_on``: which results may hold the storage of which
    parameters; ``shared``: or that of values from outside; ``together``: which of them
    may hold the storage of each other.
    """

    varied: dict[Flags, Flags] = field(default_factory=dict)
    halves: dict[tuple[Flags, Flags], Halves] = field(default_factory=dict)
    ruled: Halves | None = None
    passed_on: frozenset[tuple[int, int]] | None = None
    shared: tuple[tuple[int, int | Value], ...] | None = None
    together: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A block with a name.

    ``outputs`` is how many of the results are outputs; residuals follow them. A
    function with a ``rule`` is differentiated by calling that, not through its body;
    ``inline`` says that it is put in the place of its calls afterwards. ``label`` is
    what its docstring says it is. ``splice`` is the back end's description of a
    user's method that is printed verbatim in the place of the body. The last
    ``updates`` of the outputs are new values of Parameters; ``hooks`` are run round the
    function's adjoint. A function that calls itself has a ``recursion``; in its body,
    ``itself`` marks what stands for it: a body without operations of the same form.
    A backward half has the ``forward`` one, whose residuals are its first parameters.
    One that is ``quiet`` is left out where nobody reads its results, though it might
    have raised.
    """

    name: str
    body: Block
    outputs: int
    rule: DerivativeRule | None = None
    inline: bool = False
    label: str = ""
    splice: SplicedMethod | None = None
    role: str = ""
    updates: int = 0
    hooks: GradientHooks | None = None
    recursion: RecursiveReference | None = None
    itself: bool = False
    quiet: bool = False
    forward: Function | None = field(default=None, repr=False)
    # Of this very body: a function with another one begins anew.
    derived: Derived = field(default_factory=Derived, init=False, repr=False)

    @property
    def is_plain(self) -> bool:
        """Whether it is its body, and nothing besides."""
        besides = (self.rule, self.splice, self.hooks, self.recursion)
        return not self.inline and all(one is None for one in besides)


def contexts_of(op: Operation) -> tuple[str, ...]:
    """The context managers that an operation is executed in."""
    return op.origin.contexts if op.origin is not None else ()


def blocks_of(op: Operation) -> tuple[Block, ...]:
    """The blocks that an operation holds."""
    match op:
        case Op():
            return ()
        case If():
            return (op.then, op.orelse)
        case Loop():
            return (op.body,)
    return ()


def direct_args(op: Operation) -> tuple[Atom, ...]:
    """The atoms that an operation uses itself, outside of the blocks it holds."""
    match op:
        case Op():
            return op.args
        case If() if op.catches:
            return ()
        case If() | Exit():
            return (op.condition,)
        case Loop():
            bounds = op.bounds or ()
            return (*bounds, *op.starts, *(atom for atom, _ in op.sequences))
        case _:
            return op.args


def used_values(op: Operation) -> dict[Value, None]:
    """Every value from outside that an operation uses, in order of first use."""
    used = {atom: None for atom in direct_args(op) if isinstance(atom, Value)}
    if isinstance(op, Op):
        return used
    for block in blocks_of(op):
        used.update(free_values(block))
    if isinstance(op, Loop) and isinstance(op.stop, Value):
        bound = bound_values(op.body)
        if op.stop not in bound:
            used[op.stop] = None
    return used


def bound_values(block: Block) -> dict[Value, None]:
    """The values that a block binds itself (not those of the blocks inside)."""
    bound = dict.fromkeys(block.params)
    for op in block.ops:
        for result in op.results:
            bound[result] = None
    return bound


def free_values(block: Block) -> dict[Value, None]:
    """Every value from outside that a block uses, in order of first use."""
    if block._free is None:
        bound = bound_values(block)
        used: dict[Value, None] = {}
        for op in block.ops:
            used.update(used_values(op))
        used.update({atom: None for atom in block.results if isinstance(atom, Value)})
        found = tuple(value for value in used if value not in bound)
        object.__setattr__(block, "_free", found)
    return dict.fromkeys(block._free or ())


def walk(block: Block) -> Iterator[Operation]:
    """Every operation in a block and in the blocks inside, in program order."""
    for op in block.ops:
        yield op
        for inner in blocks_of(op):
            yield from walk(inner)


def operations(block: Block, kind: type[K]) -> Iterator[K]:
    """Those of one kind."""
    return (op for op in walk(block) if isinstance(op, kind))


def has_effect(ops: Iterable[Operation]) -> bool:
    """Whether one of some operations, or what is in it, does something besides."""
    return any(operations(Block((), tuple(ops), ()), Opaque))


def definitions(ops: Iterable[Operation]) -> dict[Value, Op]:
    """The primitive operation that gives each value, where one does."""
    made = (op for op in ops if isinstance(op, Op))
    return {value: op for op in made for value in op.results}


def with_body(
    block: Block, ops: Sequence[Operation], results: tuple[Atom, ...]
) -> Block:
    """The block with other operations and results; itself where they are the same.

    A pass that changes nothing gives the block that it was given, and with it what is
    already known of the block.
    """
    same = len(ops) == len(block.ops) and len(results) == len(block.results)
    if same and all(map(is_, ops, block.ops)) and all(map(is_, results, block.results)):
        return block
    return Block(block.params, tuple(ops), results)


def array_aval(atom: Atom) -> Aval:
    """The abstract value of an atom that is known to be an array or a number."""
    aval = atom.aval
    assert isinstance(aval, Aval), f"{aval} is not an array"
    return aval


def is_none(atom: Atom) -> bool:
    """Whether the atom is the literal None."""
    return isinstance(atom, Lit) and atom.value is None


def take_name(new: Atom, old: Atom) -> None:
    """Call a value as that is called which it takes the place of."""
    if not old.is_literal:
        new.call(old.hint, old.named)
