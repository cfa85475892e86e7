"""Parameter and ParameterTuple."""

import copy

import numpy as np
import pytest

import srcad
from srcad import Cell, Parameter, ParameterTuple, Tensor, ops
from srcad.initializer import initializer


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        (2.0, "Float32"),
        (2, "Int32"),
        ([1, 2], "Int64"),
        (np.zeros(2), "Float64"),
        (Tensor([1, 2]), "Int64"),
    ],
)
def test_the_dtype_of_data(data, dtype):
    assert str(Parameter(data, name="p").dtype) == dtype


def test_repr_and_print():
    parameter = Parameter(Tensor(np.zeros((5, 3), np.float32)), name="w")
    shown = "Parameter (name=w, shape=(5, 3), dtype=Float32, requires_grad=True)"
    assert repr(parameter) == str(parameter) == f"{parameter}" == shown
    assert str([parameter]) == f"[{shown}]"


def test_what_makes_no_parameter():
    with pytest.raises(ValueError, match="can not be `bool`"):
        Parameter(True)
    with pytest.raises(TypeError, match="default_input"):
        Parameter("text")
    with pytest.raises(ValueError, match="should be 'string' or 'None'"):
        Parameter(1.0, name=3)
    with pytest.raises(TypeError, match="requires_grad"):
        Parameter(1.0, requires_grad="yes")


def test_default_input_by_keyword_and_the_data_copied():
    data = Tensor([1.0, 2.0])
    parameter = Parameter(default_input=data, name="p", requires_grad=False)
    data[0] = 9
    assert parameter.asnumpy().tolist() == [1, 2]
    assert parameter.requires_grad is False
    assert parameter.requires_grad_() is None
    assert parameter.requires_grad is True
    parameter.requires_grad_(False)
    assert parameter.requires_grad is False
    assert parameter.data is parameter
    assert type(parameter.value()) is Tensor


def test_index_assignment():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p")
    parameter[0] = 5.0
    assert parameter.asnumpy().tolist() == [5, 2]


def test_set_data_keeps_the_dtype():
    parameter = Parameter(Tensor([1.0, 2.0, 3.0]), name="p")
    assert parameter.set_data(Tensor([3, 4, 5])) is parameter
    assert parameter.dtype == srcad.float32
    assert parameter.asnumpy().tolist() == [3, 4, 5]
    parameter.set_data(initializer("ones", [3], srcad.float32))
    assert parameter.asnumpy().tolist() == [1, 1, 1]
    integers = Parameter(Tensor(np.array([1, 2], np.int32)), name="q")
    integers.set_data(Tensor([1.9, -1.9]))
    assert integers.asnumpy().tolist() == [1, -1]


def test_set_data_refuses_another_shape_and_other_data():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p")
    with pytest.raises(ValueError, match=r"p has shape \(2,\)"):
        parameter.set_data(Tensor([1.0, 2.0, 3.0]))
    with pytest.raises(ValueError, match="shape"):
        parameter.set_data(1.0)
    with pytest.raises(TypeError, match="Parameter data must be"):
        parameter.set_data([1.0, 2.0])
    assert parameter.asnumpy().tolist() == [1, 2]
    parameter.set_data(Tensor([1.0, 2.0, 3.0]), slice_shape=True)
    assert parameter.shape == (3,)


def test_assign():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p")
    assert ops.assign(parameter, Tensor([7, 8])) is parameter
    assert parameter.asnumpy().tolist() == [7, 8]
    assert parameter.dtype == srcad.float32
    ops.assign_add(parameter, Tensor([1.0, 1.0]))
    ops.AssignSub()(parameter, Tensor([0.0, 4.0]))
    assert parameter.asnumpy().tolist() == [8, 5]
    ops.assign_sub(parameter, Tensor([1.0, 0.0]))
    ops.AssignAdd()(parameter, Tensor([2.0, 3.0]))
    assert parameter.asnumpy().tolist() == [9, 8]
    ops.Assign()(parameter, Tensor([0.0, 0.0]))
    assert parameter.asnumpy().tolist() == [0, 0]


def test_assign_refuses():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p")
    with pytest.raises(ValueError, match="same shape"):
        ops.assign(parameter, Tensor([1.0, 2.0, 3.0]))
    with pytest.raises(TypeError, match="must be a Parameter"):
        ops.assign(np.ones(1), Tensor([1.0]))


