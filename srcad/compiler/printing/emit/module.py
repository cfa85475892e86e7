"""The description of a backward module, from the two halves of its target."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from codegen.description import Code, Header, Module, Spliced, Text
from srcad.compiler.evaluate.calls.kernels import definitions, imports
from srcad.compiler.evaluate.kinds import outward
from srcad.compiler.ir.avals import (
    AnyAval,
    Aval,
    LiveAval,
    OpaqueAval,
    OptionalAval,
    ResidualsAval,
    SequenceAval,
    carries_gradient,
)
from srcad.compiler.ir.numbers import numbers_given
from srcad.compiler.ir.sharing import broadcast_results, results_to_copy
from srcad.compiler.ir.types import Function, Op, Value
from srcad.compiler.printing.emit import entry, texts
from srcad.compiler.printing.emit.families import merged
from srcad.compiler.printing.emit.freeing import freed, worth_freeing
from srcad.compiler.printing.emit.function_names import (
    FunctionNames,
    numbered,
)
from srcad.compiler.printing.emit.functions import (
    Written,
    atoms_of,
    called_functions,
    called_kernels,
    called_names,
    definition,
    emitter_for,
    packed,
    residual_atoms,
    splice_of,
    tuple_of,
    unique_names,
    unpacking,
    unused,
    wholes_of,
)
from srcad.compiler.printing.emit.held import Held, kept_bytes
from srcad.compiler.printing.emit.interface import Interface
from srcad.compiler.printing.emit.signature import checks, load_captured, signature
from srcad.compiler.printing.emit.splice_calls import (
    SplicedCall,
    in_tensors,
    tensors_of,
)
from srcad.compiler.printing.emit.splices import (
    bound_names,
    check_names,
    spliced_class,
)
from srcad.compiler.printing.emit.statements import Emitter
from srcad.compiler.printing.emit.structures import (
    cotangent_reads,
    is_plain,
    made_lists,
    output_expression,
)
from srcad.compiler.printing.emit.writer import literal, name, unless_none
from srcad.compiler.printing.packing import (
    columns,
    function_packs,
    has_residuals,
    residual_count,
)
from srcad.compiler.printing.raising_order import has_attempt


def describe(
    forward: Function, backward: Function, interface: Interface, header: Header
) -> Module:
    """The module with these two halves."""
    names = FunctionNames(frozenset(entry.forward_names(interface)))
    written = Written(called=names)
    items: list[Code | Spliced | Text] = []
    functions: list[ast.stmt] = []
    splices: list[Spliced] = []
    helpers = _helpers(forward, backward)
    written.numbers |= numbers_given([forward, backward, *helpers])
    written.awaited = has_attempt([forward, *helpers])
    for function in helpers:
        names.choose(function)
        _splice(function, names.number(function), splices, written)
        helper = _helper(function, written)
        if names.keep(function, helper):
            functions.append(helper)
    _splice(backward, 1, splices, written)
    forward_def, backward_def = _halves(forward, backward, interface, written)
    functions.extend((forward_def, backward_def))
    kernels = _kernels(written)
    defined = [getattr(one, "name", "") for one in (*kernels, *functions, *splices)]
    defined += ["CAPTURED", "load_captured"] * bool(interface.captured)
    check_names(written, (*defined, *written.kernels, *entry.DEFINED))
    lines = ["import numpy as np", *sorted(written.imports)]
    code = ast.parse("\n".join(lines)).body
    read = bound_names(written)
    taken = {*defined, *written.kernels, *entry.DEFINED, *read}
    items.append(Code((*code, *signature(interface, taken))))
    items.extend(splices)
    items.extend(Text(texts.KERNELS[kernel]) for kernel in sorted(written.kernels))
    items.append(Code((*kernels, *functions)))
    items.append(Text(entry.with_yielding(entry.value_and_grad(interface), read)))
    if interface.captured:
        items.append(Text(load_captured(interface)))
    items.extend(Text(entry.with_yielding(text, read)) for text in checks(interface))
    doc = texts.docstring(interface, [s.name for s in splices])
    return Module(header, doc, tuple(items))


def _kernels(written: Written) -> list[ast.stmt]:
    """The kernels that are used, and what they call, each once."""
    found: dict[str, ast.stmt] = {}
    for word in sorted(written.functions):
        found.update(definitions(written.functions[word]))
        written.imports.update(dict.fromkeys(imports(written.functions[word])))
    return list(found.values())


def _helpers(forward: Function, backward: Function) -> list[Function]:
    found: dict[Function, None] = {}
    for half in (forward, backward):
        found.update(dict.fromkeys(called_functions(half)))
    return list(found)


def _splice(
    function: Function, number: int, splices: list[Spliced], written: Written
) -> None:
    """The class of a user's ``bprop``; Cells whose attributes differ have several."""
    splice = splice_of(function)
    if splice is None:
        return
    made = spliced_class(splice, written)
    same = [one.name for one in splices if _content(one) == _content(made)]
    taken = {one.name for one in splices}
    while not same and numbered(made.name, number) in taken:
        number += 1
    word = same[0] if same else numbered(made.name, number)
    if not same:
        splices.append(replace(made, name=word))
    written.classes[id(splice.rule.owner)] = word


