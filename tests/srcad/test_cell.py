"""Cell: construction, naming, modes, calls."""

import copy

import numpy as np
import pytest

import srcad
from srcad import Cell, Parameter, ParameterTuple, Tensor, nn


class Scale(Cell):
    def __init__(self, factor=2.0):
        super().__init__()
        self.w = Parameter(Tensor(np.array([factor], np.float32)), name="weight")

    def construct(self, x, shift=0.0):
        return self.w * x + shift


class Outer(Cell):
    def __init__(self):
        super().__init__()
        self.inner = Scale()
        self.b = Parameter(Tensor(np.array([1.0], np.float32)), name="b")

    def construct(self, x):
        return self.inner(x) + self.b


# -------------------------------------------------------------------------- calling


def test_a_call_runs_construct():
    net = Outer()
    out = net(Tensor([3.0]))
    assert isinstance(out, Tensor)
    assert out.tolist() == [7]
    assert Scale()(Tensor([3.0]), shift=1.0).tolist() == [7]


def test_ndarrays_in_ndarrays_out():
    out = Outer()(np.array([3.0], np.float32))
    assert type(out) is np.ndarray
    assert out.tolist() == [7]


def test_inside_a_cell_ndarrays_count_as_tensors():
    class Half(Cell):
        def construct(self, x):
            return x / 2, (x > 1).astype(srcad.float32)

    half, above = Half()(np.array([1, 2], np.int32))
    assert (half.dtype, above.dtype) == (np.float32, np.float32)


def test_construct_is_needed():
    with pytest.raises(AttributeError, match="'construct' of Cell is not defined"):
        Cell()(Tensor(1.0))


def test_arguments_are_checked_as_pythons():
    with pytest.raises(TypeError, match="positional argument"):
        Outer()(Tensor(1.0), Tensor(2.0))


# ------------------------------------------------------- without super().__init__()


def test_attributes_before_init():
    class WithParameter(Cell):
        def __init__(self):
            self.w = Parameter(1.0)

    class WithCell(Cell):
        def __init__(self):
            self.relu = nn.ReLU()

    for broken in (WithParameter, WithCell):
        with pytest.raises(AttributeError, match=r"super\(\).__init__\(\)"):
            broken()


def test_a_call_before_init():
    class Plain(Cell):
        def __init__(self):
            self.factor = 2

        def construct(self, x):
            return x * self.factor

    plain = Plain()
    assert plain.factor == 2
    with pytest.raises(AttributeError, match=r"super\(\).__init__\(\)"):
        plain(Tensor(1.0))


# ------------------------------------------------------------------------- naming


def test_a_sub_cells_parameters_are_named_by_their_path():
    net = Outer()
    assert [p.name for p in net.trainable_params()] == ["b", "inner.w"]
    assert [name for name, _ in net.parameters_and_names()] == ["b", "inner.w"]
    assert [p.name for p in Scale().get_parameters()] == ["weight"]
    assert type(net.get_parameters()).__name__ == "generator"
    assert list(net.parameters_dict()) == ["b", "inner.w"]


def test_three_levels_and_containers():
    class Top(Cell):
        def __init__(self):
            super().__init__()
            self.blocks = nn.CellList([Outer(), Outer()])
            self.head = nn.SequentialCell(nn.ReLU(), Scale())

    names = [p.name for p in Top().get_parameters()]
    assert names == [
        "blocks.0.b",
        "blocks.0.inner.w",
        "blocks.1.b",
        "blocks.1.inner.w",
        "head.1.w",
    ]


def test_a_parameter_without_a_name_takes_the_attributes():
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.p = Parameter(1.0)
            self.q = Parameter(1.0, name="mine")

    net = Net()
    assert (net.p.name, net.q.name) == ("p", "mine")


def test_equal_names_become_paths_at_the_first_call():
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.a = Parameter(1.0, name="w")
            self.b = Parameter(2.0, name="w")

        def construct(self, x):
            return x * self.a * self.b

    net = Net()
    assert [p.name for p in net.get_parameters()] == ["w", "w"]
    assert float(net(Tensor(1.0))) == 2
    assert [p.name for p in net.get_parameters()] == ["a", "b"]


