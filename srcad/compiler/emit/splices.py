"""A user's ``bprop`` in the module: the class that holds it, and the call of it."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from codegen.description import Spliced
from codegen.splice import method_source
from srcad.compiler.custom import Splice
from srcad.compiler.diagnostics import CompileError, Diagnostic
from srcad.compiler.emit.expressions import literal, name
from srcad.compiler.emit.functions import Written, output_expression, tuple_of
from srcad.compiler.ir import Function
from srcad.compiler.lowering.functions import Placeholder
from srcad.compiler.lowering.objects import leaves
from srcad.compiler.source import Source, source_of, underlying


def spliced_class(function: Function, splice: Splice, written: Written) -> Spliced:
    """The class with the user's method, byte for byte."""
    owner = splice.rule.owner
    plain = underlying(splice.rule.bprop)
    assert plain is not None
    source = source_of(plain)
    text = method_source("".join(source.lines), source.node.lineno)
    attributes = _attributes(owner, source, written)
    _imports(plain, source, written)
    kind = type(owner).__name__
    if splice.guards:
        written.kernels["check_cotangent"] = None
    return Spliced(kind, f"``{kind}.bprop``, verbatim.", tuple(attributes), (text,))


def spliced_call(
    function: Function,
    splice: Splice,
    inputs: list[str],
    outs: list[str],
    output: Any,
    dout: str | list[str],
) -> list[ast.stmt]:
    """``return Net().bprop(x, y, out, dout)``, with guards where they are needed."""
    kind = type(splice.rule.owner).__name__
    args: list[ast.expr] = []
    for form in splice.rule.arguments:
        args.append(output_expression(form, [name(word) for word in inputs]))
    args.append(output_expression(output, [name(word) for word in outs]))
    if isinstance(dout, str):
        args.append(name(dout))
    else:
        args.append(output_expression(output, [name(word) for word in dout]))
    method = ast.Attribute(ast.Call(name(kind), [], []), "bprop", ast.Load())
    call = ast.Call(method, args, [])
    targets = [
        leaf.position
        for form in splice.rule.arguments
        for leaf in leaves(form)
        if isinstance(leaf, Placeholder)
    ]
    simple = len(targets) == len(function.body.results) == len(splice.rule.arguments)
    if simple and not splice.guards:
        return [ast.Return(call)]
    floating = [k for k, p in enumerate(function.body.params[: splice.inputs])
                if getattr(p.aval, "is_float", False)]
    words = [f"d{inputs[k]}" if k in floating else "_" for k in range(len(inputs))]
    body: list[ast.stmt] = [
        ast.Assign([tuple_of([ast.Name(w, ast.Store()) for w in words], True)], call)
    ]
    for place in splice.guards:
        k = floating[place]
        check = ast.Call(
            name("check_cotangent"),
            [literal(f"{kind}.bprop"), name(words[k]), name(inputs[k])],
            [],
        )
        body.append(ast.Expr(check))
    body.append(ast.Return(tuple_of([name(words[k]) for k in floating])))
    return body


def _attributes(owner: Any, source: Source, written: Written) -> list[ast.stmt]:
    """What the method reads from ``self``, as class attributes."""
    arguments = source.node.args
    this = (*arguments.posonlyargs, *arguments.args)[0].arg
    names: dict[str, ast.Attribute] = {}
    for node in ast.walk(source.node):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == this:
                names.setdefault(node.attr, node)
    return [_attribute(owner, word, node, source, written) for word, node in names.items()]


def _attribute(
    owner: Any, word: str, node: ast.Attribute, source: Source, written: Written
) -> ast.stmt:
    value = getattr(owner, word)
    target = ast.Name(word, ast.Store())
    if isinstance(value, bool | int | float | str | None):
        return ast.Assign([target], literal(value))
    kind = type(value)
    if kind.__module__.startswith("srcad.ops"):
        written.imports["from srcad import ops"] = None
        return ast.Assign([target], ast.parse(f"ops.{value!r}", mode="eval").body)
    raise CompileError(
        Diagnostic(
            "SRC018",
            f"`bprop` reads `self.{word}`, which cannot be printed into a module",
            source.span(node),
            label=f"a {kind.__name__}",
            help="let it read numbers, strings and operators alone",
        )
    )


def _imports(function: Any, source: Source, written: Written) -> None:
    """The import lines that bind the names that the method reads."""
    read = {n.id for n in ast.walk(source.node) if isinstance(n, ast.Name)}
    tree = ast.parse("".join(source.lines))
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                bound = alias.asname or alias.name.split(".")[0]
                found[bound] = _import_line(node, alias)
    local = {a.arg for a in ast.walk(source.node) if isinstance(a, ast.arg)}
    stored = {
        n.id for n in ast.walk(source.node)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    for word in sorted(read - local - stored):
        if word in ("np",) and found.get(word) == "import numpy as np":
            continue
        if word in found:
            written.imports[found[word]] = None
        elif word in function.__globals__ and not hasattr(builtins, word):
            module = function.__globals__.get("__name__", "")
            written.imports[f"from {module} import {word}"] = None


def _import_line(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    suffix = f" as {alias.asname}" if alias.asname else ""
    if isinstance(node, ast.Import):
        whole = alias.name
        if whole.split(".")[0] == "mindspore":
            whole = "srcad" + whole[len("mindspore") :]
            suffix = suffix or " as mindspore"
        return f"import {whole}{suffix}"
    module = "." * node.level + (node.module or "")
    if module.split(".")[0] == "mindspore":
        module = "srcad" + module[len("mindspore") :]
    return f"from {module} import {alias.name}{suffix}"
