"""Callbacks that a person looks at: a progress bar and a loss curve."""

import io
import sys

import numpy as np
import pytest
from rich.console import Console

from srcad import Tensor, nn
from srcad.train import LossCurve, Model, ProgressBar

BATCHES = [(np.full((2, 1), k, np.float32), np.zeros((2, 1))) for k in (1.0, 2.0, 3.0)]


def model():
    net = nn.Dense(1, 1, Tensor([[2.0]]), Tensor([0.0]))
    optimizer = nn.SGD(net.trainable_params(), 0.0)
    return Model(net, nn.MSELoss(), optimizer, metrics={"mse"})


def test_a_bar_for_each_epoch_with_the_mean_loss():
    written = io.StringIO()
    bar = ProgressBar(Console(file=written, width=100))
    model().train(2, BATCHES, bar)
    lines = [line for line in written.getvalue().splitlines() if line.strip()]
    assert len(lines) == 2
    for number, line in enumerate(lines, 1):
        assert line.startswith(f"Epoch {number} ")
        assert "3/3" in line
        # 4, 16 and 36.
        assert line.rstrip().endswith("loss 18.6667")


def test_a_bar_is_ended_where_training_fails():
    def failing():
        yield BATCHES[0]
        raise RuntimeError("no more")

    class Data:
        __iter__ = staticmethod(failing)
        __len__ = staticmethod(lambda: 3)

    console = Console(file=io.StringIO())
    with pytest.raises(RuntimeError, match="no more"):
        model().train(1, Data(), ProgressBar(console))
    # A console has one live display at a time, which hides the cursor.
    model().train(1, BATCHES, ProgressBar(console))
    assert console.file.getvalue().count("Epoch 1") == 2


def test_a_curve_has_the_mean_loss_of_each_epoch():
    curve = LossCurve()
    model().fit(3, BATCHES, BATCHES, callbacks=curve)
    np.testing.assert_allclose(curve.losses, [56 / 3] * 3)


def test_a_curve_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "loss.png"
    model().train(2, BATCHES, LossCurve(path, "A title"))
    assert path.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_curve_is_refused_before_training(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("srcad.train.progress.find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"srcad\[examples\]"):
        LossCurve("loss.png")
    assert LossCurve().losses == []
