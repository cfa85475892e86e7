"""Every program of ``cases/`` that is a function of arrays, in single precision.

What it gives has the dtype that NumPy gives it, the gradient that of the input, and both
are what they are in double precision, to rounding.
"""

import zlib
from typing import Any

import numpy as np
import pytest

from srcad import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.cases.case import Case, every_case
from tests.srcad.compiler.derivatives import (
    SIZES,
    Generated,
    copied,
    draw,
    generate,
    in_dtype,
    leaves,
    mapped,
    size_names,
)

CASES = [
    case
    for case in every_case()
    if not hasattr(case.program, "parameters_and_names")
    and any("float64" in text for text in case.inputs)
]

# A number of Python on one path that depends on an input, or an array in double
# precision, and on the other what is of single precision (what `vectorize` makes is of
# the class of the first result); the last one asks for bits.
REFUSED = {
    "arrays-a_vectorized_function_of_two_paths",
    "attempts-a_factor_or_another",
    "averages-of_too_few",
    "branches-on_a_count",
    "chosen_items-functions_at_a_place",
    "contexts-match_runtime",
    "exits-structures_that_are_bound_behind_a_return",
    "jumps-a_loop_in_a_handler",
    "jumps-in_a_branch_it_was_another",
    "jumps-is_asked_what_was_bound_before",
    "jumps-the_largest_of_what_does_not_raise",
    "objects-records_with_an_order",
    "raising_generators-one_that_cleans_up",
    "recursion-recursion_called_twice",
    "recursion-recursive_closure",
    "standing-one_of_two_dicts_in_a_list",
    "views-the_same_storage_under_a_view",
}
# They ask for a class that is another one in single precision.
ANOTHER = {"branches-known_at_compile_time", "classes-numbers_and_arrays"}
# The rule of a function of C says that it gives the dtype of its argument, where it
# gives a number of Python; of an enumeration that a loop goes on with, NumPy makes an
# integer of its own in the first iteration alone.
OTHER_CLASS = {
    "rules-c_function_of_a_number_of_numpy",
    "members-counted_on_as_a_number",
}


def results(made: Generated, given: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """What a module gives, and its cotangents for ones."""
    out, residuals = made.call(copied(given))
    ones = mapped(out, lambda leaf: np.ones_like(np.asarray(leaf))[()])
    return out, made.gradients(residuals, ones)


def dtypes(item: Any) -> list[np.dtype]:
    return [np.asarray(leaf).dtype for leaf in leaves(item)]


@pytest.mark.parametrize("case", sampled(CASES, 6), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    options = {k: v for k, v in case.options.items() if k == "wrt"}
    inputs = in_dtype(case.inputs, "float32")
    if case.name in REFUSED:
        with pytest.raises(CompileError):
            generate(case.program, inputs, **options)
        return
    made = generate(case.program, inputs, **options)
    sizes = dict(zip(size_names(made.inputs), SIZES, strict=False))
    sizes |= dict(case.options.get("sizes", {}))
    random = np.random.default_rng(zlib.crc32(case.name.encode()))
    drawn = draw(made.inputs, sizes, random, case.options.get("values", {}))
    out, gradients = results(made, drawn)
    if case.name not in OTHER_CLASS:
        assert dtypes(out) == dtypes(case.program(**copied(drawn))), made.code
    for name, gradient in gradients.items():
        assert dtypes(gradient) == dtypes(drawn[name]), made.code
    if case.name not in ANOTHER:
        wide = {name: in_double(x) for name, x in drawn.items()}
        expected = results(generate(case.program, case.inputs, **options), wide)
        for one, two in zip(leaves((out, gradients)), leaves(expected), strict=True):
            scale = np.max(np.abs(two), initial=1.0)
            np.testing.assert_allclose(one, two, rtol=1e-3, atol=1e-4 * scale)


def in_double(x: Any) -> Any:
    return x.astype(np.float64) if np.asarray(x).dtype == np.float32 else x