def test_a_shared_parameter_counts_once():
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.first = Scale()
            self.second = Scale()
            self.second.w = self.first.w

    net = Net()
    assert len(list(net.get_parameters())) == 1
    assert len(net.trainable_params()) == 1


def test_requires_grad_divides_the_parameters():
    net = Outer()
    net.b.requires_grad = False
    assert [p.name for p in net.trainable_params()] == ["inner.w"]
    assert [p.name for p in net.untrainable_params()] == ["b"]
    assert net.trainable_params(recurse=False) == []
    assert [p.name for p in net.get_parameters(expand=False)] == ["b"]


def test_tuples_and_lists_of_parameters():
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.held = ParameterTuple([Parameter(1.0, name="a"), Parameter(2.0)])
            self.internal_params = [self.held[0]]

    net = Net()
    assert [p.name for p in net.get_parameters()] == ["a", "Parameter$1"]
    assert net.internal_params[0] is net.held[0]


# ------------------------------------------------------------------------ attributes


def test_overwriting_attributes():
    net = Outer()
    net.b = Tensor([5.0])
    assert isinstance(net.b, Parameter)
    assert net.b.asnumpy().tolist() == [5]
    with pytest.raises(TypeError, match="Parameter 'b' already exists"):
        net.b = 3.0
    with pytest.raises(TypeError, match="Sub cell 'inner' already exists"):
        net.inner = 3
    net.inner = Scale(4.0)
    assert net(Tensor([1.0])).tolist() == [9]
    net.b = None
    assert [p.name for p in net.get_parameters()] == ["inner.w"]
    with pytest.raises(AttributeError, match="'Outer' object has no attribute 'x'"):
        _ = net.x


class Answering:
    """An object that has every attribute that is asked for."""

    factor = 3.0

    def __getattr__(self, name):
        return lambda *_: name


class OfASetting(Scale):
    def __init__(self, setting):
        super().__init__()
        self.setting = setting

    def construct(self, x, shift=0.0):
        return super().construct(x) * self.setting.factor


def test_an_object_that_has_every_attribute_is_no_cell():
    setting = Answering()
    cell = OfASetting(setting)
    assert cell.setting is setting
    assert not cell.name_cells()
    assert cell(Tensor([2.0])).tolist() == [12.0]
    assert srcad.grad(cell)(Tensor([2.0])).tolist() == [6.0]
    for container in (nn.CellList, nn.SequentialCell):
        with pytest.raises(TypeError):
            container([setting])


def test_deleting_attributes():
    net = Outer()
    del net.inner
    assert not hasattr(net, "inner")
    assert [p.name for p in net.get_parameters()] == ["b"]
    assert "b" in dir(net)


def test_inserting_by_name():
    net = Cell()
    net.insert_param_to_cell("p", Parameter(1.0))
    net.insert_child_to_cell("child", Scale())
    assert float(net.p) == 1
    assert isinstance(net.child, Scale)
    with pytest.raises(KeyError):
        net.insert_param_to_cell("a.b", Parameter(1.0))
    with pytest.raises(KeyError, match="Duplicate"):
        net.insert_child_to_cell("p", Scale())
    with pytest.raises(TypeError):
        net.insert_param_to_cell("q", Tensor(1.0))


def test_going_through_cells():
    net = Outer()
    assert [path for path, _ in net.cells_and_names()] == ["", "inner"]
    assert list(net.name_cells()) == ["inner"]
    assert [type(cell) for cell in net.cells()] == [Scale]
    seen = []
    net.apply(lambda cell: seen.append(type(cell)))
    assert seen == [Scale, Outer]


def test_a_deep_copy_is_independent():
    net = Outer()
    other = copy.deepcopy(net)
    other.inner.w.set_data(Tensor([10.0]))
    assert net(Tensor([1.0])).tolist() == [3]
    assert other(Tensor([1.0])).tolist() == [11]


def test_repr():
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.body = nn.SequentialCell(nn.Dense(2, 3), nn.ReLU())

    assert repr(Net()) == (
        "Net(\n"
        "  (body): SequentialCell(\n"
        "    (0): Dense(input_channels=2, output_channels=3, has_bias=True)\n"
        "    (1): ReLU()\n"
        "  )\n"
        ")"
    )
    assert repr(nn.ReLU()) == "ReLU()"


