"""Solutions of stiff equations, which SciPy finds, and their derivative.

That is the one of the equation, not of SciPy's steps. Where ``y' = f(t, y, p)``, a
cotangent ``w`` of the state goes back by ``w' = -(df/dy)^T w``, and ``(df/dp)^T w`` on
the way is the one of ``p``. ``solve_backwards``, which is printed into the module, has
SciPy solve that by the same method, with the pullback of ``f`` as one of its functions.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.evaluate.calls.solvers import Solver, append_solver, solver_of
from srcad.compiler.evaluate.calls.tracing import (
    Rule,
    append_call,
    argument_form,
    trace,
)
from srcad.compiler.evaluate.dispatch import Args, Keywords
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import integrated, trajectory
from srcad.compiler.evaluate.kinds import has_box, kind
from srcad.compiler.evaluate.numpy.registry import register
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.values.records import Other
from srcad.compiler.ir.avals import Aval, carries_gradient, cotangent_aval
from srcad.compiler.ir.sizes import Sizes, unknown_size
from srcad.compiler.ir.types import Block, Function, Value, array_aval
from srcad.compiler.reading.sizes import Dim
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.driver import simplify

_PATH, _IMPORT = "integrate.solve_ivp", "from scipy import integrate"
_KERNELS = ("converged", "solve_backwards")
_REFUSAL = CompileError(
    Diagnostic(
        "SRC014",
        "what a stiff method of `solve_ivp` finds has a first derivative only",
        help="take 'RK45', 'RK23' or 'DOP853' where the second one is needed",
    )
)
_BOTH = "from operator import attrgetter"


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """What has solved an equation: its functions, the first of which is the slope."""

    solver: Solver


@kind(System)
class _System(Other):
    """Handed from one intrinsic to the other."""


def _integrated(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """Append the call of ``solve_ivp``."""
    session, (functions, span, y0, t_eval, options) = frame.session, args
    aval = array_aval(session.atom(y0))
    time = session.box(Value(Aval("float64"), "t"))
    solver = solver_of(frame, functions, {"t": time, "y": y0}, node)
    template = Template(session, [], [_IMPORT], plain=True)
    if t_eval is not None:
        options = {"t_eval": t_eval, **options}
    text = f"converged({solver.call(template, _PATH, (span, y0), options)})"
    count: Dim = unknown_size("count")
    if t_eval is not None:
        count = array_aval(session.atom(t_eval)).shape[0]
    times = Value(Aval("float64", (count,)), "t")
    results: tuple[Value, ...]
    states = Value(Aval("float64", (*aval.shape, count)), "y")
    if t_eval is None:
        template.imports.append(_BOTH)
        text, results = f'attrgetter("t", "y")({text})', (times, states)
    else:
        text, results = f"{text}.y", (states,)
    append_solver(template, text, results, _KERNELS[:1], solver.functions)
    found = session.box(times) if t_eval is None else t_eval
    return found, session.box(states), System(solver)


def _trajectory(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """``y``, with the rule of the adjoint equation."""
    session, (system, y, times, start, y0, options) = frame.session, args
    outside = system.solver.found.outside
    inputs = {"y": y, "y0": y0, "times": times, "start": start, "options": options}
    inputs |= {f"p{k}": session.wrap(value) for k, value in enumerate(outside)}
    # The last results of ``solve_backwards`` that nobody asks for are left out.
    moving = 2 if has_box(start) else int(has_box(times))

    def native(inner: Session, given: list[Any], out: Any, dout: Any) -> list[Any]:
        return _backwards(inner, system.solver, moving, given[1:], out, dout)

    traced = trace(session, "trajectory", inputs, lambda inside: inside["y"])
    own = Rule(None, argument_form(inputs), traced.output, native=native)
    traced.function = replace(traced.function, rule=own, inline=True)
    return append_call(session, traced)


def _backwards(
    session: Session,
    solver: Solver,
    moving: int,
    given: list[Any],
    out: Any,
    dout: Any,
) -> list[Any]:
    """What ``solve_backwards`` gives, and None where it gives nothing."""
    y0, times, start, options, *outside = given
    slope, *others = solver.functions
    pull, wanted = _pullback(solver.found.functions[0], session.builder.sizes)
    template = Template(session, [], [_IMPORT], plain=True)
    words = [template.of(one) for one in (start, y0, times, out, dout, tuple(outside))]
    words += [f"jac={{called[{k}]}}" for k, _ in enumerate(others, 2)]
    words += [f"{word}={template.of(item)}" for word, item in options.items()]
    text = f"solve_backwards({{called[0]}}, {{called[1]}}, {', '.join(words)})"
    asked = [y0, *compress(outside, wanted), *(times, start)[:moving]]
    results = [Value(cotangent_aval(session.atom(one).aval)) for one in asked]
    text += ("[:-2]", "[:-1]", "")[moving]
    text += "[0]" if len(results) == 1 else ""
    functions = (slope, pull, *others)
    append_solver(template, text, tuple(results), _KERNELS, functions, _REFUSAL)
    found = map(session.wrap, results)
    first = next(found)
    parts = [next(found) if flag else None for flag in wanted]
    rest = [next(found, None) for _ in (times, start)]
    return [None, first, *rest, None, *parts]


def _pullback(function: Function, sizes: Sizes) -> tuple[Function, tuple[bool, ...]]:
    """``(t, y, dslope, *outside)`` to the cotangents of ``y`` and of what is outside,
    where there are such."""
    params = function.body.params
    wanted = tuple(carries_gradient(one.aval) for one in params[2:])
    joint = differentiate(function, (False, True, *wanted), (True,), sizes).body
    dslope = joint.params[len(params)]
    ops = sorted(joint.ops, key=lambda op: op.phase != 0)
    block = Block(
        (*joint.params[:2], dslope, *joint.params[2 : len(params)]),
        tuple(replace(op, phase=0) for op in ops),
        joint.results[1:],
    )
    name = f"{function.name}_pullback"
    made = Function(name, remove_dead(block), len(block.results), label=name)
    return simplify(made, inline=True), wanted


register(integrated, _integrated)
register(trajectory, _trajectory)
