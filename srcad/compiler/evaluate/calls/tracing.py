"""Functions of the IR made of what the evaluation calls, and their calls."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.evaluate.agreement import holds_without_axes
from srcad.compiler.evaluate.calls.call_sizes import in_this_call
from srcad.compiler.evaluate.calls.contract import Contract
from srcad.compiler.evaluate.dispatch import attach, insert_hook
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves, rebuilt
from srcad.compiler.evaluate.objects import (
    Box,
    Given,
    box_of,
    conflict_of,
    is_array_box,
    is_iterator,
    is_number,
    is_parameter,
)
from srcad.compiler.evaluate.paths.maybe import is_maybe, present
from srcad.compiler.evaluate.paths.numbers import check_left
from srcad.compiler.evaluate.paths.updates import check_kept, written_parameters
from srcad.compiler.evaluate.refusals import refuse_absent
from srcad.compiler.evaluate.session import Apart, Session
from srcad.compiler.evaluate.settings import While, setting
from srcad.compiler.evaluate.signals import NotHandedOver, Unreachable
from srcad.compiler.evaluate.storage.aliases import (
    adopt,
    link_any,
    may_be,
    places_in,
    relatives,
    sharing,
)
from srcad.compiler.evaluate.storage.list_items import has_rows
from srcad.compiler.ir.avals import AnyAval, without_size
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.primitives import OPERATORS
from srcad.compiler.ir.sharing import is_list, shared_storage
from srcad.compiler.ir.types import Atom, Call, Function, Op, Value
from srcad.compiler.reading.protocol import is_cell
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.kept import with_raising
from srcad.compiler.simplify.unbound import unbound_as_none


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Stands for leaf ``position`` of what a function gets or gives."""

    position: int


def position_of(form: object) -> int | None:
    """The leaf that an object stands for; None of what is none."""
    return form.position if isinstance(form, Placeholder) else None


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """How a function is differentiated by a ``bprop``.

    ``bprop`` takes ``arguments`` (structures whose run-time leaves are placeholders),
    then the output of the form ``output``, then its cotangent, and gives one cotangent
    for each argument. ``owner`` is the Cell whose method it is, None for an operator.
    ``native`` is a rule of the compiler's own, in the place of ``bprop``: it is called
    with the session to emit into. ``computing`` is the dtype of ``to_float`` in it;
    ``arrays`` says that it sees ndarrays, where the function sees ndarrays.
    ``exact`` says that it gives the derivative of the body, which may then as well be
    differentiated in its place. ``contract`` is what each cotangent is checked by.
    ``registered`` says that it runs a hook that was registered on a value, ``stops``
    that it gives nothing back.
    """

    bprop: Callable[..., Any] | None
    arguments: tuple[Any, ...]
    output: Any
    owner: Any = None
    computing: str | None = None
    arrays: bool = False
    parameters: tuple[tuple[str, Any], ...] = ()
    native: Callable[..., list[Any]] | None = None
    exact: bool = False
    contract: Contract | None = None
    registered: bool = False
    stops: bool = False

    @property
    def form(self) -> Any:
        """What rules have in common of which one may stand for the other; the rule
        itself, where that is not known."""
        if self.native is not None or self.contract is not None:
            return self
        given = frozen((self.arguments, self.output, self.parameters))
        flags = self.computing, self.arrays, self.exact, self.registered
        return self if given is None else (self.bprop, self.owner, given, flags)


def frozen(form: Any) -> Any:
    """A structure of placeholders and numbers as something to compare; None where there
    is something else in it."""
    if isinstance(form, tuple | list | dict) and type(form) in (tuple, list, dict):
        items = form.items() if isinstance(form, dict) else form
        parts = tuple(map(frozen, items))
        return None if None in parts else (type(form), parts)
    if position_of(form) is not None:
        return form
    if form is None or type(form) in (bool, int, float, str):
        return type(form), repr(form)
    return None


@dataclass(slots=True)
class Traced:
    """A function of the IR made of a call, and how to apply it.

    ``given`` is what the caller calls the first of the arguments by; ``again`` says
    that the function has been called before; ``fresh`` that the lists, dicts and
    objects in the output are made by it, each for one place; ``together`` which results
    may be, or share the storage of, each other.
    """

    function: Function
    args: list[Atom]
    output: Any
    given: list[Any]
    updates: tuple[Any, ...] = ()
    parameters: tuple[tuple[str, Any], ...] = ()
    again: bool = False
    fresh: bool = False
    together: tuple[tuple[int, int], ...] = ()


