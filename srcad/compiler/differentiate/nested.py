"""Gradients of gradients: a gradient function as a function of the IR."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.differentiate.activity import (
    OF_COMPLEX,
    complex_results,
    without_floats,
)
from srcad.compiler.differentiate.integers import check_integers
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.calls import calls
from srcad.compiler.evaluate.calls.hooks import on_gradient
from srcad.compiler.evaluate.calls.tracing import Placeholder, Traced, trace
from srcad.compiler.evaluate.dispatch import numpy_handler
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import leaves, rebuilt
from srcad.compiler.evaluate.objects import Box, Given, is_parameter
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.avals import Aval, SequenceAval, carries_gradient
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.primitives import element_aval
from srcad.compiler.ir.sizes import Sizes
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import Atom, Block, Call, Function, Lit, Value
from srcad.compiler.reading.arguments import as_called, placed, without_defaults
from srcad.compiler.reading.engines import NUMPY
from srcad.compiler.reading.source import underlying
from srcad.compiler.simplify.driver import on_their_paths
from srcad.compiler.simplify.inline import inlined


def gradient_function(
    function: Function, wrt: tuple[bool, ...], sizes: Sizes
) -> Function:
    """``x -> d sum(f(x)) / dx``, for the parameters marked in ``wrt``."""
    flags = tuple(
        carries_gradient(atom.aval) and k < function.outputs - function.updates
        for k, atom in enumerate(function.body.results)
    )
    joint = differentiate(function, wrt, flags, sizes)
    count = len(function.body.params)
    douts = joint.body.params[count:]
    body = joint.body
    outputs = [a for a, flag in zip(body.results, flags, strict=False) if flag]
    builder = Builder(sizes)
    ones = [filled_like(builder, output, 1) for output in outputs]
    for one, dout in zip(ones, douts, strict=True):
        if isinstance(one, Value):
            one.hint, one.primal = dout.hint, dout.primal
    first = [op for op in body.ops if op.phase == 0]
    second = [op for op in body.ops if op.phase != 0]
    results = body.results[function.outputs :]
    block = Block(body.params[:count], (*first, *builder.ops, *second), results)
    block = substitute(block, dict(zip(douts, ones, strict=True)))
    return on_their_paths(
        replace(
            function,
            body=block,
            outputs=len(results),
            updates=0,
            rule=None,
            forward=None,
        )
    )


def filled_like(builder: Builder, atom: Atom, number: int) -> Atom:
    """An array of the shape and dtype of ``atom`` that holds ``number`` everywhere.

    Of a list whose length run time knows: a list of such arrays.
    """
    aval = atom.aval
    if isinstance(aval, SequenceAval):
        element, inner = Value(element_aval(aval)), builder.inner()
        filled = filled_like(inner, element, number)
        return builder.list_over((atom,), (element,), inner, filled)
    assert isinstance(aval, Aval)
    if isinstance(atom, Lit) or not aval.shape:
        return builder.full(builder.emit("make_shape"), Lit(number), aval.dtype)
    return builder.full(builder.shape(atom), Lit(number), aval.dtype, aval.tensor)


@dispatch.inline_gradient.answered
def inline_gradient(
    frame: Frame,
    gradient: Any,
    args: list[Any],
    keywords: dict[str, Any],
    node: ast.AST,
) -> Any:
    """``srcad.grad(f)(x)`` in what is compiled: the vjp's operations, here.

    ``gradient`` is a gradient function of the public API: it says how its arguments
    are bound, what is wanted, and in what form it is given back.
    """
    session = frame.session
    session.builder.sizes.reading.nested = True
    _refuse_options(frame, gradient.options, node)
    args, sens = gradient.split_sens(tuple(args), keywords)
    names = gradient.bind(args, keywords)
    inputs = [n for n, i in names.items() if any(map(_is_differentiable, leaves(i)))]
    if not (gradient.options.get_all or any(map(_is_tensor, names.values()))):
        inputs = list(names)
    wanted = gradient.wanted(list(names), inputs)
    for name in wanted:
        names[name] = _differentiable(frame, name, names[name], node)
    inner = gradient.function

    def body(inside: dict[str, Any]) -> Any:
        positional, named = as_called(gradient.function, inside)
        if underlying(inner) is None or numpy_handler(inner) is not None:
            positional, named = without_defaults(inner, positional, named)
        return calls.apply(frame, gradient.function, positional, named, node)

    traced = trace(session, "inner", names, body, differentiated=True)
    tensors, aux = any(map(_is_tensor, names.values())), gradient.options.has_aux
    _refuse_results(frame, traced, tensors, aux, node)
    flags, targets = _targets(session, gradient, names, wanted, traced)
    out, parts = _vjp(frame, traced, flags, sens, aux, node)
    given = dict(zip(targets, parts, strict=True))

    def cotangent(target: Any, leaf: Any) -> Any:
        if target in given:
            return given[target]
        return _zeros(session, leaf) if _is_input(leaf) else None

    by_name: dict[str, Any] = {}
    for name in wanted:
        item = names[name]
        inside = (cotangent((name, k), leaf) for k, leaf in enumerate(leaves(item)))
        by_name[name] = rebuilt(item, inside)
    by_parameter: dict[int, Any] = {}
    for one in gradient.weight_list():
        part = cotangent(id(one), one)
        by_parameter[id(one)] = (
            on_gradient(session, one, part) if id(one) in given else part
        )
    return gradient.arrange(list(names), wanted, by_name, by_parameter, out)


def _refuse_options(frame: Frame, options: Any, node: ast.AST) -> None:
    if options.engine != NUMPY:
        message = "a gradient that is taken inside has an `engine` of its own"
        help = "give it to the outermost gradient, which computes all of them"
        frame.refuse("SRC012", message, node, help=help)
    if options.memory < 100:
        message = "a gradient that is taken inside has a `memory` of its own"
        help = "give it to the outermost gradient, which keeps residuals for all"
        frame.refuse("SRC012", message, node, help=help)


def results_of(function: Function, output: Any, first: bool) -> list[Atom]:
    """What a function gives, or, for ``first``, the first item of its tuple alone."""
    results = list(function.body.results[: function.outputs])
    if not first or not isinstance(output, tuple) or not output:
        return results
    parts = leaves(output[0])
    return [results[one.position] for one in parts if isinstance(one, Placeholder)]


def _refuse_results(
    frame: Frame, traced: Traced, tensors: bool, aux: bool, node: ast.AST
) -> None:
    outputs = traced.function.body.results[: traced.function.outputs]
    found = complex_results(results_of(traced.function, traced.output, aux))
    if found:
        message = f"what is differentiated returns {found}"
        frame.refuse("SRC022", message, node, help=OF_COMPLEX)
    found = without_floats(outputs)
    if found and not tensors:
        frame.refuse("SRC022", f"what is differentiated returns {found}", node)


def _is_input(item: Any) -> bool:
    return isinstance(item, Box) or is_parameter(item)


def _is_tensor(item: Any) -> bool:
    avals = [leaf.value.aval for leaf in leaves(item) if isinstance(leaf, Box)]
    return any(aval.tensor for aval in avals)


def _is_differentiable(leaf: Any) -> bool:
    return _is_input(leaf) or isinstance(leaf, float)


def _differentiable(frame: Frame, name: str, item: Any, node: ast.AST) -> Any:
    """An argument whose gradient is asked for, with run-time values in the place of
    its Python floats; refused where there is nothing to differentiate by."""
    session = frame.session
    for place, leaf in placed(item, name):
        aval = leaf.value.aval if isinstance(leaf, Box) else None
        whole = isinstance(aval, Aval) and not aval.is_inexact
        if isinstance(leaf, int) or whole:
            what = "a bool" if isinstance(leaf, bool) else "an integer"
            message = f"the gradient by `{place}`, {what}, is asked for"
            help = "pass a float, or leave it out: `grad_position` names the others"
            frame.refuse("SRC022", message, node, help=help)
    if not any(map(_is_differentiable, leaves(item))):
        message = f"the gradient by `{name}` is asked for, in which there are no floats"
        help = "`grad_position` says by which arguments"
        frame.refuse("SRC022", message, node, help=help)
    return rebuilt(
        item,
        (
            session.box(session.atom(leaf)) if isinstance(leaf, float) else leaf
            for leaf in leaves(item)
        ),
    )


def _zeros(session: Session, item: Any) -> Any:
    return session.box(filled_like(session.builder, session.atom(item), 0))


def _targets(
    session: Session,
    gradient: Any,
    names: dict[str, Any],
    wanted: list[str],
    traced: Traced,
) -> tuple[tuple[bool, ...], list[Any]]:
    """Which parameters of the traced function are differentiated, and what they are:
    an argument's name with the number of the leaf in it, or the id of a Parameter."""
    flags: list[bool] = []
    targets: list[Any] = []
    for name, item in names.items():
        for k, leaf in enumerate(leaves(item)):
            if not _is_input(leaf):
                continue
            param = traced.function.body.params[len(flags)]
            flag = name in wanted and carries_gradient(param.aval)
            flags.append(flag)
            if flag:
                targets.append((name, k))
    chosen = {id(p): p for p in gradient.weight_list()}
    by_value = {
        session.parameter(p): p
        for p, _ in session.parameters.values()
        if not isinstance(p, Given)
    }
    for atom, param in zip(
        traced.args[len(flags) :],
        traced.function.body.params[len(flags) :],
        strict=True,
    ):
        parameter = by_value.get(atom) if isinstance(atom, Value) else None
        flag = (
            parameter is not None
            and id(parameter) in chosen
            and parameter.requires_grad
            and carries_gradient(param.aval)
        )
        flags.append(flag)
        if flag:
            targets.append(id(parameter))
    return tuple(flags), targets


