"""Whether a piece of IR is well formed: bound once, used after bound, arity, kinds."""

from __future__ import annotations

from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    OptionalAval,
    SequenceAval,
    ShapeAval,
    TupleAval,
    UndefinedAval,
    without_none,
)
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Exit,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Operation,
    Value,
    direct_args,
    is_none,
    walk,
)


class MalformedIR(AssertionError):
    """A pass broke the IR: a mistake of the compiler, never of the user."""


def verify(function: Function) -> Function:
    """Give ``function`` back, or raise :class:`MalformedIR`."""
    seen: set[int] = set()
    _verify_function(function, seen)
    return function


def _verify_function(function: Function, seen: set[int]) -> None:
    if id(function) in seen:
        return
    seen.add(id(function))
    if function.itself:
        return
    bound: set[Value] = set()
    _verify_block(function.body, bound, set(), in_loop=False)
    if function.outputs > len(function.body.results):
        raise MalformedIR(f"{function.name}: fewer results than outputs")
    for op in walk(function.body):
        for called in functions_of(op):
            _verify_function(called, seen)


def _bind(values: tuple[Value, ...], bound: set[Value], scope: set[Value]) -> None:
    for value in values:
        if value in bound:
            raise MalformedIR(f"{value.hint or 'a value'} is bound twice")
        bound.add(value)
        scope.add(value)


def _use(atom: Atom, scope: set[Value], where: str) -> None:
    if isinstance(atom, Value) and atom not in scope:
        raise MalformedIR(
            f"{atom.hint or 'a value'} is used before it is bound ({where})"
        )


def _verify_block(
    block: Block, bound: set[Value], scope: set[Value], in_loop: bool
) -> set[Value]:
    scope = set(scope)
    _bind(block.params, bound, scope)
    for op in block.ops:
        for atom in direct_args(op):
            _use(atom, scope, type(op).__name__ + getattr(op, "primitive", ""))
        _verify_op(op, bound, scope, in_loop)
        _bind(op.results, bound, scope)
    for atom in block.results:
        _use(atom, scope, "yield")
    return scope


def _verify_op(op: Operation, bound: set[Value], scope: set[Value], loop: bool) -> None:
    match op:
        case Op() if len(op.results) != PRIMITIVES[op.primitive].results:
            raise MalformedIR(f"{op.primitive}: another number of results")
        case If():
            if op.catches and (op.then.ops or op.condition not in op.results):
                raise MalformedIR("an attempt has a flag, and handles nothing itself")
            for block in (op.then, op.orelse):
                _verify_block(block, bound, scope, in_loop=False)
                if block.params or len(block.results) != len(op.results):
                    raise MalformedIR("a branch yields another number of values")
                for atom, result in zip(block.results, op.results, strict=True):
                    _fits(atom, result.aval, "branch")
        case Loop():
            inner = _verify_block(op.body, bound, scope, in_loop=True)
            if op.stop is not None:
                _use(op.stop, inner, "stop")
            expected = (1 if op.bounds else 0) + op.carries + len(op.sequences)
            if len(op.body.params) != expected:
                raise MalformedIR("a loop's body has another number of parameters")
            if len(op.body.results) != len(op.results):
                raise MalformedIR("a loop's body yields another number of values")
            for k, param in enumerate(op.carry_params):
                _fits(op.starts[k], param.aval, "loop start")
                _fits(op.body.results[k], param.aval, "loop carry")
                _fits(op.body.results[k], op.results[k].aval, "loop result")
            for atom, result in zip(
                op.body.results[op.carries :], op.results[op.carries :], strict=True
            ):
                if not isinstance(result.aval, SequenceAval):
                    raise MalformedIR("a produced sequence is not a list")
                _fits(atom, result.aval.element, "produced element")
        case Exit():
            if not loop:
                raise MalformedIR("an exit outside of the top level of a loop's body")
        case Call():
            if len(op.args) != len(op.function.body.params):
                raise MalformedIR(f"{op.function.name}: another number of arguments")
            if len(op.results) != len(op.function.body.results):
                raise MalformedIR(f"{op.function.name}: another number of results")


def _fits(atom: Atom, aval: AnyAval, where: str) -> None:
    there = without_none(aval)
    if (
        isinstance(atom, Lit)
        and isinstance(there, Aval)
        and isinstance(atom.aval, Aval)
    ):
        return  # a number may stand for zeros of any shape
    if not compatible(atom.aval, aval) and not (
        is_none(atom) and isinstance(aval, OptionalAval)
    ):
        raise MalformedIR(f"{where}: {atom.aval} where {aval} is expected")


def compatible(given: AnyAval, wanted: AnyAval) -> bool:
    """Whether a value known as ``given`` may stand where ``wanted`` is expected."""
    match given, wanted:
        case UndefinedAval(), _:
            return True
        case Aval(), Aval():
            # A number of Python may stand beside one of NumPy's of few bits.
            pythons = given.weak and given.is_float and wanted.is_float
            return given.ndim == wanted.ndim and (
                given.dtype == wanted.dtype or (pythons and not wanted.ndim)
            )
        case ShapeAval(), ShapeAval():
            return len(given.dims) == len(wanted.dims)
        case SequenceAval(), SequenceAval() if given.is_set != wanted.is_set:
            return False
        case SequenceAval(Aval() as one), SequenceAval(Aval() as other) if one.weak:
            # Numbers of Python may be among those of a list.
            return other.ndim == 0 and (other.is_float or one.dtype == other.dtype)
        case SequenceAval(), SequenceAval():
            return compatible(given.element, wanted.element)
        case OptionalAval(), OptionalAval():
            return compatible(given.inner, wanted.inner)
        case _, OptionalAval():
            return compatible(given, wanted.inner)
        case TupleAval(), TupleAval():
            return len(given.parts) == len(wanted.parts)
        case _:
            return type(given) is type(wanted)
