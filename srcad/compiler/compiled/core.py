"""The core of a module: a function and its derivative as one function for Numba.

It is printed from the IR of both together, before they are cut into halves, so nothing
is kept in lists of Python on the way. Calls are put in the place of what they call.
What it cannot say has no core (``NotCompiled``), and the NumPy module computes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from srcad.compiler.compiled.control import print_block, writes_somewhere
from srcad.compiler.compiled.definitions import with_definitions
from srcad.compiler.compiled.elements import checked
from srcad.compiler.compiled.forms import (
    Array,
    Filled,
    Form,
    Names,
    NotCompiled,
    Scalar,
    View,
)
from srcad.compiler.compiled.helpers import called_by
from srcad.compiler.compiled.writer import GIVE_UP, Writer, as_dtype
from srcad.compiler.ir.avals import Aval, ShapeAval, is_complex
from srcad.compiler.ir.sharing import results_to_copy
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.substitution import (
    Substitution,
    substitute,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    Op,
    Operation,
    Value,
    array_aval,
    walk,
)
from srcad.compiler.printing.storage import make_writes_safe
from srcad.compiler.reading.sizes import Dim, Size, named_size
from srcad.compiler.simplify.driver import simplify
from srcad.compiler.simplify.inline import inlined
from srcad.compiler.simplify.kept import is_kept

# A function that is called often is printed as often as it is called.
_MOST = 4000


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a core: a number or an array of a dtype."""

    name: str
    dtype: str
    rank: int


@dataclass(frozen=True, slots=True)
class Core:
    """The text of a core, and how it is called.

    ``inputs`` are the primal's parameters in order, ``seeds`` the cotangents of the
    floating outputs, each with a flag behind it where it is an array. It gives whether
    it has computed anything, then ``outputs`` (dtype, rank), then the cotangents.
    """

    text: str
    inputs: tuple[Argument, ...]
    seeds: tuple[Argument, ...]
    outputs: tuple[tuple[str, int], ...]
    cotangents: int
    helpers: frozenset[str]
    constants: tuple[tuple[str, str], ...]


def core_of(joint: Function, primal: Function, douts: int, sizes: Sizes) -> Core:
    """The core of a function, ``primal``, and its derivative, whose last parameters are
    ``douts`` cotangents.

    Raises NotCompiled for what has none.
    """
    if primal.updates:
        raise NotCompiled("new values of Parameters")
    body = with_definitions(_flat(joint.body), sizes)
    joint = simplify(replace(joint, outputs=primal.outputs, body=body))
    joint = _seeded(joint, douts)
    joint = make_writes_safe(replace(joint, body=_plain(joint.body)))
    given = (*joint.body.params, *(v for op in walk(joint.body) for v in op.results))
    if any(is_complex(value.aval) for value in given):
        raise NotCompiled("complex numbers")
    if sum(1 for _ in walk(joint.body)) > _MOST:
        raise NotCompiled(f"a function of more than {_MOST} operations")
    return _printed(joint, douts)


def _flat(block: Block) -> Block:
    """The block with the bodies of what it calls."""
    ops: list[Operation] = []
    mapping: Substitution = {}
    _flatten(block.ops, ops, mapping, 0)
    results = tuple(
        mapping.get(a, a) if isinstance(a, Value) else a for a in block.results
    )
    return Block(block.params, tuple(ops), results)


def _flatten(
    source: tuple[Operation, ...],
    ops: list[Operation],
    mapping: Substitution,
    deep: int,
) -> None:
    for op in source:
        op = with_args(with_blocks(op, lambda b: substitute(b, mapping)), mapping)
        if not isinstance(op, Call):
            ops.append(with_blocks(op, _flat))
            continue
        function = op.function
        if function.splice is not None:
            raise NotCompiled("a user's `bprop`")
        if function.recursion is not None or function.itself or deep > 50:
            raise NotCompiled("a function that calls itself")
        if function.hooks is not None:
            raise NotCompiled("hooks")
        body, results = inlined(op)
        inner: Substitution = {}
        _flatten(tuple(body), ops, inner, deep + 1)
        for result, atom in results.items():
            mapping[result] = inner.get(atom, atom) if isinstance(atom, Value) else atom


def _plain(block: Block) -> Block:
    """The block without what a core does anyway.

    Where only run time knows whether anything is summed up, nothing is: sizes are
    compared, and others are for the NumPy module. What may raise is looked at where it
    stands, read or not.
    """

    def one(op: Operation) -> Operation:
        op = with_blocks(op, _plain)
        if isinstance(op, Op) and op.primitive == "unbroadcast":
            given, kept = array_aval(op.args[0]).shape, array_aval(op.result).shape
            pairs = zip(given, kept, strict=False)
            if len(given) == len(kept) and all(k != 1 or g == 1 for g, k in pairs):
                return replace(op, primitive="broadcast_to")
        return op

    return replace(block, ops=tuple(one(op) for op in block.ops if not is_kept(op)))