def _content(spliced: Spliced) -> tuple[Any, ...]:
    attributes = tuple(ast.dump(one) for one in spliced.attributes)
    return spliced.docstring, attributes, spliced.methods


def _halves(
    forward: Function, backward: Function, interface: Interface, written: Written
) -> tuple[ast.stmt, ast.stmt]:
    first = _forward(forward, interface, written)
    own = splice_of(backward)
    if own is not None:
        second = _spliced_half(forward, backward, interface, written)
    else:
        second = _backward(forward, backward, interface, written)
    return first, second


def _forward(function: Function, interface: Interface, written: Written) -> ast.stmt:
    count = len(interface.inputs)
    fixed: dict[Value, str] = {}
    params = function.body.params
    for param, (text, _) in zip(params, interface.inputs, strict=False):
        fixed[param] = text
    ours = entry.words(interface)
    words = entry.live_names(interface)
    taken = {*fixed.values(), ours.params, ours.captured, ours.rng, *words}
    live = [p for p in params[count:] if isinstance(p.aval, LiveAval)]
    fixed.update(zip(live, words, strict=True))
    generators = [p for p in params[count:] if isinstance(p.aval, OpaqueAval)]
    fixed.update(dict.fromkeys(generators, ours.rng))
    kinds = Aval, SequenceAval
    read = tuple(p for p in params[count:] if isinstance(p.aval, kinds))
    fixed.update(unique_names(read, taken | called_kernels(function)))
    _name_outputs(function, len(interface.outputs))
    function, emitter = emitter_for(function, written, fixed)
    body: list[ast.stmt] = []
    body.extend(_read_parameters(interface, [fixed[p] for p in read]))
    body.extend(emitter.block(function.body))
    atoms = function.body.results[: function.outputs]
    outs = atoms_of(emitter, atoms)
    # `x * 1.0` is printed as `x`, and is another array.
    apart = results_to_copy(function.body, interface.aliases)
    apart &= set(range(len(interface.outputs)))
    for place in apart:
        copy = _positive if place in interface.numbers else copied
        outs[place] = copy(outs[place], atoms[place].aval)
    updates = outs[len(interface.outputs) :]
    body.extend(texts.paragraph())
    out = output_expression(interface.output, outs)
    if not (apart or isinstance(out, ast.Name | ast.Tuple | ast.List | ast.Dict)):
        target = ast.Name(ours.out, ast.Store())
        body.insert(len(body) - 1, ast.Assign([target], out))
        out = name(ours.out)
    residuals = wholes_of(emitter, residual_atoms(function, written))
    parts = [out, packed(residuals)]
    if updates:
        keys: list[ast.expr | None] = [literal(key) for key in interface.updates]
        parts.append(ast.Dict(keys, updates))
    body.append(ast.Return(tuple_of(parts)))
    body = _limited(interface, emitter, body)
    names = entry.forward_names(interface)
    return definition("forward", names, body, texts.forward_doc(interface))


