"""Texts, generators and structures of which run time knows what they are: what Python asks of them."""

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
class Owner:
    def __init__(self, a):
        self.a = a

    def times(self, v):
        return v * self.a


class Plain:
    def __init__(self, a):
        self.a = a


def double(v):
    return v * 2.0


def square(v):
    return v * v


OWNER = Owner(3.0)
"""

KINDS = (
    Kind(
        "run-time text",
        one="f'a{x[0]}'",
        other="f'{x[1]:.2f}'",
        read="1.0",
        refused={
            "SRC013": (
                # a string with run-time values in it can only be printed or raised
                "+",
                "* 2",
                "+=",
                "*=",
                "==",
                "!=",
                "<",
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
                "text in",
                "iter",
                "reversed",
                "isinstance",
                "is array",
                "is abstract",
                "callable",
                "type",
                "is None type",
                "copy is",
                "copy",
                "deepcopy",
                "hash",
                # this must be known at compile time
                "key",
                "chosen",
                "chosen is",
            ),
            "SRC021": (
                # a RuntimeString cannot be unpacked
                "for",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: a str and a str
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: a str and None
                "path or None",
            ),
            "SRC012": (
                # a str is not matched as a sequence
                "match",
            ),
        },
    ),
    Kind(
        "tuple or None",
        one="((x[0], x[1]) if x[0] > 0 else None)",
        other="(None if x[1] > 1 else (x[2], 1.0))",
        read="(0.5 if it is None else it[0])",
        refused={
            "SRC013": (
                # this may be None
                "==",
                "!=",
                "== number",
                "key",
                # whether what may be None is this object is not known
                "is other",
                "copy is",
                "path is",
                # what Python shows of a Maybe is not known at compile time
                "f-string",
                "print inside",
                # what may be None cannot be printed
                "print",
                # this must be known at compile time
                "hash",
                # whether two run-time values are one object is not known
                "loop is",
                # a Maybe cannot be a value of run time
                "chosen",
                "chosen is",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
                "path isinstance",
            ),
            "SRC019": (
                # whether this number is a bool, an int or a float is not known
                "match",
            ),
        },
    ),
    Kind(
        "generator",
        one="(v * 2 for v in x)",
        other="(v for v in [x[0], 1.0])",
        read="sum(it)",
        asked=(
            "it.send(None)",
            "it.close()\nlist(it)",
        ),
        refused={
            "SRC013": (
                # what Python shows of an iterator is not known at compile time
                "print",
                "f-string",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen",
                "chosen is",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an iterator and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: an iterator and N
                "path or None",
            ),
        },
    ),
    Kind(
        "known generator",
        one="(v * 2 for v in (x[0], x[1]))",
        other="(v for v in [x[0], 1.0])",
        read="sum(it)",
        refused={
            "SRC013": (
                # what Python shows of an iterator is not known at compile time
                "f-string",
                "print",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen",
                "chosen is",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an iterator and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: an iterator and N
                "path or None",
            ),
        },
    ),
    Kind(
        "map",
        one="map(double, x)",
        other="map(square, x)",
        read="sum(it)",
        space=SPACE,
        refused={
            "SRC013": (
                # what Python shows of an iterator is not known at compile time
                "print",
                "f-string",
                "print inside",
                # this must be known at compile time
                "hash",
                "chosen",
                "chosen is",
            ),
            "SRC012": (
                # `type` of a run-time value
                "type",
                # a copy of an iterator is not supported
                "copy is",
                "copy",
                "deepcopy",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an iterator and a
                "path",
                "path is",
                "path isinstance",
                "loop",
                "loop is",
                # `this` is different on the two paths that lead here: an iterator and N
                "path or None",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b


def written_where_it_is(x):
    pair = None
    if x[0] > 0:
        pair = Pair(x[1], x[2])
    if x[1] > 0:
        pair.a = 5 * x[0]
    return pair.a * pair.b


def in_a_list(x):
    found = [None]
    if x[0] > 0:
        found[0] = Pair(x[1], x[2])
    found[0].b = 4 * x[0]
    return found[0].a * found[0].b


WRITES = (written_where_it_is, in_a_list)


@pytest.mark.parametrize("program", WRITES)
def test_a_write_is_refused(program):
    with pytest.raises(CompileError, match="may be None"):
        srcad.grad(program)(np.array([0.5, 0.3, 0.2]))


def test_a_number_of_python_or_one_of_numpy_or_none_is_refused():
    def program(x):
        pair = None
        if x[0] > 0:
            pair = (x[1], 2.0)
        if x[1] > 0:
            pair = (x[1], x[2])
        return pair[0] * pair[1] if pair is not None else x[1]

    x = np.array([0.5, 0.3, 0.2])
    assert np.allclose(srcad.grad(program)(x), [0.0, 0.2, 0.3])
    with pytest.raises(CompileError, match="is different on the two paths"):
        srcad.grad(program)(x.astype(np.float32))