def _vjp(
    frame: Frame,
    traced: Traced,
    flags: tuple[bool, ...],
    sens: Any,
    has_aux: bool,
    node: ast.AST,
) -> tuple[Any, list[Any]]:
    """The output, and the cotangents of what ``flags`` marks."""
    session = frame.session
    builder = session.builder
    function = traced.function
    count = function.outputs
    outputs = tuple(
        carries_gradient(a.aval)
        and not (has_aux and k > 0)
        and k < count - function.updates
        for k, a in enumerate(function.body.results)
    )
    if has_aux and not isinstance(traced.output, tuple):
        help = "return a tuple: its first element is differentiated"
        frame.refuse("SRC012", "`has_aux` needs several outputs", node, help=help)
    params = function.body.params
    given = [one for one, flag in zip(params, flags, strict=True) if flag]
    if check_integers(function, given, session.precision.casts, builder.sizes):
        builder.sizes.reading.integers = True
    joint = differentiate(function, flags, outputs, builder.sizes)
    # The output first: the cotangents are made in its form.
    params = joint.body.params[: len(function.body.params)]
    mapping = dict(zip(params, traced.args, strict=True))
    body = substitute(Block((), joint.body.ops, joint.body.results), mapping)
    ops = [op for op in body.ops if op.phase == 0]
    rest = tuple(op for op in body.ops if op.phase != 0)
    builder.ops.extend(replace(op, phase=builder.phase) for op in ops)
    douts = _cotangents(session, body.results[:count], outputs, sens, traced.output)
    second = Function(
        "inner", Block(joint.body.params[len(params) :], rest, body.results[count:]), 0
    )
    second = on_their_paths(second)
    fresh = tuple(Value(atom.aval) for atom in body.results[count:])
    made, results = inlined(
        Call(second, tuple(douts), fresh, builder.origin, builder.phase)
    )
    builder.ops.extend(made)
    values = body.results[:count]
    for parameter, atom in zip(
        traced.updates, values[count - function.updates :], strict=True
    ):
        box = session.parameter_box(parameter)
        assert box is not None
        session.write(box, atom)

    def leaf(item: Any) -> Any:
        return (
            session.wrap(values[item.position])
            if isinstance(item, Placeholder)
            else item
        )

    out = rebuilt(traced.output, (leaf(item) for item in leaves(traced.output)))
    return out, [session.wrap(atom) for atom in results.values()]


def _cotangents(
    session: Session,
    outs: tuple[Atom, ...],
    outputs: tuple[bool, ...],
    sens: Any,
    form: Any,
) -> list[Atom]:
    """``sens``, leaf by leaf, or ones."""
    if sens is None:
        return [
            filled_like(session.builder, atom, 1)
            for atom, flag in zip(outs, outputs, strict=True)
            if flag
        ]
    given = list(leaves(sens))
    places = [leaf for leaf in leaves(form) if isinstance(leaf, Placeholder)]
    if len(given) != len(places):
        raise CompileError(
            Diagnostic("SRC016", "sens has another number of parts than the output")
        )
    return [session.atom(g) for g, flag in zip(given, outputs, strict=True) if flag]