def trace(
    session: Session,
    name: str,
    arguments: Any,
    body: Callable[[Any], Any],
    differentiated: bool = False,
    avals: Sequence[AnyAval] | None = None,
    cell: Any = None,
) -> Traced:
    """Evaluate ``body(arguments)`` as a function of its own.

    ``arguments`` is a structure; its run-time leaves become parameters, and so does
    every Parameter that is read inside. ``avals`` say what is known of the leaves,
    where that is less than what is known of these arguments. ``differentiated`` says
    that its own gradient is taken (as the outermost function's is): hooks of its inputs
    run there. The call of a ``cell`` can be evaluated in the caller instead, and is
    where it changes what it is given (``NotApart``).
    """
    entry = _Entry(session, avals)
    inside = entry.arguments(arguments)
    params = entry.params
    differentiated = differentiated or not session.tracing
    builder = Builder(session.builder.sizes)
    read: dict[str, tuple[Any, Value]] = {}
    born = session.serial
    entered: dict[Value, list[Any]] = {param: [] for param in params}
    apart = None if differentiated else Apart(cell, _containers(session, inside))
    with _apart(session, read, entered, apart), session.building(builder):
        output = _reached(body, inside)
        refuse_holders(output, "returned from")
        refuse_absent(session, output, "returned from")
        fresh = _is_fresh(session, output, born)
        leaving = _Exit(session, cell, differentiated, entry.parameters)
        form = rebuilt(output, map(leaving.leave, leaves(output)))
        together = leaving.together()
        written = written_parameters(session)
        results = [*leaving.atoms, *(box.value for _, box in written)]
        if differentiated:
            _run_hooks(session, params)
    if not differentiated:
        for atom, handles in zip(entry.atoms, entered.values(), strict=True):
            if not atom.is_literal:
                for handle in handles:
                    attach(session, atom, handle)
    check_left(builder.ops, session.left, results, not session.tracing)
    block = builder.block((*params, *(value for _, value in read.values())), results)
    if not session.derived:
        block = with_raising(block, session.door.error_state)
    block = unbound_as_none(remove_dead(block))
    args = [*entry.atoms, *(outer_value(session, p) for p, _ in read.values())]
    updates = tuple(read[name][0] for name, _ in written)
    function = Function(name, block, len(results), updates=len(updates))
    parameters = tuple((name, parameter) for name, (parameter, _) in read.items())
    given = entry.given
    traced = Traced(function, args, form, given, updates, parameters)
    traced.fresh, traced.together = fresh, together
    return traced


def _containers(session: Session, item: Any) -> dict[int, Any]:
    """The lists, dicts and attributes in an object, by their identity."""
    held = (place.container for place in places_in(session, item))
    return {id(one): one for one in held if one is not None}


def _is_fresh(session: Session, output: Any, born: int) -> bool:
    """Whether what can be changed in an output was made since, and is there once; what
    the caller has, or is there twice, has to be evaluated there."""
    places = [one for one in places_in(session, output) if one.container is not None]
    made = [session.owns(one) and one.serial > born for one in places]
    once = len(set(places)) == len(places)
    if not once or any(session.is_given(one.container) for one in places):
        session.leave_apart()
    return once and all(made)


def _gives_python(op: Op) -> bool:
    """Whether an operation that gives a bool gives one of Python's."""
    compared = op.primitive in OPERATORS and all(one.aval.weak for one in op.args)
    return op.primitive == "not" or compared