def _name_outputs(function: Function, count: int) -> None:
    """What is returned and has no name is called ``out``."""
    outputs = function.body.results[:count]
    for place, atom in enumerate(outputs):
        if isinstance(atom, Value) and not atom.named:
            atom.hint = "out" if len(outputs) == 1 else f"out_{place}"
            atom.named = True


def _read_parameters(interface: Interface, names: list[str]) -> list[ast.stmt]:
    """One line for the parameters, and the captured arrays, of each layer."""
    ours = entry.words(interface)
    lines: list[ast.stmt] = []
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    params, captured = iter(interface.parameters), iter(interface.captured)
    for word, other in zip(names, interface.are_captured, strict=True):
        key, _ = next(captured if other else params)
        source = ours.captured if other else ours.params
        if not other and key in interface.families:
            value = interface.families[key].read_from(source)
            lines.append(ast.Assign([ast.Name(word, ast.Store())], value))
            continue
        groups.setdefault((source, key.rpartition(".")[0]), []).append((word, key))
    for (source, _), group in groups.items():
        targets = [ast.Name(word, ast.Store()) for word, _ in group]
        values: list[ast.expr] = [
            ast.Subscript(name(source), literal(key), ast.Load()) for _, key in group
        ]
        if len(group) == 1:
            lines.append(ast.Assign([targets[0]], values[0]))
        else:
            lines.append(ast.Assign([tuple_of(list(targets), True)], tuple_of(values)))
    return lines


def _dout_names(
    interface: Interface, cotangents: tuple[Value, ...], written: Written
) -> tuple[list[str | None], dict[Value, str]]:
    """A name for each part of ``dout`` that is floating, in the order of the leaves."""
    ours = entry.words(interface)
    if is_plain(interface.output):
        return [ours.dout], dict.fromkeys(cotangents, ours.dout)
    known = {v: word for v, word in written.primal_names.items() if v not in cotangents}
    floating = [k for k, aval in enumerate(interface.outputs) if carries_gradient(aval)]
    for place, cotangent in zip(floating, cotangents, strict=True):
        if known.get(cotangent.primal or cotangent, "out").startswith("out"):
            known[cotangent] = f"{ours.dout}_{place}"
    fixed = unique_names(cotangents, {ours.dout, ours.residuals}, known)
    names: list[str | None] = []
    remaining = iter(cotangents)
    for aval in interface.outputs:
        value = next(remaining) if carries_gradient(aval) else None
        names.append(None if value is None else fixed[value])
    return names, fixed


def _backward(
    forward: Function, backward: Function, interface: Interface, written: Written
) -> ast.stmt:
    ours = entry.words(interface)
    residuals = forward.body.results[forward.outputs :]
    count = len(residuals)
    cotangents = backward.body.params[count:]
    names, fixed = _dout_names(interface, cotangents, written)
    packs = function_packs(forward, written.packs)
    kept = columns(residuals, packs)
    words: list[str] = []
    by_key: dict[Any, str] = {}
    taken = {*fixed.values(), ours.residuals, ours.dout, *called_kernels(backward)}
    for value in residuals:
        assert isinstance(value, Value)
        word = written.primal_names.get(value, value.hint or "value")
        if value in packs and packs[value].key in by_key:
            fixed[value] = by_key[packs[value].key]
            continue
        fixed[value] = unused(word, taken)
        taken.add(fixed[value])
        if value in packs:
            by_key[packs[value].key] = fixed[value]
    words = [fixed[value] for value in kept if isinstance(value, Value)]
    match residuals:
        case (Value(aval=ResidualsAval()) as whole,):
            # Those of the one call that there is, handed on.
            words, fixed[whole] = [ours.residuals], ours.residuals
    made = made_lists(interface.output, names)
    own_lists = frozenset(v for v in cotangents if fixed[v] in made)
    # A half that was made of a user's `bprop` has parameters of its own.
    pairs = zip(backward.body.params, residuals, strict=False)
    fixed.update({p: fixed[value] for p, value in pairs if isinstance(value, Value)})
    _name_cotangents(forward, backward, interface)
    body: list[ast.stmt] = []
    body.extend(unpacking(words, ours.residuals))
    function, emitter = emitter_for(backward, written, fixed, cotangents, own_lists)
    if not is_plain(interface.output):
        body.extend(cotangent_reads(interface.output, names, name(ours.dout)))
    body.extend(emitter.block(function.body))
    atoms = function.body.results
    results = atoms_of(emitter, atoms)
    for place in results_to_copy(function.body) | broadcast_results(function.body):
        results[place] = copied(results[place], atoms[place].aval)
    body.extend(texts.paragraph())
    body.append(ast.Return(_returned(interface, results)))
    body = _limited(interface, emitter, body)
    if not interface.kept:
        held = Held.of(function.body, emitter.writer.names.names, kept_bytes(forward))
        body = freed(body, worth_freeing(body, held))
    doc = texts.backward_doc(interface)
    return definition("backward", [ours.residuals, ours.dout], body, doc)


