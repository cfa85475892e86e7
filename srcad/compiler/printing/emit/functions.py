"""Functions of a module: the two halves of the target and of what it calls."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.evaluate.calls.splicing import Splice
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.catches import CAUGHT
from srcad.compiler.ir.numbers import doubles_of, numbers_of
from srcad.compiler.ir.own_class import in_words_of_python
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Operation,
    Value,
    walk,
)
from srcad.compiler.printing.accumulation import add_in_place
from srcad.compiler.printing.emit.function_names import FunctionNames
from srcad.compiler.printing.emit.nones import holding_none, seen_as_none
from srcad.compiler.printing.emit.real_powers import real_powers
from srcad.compiler.printing.emit.splitting import largest_part
from srcad.compiler.printing.emit.statements import Emitter
from srcad.compiler.printing.emit.writer import Writer, name
from srcad.compiler.printing.iteration import over_arrays
from srcad.compiler.printing.liveness import Webs
from srcad.compiler.printing.naming import RESERVED, AnyNames, Names, name_values
from srcad.compiler.printing.order import keep_starts, ordered
from srcad.compiler.printing.packing import ModulePacks, columns, function_packs
from srcad.compiler.printing.scaling import scale_in_place
from srcad.compiler.printing.schedule import Schedule, Scheduling
from srcad.compiler.printing.storage import make_writes_safe

# What is printed as the call of a kernel of the back end.
_KERNELS = {"unbroadcast": "unbroadcast", "foreign": "check_result"}


@dataclass(slots=True)
class Written:
    """What writing the functions of a module comes to."""

    kernels: dict[str, None] = field(default_factory=dict)
    imports: dict[str, None] = field(default_factory=dict)
    functions: dict[str, Any] = field(default_factory=dict)
    primal_names: dict[Value, str] = field(default_factory=dict)
    classes: dict[int, str] = field(default_factory=dict)
    numbered: dict[str, tuple[str, int]] = field(default_factory=dict)
    numbers: set[Value] = field(default_factory=set)
    kept_names: dict[Value, str] = field(default_factory=dict)
    called: FunctionNames = field(default_factory=FunctionNames)
    packs: ModulePacks = field(default_factory=ModulePacks)
    # Whether handlers wait for what is raised.
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """How a function is called: forms of its output and the names of its inputs."""

    output: Any
    params: tuple[str, ...]
    parameters: tuple[str, ...]


def emitter_for(
    function: Function,
    written: Written,
    fixed: dict[Value, str],
    cotangents: Sequence[Value] = (),
    own_lists: frozenset[Value] = frozenset(),
) -> tuple[Function, Emitter]:
    """Prepare a function for writing: storage, schedule, names.

    ``cotangents`` are those of the outputs, of a backward half; ``own_lists`` those
    that are lists made for it.
    """
    function = add_in_place(make_writes_safe(function, own_lists))
    function = scale_in_place(function)
    function = ordered(over_arrays(function))
    function, kept = keep_starts(function)
    numbers = numbers_of(function.body, written.numbers)
    function = in_words_of_python(function, numbers)
    written.numbers |= numbers
    plan = _split(function, written, set(kept), numbers)
    names = _named(function, written, plan, fixed, cotangents)
    writer = Writer(
        plan,
        names,
        written.kernels,
        written.functions,
        function_packs(function, written.packs),
        written.called,
        written.imports,
        has_math="math" not in fixed.values(),
        numbers=numbers,
        doubles=doubles_of(function.body),
        real=real_powers(function.body),
        divided=_divided(function),
    )
    seen = seen_as_none(function, names)
    holding = holding_none(function, names, seen)
    imports = written.imports
    emitter = Emitter(writer, writer.packs, imports=imports, seen=seen, holding=holding)
    _remember(function, names, kept, written)
    return function, emitter


def _divided(function: Function) -> frozenset[tuple[Atom, ...]]:
    """What the forward half of a backward one divides, and by what."""
    ops = walk(function.forward.body) if function.forward is not None else ()
    divisions = (op for op in ops if isinstance(op, Op))
    return frozenset(op.args for op in divisions if op.primitive == "divide")


def _split(
    function: Function, written: Written, apart: set[Value], numbers: frozenset[Value]
) -> Schedule:
    """A schedule by which no statement is too long: a part of one gets a name.

    How long it is does not depend on names, so these come later.
    """
    scheduling = Scheduling(function, written.awaited)
    real = real_powers(function.body)
    packs = function_packs(function, written.packs)
    while True:
        plan = scheduling.plan(apart)
        names = Names(Webs(), AnyNames())
        writer = Writer(plan, names, {}, {}, packs, written.called, numbers=numbers)
        writer.real, writer.divided = real, _divided(function)
        found = [largest_part(writer, one) for one in Emitter(writer, packs).long()]
        parts = [part for part in found if part is not None]
        if not parts or not apart.isdisjoint(parts):
            return plan
        apart = apart.union(parts)


def _named(
    function: Function,
    written: Written,
    plan: Schedule,
    fixed: dict[Value, str],
    cotangents: Sequence[Value],
) -> Names:
    reserved = (RESERVED | called_names(function, written)) - set(fixed.values())
    reserved |= _imported_names(function, fixed)
    return name_values(
        function,
        plan,
        fixed,
        written.primal_names,
        written.kept_names,
        function_packs(function, written.packs),
        reserved,
        written.numbered,
        cotangents,
    )


def called_names(function: Function, written: Written) -> set[str]:
    """What the functions are called that a function calls."""
    calls = [one for op in walk(function.body) for one in functions_of(op)]
    return {written.called[one] for one in calls}


def called_kernels(*functions: Function) -> set[str]:
    """The names of the kernels that functions call themselves."""
    ops = (op for function in functions for op in walk(function.body))
    return {name for op in ops for name in _kernels_of(op)}


def _kernels_of(op: Operation) -> Iterable[str]:
    if isinstance(op, Opaque):
        return op.kernels
    if not isinstance(op, Op):
        return ()
    if op.primitive == "kernel":
        return (op.attribute("call").name,)
    return [_KERNELS[op.primitive]] if op.primitive in _KERNELS else ()


def _imported_names(function: Function, fixed: dict[Value, str]) -> set[str]:
    """The names that a function needs of modules."""
    found = called_kernels(function)
    found |= set() if "math" in fixed.values() else {"math"}
    for op in walk(function.body):
        if isinstance(op, Op) and op.primitive == "foreign":
            found.add(op.attribute("call").module.partition(".")[0])
        if isinstance(op, Op) and PRIMITIVES[op.primitive].library:
            found.add(PRIMITIVES[op.primitive].library.rpartition(".")[2])
        if isinstance(op, If):
            lines = [line for one in op.catches for line in one.imports]
            found.update(line.split()[-1] for line in lines)
            found.update({"sys"} if Lit(CAUGHT) in op.then.results else ())
        if isinstance(op, Opaque):
            found.update(line.split()[-1] for line in op.imports)
    for word in sorted(found & set(fixed.values())):
        message = f"an input is called `{word}`, like what is used here"
        help = "give the input another name"
        raise CompileError(Diagnostic("SRC012", message, help=help))
    return found


def _remember(
    function: Function, names: Names, kept: set[Value], written: Written
) -> None:
    for value in function.body.params:
        written.primal_names.setdefault(value, names[value])
    for value in kept:
        if value.source is not None:
            written.kept_names[value.source] = names[value]
    for op in walk(function.body):
        for value in op.results:
            written.primal_names.setdefault(value, names.descriptions[value])
        if isinstance(op, Loop):
            for param in op.body.params:
                written.primal_names.setdefault(param, names[param])


def unique_names(
    values: tuple[Value, ...],
    reserved: set[str],
    known: Mapping[Value, str] | None = None,
) -> dict[Value, str]:
    """A name for each parameter: the known one, or from its hint."""
    taken = set(reserved)
    known = known or {}
    out: dict[Value, str] = {}
    for value in values:
        base = known.get(value) or value.hint or "value"
        if value.primal is not None and not value.named and value not in known:
            base = "d" + (known.get(value.primal) or value.primal.hint or "value")
        out[value] = unused(base, taken)
        taken.add(out[value])
    return out


def unused(base: str, taken: set[str]) -> str:
    """``base``, or with a number behind it where that is taken."""
    word, count = base, 0
    while word in taken:
        count += 1
        word = f"{base}_{count}"
    return word


def tuple_of(parts: list[ast.expr], store: bool = False) -> ast.expr:
    return ast.Tuple(parts, ast.Store() if store else ast.Load())


def definition(
    function_name: str, params: list[str], body: list[ast.stmt], docstring: str
) -> ast.FunctionDef:
    """A ``def`` with a docstring."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(p) for p in params],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    head = ast.Expr(ast.Constant(docstring))
    node = ast.FunctionDef(function_name, arguments, [head, *body], [], lineno=1)
    if hasattr(node, "type_params"):
        node.type_params = []
    return node


