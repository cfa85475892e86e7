"""What is given for a request: the module, and all that is known of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from codegen.description import Header, Module
from codegen.digest import parsed_text, texts_digest
from srcad.compiler.compiled.core import Core
from srcad.compiler.compiled.forms import NotCompiled
from srcad.compiler.compiled.module import with_core
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.memory.limit import Kept
from srcad.compiler.differentiate.plain_numbers import is_of_plain_numbers
from srcad.compiler.evaluate.calls.live import Live
from srcad.compiler.evaluate.kinds import outward
from srcad.compiler.evaluate.objects import Given
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.amounts import Amounts
from srcad.compiler.ir.avals import Aval, without_size
from srcad.compiler.ir.origins import Origin, span_of_origin
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.sharing import result_aliases
from srcad.compiler.ir.types import (
    Atom,
    Function,
    Op,
    Opaque,
    Operation,
    Value,
    walk,
)
from srcad.compiler.ir.zeros import zero_results
from srcad.compiler.printing.emit import texts
from srcad.compiler.printing.emit.entry import printed_inputs
from srcad.compiler.printing.emit.families import Family
from srcad.compiler.printing.emit.functions import called_functions, called_kernels
from srcad.compiler.printing.emit.interface import Interface
from srcad.compiler.printing.emit.module import describe
from srcad.compiler.reading import outputs
from srcad.compiler.reading.captured import Captured
from srcad.compiler.reading.guards import Guard, guard_as_json, path_detail
from srcad.compiler.reading.paths import ROOT, as_json
from srcad.compiler.reading.source import Source
from srcad.compiler.request import Request, subject_of, with_float_dtype

FORMAT = 3


@dataclass(frozen=True, slots=True)
class Compilation:
    """A module's description, with what it was made from.

    ``live`` are the objects that the module is given, behind its other arguments;
    ``guards`` are all that it depends on besides its inputs.
    """

    module: Module
    manifest: dict[str, Any]
    live: tuple[Any, ...] = ()
    sources: tuple[Source, ...] = field(default=(), repr=False)
    guards: tuple[Guard, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Lowered:
    """The primal function, and what is known about its parameters and output.

    ``families`` are the Parameters that are lists of it, by the name of their first.
    """

    function: Function
    inputs: tuple[tuple[str, Aval], ...]
    parameters: tuple[tuple[str, Aval, bool], ...]
    output: Any
    session: Session
    updates: tuple[str, ...] = ()
    rng: bool = False
    live: tuple[Live, ...] = ()
    read: tuple[Any, ...] = ()
    captured: tuple[Captured, ...] = ()
    families: Mapping[str, Family] = field(default_factory=dict)

    def lengths(self, params: Sequence[Value]) -> dict[Atom, int]:
        """How many arrays each of a half's parameters holds that is a family."""
        names = [name for name, _ in self.inputs]
        names += self.listed(self.session.parameters)
        counts = {str(one): len(one.names) for one in self.families.values()}
        pairs = zip(params, names, strict=False)
        return {param: counts[name] for param, name in pairs if name in counts}

    def listed(self, names: Iterable[str]) -> list[str]:
        """The names of Parameters, with one name for each family."""
        others = {word for one in self.families.values() for word in one.names}
        return [
            str(self.families.get(word, word))
            for word in names
            if word in self.families or word not in others
        ]


def described(
    request: Request,
    lowered: Lowered,
    wrt: tuple[tuple[str, ...], tuple[str, ...]],
    output: Any,
    halves: tuple[Function, Function],
    core: Core | NotCompiled | None = None,
    kept: Kept | None = None,
) -> Compilation:
    """The module of two halves, and what it was made from; with a ``core`` beside
    them, or why there is none. ``kept`` is told where it was limited."""
    interface = _interface(request, lowered, wrt, output, halves)
    if kept is not None:
        interface = replace(interface, kept=_told(request, interface, kept))
    known = {**_given(lowered, interface), **_noticed(lowered, interface)}
    guards = _guards(request, lowered, interface)
    sources = tuple(lowered.session.sources)
    read = [parsed_text(source.node) for source in sources if not source.library]
    needs = _needs(request, halves)
    header = Header(request.label, texts_digest(read), FORMAT, needs)
    module = describe(*halves, interface, header)
    if isinstance(core, Core):
        try:
            module = with_core(module, core, interface)
        except NotCompiled as reason:
            core = reason
    not_compiled = str(core) if isinstance(core, NotCompiled) else ""
    if not_compiled:
        known["notes"].append(f"computed by NumPy: Numba has no {not_compiled}")
    manifest = {
        "source": request.label,
        "read": sorted({source.path for source in sources if not source.library}),
        **known,
        "engine": request.engine,
        "not_compiled": not_compiled,
        "plain_numbers": is_of_plain_numbers(halves[1]),
        "guards": [guard_as_json(guard) for guard in guards],
    }
    classes = outputs.description(outward(output))
    if classes is not None:
        manifest["output"] = classes
    live = tuple(one.item for one in lowered.live)
    return Compilation(module, manifest, live, sources, guards)


