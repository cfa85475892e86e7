"""What variables are called: the user's names, and for the rest what a value is.

Versions of one name that live at once are ``y``, ``y_1``, ``y_2``. A name of ours comes
from the statement that binds it (``<target>_<what>``), from what is read (``x_i``), or,
for a condition or the list that a loop records, from what it is about or holds. So a
statement that is added has no say in how others are named, unless it binds the name.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from dataclasses import dataclass, field

from srcad.compiler.ir.avals import SequenceAval, carries_gradient
from srcad.compiler.ir.sharing import is_list, is_write, written
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Loop,
    Op,
    Operation,
    Value,
    blocks_of,
    direct_args,
)
from srcad.compiler.ir.wording import OTHER_MEANINGS, index_word, what
from srcad.compiler.printing.coalescing import variables
from srcad.compiler.printing.cotangents import made_of
from srcad.compiler.printing.liveness import Life, Webs
from srcad.compiler.printing.packing import Packs, is_bundled
from srcad.compiler.printing.schedule import Schedule

RESERVED = frozenset(
    (
        *("np", "params", "SIGNATURE", "forward", "backward"),
        *("value_and_grad", "check", "check_like", "ones_like"),
        *("CAPTURED", "load_captured"),
        *("range", "reversed", "zip", "len", "float", "int", "abs", "print"),
        *("enumerate", "list", "tuple", "min", "max", "round", "slice"),
        # What is not read is assigned to it.
        "_",
        *keyword.kwlist,
    )
)

# What is read of an array is known by it.
_PARTS = ("astype", "getitem", "list_get", "list_len", "shape")


@dataclass(slots=True)
class Names:
    """The variable of each value that is not folded."""

    webs: Webs
    names: dict[Value, str] = field(default_factory=dict)
    descriptions: dict[Value, str] = field(default_factory=dict)

    def __getitem__(self, value: Value) -> str:
        return self.names[self.webs.root(value)]

    def same(self, first: Atom, second: Atom) -> bool:
        """Whether two atoms are one variable, so that no assignment is needed."""
        if not isinstance(first, Value) or not isinstance(second, Value):
            return False
        roots = self.webs.root(first), self.webs.root(second)
        return roots[0] is roots[1]


class AnyNames(dict[Value, str]):
    """A name for each value, whatever it is called in the end."""

    def __missing__(self, value: Value) -> str:
        word = self[value] = f"value_{len(self)}"
        return word


def name_values(
    function: Function,
    plan: Schedule,
    fixed: dict[Value, str],
    primal_names: dict[Value, str],
    kept_names: dict[Value, str],
    packs: Packs,
    reserved: frozenset[str],
    numbered: dict[str, tuple[str, int]],
    cotangents: Iterable[Value] = (),
) -> Names:
    """Find the variables of a function and name them.

    ``fixed`` are the names of the parameters. ``primal_names`` are the names that the
    forward half gave: the cotangent of ``x`` is ``dx``; ``kept_names`` those under
    which it kept what is called otherwise. ``numbered`` are the names that got a
    number, with what they are without it: after ``x_1`` comes ``x_2``. What is made of
    ``cotangents`` is called like one: ``dh_product``.
    """
    webs = variables(function, plan, packs)
    namer = _Namer(
        *(function, plan, webs, packs, dict(fixed), primal_names, kept_names),
        *(reserved, numbered),
        linear=made_of(cotangents, function.body),
    )
    return namer.run()


@dataclass(slots=True)
class _Namer:
    function: Function
    plan: Schedule
    webs: Webs
    packs: Packs
    fixed: dict[Value, str]
    primal_names: dict[Value, str]
    kept_names: dict[Value, str]
    reserved: frozenset[str]
    numbered: dict[str, tuple[str, int]]
    linear: set[Value]
    taken: dict[str, Life] = field(default_factory=dict)
    out: dict[Value, str] = field(default_factory=dict)
    definitions: dict[Value, Operation] = field(default_factory=dict)
    inside_loop: set[Value] = field(default_factory=set)

    def run(self) -> Names:
        names = Names(self.webs, self.out)
        for param, name in self.fixed.items():
            self._give(self.webs.root(param), name)
        self._scan(self.function.body, False)
        order: dict[Value, None] = {}
        self._order(self.function.body, order)
        # The user's own names first: it is ours that make way.
        roots = dict.fromkeys(self.webs.root(value) for value in order)
        for root in sorted(roots, key=lambda root: not self._is_users(root)):
            if root not in self.out:
                self._name(root)
        names.descriptions = {value: self.describe(value) for value in self.definitions}
        return names

    def _scan(self, block: Block, inside: bool) -> None:
        for op in block.ops:
            for value in op.results:
                if inside:
                    self.inside_loop.add(value)
                self.definitions[value] = op
            for inner in blocks_of(op):
                if isinstance(op, Loop):
                    self.inside_loop.update(inner.params)
                self._scan(inner, inside or isinstance(op, Loop))

    def _order(self, block: Block, order: dict[Value, None]) -> None:
        for value in block.params:
            order[value] = None
        for op in block.ops:
            if op.results and op.results[0] in self.plan.folded:
                continue
            order.update(dict.fromkeys(self.plan.bound(op)))
            for inner in blocks_of(op):
                self._order(inner, order)

    def _is_users(self, root: Value) -> bool:
        members = self.webs.members.get(root, [root])
        return any(value.named and value.hint for value in members)

    def _name(self, root: Value) -> None:
        members = self.webs.members.get(root, [root])
        base, free_to_share = self._base(members)
        # A name that a path leaves unbound raises there: it never held anything else.
        free_to_share &= not self.webs.may_raise(root)
        self._give(root, self._available(root, base, free_to_share))

    def _base(self, members: list[Value]) -> tuple[str, bool]:
        """A name for a variable, and whether it may be used for several."""
        for value in members:
            if value.named and value.hint:
                return self._own_name(value), True
        no_primal = all(value.primal is None for value in members)
        for value in members:
            pack = self.packs.get(value)
            if pack is not None and pack.label:
                return pack.label, True
            made = isinstance(self.definitions.get(value), Op)
            if isinstance(value.aval, SequenceAval) and no_primal and not made:
                if word := self._list_name(value):
                    return word, True
        described = sorted(
            (self._rank(value), k, value) for k, value in enumerate(members)
        )
        return self.describe(described[0][2]), True

    def _own_name(self, value: Value) -> str:
        """What the user calls a value, or what it was kept as."""
        kept = self.kept_names.get(value.source) if value.source is not None else None
        return kept or value.hint

    def _rank(self, value: Value) -> int:
        """Which member of a variable says best what it is."""
        if value.primal is not None or value.source is not None:
            return 0
        if value.hint:
            return 1
        op = self.definitions.get(value)
        if op is None or isinstance(op, If | Loop):
            return 3
        # A list in a list is known by its place, not by how it was changed.
        changed = isinstance(op, Op) and is_write(op) and value is written(op)
        return 3 if changed and is_list(value.aval) else 2

    def _list_name(self, value: Value) -> str:
        """A list that is read back, has a name, or is recorded by a loop."""
        if value.source is not None:
            return self.describe(value.source)
        if value.hint:
            return self._hinted(value)
        op = self.definitions.get(value)
        if isinstance(op, Loop) and value in op.results[op.carries :]:
            return f"{self._held(op)}_residuals"
        return ""

    def _held(self, loop: Loop) -> str:
        """What a loop records, by the part that says most of it."""
        atoms = loop.body.results[loop.carries :]
        held = [one for one in atoms if isinstance(one, Value)]
        best = min(held, key=lambda one: self._detail(one, loop), default=None)
        target = loop.origin.target if loop.origin is not None else ""
        if best is None or (is_bundled(best, self.packs) and target):
            return target or "loop"
        return self._stem(best)

    def _detail(self, value: Value, loop: Loop) -> int:
        """How little a value says of an iteration: a name of the user's little, an
        index and the list of a loop inside most."""
        if isinstance(value.aval, SequenceAval) or is_bundled(value, self.packs):
            return 4
        if value is loop.index or value in loop.element_params:
            return 3 if not carries_gradient(value.aval) else 0
        if not carries_gradient(value.aval):
            return 2
        return 0 if value.named or value.primal is not None else 1

    def _stem(self, value: Value) -> str:
        """``total`` of ``total_product``, ``x`` of ``x_i``."""
        if value.source is not None:
            return self._stem(value.source)
        if value.named and value.hint:
            return self._own_name(value)
        op = self.definitions.get(value)
        of = op.args[0] if isinstance(op, Op) and op.primitive in _PARTS else None
        if isinstance(of, Value) and of.named:
            return self._stem(of)
        word = self.describe(value)
        target = op.origin.target if op is not None and op.origin is not None else ""
        target = "d" * (value in self.linear) + target
        return target if word.startswith(f"{target}_") else word

    def describe(self, value: Value) -> str:
        """A name for a value, by what it is."""
        if value in self.primal_names:
            return self.primal_names[value]
        root = self.webs.root(value)
        if root in self.out and value not in self.plan.folded:
            return self.out[root]
        if value.named and value.hint:
            return self._own_name(value)
        if value.source is not None:
            word = self.describe(value.source)
            # What is read back in another function may not be known by a name.
            return value.hint if value.hint and word == "value" else word
        if value.primal is not None:
            return "d" + self.describe(value.primal)
        return self._hinted(value) or self._by_definition(value)

    def _by_definition(self, value: Value) -> str:
        """``<target>_<what>``, as in ``h_exp``; ``h_i`` for ``h[i]``."""
        op = self.definitions.get(value)
        if op is None:
            return "items" if isinstance(value.aval, SequenceAval) else "value"
        if isinstance(op, Op) and op.args and isinstance(op.args[0], Value):
            array = op.args[0]
            short = "_" not in self.describe(array)[1:]
            if op.primitive == "shape":
                return f"{self.describe(array)}_shape"
            if op.primitive == "list_len":
                return f"{self.describe(array)}_length"
            if op.primitive == "astype" and array.named and short:
                return f"{self.describe(array)}_{op.attribute('dtype')}"
            if op.primitive in ("getitem", "list_get", "list_pop") and short:
                return f"{self.describe(array)}_{index_word(op)}"
        grown = isinstance(op, If | Loop) or is_write(op)
        word = "items" if is_list(value.aval) and grown else what(op)
        word = "set" if value.aval.is_set else word
        target = op.origin.target if op.origin is not None else ""
        if word == "condition" and target in ("", "condition", "out"):
            subject = self._subject(op)
            return f"{subject}_condition" if subject else word
        if target == "condition" and word == "branch":
            return word
        return f"{'d' * (value in self.linear)}{target or 'out'}_{word}"

    def _subject(self, op: Operation) -> str:
        """What a condition is about: the first that it reads of what has a name."""
        for atom in direct_args(op):
            if isinstance(atom, Value):
                made = self.definitions.get(atom)
                if atom.named and atom.hint:
                    return self._own_name(atom)
                if made is not None and (found := self._subject(made)):
                    return found
        return ""

    def _hinted(self, value: Value) -> str:
        """The name that a value was proposed with, unless it means something else."""
        op = self.definitions.get(value)
        if isinstance(op, Op) and op.primitive == "astype" and _is_named(op.args[0]):
            return ""
        if isinstance(op, Call) and value.hint == "out":
            return ""  # what it is called in there
        target = op.origin.target if op is not None and op.origin is not None else ""
        prefix = "d" * (value in self.linear)
        if value.hint in OTHER_MEANINGS:
            return f"{prefix}{target or 'out'}_{value.hint}"
        # A proposal that has the target in it is one for the primal.
        of_target = target and value.hint.startswith(f"{target}_")
        return f"{prefix if of_target else ''}{value.hint}"

    def _available(self, root: Value, base: str, share: bool) -> str:
        if self._is_free(base, root, share):
            return base
        base, count = self.numbered.get(base, (base, 0))
        if base in self.reserved:
            base = f"{base}_"
            if self._is_free(base, root, share):
                return base
        while True:
            count += 1
            name = f"{base}_{count}"
            if self._is_free(name, root, share):
                self.numbered[name] = base, count
                self.numbered[f"d{name}"] = f"d{base}", count
                return name

    def _is_free(self, name: str, root: Value, share: bool) -> bool:
        if name in self.reserved:
            return False
        if name not in self.taken:
            return True
        return share and not self.taken[name].meets(self.webs.life(root))

    def _give(self, root: Value, name: str) -> None:
        self.out[root] = name
        life = self.webs.life(root).copy()
        self.taken[name] = self.taken.get(name, Life()).joined(life)


def _is_named(atom: Atom) -> bool:
    return isinstance(atom, Value) and atom.named
