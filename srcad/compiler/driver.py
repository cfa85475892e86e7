"""The pipeline, in reading order: a request in, the description of a module out."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache, partial
from typing import Any

import srcad.compiler.differentiate.implicit
import srcad.compiler.differentiate.integrals
import srcad.compiler.differentiate.trajectories
import srcad.compiler.evaluate.entry.evaluator  # noqa: F401  # Its files enter its tables.
from codegen.stages import Stages
from srcad.compiler.attempts import Attempts
from srcad.compiler.compiled.core import Core, core_of
from srcad.compiler.compiled.forms import NotCompiled
from srcad.compiler.described import Compilation, Lowered, arrays_of, described
from srcad.compiler.diagnostics.errors import CompileError, Diagnostic, Span
from srcad.compiler.differentiate.activity import (
    OF_COMPLEX,
    complex_results,
    without_floats,
)
from srcad.compiler.differentiate.custom import halves_for
from srcad.compiler.differentiate.integers import check_integers, mark_integers
from srcad.compiler.differentiate.memory.limit import Kept, TooMuch, limited
from srcad.compiler.differentiate.nested import gradient_function, results_of
from srcad.compiler.differentiate.partition import in_their_dtypes, split
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.evaluate.calls.effects import is_generator
from srcad.compiler.evaluate.calls.live import Live
from srcad.compiler.evaluate.calls.tracing import Placeholder
from srcad.compiler.evaluate.cell_names import CellNames
from srcad.compiler.evaluate.entry.outermost import trace_root
from srcad.compiler.evaluate.entry.returned import check_output
from srcad.compiler.evaluate.objects import Given
from srcad.compiler.evaluate.paths.recovery import reporting
from srcad.compiler.evaluate.precision import Precision
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NeedsContent, NeedsStatic
from srcad.compiler.ir.avals import Aval, carries_gradient, is_whole
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.printer import show
from srcad.compiler.ir.sizes import Sizes, SizesRelated
from srcad.compiler.ir.types import Flags, Function, Value
from srcad.compiler.ir.verifier import verify
from srcad.compiler.printing.emit.families import family_of
from srcad.compiler.reading import protocol
from srcad.compiler.reading.arguments import filled
from srcad.compiler.reading.captured import Captured
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.engines import NUMPY
from srcad.compiler.reading.paths import Path
from srcad.compiler.reading.places import placed, span_of
from srcad.compiler.reading.reachable import Names
from srcad.compiler.reading.record import Reading
from srcad.compiler.reading.records import remembering
from srcad.compiler.reading.sizes import Dim
from srcad.compiler.relating import settled, taken_names, with_one_name
from srcad.compiler.request import PARAMETERS, Request, subject_of, with_float_dtype
from srcad.compiler.simplify.driver import collect, finish, simplify
from srcad.compiler.simplify.outlining import outline
from srcad.compiler.simplify.rolling import Group, roll
from srcad.compiler.unordered import in_any_order

STAGES = ("lowering", "simplified", "reverse", "joint", "split")


@remembering()
def compile_request(
    request: Request, after: str | None = None, stages: Stages | None = None
) -> Any:
    """Compile; with ``after``, give the text of the IR after that stage instead.

    ``stages`` are told how long each takes. Raises CompileError for what cannot be
    differentiated.
    """
    attempts = Attempts()
    written_out: frozenset[Span | None] = frozenset()
    fixed: dict[str, Dim] = {}
    contents: frozenset[Path] = frozenset()
    captured: dict[Path, tuple[str, ...]] = {}
    taken = taken_names(request)
    names = cache(partial(Names.of, request.function))
    for first in itertools.chain([True], itertools.repeat(False)):
        given = dict(request.forms or request.static)
        reading = Reading(
            door=Door(request.function, given, contents),
            hints=dict(request.hints),
            fixed=fixed,
            captured_sizes=captured,
            written_out=written_out,
            ways=attempts.ways,
            taken=taken,
            names=names,
            first=first,
        )
        try:
            sizes = Sizes(reading.hints, reading)
            return _compile(request, sizes, after, stages or Stages())
        except SizesRelated:
            pass
        except NeedsContent as needs:
            contents |= frozenset(needs.paths)
        except CompileError as error:
            reading.take_back()
            if attempts.begins(error, reading):
                continue
            error, reading = attempts.ends(error, reading)
            if not reading.growing <= written_out:
                # With the loops written out, the items are known one by one.
                attempts.earlier = attempts.earlier or error
                written_out |= reading.growing
            elif not reading.related:
                error = attempts.told(error)
                if attempts.is_told(error):
                    raise placed(attempts.refused or error, request.function) from None
                if not reading.hints:
                    raise placed(error, request.function) from None
                # What cannot be done for sizes of any number may be for those of the
                # call.
                attempts.refused = error
                reading.related.extend(reading.hints.items())
        except RecursionError:
            reading.take_back()
            raise too_deep(request.function) from None
        except BaseException:
            reading.take_back()
            raise
        reading.take_back()
        request, fixed = settled(request, fixed, taken, reading.related)


def too_deep(function: Any) -> CompileError:
    """The error for a source, or a module, that is nested deeper than Python's stack
    or its parser goes."""
    message = "this is too long, or nested too deeply, to be read or written"
    help = "give the parts of a long expression names; put inner branches in functions"
    return CompileError(Diagnostic("SRC011", message, span_of(function), help=help))


def _compile(request: Request, sizes: Sizes, after: str | None, stages: Stages) -> Any:
    stages.begin("lowering")
    lowered = in_any_order(_lower, request, sizes)
    if sizes.reading.related:
        request = with_one_name(request, lowered.function, sizes)
        lowered = replace(lowered, inputs=_inputs(request))
    if after == "lowering":
        return show(lowered.function)
    stages.begin("simplifying")
    wrt = _wrt(request, lowered)
    flags = _flags(lowered, wrt)
    primal = verify(lowered.function)
    if primal.rule is not None and request.order == 1:
        return _finish_custom(request, lowered, wrt, sizes, stages)
    casts = lowered.session.precision.casts
    given = _given(request, lowered, primal, flags)
    if check_integers(primal, given, casts, sizes):
        sizes.reading.integers = True
    _check_floats(request, primal, lowered.output)
    if request.engine == NUMPY:
        # Another engine has one core, in which nothing is called.
        lowered = replace(lowered, function=verify(outline(primal)))
        if request.order == 1 and PARAMETERS not in request.integers:
            lowered, flags = _rolled(lowered, flags)
    primal = verify(simplify(verify(lowered.function)))
    if after == "simplified":
        return show(primal)
    mark_integers(primal, _given(request, lowered, primal, flags), sizes)
    stages.begin("reverse mode")
    output: Any = lowered.output
    for _ in range(request.order - 1):
        primal = verify(simplify(verify(gradient_function(primal, flags, sizes))))
        mark_integers(primal, _given(request, lowered, primal, flags), sizes)
        output = _gradient_form(flags)
    joint = verify(differentiate(primal, flags, _outputs(primal), sizes))
    if after == "reverse":
        return show(joint)
    stages.begin("simplifying")
    joint = verify(simplify(joint, inline=True))
    if after == "joint":
        return show(joint)
    stages.begin("cutting")
    douts = sum(_outputs(primal))
    forward, backward = finish(*split(joint, primal, douts, arrays=True))
    if lowered.session.decided:
        backward = in_their_dtypes(backward)
    forward, backward, kept = _limited(request, lowered, forward, backward)
    for atom, flag in zip(forward.body.results, _outputs(primal), strict=False):
        if isinstance(atom, Value) and isinstance(atom.aval, Aval):
            atom.aval = replace(atom.aval, exact=flag and not atom.aval.is_inexact)
    verify(forward)
    verify(backward)
    sizes.settled()
    if after == "split":
        return show(forward) + "\n" + show(backward)
    stages.begin("writing")
    core = _core(request, joint, primal, sizes)
    halves = collect(forward, backward)
    return described(request, lowered, wrt, output, halves, core, kept)


def _limited(
    request: Request, lowered: Lowered, forward: Function, backward: Function
) -> tuple[Function, Function, Kept | None]:
    """The halves with as few residuals as the request allows, and how many these are;
    nothing else happens where it allows all of them."""
    if request.memory >= 100:
        return forward, backward, None
    _check_memory(request)
    sizes = {**dict(request.hints), **dict(request.sizes)}
    try:
        lengths = lowered.lengths(forward.body.params)
        return limited(forward, backward, request.memory, sizes, lengths)
    except TooMuch as error:
        least, before = error.args
        share = -(-100 * least // before)
        message = (
            f"{subject_of(request.function)} keeps at least {least:,} bytes of "
            f"{before:,}, which is {share} %, not {request.memory} %"
        )
        help = (
            f'allow it `memory="{share}%"`: random numbers, what has effects and what '
            "srcad does not look into are not computed again"
        )
        span = span_of(request.function)
        raise CompileError(Diagnostic("SRC026", message, span, help=help)) from None


def _check_memory(request: Request, of_bprop: bool = False) -> None:
    """Refuse a limit where it would be without effect."""
    subject, message = subject_of(request.function), ""
    if request.memory >= 100:
        return
    if request.engine != NUMPY:
        message = f"by Numba, {subject} keeps nothing between its halves"
        help = "leave `memory` or `engine` out: compiled, both halves are one function"
    elif of_bprop:
        message = f"{subject} keeps what its `bprop` reads"
        help = "leave `memory` out: a `bprop` is not changed"
    if message:
        span = span_of(request.function)
        raise CompileError(Diagnostic("SRC026", message, span, help=help))


def _rolled(lowered: Lowered, flags: Flags) -> tuple[Lowered, Flags]:
    """The primal with loops over the Parameters of layers of one kind, in a row."""
    first, names = len(lowered.inputs), list(lowered.session.parameters)
    trained = {name: flag for name, _, flag in lowered.parameters}

    def members(group: Group) -> list[str]:
        return [names[k - first] for k in group if k >= first]

    def allowed(group: Group) -> bool:
        found = members(group)
        known = len({trained.get(name) for name in found}) == 1 and found[0] in trained
        return len(found) == len(group) and known and family_of(found) is not None

    rolled = roll(lowered.function, allowed)
    families = {
        members(group)[0]: family
        for group in rolled.groups
        if len(group) > 1 and (family := family_of(members(group))) is not None
    }
    lowered = replace(lowered, function=rolled.function, families=families)
    return lowered, tuple(flags[group[0]] for group in rolled.groups)


def _core(
    request: Request, joint: Function, primal: Function, sizes: Sizes
) -> Core | NotCompiled | None:
    """Both halves in one, for another engine; or why there is none."""
    if request.engine == NUMPY:
        return None
    try:
        return core_of(joint, primal, sum(_outputs(primal)), sizes)
    except NotCompiled as reason:
        return reason


def _outputs(primal: Function) -> tuple[bool, ...]:
    """Which results have a cotangent: the floating outputs, not the updates."""
    count = primal.outputs - primal.updates
    return tuple(
        carries_gradient(atom.aval) and k < count
        for k, atom in enumerate(primal.body.results)
    )


def _gradient_form(flags: tuple[bool, ...]) -> Any:
    count = sum(flags)
    if count == 1:
        return Placeholder(0)
    return tuple(Placeholder(k) for k in range(count))


def _finish_custom(
    request: Request,
    lowered: Lowered,
    wrt: tuple[tuple[str, ...], tuple[str, ...]],
    sizes: Sizes,
    stages: Stages,
) -> Compilation:
    """A Cell with a ``bprop``: its pair is the module's two halves."""
    body = simplify(lowered.function, inline=True).body
    function = replace(lowered.function, body=body)
    pair = halves_for(function, sizes, _flags(lowered, wrt))
    _check_memory(request, of_bprop=True)
    halves = pair.forward, pair.backward
    if pair.backward.splice is None:
        halves = pair.forward, simplify(pair.backward, inline=True)
    sizes.settled()
    stages.begin("writing")
    core = NotCompiled("a user's `bprop`") if request.engine != NUMPY else None
    return described(request, lowered, wrt, lowered.output, finish(*halves), core)