def test_assign_inside_jit():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p")

    @srcad.jit
    def change():
        ops.assign(parameter, Tensor([7, 8]))
        return True

    assert change() is True
    assert parameter.asnumpy().tolist() == [7, 8]


def test_clone():
    parameter = Parameter(Tensor([1.0, 2.0]), name="p", requires_grad=False)
    clone = parameter.clone()
    clone[0] = 9
    assert (clone.name, clone.requires_grad) == ("p", False)
    assert parameter.asnumpy().tolist() == [1, 2]
    assert parameter.clone(init="zeros").asnumpy().tolist() == [0, 0]
    other = copy.deepcopy(parameter)
    assert (type(other), other.name) == (Parameter, "p")


def test_parameter_tuple():
    x = Parameter(Tensor(np.arange(6).reshape(2, 3)), name="x")
    z = Parameter(default_input=2.0, name="z")
    pair = ParameterTuple((x, z))
    copies = pair.clone("copy")
    assert isinstance(pair, tuple)
    assert type(copies) is ParameterTuple
    assert str(copies) == (
        "(Parameter (name=copy.x, shape=(2, 3), dtype=Int64, requires_grad=True), "
        "Parameter (name=copy.z, shape=(), dtype=Float32, requires_grad=True))"
    )
    copies[1].set_data(5.0)
    assert float(z) == 2


def test_parameter_tuple_refuses():
    with pytest.raises(ValueError, match="'w' already exists"):
        ParameterTuple([Parameter(1.0, name="w"), Parameter(2.0, name="w")])
    with pytest.raises(TypeError, match="should be 'Parameter'"):
        ParameterTuple([Tensor(1.0)])
    with pytest.raises(TypeError, match="prefix"):
        ParameterTuple([]).clone(1)
    shared = Parameter(1.0, name="w")
    assert len(ParameterTuple([shared, shared])) == 2


class Chosen(Cell):
    """A comprehension whose condition is a Parameter."""

    def __init__(self):
        super().__init__()
        self.chosen = Parameter(Tensor([1.0]), name="chosen", requires_grad=False)

    def construct(self, x):
        total = x * 0.0
        for row in [x * k for k in (1.0, 2.0) if self.chosen]:
            total = total + row
        return total


def test_a_condition_that_is_a_parameter():
    cell, x = Chosen(), Tensor([1.0, 2.0])
    assert srcad.grad(cell)(x).tolist() == [3.0, 3.0]
    cell.chosen.set_data(Tensor([0.0]))
    assert srcad.grad(cell)(x).tolist() == [0.0, 0.0]


# --------------------------------------------------------- shown by what is compiled


class Scale(Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.ones(3, np.float32)), name="w")

    def construct(self, x):
        w = self.w
        print(w, [self.w], {"w": w}, self.w * 2)
        print(f"{self.w} {w!r:.9}", str(w), "%s" % w, "{}".format(w))  # noqa: UP031, UP032
        return x * self.w


class Written(Scale):
    def construct(self, x):
        self.w += 1
        print(self.w)
        return x * self.w


class Several(Cell):
    def __init__(self):
        super().__init__()
        self.scales = srcad.nn.CellList([Scale() for _ in range(4)])
        self.scales[2].w.requires_grad = False

    def construct(self, x):
        for scale in self.scales:
            x = scale(x)
        return x


@pytest.mark.parametrize("cell", [Scale, Written, Several])
def test_compiled_code_shows_a_parameter_as_it_is(cell, capsys):
    x = Tensor(np.array([1.0, 2.0, 3.0], np.float32))
    net = cell()
    for name in ("w", "another"):
        for parameter in net.get_parameters():
            parameter.name = parameter.name.replace("w", name)
        net(x)
        shown = capsys.readouterr().out
        assert f"{name}, shape=(3,), dtype=Float32" in shown
        srcad.grad(net)(x)
        assert capsys.readouterr().out == shown


class Raises(Scale):
    def construct(self, x):
        if x.sum() > 0:
            raise ValueError(f"not with {self.w}", self.w)
        return x * self.w


def test_a_parameter_in_what_is_raised():
    x = Tensor(np.ones(3, np.float32))
    with pytest.raises(ValueError, match="not with") as plain:
        Raises()(x)
    with pytest.raises(ValueError, match="not with") as compiled:
        srcad.grad(Raises())(x)
    assert str(compiled.value.args) == str(plain.value.args)
    assert "Parameter (name=w" in plain.value.args[0]