@dataclass(slots=True)
class _Exit:
    """What leaves a function: leaves of its output, and their atoms."""

    session: Session
    cell: Any
    differentiated: bool
    parameters: list[Box]
    given: list[Any] = field(default_factory=list)
    atoms: list[Atom] = field(default_factory=list)

    def leave(self, leaf: Any) -> Any:
        """What stands for a leaf in the form of the output."""
        session = self.session
        if self.differentiated:  # Where it is None, nothing has a gradient.
            leaf = present(session, leaf)
        if not is_number(leaf) and not is_parameter(leaf):
            _refuse_holder(leaf, "returned from")
            return leaf
        boxes = (*session.parameter_boxes.values(), *self.parameters)
        read = any(leaf is one for one in boxes)
        if read or is_parameter(leaf) or box_of(leaf).outside:
            # The caller may know it by another name.
            session.leave_apart()
        inside = self.cell is not None and not self.differentiated
        for place, one in enumerate(self.given if inside else ()):
            if one is leaf:
                # One array that is given twice is one array for the caller.
                return Placeholder(place)
        self.given.append(leaf)
        self.atoms.append(self._own(session.atom(leaf)))
        return Placeholder(len(self.atoms) - 1)

    def _own(self, atom: Atom) -> Atom:
        """What the outermost function gives: a bool of Python's is none of NumPy's."""
        if not self.differentiated or atom.is_literal or not atom.aval.weak:
            return atom
        builder = self.session.builder
        made = {one: op for op in builder.ops for one in op.results}.get(atom)
        if not atom.aval.is_bool or (isinstance(made, Op) and _gives_python(made)):
            return atom
        return builder.emit("bool", atom)

    def together(self) -> tuple[tuple[int, int], ...]:
        """The leaves that may be one array, or share their storage."""
        found = list(map(self._seen_in, self.given))
        pairs = itertools.combinations(range(len(found)), 2)
        return tuple((k, other) for other, k in pairs if found[other] & found[k])

    def _seen_in(self, leaf: Any) -> set[Any]:
        if box_of(leaf) is not leaf:
            return set()
        seen = may_be(self.session, leaf.owners, lambda place: box_of(place).is_input)
        return {one for one in seen if one is leaf or not box_of(one).is_input}


@dataclass(slots=True)
class _Entry:
    """What goes into a function: leaves, their atoms outside, parameters inside."""

    session: Session
    avals: Sequence[AnyAval] | None
    atoms: list[Atom] = field(default_factory=list)
    given: list[Any] = field(default_factory=list)
    params: list[Value] = field(default_factory=list)
    parameters: list[Box] = field(default_factory=list)

    def arguments(self, items: Any) -> Any:
        """The structure with boxes of parameters for its leaves."""
        refuse_holders(items, "passed to")
        refuse_absent(self.session, items, "passed to")
        if not isinstance(items, dict):
            return rebuilt(items, (self._enter(leaf) for leaf in leaves(items)))
        # The function's own names, whatever the caller calls its arguments.
        return {
            name: self._enter(item, name)
            if kind_of(item).is_value
            else rebuilt(item, (self._enter(leaf) for leaf in leaves(item)))
            for name, item in items.items()
        }

    def _enter(self, leaf: Any, name: str = "") -> Any:
        if not kind_of(leaf).is_value:
            _refuse_holder(leaf, "passed to")
            return leaf
        atom = self.session.atom(leaf)
        self.atoms.append(atom)
        self.given.append(leaf)
        hint = name or atom.hint
        aval = atom.aval if self.avals is None else self.avals[len(self.params)]
        # Which integers have a gradient inside is another matter.
        aval = aval.but(exact=False)
        value = Value(aval, hint, named=bool(hint))
        self.params.append(value)
        box = self.session.box(value)
        box.holds = holds_without_axes(leaf)
        if is_parameter(leaf):
            self.parameters.append(box)
        box.parameter = is_parameter(leaf) or box_of(leaf).parameter
        # What would be written here is the caller's, who would not see it.
        box.is_input = is_array_box(box) or box.holds or is_list(aval)
        return box


def _apart(
    session: Session,
    parameters: dict[str, Any],
    entered: dict[Value, list[Any]],
    apart: Apart | None,
) -> While:
    """A function of its own, whatever the session is in the middle of."""
    around, tracing = session.nesting, session.tracing + 1
    own = {"parameters": parameters, "parameter_boxes": {}, "entered": entered}
    own["apart"] = apart
    # There no `with` of the caller's is printed round anything.
    filtered = None if session.filtered is None else -1
    own |= {"contexts": [], "filtered": filtered, "depth": 0}
    return setting(session, around=around, tracing=tracing, **own)


def _run_hooks(session: Session, params: list[Value]) -> None:
    """Let the hooks of inputs see the gradients of these, inside of the function."""
    for place, param in enumerate(params):
        for handle in session.entered[param]:
            before = replace(params[place])
            insert_hook(session, 0, before, params[place], handle)
            params[place] = before


def refuse_holders(item: Any, how: str) -> None:
    """The same of what stands somewhere in an object."""
    of, whole = kind_of(item), f"{how} what is differentiated as a whole"
    if not of.is_handed_over:
        _refuse_holder(item, how)
    if has_rows(of.form(item)):
        raise NotHandedOver(f"lists of structures in a list cannot be {whole}")
    if is_maybe(item):
        raise NotHandedOver(
            f"what may be None cannot be {whole}",
            label="is a structure on one path, and None on another",
        )
    for part in of.parts(item):
        refuse_holders(part, how)


