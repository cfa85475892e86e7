"""``isinstance`` and ``type`` of what stands for an object of Python's."""

import itertools
import types

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import check, generate
from tests.srcad.compiler.side_by_side import module_of, result


def a_range(x):
    steps = range(int(np.sum(x * x)))
    return x * 2 if isinstance(steps, range) else x * 3


def a_function(x):
    def double():
        return x * 2

    return double() if isinstance(double, types.FunctionType) else x * 3


def a_lambda(x):
    return x * 2 if isinstance(lambda: x, (int, types.FunctionType)) else x * 3


def an_iterator_is_no_list(x):
    return x * 2 if isinstance(zip([x], [2], strict=True), list) else x * 3


def a_generator_is_no_list(x):
    items = (x * k for k in range(3))
    return x * 2 if isinstance(items, list) else x * 3


def a_list_of_run_time(x):
    xs = []
    for row in x:
        xs.append(row)
    return x * 2 if type(xs) is list and isinstance(xs, list | tuple) else x * 3


def a_tuple_or_none(x):
    pair = (x, x) if np.sum(x) > 0 else None
    return x * 2 if isinstance(pair, tuple) else x * 3


PROGRAMS = [
    *(a_range, a_function, a_lambda, an_iterator_is_no_list),
    *(a_generator_is_no_list, a_list_of_run_time, a_tuple_or_none),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_class(program):
    check(program, ["float64[n]"], draws=2)


def zip_of_a_generator(x):
    pairs = zip((x * k for k in range(3)), [1, 2], strict=False)
    return x * 2 if isinstance(pairs, types.GeneratorType) else x * 3


def type_of_zip(x):
    return x * 2 if type(zip([x], [1], strict=False)) is zip else x * 3


@pytest.mark.parametrize("program", [zip_of_a_generator, type_of_zip])
def test_which_iterator_it_is_is_not_known(program):
    with pytest.raises(CompileError, match=r"not known|of a run-time value"):
        generate(program, ["float64[n]"])


COMPLEX = [
    *("1j * v[0]", "v[0] * 1j", "(2 + 1j) + v[0]", "1j / v[0]", "1j ** v[1]", "1j * v"),
    *("complex(v[0]) - v[1]", "1j * np.array(v[0])", "1j * float(v[0])"),
]
PROGRAM = """
def of_{number}(v):
    o = {made}
    return v.sum() * (2.0 if isinstance(o, {asked}) else 3.0)
"""


def test_what_a_complex_number_of_python_makes(tmp_path):
    # A float64 of NumPy is a float, which a complex number knows what to do with.
    asked = ("np.number", "complex", "np.ndarray")
    rows = list(itertools.product(COMPLEX, asked))
    programs = [
        PROGRAM.format(number=k, made=made, asked=one)
        for k, (made, one) in enumerate(rows)
    ]
    module = module_of(tmp_path, "made", "import numpy as np\n" + "\n".join(programs))
    for k in range(len(rows)):
        assert result(getattr(module, f"of_{k}"), (1.5, 2.0, 3.0)), rows[k]