# ------------------------------------------------------------------------------ modes


def test_set_train_recurses_and_returns_the_cell():
    net = Outer()
    assert (net.phase, net.training, net.inner.training) == ("train", False, False)
    assert net.set_train() is net
    assert (net.phase, net.training, net.inner.training) == ("train", True, True)
    net.set_train(False)
    assert (net.phase, net.training, net.inner.training) == ("predict", False, False)
    with pytest.raises(TypeError, match="phase"):
        net.phase = 3


def test_bprop_debug_is_a_bool():
    net = Outer()
    assert net.bprop_debug is False
    net.bprop_debug = True
    assert net.bprop_debug is True
    with pytest.raises(TypeError, match="'bprop_debug' must be bool type"):
        net.bprop_debug = 1


@pytest.mark.parametrize("dtype", [srcad.float16, srcad.float32, srcad.float64])
def test_to_float_casts_inputs_and_parameters(dtype):
    net = Outer().to_float(dtype)
    out = net(Tensor(np.array([0.1], np.float64)))
    numpy_dtype = np.dtype(dtype)
    expected = np.array([0.1]).astype(numpy_dtype) * 2 + 1
    assert out.dtype == dtype
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-7)
    assert net.b.dtype == srcad.float32
    assert (net.b + 1).dtype == srcad.float32


def test_to_float_leaves_integers_alone_and_refuses_them():
    class Add(Cell):
        def construct(self, x, y):
            return x + 1, y

    whole, real = Add().to_float(srcad.float64)(Tensor([1]), Tensor([1.0]))
    assert (whole.dtype, real.dtype) == (srcad.int64, srcad.float64)
    with pytest.raises(ValueError, match="to_float"):
        Outer().to_float(srcad.int32)


def test_flags():
    net = Outer().add_flags_recursive(quick=True)
    assert net.quick is True
    assert net.inner.quick is True
    assert net.set_grad() is net
    assert Cell(flags={"mine": 3}).mine == 3
    assert net.cls_name == "Outer"
    assert net.add_flags(slow=False).slow is False
    assert not hasattr(net.inner, "slow")


def test_names_of_parameters_are_made_different_and_get_a_prefix():
    net = Cell()
    net.first, net.second = Scale(), Scale()
    for cell in net.cells():
        cell.w.name = "w"
    net.check_names()
    assert [p.name for p in net.get_parameters()] == ["first.w", "second.w"]
    net.update_parameters_name("mine.")
    assert [p.name for p in net.get_parameters()] == ["mine.first.w", "mine.second.w"]
    kept = net.init_parameters_data()
    assert [kept[p] is p for p in net.get_parameters()] == [True, True]


def test_what_repr_shows_of_a_cell_is_its_own():
    class Mine(Cell):
        def extend_repr(self):
            return "size=3"

    assert repr(Mine()) == "Mine(size=3)"


def test_setting_a_parameter_inside_construct_assigns():
    class Counter(Cell):
        def __init__(self):
            super().__init__()
            self.count = Parameter(Tensor(0, srcad.int32), requires_grad=False)

        def construct(self, x):
            self.count = self.count + 1
            return x

    net = Counter()
    net(Tensor(1.0))
    net(Tensor(1.0))
    assert isinstance(net.count, Parameter)
    assert int(net.count) == 2


def test_an_attribute_hides_a_method_of_its_name():
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.cells = nn.CellList([nn.Dense(2, 2, weight_init="ones"), nn.ReLU()])
            self.apply = Parameter(Tensor([2.0, 3.0]))

        def construct(self, x):
            for cell in self.cells:
                x = cell(x)
            return x * self.apply

    net, x = Net(), Tensor([[1.0, 2.0]])
    out, gradient = srcad.value_and_grad(net)(x)
    assert (out == net(x)).all()
    assert gradient.tolist() == [[5.0, 5.0]]
    assert [name for name, _ in net.parameters_and_names()] == [
        *("apply", "cells.0.weight", "cells.0.bias"),
    ]
    net.set_train()
    assert len(copy.deepcopy(net).cells) == 2
    assert [len(list(Cell.cells(net))), net.cells[0].training] == [1, True]
    del net.cells
    assert callable(net.cells)


