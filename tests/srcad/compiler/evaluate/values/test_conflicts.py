"""What two paths disagree on: what Python asks of them."""

import numpy as np
import pytest

from srcad import CompileError
from tests.srcad.compiler.derivatives import text_of
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "tuple or list",
        one="((x[0], 1.0) if x[0] > 0 else [x[1]])",
        other="('a' if x[1] > 1 else [x[2]])",
        read="it[0] * 1.0",
        refused={
            "SRC019": (
                # `this` is different on the two paths that lead here: a tuple and a lis
                "* 2",
                "*=",
                "==",
                "!=",
                "== number",
                "== None",
                "not",
                "truth",
                "len",
                "[0]",
                "[1:]",
                "[run time]",
                "getattr",
                "hasattr",
                "in",
                "text in",
                "in list",
                "for",
                "iter",
                "reversed",
                "isinstance",
                "is array",
                "is abstract",
                "callable",
                "type",
                "is None type",
                "is it",
                "is other",
                "is None",
                "copy is",
                "copy",
                "deepcopy",
                "f-string",
                "print",
                "print inside",
                "hash",
                "path",
                "path is",
                "path isinstance",
                "path or None",
                "loop is",
                "chosen is",
                "list of them",
                "closure",
                "match",
                "asarray",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


def returned_in_a_tuple(x, s):
    if x[0] > 0.9:
        return (s * 2.0, x)
    return (x[1], x)


def put_into_an_array(x, s):
    pair = (s, x)
    if x[0] > 0.9:
        pair = (x[1], x)
    return np.array(pair[0])


@pytest.mark.parametrize("program", [returned_in_a_tuple, put_into_an_array])
def test_a_part_of_a_structure_says_why_as_well(program):
    with pytest.raises(CompileError, match="two paths that lead here: float") as caught:
        text_of(program, ["float32[n]", "float"])
    assert "Conflict" not in str(caught.value)