def _refuse_holder(leaf: Any, how: str) -> None:
    """Refuse what holds run-time values and is no structure of them, and what paths
    disagree on."""
    if conflict := conflict_of(leaf):
        raise conflict.error or NotHandedOver(conflict.message)
    if has_box(leaf):
        name = kind_of(leaf).class_name(leaf)
        if (lazy := kind_of(leaf).is_lazy) or is_iterator(leaf):
            what = "a generator" if lazy else "an iterator"
            raise NotHandedOver(
                f"{what} cannot be {how} what is differentiated as a whole",
                label="has no values yet; make a list or an array of them",
            )
        label = "holds run-time values; a tuple or a dataclass of them can be"
        if is_cell(leaf):
            label = f"is to be called; make it before, as in `self.net = {name}(...)`"
        raise NotHandedOver(
            f"an object of class {name} cannot be {how} what is a function of its own",
            label=label,
        )


def _reached(body: Callable[[Any], Any], inside: Any) -> Any:
    try:
        return body(inside)
    except Unreachable as unreachable:
        if unreachable.error is None and unreachable.refuse is not None:
            unreachable.refuse()
        raise (unreachable.error or unreachable) from None


def outer_value(session: Session, parameter: Any) -> Atom:
    if isinstance(parameter, Given):
        return parameter.value_in(session)
    return session.parameter(parameter)


def append_call(session: Session, traced: Traced, label: str = "") -> Any:
    """Append the call of a traced function; gives its output."""
    function = traced.function
    results = []
    avals = [atom.aval for atom in function.body.results]
    inside = [param.aval for param in function.body.params]
    given = [atom.aval for atom in traced.args]
    again, forms = traced.again, session.builder.sizes.reading.forms
    if function.recursion is not None:
        again, avals = True, [*map(without_size, avals)]
    if again or inside != given:
        avals = in_this_call(inside, given, avals, forms, again)
    for atom, aval in zip(function.body.results, avals, strict=True):
        results.append(Value(aval, atom.hint))
    builder = session.builder
    check_kept(session, function.body.ops)
    builder.ops.append(
        Call(
            function,
            tuple(traced.args),
            tuple(results),
            builder.origin,
            builder.phase,
            label,
        )
    )

    for parameter, value in zip(
        traced.updates, results[len(results) - len(traced.updates) :], strict=True
    ):
        box = session.parameter_box(parameter)
        for other in (*relatives(session, box), *sharing(session, box)):
            session.spoil(other, "the Parameter that this may be has changed since")
        session.write(box, value)

    owned: dict[int | Value, Any] = {
        place: session.parameter_box(leaf) if is_parameter(leaf) else leaf
        for place, leaf in enumerate(traced.given)
    }
    for place, (_, parameter) in enumerate(traced.parameters, len(owned)):
        if not isinstance(parameter, Given):
            owned[place] = session.parameter_box(parameter)
    output = filled_output(
        session,
        traced.output,
        results,
        shared_storage(function),
        owned,
        traced.together,
    )
    return adopt(session, output) if traced.fresh else output


def filled_output(
    session: Session,
    form: Any,
    results: Sequence[Value],
    shared: Sequence[tuple[int, int | Value]],
    given: Mapping[int | Value, Any],
    together: Sequence[tuple[int, int]] = (),
) -> Any:
    """What a call gives, in its form; ``shared`` says which result may be the storage
    of which argument, and ``given`` what the caller calls that; ``together`` which
    results may be that of each other."""
    made: dict[int, Any] = {}

    def result(place: int) -> Any:
        return made.setdefault(place, session.wrap(results[place]))

    found = filled(form, result)
    for place, source in shared:
        if place in made and source in given:
            _link_places(session, given[source], made[place])
    for place, other in together:
        if place in made and other in made:
            _link_places(session, made[other], made[place])
    return found


def _link_places(session: Session, *items: Any) -> None:
    link_any(session, *(places_in(session, item) for item in items))


def argument_form(names: dict[Any, Any]) -> tuple[Any, ...]:
    """The arguments with a placeholder for each run-time leaf, in order."""
    places = itertools.count()
    form = (
        Placeholder(next(places)) if kind_of(leaf).is_value else leaf
        for leaf in leaves(names)
    )
    return tuple(rebuilt(names, form).values())


def filled(form: Any, item: Callable[[int], Any]) -> Any:
    """A structure with something in the place of each placeholder."""
    places = ((leaf, position_of(leaf)) for leaf in leaves(form))
    parts = (leaf if place is None else item(place) for leaf, place in places)
    return rebuilt(form, parts)
