"""Mutations in place: of arrays, containers, Parameters, Cells, classes of objects,
code, rules and settings; and the early ones, of what a program is imported from."""

from __future__ import annotations

import ast
import copy
import functools
import os
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any

import numpy as np

import srcad
from srcad import Parameter, Tensor
from srcad.compiler.reading import user_rules

from . import values
from .mutations import Mutation, overrides, shown, subclass
from .places import Walk
from .subjects import SETTINGS, Subject


def of_states(walk: Walk) -> Iterator[Mutation]:
    """The mutations of every object that was reached, and of what is not an object."""
    for path, item in list(walk.objects.values()):
        match item:
            case np.ndarray():
                yield from _array("array", path, item)
            case Parameter():
                yield from _array("Parameter", path, item.asnumpy())
                yield from _parameter(path, item)
            case Tensor():
                yield from _array("Tensor", path, item.asnumpy())
            case dict() | list() | set() | deque():
                yield from _container(path, item)
            case types.FunctionType() if walk.subject.wrote(item):
                yield from _function(walk, path, item)
        if getattr(item, "__srcad_cell__", False) and not isinstance(item, type):
            yield from _cell(path, item)
        if walk.subject.own(type(item)) and not isinstance(item, type):
            yield from _class_of(walk, path, item)
    yield from _settings(walk)


def _array(kind: str, path: str, array: Any) -> Iterator[Mutation]:
    if not array.flags.writeable or not array.size:
        return
    kept = array.copy()
    undo = functools.partial(np.copyto, array, kept)
    moved = values.moved(array).astype(array.dtype)
    apply = functools.partial(np.copyto, array, moved)
    yield Mutation(
        kind, "elements in place", f"{path}[...] = {shown(moved)}", apply, undo
    )
    first = functools.partial(array.__setitem__, (0,) * array.ndim)
    text = f"{path}[first element] = "
    yield Mutation(kind, "one element in place", text + "5", lambda: first(5), undo)
    if array.dtype.kind == "f":
        yield Mutation(kind, "nan in place", text + "nan", lambda: first(np.nan), undo)
        yield Mutation(kind, "-0.0 in place", text + "-0.0", lambda: first(-0.0), undo)
    fix = functools.partial(array.setflags, write=False)
    free = functools.partial(array.setflags, write=True)
    yield Mutation(kind, "made read-only", f"{path}.setflags(write=False)", fix, free)
    shape = functools.partial(setattr, array, "shape")
    if kind == "array" and array.base is None:
        text = f"{path}.shape = (1, ...)"
        new, old = (1, *array.shape), array.shape
        yield Mutation(
            kind, "reshaped in place", text, lambda: shape(new), lambda: shape(old)
        )


def _parameter(path: str, item: Any) -> Iterator[Mutation]:
    array, flag = item.asnumpy(), item.requires_grad
    set_flag = functools.partial(setattr, item, "requires_grad")
    text = f"{path}.requires_grad = {not flag}"
    yield Mutation(
        *("Parameter", "requires_grad", text),
        *(lambda: set_flag(not flag), lambda: set_flag(flag)),
    )
    moved = Tensor(values.moved(array))
    text = f"{path}.set_data({shown(moved)})"
    yield Mutation("Parameter", "set_data", text, lambda: item.set_data(moved))
    grown = Tensor(np.concatenate([array, array])) if array.ndim else moved
    text = f"{path}.set_data(twice as long, slice_shape=True)"
    apply = functools.partial(item.set_data, grown, slice_shape=True)
    yield Mutation("Parameter", "another size", text, apply)
    rename = functools.partial(setattr, item, "name")
    name = item.name
    text = f"{path}.name = 'renamed'"
    yield Mutation(
        "Parameter", "name", text, lambda: rename("renamed"), lambda: rename(name)
    )
    hook = functools.partial(item.register_hook, values.doubled_cotangent)
    text = f"{path}.register_hook(doubled)"
    yield Mutation("Parameter", "hook added", text, hook, custom=True)