def _needs(request: Request, halves: tuple[Function, Function]) -> tuple[str, ...]:
    """The libraries besides NumPy that the module imports, if it may; Python's own is
    always there."""
    found: dict[str, tuple[str, Origin | None]] = {}
    for half in halves:
        for function in (half, *called_functions(half)):
            for op in walk(function.body):
                library, word = _library(op)
                if library and library not in sys.stdlib_module_names:
                    found.setdefault(library, (word, op.origin))
    for library, (word, origin) in found.items():
        if request.allow is not None and library not in request.allow:
            raise CompileError(_not_allowed(library, word, origin))
    return tuple(sorted(found))


def _library(op: Operation) -> tuple[str, str]:
    """The library that an operation needs, and what it needs of it."""
    if isinstance(op, Op):
        row = PRIMITIVES[op.primitive]
        return row.library.partition(".")[0], row.function
    if isinstance(op, Opaque) and op.functions:
        # The solvers of SciPy are what calls functions of the module.
        found = re.search(r"(optimize|integrate)\.\w+", op.template)
        return "scipy", found[0] if found else "integrate.solve_ivp"
    return "", ""


def _not_allowed(word: str, function: str, origin: Origin | None) -> Diagnostic:
    message = f"the module would need `{word}`, for `{word}.{function}`"
    label = "has no equal in NumPy, which is all that a module needs"
    help = f'allow it: `--allow {word}`, or `allow = ["{word}"]` in the target'
    span = span_of_origin(origin)
    return Diagnostic("SRC012", message, span, label if span else "", help)


def _interface(
    request: Request,
    lowered: Lowered,
    wrt: tuple[tuple[str, ...], tuple[str, ...]],
    output: Any,
    halves: tuple[Function, Function],
) -> Interface:
    forward, backward = halves
    first = request.order == 1
    updates = lowered.updates if first else ()
    outs = forward.body.results[: forward.outputs - len(updates)]
    session = lowered.session
    avals = {name: aval for name, aval, _ in lowered.parameters}
    avals |= {str(one): avals[first] for first, one in lowered.families.items()}
    arrays = {name: one for name, (one, _) in session.parameters.items()}
    given = [name for name, _, _ in lowered.parameters]
    return Interface(
        printed_inputs(lowered.inputs, called_kernels(forward, backward)),
        tuple((name, avals[name]) for name in lowered.listed(given)),
        _captured(lowered),
        tuple(
            isinstance(arrays.get(name), Captured)
            for name in lowered.listed(arrays)
            if not isinstance(arrays.get(name), Given)
        ),
        outputs.plain(outward(output)),
        tuple(without_size(atom.aval) for atom in outs),
        wrt[0],
        tuple(lowered.listed(wrt[1])),
        updates=updates,
        rng=lowered.rng,
        live=tuple(_path_of(session, one) for one in lowered.live),
        subject=subject_of(request.function),
        facts=_facts(session),
        order=request.order,
        zeros=_zeros(lowered, backward, wrt),
        predicting=tuple(session.predicting),
        unused=_unused(request, lowered),
        families={str(one): one for one in lowered.families.values()},
        aliases=result_aliases(lowered.function.body, True) if first else {},
        numbers=session.left.outputs if first else frozenset(),
    )


def _told(request: Request, interface: Interface, kept: Kept) -> str:
    """What is said of residuals that are limited."""
    avals = (aval for _, aval in (*interface.inputs, *interface.captured))
    amounts = Amounts({**dict(request.hints), **dict(request.sizes)})
    named = [dim for aval in avals for dim in aval.shape if not isinstance(dim, int)]
    words = [f"{dim}={amounts.size(dim)}" for dim in dict.fromkeys(named)]
    sizes = f", for {', '.join(words)}" if words else ""
    return (
        f"Residuals: {kept.bytes:,} bytes besides the arguments{sizes}; without "
        f"``memory={f'{request.memory}%'!r}`` {kept.before:,}."
    )


def _unused(request: Request, lowered: Lowered) -> tuple[tuple[str, Aval], ...]:
    """The Parameters of a Cell that its forward half does not read."""
    read = {name for name, _, _ in lowered.parameters}
    return tuple(
        (name, with_float_dtype(aval, request.float_dtype))
        for name, aval in request.parameters
        if name not in read
    )