def _limited(
    interface: Interface, emitter: Emitter, body: list[ast.stmt]
) -> list[ast.stmt]:
    """A half that keeps no array for longer than it has to, where that was asked."""
    if not interface.kept:
        return body
    named = emitter.writer.names.names.items()
    return freed(body, {word for value, word in named if value.aval.shape})


def copied(item: ast.expr, aval: AnyAval) -> ast.expr:
    """What is given back: storage of its own, for an array and for each in a list."""
    if isinstance(aval, SequenceAval):
        one = ast.Name("one", ast.Store())
        inner = copied(name("one"), aval.element)
        return ast.ListComp(inner, [ast.comprehension(one, item, [], 0)])
    made = ast.Call(ast.Attribute(item, "copy", ast.Load()), [], [])
    return unless_none(item, made) if isinstance(aval, OptionalAval) else made


def _positive(item: ast.expr, aval: AnyAval) -> ast.expr:
    """The same of an array that may be a number, which is given back as it is."""
    return copied(item, aval) if aval.is_bool else ast.UnaryOp(ast.UAdd(), item)


def _name_cotangents(
    forward: Function, backward: Function, interface: Interface
) -> None:
    """What is returned is called after the input that it is the cotangent of, unless
    it is that of something else with a name as well."""
    names = [word for word, _ in interface.inputs]
    results = backward.body.results[: len(interface.wrt_inputs)]
    ops = (op for op in backward.body.ops if isinstance(op, Op))
    made = {value for op in ops if op.primitive != "full" for value in op.results}
    for result, word in zip(results, interface.wrt_inputs, strict=False):
        if isinstance(result, Value) and result in made and results.count(result) == 1:
            other = result.primal
            if other is None or not other.named:
                result.primal = forward.body.params[names.index(word)]


def _returned(interface: Interface, results: list[ast.expr]) -> ast.expr:
    count = len(interface.wrt_inputs)
    inputs = tuple_of(results[:count])
    if not interface.wrt_parameters:
        return inputs
    families = interface.families
    parts = {
        key: families[key].items(part) if key in families else part
        for key, part in zip(interface.wrt_parameters, results[count:], strict=True)
    }
    return tuple_of([inputs, merged(parts, families)])


def _spliced_half(
    forward: Function, backward: Function, interface: Interface, written: Written
) -> ast.stmt:
    """The backward half of a target that has a ``bprop`` itself."""
    splice = splice_of(backward)
    assert splice is not None
    ours = entry.words(interface)
    count = len(splice.given) + splice.inputs
    params = backward.body.params[: count + forward.outputs]
    words = list(unique_names(params, {ours.residuals, ours.dout}).values())
    body = unpacking(words, ours.residuals)
    dout: ast.expr = name(ours.dout)
    if splice.wrapped:
        dout = in_tensors(interface.output, interface.outputs, dout)
    call = SplicedCall(splice, params, words[:count], words[count:], dout, written)
    body.extend(_as_result(call.statements(), interface))
    doc = f"{texts.backward_doc(interface)[:-1]} by way of the user's ``bprop``."
    return definition("backward", [ours.residuals, ours.dout], body, doc)


