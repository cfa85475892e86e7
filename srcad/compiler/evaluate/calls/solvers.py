"""Solvers of SciPy, which call functions of the module: ``optimize.brentq(f, a, b)``.

What is handed to one is a function of the IR, printed into the module as one of its
functions. What it reads from outside are further parameters of it, which the solver
is given as ``args``.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from srcad.compiler.evaluate.calls.tracing import (
    Traced,
    position_of,
    trace,
)
from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import aside, parameter_count, solved
from srcad.compiler.evaluate.numpy.registry import Unsupported, register
from srcad.compiler.evaluate.objects import Closure
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval
from srcad.compiler.ir.calls import functions_of
from srcad.compiler.ir.cloning import clone
from srcad.compiler.ir.substitution import replaced, with_blocks
from srcad.compiler.ir.types import (
    Atom,
    Block,
    Call,
    Function,
    Opaque,
    Operation,
    Value,
    array_aval,
    free_values,
    walk,
)
from srcad.compiler.simplify.dead import remove_dead
from srcad.compiler.simplify.driver import simplify
from srcad.compiler.simplify.kept import is_kept
from srcad.compiler.simplify.unbound import is_read

_HELP = "do that outside: SciPy calls the function as often as it likes"
# What checks the result of a solver, by what is asked for of it.
_CHECKED = {".x": ("converged",), ".root": ("converged",), "[0]": ("fitted",)}
# What the module needs them for.
_OTHERS = ("optimize", "integrate", "converged", "fitted", "solve_backwards")


@dataclass(frozen=True, slots=True)
class Closed:
    """Functions of the same arguments as functions of the IR; behind these they all
    have a parameter for each of ``outside``, what they read besides."""

    functions: tuple[Function, ...]
    outside: tuple[Value, ...]


def closed(
    frame: Frame,
    functions: list[Any],
    names: list[str],
    like: dict[str, Any],
    node: ast.AST,
) -> Closed:
    """The functions, of arguments that are ``like`` these."""
    session = frame.session
    arguments = {
        name: session.box(Value(argument_aval(session, one), name))
        for name, one in like.items()
    }
    found: list[Traced] = []
    for function in functions:

        def body(inside: dict[str, Any], function: Any = function) -> Any:
            return call(frame, function, list(inside.values()), {}, node)

        born, mark = frame.session.serial, len(frame.session.journal)
        traced = trace(frame.session, "solved", arguments, body)
        changed = [one.serial for one in frame.session.written_since(mark)]
        if traced.updates or any(serial <= born for serial in changed):
            raise Unsupported("its function changes what is outside of it", _HELP)
        if any(map(_is_effect, walk(traced.function.body))):
            raise Unsupported("its function prints, or draws random numbers", _HELP)
        if position_of(traced.output) is None:
            raise Unsupported("its function gives something else than one array", "")
        found.append(traced)
    count = len(like)
    outside = dict.fromkeys(value for one in found for value in _outside(one, count))
    pairs = zip(found, names, strict=True)
    made = [_with_parameters(*pair, count, tuple(outside)) for pair in pairs]
    return Closed(tuple(made), tuple(outside))


def argument_aval(session: Session, item: Any) -> Aval:
    """What is known of the argument of a function, by what it is like."""
    return array_aval(session.atom(item))


def _is_effect(op: Operation) -> bool:
    """Whether an operation does more than compute, or raise."""
    if not isinstance(op, Opaque) or functions_of(op):
        return False
    raises = op.raises is not None
    return not (raises or is_kept(op) or is_read(op))


def _outside(traced: Traced, count: int) -> list[Value]:
    """What a function reads besides its arguments: values, and Parameters."""
    parameters = [one for one in traced.args[count:] if not one.is_literal]
    return [*free_values(traced.function.body), *parameters]


def _with_parameters(
    traced: Traced, name: str, count: int, outside: tuple[Value, ...]
) -> Function:
    body = traced.function.body
    arguments, own = body.params[:count], body.params[count:]
    params = [Value(one.aval, one.hint or "p", one.named) for one in outside]
    mapping: dict[Value, Atom] = dict(zip(outside, params, strict=True))
    for param, given in zip(own, traced.args[count:], strict=True):
        mapping[param] = replaced(given, mapping)
    inner = clone(Block(arguments, body.ops, body.results), mapping)
    block = Block((*inner.params, *params), inner.ops, inner.results)
    return Function(name, block, 1, label=name)


def _solved(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """Append the call of a solver."""
    path, functions, like, given, options, *rest = args
    session, result = frame.session, rest[0] if rest else ""
    solver = solver_of(frame, functions, {"x": like}, node)
    template = Template(session, [], ["from scipy import optimize"], plain=True)
    constraints = rest[1] if len(rest) > 1 else ()
    text = solver.call(template, path, given, options, constraints)
    kernels = _CHECKED.get(result, ())
    if kernels:
        text = f"{kernels[0]}({text}){result}"
    value = Value(argument_aval(session, like), "x")
    append_solver(template, text, (value,), kernels, solver.functions)
    return session.box(value)


@dataclass(frozen=True, slots=True)
class Solver:
    """The functions that a solver of SciPy calls, by its own names for them.

    ``found`` has them as they are differentiated, ``functions`` as they are printed.
    """

    words: tuple[str, ...]
    found: Closed
    functions: tuple[Function, ...]

    def call(
        self,
        template: Template,
        path: str,
        given: Any,
        options: dict[str, Any],
        constraints: Any = (),
    ) -> str:
        """How the solver is called: behind the first function stand ``given``."""
        words = ["{called[0]}", *map(template.of, given)]
        if self.found.outside:
            words.append(f"args={self._outside(template)}")
        own = {word for one in constraints for word in (one.fun, one.jac)}
        words += [
            f"{word}={{called[{k}]}}"
            for k, word in enumerate(self.words)
            if k and word not in own
        ]
        words += [f"{word}={template.of(item)}" for word, item in options.items()]
        if constraints:
            texts = [self._constraint(template, one) for one in constraints]
            words.append(f"constraints=[{', '.join(texts)}]")
        return f"{path}({', '.join(words)})"

    def _outside(self, template: Template) -> str:
        return template.of(tuple(map(template.session.wrap, self.found.outside)))

    def _constraint(self, template: Template, one: Any) -> str:
        """How SciPy is given a constraint, whose functions are ``words``."""
        limits = [template.of(limit) for limit in (one.low, one.high)]
        if one.kind == "linear":
            parts = ", ".join([template.of(one.matrix), *limits])
            return f"optimize.LinearConstraint({parts})"
        words = {"fun": one.fun} | ({} if one.jac is None else {"jac": one.jac})
        names = {k: f"{{called[{self.words.index(v)}]}}" for k, v in words.items()}
        outside = self._outside(template) if self.found.outside else None
        if one.kind == "nonlinear":
            if outside is not None:
                names = {k: f"lambda _x: {v}(_x, *{outside})" for k, v in names.items()}
            parts = ", ".join([names["fun"], *limits])
            parts += f", jac={names['jac']}" if "jac" in names else ""
            return f"optimize.NonlinearConstraint({parts})"
        texts = [f"'type': '{one.kind}'", *(f"'{k}': {v}" for k, v in names.items())]
        texts += [] if outside is None else [f"'args': {outside}"]
        return "{{" + ", ".join(texts) + "}}"


def append_solver(
    template: Template,
    text: str,
    results: tuple[Value, ...],
    kernels: tuple[str, ...],
    functions: tuple[Function, ...],
    refusal: Exception | None = None,
) -> None:
    """Append a call, of these ``functions``. What it gives is a constant of the
    derivative, if nothing says that it has none."""
    said = {"kernels": kernels, "many": len(results) > 1, "functions": functions}
    constant = refusal is None
    template.append(text, results, **said, refusal=refusal, constant=constant)


def solver_of(
    frame: Frame, functions: dict[str, Any], like: dict[str, Any], node: ast.AST
) -> Solver:
    """What calls functions of arguments that are ``like`` these."""
    names = [_name(original, word) for word, (_, original) in functions.items()]
    parts = [function for function, _ in functions.values()]
    found = closed(frame, parts, names, like, node)
    made = tuple(simplify(one, inline=True) for one in found.functions)
    return Solver(tuple(functions), found, made)


def _name(function: Any, word: str) -> str:
    """What the user calls a function, or what SciPy does."""
    name = str(getattr(function, "__name__", "") or getattr(function, "name", ""))
    return name if name.isidentifier() and name not in _OTHERS else word


def _aside(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """A call of a function of its own, left out where nobody reads its result."""
    session, (function, x) = frame.session, args
    found = closed(frame, [function], [_name(function, "aside")], {"x": x}, node)
    (made,) = found.functions
    made = replace(made, body=remove_dead(_without_kept(made.body)), quiet=True)
    value = Value(made.body.results[0].aval, made.name)
    atoms = (session.atom(x), *found.outside)
    builder = session.builder
    builder.ops.append(Call(made, atoms, (value,), builder.origin, builder.phase))
    return session.box(value)


def _without_kept(block: Block) -> Block:
    """The block without what is kept only because it might raise."""
    ops = (with_blocks(op, _without_kept) for op in block.ops if not is_kept(op))
    return replace(block, ops=tuple(ops))


def _count(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    """How many parameters a function has behind its first."""
    (function,) = args
    match function:
        case Closure():
            arguments = function.node.args
            named = len(arguments.posonlyargs) + len(arguments.args)
        case FunctionType():
            named = function.__code__.co_argcount
        case _:
            raise Unsupported("how many parameters there are is not known", "give `p0`")
    return named - 1


register(solved, _solved)
register(aside, _aside)
register(parameter_count, _count)
