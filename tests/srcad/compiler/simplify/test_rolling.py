"""Layers of one kind in a row: a loop over their parameters."""

import re

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.review.modules import parsed
from tests.srcad.compiler.derivatives import check, generate

INPUTS = {"x": "float64[n, 4]"}


class Layer(nn.Cell):
    def __init__(self, k=0.0):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.scale = Parameter(np.linspace(0.5, 1.5, 4) + k, name="scale")

    def construct(self, x):
        return x + ops.tanh(self.fc(x)) * self.scale


class Shifted(nn.Cell):
    """What comes out holds the very array of the cotangent of its weight."""

    def __init__(self):
        super().__init__()
        self.shift = Parameter(np.linspace(0.5, 1.5, 4), name="shift")

    def construct(self, x):
        return x + self.shift


class Vectors(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Shifted() for _ in range(4)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class InALoop(nn.Cell):
    def __init__(self, count=4):
        super().__init__()
        self.layers = nn.CellList([Layer(k / 9) for k in range(count)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return (x * x).sum()


class InSequence(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell([Layer(k / 9) for k in range(4)])
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.layers(x))


class Backwards(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Layer(k / 9) for k in range(4)])

    def construct(self, x):
        for layer in self.layers[::-1]:
            x = layer(x)
        return x * x


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Layer(k / 9) for k in range(3)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x * 0.5


class InCells(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Encoder()
        self.second = Encoder()

    def construct(self, x):
        return self.second(ops.sin(self.first(x)))


class WithTwo(nn.Cell):
    """Two things are carried, and one is the same for all."""

    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Mixing() for _ in range(4)])

    def construct(self, x):
        y = x * 2.0
        mask = ops.cos(x)
        for layer in self.layers:
            x, y = layer(x, y, mask)
        return (x * y).sum()


class Mixing(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x, y, mask):
        h = ops.tanh(self.fc(x) + y) * mask
        return y + h, x * h


class Normed(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        return ops.tanh(self.fc(self.norm(x)))


class WithUpdates(InALoop):
    """What is kept of a batch comes out of each."""

    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Normed() for _ in range(3)])
        self.set_train()


class Stage(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Layer(k / 9) for k in range(3)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return ops.sin(x)


class InStages(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stages = nn.CellList([Stage() for _ in range(3)])

    def construct(self, x):
        for stage in self.stages:
            x = stage(x)
        return (x * x).sum()


NETS = [InALoop, InSequence, Backwards, InCells, InStages, WithTwo, Vectors]


def text_of(net, **options):
    return generate(net, INPUTS, float_dtype="float64", **options).text


@pytest.mark.parametrize("net", NETS)
def test_they_are_a_loop_over_their_parameters(net):
    text = text_of(net())
    forward = text[text.index("def forward(") :]
    assert "for i in range(" in forward
    assert len(re.findall(r" = \w+_forward\(", text)) <= 4


@pytest.mark.parametrize("net", NETS)
def test_derivatives_are_those_of_differences(net):
    check(net(), INPUTS, orders=(1,), float_dtype="float64")


@pytest.mark.parametrize("net", NETS)
def test_gradients_are_those_of_the_layers_written_out(net, monkeypatch):
    one = net()
    params = {p.name: p.asnumpy().astype(float) for p in one.trainable_params()}
    given = np.cos(np.arange(8.0)).reshape(2, 4), params
    rolled = generate(one, INPUTS, float_dtype="float64").space
    monkeypatch.setattr("srcad.compiler.simplify.rolling._CALLS", 10**6)
    plain = generate(one, INPUTS, float_dtype="float64").space
    out, ((dx,), grads) = rolled["value_and_grad"](*given)
    wanted, ((by_x,), by_name) = plain["value_and_grad"](*given)
    np.testing.assert_array_equal(out, wanted)
    np.testing.assert_allclose(dx, by_x, rtol=1e-12)
    assert grads.keys() == by_name.keys()
    for name, found in grads.items():
        np.testing.assert_allclose(found, by_name[name], rtol=1e-10, err_msg=name)


def test_a_call_gives_each_its_own_gradient():
    net = InALoop()
    x = Tensor(np.cos(np.arange(8.0)).reshape(2, 4), srcad.float32)
    weights = net.trainable_params()
    found = srcad.grad(net, None, weights)(x)
    plain = srcad.grad(lambda x: net(x), None, weights)(x)
    for parameter, one, other in zip(weights, found, plain, strict=True):
        assert one.shape == parameter.shape
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-4, atol=1e-5)


def test_the_names_of_all_are_said_once():
    text = text_of(InALoop(12))
    assert "\nlayers.{0..11}.fc.weight  float64[4, 4]  parameter\n" in text
    signature = parsed(text).signature["params"]
    assert list(signature)[:2] == ["layers.0.fc.weight", "layers.1.fc.weight"]
    assert len(signature) == 36
    assert len(text.splitlines()) == len(text_of(InALoop(24)).splitlines())


def test_backwards_the_numbers_go_down():
    text = text_of(Backwards())
    assert "layers.{3..0}.scale" in text
    assert 'params[f"layers.{i}.scale"] for i in range(3, -1, -1)' in text


def test_two_gradients_are_never_one_array():
    made = generate(Vectors(), {"x": "float64[4]"}, float_dtype="float64")
    net = Vectors()
    params = {p.name: p.asnumpy().astype(float) for p in net.trainable_params()}
    dout = np.ones(4)
    _, ((dx,), grads) = made.space["value_and_grad"](np.arange(4.0), params, dout)
    arrays = [dx, dout, *grads.values()]
    for k, one in enumerate(arrays):
        assert not any(np.shares_memory(one, other) for other in arrays[:k])
        np.testing.assert_array_equal(one, np.ones(4))


class Frozen(InALoop):
    """A Parameter of one of them is not trained: they are no family."""

    def __init__(self):
        super().__init__()
        self.layers[1].fc.weight.requires_grad = False


class Penalised(InALoop):
    """The Parameters are read once more."""

    def construct(self, x):
        total = (self.layers[1].scale * self.layers[2].scale).sum()
        return super().construct(x) + total


class Tapped(InALoop):
    """What is between two of them is read once more."""

    def construct(self, x):
        seen = []
        for layer in self.layers:
            x = layer(x)
            seen.append(x)
        return (seen[1] * seen[2]).sum() + x.sum()


class Tied(InALoop):
    """Two of them are one."""

    def __init__(self):
        super().__init__()
        self.layers[2] = self.layers[0]


class Twice(InALoop):
    """What comes out of one goes twice into the next."""

    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Mixing() for _ in range(4)])

    def construct(self, x):
        for layer in self.layers:
            x, _ = layer(x, x, ops.cos(x))
        return (x * x).sum()


@pytest.mark.parametrize("net", [Twice, Frozen, Penalised, Tapped, Tied, WithUpdates])
def test_what_is_no_loop_is_written_out(net):
    text = text_of(net())
    assert "for i in range(" not in text[text.index("def forward(") :]
    if net is not WithUpdates:
        check(net(), INPUTS, orders=(1,), float_dtype="float64")