def _container(path: str, item: Any) -> Iterator[Mutation]:
    kind = type(item).__name__ + " in place"
    if isinstance(item, dict):
        kept = dict(item)
        restore = functools.partial(_refill, item, kept)
        turned = dict(reversed(kept.items()))
        if len(kept) > 1:
            apply = functools.partial(_refill, item, turned)
            yield Mutation(
                kind, "another order", f"{path}: keys turned", apply, restore
            )
        more = {**kept, "added": next(iter(kept.values()), 2.0)}
        apply = functools.partial(_refill, item, more)
        yield Mutation(kind, "longer", f"{path}['added'] = ...", apply, restore)
    elif isinstance(item, set):
        parts = [*item]
        if all(isinstance(part, int | float) for part in parts):
            add = functools.partial(item.add, 7)
            yield Mutation(
                kind, "longer", f"{path}.add(7)", add, lambda: item.discard(7)
            )
        if parts:
            last = sorted(parts, key=str)[-1]
            text = f"{path}.discard({shown(last)})"
            yield Mutation(kind, "shorter", text, lambda: item.discard(last))
    elif item:
        grow = functools.partial(item.append, copy.copy(item[-1]))
        yield Mutation(kind, "longer", f"{path}.append({path}[-1])", grow, item.pop)
        yield Mutation(kind, "shorter", f"{path}.pop()", item.pop)
        turn = item.reverse
        yield Mutation(kind, "another order", f"{path}.reverse()", turn, turn)


def _refill(held: Any, entries: Any) -> None:
    base = OrderedDict if isinstance(held, OrderedDict) else dict
    base.clear(held)
    for key, value in entries.items():
        held[key] = value


def _function(walk: Walk, path: str, item: Any) -> Iterator[Mutation]:
    """Another code under the function, and a rule of its own."""
    shape = (item.__code__.co_argcount, len(item.__code__.co_freevars))
    own = item.__code__
    for where, other in list(walk.objects.values()):
        if isinstance(other, types.FunctionType) and other is not item:
            code = other.__code__
            if (code.co_argcount, len(code.co_freevars)) == shape:
                text = f"{path}.__code__ = {where}.__code__"
                change = functools.partial(setattr, item, "__code__")
                apply = functools.partial(change, code)
                undo = functools.partial(change, own)
                yield Mutation("function", "another code", text, apply, undo)
    rules = {1: values.rule_of_one, 2: values.rule_of_two}
    if item is not walk.subject.function and shape[0] in rules:
        if user_rules.rule_of(item) is None:
            define: Any = srcad.defbprop(item)
            apply = functools.partial(define, rules[shape[0]])
            undo = functools.partial(user_rules.remove, item)
            text = f"srcad.defbprop({path})(seven times dout)"
            yield Mutation("rule", "added", text, apply, undo, custom=True)
        else:
            remove = functools.partial(user_rules.remove, item)
            yield Mutation("rule", "removed", f"remove({path})", remove, custom=True)


def _class_of(walk: Walk, path: str, item: Any) -> Iterator[Mutation]:
    """Another class of an object: the same but for one attribute."""
    kind = type(item)
    change = functools.partial(_set_class, item)
    undo = functools.partial(change, kind)
    for name, value in overrides(walk, kind):
        text = f"{path}.__class__ = a subclass with {name} = {shown(value)}"
        apply = functools.partial(_override, item, name, value)
        yield Mutation("class of an object", "a subclass", text, apply, undo)


def _override(item: Any, name: str, value: Any) -> None:
    _set_class(item, subclass(type(item), name, value))


def _set_class(item: Any, kind: type) -> None:
    object.__setattr__(item, "__class__", kind)


def _cell(path: str, cell: Any) -> Iterator[Mutation]:
    now = cell.training
    yield Mutation(
        *("Cell", "set_train", f"{path}.set_train({not now})"),
        *(lambda: cell.set_train(not now), None),
    )
    to_float = functools.partial(cell.to_float, srcad.float32)
    yield Mutation(
        "Cell", "to_float", f"{path}.to_float(float32)", to_float, custom=True
    )
    hooks = {
        "forward_pre_hook": values.tripled_input,
        "forward_hook": values.halved_output,
        "backward_pre_hook": values.doubled_gradient,
        "backward_hook": values.doubled_gradient,
    }
    for name, hook in hooks.items():
        register = functools.partial(getattr(cell, f"register_{name}"), hook)
        custom = name.startswith("backward")
        text = f"{path}.register_{name}(...)"
        yield Mutation("Cell", "hook added", text, register, custom=custom)
        held = getattr(cell, f"_{name}s")
        if held:
            text = f"the last {name} of {path} removed"
            yield Mutation("Cell", "hook removed", text, held.popitem, custom=custom)
    if isinstance(cell, srcad.nn.CellList) and len(cell):
        grow = functools.partial(cell.append, copy.deepcopy(cell[-1]))
        yield Mutation("Cell", "longer CellList", f"{path}.append(a copy)", grow)
        shorten = functools.partial(cell.__delitem__, -1)
        yield Mutation("Cell", "shorter CellList", f"del {path}[-1]", shorten)


