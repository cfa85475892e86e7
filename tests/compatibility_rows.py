"""One small program for each name of MindSpore's that docs/compatibility.md lists.

A row makes a program out of a module (``mindspore``, or srcad in its place), and gives
the arrays that it is called with. It needs nothing of srcad, so that
tools/oracles/compare_with_mindspore.py can run it on MindSpore itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Row:
    """``make(ms)`` gives the program; floating ``inputs`` are differentiated by."""

    make: Callable[[Any], Callable[..., Any]]
    inputs: tuple[np.ndarray, ...]


def drawn(*shape: int, seed: int = 0) -> np.ndarray:
    """Numbers between -1 and 1, in float64, no two alike and none near 0."""
    count = int(np.prod(shape))
    order = np.random.default_rng(seed + count).permutation(count)
    values = (order + 0.75) / count * 2 - 1
    return np.asarray(values.reshape(shape))


X, Y, W = drawn(3, 4), 0.9 * drawn(3, 4, seed=1) + 0.02, drawn(4, 5)
POSITIVE = drawn(3, 4) + 1.5
IMAGE, CUBE, LINE = drawn(2, 3, 5, 4), drawn(1, 2, 3, 4, 3), drawn(2, 3, 6)
PLACES = np.array([[2, 0, 1, 2], [1, 1, 0, 2], [0, 2, 1, 0]], np.int32)
LABELS = np.array([1, 3, 0], np.int32)
SHARES = np.full((3, 4), 0.25)
PROBABILITIES = (drawn(3, 4) + 1.1) / 2.2


def filled(ms: Any, cell: Any) -> Any:
    """A Cell with numbers of our own in its Parameters."""
    for index, parameter in enumerate(cell.get_parameters()):
        array = 0.4 * drawn(*parameter.shape, seed=index + 7)
        if "variance" in parameter.name or "running_var" in parameter.name:
            array = array + 1
        parameter.set_data(ms.Tensor(array.astype(np.float32)))
    return cell


def layer(name: str, *inputs: np.ndarray, **settings: Any) -> Row:
    """A layer of ``nn``, by its settings."""
    return Row(lambda ms: filled(ms, getattr(ms.nn, name)(**settings)), inputs)


def while_below(loop: Any) -> Callable[..., Any]:
    """Doubled, for as long as the sum is small."""

    def small(x: Any) -> Any:
        return x.sum() < 90

    def doubled(x: Any) -> Any:
        return 2 * x

    return lambda x: loop(small, doubled, x)


def three_times(loop: Any) -> Callable[..., Any]:
    """A step that depends on its number and on what is outside."""

    def program(x: Any, y: Any) -> Any:
        def step(k: Any, value: Any) -> Any:
            return value * y + k * x

        return loop(1, 4, step, x)

    return program


def scanned(loop: Any) -> Callable[..., Any]:
    """What is carried on and what is kept, of elements and of a number of steps."""

    def program(x: Any, y: Any) -> Any:
        def step(carried: Any, element: Any) -> Any:
            return carried * element + y, carried - element

        def alone(carried: Any, nothing: Any) -> Any:
            return carried * x, carried

        last, kept = loop(step, y, [x, y, x])
        other, more = loop(alone, y, None, 2)
        return last, kept[0] * kept[2], other, more[1]

    return program


def primitive(name: str, *inputs: np.ndarray, after: tuple[Any, ...] = ()) -> Row:
    """A class of ``ops`` without settings; ``after`` are arguments that are known."""

    def make(ms: Any) -> Callable[..., Any]:
        operator = getattr(ms.ops, name)()
        return lambda *given: operator(*given, *after)

    return Row(make, inputs)


def training(ms: Any, cell: Any) -> Any:
    cell.set_train()
    return cell


def _assign(ms: Any) -> Any:
    class Assigning(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.kept = ms.Parameter(ms.Tensor(np.ones((3, 4))), name="kept")

        def construct(self, x: Any) -> Any:
            ms.ops.assign(self.kept, 2 * x)
            return self.kept * x

    return Assigning()


def _batch_norm(ms: Any) -> Any:
    class Norm(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.norm = ms.ops.BatchNorm(True)
            self.scale = ms.Parameter(ms.Tensor(np.ones(3, np.float32)), name="scale")
            self.kept = ms.Parameter(ms.Tensor(np.ones(3, np.float32)), name="mean")
            self.spread = ms.Parameter(
                ms.Tensor(np.ones(3, np.float32)), name="variance"
            )

        def construct(self, x: Any) -> Any:
            given = (self.scale, self.scale, self.kept, self.spread)
            return self.norm(x, *given)[0]

    return Norm()


def _multitype(ms: Any) -> Any:
    graph = ms.ops.MultitypeFuncGraph("graph")

    @graph.register("Tensor", "Number")
    def tensor_number(x: Any, number: Any) -> Any:
        return x * number

    @graph.register("Tensor", "Tensor")
    def tensor_tensor(x: Any, y: Any) -> Any:
        return x - y * y

    return graph


def _decorated(name: str) -> Row:
    """A function with a decorator."""

    def make(ms: Any) -> Callable[..., Any]:
        @getattr(ms, name)
        def program(x: Any, y: Any) -> Any:
            return x * y + x

        return program

    return Row(make, (X, Y))


def _with_class(ms: Any) -> Callable[..., Any]:
    @ms.jit_class
    class Scale:
        factor = 3

        def scaled(self, x: Any) -> Any:
            return self.factor * x * x

    scale = Scale()
    return lambda x: scale.scaled(x) - x


def _with_inline(ms: Any) -> Any:
    class Own(ms.nn.Cell):
        @ms.lazy_inline
        def __init__(self) -> None:
            super().__init__()
            self.dense = ms.nn.Dense(4, 2)

        def construct(self, x: Any) -> Any:
            return self.dense(x)

    return filled(ms, Own())


def _fill(ms: Any, fill: Any) -> Any:
    return lambda x: fill(ms.float32, (3, 4), 2) * x


ROWS: dict[str, Row] = {
    # ------------------------------------------------------------------ decorators
    "jit": _decorated("jit"),
    "ms_function": _decorated("ms_function"),
    "jit_class": Row(_with_class, (X,)),
    "lazy_inline": Row(_with_inline, (X,)),
    "mutable": Row(lambda ms: lambda x: sum(ms.mutable((x, x * x))), (X,)),
    # ------------------------------------------------------------------ containers
    "nn.Cell": Row(
        lambda ms: type(
            "Own", (ms.nn.Cell,), {"construct": lambda self, x, y: x * y + x}
        )(),
        (X, Y),
    ),
    "nn.SequentialCell": Row(
        lambda ms: filled(
            ms, ms.nn.SequentialCell(ms.nn.Dense(4, 3), ms.nn.Tanh(), ms.nn.Dense(3, 2))
        ),
        (X,),
    ),
    "nn.CellList": Row(
        lambda ms: (lambda cells: lambda x: cells[1](cells[0](x)) * len(cells))(
            filled(ms, ms.nn.CellList([ms.nn.Dense(4, 3), ms.nn.Sigmoid()]))
        ),
        (X,),
    ),
    "nn.CellDict": Row(
        lambda ms: (lambda cells: lambda x: cells["b"](cells["a"](x)))(
            filled(ms, ms.nn.CellDict({"a": ms.nn.Dense(4, 3), "b": ms.nn.Sigmoid()}))
        ),
        (X,),
    ),
    "nn.WithLossCell": Row(
        lambda ms: filled(ms, ms.nn.WithLossCell(ms.nn.Dense(4, 4), ms.nn.MSELoss())),
        (X, Y),
    ),
    # ---------------------------------------------------------------------- layers
    "nn.Dense": layer("Dense", X, in_channels=4, out_channels=3, activation="tanh"),
    "nn.Flatten": layer("Flatten", IMAGE),
    "nn.Pad": layer("Pad", X, paddings=((1, 2), (0, 1)), mode="SYMMETRIC"),
    "nn.MatMul": Row(lambda ms: lambda x, w: ms.nn.MatMul()(x, w), (X, W)),
    "nn.Embedding": layer("Embedding", PLACES, vocab_size=3, embedding_size=2),
    "nn.Conv1d": layer(
        *("Conv1d", LINE),
        in_channels=3,
        out_channels=2,
        kernel_size=3,
        has_bias=True,
    ),
    "nn.Conv2d": layer(
        *("Conv2d", IMAGE),
        in_channels=3,
        out_channels=2,
        kernel_size=3,
        stride=2,
        pad_mode="pad",
        padding=1,
        has_bias=True,
    ),
    "nn.Conv3d": layer(
        *("Conv3d", CUBE),
        in_channels=2,
        out_channels=2,
        kernel_size=2,
        has_bias=True,
    ),
    "nn.Conv2dTranspose": layer(
        *("Conv2dTranspose", IMAGE),
        in_channels=3,
        out_channels=2,
        kernel_size=3,
        stride=2,
    ),
    "nn.BatchNorm1d": Row(
        lambda ms: training(ms, filled(ms, ms.nn.BatchNorm1d(4))), (X,)
    ),
    "nn.BatchNorm2d": layer("BatchNorm2d", IMAGE, num_features=3),
    "nn.LayerNorm": layer("LayerNorm", X, normalized_shape=(4,)),
    "nn.GroupNorm": layer("GroupNorm", IMAGE, num_groups=3, num_channels=3),
    "nn.MaxPool2d": layer("MaxPool2d", IMAGE, kernel_size=2, stride=2),
    "nn.AvgPool2d": layer("AvgPool2d", IMAGE, kernel_size=(3, 2), stride=(2, 1)),
    "nn.Dropout": Row(lambda ms: training(ms, ms.nn.Dropout(p=0.4)), (X,)),
    "nn.ReLU": layer("ReLU", X),
    "nn.ReLU6": layer("ReLU6", 10 * X),
    "nn.Sigmoid": layer("Sigmoid", X),
    "nn.Tanh": layer("Tanh", X),
    "nn.Softmax": layer("Softmax", X, axis=0),
    "nn.LogSoftmax": layer("LogSoftmax", X),
    "nn.LeakyReLU": layer("LeakyReLU", X, alpha=0.3),
    "nn.GELU": layer("GELU", X),
    "nn.PReLU": layer("PReLU", IMAGE, channel=3),
    # ---------------------------------------------------------------------- losses
    "nn.MSELoss": layer("MSELoss", X, Y),
    "nn.L1Loss": layer("L1Loss", X, Y, reduction="sum"),
    "nn.SmoothL1Loss": layer("SmoothL1Loss", 3 * X, Y),
    "nn.BCELoss": layer("BCELoss", PROBABILITIES, np.round(PROBABILITIES)),
    "nn.SoftmaxCrossEntropyWithLogits": layer(
        "SoftmaxCrossEntropyWithLogits", X, LABELS, sparse=True, reduction="mean"
    ),
    # ---------------------------------------------------------------- element-wise
    "ops.Add": primitive("Add", X, Y),
    "ops.Sub": primitive("Sub", X, Y),
    "ops.Mul": primitive("Mul", X, Y[0]),
    "ops.RealDiv": primitive("RealDiv", X, POSITIVE),
    "ops.Pow": primitive("Pow", POSITIVE, Y),
    "ops.Square": primitive("Square", X),
    "ops.Sqrt": primitive("Sqrt", POSITIVE),
    "ops.Exp": primitive("Exp", X),
    "ops.Log": primitive("Log", POSITIVE),
    "ops.Reciprocal": primitive("Reciprocal", POSITIVE),
    "ops.Minimum": primitive("Minimum", X, Y),
    "ops.Maximum": primitive("Maximum", X, Y),
    "ops.ReLU": primitive("ReLU", X),
    "ops.ReLU6": primitive("ReLU6", 10 * X),
    "ops.Sigmoid": primitive("Sigmoid", X),
    "ops.Softmax": primitive("Softmax", X),
    "ops.clip_by_value": Row(
        lambda ms: lambda x: ms.ops.clip_by_value(x, -0.5, 0.4), (X,)
    ),
    "ops.stop_gradient": Row(
        lambda ms: lambda x: ms.ops.stop_gradient(x).shape[0] * x, (X,)
    ),
    "ops.depend": Row(lambda ms: lambda x, y: ms.ops.depend(x, y) * y, (X, Y)),
    "ops.assign": Row(_assign, (X,)),
    # ---------------------------------------------------- comparisons, selection
    "ops.Greater": primitive("Greater", X, Y),
    "ops.Less": primitive("Less", X, Y),
    "ops.Equal": primitive("Equal", X, Y),
    "ops.LogicalAnd": primitive("LogicalAnd", X > 0, Y > 0),
    "ops.gt": Row(lambda ms: lambda x, y: (ms.ops.gt(x, y), x * y), (X, Y)),
    "ops.Select": primitive("Select", Y > 0, X, Y),
    "ops.select": Row(lambda ms: lambda x, y: ms.ops.select(x > y, x, y * y), (X, Y)),
    # --------------------------------------------------------------------- shapes
    "ops.Cast": Row(
        lambda ms: (
            lambda x: (ms.ops.Cast()(x, ms.int32), ms.ops.Cast()(x > 0, x.dtype))
        ),
        (3 * X,),
    ),
    "ops.Reshape": primitive("Reshape", X, after=((2, -1),)),
    "ops.Transpose": primitive("Transpose", IMAGE, after=((0, 2, 3, 1),)),
    "ops.ExpandDims": primitive("ExpandDims", X, after=(1,)),
    "ops.Squeeze": Row(lambda ms: lambda x: ms.ops.Squeeze(0)(x[:1]), (X,)),
    "ops.Tile": primitive("Tile", X, after=((2, 3),)),
    "ops.BroadcastTo": Row(lambda ms: lambda x: ms.ops.BroadcastTo((2, 3, 4))(x), (X,)),
    "ops.Shape": Row(lambda ms: lambda x: x * ms.ops.Shape()(x)[1], (X,)),
    "ops.DType": Row(lambda ms: lambda x: ms.ops.cast(x > 0, ms.ops.DType()(x)), (X,)),
    "ops.Concat": Row(lambda ms: lambda x, y: ms.ops.Concat(1)((x, y)), (X, Y)),
    "ops.Stack": Row(lambda ms: lambda x, y: ms.ops.Stack(1)((x, y)), (X, Y)),
    "ops.Split": Row(lambda ms: lambda x: ms.ops.Split(1, 2)(x), (X,)),
    "ops.Slice": primitive("Slice", X, after=((1, 0), (2, 3))),
    "ops.StridedSlice": primitive("StridedSlice", X, after=((0, 0), (3, 4), (2, 1))),
    # ----------------------------------------------------------------- reductions
    "ops.ReduceSum": Row(lambda ms: lambda x: ms.ops.ReduceSum()(x, 1), (X,)),
    "ops.ReduceMean": Row(
        lambda ms: lambda x: ms.ops.ReduceMean(True)(x, (0, 1)), (X,)
    ),
    "ops.ReduceMax": Row(lambda ms: lambda x: ms.ops.ReduceMax()(x, 0), (X,)),
    "ops.ArgMaxWithValue": Row(lambda ms: lambda x: ms.ops.ArgMaxWithValue(1)(x), (X,)),
    "ops.TopK": primitive("TopK", X, after=(2,)),
    # ---------------------------------------------------------- reading, products
    "ops.Gather": primitive("Gather", X, PLACES, after=(0,)),
    "ops.GatherD": Row(
        lambda ms: lambda x, places: ms.ops.GatherD()(x, 1, places), (X, PLACES)
    ),
    "ops.GatherNd": Row(
        lambda ms: lambda x, places: ms.ops.GatherNd()(x, places[:, :2]), (X, PLACES)
    ),
    "ops.OneHot": Row(
        lambda ms: (
            lambda places, x: (
                ms.ops.OneHot()(places, 3, ms.Tensor(1.0), ms.Tensor(0.0)) * x[0, 0]
            )
        ),
        (PLACES, X),
    ),
    "ops.MatMul": primitive("MatMul", X, W),
    "ops.matmul": Row(lambda ms: ms.ops.matmul, (X, W)),
    "ops.BatchMatMul": primitive("BatchMatMul", drawn(2, 3, 4), drawn(2, 4, 2)),
    "ops.BiasAdd": primitive("BiasAdd", X, Y[0]),
    # ------------------------------------------------------------------- creation
    "ops.Fill": Row(lambda ms: _fill(ms, ms.ops.Fill()), (X,)),
    "ops.fill": Row(lambda ms: _fill(ms, ms.ops.fill), (X,)),
    "ops.Zeros": Row(lambda ms: lambda x: ms.ops.Zeros()((3, 4), ms.float32) + x, (X,)),
    "ops.ZerosLike": Row(lambda ms: lambda x: ms.ops.ZerosLike()(x) - x, (X,)),
    "ops.OnesLike": Row(lambda ms: lambda x: ms.ops.OnesLike()(x) / (x + 3), (X,)),
    # --------------------------------------------------------- functions of functions
    "ops.HyperMap": Row(
        lambda ms: lambda x, y: ms.ops.HyperMap()(ms.ops.mul, (x, (y, x)), (y, (y, y))),
        (X, Y),
    ),
    "ops.Map": Row(
        lambda ms: lambda x, y: ms.ops.Map()(ms.ops.mul, (x, y), (y, y)), (X, Y)
    ),
    "ops.WhileLoop": Row(lambda ms: while_below(ms.ops.WhileLoop()), (POSITIVE,)),
    "ops.ForiLoop": Row(lambda ms: three_times(ms.ops.ForiLoop()), (X, Y)),
    "ops.Scan": Row(lambda ms: scanned(ms.ops.Scan()), (X, Y)),
    "ops.MultitypeFuncGraph": Row(
        lambda ms: (lambda graph: lambda x, y: (graph(x, 3), graph(x, y)))(
            _multitype(ms)
        ),
        (X, Y),
    ),
    "ops.partial": Row(
        lambda ms: lambda x, y: ms.ops.partial(ms.ops.mul, x)(y) * x, (X, Y)
    ),
    # The other outputs have no gradient in MindSpore.
    "ops.LayerNorm": Row(
        lambda ms: lambda x, scale: ms.ops.LayerNorm()(x, scale, scale)[0], (X, Y[0])
    ),
    "ops.SoftmaxCrossEntropyWithLogits": Row(
        lambda ms: (
            lambda x: ms.ops.SoftmaxCrossEntropyWithLogits()(
                x, ms.Tensor(np.eye(3, 4), ms.float32)
            )[0]
        ),
        (X,),
    ),
    "ops.Partial": Row(
        lambda ms: lambda x, y: ms.ops.Partial()(ms.ops.mul, x)(y) * x, (X, Y)
    ),
    "ops.InvertPermutation": Row(
        lambda ms: lambda x: x.transpose(ms.ops.InvertPermutation()((2, 0, 1))),
        (drawn(2, 3, 4),),
    ),
    "ops.BatchNorm": Row(_batch_norm, (IMAGE,)),
    "ops.rank": Row(lambda ms: lambda x: x * ms.ops.rank(x), (X,)),
    "ops.size": Row(lambda ms: lambda x: x * ms.ops.size(x), (X,)),
    "ops.shape": Row(lambda ms: lambda x: x * ms.ops.shape(x)[1], (X,)),
    "ops.dtype": Row(lambda ms: lambda x: ms.ops.cast(x > 0, ms.ops.dtype(x)), (X,)),
    "ops.numel": Row(lambda ms: lambda x: x * ms.ops.numel(x), (X,)),
    "ops.Rank": Row(lambda ms: lambda x: x * ms.ops.Rank()(x), (X,)),
    "ops.Size": Row(lambda ms: lambda x: x * ms.ops.Size()(x), (X,)),
    "ops.Dropout2D": Row(lambda ms: lambda x: ms.ops.Dropout2D(0.6)(x), (IMAGE,)),
}
