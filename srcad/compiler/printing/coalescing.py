"""Out of SSA: which values are one variable.

Where control flow hands a value on (into a loop, round it, out of a branch) the two
sides should be one variable; they are, unless both live at once. Then an assignment
is printed instead.
"""

from __future__ import annotations

from srcad.compiler.ir.avals import UNDEFINED, UndefinedAval
from srcad.compiler.ir.sharing import is_list, is_write, written
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    blocks_of,
    walk,
)
from srcad.compiler.printing.liveness import Liveness, Webs
from srcad.compiler.printing.packing import Packs, pack_of, same_form
from srcad.compiler.printing.schedule import Schedule
from srcad.compiler.simplify.unbound import is_read


def variables(function: Function, plan: Schedule, packs: Packs) -> Webs:
    """The variables of a function, and which of them live at once."""
    webs = Webs()
    for op in walk(function.body):
        webs.unbound.update(_left_unbound(op))
        webs.read.update(_read_unbound(op))
    Liveness(plan, webs).function(function.body)
    _join_packs(packs, webs)
    _coalesce(function.body, plan, webs, packs)
    return webs


def _join_packs(packs: Packs, webs: Webs) -> None:
    """Values that are one list are one variable."""
    first: dict[object, Value] = {}
    for value, pack in packs.items():
        if webs.root(value) in webs.members:
            webs.join(first.setdefault(pack.key, value), value)


def _coalesce(block: Block, plan: Schedule, webs: Webs, packs: Packs) -> None:
    for op in block.ops:
        if is_write(op) and isinstance(op, Op) and isinstance(op.args[0], Value):
            webs.join(written(op), _written(op.args[0], plan))
    for op in block.ops:
        for inner in blocks_of(op):
            _coalesce(inner, plan, webs, packs)
    for op in block.ops:
        match op:
            case Loop():
                for param, result in zip(op.carry_params, op.results, strict=False):
                    webs.join(param, result)
                for k, param in enumerate(op.carry_params):
                    end = op.body.results[k]
                    if not _binds_too_early(webs, end, op.body, (param, end)):
                        _try(webs, plan, param, end)
                for k, param in enumerate(op.carry_params):
                    _try(webs, plan, param, op.starts[k])
            case If():
                for k, result in enumerate(op.results):
                    one = (result, op.then.results[k], op.orelse.results[k])
                    for block_, end in zip((op.then, op.orelse), one[1:], strict=True):
                        if _binds_too_early(webs, end, block_, one):
                            continue
                        if not _differ(result, end, packs):
                            _try(webs, plan, result, end)


def _binds_too_early(
    webs: Webs, end: Atom, block: Block, variable: tuple[Atom, ...]
) -> bool:
    """Whether a value from before a block would be put into a variable that a path
    leaves unbound, which raises there."""
    values = [one for one in variable if isinstance(one, Value)]
    if not webs.may_raise(*values):
        return False
    return not any(end in op.results for op in walk(block))


def _written(value: Value, plan: Schedule) -> Value:
    """What a write changes: the variable that may hold None, where it is there."""
    made = plan.folded.get(value)
    while made is not None and made.primitive == "present":
        (source,) = made.args
        assert isinstance(source, Value)
        value, made = source, plan.folded.get(source)
    return value


def _differ(result: Value, end: Atom, packs: Packs) -> bool:
    """Whether a list is handed on in another form."""
    if not isinstance(end, Value) or not is_list(end.aval):
        return False
    return not same_form(pack_of(result, packs), pack_of(end, packs))


def _user_names(webs: Webs, value: Value) -> set[str]:
    """The names that a variable must be called by, as the user sees it."""
    found = set()
    for member in webs.members.get(webs.root(value), [value]):
        if member.named and member.hint:
            found.add(member.hint)
        elif member.primal is not None and member.primal.named:
            found.add("d" + member.primal.hint)
    return found


def _try(webs: Webs, plan: Schedule, target: Value, source: Atom) -> None:
    if not isinstance(source, Value) or source in plan.folded:
        return
    if isinstance(source.aval, UndefinedAval):
        return
    names = _user_names(webs, target), _user_names(webs, source)
    if names[0] and names[1] and not names[0] & names[1]:
        return
    if not webs.clash(target, source):
        webs.join(target, source)


def _handed(op: Operation) -> list[tuple[Value, Atom]]:
    """The variables that an operation puts values from elsewhere into, and these."""
    match op:
        case Loop():
            return list(zip(op.carry_params, op.starts, strict=False))
        case If():
            both = (op.then.results, op.orelse.results)
            return [two for one in both for two in zip(op.results, one, strict=True)]
    return []


def _left_unbound(op: Operation) -> list[Value]:
    """The variables that an operation leaves unbound on some path."""
    nothing = (None, UNDEFINED)
    return [
        v
        for v, a in _handed(op)
        if isinstance(a, Lit) and any(a.value is one for one in nothing)
    ]


def _read_unbound(op: Operation) -> list[Value]:
    """What is read although a path may have left it unbound."""
    if isinstance(op, Opaque) and is_read(op):
        return [atom for atom in op.args if isinstance(atom, Value)]
    return [v for v, a in _handed(op) if isinstance(a, Lit) and a.value is UNDEFINED]
