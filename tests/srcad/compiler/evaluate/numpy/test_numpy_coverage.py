"""NumPy's public functions: each is in the table, or is known not to be, and why."""

import numpy as np
import pytest

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.dispatch import HANDLERS
from srcad.compiler.evaluate.numpy.registry import TABLE
from srcad.compiler.evaluate.numpy.without import REASONS
from srcad.compiler.ir.primitives import PRIMITIVES
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.evaluate.all_rows import ROWS
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1
from tools.numpy_page import MODULES, functions, is_there

PUBLIC = [
    (f"{name}.{word}", getattr(module, word))
    for name, module in MODULES.items()
    for word in functions(module)
]
# By the tests of rules: what is computed element by element, operators among it.
BY_THEIR_ROWS = {row.function or f"np.{row.name}" for row in PRIMITIVES.values()}
# Comparisons and truths, which are no sums; products of more than elements.
WITHOUT_METHODS = {
    *("np.equal", "np.not_equal", "np.less", "np.less_equal", "np.greater"),
    *("np.greater_equal", "np.logical_and", "np.logical_or", "np.logical_xor"),
    *("np.matmul", "np.matvec", "np.vecdot", "np.vecmat"),
}


@pytest.mark.parametrize(("name", "function"), PUBLIC, ids=[one[0] for one in PUBLIC])
def test_a_function_is_there_or_has_a_reason_not_to_be(name, function):
    there = is_there(function) or function in HANDLERS
    assert there != (name in REASONS), name


def test_a_reason_is_of_what_numpy_has():
    """This NumPy, or another one."""
    names = {name for name, _ in PUBLIC}
    assert {name for name in REASONS if name not in names} == set()


def test_every_function_of_the_table_is_tried():
    called = {word for row in ROWS for word in row.function.__code__.co_names}
    assert called
    tried = {id(function) for name, function in PUBLIC if name.split(".")[-1] in called}
    untried = {
        name
        for name, function in PUBLIC
        if is_there(function) and id(function) not in tried
        if f"np.{function.__name__}" not in BY_THEIR_ROWS
    }
    # A deprecated name of another one.
    assert untried <= {"np.row_stack"}


@pytest.mark.parametrize("method", ["reduce", "accumulate", "reduceat", "outer", "at"])
def test_ufuncs_of_two_arguments_have_their_methods(method):
    without = {
        name
        for name, function in PUBLIC
        if isinstance(function, np.ufunc) and function.nin == 2 and function.nout == 1
        if function in TABLE and getattr(function, method) not in TABLE
    }
    assert without <= WITHOUT_METHODS


def test_the_reason_is_told():
    with pytest.raises(CompileError) as caught:
        generate(lambda x: np.packbits(x), [X1])
    assert caught.value.diagnostics[0].help.startswith("its result is of integers")