def _guards(
    request: Request, lowered: Lowered, interface: Interface
) -> tuple[Guard, ...]:
    """All that the module depends on; the sizes that it is for among it."""
    door = lowered.session.builder.sizes.reading.door
    names: list[Any] = [name for name, _ in request.inputs]
    names += [path_detail(one.path) for one in lowered.captured]
    avals = [str(aval) for _, aval in (*interface.inputs, *interface.captured)]
    fits = tuple(
        (place, _words(text)) for place, text in zip(names, avals, strict=True)
    )
    door.note(ROOT, "fits", None, fits)
    return tuple(door.finished())


def _given(lowered: Lowered, interface: Interface) -> dict[str, Any]:
    """What the module is given, by name and by path."""
    door = lowered.session.builder.sizes.reading.door
    live_paths = [door.paths.get(id(one.item)) for one in lowered.live]
    with_weights = ["parameters"] if interface.wrt_parameters else []
    return {
        "wrt": [*interface.wrt_inputs, *with_weights],
        # An input and a parameter may share their name.
        "inputs": [str(aval) for _, aval in interface.inputs],
        "parameters": [name for name, _, _ in lowered.parameters],
        "draws": interface.rng,
        "updates": list(interface.updates),
        "parameter_paths": [as_json(door.paths[id(p)]) for p in lowered.read],
        "captured": [key for key, _ in interface.captured],
        "captured_paths": [as_json(one.path) for one in lowered.captured],
        "captured_sizes": [str(aval) for _, aval in interface.captured],
        "live": [as_json(path) if path is not None else None for path in live_paths],
    }


def _noticed(lowered: Lowered, interface: Interface) -> dict[str, Any]:
    """What else was noticed on the way, of which a user is told."""
    reading = lowered.session.builder.sizes.reading
    unrecorded = reading.unrecorded([one.item for one in lowered.live])
    return {
        "nested": reading.nested,
        "notes": [*_notes(interface), *[_IN_INTEGERS] * reading.integers],
        "ignores_hooks": reading.ignores_hooks,
        "integers": reading.integers,
        "fresh_hooks": list(reading.fresh) if reading.nested else [],
        "unrecorded": unrecorded,
        "reusable": not unrecorded,
    }


def _zeros(
    lowered: Lowered, backward: Function, wrt: tuple[tuple[str, ...], tuple[str, ...]]
) -> frozenset[str]:
    """The inputs and parameters whose cotangents are zeros, whatever the arrays are."""
    if backward.splice is not None:
        return frozenset()
    names = (*wrt[0], *map(texts.parameter_key, lowered.listed(wrt[1])))
    found = zip(names, zero_results(backward.body), strict=True)
    return frozenset(name for name, is_zero in found if is_zero)


def _notes(interface: Interface) -> list[str]:
    """What a person is told who has the module made."""
    inputs = [name for name, _ in interface.inputs]
    parameters = [name for name, _ in interface.parameters]
    keys = dict(zip(map(texts.parameter_key, parameters), parameters, strict=True))
    named = {**dict(zip(inputs, inputs, strict=True)), **keys}
    found = [
        f"the gradient by `{name}` is zeros, whatever the inputs are"
        for key, name in named.items()
        if key in interface.zeros
    ]
    if interface.unused:
        listed = ", ".join(f"`{name}`" for name, _ in interface.unused)
        found.append(f"not read, so without a gradient: {listed}")
    if interface.predicting:
        listed = ", ".join(f"`{path}`" for path in interface.predicting)
        found.append(f"built for prediction, not for training: {listed}")
    return found


_IN_INTEGERS = (
    "the gradient through integers is computed in integers, as MindSpore does: each "
    "term of it is cut"
)


def _words(text: str) -> tuple[str, ...]:
    """The sizes in ``float32[batch, 3]``."""
    inside = text.partition("[")[2].rstrip("]")
    return tuple(inside.split(", ")) if inside else ()


def _path_of(session: Session, live: Live) -> tuple[str, str, str | None]:
    """The argument, the class, and the path in the Cell, if it is a Cell in it."""
    path = session.naming.paths.get(id(live.item))
    return live.name, type(live.item).__name__, path


def _facts(session: Session) -> tuple[tuple[str, Any], ...]:
    facts = {k: v for k, v in session.facts.items() if v is not None}
    return tuple(sorted(facts.items()))


def arrays_of(session: Session) -> list[tuple[Any, Value]]:
    """The Parameters and the captured arrays that are read, in order."""
    return [
        (one, value)
        for one, value in session.parameters.values()
        if not isinstance(one, Given)
    ]


def _captured(lowered: Lowered) -> tuple[tuple[str, Aval], ...]:
    """The captured arrays by the keys that they have in the module."""
    found: dict[str, Aval] = {}
    for one, value in arrays_of(lowered.session):
        if isinstance(one, Captured):
            key = one.key if one.key not in found else str(one.path)
            assert isinstance(value.aval, Aval)
            found[key] = value.aval
    return tuple(found.items())
