"""Lists of tuples: what a loop records stands in one list, one tuple an iteration.

In the IR every recorded value is a list of its own. Printed, the lists of one loop are
one variable; this says at which place of its tuples a value's elements stand. A list
inside of a list (a loop inside of a loop) is again one variable for several values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.ir import Atom, Block, Call, Function, If, Loop, Op, Value
from srcad.compiler.storage import is_list


@dataclass(frozen=True, slots=True)
class Pack:
    """Values of equal ``key`` are one list; its tuples have ``width`` parts."""

    key: Any
    position: int
    width: int
    inner: Pack | None = None


Packs = dict[Value, Pack]


def find_packs(function: Function, known: Packs | None = None) -> Packs:
    """The pack of every list value; ``known`` holds those of the parameters."""
    packs: Packs = dict(known or {})
    _block(function.body, packs)
    return packs


def columns(atoms: tuple[Atom, ...], packs: Packs) -> list[Atom]:
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
                    key = pack.key
                    if op.primitive == "reversed":
                        key = (op.primitive, key)
                    packs[op.result] = Pack(key, pack.position, pack.width, pack.inner)
            case Call():
                _call(op, packs)


def _loop(op: Loop, packs: Packs) -> None:
    for param, (atom, _) in zip(op.element_params, op.sequences, strict=True):
        if isinstance(atom, Value) and atom in packs:
            pack = packs[atom]
            if pack.inner is not None:
                inner = pack.inner
                key = (id(op), pack.key, inner.key)
                packs[param] = Pack(key, inner.position, inner.width, inner.inner)
    _block(op.body, packs)
    ends = op.body.results[op.carries :]
    kept = [_identity(atom, packs) for atom in columns(ends, packs)]
    for result, atom in zip(op.results[op.carries :], ends, strict=True):
        inside = packs.get(atom) if isinstance(atom, Value) else None
        place = kept.index(_identity(atom, packs))
        packs[result] = Pack(id(op), place, len(kept), inside)


def _if(op: If, packs: Packs) -> None:
    for k, result in enumerate(op.results):
        if not is_list(result.aval):
            continue
        found = [
            pack_of(atom, packs)
            for atom in (op.then.results[k], op.orelse.results[k])
            if isinstance(atom, Value)
        ]
        first = found[0]
        if all(same_form(pack, first) for pack in found):
            key: Any = (id(op), tuple(p.key for p in found))
            packs[result] = Pack(key, first.position, first.width, first.inner)
        elif any(pack.inner is not None for pack in found):
            message = "the two branches record nested lists of different forms"
            raise CompileError(Diagnostic("SRC013", message))
        else:
            # Each branch hands a list of this value alone on.
            packs[result] = Pack((id(op), k), 0, 1)


def pack_of(value: Value, packs: Packs) -> Pack:
    """The pack of a list; one that is in none is a list of its own."""
    return packs.get(value) or Pack(value, 0, 1)


def same_form(first: Pack, second: Pack) -> bool:
    """Whether the elements stand at the same place of the same kind of tuple."""
    if (first.position, first.width) != (second.position, second.width):
        return False
    if first.inner is None or second.inner is None:
        return first.inner is second.inner
    return same_form(first.inner, second.inner)


def _call(op: Call, packs: Packs) -> None:
    inside = function_packs(op.function)
    for atom, result in zip(op.function.body.results, op.results, strict=True):
        if isinstance(atom, Value) and atom in inside:
            pack = inside[atom]
            key = (id(op), pack.key)
            packs[result] = Pack(key, pack.position, pack.width, pack.inner)


def function_packs(function: Function) -> Packs:
    """The packs of a function, found once."""
    cache = function.cache
    if "packs" not in cache:
        known = cache.get("param_packs")
        if known is None and "forward" in cache:
            known = find_packs(cache["forward"])
        cache["packs"] = find_packs(function, known)
    found: Packs = cache["packs"]
    return found