def unpacking(names: list[str], source: str) -> list[ast.stmt]:
    """``a, b = residuals``; nothing where there is nothing to unpack."""
    if not names or names == [source]:
        return []
    if len(names) == 1:
        target: ast.expr = ast.Name(names[0], ast.Store())
    else:
        target = tuple_of([ast.Name(n, ast.Store()) for n in names], store=True)
    return [ast.Assign([target], name(source))]


def residual_atoms(function: Function, written: Written) -> tuple[Value, ...]:
    """The residuals, each list once."""
    atoms = function.body.results[function.outputs :]
    kept = columns(atoms, function_packs(function, written.packs))
    return tuple(atom for atom in kept if isinstance(atom, Value))


def packed(names: list[ast.expr]) -> ast.expr:
    """The residuals as one object: a tuple, or the only one itself."""
    return names[0] if len(names) == 1 else tuple_of(names)


def called_functions(function: Function) -> list[Function]:
    """Every function that is called, in order, those that they call first."""
    found: dict[Function, None] = {}

    def visit(one: Function) -> None:
        if splice_of(one) is not None:
            return
        for op in walk(one.body):
            for called in functions_of(op):
                if not _is_listed(called, found):
                    visit(called)
                    found[called] = None

    visit(function)
    return list(found)


def _is_listed(function: Function, found: dict[Function, None]) -> bool:
    return function.itself or function in found


def splice_of(function: Function) -> Splice | None:
    return function.splice if isinstance(function.splice, Splice) else None


def wholes_of(emitter: Emitter, atoms: tuple[Atom, ...]) -> list[ast.expr]:
    """The variables that hold these residuals."""
    return [emitter.writer.whole(atom) for atom in atoms]


def atoms_of(emitter: Emitter, atoms: tuple[Atom, ...]) -> list[ast.expr]:
    return [emitter.writer.atom(atom) for atom in atoms]
