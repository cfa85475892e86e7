"""Which operations of a block are one loop nest.

Operations over the same axes, of which each needs only the element of the others that
it is at itself, are one nest: what is between them is never stored. An operation joins
the earliest nest that comes after all it reads; a write is a border that nothing
crosses.

That two sizes are equal where they are broadcast is assumed, and asked for at run time
by whoever reads them (``kernels``): a size that is then 1 is for the NumPy module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, cast

from srcad.compiler.compiled.elements import is_elementwise
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.index import Index
from srcad.compiler.ir.sharing import is_write
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Exit,
    If,
    Loop,
    Op,
    Operation,
    Value,
    array_aval,
    used_values,
    walk,
)
from srcad.compiler.reading.sizes import Dim

Kind = Literal["numbers", "nest", "alone"]

REDUCTIONS = ("sum", "mean", "prod", "max", "min", "any", "all", "unbroadcast")
# What reads the same elements in the same order.
_TRANSPARENT = ("present", "expand_dims", "squeeze")
# What needs sizes alone, or prepares to read an array in another way.
_PREPARED = ("shape", "size_of", "make_shape", "prod_of", "full", "is_none")
_VIEWS = ("transpose", "getitem")


@dataclass(slots=True, eq=False)
class Group:
    """Operations that are printed together; ``axes`` are those of a nest, ``place`` is
    that among the groups."""

    kind: Kind
    axes: tuple[Dim, ...] = ()
    place: int = 0
    ops: list[Operation] = field(default_factory=list)


@dataclass(slots=True)
class Grouping:
    """The groups of a block, in order; which results of nests are ``stored``; and the
    values that are other forms of one, the ``roots``."""

    groups: list[Group]
    stored: set[Value]
    roots: dict[Value, Value]


def without_units(shape: Iterable[Dim]) -> tuple[int, ...]:
    """The places of the axes that may be longer than one."""
    return tuple(k for k, dim in enumerate(shape) if dim != 1)


def nest_shape(op: Op) -> tuple[Dim, ...]:
    """The shape that a loop nest for an operation runs over."""
    aval = array_aval(op.args[0] if op.primitive in REDUCTIONS else op.result)
    return aval.shape


def is_nest(op: Operation) -> bool:
    """Whether an operation is a part of a loop nest."""
    if not isinstance(op, Op) or not isinstance(op.results[0].aval, Aval):
        return False
    if op.primitive in REDUCTIONS:
        return bool(array_aval(op.args[0]).shape)
    if op.primitive == "getitem":
        index: Index = op.attribute("index")
        return index.has_arrays(op.args[1:])
    return is_elementwise(op) and bool(array_aval(op.result).shape)


@dataclass(slots=True)
class _Grouper:
    groups: list[Group] = field(default_factory=list)
    # The group that a value is made in; of a view, that of what is viewed.
    made: dict[Value, Group] = field(default_factory=dict)
    roots: dict[Value, Value] = field(default_factory=dict)
    # The operation of a nest that gives a value element by element.
    local: dict[Value, Op] = field(default_factory=dict)
    border: int = 0
    same: dict[Dim, Dim] = field(default_factory=dict)

    def find(self, dim: Dim) -> Dim:
        while dim in self.same:
            dim = self.same[dim]
        return dim

    def unite(self, first: Dim, second: Dim) -> None:
        first, second = self.find(first), self.find(second)
        if first != second:
            if isinstance(first, int):
                first, second = second, first
            self.same[first] = second

    def root(self, atom: Atom) -> Atom:
        return self.roots.get(atom, atom) if isinstance(atom, Value) else atom

    def enter(self, op: Operation) -> None:
        if isinstance(op, Op) and op.primitive in _TRANSPARENT:
            root = self.root(op.args[0])
            if isinstance(root, Value):
                self.roots[op.results[0]] = root
                self._numbers(op)
                return
        if is_nest(op):
            assert isinstance(op, Op)
            self._nest(op)
        elif _is_prepared(op):
            self._numbers(op)
        else:
            self._alone(op)

    def _after(self, op: Operation) -> int:
        """The first group that an operation on numbers can stand in."""
        first = self.border
        for value in used_values(op):
            group = self.made.get(value)
            if group is not None:
                numbers = group.kind == "numbers"
                first = max(first, group.place if numbers else group.place + 1)
        return first

    def _numbers(self, op: Operation) -> None:
        """As early as can be: what reads the number may then be earlier, too."""
        place = self._after(op)
        here = self.groups[place] if place < len(self.groups) else None
        if here is None or here.kind != "numbers":
            here = Group("numbers")
            self.groups.insert(place, here)
            for number, group in enumerate(self.groups):
                group.place = number
        here.ops.append(op)
        self.made.update(dict.fromkeys(op.results, here))

    def _found(self, axes: tuple[Dim, ...], first: int) -> Group:
        """The first nest over these axes from a place on, or a new one."""
        for group in self.groups[first:]:
            if group.kind == "nest" and tuple(map(self.find, group.axes)) == axes:
                return group
        return self._new("nest", axes)

    def _new(self, kind: Kind, axes: tuple[Dim, ...] = ()) -> Group:
        group = Group(kind, axes, len(self.groups))
        self.groups.append(group)
        return group

    def _nest(self, op: Op) -> None:
        shape = nest_shape(op)
        places = without_units(shape)
        for atom in op.args if is_elementwise(op) else ():
            self._relate(atom, shape)
        if op.primitive == "unbroadcast":
            self._relate_kept(op)
        axes = tuple(self.find(shape[k]) for k in places)
        first = self.border
        for atom in op.args:
            root = self.root(atom)
            if not isinstance(root, Value) or not isinstance(atom, Value):
                continue
            made = self.made.get(root)
            pointwise = (
                root in self.local
                and made is not None
                and is_pointwise(atom, shape)
                and tuple(map(self.find, made.axes)) == axes
                and (is_elementwise(op) or op.primitive in REDUCTIONS)
            )
            if pointwise and made is not None:
                first = max(first, made.place)
                continue
            # Also behind what says how the array is read.
            for group in (made, self.made.get(atom)):
                first = max(first, -1 if group is None else group.place + 1)
        group = self._found(axes, first)
        group.ops.append(op)
        self.made[op.result] = group
        if op.primitive not in REDUCTIONS:
            self.local[op.result] = op

    def _relate(self, atom: Atom, shape: tuple[Dim, ...]) -> None:
        """What is broadcast to a shape has its sizes, or is 1."""
        if not isinstance(atom.aval, Aval):
            return
        given = atom.aval.shape
        for dim, other in zip(given, shape[len(shape) - len(given) :], strict=False):
            if dim != 1 and other != 1:
                self.unite(dim, other)

    def _relate_kept(self, op: Op) -> None:
        shape, kept = nest_shape(op), array_aval(op.result).shape
        for dim, other in zip(shape[len(shape) - len(kept) :], kept, strict=True):
            if dim != 1 and other != 1:
                self.unite(dim, other)

    def _alone(self, op: Operation) -> None:
        group = self._new("alone")
        group.ops.append(op)
        self.made.update(dict.fromkeys(op.results, group))
        if isinstance(op, Exit) or is_write(op) or _writes(op):
            self.border = group.place + 1


def _writes(op: Operation) -> bool:
    """Whether an operation writes into arrays, or leaves the loop, somewhere inside."""
    if not isinstance(op, If | Loop):
        return False
    blocks = (op.then, op.orelse) if isinstance(op, If) else (op.body,)
    leaves = isinstance(op, If)
    return any(
        is_write(inner) or (leaves and isinstance(inner, Exit))
        for block in blocks
        for inner in walk(block)
    )


def _is_prepared(op: Operation) -> bool:
    """Whether an operation is one statement on numbers, or a way to read an array."""
    if not isinstance(op, Op):
        return False
    if op.primitive in (*_PREPARED, *_VIEWS):
        return True
    aval = op.results[0].aval
    return aval.is_scalar and is_elementwise(op)


def is_pointwise(atom: Atom, shape: tuple[Dim, ...]) -> bool:
    """Whether at each place of a nest over ``shape`` another element is read, at the
    place that has made it."""
    given = array_aval(atom).shape
    offset = len(shape) - len(given)
    places = tuple(k + offset for k in without_units(given))
    return places == without_units(shape)


def grouped(block: Block, ends: Iterable[Atom]) -> Grouping:
    """The groups of a block, of which ``ends`` are read afterwards."""
    grouper = _Grouper()
    for op in block.ops:
        grouper.enter(op)
    stored: set[Value] = set()
    for group in grouper.groups:
        for op in group.ops:
            for atom in used_values(op):
                root = grouper.root(atom)
                assert isinstance(root, Value)
                if root not in grouper.local:
                    continue
                if not (_reads_no_element(op) or _is_local(op, atom, group, grouper)):
                    stored.add(root)
    for end in ends:
        root = grouper.root(end)
        if isinstance(root, Value) and root in grouper.local:
            stored.add(root)
    return Grouping(grouper.groups, stored, grouper.roots)


def _reads_no_element(op: Operation) -> bool:
    return isinstance(op, Op) and op.primitive in (*_TRANSPARENT, "shape")


def _is_local(op: Operation, atom: Value, group: Group, grouper: _Grouper) -> bool:
    """Whether an operation reads a value where it has just been made."""
    if not is_nest(op):
        return False
    assert isinstance(op, Op)
    takes = is_elementwise(op) or op.primitive in REDUCTIONS
    here = grouper.made[cast(Value, grouper.root(atom))] is group
    direct = any(atom is one for one in op.args)
    return here and takes and direct and is_pointwise(atom, nest_shape(op))
