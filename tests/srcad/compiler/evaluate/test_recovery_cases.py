"""An error planted in a program that compiles is reported at its place, and alone.

The programs are those of ``cases/``: in each, one value that is assigned becomes a name
that does not exist, then two values do.
"""

import ast
import inspect
import itertools
import linecache
import textwrap
from types import FunctionType

import pytest

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from tests.srcad.compiler.cases.case import every_case

PROGRAMS = [
    case
    for case in every_case()
    if isinstance(case.program, FunctionType) and case.program.__name__ != "<lambda>"
]


def source_of(function):
    """The definition without its decorators; every line keeps its place."""
    text = textwrap.dedent(inspect.getsource(function))
    (definition,) = ast.parse(text).body
    lines = text.splitlines(keepends=True)
    first = definition.lineno - 1
    return definition, ["#\n"] * first + lines[first:]


def values(definition):
    """The values that are assigned, each on one line.

    None of a function or class inside, which is not looked at where its argument is the
    error, nor of the handler of an exception, which may never be executed.
    """
    kinds = ast.FunctionDef | ast.ClassDef | ast.ExceptHandler
    inner = [
        n for one in definition.body for n in ast.walk(one) if isinstance(n, kinds)
    ]
    skipped = {id(node) for one in inner for node in ast.walk(one)}
    found = [
        node.value
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and id(node) not in skipped
    ]
    return [value for value in found if value.lineno == value.end_lineno]


def planted(lines, chosen):
    """The text with ``chosen`` replaced."""
    changed = list(lines)
    for value in sorted(chosen, key=lambda v: (v.lineno, v.col_offset), reverse=True):
        row = changed[value.lineno - 1].encode()
        row = row[: value.col_offset] + b"no_such_name" + row[value.end_col_offset :]
        changed[value.lineno - 1] = row.decode()
    return "".join(changed)


def diagnostics(case, text):
    path = f"<{case.name}>"
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    closure = inspect.getclosurevars(case.program).nonlocals
    space = {**case.program.__globals__, **closure}
    exec(compile(text, path, "exec"), space)
    program = space[case.program.__name__]
    inputs = case.inputs
    if not isinstance(inputs, dict):
        inputs = dict(zip(inspect.signature(program).parameters, inputs, strict=False))
    avals = tuple((name, parse_aval(aval)) for name, aval in inputs.items())
    with pytest.raises(CompileError) as caught:
        compile_request(Request(program, avals, None, "program"))
    return [(item.code, item.span.line) for item in caught.value.diagnostics]


@pytest.mark.long
@pytest.mark.parametrize("case", PROGRAMS, ids=lambda case: case.name)
def test_an_error_is_reported_alone(case):
    definition, lines = source_of(case.program)
    for value in values(definition):
        found = diagnostics(case, planted(lines, [value]))
        assert found == [("SRC020", value.lineno)]


@pytest.mark.long
@pytest.mark.parametrize("case", PROGRAMS, ids=lambda case: case.name)
def test_two_errors_are_both_reported(case):
    definition, lines = source_of(case.program)
    pairs = itertools.combinations(values(definition), 2)
    # What raises in a `try` may be what it is there for: the rest is not looked at.
    tried = {
        id(node)
        for one in ast.walk(definition)
        if (isinstance(one, ast.Try) and one.handlers)
        or (isinstance(one, ast.With) and "suppress(" in ast.unparse(one.items[0]))
        for node in ast.walk(one)
    }
    apart = (pair for pair in pairs if tried.isdisjoint(map(id, pair)))
    for pair in itertools.islice(apart, 6):
        found = diagnostics(case, planted(lines, pair))
        assert sorted(found) == [
            ("SRC020", line) for line in sorted(v.lineno for v in pair)
        ]
