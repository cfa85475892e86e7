"""Wrong arguments give the kind of error that MindSpore 2.10 gives."""

import numpy as np
import pytest

import srcad as ms
from srcad import Tensor, nn, ops, train

X = Tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
IMAGE = Tensor(np.ones((2, 3, 5, 4), np.float32))
LABELS = Tensor(np.array([1, 3, 0], np.int32))
SPARSE = nn.SoftmaxCrossEntropyWithLogits(sparse=True)

TYPE = {
    "Dense": lambda: nn.Dense("3", 4),
    "Dense has_bias": lambda: nn.Dense(3, 4, has_bias=1),
    "Dense of a number": lambda: nn.Dense(4, 3)(2.0),
    "Conv2d": lambda: nn.Conv2d("3", 4, 3),
    "Conv2d kernel of three": lambda: nn.Conv2d(3, 4, (3, 3, 3)),
    "Conv2d kernel": lambda: nn.Conv2d(3, 4, 3.5),
    "Conv2d stride": lambda: nn.Conv2d(3, 4, 3, stride="1"),
    "Conv2d has_bias": lambda: nn.Conv2d(3, 4, 3, has_bias="yes"),
    "Conv2d of a number": lambda: nn.Conv2d(3, 4, 3)(2.0),
    "Embedding": lambda: nn.Embedding(3, 4, use_one_hot=1),
    "MaxPool2d": lambda: nn.MaxPool2d("2"),
    "Softmax": lambda: nn.Softmax(axis="a"),
    "PReLU": lambda: nn.PReLU(channel="a"),
    "GELU": lambda: nn.GELU(approximate=1),
    "Flatten of a number": lambda: nn.Flatten()(2.0),
    "LSTM bidirectional": lambda: nn.LSTM(3, 3, bidirectional=1),
    "SmoothL1Loss": lambda: nn.SmoothL1Loss(beta="a"),
    "sparse": lambda: nn.SoftmaxCrossEntropyWithLogits(sparse=1),
    "sparse labels": lambda: SPARSE(X, X),
    "ignore_index": lambda: nn.CrossEntropyLoss(ignore_index=1.5),
    "matmul by a number": lambda: ops.matmul(X, 2.0),
    "matmul of a str": lambda: ops.matmul("a", X),
    "concat of a Tensor": lambda: ops.concat(X, 0),
    "split": lambda: ops.split(X, "a"),
    "tile": lambda: ops.tile(X, "a"),
    "add of a str": lambda: ops.add("a", X),
    "add of None": lambda: ops.add(X, None),
    "pow of a str": lambda: ops.pow(X, "a"),
    "one_hot of floats": lambda: ops.one_hot(X, 3),
    "Tensor": lambda: Tensor([[1], [1, 2]]),
}
VALUE = {
    "Dense": lambda: nn.Dense(0, 4),
    "Conv2d": lambda: nn.Conv2d(3, 0, 3),
    "Conv2d kernel": lambda: nn.Conv2d(3, 4, 0),
    "Conv2d stride": lambda: nn.Conv2d(3, 4, 3, stride=0),
    "Conv2d padding": lambda: nn.Conv2d(3, 4, 3, pad_mode="pad", padding=-1),
    "Conv2d two paddings": lambda: nn.Conv2d(3, 4, 3, pad_mode="pad", padding=(1, 1)),
    "Conv2d dilation": lambda: nn.Conv2d(3, 4, 3, dilation=0),
    "Conv2d group": lambda: nn.Conv2d(3, 4, 3, group=0),
    "Conv2d of a matrix": lambda: nn.Conv2d(3, 4, 3)(X),
    "Conv2dTranspose": lambda: nn.Conv2dTranspose(3, 0, 3),
    "GroupNorm": lambda: nn.GroupNorm(0, 3),
    "MaxPool2d": lambda: nn.MaxPool2d(0),
    "MaxPool2d stride": lambda: nn.MaxPool2d(2, 0),
    "MaxPool2d kernel of three": lambda: nn.MaxPool2d((2, 2, 2)),
    "MaxPool2d of a matrix": lambda: nn.MaxPool2d(2)(X),
    "AvgPool2d": lambda: nn.AvgPool2d(0),
    "AvgPool2d of a matrix": lambda: nn.AvgPool2d(2)(X),
    "PReLU": lambda: nn.PReLU(channel=0),
    "Flatten": lambda: nn.Flatten(start_dim=3)(X),
    "LSTM": lambda: nn.LSTM(0, 3),
    "LSTM num_layers": lambda: nn.LSTM(3, 3, num_layers=0),
    "LSTM of a matrix": lambda: nn.LSTM(4, 3)(X),
    "GRU of a matrix": lambda: nn.GRU(4, 3)(X),
    "MSELoss": lambda: nn.MSELoss(reduction="nope"),
    "label_smoothing": lambda: nn.CrossEntropyLoss(label_smoothing=2.0),
    "concat of nothing": lambda: ops.concat((), 0),
    "split axis": lambda: ops.split(X, 2, 5),
    "split": lambda: ops.split(X, -1),
    "one_hot": lambda: ops.one_hot(LABELS, -1),
    "arange": lambda: ops.arange(1, 5, 0),
    "max_pool2d of a matrix": lambda: ops.max_pool2d(X, 2),
    "pad": lambda: ops.pad(X, (1,)),
    "load_checkpoint": lambda: train.load_checkpoint("nowhere.ckpt"),
}


@pytest.mark.parametrize("name", TYPE)
def test_a_type_error(name):
    with pytest.raises(TypeError):
        TYPE[name]()


@pytest.mark.parametrize("name", VALUE)
def test_a_value_error(name):
    with pytest.raises(ValueError, match=r"\w"):
        VALUE[name]()


def test_sizes_of_an_input_may_be_those_of_a_window():
    """They are not known where the layer is compiled."""

    class Global(nn.Cell):
        def construct(self, x):
            return nn.AvgPool2d(kernel_size=(x.shape[2], x.shape[3]))(x)

    gradient = ms.grad(lambda x: Global()(x).sum())
    for shape in ((2, 3, 5, 4), (2, 3, 4, 2)):
        found = gradient(Tensor(np.ones(shape, np.float32)))
        np.testing.assert_allclose(found.asnumpy(), 1 / (shape[2] * shape[3]), 1e-6)