def _as_result(calls: list[ast.stmt], interface: Interface) -> list[ast.stmt]:
    """The last statement as ``backward`` returns it: Parameters in a dict."""
    if not interface.wrt_parameters:
        return calls
    last = calls[-1]
    assert isinstance(last, ast.Return)
    assert isinstance(last.value, ast.Tuple)
    return [*calls[:-1], ast.Return(_returned(interface, list(last.value.elts)))]


def _helper(function: Function, written: Written) -> ast.stmt:
    """One half of a pair for a sub-cell, or a plain function."""
    params = function.body.params
    splice = splice_of(function)
    if splice is not None:
        return _spliced_helper(function, written)
    packs = function_packs(function, written.packs)
    given = residual_count(function)
    residuals = [p for p in columns(params[:given], packs) if isinstance(p, Value)]
    others = [p for p in columns(params[given:], packs) if isinstance(p, Value)]
    kept = [*residuals, *others]
    known = _names_of_residuals(function, written)
    if function.recursion is not None:
        known.update(dict.fromkeys(residuals, "residuals"))
    reserved = called_names(function, written) | called_kernels(function)
    if given and function.recursion is None:
        reserved.add("residuals")
    fixed = unique_names(tuple(kept), reserved, known)
    by_key = {packs[p].key: fixed[p] for p in kept if p in packs}
    for param in params:
        if param in packs:
            fixed[param] = by_key[packs[param].key]
    words = [fixed[p] for p in others]
    body: list[ast.stmt] = []
    if has_residuals(function):
        words.insert(0, "residuals")
        body.extend(unpacking([fixed[p] for p in residuals], "residuals"))
    if function.role == "forward":
        _name_outputs(function, function.outputs)
    cotangents = params[given:] if function.role == "backward" else ()
    function_, emitter = emitter_for(function, written, fixed, cotangents)
    body.extend(emitter.block(function_.body))
    results = function_.body.results
    count = function_.outputs
    outs = atoms_of(emitter, results[:count])
    body.extend(texts.paragraph())
    if function.role == "forward":
        out = outs[0] if len(outs) == 1 else tuple_of(outs)
        ends = wholes_of(emitter, residual_atoms(function_, written))
        body.append(ast.Return(tuple_of([out, packed(ends)])))
        doc = f"Return ``(out, residuals)`` of ``{function.label}``."
    elif function.role == "backward":
        body.append(ast.Return(tuple_of(outs)))
        doc = f"Return the cotangents of the inputs of ``{function.label}``."
    else:
        body.append(ast.Return(outs[0] if len(outs) == 1 else tuple_of(outs)))
        doc = f"Return the output of ``{function.label}``."
    return definition(written.called[function], words, body, doc)


def _names_of_residuals(function: Function, written: Written) -> dict[Value, str]:
    """What the forward half calls what it hands over."""
    forward = function.forward
    if forward is None:
        return {}
    ends = forward.body.results[forward.outputs :]
    pairs = zip(function.body.params, ends, strict=False)
    names = written.primal_names
    return {p: names[a] for p, a in pairs if isinstance(a, Value) and a in names}


def _spliced_helper(function: Function, written: Written) -> ast.stmt:
    splice = splice_of(function)
    assert splice is not None
    words = list(unique_names(function.body.params, {"residuals"}).values())
    count = len(splice.given) + splice.inputs
    outs = (len(words) - count) // 2
    head = unpacking(words[: count + outs], "residuals")
    parts: list[ast.expr] = [name(word) for word in words[count + outs :]]
    params = function.body.params
    if splice.wrapped:
        pairs = zip(params[count + outs :], parts, strict=True)
        parts = [tensors_of(param.aval, part) for param, part in pairs]
    dout = output_expression(outward(splice.rule.output), parts)
    named = words[count : count + outs]
    call = SplicedCall(splice, params, words[:count], named, dout, written)
    doc = f"Return the cotangents of ``{function.label}``, by the user's ``bprop``."
    arguments = ["residuals", *words[count + outs :]]
    body = [*head, *call.statements()]
    return definition(written.called[function], arguments, body, doc)