def _inputs(request: Request) -> tuple[tuple[str, Aval], ...]:
    dtype = request.float_dtype
    return tuple((name, with_float_dtype(a, dtype)) for name, a in request.inputs)


def _lower(request: Request, sizes: Sizes) -> Lowered:
    session = Session(
        Builder(sizes),
        precision=Precision(request.float_dtype),
        hooks=request.hooks,
        live=request.live,
        integers=bool(request.integers),
    )
    inputs = _inputs(request)
    names = sizes.reading.names()
    session.naming = CellNames(dict(names.parameters), names.cells)
    cell = protocol.is_cell(protocol.innermost(request.function))
    tensors = cell or any(aval.tensor for _, aval in inputs)
    boxes: dict[str, Any] = {}
    for name, aval in inputs:
        # A Python number stays one, also in a Cell.
        tensor = tensors and not aval.weak
        value = Value(replace(aval, tensor=tensor), name, named=True)
        boxes[name] = session.box(value)
        boxes[name].holds = name in request.without_axes
    argument = session.door.argument
    arguments = {**boxes, **{n: argument(n, item) for n, item in request.static}}
    if request.forms:
        arguments = {n: filled(argument(n, f), boxes) for n, f in request.forms}
    try:
        with reporting(session):
            traced = trace_root(session, request.function, arguments)
    except NeedsStatic as error:
        raise CompileError(_not_static(request.function, error)) from None
    subject = subject_of(request.function)
    check_output(request.function, subject, traced.output)
    function = traced.function
    used = _used_parameters(session)
    updates = tuple(session.naming.parameters[id(p)] for p in traced.updates)
    rng = any(is_generator(p) for p, _ in session.parameters.values())
    live = tuple(p for p, _ in session.parameters.values() if isinstance(p, Live))
    arrays = [one for one, _ in arrays_of(session)]
    return Lowered(
        *(function, inputs, used, traced.output, session, updates, rng, live),
        read=tuple(one for one in arrays if not isinstance(one, Captured)),
        captured=tuple(one for one in arrays if isinstance(one, Captured)),
    )