def _seeded(joint: Function, douts: int) -> Function:
    """The cotangents of outputs that are arrays, in the outputs' shapes."""
    body = joint.body
    params = list(body.params)
    floats = [atom for atom in body.results[: joint.outputs] if atom.aval.is_float]
    mapping: Substitution = {}
    seeds: list[tuple[Value, Value, Atom]] = []
    for k, param in enumerate(params[len(params) - douts :], len(params) - douts):
        if not isinstance(param.aval, Aval):
            raise NotCompiled(f"a cotangent of the kind {param.aval}")
        aval = param.aval
        if not aval.shape:
            continue
        if len(floats) != douts:
            raise NotCompiled("several outputs")
        out = floats[k - (len(params) - douts)]
        sizes: tuple[Dim, ...] = tuple(
            named_size(f"?seed{k}_{axis}") for axis in range(aval.ndim)
        )
        given = Value(replace(aval, shape=sizes), param.hint or "dout")
        params[k] = given
        mapping[param] = seed = Value(aval, f"{param.hint or 'dout'}_seed")
        seeds.append((given, seed, out))
    if not seeds:
        return joint
    inner = substitute(replace(body, params=()), mapping)
    ops = list(inner.ops)
    for given, seed, out in seeds:
        place = _behind(ops, out)
        shape = Value(ShapeAval(array_aval(out).shape), "shape")
        made = [
            Op("shape", (out,), (), (shape,), None, 1),
            Op("broadcast_to", (given, shape), (), (seed,), None, 1),
        ]
        ops[place:place] = made
    return replace(joint, body=Block(tuple(params), tuple(ops), inner.results))


def _behind(ops: list[Operation], atom: Atom) -> int:
    """The place behind what gives an atom."""
    for place, op in enumerate(ops):
        if atom in op.results:
            return place + 1
    return 0


# --------------------------------------------------------------------------- printing


def _printed(joint: Function, douts: int) -> Core:
    body = joint.body
    writer = Writer(writes=writes_somewhere(body))
    count = len(body.params) - douts
    inputs = tuple(_argument(writer, param) for param in body.params[:count])
    seeds = tuple(_argument(writer, param) for param in body.params[count:])
    given: Names = [one.name for one in inputs]
    for param, seed in zip(body.params[count:], seeds, strict=True):
        given.append(seed.name)
        if seed.rank:
            given.append(_seed(writer, param, seed))
    print_block(writer, body, body.results)
    apart = results_to_copy(body)
    ends = [
        _returned(writer, atom, place in apart, body.results[:place])
        for place, atom in enumerate(body.results)
    ]
    head = f"def core({', '.join(given)}):"
    doc = '    """Return whether the rest is there, the output, and the cotangents."""'
    ended = f"    return True, {', '.join(ends)}"
    tops = ["    " + one for one in (*writer.made, *writer.settled.lines(GIVE_UP))]
    lines = [head, doc, *tops, *writer.lines, ended]
    kinds = [_kind(atom) for atom in body.results]
    blanks = ["False", *(_blank(*kind) for kind in kinds)]
    failed = [
        "def failed():",
        '    """Return that nothing is there: the halves have to say why."""',
        f"    return {', '.join(blanks)}",
    ]
    decorator = '@numba.njit(error_model="numpy")'
    text = "\n".join([decorator, *failed, "", "", decorator, *lines, ""])
    return Core(
        text,
        inputs,
        seeds,
        tuple(kinds[: joint.outputs]),
        len(kinds) - joint.outputs,
        called_by(writer.helpers),
        tuple((word, given) for given, word in writer.constants.items()),
    )


def _argument(writer: Writer, param: Value) -> Argument:
    """An argument, and the names of the sizes that it has."""
    aval = param.aval
    if not isinstance(aval, Aval):
        raise NotCompiled(f"an argument of the kind {aval}")
    word = writer.name(param.hint or "x")
    checked(aval.dtype)
    if not aval.shape:
        writer.forms[param] = writer.scalar(word, aval.dtype)
        return Argument(word, aval.dtype, 0)
    sizes = []
    for axis, dim in enumerate(aval.shape):
        known = writer.size(dim)
        if known is None:
            known = writer.name(f"{word}_size")
            writer.settled.names.add(known)
            writer.made.append(f"{known} = {word}.shape[{axis}]")
            if isinstance(dim, Size) and len(dim.terms) == 1 and not dim.constant:
                if dim.terms[0][1] == 1:
                    writer.dims.setdefault(dim.terms[0][0], known)
        sizes.append(known)
    writer.forms[param] = Array(word, sizes)
    return Argument(word, aval.dtype, aval.ndim)


def _seed(writer: Writer, param: Value, seed: Argument) -> str:
    """The flag that says whether a cotangent is given; without, its one element is
    that of all places."""
    flag = writer.name(f"has_{seed.name}")
    form = writer.forms[param]
    assert isinstance(form, Array)
    for size in form.sizes:
        writer.asked[size] = f"{flag} == 1"
    writer.forms[param] = View(
        form, form.sizes, lambda index: [f"{flag} * ({word})" for word in index]
    )
    return flag


def _returned(writer: Writer, atom: Atom, apart: bool, before: tuple[Atom, ...]) -> str:
    """The text of a result, which shares its storage with nothing."""
    form: Form = writer.form(atom)
    aval = atom.aval
    if isinstance(form, Scalar) and isinstance(aval, Aval):
        return writer.as_dtype(form, aval.dtype)
    if isinstance(aval, Aval) and isinstance(form, Array | View | Filled):
        if isinstance(form, Array) and (apart or not form.own or atom in before):
            return writer.copy(form, aval.dtype, "result").name
        return writer.whole(form, aval.dtype, "result").name
    raise NotCompiled(f"an output of the kind {aval}")


def _kind(atom: Atom) -> tuple[str, int]:
    if not isinstance(atom.aval, Aval):
        raise NotCompiled(f"an output of the kind {atom.aval}")
    return checked(atom.aval.dtype), atom.aval.ndim


def _blank(dtype: str, rank: int) -> str:
    word = "bool_" if dtype == "bool" else dtype
    if not rank:
        return as_dtype("0", dtype)
    return f"np.empty({(0,) * rank}, np.{word})"
