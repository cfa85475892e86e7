"""Cells that hold Cells: the names of their Parameters, as MindSpore has them."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, ParameterTuple, Tensor, nn


def names(cell):
    return [parameter.name for parameter in cell.get_parameters()]


def dense():
    return nn.Dense(1, 1, has_bias=False)


class Nested(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pair = ParameterTuple([Parameter(Tensor([1.0])), Parameter(Tensor([2.0]))])
        self.inner = nn.CellList(
            [
                nn.CellList([dense()]),
                nn.SequentialCell([nn.CellList([dense(), dense()])]),
            ]
        )
        self.named = nn.CellDict({"a": dense()})
        self.row = nn.SequentialCell(dense())
        self.row.append(dense())
        self.row.insert(0, dense())
        self.added = nn.CellList([dense()])
        self.added += [dense(), nn.SequentialCell([dense()])]


def test_names_in_nested_containers():
    # What MindSpore 2.10 prints for the same class.
    assert names(Nested()) == [
        *("Parameter$1", "Parameter$2", "inner.0.0.weight", "inner.1.0.0.weight"),
        *("inner.1.0.1.weight", "named.a.weight", "row.0.weight", "row.1.weight"),
        *("row.2.weight", "added.0.weight", "added.1.weight", "added.2.0.weight"),
    ]


def test_names_after_changes_of_a_list():
    net = Nested()
    del net.row[0]
    net.row[1] = dense()
    assert names(net.row) == ["row.0.weight", "row.1.weight"]
    net.added.extend([dense()])
    assert names(net.added)[-1] == "added.3.weight"


def test_a_list_that_grows_where_it_stands_and_holds_digits():
    class Block(nn.Cell):
        def __init__(self):
            super().__init__()
            self.layers = nn.CellList([nn.CellList([dense()]), nn.CellList([dense()])])

    net = Block()
    net.layers.append(nn.CellList([dense()]))
    assert names(net) == [f"layers.{k}.0.weight" for k in range(3)]


def test_a_dict_that_grows_where_it_stands():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.by_name = nn.CellDict({"a": dense()})
            self.by_name["b"] = dense()
            self.by_name.update({"c": dense(), "a": dense()})

    assert names(Net()) == [f"by_name.{k}.weight" for k in "abc"]


def test_a_sequence_keeps_the_names_that_it_was_given():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.row = nn.SequentialCell({"first": dense(), "second": dense()})

    net = Net()
    net.row.append(dense())
    net.row[0] = dense()
    assert names(net) == [f"row.{k}.weight" for k in ("first", "second", "2")]
    assert net.row.first is net.row[0]
    del net.row[1]
    assert names(net) == ["row.first.weight", "row.1.weight"]


def test_an_empty_container_is_false():
    assert not nn.CellList()
    assert not nn.SequentialCell()
    assert not nn.CellDict()
    assert nn.CellList([dense()])


def test_an_empty_container_is_false_when_compiled():
    class Net(nn.Cell):
        def __init__(self, cells):
            super().__init__()
            self.cells_ = nn.CellList(cells)

        def construct(self, x):
            return x * x if self.cells_ else 3 * x

    x = Tensor([2.0])
    assert float(srcad.grad(Net([]))(x)[0]) == 3
    assert float(srcad.grad(Net([nn.ReLU()]))(x)[0]) == 4


def test_layers_without_bias_and_their_operators():
    assert dense().bias is None
    conv = nn.Conv2d(2, 3, 2, pad_mode="pad", padding=1)
    x = Tensor([[[[1.0, 2.0], [3.0, 4.0]]] * 2])
    assert (conv.conv2d(x, conv.weight) == conv(x)).all()
    norm = nn.LayerNorm((2,))
    assert (norm.layer_norm(x, norm.gamma, norm.beta)[0] == norm(x)).all()


class Backwards(nn.Cell):
    """Its layers from the last to the first."""

    def __init__(self):
        super().__init__()
        self.rows = nn.CellList([nn.Tanh(), nn.Sigmoid(), nn.ReLU()])
        self.steps = nn.SequentialCell(nn.Sigmoid(), nn.Tanh())
        self.pair = ParameterTuple([Parameter(Tensor([1.0, 2.0])) for _ in range(2)])
        self.factor = 1.0

    def construct(self, x):
        for k, layer in enumerate(reversed(self.rows)):
            x = layer(x * (k + self.factor))
        for layer in reversed(self.steps):
            x = layer(x + 0.5)
        for one in reversed(self.pair):
            x = (x + one) * one
        return x.sum() + next(reversed(self.rows))(x).sum()


def test_containers_are_gone_through_from_the_end():
    x, cell = Tensor(np.array([0.3, 0.7])), Backwards()
    gradient = srcad.value_and_grad(cell)
    assert np.allclose(gradient(x)[0].asnumpy(), cell(x).asnumpy())
    cell.rows.append(nn.Tanh())
    assert np.allclose(gradient(x)[0].asnumpy(), cell(x).asnumpy())
    cell.rows[0], cell.rows[1] = cell.rows[1], cell.rows[0]
    assert np.allclose(gradient(x)[0].asnumpy(), cell(x).asnumpy())
    ends = [cell(Tensor(np.array([one, 0.7]))).asnumpy() for one in (0.301, 0.299)]
    slope = (ends[0] - ends[1]) / 0.002
    assert np.allclose(gradient(x)[1].asnumpy()[0], slope, rtol=1e-3)


def test_a_dict_of_cells_has_no_end():
    class Named(nn.Cell):
        def __init__(self):
            super().__init__()
            self.named = nn.CellDict({"a": nn.Tanh()})

        def construct(self, x):
            return sum(self.named[name](x).sum() for name in reversed(self.named))

    with pytest.raises(srcad.CompileError, match="KeyError"):
        srcad.grad(Named())(Tensor([0.3, 0.7]))