# ------------------------------------------------------------------- what is no object


def _settings(walk: Walk) -> Iterator[Mutation]:
    settings = walk.subject.settings()
    for name, text in settings["ENVIRONMENT"].items():
        undo = functools.partial(os.environ.__setitem__, name, text)
        apply = functools.partial(os.environ.__setitem__, name, _other(text))
        said = f"os.environ[{name!r}] = {_other(text)!r}"
        yield Mutation("environment", "another string", said, apply, undo)
        delete = functools.partial(os.environ.__delitem__, name)
        yield Mutation(
            "environment", "deleted", f"del os.environ[{name!r}]", delete, undo
        )
    for name, text in settings["FILES"].items():
        path = walk.subject.folder / name
        apply = functools.partial(path.write_text, _other(text))
        undo = functools.partial(path.write_text, text)
        said = f"{name} holds {_other(text)!r}"
        yield Mutation("file", "another text", said, apply, undo)
    graph, eager = (srcad.GRAPH_MODE, srcad.PYNATIVE_MODE)
    apply = functools.partial(srcad.set_context, mode=graph)
    undo = functools.partial(srcad.set_context, mode=eager)
    yield Mutation("context", "graph mode", "set_context(GRAPH_MODE)", apply, undo)
    for one in _edits(walk.subject):
        # The module keeps its functions, whose source is there no more.
        kind = "file of a loaded module"
        yield Mutation(*(kind, one.change, one.text, one.apply, one.undo), unread=True)


def _other(text: str) -> str:
    try:
        return str(float(text) + 1.5)
    except ValueError:
        return text + "_"


def early(subject: Subject) -> list[Mutation]:
    """Mutations of what a program is imported from; it need not be loaded."""
    found = []
    for number, text in enumerate(subject.settings()["ARGV"][1:], 1):
        said = f"sys.argv[{number}] = {_other(text)!r}"
        apply = functools.partial(sys.argv.__setitem__, number, _other(text))
        undo = functools.partial(sys.argv.__setitem__, number, text)
        found.append(
            Mutation("argument of the program", "other", said, apply, undo, True)
        )
    for name, text in subject.settings()["ENVIRONMENT"].items():
        apply = functools.partial(os.environ.__setitem__, name, _other(text))
        undo = functools.partial(os.environ.__setitem__, name, text)
        said = f"os.environ[{name!r}] = {_other(text)!r}, before the import"
        found.append(
            Mutation("environment", "before the import", said, apply, undo, True)
        )
    return [*found, *_edits(subject)]


def _edits(subject: Subject) -> list[Mutation]:
    """Another number somewhere in the text, and all lines moved."""
    text = subject.text()
    lines = text.splitlines(keepends=True)
    found = []
    for node in _numbers(ast.parse(text)):
        line, value = node.lineno, _another(node.value)
        new = lines[line - 1]
        new = new[: node.col_offset] + repr(value) + new[node.end_col_offset :]
        said = f"line {line}: {new.strip()}"
        edited = "".join([*lines[: line - 1], new, *lines[line:]])
        found.append(_edit(subject, "a number", said, edited, text))
    found.append(
        _edit(subject, "lines moved", "a line on top", "# A line.\n" + text, text)
    )
    return found


def _edit(subject: Subject, change: str, said: str, new: str, old: str) -> Mutation:
    apply = functools.partial(_write, subject, new, 10)
    undo = functools.partial(_write, subject, old, 20)
    return Mutation("source edited", change, said, apply, undo, early=True)


def _write(subject: Subject, text: str, later: int) -> None:
    """Write the copy, as if some seconds had gone by."""
    before = subject.path.stat().st_mtime
    subject.path.write_text(text)
    os.utime(subject.path, (before + later, before + later))


def _another(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else value * 1.5 + 0.25


def _numbers(tree: ast.Module) -> Iterator[Any]:
    """The numbers in a text, but for those that say what the program is run with."""
    for statement in tree.body:
        names = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
        if names & {*SETTINGS, "INPUTS"}:
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float):
                if node.lineno == node.end_lineno:
                    yield node