def _not_static(function: Any, error: NeedsStatic) -> Diagnostic:
    return error.at(span_of(function)).diagnostic()


def _check_floats(request: Request, primal: Function, output: Any) -> None:
    """Some result is a float, and none is complex; of Tensors integers have zeros."""
    found = complex_results(results_of(primal, output, request.aux))
    if found and request.wrt != ():
        message = f"{subject_of(request.function)} returns {found}"
        span = span_of(request.function)
        raise CompileError(Diagnostic("SRC022", message, span, help=OF_COMPLEX))
    if protocol.is_cell(request.function) or request.wrt == ():
        return
    if not any(aval.tensor for _, aval in request.inputs):
        found = without_floats(primal.body.results[: primal.outputs - primal.updates])
        if found:
            message = f"{subject_of(request.function)} returns {found}"
            span = span_of(request.function)
            help = "return floats; what counts or compares can be one result of several"
            raise CompileError(Diagnostic("SRC022", message, span, help=help))


def _used_parameters(session: Session) -> tuple[tuple[str, Aval, bool], ...]:
    """Every parameter that is read, with whether it is trainable.

    ``trace`` has asked the session for each of them on behalf of the caller.
    """
    found = []
    for name, (parameter, value) in session.parameters.items():
        if isinstance(parameter, Given | Captured):
            continue
        assert isinstance(value.aval, Aval)
        found.append((name, value.aval, bool(parameter.requires_grad)))
    return tuple(found)


