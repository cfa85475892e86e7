"""What helpers of the library give of values of one kind is found out once."""

import itertools
from collections import Counter

import numpy as np
import pytest

from srcad import nn, ops
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.calls import functions
from srcad.compiler.evaluate.session import Session
from srcad.compiler.ir.builder import Builder
from tests.srcad.compiler.derivatives import generate


class Layers(nn.Cell):
    """Layers that are written out, for their sizes differ."""

    def __init__(self, dtype=np.float32):
        super().__init__()
        pairs = itertools.pairwise((3, 4, 5, 6, 7))
        self.layers = nn.CellList([nn.Dense(n, m) for n, m in pairs])

    def construct(self, x):
        for layer in self.layers:
            x = ops.tanh(layer(x)) * ops.softmax(x.sum(axis=-1, keepdims=True), -1)
        return ops.sum(x)


class Equal(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm((4,))
        self.layers = nn.CellList([nn.Dense(4, 4) for _ in range(3)])

    def construct(self, x):
        for layer in self.layers:
            x = x + ops.gelu(layer(self.norm(x)))
        return ops.mean(x.swapaxes(0, 1) @ x)


def forgetful(session, function, names, give):
    return give()


NETS = [(Layers, ["float32[n, 3]"]), (Equal, ["float32[n, 4]"])]


@pytest.mark.parametrize(("net", "inputs"), NETS, ids=["layers", "equal"])
def test_the_text_is_that_without_it(net, inputs, monkeypatch):
    text = generate(net(), inputs).text
    monkeypatch.setattr(functions, "remembered", forgetful)
    assert generate(net(), inputs).text == text


def counted(net, inputs, monkeypatch):
    calls = Counter()
    activate = functions.activate

    def noted(session, function, *rest):
        calls[function.__name__] += 1
        return activate(session, function, *rest)

    monkeypatch.setattr(functions, "activate", noted)
    generate(net, inputs)
    return calls


def test_equal_layers_ask_once(monkeypatch):
    with monkeypatch.context() as patch:
        calls = counted(Equal(), ["float32[n, 4]"], patch)
    monkeypatch.setattr(functions, "remembered", forgetful)
    before = counted(Equal(), ["float32[n, 4]"], monkeypatch)
    assert calls["same_dtype"] < before["same_dtype"] / 2
    assert calls["check_array"] < before["check_array"] / 2


def test_kinds_are_told_apart():
    def f(x, y, w):
        return (ops.matmul(x, w).sum() + ops.matmul(y, w.astype(np.float64)).sum()) * 2

    text = generate(f, ["float32[n, 3]", "float64[n, 3]", "float32[3, 2]"]).text
    assert "float64" in text
    with pytest.raises(CompileError, match="must be a Tensor"):
        generate(lambda x: ops.matmul(x, x) + ops.matmul(x, 2.0), ["float32[3, 3]"])


def test_what_is_taken_back_is_forgotten():
    session = Session(Builder())

    def attempt():
        with session.attempting():
            session.remembered["helper"] = 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        attempt()
    assert not session.remembered
