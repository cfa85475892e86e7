"""Every operator and built-in function with every kind of value: as Python, or refused.

What comes of each is held against Python's own run and finite differences of it.
"""

import textwrap

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

VALUES = {
    "element": "x[0]",
    "other_element": "x[1]",
    "float_of_python": "float(x[1])",
    "float": "2.5",
    "int": "3",
    "negative": "-2",
    "zero": "0",
    "int_input": "k",
    "int_of_run_time": "len(x) - 2",
    "bool": "True",
    "bool_of_numpy": "(x[0] > x[1])",
    "bool_of_python": "bool(x[0] > x[1])",
    "vector": "x",
    "matrix": "x2",
    "no_axes": "np.array(x[1])",
    "one_element": "x[1:2]",
    "no_element": "x[:0]",
    "backwards": "x[::-1]",
    "transposed": "x2.T",
    "ints": "np.arange(3)",
    "bools": "(x > 1.0)",
    "constants": "np.array([1.0, 2.0, 3.0])",
    "constant_float64": "np.float64(1.5)",
    "constant_int64": "np.int64(2)",
    "constant_int32": "np.int32(3)",
    "constant_no_axes": "np.array(2.0)",
    "list": "[x[0], x[1], 2.0]",
    "tuple": "(x[0], 2.0, 3)",
    "constant_list": "[1, 2, 3]",
    "constant_tuple": "(1, 2)",
    "empty_list": "[]",
    "empty_tuple": "()",
    "long_list": "[v * 2 for v in x]",
    "dict": "{'a': x[0]}",
    "none": "None",
    "string": "'ab'",
    "range": "range(3)",
    "range_of_run_time": "range(len(x))",
    "shape": "x.shape",
    "optional": "(x[0] if x[1] > 0 else None)",
    "truncated": "int(x[2])",
}

UNARY = """
-(A) | +(A) | not (A) | ~(A) | float(A) | int(A) | bool(A) | abs(A) | round(A) | len(A)
min(A) | max(A) | sum(A) | list(A) | tuple(A) | sorted(A) | list(reversed(A)) | any(A)
all(A) | (A)[0] | (A)[-1] | (A)[k - 3] | (A)[1:] | (A)[::-1] | (1.0 if A else 2.0)
(1.0 if (A) is None else 2.0) | (1.0 if isinstance(A, float) else 2.0)
(1.0 if isinstance(A, int) else 2.0) | (1.0 if isinstance(A, (list, tuple)) else 2.0)
(1.0 if isinstance(A, np.ndarray) else 2.0) | np.ndim(A) | np.shape(A) | np.size(A)
np.sum(A) | np.array(A) | np.asarray(A) | np.mean(A) | np.sin(A) | np.max(A) | np.abs(A)
np.stack([A, A]) | np.concatenate([A, A]) | np.copy(A) | (lambda p, *q: p)(*(A)) | [*A]
(A).sum() | (A).copy() | (A).item() | (A).T | str((A).dtype) | np.atleast_1d(A)
np.dot(A, A) | np.cumsum(A) | np.where(A, x[0], x[1]) | np.outer(A, A) | max(A, x[0])
min(x[0], A) | pow(A, 2) | divmod(A, 2)[1] | sum([A, A]) | np.ones_like(A) * x[0]
np.zeros_like(A) + x[0] | np.full(2, A) | np.ravel(A) | np.sort(A) | np.repeat(A, 2)
np.tile(A, 2) | np.clip(A, 0.5, 1.5) | np.square(A) | np.floor(A) | np.isnan(A)
np.argmax(A) | np.prod(A) | np.expand_dims(A, 0) | (A if x[0] > 1.0 else A)
(A if x[0] > 1.0 else x[0]) | (A if x[0] < 1.0 else x[0]) | (A and x[0]) | (A or x[0])
np.less(A, 2.0) + np.less(A, 3.0) | np.add(A, A) | np.logical_or(A, A)
"""

BINARY = """
+ | - | * | / | // | % | ** | @ | < | <= | > | >= | == | != | is | is not | in | not in
and | or | & | ^
"""

HEAD = '''
import numpy as np

def number(v, x):
    """A number of anything."""
    if v is None:
        return 0.25 + x[0]
    if isinstance(v, str):
        return len(v) * x[0]
    if isinstance(v, dict):
        return sum([number(w, x) for w in v.values()], 0.0 * x[0])
    if isinstance(v, (list, tuple)):
        s = 0.0 * x[0]
        for i, w in enumerate(v):
            s = s + number(w, x) * (i + 1)
        return s
    places = np.arange(np.size(v)).reshape(np.shape(v))
    return np.sum(v * (1.0 + places) * x[0])
'''
# One object or two is up to Python where two constants are equal.
UP_TO_PYTHON = {("is", "string", "string"), ("is not", "string", "string")}
# NumPy refuses to round bools to digits, and gives objects for other things.
X = (1.31, 0.72, 2.13)


def words(text):
    return [word.strip() for line in text.split("\n") for word in line.split("|")]


def programs(expressions, folder, name):
    """Functions of ``x`` and ``k``, one for each expression."""
    parts = [HEAD]
    for number, expression in enumerate(expressions):
        body = f"""
            def of_{number}(x, k):
                x2 = np.outer(x, x + 0.3)
                r = {expression}
                return number(r, x)
        """
        parts.append(textwrap.dedent(body))
    module = module_of(folder, name, "\n".join(parts))
    return [getattr(module, f"of_{k}") for k in range(len(expressions))]


@pytest.mark.long
@pytest.mark.parametrize("place", range(len([w for w in words(UNARY) if w])))
def test_every_function_of_every_kind_of_value(place, tmp_path):
    function = [w for w in words(UNARY) if w][place]
    expressions = [function.replace("A", value) for value in VALUES.values()]
    found = programs(expressions, tmp_path, f"unary_{place}")
    worked = [result(program, X, 3) for program in found]
    assert any(worked)


@pytest.mark.long
@pytest.mark.parametrize("shift", range(0, len(VALUES), 8))
@pytest.mark.parametrize("operator", [w for w in words(BINARY) if w])
def test_every_operator_with_two_kinds_of_values(operator, shift, tmp_path):
    names = list(VALUES)
    pairs = [(a, names[(k + shift) % len(names)]) for k, a in enumerate(names)]
    expressions = [
        f"({VALUES[a]}) {operator} ({VALUES[b]})"
        for a, b in pairs
        if (operator, a, b) not in UP_TO_PYTHON
    ]
    for program in programs(expressions, tmp_path, f"binary_{shift}"):
        result(program, X, 3)
