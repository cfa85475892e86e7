"""What a diagnostic says of a run-time value: what it comes from, what to write.

This is looked up only when something has been refused.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of, leaves
from srcad.compiler.evaluate.objects import box_of
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.types import Atom, Exit, If, Loop, Operation, Value
from srcad.compiler.reading.captured import captured_of
from srcad.compiler.reading.paths import Path

# What has a derivative under another name, of NumPy, SciPy and `math`, but for those of
# `math` that are primitives.
_OTHERS = {
    **{name: f"np.{name}" for name in ("floor", "ceil", "trunc", "prod")},
    "fabs": "np.abs",
    "pow": "np.power",
    "fsum": "np.sum",
    "expit": "ops.sigmoid",
    "softmax": "ops.softmax",
    "xlogy": "ops.xlogy",
    "log_softmax": "ops.log_softmax",
    "degrees": "np.rad2deg",
    "radians": "np.deg2rad",
}
# Syntax that is not read: what it is, why not, and what to write.
_SYNTAX: dict[type[ast.AST], tuple[str, str, str]] = {
    ast.Try: (
        "`try` is",
        "it is not known when the gradient is written what it leaves behind",
        "test beforehand for what may go wrong, with `if` or `np.where`",
    ),
    ast.With: (
        "this `with` is",
        "what is done on entry and exit is not a part of the gradient",
        "enter it around the call of what is differentiated",
    ),
    ast.AsyncFunctionDef: (
        "`async def` is",
        "its result is not there when it is called",
        "write it with `def`; await around the call of what is differentiated",
    ),
    ast.Yield: (
        "`yield` is",
        "hands a value out before the function has ended",
        "collect the values in a list, and return it",
    ),
}
_SYNTAX[ast.YieldFrom] = _SYNTAX[ast.Yield]
_SYNTAX[ast.AsyncFor] = _SYNTAX[ast.AsyncWith] = _SYNTAX[ast.AsyncFunctionDef]
_SYNTAX[ast.Await] = ("`await` is", *_SYNTAX[ast.AsyncFunctionDef][1:])
_SYNTAX[ast.TryStar] = (
    "`except*` is",
    "groups of exceptions are not read",
    "write `except`",
)
_MODULES = ("math", "numpy", "scipy")


def refuse_syntax(frame: Frame, node: ast.AST) -> NoReturn:
    """Refuse a statement or expression of a kind that is not read."""
    kind = type(node).__name__
    what, label, help = _SYNTAX.get(type(node), (f"`{kind}` is", "", ""))
    frame.refuse("SRC011", f"{what} not supported", node, label, help)


def package_of(callee: Any) -> str:
    """The package that a function is from; a ufunc does not always say."""
    return (getattr(callee, "__module__", None) or "scipy").split(".")[0]


def equivalent(callee: Any) -> str:
    """The function that does the same and has a derivative; "" where there is none."""
    name = getattr(callee, "__name__", "")
    return equivalents().get(name, "") if package_of(callee) in _MODULES else ""


def equivalents() -> dict[str, str]:
    """What has a derivative under another name, by the name."""
    of_math = {row.math: f"np.{row.name}" for row in PRIMITIVES.values() if row.math}
    return of_math | _OTHERS


def run_time_argument(
    session: Session, args: list[Any], node: ast.AST
) -> tuple[str, str]:
    """The text of the first argument that is known at run time only, and what it is:
    "`phase`, which depends on the input `x`". Empty where there is none.

    Behind the arguments by place those by name may stand.
    """
    if not isinstance(node, ast.Call):
        return "", ""
    named = [one.value for one in node.keywords if one.arg is not None]
    for arg, item in zip([*node.args, *named], args, strict=False):
        if has_box(item):
            text = " ".join(ast.unparse(arg).split())
            behind = dependence(session, item)
            if behind.endswith(f"the input `{text}`"):
                return text, behind
            what = f"which depends on {behind}" if behind else "a run-time value"
            return text, f"`{text}`, {what},"
    return "", ""


def dependence(session: Session, item: Any) -> str:
    """What a value is computed from, as in "the inputs `x` and `y`"; "" if unknown."""
    atoms = [
        session.atom(leaf)
        for leaf in leaves(item)
        if kind_of(leaf).is_value and not box_of(leaf).stale
    ]
    known = {value: name for name, (_, value) in session.parameters.items()}
    inputs: dict[str, None] = {}
    parameters: dict[str, None] = {}
    for value in _origins(session, atoms):
        if value in known:
            parameters[known[value]] = None
        elif value.hint:
            inputs[value.hint] = None
    parts = [_listed("input", inputs), _listed("parameter", parameters)]
    return " and ".join(part for part in parts if part)


def _listed(word: str, names: dict[str, None]) -> str:
    quoted = [f"`{name}`" for name in names]
    if not quoted:
        return ""
    if len(quoted) > 3:
        quoted[2:] = [f"{len(quoted) - 2} others"]
    *first, last = quoted
    return (
        f"the {word}s {', '.join(first)} and {last}" if first else f"the {word} {last}"
    )


def _origins(
    session: Session, atoms: list[Atom], every: bool = False
) -> Iterator[Value]:
    """The floating values that are computed from nothing, behind some atoms, or
    ``every`` such value."""
    definitions = _definitions(session)
    seen: set[Value] = set()
    queue = list(atoms)
    while queue:
        value = queue.pop(0)
        if value.is_literal or value in seen:
            continue
        seen.add(value)
        if not (every or value.aval.is_float):
            continue
        if value in definitions:
            queue += definitions[value]
        else:
            yield value


def captured_behind(session: Session, item: Any) -> tuple[Path, ...]:
    """The captured arrays that a value is computed from, if from nothing else."""
    known = {value: one for one, value in session.parameters.values()}
    paths: dict[Path, None] = {}
    queue: list[Atom] = []
    for leaf in leaves(item):
        if captured := captured_of(leaf):
            paths[captured.path] = None
        elif kind_of(leaf).is_value and not leaf.stale:
            queue.append(leaf.value)
        elif has_box(leaf):
            return ()
    for value in _origins(session, queue, every=True):
        captured = captured_of(known.get(value))
        if captured is None:
            return ()
        paths[captured.path] = None
    return tuple(paths)


def _definitions(session: Session) -> dict[Value, tuple[Atom, ...]]:
    """The atoms that each value is computed from, in the blocks being built."""
    found: dict[Value, tuple[Atom, ...]] = {
        value: (start,) for value, start in session.starts.items()
    }
    for op in (op for ops in session.blocks for op in ops):
        found.update(_defined(op))
    return found


def _defined(op: Operation) -> Iterator[tuple[Value, tuple[Atom, ...]]]:
    match op:
        case If():
            yield from _inside(op.then.ops)
            yield from _inside(op.orelse.ops)
            columns = zip(op.then.results, op.orelse.results, strict=True)
            yield from zip(op.results, columns, strict=True)
        case Loop():
            yield from _inside(op.body.ops)
            elements = zip(op.element_params, op.sequences, strict=True)
            yield from ((element, (atom,)) for element, (atom, _) in elements)
            ends = op.body.results
            for k, start in enumerate(op.starts):
                yield op.carry_params[k], (start, ends[k])
                yield op.results[k], (start, ends[k])
        case Exit():
            return
        case _:
            yield from ((result, op.args) for result in op.results)


def _inside(
    ops: tuple[Operation, ...],
) -> Iterator[tuple[Value, tuple[Atom, ...]]]:
    for op in ops:
        yield from _defined(op)


def suggested(name: str, known: Iterable[str], owner: str = "") -> str:
    """The help for a name that is a letter away from one that there is."""
    public = [word for word in known if word[0] != "_" and word != name]
    near = difflib.get_close_matches(name, public, n=1)
    if not near:
        return ""
    return (
        f"did you mean `{owner}.{near[0]}`?" if owner else f"did you mean `{near[0]}`?"
    )


def refuse_string(frame: Frame, node: ast.AST) -> NoReturn:
    """A string with run-time values in it is used otherwise than it may be."""
    message = "a string with run-time values in it can only be printed or raised"
    frame.needs_static(message, node, "compare or measure the values themselves")


def refuse_effect(frame: Frame, what: str, node: ast.AST, help: str = "") -> NoReturn:
    """Refuse what would be seen outside: it would happen once, while compiling.

    ``help`` says what to do instead, where that is not to return the value.
    """
    frame.session.leave_apart()
    frame.refuse(
        "SRC023",
        f"{what} outside of what is differentiated",
        node,
        label="would be lost: a gradient is a function of its inputs alone",
        help=help or "return the value, and do this with what the call gives",
    )
