"""Several values in one variable: lists of tuples, and the residuals of a call.

In the IR every recorded value is a list of its own. Printed, the lists of one loop are
one variable; this says at which place of its tuples a value's elements stand. A list
inside of a list (a loop inside of a loop) is again one variable for several values.
So are the residuals of a call: a tuple that is handed on whole to the backward half.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.ir.avals import ResidualsAval, ResidualsForm
from srcad.compiler.ir.sharing import is_list
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    If,
    Loop,
    Op,
    Value,
    definitions,
)


@dataclass(frozen=True, slots=True)
class Pack:
    """Values of equal ``key`` are one list; its tuples have ``width`` parts.

    ``bundled`` says that it is no list but one such tuple, whose part may be a list in
    the form ``inner``. ``label`` is a name for it.
    """

    key: Any
    position: int
    width: int
    inner: Pack | None = None
    bundled: bool = False
    label: str = ""


# The pack of each part of a tuple; None for one that is a variable of its own.
Layout = tuple[Pack | None, ...]


class Packs(dict[Value, Pack]):
    """The pack of every list value of a function of a module; those that are
    ``returned`` are variables of their own."""

    def __init__(self, module: ModulePacks, returned: Set[Value]) -> None:
        super().__init__()
        self.module = module
        self.returned = returned


@dataclass(slots=True)
class ModulePacks:
    """Those of the functions of a module, and what calls of recursive ones keep."""

    functions: dict[Function, Packs] = field(default_factory=dict)
    layouts: dict[ResidualsForm, Layout] = field(default_factory=dict)
    keys: dict[tuple[Any, ...], object] = field(default_factory=dict)

    def key(self, *parts: Any) -> object:
        """What stands for a key of these parts, which may be such keys: it is compared
        at once, however many branches have joined what it is the key of."""
        return self.keys.setdefault(parts, object())


def function_packs(function: Function, module: ModulePacks) -> Packs:
    """The packs of a function, found once."""
    known = module.functions
    if function not in known:
        packs = Packs(module, returned_lists(function))
        if function.forward is not None:
            packs.update(_handed_over(function, function.forward, module))
        _block(function.body, packs)
        known[function] = packs
    return known[function]


def _handed_over(
    backward: Function, forward: Function, module: ModulePacks
) -> dict[Value, Pack]:
    """The packs of the residuals, which the backward half has as its parameters."""
    packs = dict(function_packs(forward, module))
    residuals = forward.body.results[forward.outputs :]
    for atom, param in zip(residuals, backward.body.params, strict=False):
        if isinstance(atom, Value) and atom in packs:
            packs.setdefault(param, packs[atom])
    return packs


def returned_lists(function: Function) -> Set[Value]:
    """The lists that a function gives back, and what they are made of by turning one
    round: each is one by itself for those who call it."""
    made = definitions(function.body.ops)
    found: set[Value] = set()
    for atom in function.body.results[: function.outputs]:
        while isinstance(atom, Value) and is_list(atom.aval):
            found.add(atom)
            op = made.get(atom)
            if op is None or op.primitive not in ("reversed", "present"):
                break
            atom = op.args[0]
    return found


def columns(atoms: Sequence[Atom], packs: Packs) -> list[Atom]:
    """The atoms without those that are one variable with an earlier one."""
    seen: set[Any] = set()
    kept: list[Atom] = []
    for atom in atoms:
        identity = _identity(atom, packs)
        if identity not in seen:
            seen.add(identity)
            kept.append(atom)
    return kept


def _identity(atom: Atom, packs: Packs) -> Any:
    if isinstance(atom, Value) and atom in packs:
        return ("list", packs[atom].key)
    return atom


def _block(block: Block, packs: Packs) -> None:
    for op in block.ops:
        match op:
            case Loop():
                _loop(op, packs)
            case If():
                _block(op.then, packs)
                _block(op.orelse, packs)
                _if(op, packs)
            case Op() if op.primitive in ("reversed", "present"):
                source = op.args[0]
                if isinstance(source, Value) and source in packs:
                    pack = packs[source]
                    if op.primitive == "reversed":
                        pack = list_pack(source, packs)
                        key = packs.module.key(op.primitive, pack.key)
                        pack = replace(pack, key=key)
                    packs[op.result] = pack
            case Op(primitive="residuals"):
                _keep(op, packs)
            case Op(primitive="residual"):
                _read(op, packs)
            case Call():
                _call(op, packs)


def _loop(op: Loop, packs: Packs) -> None:
    for param, (atom, _) in zip(op.element_params, op.sequences, strict=True):
        if isinstance(atom, Value) and atom in packs:
            pack = list_pack(atom, packs)
            if pack.inner is not None:
                inner = pack.inner
                key = packs.module.key(id(op), pack.key, inner.key)
                packs[param] = replace(inner, key=key)
    _block(op.body, packs)
    produced = zip(op.results[op.carries :], op.body.results[op.carries :], strict=True)
    together = [(one, atom) for one, atom in produced if one not in packs.returned]
    ends = [atom for _, atom in together]
    kept = [_identity(atom, packs) for atom in columns(ends, packs)]
    for result, atom in together:
        inside = packs.get(atom) if isinstance(atom, Value) else None
        place = kept.index(_identity(atom, packs))
        packs[result] = Pack(id(op), place, len(kept), inside)


def _if(op: If, packs: Packs) -> None:
    for k, result in enumerate(op.results):
        ends = [
            atom
            for atom in (op.then.results[k], op.orelse.results[k])
            if isinstance(atom, Value)
        ]
        bundled = any(is_bundled(atom, packs) for atom in ends)
        if bundled or not is_list(result.aval):
            # Of the side that was not taken there is None, and not a tuple of them.
            if len(ends) == 1 and ends[0] in packs:
                key = packs.module.key(id(op), packs[ends[0]].key)
                packs[result] = replace(packs[ends[0]], key=key)
            continue
        found = [pack_of(atom, packs) for atom in ends]
        first = found[0]
        if all(same_form(pack, first) for pack in found):
            key = packs.module.key(id(op), *(p.key for p in found))
            packs[result] = replace(first, key=key)
        else:
            # Each branch hands a list of this value alone on.
            same = all(same_form(within(pack), within(first)) for pack in found)
            packs[result] = Pack((id(op), k), 0, 1, first.inner if same else None)


def pack_of(value: Value, packs: Packs) -> Pack:
    """The pack of a list; one that is in none is a list of its own."""
    return packs.get(value) or Pack(value, 0, 1)


def same_form(first: Pack, second: Pack) -> bool:
    """Whether the elements stand at the same place of the same kind of tuple."""
    if (first.position, first.width) != (second.position, second.width):
        return False
    if first.inner is None and second.inner is None:
        return True
    return same_form(within(first), within(second))


def within(pack: Pack) -> Pack:
    """The form of the lists that are elements; one in no pack is of single values."""
    return pack.inner or Pack(None, 0, 1)


def is_bundled(atom: Atom, packs: Packs) -> bool:
    """Whether a value is one part of the residuals of a call."""
    return isinstance(atom, Value) and atom in packs and packs[atom].bundled


def list_pack(value: Value, packs: Packs) -> Pack:
    """The form of a list itself, whatever tuple it is a part of."""
    pack = packs.get(value)
    if pack is not None and pack.bundled:
        pack = pack.inner
    return pack or Pack(value, 0, 1)


def bundle(atoms: Sequence[Atom], packs: Packs) -> Value | None:
    """A value of the variable that holds just these atoms, in order, as a tuple."""
    first = atoms[0] if atoms else None
    if not isinstance(first, Value) or not is_bundled(first, packs):
        return None
    key, width = packs[first].key, packs[first].width
    places = [
        packs[atom].position
        for atom in atoms
        if isinstance(atom, Value) and atom in packs and packs[atom].key == key
    ]
    return first if places == list(range(width)) == list(range(len(atoms))) else None


def _call(op: Call, packs: Packs) -> None:
    function = op.function
    inside = function_packs(function, packs.module)
    pairs = list(zip(function.body.results, op.results, strict=True))
    for atom, result in pairs:
        if isinstance(atom, Value) and atom in inside:
            key = packs.module.key(id(op), inside[atom].key)
            packs[result] = replace(inside[atom], key=key)
    residuals = pairs[function.outputs :] if function.role == "forward" else []
    kept = [_identity(a, inside) for a in columns([a for a, _ in residuals], inside)]
    label = f"{op.label or function.name.removesuffix('_forward')}_residuals"
    for atom, result in residuals:
        if len(kept) == 1:
            packs[result] = replace(pack_of(result, packs), label=label)
            continue
        place = kept.index(_identity(atom, inside))
        form = packs.get(result)
        packs[result] = Pack(
            ("bundle", id(op)), place, len(kept), form, bundled=True, label=label
        )


def _keep(op: Op, packs: Packs) -> None:
    """What a call of a recursive function keeps, as those who read it find it."""
    form: ResidualsForm = op.attribute("form")
    layout = layout_of(op.args, packs)
    first_layout = packs.module.layouts.setdefault(form, layout)
    for pack, wanted in zip(layout, first_layout, strict=True):
        first, second = pack and pack.inner, wanted and wanted.inner
        if first is second or (first and second and same_form(first, second)):
            continue
        message = "two derivatives of a recursive function keep lists of other forms"
        help = "write it as a loop, or take fewer derivatives at once"
        raise CompileError(Diagnostic("SRC014", message, help=help))


def layout_of(atoms: Sequence[Atom], packs: Packs) -> Layout:
    """The pack of each atom."""
    return tuple(packs.get(a) if isinstance(a, Value) else None for a in atoms)


def same_layout(first: Layout, second: Layout) -> bool:
    groups = [[pack and pack.key for pack in layout] for layout in (first, second)]
    shapes = [[keys.index(key) for key in keys] for keys in groups]
    return shapes[0] == shapes[1] and all(
        (one is None) == (other is None)
        and (
            one is None
            or other is None
            or (one.bundled == other.bundled and same_form(one, other))
        )
        for one, other in zip(first, second, strict=True)
    )


def _read(op: Op, packs: Packs) -> None:
    (kept,) = op.args
    assert isinstance(kept.aval, ResidualsAval)
    # What is read was put together before.
    pack = packs.module.layouts[kept.aval.form][op.attribute("place")]
    if pack is not None:
        key = packs.module.key(kept, pack.key)
        packs[op.result] = replace(pack, key=key)


def has_residuals(function: Function) -> bool:
    """Whether a function is a backward half, called with residuals."""
    return function.forward is not None


def residual_count(function: Function) -> int:
    """How many parameters of a backward half are residuals."""
    forward = function.forward
    return 0 if forward is None else len(forward.body.results) - forward.outputs
