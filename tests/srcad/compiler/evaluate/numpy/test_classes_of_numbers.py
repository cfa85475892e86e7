"""Which class a number has, and which dtype an array that is made of some: as the
plain run says, or refused."""

import itertools

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of

NUMBERS = {
    "a bool": "i > 1",
    "an int": "2 * i - 1",
    "a float": "float(x[i]) * 2",
    "True": "True",
    "2": "2",
    "2.5": "2.5",
    "bool of NumPy": "x[i] > 0",
    "int64": "np.argmax(x)",
    "int32": "np.int32(i)",
    "int16": "np.arange(5, dtype=np.int16)[i]",
    "uint16": "np.uint16(7)",
    "float16": "np.float16(x[i])",
    "float32": "np.float32(x[i])",
    "float64": "x[i]",
    "array": "np.asarray(x[i])",
}
RAISED = (TypeError, AttributeError, ValueError, OverflowError)
PYTHONS = ("a bool", "an int", "a float")
OF_CLASS = [
    *("s and r", "s or r", "s if i > 1 else r", "abs(s)", "round(s)", "max(s, r)"),
    *("min(s, r)", "any([s, r])", "all([s])", "s.real", "s.imag", "s.conjugate()"),
    *("np.real(s)", "np.conj(s)", "np.round(s)", "math.prod([s, r])", "not s", "-s"),
    *("sum([s, r])", "s * r", "sorted([s, r])[0]", "bool(s)", "s is r", "s < r"),
]
OF_DTYPE = [
    *("[s, r]", "(s, r, s)", "[[s], [r]]", "[[s, r], [r, s]]", "[s]"),
    *("np.max([s, r], keepdims=True)", "np.cumsum([s, r])", "np.diff([r, s])"),
    *("np.where(x > 0, s, r)", "np.append(s, r)", "np.fabs([s, r])", "np.round(s)"),
]

PROGRAM = """
import math
import numpy as np

def f(x):
    total = 0.0
    for i in range(x.shape[0]):
        s = {s}
        r = {r}
        {body}
    return total
"""
CLASS = """value = {expression}
        if type(value) is bool:
            total += x[i]
        elif type(value) is int:
            total += 2 * x[i]
        elif type(value) is float:
            total += 3 * x[i]
        elif type(value) is np.ndarray:
            total += 4 * x[i]
        elif isinstance(value, np.bool_):
            total += 5 * x[i]
        elif isinstance(value, np.int64):
            total += 6 * x[i]
        elif isinstance(value, np.float64):
            total += 7 * x[i]
        match value:
            case True:
                total += 10 * x[i]
            case False:
                total += 20 * x[i]
        total += value * x[i] ** 2"""
DTYPE = """value = np.asarray({expression})
        total += (value.itemsize + ord(value.dtype.kind)) * x[i]
        total += np.sum(value * 3) * x[i] ** 2"""

CASES = [
    (body, expression, s, r)
    for body, expressions in ((CLASS, OF_CLASS), (DTYPE, OF_DTYPE))
    for k, expression in enumerate(expressions)
    for n, (s, r) in enumerate(
        itertools.product(NUMBERS, NUMBERS if " r" in expression else ["2"])
    )
    if " r" not in expression or (n + k) % 8 == 0 or expression == "[s, r]"
]


@pytest.mark.parametrize("case", sampled(CASES, every=41), ids=lambda case: case[1])
def test_it_is_what_python_gives_or_refused(case, tmp_path):
    body, expression, s, r = case
    body = body.format(expression=expression)
    text = PROGRAM.format(s=NUMBERS[s], r=NUMBERS[r], body=body)
    function = module_of(tmp_path, "numbers_of_a_class", text).f
    x = np.array([0.3, 0.5, -0.2, 0.7])
    try:
        wanted = function(x)
    except RAISED:
        with pytest.raises((CompileError, *RAISED)):
            srcad.value_and_grad(function)(x)
        return
    try:
        out, _ = srcad.value_and_grad(function)(x)
    except CompileError:
        assert not (s == r and s in PYTHONS), "the class is known"
        return
    np.testing.assert_allclose(out, wanted, rtol=1e-3)
