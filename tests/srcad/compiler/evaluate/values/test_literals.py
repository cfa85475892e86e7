"""Numbers, texts and None: what Python asks of them."""

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "float",
        one="2.5",
        other="-1.5",
        read="it * 1.0",
        asked=(
            "it.real",
            "it.imag",
            "it.is_integer()",
            "it.conjugate()",
            "it.as_integer_ratio()",
            "it.bit_length()",
            "it.__add__(1)",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "int",
        one="3",
        other="-2",
        read="it * 1.0",
        asked=(
            "it.real",
            "it.imag",
            "it.is_integer()",
            "it.conjugate()",
            "it.as_integer_ratio()",
            "it.bit_length()",
            "it.__add__(1)",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "bool",
        one="True",
        other="False",
        read="it * 1.0",
        asked=(
            "it.real",
            "it.imag",
            "it.is_integer()",
            "it.conjugate()",
            "it.as_integer_ratio()",
            "it.bit_length()",
            "it.__add__(1)",
        ),
    ),
    Kind(
        "complex",
        one="1 + 2j",
        other="2j",
        read="it.real",
        asked=(
            "it.real",
            "it.imag",
            "it.is_integer()",
            "it.conjugate()",
            "it.as_integer_ratio()",
            "it.bit_length()",
            "it.__add__(1)",
        ),
        refused={
            "SRC022": (
                # f_0 returns complex
                "+",
                # f_1 returns complex128[]
                "+ array",
                # f_2 returns complex128[]
                "array +",
                # f_3 returns complex
                "* 2",
                # f_4 returns complex
                "/",
                # f_6 returns complex
                "-",
                # f_7 returns complex
                "+=",
                # f_8 returns complex
                "*=",
                # f_66 returns complex128[]
                "asarray",
                # f_73 returns complex
                "it.conjugate()",
                # f_76 returns complex
                "it.__add__(1)",
            ),
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "numpy number",
        one="np.float64(2.5)",
        other="np.float64(-1.5)",
        read="it * 1.0",
        asked=(
            "it.dtype == np.float64",
            "it.real",
            "it.shape",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "numpy int",
        one="np.int64(2)",
        other="np.int64(-1)",
        read="it * 1.0",
        asked=(
            "it.dtype == np.float64",
            "it.real",
            "it.shape",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "path is",
                "loop is",
                "chosen is",
                # whether this is a number or an array of rank 0 is not known
                "path isinstance",
            ),
        },
    ),
    Kind(
        "numpy bool",
        one="np.bool_(True)",
        other="np.bool_(1)",
        read="it * 1.0",
        asked=(
            "it.dtype == np.float64",
            "it.real",
            "it.shape",
        ),
        refused={
            "SRC013": (
                # whether two run-time values are one object is not known
                "loop is",
                "chosen is",
            ),
        },
    ),
    Kind(
        "None",
        one="None",
        other="None",
        read="1.0 if it is None else 2.0",
        refused={
            "SRC013": (
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
        },
    ),
    Kind(
        "ellipsis",
        one="...",
        other="...",
        read="1.0 if it is ... else 2.0",
        refused={
            "SRC013": (
                # what Python shows of a ellipsis is not known at compile time
                "print inside",
                # this must be known at compile time
                "chosen",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: an ellipsis and N
                "path or None",
            ),
        },
    ),
    Kind(
        "text",
        one="'ab'",
        other="'cde'",
        read="len(it) * 1.0",
        asked=(
            "it.upper()",
            "it.split('a')",
            "it.join(['x', 'y'])",
            "it.find('b')",
            "it.format(x[0])",
            "'{:.2f}'.format(2.0) + it",
            "it.startswith('a')",
            "it.encode()",
            "it % ()",
            "it * 2 + other",
            "it.replace('a', other)",
        ),
        refused={
            "SRC013": (
                # this must be known at compile time
                "[run time]",
            ),
        },
    ),
    Kind(
        "bytes",
        one="b'ab'",
        other="b'cde'",
        read="len(it) * 1.0",
        refused={
            "SRC013": (
                # this must be known at compile time
                "[run time]",
                "in",
                "chosen",
                "chosen is",
            ),
            "SRC019": (
                # `this` is different on the two paths that lead here: b'ab' and b'cde'
                "path",
                "path is",
                "path isinstance",
                "loop is",
                # `this` is different on the two paths that lead here: b'ab' and None
                "path or None",
                # `this` is different on the two paths that lead here: b'cde' and b'ab'
                "loop",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)


def none_in_a_loop(x):
    total = 0.0
    y = x[0]
    for v in x:
        if v > 0:
            y = None
        else:
            y = v
        total += y * v
    return total


def none_in_a_branch(x):
    y = x
    if x[0] > 0:
        y = None
    return y * 2.0


@pytest.mark.parametrize("program", [none_in_a_loop, none_in_a_branch])
def test_none_is_no_number(program):
    forward = generate(program, ["float64[n]"]).forward
    below, above = np.array([-1.0, -2.0]), np.array([1.0, -2.0])
    assert np.array_equal(forward(below)[0], program(below))
    for run in (program, forward):
        with pytest.raises(TypeError):
            run(above)
