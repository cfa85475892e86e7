"""Integrals that SciPy's quadrature finds, and their derivative: Leibniz's rule.

Of ``I = integral of f(x, p) from a to b`` a cotangent ``dI`` gives ``f(b, p) dI`` to
``b``, ``-f(a, p) dI`` to ``a``, and to ``p`` the integral of ``(df/dp)^T dI``, which is
found by the same quadrature and is again one of these. That is the derivative only
where no jump of ``f`` moves with ``p``; what may be such a jump is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.activity import varied_values
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.evaluate.calls.solvers import (
    append_solver,
    argument_aval,
    solver_of,
)
from srcad.compiler.evaluate.calls.tracing import (
    Rule,
    append_call,
    argument_form,
    trace,
)
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import quadrature
from srcad.compiler.evaluate.numpy.registry import register
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval, carries_gradient
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.origins import Origin, span_of_origin
from srcad.compiler.ir.primitives.table import may_jump
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import (
    Block,
    Call,
    Flags,
    Function,
    If,
    Lit,
    Op,
    Operation,
    Value,
    array_aval,
    used_values,
    walk,
)
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.driver import simplify
from srcad.compiler.simplify.inline import inlined

_IMPORT = "from scipy import integrate"


@dataclass(frozen=True, slots=True, eq=False)
class Integral:
    """What is integrated, a function of ``(x, *outside)``, and what SciPy is told.

    ``path`` is SciPy's function; ``number`` says that an integral is one number.
    """

    function: Function
    printed: Function
    path: str
    options: dict[str, Any]

    @property
    def number(self) -> bool:
        return self.path == "quad"


def _quadrature(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """Append the call of SciPy's function; gives the integral and its error."""
    session, (path, functions, x, limits, options) = frame.session, args
    solver = solver_of(frame, functions, {"x": x}, node)
    found, (printed,) = solver.found, solver.functions
    integral = Integral(found.functions[0], printed, path, options)
    outside = [session.wrap(value) for value in found.outside]
    error = Value(Aval("float64", weak=integral.number), "error")
    value = _by_scipy(session, integral, limits, outside, (error,))
    return _with_rule(session, integral, value, limits, outside), session.box(error)


def _by_scipy(
    session: Session,
    integral: Integral,
    limits: Any,
    outside: Sequence[Any],
    errors: tuple[Value, ...] = (),
) -> Any:
    """What SciPy finds, as a constant of the derivative."""
    template = Template(session, [], [_IMPORT], plain=True)
    words = ["{called[0]}", *map(template.of, limits)]
    if outside:
        words.append(f"args={template.of(tuple(outside))}")
    words += [f"{word}={template.of(one)}" for word, one in integral.options.items()]
    text = f"integrate.{integral.path}({', '.join(words)})"
    like = array_aval(integral.printed.body.results[0])
    aval = argument_aval(session, 1.0) if integral.number else replace(like, size=None)
    value = Value(aval, "integral")
    results = (value, *errors)
    text += "" if errors else "[0]"
    append_solver(template, text, results, (), (integral.printed,))
    return session.box(value)


def _with_rule(
    session: Session, integral: Integral, value: Any, limits: Any, outside: list[Any]
) -> Any:
    """``value``, with the rule of Leibniz."""
    low, high = limits
    inputs = {"value": value, "low": low, "high": high}
    inputs |= {f"p{k}": one for k, one in enumerate(outside)}

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        _, low, high, *rest = given
        return [None, *_cotangents(inner, integral, (low, high), rest, dout)]

    traced = trace(session, "integral", inputs, lambda inside: inside["value"])
    own = Rule(None, argument_form(inputs), traced.output, native=native)
    traced.function = replace(traced.function, rule=own, inline=True)
    return append_call(session, traced)


def _cotangents(
    session: Session, integral: Integral, limits: Any, outside: list[Any], dout: Any
) -> list[Any]:
    """Those of the limits, and of all that is read besides; None for no gradient."""
    found: list[Any] = []
    low, high = (session.atom(one) in session.varied for one in limits)
    for limit, varies in zip(limits, (low, high), strict=True):
        end = [limit, *outside]
        found.append(_at_limit(session, integral, end, dout) if varies else None)
    if low:
        found[0] = _emitted(session, "negative", found[0])
    wanted = tuple(session.atom(one) in session.varied for one in outside)
    if any(wanted):
        _refuse_moving_jumps(integral.function, wanted, session.builder.origin)
    parts = _derivatives(integral, wanted, session.builder.sizes)
    for part in parts:
        if part is None:
            found.append(None)
        elif integral.number:
            one = _integrated(session, part, limits, outside)
            found.append(_emitted(session, "multiply", dout, one))
        else:
            found.append(_integrated(session, part, limits, [*outside, dout]))
    return found


def _integrated(
    session: Session, integral: Integral, limits: Any, outside: list[Any]
) -> Any:
    value = _by_scipy(session, integral, limits, outside)
    return _with_rule(session, integral, value, limits, outside)


