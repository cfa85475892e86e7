"""Arguments that no method of a Tensor has are refused in a module, as in a call."""

import inspect

import numpy as np
import pytest

import srcad
from srcad import Tensor
from tests.sampling import sampled
from tests.srcad.compiler.side_by_side import module_of

X = np.array([[0.7, -0.4, 2.3], [0.2, 1.4, -0.9], [0.3, 0.8, -1.1]])
METHODS = [
    name
    for name in dir(Tensor)
    if inspect.isfunction(inspect.getattr_static(Tensor, name))
    and not name.startswith("_")
]
WRITTEN = """
from srcad import Tensor, float32

def program(x):
    y = x * 1
    return y.{call}
"""


def kinds_of(name):
    parameters = inspect.signature(getattr(Tensor, name)).parameters.values()
    return {one.kind for one in parameters}


def of_wrong(name):
    """Calls with what the method does not take."""
    kinds = kinds_of(name)
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        yield f"{name}(nothing=1)"
    if inspect.Parameter.VAR_POSITIONAL not in kinds:
        yield f"{name}({', '.join('0' * 12)})"


CALLS = [call for name in METHODS for call in of_wrong(name)]
# What a method of an ndarray takes, and what no operator of NumPy takes.
CALLS_OF_NUMPY = [
    *("round(0)", "round(out=y)", "copy(None)", "copy(order='C')", "dim(dim=1)"),
    *("sum(axis=0, out=None)", "mean(0, None, None)"),
    *(
        "roll(1, Tensor([0]))",
        "item((0, 1), 2)",
        "register_hook()",
        "diff(-1)",
        "triu(y)",
        "tril(y[:, :1])",
    ),
]


@pytest.mark.parametrize("call", [*sampled(CALLS, 4), *CALLS_OF_NUMPY])
def test_what_a_method_does_not_take_is_refused(tmp_path, call):
    program = module_of(tmp_path, "program", WRITTEN.format(call=call)).program
    with pytest.raises((TypeError, ValueError)):
        program(Tensor(X))
    with pytest.raises((srcad.CompileError, TypeError, ValueError)):
        srcad.value_and_grad(program)(Tensor(X))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("set_dtype(float32)", "write `x.astype(dtype)`"),
        ("assign_value(x)", "write `x[...] = value`"),
        ("of_array(x)", "the attribute `of_array` of an array is not supported"),
        ("from_numpy(x)", "the attribute `from_numpy` of an array is not supported"),
    ],
)
def test_what_is_of_the_object_or_the_class_is_refused(tmp_path, call, told):
    program = module_of(tmp_path, "program", WRITTEN.format(call=call)).program
    with pytest.raises(srcad.CompileError) as raised:
        srcad.value_and_grad(program)(Tensor(X))
    assert told in str(raised.value)
