"""Calls that are refused, and why."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from typing import Any, NoReturn

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.agreement import is_unsure, may_be_unbound
from srcad.compiler.evaluate.ast_queries import written
from srcad.compiler.evaluate.contents import each_once
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, inside, kind_of, run_time_leaves
from srcad.compiler.evaluate.objects import Box, aval_of, conflict_of, is_iterator
from srcad.compiler.evaluate.session import Session
from srcad.compiler.evaluate.signals import NotHandedOver
from srcad.compiler.evaluate.undecided import of_a_path
from srcad.compiler.evaluate.wording import (
    equivalent,
    package_of,
    refuse_effect,
    run_time_argument,
)
from srcad.compiler.reading.origins import is_function
from srcad.compiler.reading.protocol import is_cell_class, mark
from srcad.compiler.reading.records import is_made, own_attributes
from srcad.compiler.reading.source import source_of_code


def refuse_used_up(frame: Frame, item: Any, node: ast.AST) -> None:
    """Refuse an iterator from outside: it would be used up while compiling."""
    if frame.session.door.is_iterator(item):
        frame.refuse(
            "SRC025",
            f"this {type(item).__name__} gives another result each time",
            node,
            label="would be used up once, while compiling",
            help="make a list of it outside, and read that",
        )


def refuse_inconstant(frame: Frame, name: str, node: ast.AST) -> NoReturn:
    """Refuse what a function gives that depends on the time, or the process."""
    frame.refuse(
        "SRC025",
        f"`{name}` gives another result at each call",
        node,
        label="would be computed once, while compiling",
        help="compute it outside and pass it as an argument",
    )


def refuse_parts(
    frame: Frame, owner: Any, parts: dict[Any, Any], sides: Any, node: ast.AST
) -> None:
    """Refuse what paths disagree on of what a list or a dict holds. Of a key that some
    of them have not put into a dict, run time alone knows whether it is there; an
    attribute that some have not set is refused where it is read."""
    for key, item in parts.items():
        missing = isinstance(owner, dict) and not all(key in side for side in sides)
        if missing:
            frame.session.absent.add((id(owner), key))
        conflict = conflict_of(item)
        if conflict is None:
            continue
        message, help = conflict.message, conflict.help
        if isinstance(owner, dict):
            of_dict = frame.session.is_from_program(owner)
            if missing and may_be_unbound(conflict):
                word = (
                    f"the key {key!r} is put into a dict"
                    if of_dict
                    else f"`{key}` is set"
                )
                message, help = f"{word} on one path only", "do so on every path"
                frame.session.note_unknown(owner)
            if not of_dict:
                parts[key] = replace(conflict, message=message, help=help)
                continue
        frame.refuse(conflict.code, message, node, help=help)


def refuse_absent(session: Session, item: Any, how: str) -> None:
    """Refuse to hand over a dict, or an object, that has something on some paths only,
    of which the others know nothing."""
    for one in each_once([item], inside):
        owner = own_attributes(one) if is_made(one) else one
        for key, part in owner.items() if isinstance(owner, dict) else ():
            if (id(owner), key) in session.absent and is_unsure(part):
                message = f"what has `{key}` on some paths only cannot be {how}"
                raise NotHandedOver(f"{message} what is differentiated as a whole")


def refuse_iterator(frame: Frame, item: Any, message: str, node: ast.AST) -> None:
    """Refuse what an iterator is not asked for: it can only be gone through."""
    if is_iterator(item) or kind_of(item).is_lazy:
        help = "make a list of it first: `list(...)`"
        refuse_type(frame, f"an iterator {message}", node, help)


def refuse_type(frame: Frame, message: str, node: ast.AST, help: str) -> NoReturn:
    """Refuse what Python raises a TypeError for, which a handler may wait for."""
    try:
        raise TypeError(message)
    except TypeError as error:
        frame.refuse("SRC021", f"TypeError: {error}", node, help=help)


def written_out_instead(frame: Frame, args: Any, node: ast.AST) -> None:
    """Leave a call to a loop around that can be written out, where all that run time
    knows of the arguments are whole numbers, as the loop's own index is."""
    if any(loop.unrolls for loop in frame.session.loops):
        known = [_is_whole_number(leaf) for leaf in run_time_leaves(args)]
        if known and all(known):
            frame.needs_static("this has to be known at compile time", node)


def _is_whole_number(leaf: Any) -> bool:
    return aval_of(leaf).weak and aval_of(leaf).is_integer


def refuse_unknown(frame: Frame, callee: Any, args: list[Any], node: ast.AST) -> None:
    """No source and no rule: say which argument is the trouble."""
    missing = mark(callee, "_srcad_message")
    if missing is not None:
        frame.refuse("SRC012", str(missing), node)
    written_out_instead(frame, args, node)
    name = written(node, "func") or repr(callee)
    _, argument = run_time_argument(frame.session, args, node)
    gets = f"gets {argument} and " if argument else ""
    package = package_of(callee)
    if is_cell_class(callee) and has_box(args):
        message = f"`{name}` is a class, and is made of run-time values here"
        help = f"make the Cell before, as in `self.net = {name}(...)`, and call that"
        frame.refuse("SRC012", message, node, help=help)
    if callee is setattr:
        refuse_effect(frame, "this sets an attribute of an object", node)
    if package == "builtins":
        message = f"`{name}` of a run-time value"
        frame.refuse("SRC012", message, node, gets + "needs what is known beforehand")
    why = "has no Python source"
    help = f"register a rule with `srcad.defbprop({name})`, or write it in NumPy"
    if inspect.iscoroutinefunction(callee):
        message = f"`{name}` is an `async def`, which is not supported"
        frame.refuse(
            "SRC011",
            message,
            node,
            label="gives a coroutine, whose result is not there yet",
            help="write it with `def`; await around the call of what is differentiated",
        )
    if is_function(callee):
        why, place = _unread(callee)
        register = help.partition(",")[0]
        help = f"{place}; or {register}"
    if same := equivalent(callee):
        help = f"write `{same}`, which has a derivative"
    message = "this call has no derivative rule"
    frame.refuse("SRC014", message, node, label=gets + why, help=help)


def _unread(function: Any) -> tuple[str, str]:
    """Why a function could not be read, and what to do about it."""
    try:
        source_of_code(function.__code__, function.__globals__)
    except CompileError as error:
        found, its = (
            error.diagnostics[0],
            f"the source of `{function.__code__.co_name}`",
        )
        return found.message.replace(its, "its source"), found.help
    return (
        "its source cannot be found",
        "define it in a file or in a cell of a notebook",
    )


def refuse_classes(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse to ask a number for its class that is of another one on another path."""
    if box.classes:
        message = "whether this number is a bool, an int or a float is not known"
        help = (
            "start it with the type that it has in the end: `0`, `0.0`; numbers of "
            "several types stand in tuples, as in `xs.append((v, 1))`"
        )
        frame.refuse("SRC019", message, node, help=help)


def refuse_dtype(frame: Frame, box: Box, node: ast.AST) -> None:
    """Refuse what depends on the dtype of an array that a path decides."""
    if box.value in of_a_path(frame) or any(one.made_of for one in box.owners):
        message = "whether this array holds ints or floats depends on the path"
        help = "give its dtype where it is made, as in `np.array(..., dtype=float)`"
        frame.refuse("SRC019", message, node, help=help)


def refuse_write(frame: Frame, node: ast.AST) -> NoReturn:
    """Refuse to change what may be None: where it is there, it is another object."""
    help = "do it where `is not None` was asked"
    frame.refuse("SRC013", "this may be None", node, "is changed", help=help)
