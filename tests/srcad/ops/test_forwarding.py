"""Functions that are rows of tables: to a reader they are as if written out."""

import inspect
import pickle
import pydoc
import traceback

import numpy as np
import pytest

import srcad.numpy
from srcad import CompileError, Tensor, grad, mint, ops
from srcad.ops._forwarding import forwarding_cells, forwarding_functions
from srcad.tensor_methods import TensorMethods, attach

X = Tensor(np.array([[0.5, -1.5], [2.0, 0.25]], np.float32))
METHODS = {
    name: member
    for name, member in vars(TensorMethods).items()
    if inspect.isfunction(member)
}


@pytest.mark.parametrize("name", METHODS)
def test_a_method_has_a_docstring_and_a_signature(name):
    method = METHODS[name]
    assert method.__name__ == name
    assert method.__qualname__ == f"Tensor.{name}"
    assert method.__doc__
    first, *_ = inspect.signature(method).parameters.values()
    assert first.kind is first.POSITIONAL_OR_KEYWORD
    kinds = {one.kind for one in inspect.signature(method).parameters.values()}
    assert inspect.Parameter.VAR_KEYWORD not in kinds


def test_help_shows_what_is_called():
    renamed = pydoc.plain(pydoc.render_doc(Tensor.clip))
    assert "clip(self, min=None, max=None)" in renamed
    assert "Return the elements brought into ``[min, max]``." in renamed
    same = pydoc.plain(pydoc.render_doc(X.lerp))
    assert "lerp(end: 'Any', weight: 'Any')" in same
    assert "Return ``input + weight * (end - input)``." in same
    assert "logsumexp" in pydoc.plain(pydoc.render_doc(Tensor))


def test_inspect_and_tracebacks_show_the_text_of_a_row():
    text = "return ops.cumsum(input, dim, dtype)\n"
    assert inspect.getsource(mint.cumsum).endswith(text)
    with pytest.raises(np.exceptions.AxisError) as raised:
        mint.cumsum(X, 5)
    assert text in "".join(traceback.format_exception(raised.value))


def test_a_wrong_argument_is_named_as_in_python():
    with pytest.raises(TypeError, match=r"Tensor.clip\(\) got an unexpected .*'dim'"):
        X.clip(dim=0)
    with pytest.raises(TypeError, match=r"exp\(\) takes 1 positional argument but 2"):
        X.exp(1)


@pytest.mark.parametrize(
    ("call", "help"),
    [
        (lambda x: x.exp(1).sum(), "it is defined as `exp(input"),
        (lambda x: x.matmul(x, x).sum(), "it is defined as `matmul(self, tensor2)`"),
        (lambda x: mint.squeeze(x, axis=0).sum(), "`squeeze(input, dim=None)`"),
    ],
)
def test_a_wrong_argument_is_named_by_the_compiler(call, help):
    with pytest.raises(CompileError, match="SRC021") as raised:
        grad(call)(X)
    assert help in str(raised.value)


def test_functions_of_rows_are_pickled_by_their_names():
    for function in (mint.stack, Tensor.sum, Tensor.exp, srcad.numpy.var):
        assert pickle.loads(pickle.dumps(function)) is function


def test_a_row_may_be_broken_before_its_arrow():
    rows = """
twice(x, *, times=2)
    -> ops.mul(x, times)
    Return ``x`` doubled.
"""
    (twice,) = forwarding_functions(rows, {"ops": ops}, __file__, __name__).values()
    assert twice(X).sum() == 2 * X.sum()
    assert twice(X, times=3).sum() == 3 * X.sum()
    assert twice.__doc__ == "Return ``x`` doubled."
    assert twice.__module__ == __name__


def test_a_method_is_attached_once():
    with pytest.raises(ValueError, match="has a method `sum` already"):
        attach({"sum": METHODS["sum"]})


def test_a_row_may_be_a_cell():
    rows = """
Scaled(scale, shift=1.0) -> scaled(input, other=None)
    The input, scaled and shifted.
Plain() -> scaled(input)
    The input.
"""

    def scaled(input, other=None, scale=1.0, shift=0.0):
        return input * scale + shift if other is None else other

    space = {"Cell": srcad.Cell, "scaled": scaled}
    made = forwarding_cells(rows, space, __file__, __name__)
    cell = made["Scaled"](3.0)
    x = srcad.Tensor([1.0, 2.0])
    assert cell(x).tolist() == [4, 7]
    assert cell(x, other=x) is x
    assert str(cell) == "Scaled(scale=3.0, shift=1.0)"
    assert srcad.grad(cell)(x).tolist() == [3, 3]
    assert made["Plain"]()(x).tolist() == [1, 2]
    assert made["Scaled"].__doc__ == "The input, scaled and shifted."
    assert inspect.getsource(made["Scaled"].construct).strip().startswith("def cons")
