"""Each pass of the compiler on a few lines of IR, to the letter.

A file of ``passes/`` is called after a pass and holds cases: a line that says what is
shown (``# reverse x: ...``, with the parameters that are differentiated by), the IR
that goes in and, under ``# gives``, what comes out. ``pytest --accept`` writes what
differs: read the diff as its reviewer.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import srcad.compiler.evaluate.entry.evaluator  # noqa: F401  # Rules are Python.
from codegen.testing import assert_golden
from srcad.compiler.differentiate.activity import varied_values
from srcad.compiler.differentiate.memory.limit import limited
from srcad.compiler.differentiate.partition import split
from srcad.compiler.differentiate.reverse import differentiate
from srcad.compiler.ir.avals import carries_gradient
from srcad.compiler.ir.printer import names_of, show
from srcad.compiler.ir.reader import UnreadableIR, read
from srcad.compiler.ir.types import Loop, walk
from srcad.compiler.ir.verifier import verify
from srcad.compiler.printing.emit.functions import Written, emitter_for, unique_names
from srcad.compiler.printing.schedule import Scheduling
from srcad.compiler.printing.storage import make_writes_safe
from srcad.compiler.simplify.collected import collect_in_arrays
from srcad.compiler.simplify.contractions import contract
from srcad.compiler.simplify.deferred import defer_products
from srcad.compiler.simplify.driver import simplify
from srcad.compiler.simplify.hoisting import hoist
from srcad.compiler.simplify.signs import without_signs
from srcad.compiler.simplify.written_once import write_places_once

FILES = sorted((Path(__file__).parent / "passes").glob("*.ir"))
GIVES = "# gives\n"


def wanted(function, words):
    """Which parameters are differentiated by."""
    return tuple(param.hint in words for param in function.body.params)


def activity(function, words):
    """The values that depend on the parameters, in order."""
    params = zip(function.body.params, wanted(function, words), strict=True)
    varied = varied_values(function.body, {param for param, flag in params if flag})
    found = [word for value, word in names_of(function).items() if value in varied]
    return f"{', '.join(found) or 'nothing'} varied\n"


def reverse(function, words):
    """The function and its vjp, as it is before it is simplified."""
    return show(verify(differentiate(function, wanted(function, words))))


def simplified(function, words):
    """The same function, smaller."""
    return show(verify(simplify(function)))


def halves(function, words):
    """What the backward half keeps of the forward one."""
    joint = simplify(differentiate(function, wanted(function, words)))
    douts = sum(carries_gradient(atom.aval) for atom in function.body.results)
    return "".join(show(verify(half)) for half in split(joint, function, douts))


def limited_halves(function, words):
    """The halves with so many percent of the residuals, for sizes of 32."""
    share, words = int(words[0]), words[1:]
    joint = simplify(differentiate(function, wanted(function, words)))
    douts = sum(carries_gradient(atom.aval) for atom in function.body.results)
    *pair, kept = limited(*split(joint, function, douts), share, {})
    told = f"{kept.bytes} of {kept.before} bytes\n"
    return told + "".join(show(verify(half)) for half in pair)


def deferred(function, words):
    """The function with the products of its loops made after these; ``forwards`` says
    that the rows are in the order of the forward half."""
    loops = (op for op in walk(function.body) if isinstance(op, Loop))
    ordered = {one for op in loops for one in op.results} if words else ()
    return show(verify(defer_products(function, (), ordered)))


def in_arrays(function, words):
    """The function with arrays for the lists that its loops append to."""
    return show(verify(collect_in_arrays(function, ())))


def written_once(function, words):
    """The function with each place of its cotangents written once."""
    return show(verify(write_places_once(function, function)))


def hoisted(function, words):
    """The function with what is the same in each iteration before its loops."""
    return show(verify(replace(function, body=hoist(function.body))))


def without_negatives(function, words):
    """The function with the negatives of negatives for what these are."""
    body = without_signs(function.body)
    return show(verify(replace(function, body=body)))


def contracted(function, words):
    """The function with its sums of products contracted."""
    return show(verify(contract(function, ())))


def storage(function, words):
    """The function with the copies that writes in place need."""
    return show(verify(make_writes_safe(function)))


def folded(function, words):
    """What is no statement of its own.

    A word of a value's own is taken for the user's name for it.
    """
    for value in names_of(function):
        value.named = bool(value.hint)
    plan = Scheduling(function).plan()
    found = [word for value, word in names_of(function).items() if value in plan.folded]
    return f"{', '.join(found) or 'nothing'} folded\n"


def named(function, words):
    """What the values are called: of a function, or of the halves that are made of it.

    A word of a value's own is taken for the user's name for it.
    """
    for value in names_of(function):
        value.named = bool(value.hint)
    if not words:
        return variables(function, Written())
    joint = simplify(differentiate(function, wanted(function, words)))
    douts = sum(carries_gradient(atom.aval) for atom in function.body.results)
    written, text = Written(), ""
    for half in split(joint, function, douts, arrays=True):
        cotangents = half.body.params[-douts:] if half.role == "backward" else ()
        text += show(half) + variables(half, written, cotangents)
    return text


def variables(function, written, cotangents=()):
    """The variable of each value that is a statement, in order."""
    fixed = unique_names(function.body.params, set(), written.primal_names)
    function, emitter = emitter_for(function, written, fixed, cotangents)
    names, plan = emitter.writer.names, emitter.writer.plan
    rows = [
        f"{word}: {names[value]}"
        for value, word in names_of(function).items()
        if not any(value in ones for ones in (plan.folded, plan.unread, fixed))
    ]
    return "\n".join(rows or ["no variables"]) + "\n"


PASSES = {
    "activity": activity,
    "reverse": reverse,
    "simplify": simplified,
    "residuals": halves,
    "memory": limited_halves,
    "collected": in_arrays,
    "contractions": contracted,
    "hoisting": hoisted,
    "signs": without_negatives,
    "deferred": deferred,
    "written_once": written_once,
    "storage": storage,
    "schedule": folded,
    "naming": named,
}


def given(text):
    """The cases of a file: what is said of each, and its IR."""
    for part in re.split(r"(?m)^(?=# \w+[^:\n]*: )", text)[1:]:
        said, _, rest = part.partition("\n")
        yield said, rest.partition(GIVES)[0].strip("\n") + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pass(path):
    text = ""
    for said, source in given(path.read_text()):
        words = said[2:].partition(":")[0].split()
        function = verify(read(source))
        assert show(function) == source, "as it is shown"
        text += f"{said}\n{source}\n{GIVES}{PASSES[path.stem](function, words[1:])}\n"
    assert text
    assert_golden(text.rstrip("\n") + "\n", path)


def test_every_pass_has_cases():
    assert {path.stem for path in FILES} == set(PASSES)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("    t.0: float64[n] = sine(x)", "`sine` is no primitive"),
        ("    t.0: float64[n] = sin(y)", "`y` is not bound"),
        ("    t.0: float64(n) = sin(x)", "is not of the form"),
        ("    t.0: float64[n] = getitem(x, index={1})", "index={1} cannot be read"),
        ("    t.0", "is no operation"),
        ("    t.0: int; t.1: int = sin(x)", "`sin` has another number of results"),
    ],
)
def test_what_cannot_be_read_is_told(line, message):
    with pytest.raises(UnreadableIR, match=re.escape(message)):
        read(f"def f(x: float64[n]):\n{line}\n    return x\n")


def test_a_text_without_a_function():
    with pytest.raises(UnreadableIR, match="there is no function"):
        read("\n")
    with pytest.raises(UnreadableIR, match="begins with `def"):
        read("x = 3\n")
    with pytest.raises(UnreadableIR, match="`return` is expected"):
        read("def f(x: float64[n]):\n    yield x\n")