def _wrt(request: Request, lowered: Lowered) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The inputs and the parameters whose cotangents are wanted."""
    if protocol.is_cell(request.function):
        for name, aval in lowered.inputs:
            if aval.is_complex:
                message = f"the input `{name}` is a Tensor of complex numbers"
                help = "write a function of NumPy arrays"
                raise CompileError(Diagnostic("SRC017", message, help=help))
    floating = [n for n, aval in lowered.inputs if aval.is_inexact]
    whole = PARAMETERS in request.integers
    read = [(n, aval) for n, aval, flag in lowered.parameters if flag]
    trainable = [n for n, a in read if a.is_inexact or (whole and is_whole(a))]
    if request.wrt is None:
        if not floating and not trainable:
            message = "there is nothing to differentiate with respect to"
            words = ", ".join(f"`{n}` is {aval.dtype}" for n, aval in lowered.inputs)
            help = "no input is floating, and no parameter is trainable"
            help += f": {words}; pass floats" if words else ""
            raise CompileError(Diagnostic("SRC022", message, help=help))
        return tuple(floating), tuple(trainable)
    if request.wrt == (PARAMETERS,) and not (trainable or request.live):
        message = "`wrt` names `parameters`, and none that is trainable is read"
        help = "name inputs, or leave it out: all that have a derivative"
        raise CompileError(Diagnostic("SRC022", message, help=help))
    known = [name for name, _ in lowered.inputs]
    for name in request.wrt:
        if name == PARAMETERS:
            continue
        if name not in known:
            words = ", ".join(f"`{word}`" for word in known)
            message = f"`wrt` names `{name}`, which is none of the inputs {words}"
            raise CompileError(Diagnostic("SRC022", message))
        exact = name in floating or name in request.integers
        if not exact and lowered.function.rule is None:
            message = f"`wrt` names `{name}`, whose dtype has no derivative"
            help = "pass floats, or name others: floating inputs, and `parameters`"
            raise CompileError(Diagnostic("SRC022", message, help=help))
    inputs = tuple(n for n in known if n in request.wrt)
    return inputs, tuple(trainable) if PARAMETERS in request.wrt else ()


def _given(
    request: Request, lowered: Lowered, primal: Function, flags: Flags
) -> list[Value]:
    """What is differentiated by: floats, and the integers that are asked for."""
    given, params = [n for n, _ in lowered.inputs], primal.body.params
    names = [*given, *[PARAMETERS] * (len(flags) - len(given))]
    every = zip(params, flags, names, strict=True)
    asked = request.integers
    return [p for p, f, n in every if f and (n in asked or not is_whole(p.aval))]


def _flags(lowered: Lowered, wrt: tuple[tuple[str, ...], tuple[str, ...]]) -> Flags:
    names = [n for n, _ in lowered.inputs]
    known = {*names, *(n for n, _, _ in lowered.parameters)}.intersection(wrt[1])
    return (
        *(n in wrt[0] for n in names),
        *(n in known for n in lowered.session.parameters),
    )