def test_buffers_are_state_and_no_parameters():
    class Shifted(Cell):
        def __init__(self):
            super().__init__()
            self.register_buffer("shift", Tensor([3.0]))
            self.register_buffer("nothing", None)
            self.inner = Cell()
            self.inner.register_buffer("kept", Tensor([4.0]), persistent=False)

        def construct(self, x):
            return x * x * self.shift

    net = Shifted()
    assert [name for name, _ in net.named_buffers()] == ["shift", "inner.kept"]
    assert len(list(net.buffers(recurse=False))) == 1
    assert list(net.get_parameters()) == []
    assert float(srcad.grad(net)(Tensor([2.0]))[0]) == 12
    for name, value, error in (
        ("shift.it", Tensor(1.0), KeyError),
        ("construct", Tensor(1.0), KeyError),
        ("other", 1.0, TypeError),
        (3, Tensor(1.0), TypeError),
    ):
        with pytest.raises(error):
            net.register_buffer(name, value)


def test_inputs_that_are_set_are_kept():
    net = Outer()
    assert net.get_inputs() is None
    net.set_inputs(Tensor(shape=[None, 3], dtype=srcad.float32))
    assert net.get_inputs()[0].shape == (-1, 3)


class Stateful(Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(2, 3)
        self.again = nn.SequentialCell(self.first, nn.BatchNorm1d(3))
        self.scale = Parameter(Tensor([2.0]), name="another")
        self.register_buffer("kept", Tensor([1.0, 2.0]))
        self.register_buffer("lost", Tensor([3.0]), persistent=False)

    def construct(self, x):
        return self.again(x) * self.scale


def test_state_by_path():
    net = Stateful()
    state = net.state_dict()
    assert list(state) == [
        *("scale", "kept", "first.weight", "first.bias"),
        *("again.0.weight", "again.0.bias"),
        *(f"again.1.{name}" for name in ("moving_mean", "moving_variance")),
        *("again.1.gamma", "again.1.beta"),
    ]
    assert state["first.weight"] is net.first.weight
    assert list(net.first.state_dict(prefix="a.")) == ["a.weight", "a.bias"]
    given = {name: value + 1 for name, value in state.items()}
    other = Stateful()
    keys = other.load_state_dict(given)
    assert (keys.missing_keys, keys.unexpected_keys) == ([], [])
    assert (other.first.weight == net.first.weight + 1).all()
    assert (other.kept == net.kept + 1).all()
    assert other.get_sub_cell("again.1") is other.again[1]
    assert other.get_sub_cell("") is other
    assert other.get_buffer("kept").tolist() == [2, 3]
    other.set_jit_config(None), other.compile(Tensor([[1.0, 2.0]]))


def test_recompute_says_that_it_has_no_effect(monkeypatch):
    monkeypatch.setattr("srcad.context._said", set(), raising=False)
    with pytest.warns(match="`recompute` of a Cell has no effect: `memory=`"):
        Stateful().recompute(mp_comm_recompute=False)


def test_state_that_does_not_fit_is_not_loaded():
    net = Stateful()
    weight = net.first.weight.asnumpy().copy()
    state = {name: value + 1 for name, value in net.state_dict().items()}
    short = {name: value for name, value in state.items() if name != "scale"}
    for given, message in (
        (short, "Missing key.*scale"),
        ({**state, "more": Tensor([1.0])}, "Unexpected key.*more"),
        ({**state, "kept": Tensor([1.0])}, "size mismatch for kept"),
    ):
        with pytest.raises(RuntimeError, match=message):
            net.load_state_dict(given)
        np.testing.assert_array_equal(net.first.weight.asnumpy(), weight)
    keys = net.load_state_dict({**short, "more": Tensor([1.0])}, strict=False)
    assert keys == (["scale"], ["more"])
    np.testing.assert_array_equal(net.first.weight.asnumpy(), weight + 1)
    with pytest.raises(TypeError, match="dict-like"):
        net.load_state_dict([1])
    for path in ("first.weight", "nothing"):
        with pytest.raises(AttributeError):
            net.get_sub_cell(path)
    with pytest.raises(AttributeError, match="not a buffer"):
        net.get_buffer("first.weight")
