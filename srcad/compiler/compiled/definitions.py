"""What a function of the library's own computes element by element: its definition in
the place of a call of it, so that it is a part of the loop nest around."""

from __future__ import annotations

from srcad.compiler.compiled.forms import NotCompiled
from srcad.compiler.compiled.windows import is_window
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.calls.functions import activate
from srcad.compiler.evaluate.calls.kernels import KernelCall
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.sizes import ShapeError, Sizes
from srcad.compiler.ir.substitution import (
    Substitution,
    substitute,
    with_args,
    with_blocks,
)
from srcad.compiler.ir.types import Atom, Block, Lit, Op, Operation, Value
from srcad.compiler.reading.source import source_of, underlying


def with_definitions(block: Block, sizes: Sizes) -> Block:
    """The block with the definitions of the kernels that a core does not call."""
    ops: list[Operation] = []
    mapping: Substitution = {}
    for op in block.ops:
        op = with_args(with_blocks(op, lambda b: substitute(b, mapping)), mapping)
        op = with_blocks(op, lambda b: with_definitions(b, sizes))
        if isinstance(op, Op) and op.primitive == "kernel" and not is_window(op):
            mapping[op.result] = _defined(op, sizes, ops)
        else:
            ops.append(op)
    results = tuple(
        mapping.get(a, a) if isinstance(a, Value) else a for a in block.results
    )
    return Block(block.params, tuple(ops), results)


def _defined(op: Op, sizes: Sizes, ops: list[Operation]) -> Atom:
    """What a kernel's own source gives; its operations are appended."""
    call: KernelCall = op.attribute("call")
    builder = Builder(sizes, op.phase, op.origin)
    session = Session(builder, arrays=True)
    items = tuple(a.value if isinstance(a, Lit) else session.box(a) for a in op.args)
    plain = underlying(call.function)
    assert plain is not None
    names = plain.__code__.co_varnames[: plain.__code__.co_argcount]
    bound = dict(zip(names, call.fill(items), strict=True))
    try:
        found = session.atom(activate(session, plain, source_of(plain), bound))
    except (CompileError, ShapeError):
        raise NotCompiled(f"`{call.name}`") from None
    if found.aval.shape != op.result.aval.shape:
        raise NotCompiled(f"`{call.name}`")
    # One may call another.
    inner = with_definitions(builder.block((), (found,)), sizes)
    ops.extend(inner.ops)
    return inner.results[0]