def _at_limit(session: Session, integral: Integral, args: list[Any], dout: Any) -> Any:
    """What is integrated, at a limit, times the cotangent."""
    builder, function = session.builder, integral.function
    result = Value(function.body.results[0].aval)
    atoms = tuple(session.atom(one) for one in args)
    call = Call(function, atoms, (result,), builder.origin, builder.phase)
    ops, found = inlined(call)
    builder.ops.extend(ops)
    product = _emitted(session, "multiply", dout, session.wrap(found[result]))
    axes = tuple(range(product.aval.ndim))
    return (
        _emitted(session, "sum", product, axis=axes, keepdims=False)
        if axes
        else product
    )


def _emitted(session: Session, primitive: str, *items: Any, **attributes: Any) -> Any:
    atoms = [session.atom(one) for one in items]
    return session.box(session.builder.emit(primitive, *atoms, **attributes))


def _derivatives(
    integral: Integral, wanted: tuple[bool, ...], sizes: Sizes
) -> list[Integral | None]:
    """What is integrated for the cotangent of each parameter besides ``x``."""
    function = integral.function
    joint = differentiate(function, (False, *wanted), (True,), sizes).body
    *params, dvalue = joint.params
    ops = tuple(
        replace(op, phase=0) for op in sorted(joint.ops, key=lambda op: op.phase != 0)
    )
    results = iter(joint.results[1:])
    made: list[Integral | None] = []
    for param, flag in zip(params[1:], wanted, strict=True):
        part = next(results) if flag else None
        if part is None or part in (Lit(0), Lit(0.0)):
            made.append(None)
            continue
        builder = Builder(sizes, ops=list(ops))
        part = builder.cast_value(part, "float64")
        block = Block((*params, dvalue), tuple(builder.ops), (part,))
        if integral.number:
            block = substitute(replace(block, params=tuple(params)), {dvalue: Lit(1.0)})
        name = f"{function.name}_d{param.hint or 'p'}"
        made.append(_integral_of(integral, name, remove_dead(block), param.aval.ndim))
    return made


def _integral_of(integral: Integral, name: str, block: Block, ndim: int) -> Integral:
    function = Function(name, block, 1, label=name)
    printed = simplify(function, inline=True)
    if integral.number and not ndim:
        return Integral(function, printed, "quad", integral.options)
    kept = ("epsabs", "epsrel", "points")
    options = {w: one for w, one in integral.options.items() if w in kept}
    return Integral(function, printed, "quad_vec", options)


# ------------------------------------------------------------------------------ jumps


def _refuse_moving_jumps(
    function: Function, wanted: Flags, call: Origin | None
) -> None:
    """Refuse what is decided by ``x`` and by what is differentiated by together.

    ``call`` is where the integral is asked for.
    """
    jump = _moving_jump(function, (True, *(False for _ in wanted)), (False, *wanted))
    if jump is None:
        return
    raise CompileError(
        Diagnostic(
            "SRC014",
            "where this jumps in an integral depends on what is differentiated by",
            span_of_origin(jump.origin or call),
            label="moves, and Leibniz's rule holds only of what stays",
            help="write `np.maximum`, `np.minimum`, `np.clip` or `abs` where nothing "
            "jumps, or integrate up to that place and from there",
        )
    )


def _moving_jump(function: Function, by_x: Flags, by_others: Flags) -> Op | None:
    """A jump that both kinds of parameters have a part in."""
    body = function.body
    known = [
        varied_values(body, set(compress(body.params, flags)))
        for flags in (by_x, by_others)
    ]
    for op in walk(body):
        if isinstance(op, Op) and _jumps(op) and not _chooses(op, body):
            if not any(found.isdisjoint(op.args) for found in known):
                return op
        for inner in functions_of(op):
            flags = [_flags_inside(op, inner, found) for found in known]
            jump = _moving_jump(inner, *flags) if all(map(any, flags)) else None
            if jump is not None:
                return jump
    return None


def _flags_inside(op: Operation, function: Function, found: set[Value]) -> Flags:
    """The parameters that depend on what is ``found``, of a function that is called.
    What SciPy calls is given all but the first one of them from here."""
    if isinstance(op, Call):
        return tuple(one in found for one in op.args)
    depends = not found.isdisjoint(used_values(op))
    return False, *(depends for _ in function.body.params[1:])


def _jumps(op: Op) -> bool:
    """Whether what an operation gives may change at once where its arguments do not.
    That two numbers are equal says of no interval."""
    if op.primitive in ("remainder", "math.remainder"):
        return True
    if op.primitive in ("equal", "not_equal", "zeros_of"):
        return False
    if op.primitive == "astype":
        return not any(carries_gradient(one.aval) for one in op.results)
    return may_jump(op.primitive)


def _chooses(test: Op, block: Block) -> bool:
    """Whether of the two numbers that are compared one is taken, and no more depends on
    it: where that changes they are equal. ``x if x > 0 else 0``."""
    if test.primitive not in ("less", "less_equal", "greater", "greater_equal"):
        return False
    users = [op for op in walk(block) if test.result in used_values(op)]
    return test.result not in block.results and all(
        isinstance(op, If)
        and op.condition is test.result
        and all(
            then is orelse or {then, orelse} <= set(test.args)
            for then, orelse in zip(op.then.results, op.orelse.results, strict=True)
        )
        for op in users
    )


register(quadrature, _quadrature)
