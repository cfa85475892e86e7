"""A user's ``bprop`` in the module: the class that holds it, and the call of it."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import Any

from codegen.description import Spliced
from codegen.splice import method_source
from srcad.compiler.custom import Splice, bprop_of, internal_params, read_attributes
from srcad.compiler.emit.expressions import call, literal, name
from srcad.compiler.emit.functions import Written, output_expression, tuple_of
from srcad.compiler.source import Source, source_of

_TENSOR = "from srcad import Tensor"


def spliced_class(splice: Splice, written: Written) -> Spliced:
    """The class with the user's method, byte for byte."""
    owner = splice.rule.owner
    plain = bprop_of(splice.rule)
    source = source_of(plain)
    text = method_source("".join(source.lines), source.node.lineno)
    attributes: list[ast.stmt] = []
    for word in read_attributes(splice.rule):
        value = getattr(owner, word)
        if getattr(value, "__srcad_parameter__", False) is not True:
            attributes.append(_attribute(word, value, written))
    _imports(plain, source, written)
    kind = type(owner).__name__
    return Spliced(kind, f"``{kind}.bprop``, verbatim.", tuple(attributes), (text,))


def _attribute(word: str, value: Any, written: Written) -> ast.stmt:
    target = ast.Name(word, ast.Store())
    if isinstance(value, bool | int | float | str | None):
        return ast.Assign([target], literal(value))
    written.imports["from srcad import ops"] = None
    return ast.Assign([target], ast.parse(f"ops.{value!r}", mode="eval").body)


def spliced_call(
    splice: Splice, words: list[str], outs: list[str], dout: ast.expr, written: Written
) -> list[ast.stmt]:
    """The statements that call the method and give the cotangents that are wanted.

    ``words`` name the inputs and then the Parameters, ``outs`` the outputs.
    """
    rule, count = splice.rule, splice.inputs
    kind = written.classes[id(rule.owner)]

    def given(word: str) -> ast.expr:
        return call("Tensor", name(word)) if splice.wrapped else name(word)

    if splice.wrapped:
        written.imports[_TENSOR] = None
    inputs = [given(word) for word in words[:count]]
    args = [output_expression(form, inputs) for form in rule.arguments]
    args.append(output_expression(rule.output, [given(word) for word in outs]))
    args.append(dout)
    made: ast.expr = ast.Call(name(kind), [], [])
    body: list[ast.stmt] = []
    attributes = _parameter_attributes(splice)
    if attributes:
        body.append(ast.Assign([ast.Name("cell", ast.Store())], made))
        for attribute, place in attributes:
            target = ast.Attribute(name("cell"), attribute, ast.Store())
            body.append(ast.Assign([target], given(words[count + place])))
        made = name("cell")
    result = ast.Call(ast.Attribute(made, "bprop", ast.Load()), args, [])
    everything = tuple(range(count)) == splice.wanted
    flat = len(rule.arguments) == count
    if everything and flat and not splice.checked and not splice.wrapped:
        return [*body, ast.Return(result)]
    return [*body, *_checked(splice, kind, words, result, written)]


def _checked(
    splice: Splice, kind: str, words: list[str], result: ast.expr, written: Written
) -> list[ast.stmt]:
    """The cotangents, checked at run time, and those that are wanted given back."""
    written.kernels["check_cotangents"] = None
    count = splice.inputs
    body: list[ast.stmt] = []
    if internal_params(splice.rule.owner):
        body.append(_assigned(["cotangents", "by_parameter"], result))
        result = name("cotangents")
    label = literal(f"{kind}.bprop")
    places = [k for k in splice.wanted if k < count]
    targets = [f"d{words[k]}" if k in places else "_" for k in range(count)]
    values = tuple_of([name(word) for word in words[:count]])
    body.append(_assigned(targets, call("check_cotangents", label, result, values)))
    attributes = {place: word for word, place in _parameter_attributes(splice)}
    for k in splice.wanted:
        if k < count:
            continue
        word = words[k]
        if k - count not in attributes:
            zeros = call("np.zeros_like", name(word))
            body.append(_assigned([f"d{word}"], tuple_of([zeros])))
            continue
        key = ast.Attribute(name("cell"), attributes[k - count], ast.Load())
        one = ast.Subscript(name("by_parameter"), key, ast.Load())
        check = call("check_cotangents", label, tuple_of([one]), tuple_of([name(word)]))
        body.append(_assigned([f"d{word}"], check))
    body.append(ast.Return(tuple_of([name(f"d{words[k]}") for k in splice.wanted])))
    return body


def _assigned(targets: list[str], value: ast.expr) -> ast.stmt:
    left = [ast.Name(word, ast.Store()) for word in targets]
    return ast.Assign([tuple_of(list(left), True)], value)


def _parameter_attributes(splice: Splice) -> list[tuple[str, int]]:
    """The attributes that are Parameters, with their places among the Parameters."""
    places = {id(p): k for k, (_, p) in enumerate(splice.parameters)}
    found = []
    for word in read_attributes(splice.rule):
        value = getattr(splice.rule.owner, word)
        if id(value) in places:
            found.append((word, places[id(value)]))
    return found


def _imports(function: Any, source: Source, written: Written) -> None:
    """The import lines that bind the names that the method reads."""
    read = {n.id for n in ast.walk(source.node) if isinstance(n, ast.Name)}
    found: dict[str, str] = {}
    for node in ast.parse("".join(source.lines)).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                bound = alias.asname or alias.name.split(".")[0]
                found[bound] = _import_line(node, alias)
    local = {a.arg for a in ast.walk(source.node) if isinstance(a, ast.arg)}
    stored = {
        n.id
        for n in ast.walk(source.node)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    for word in sorted(read - local - stored):
        if found.get(word) == "import numpy as np":
            continue
        if word in found:
            written.imports[found[word]] = None
        elif word in function.__globals__ and not hasattr(builtins, word):
            module = function.__globals__.get("__name__", "")
            written.imports[f"from {module} import {word}"] = None


def _import_line(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    """The line that binds one name, with srcad in the place of MindSpore."""
    suffix = f" as {alias.asname}" if alias.asname else ""
    if isinstance(node, ast.Import):
        home = _home(alias.name)
        if home == alias.name:
            return f"import {alias.name}{suffix}"
        return f"import {home}{suffix}" if suffix else "import srcad as mindspore"
    module = "." * node.level + (node.module or "")
    inner = _home(f"{module}.{alias.name}", submodule=True)
    if inner:
        above, _, word = inner.rpartition(".")
        bound = alias.asname or alias.name
        return f"from {above} import {word}" + (f" as {bound}" * (bound != word))
    return f"from {_home(module)} import {alias.name}{suffix}"


def _home(path: str, submodule: bool = False) -> str:
    """The module of srcad that answers for a path of MindSpore's; others as they are.

    With ``submodule``, "" for what is no module of MindSpore's.
    """
    if path.split(".")[0] != "mindspore":
        return "" if submodule else path
    home = getattr(sys.modules.get(path), "__srcad_home__", None)
    if home is None and not submodule:
        return "srcad" + path[len("mindspore") :]
    return home or ""
